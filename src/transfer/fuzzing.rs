//! Doors for `crate::fuzzing` to the private parts of transfers.

use std::path::{Path, PathBuf};

use reqwest::header::HeaderValue;

use super::extract::ExtractLimits;
use super::link::Link;
use super::pattern::Pattern;
use crate::client::Client;
use crate::error::Error;
use crate::wire::secret::Secret;

pub(crate) fn follow<'l>(link: &str, locations: impl Iterator<Item = &'l [u8]>) -> Vec<String> {
    let client = Client::builder("http://127.0.0.1:1/").build().ok();
    let mut now = client.and_then(|client| Link::parse(&Secret::from(link), &client).ok());
    let mut seen = Vec::new();
    let mut locations = locations.filter_map(|location| HeaderValue::from_bytes(location).ok());
    while let Some(link) = now {
        seen.push(link.url().as_str().to_owned());
        now = locations
            .next()
            .and_then(|location| link.redirected(&location).ok());
    }
    seen
}

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
