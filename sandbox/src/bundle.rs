//! The host of bundles: signed links, ranges, and no API credentials.

use std::collections::HashMap;

use axum::http::header::{
    ACCEPT_RANGES, AUTHORIZATION, CONTENT_TYPE, ETAG, HeaderMap, IF_RANGE, RANGE,
};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use bytes::Bytes;
use http_range_header::parse_range_header;

use crate::faults::Misbehavior;
use crate::server::Answer;
use crate::state::{Bundle, Bundles, LinkError};

/// Answers a download.
pub(crate) fn answer(
    bundles: &Bundles,
    parts: &Parts,
    query: &HashMap<String, String>,
    fault: Option<&Misbehavior>,
) -> Answer {
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return refuse(
            StatusCode::METHOD_NOT_ALLOWED,
            "Only GET and HEAD are allowed",
        );
    }
    if parts.headers.contains_key(AUTHORIZATION) || parts.headers.contains_key("x-api-token") {
        return refuse(
            StatusCode::FORBIDDEN,
            "Credentials are not accepted here, only signed links",
        );
    }
    let id = parts.uri.path().split('/').nth(1).unwrap_or_default();
    let signature = query.get("signature").map_or("", String::as_str);
    let opened = match fault {
        Some(Misbehavior::ExpiredLink) => Err(LinkError::Expired),
        _ => bundles.open(id, signature),
    };
    match opened {
        Ok(bundle) => send(
            bundle,
            id,
            &parts.headers,
            !matches!(fault, Some(Misbehavior::NoRange)),
        ),
        Err(LinkError::BadSignature) => {
            refuse(StatusCode::FORBIDDEN, "The signature does not match")
        }
        Err(LinkError::Expired) => refuse(StatusCode::FORBIDDEN, "The link has expired"),
    }
}

fn send(bundle: &Bundle, id: &str, headers: &HeaderMap, ranges: bool) -> Answer {
    let tag = format!("\"{id}\"");
    let mut answer = Answer::empty(StatusCode::OK).header("etag", &tag);
    answer
        .headers
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    answer.body = bundle.content.clone();
    if !ranges {
        return answer;
    }
    answer
        .headers
        .insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let current = headers
        .get(IF_RANGE)
        .is_none_or(|validator| Some(validator) == answer.headers.get(ETAG));
    match headers.get(RANGE).and_then(|range| range.to_str().ok()) {
        Some(range) if current => send_range(answer, range),
        _ => answer,
    }
}

/// Cuts a whole answer down to one range; a header that cannot be parsed is ignored (RFC 9110, 14.2).
fn send_range(mut answer: Answer, range: &str) -> Answer {
    let size = answer.body.len();
    let Ok(parsed) = parse_range_header(range) else {
        return answer;
    };
    let wanted = match parsed.validate(size as u64).as_deref() {
        Ok([range]) if *range.start() < size as u64 => range.clone(),
        // Several ranges would need a multipart answer; sending everything is always allowed.
        Ok([_, _, ..]) => return answer,
        _ => {
            let refusal = refuse(StatusCode::RANGE_NOT_SATISFIABLE, "There is no such range");
            return refusal.header("content-range", format!("bytes */{size}"));
        }
    };
    let (start, end) = (*wanted.start() as usize, *wanted.end() as usize);
    answer.status = StatusCode::PARTIAL_CONTENT;
    answer.body = answer.body.slice(start..=end);
    answer.header("content-range", format!("bytes {start}-{end}/{size}"))
}

/// A storage host knows nothing of the API's error bodies.
fn refuse(status: StatusCode, message: &'static str) -> Answer {
    let mut answer = Answer::empty(status);
    answer
        .headers
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
    answer.body = Bytes::from_static(message.as_bytes());
    answer
}
