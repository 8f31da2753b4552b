//! Doors for `crate::fuzzing` to the private parts of transfers.

use std::path::{Path, PathBuf};

use super::extract::ExtractLimits;
use super::pattern::Pattern;
use crate::error::Error;

pub(crate) fn match_name(pattern: &str, name: &str) -> Option<(Option<String>, String)> {
    let found = Pattern::parse(pattern).ok()?.match_first(name)?;
    Some((found.lang, found.template))
}

pub(crate) fn unpack(
    bundle: &[u8],
    target: &Path,
    limits: &ExtractLimits,
) -> Result<Vec<PathBuf>, Error> {
    super::extract::unpack_bytes(bundle, target, limits)
}
