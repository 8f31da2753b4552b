//! The modules generated from the document by `build.rs` (feature `generate`), one for each server.

use std::str::FromStr;

use crate::error::{Error, ErrorKind};
use crate::types::PluralForms;

/// The main API.
pub(crate) mod main {
    #![allow(
        clippy::all,
        deprecated,
        missing_docs,
        unreachable_pub,
        unused_braces,
        unused_imports,
        unused_mut
    )]
    include!("generated/main.rs");
}

/// The authorization server.
pub(crate) mod auth {
    #![allow(clippy::all, deprecated, missing_docs, unreachable_pub, unused_imports, unused_mut)]
    include!("generated/auth.rs");
}

/// The cursor-paginated API.
pub(crate) mod cursor {
    #![allow(clippy::all, deprecated, missing_docs, unreachable_pub, unused_imports, unused_mut)]
    include!("generated/cursor.rs");
}

/// The names of all of them.
pub(crate) mod exports {
    #![allow(unused_imports, reason = "a server may have no calls")]
    include!("generated/exports.rs");
}

/// Parses a JSON object of texts. Here, because `wire` does not know errors of calls.
impl FromStr for PluralForms {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let reason = "not a JSON object of plural forms";
        Self::read(text).map_err(|_| Error::new(ErrorKind::InvalidRequest, None, reason))
    }
}
