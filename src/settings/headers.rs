//! Headers that a caller may add, and which of their values are secrets.

use reqwest::header::{HeaderName, HeaderValue};

use crate::wire::secret::Secret;

/// Returns header values that errors must not contain. Short ones may be common words.
pub(crate) fn secrets_of<'h>(
    values: impl Iterator<Item = &'h HeaderValue>,
) -> impl Iterator<Item = Secret> {
    const SHORTEST: usize = 8;
    let texts = values.filter_map(|value| value.to_str().ok());
    texts.filter(|text| text.len() >= SHORTEST).map(Secret::from)
}

/// Headers that the client or the HTTP library sets.
const OWNED: [&str; 19] = [
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "host",
    "if-range",
    "keep-alive",
    "proxy-authorization",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "x-api-token",
];

/// Checks a header of the caller, and hides its value from the logs of the HTTP library.
///
/// # Errors
///
/// Returns why it cannot be sent.
pub(crate) fn own_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let Ok(known) = HeaderName::try_from(name) else {
        return Err(format!("{name:?} is not a valid header name"));
    };
    may_add(&known)?;
    let Ok(mut value) = HeaderValue::try_from(value) else {
        return Err(format!(
            "the value of the header `{known}` contains characters that are not allowed in a header"
        ));
    };
    value.set_sensitive(true);
    Ok((known, value))
}

/// Checks that a header is not one that the client sets itself.
pub(crate) fn may_add(name: &HeaderName) -> Result<(), String> {
    if name == "user-agent" {
        return Err(
            "the header `user-agent` is reserved: use `ClientBuilder::user_agent`".to_owned()
        );
    }
    match OWNED.contains(&name.as_str()) {
        true => Err(format!("the header `{name}` is set by the client itself")),
        false => Ok(()),
    }
}
