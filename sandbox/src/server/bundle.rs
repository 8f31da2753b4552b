//! The bundle host: signed links, and no API credentials.

use std::collections::HashMap;

use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};

use crate::http::{Answer, Refusal};
use crate::state::{Bundles, LinkError};

pub(super) fn answer(
    bundles: &Bundles,
    parts: &Parts,
    path: &str,
    query: &HashMap<String, String>,
) -> Result<Answer, Refusal> {
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return Err(Refusal::method_not_allowed("GET, HEAD".to_owned()));
    }
    if parts.headers.contains_key(AUTHORIZATION) || parts.headers.contains_key("x-api-token") {
        return Err(Refusal::forbidden("Credentials are not accepted here"));
    }
    let id = path.split('/').nth(1).unwrap_or_default();
    let signature = query.get("signature").map_or("", String::as_str);
    let bundle = bundles.open(id, signature).map_err(|error| match error {
        LinkError::BadSignature => Refusal::forbidden("The signature does not match"),
        LinkError::Expired => Refusal::forbidden("The link has expired"),
    })?;
    let mut answer = Answer::empty(StatusCode::OK);
    answer.body = bundle.content.clone();
    Ok(answer.header("content-type", "application/zip").header("etag", format!("\"{id}\"")))
}
