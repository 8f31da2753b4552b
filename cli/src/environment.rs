//! The environment variables that the program reads beside its options. An empty variable counts as
//! unset: CI jobs cannot always unset one.

use std::env;
use std::ffi::OsString;

use crate::exit::{Failure, Result};

pub(crate) fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// Returns a variable as text. Fails if it is not Unicode.
pub(crate) fn text(name: &str) -> Result<Option<String>> {
    let text = variable(name).map(OsString::into_string).transpose();
    text.map_err(|_| Failure::usage(format!("{name} is not Unicode")))
}
