//! The bundle host: signed links, ranges, and no API credentials.

use std::collections::HashMap;

use axum::http::header::{AUTHORIZATION, HeaderMap, IF_RANGE, RANGE};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use http_range_header::parse_range_header;

use crate::faults::Misbehavior;
use crate::http::{Answer, Refusal};
use crate::state::{Bundle, Bundles, LinkError};

pub(super) fn answer(
    bundles: &Bundles,
    parts: &Parts,
    path: &str,
    query: &HashMap<String, String>,
    fault: Option<&Misbehavior>,
) -> Result<Answer, Refusal> {
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return Err(Refusal::method_not_allowed("GET, HEAD".to_owned()));
    }
    if parts.headers.contains_key(AUTHORIZATION) || parts.headers.contains_key("x-api-token") {
        return Err(Refusal::forbidden("Credentials are not accepted here"));
    }
    let id = path.split('/').nth(1).unwrap_or_default();
    let signature = query.get("signature").map_or("", String::as_str);
    let opened = match fault {
        Some(Misbehavior::ExpiredLink) => Err(LinkError::Expired),
        _ => bundles.open(id, signature),
    };
    let bundle = opened.map_err(|error| match error {
        LinkError::BadSignature => Refusal::forbidden("The signature does not match"),
        LinkError::Expired => Refusal::forbidden("The link has expired"),
    })?;
    let answer = whole(bundle, id);
    match fault {
        Some(Misbehavior::NoRange) => Ok(answer),
        _ => send_range(answer.header("accept-ranges", "bytes"), &parts.headers),
    }
}

fn whole(bundle: &Bundle, id: &str) -> Answer {
    let mut answer = Answer::empty(StatusCode::OK);
    answer.body = bundle.content.clone();
    answer.header("content-type", "application/zip").header("etag", tag(id))
}

fn tag(id: &str) -> String {
    format!("\"{id}\"")
}

/// Cuts a response to the requested range. An invalid header is ignored (RFC 9110, 14.2), and so
/// are several ranges, which would need a multipart response.
fn send_range(mut answer: Answer, headers: &HeaderMap) -> Result<Answer, Refusal> {
    let current =
        headers.get(IF_RANGE).is_none_or(|validator| Some(validator) == answer.headers.get("etag"));
    let parsed = headers
        .get(RANGE)
        .filter(|_| current)
        .and_then(|range| parse_range_header(range.to_str().ok()?).ok());
    let Some(parsed) = parsed else {
        return Ok(answer);
    };
    let size = answer.body.len();
    let range = match parsed.validate(size as u64).as_deref() {
        Ok([range]) if *range.start() < size as u64 => range.clone(),
        Ok([_, _, ..]) => return Ok(answer),
        _ => return Err(Refusal::range_not_satisfiable(size)),
    };
    let (start, end) = (*range.start() as usize, *range.end() as usize);
    answer.status = StatusCode::PARTIAL_CONTENT;
    answer.body = answer.body.slice(start..=end);
    Ok(answer.header("content-range", format!("bytes {start}-{end}/{size}")))
}
