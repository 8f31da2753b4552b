//! The bundle host: signed links and images, and no API credentials.

use std::collections::HashMap;

use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};

use crate::http::{Answer, Refusal};
use crate::operations::image_at;
use crate::state::State;

pub(super) fn answer(
    state: &State,
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
    if let Some(path) = path.strip_prefix("/screenshots/") {
        let (image, media_type) =
            image_at(state, path).ok_or_else(|| Refusal::missing("no such image"))?;
        let mut answer = Answer::empty(StatusCode::OK);
        answer.body = image;
        return Ok(answer.header("content-type", media_type));
    }
    let id = path.split('/').nth(1).unwrap_or_default();
    let signature = query.get("signature").map_or("", String::as_str);
    let bundle = state.bundles.open(id, signature);
    let bundle = bundle.ok_or_else(|| Refusal::forbidden("The link is wrong or has expired"))?;
    let mut answer = Answer::empty(StatusCode::OK);
    answer.body = bundle.clone();
    Ok(answer.header("content-type", "application/zip"))
}
