//! CORS, for pages of this machine.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};

const ANY: HeaderValue = HeaderValue::from_static("*");
const TEN_MINUTES: HeaderValue = HeaderValue::from_static("600");

/// Returns the response to a preflight. Other `OPTIONS` requests are for the API.
pub(super) fn preflight(request: &Parts) -> Option<Response> {
    let asked = |name| request.headers.get(name).cloned();
    let method = asked(ACCESS_CONTROL_REQUEST_METHOD)?;
    if request.method != Method::OPTIONS || !request.headers.contains_key(ORIGIN) {
        return None;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    allow(headers);
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, method);
    // A star does not include `Authorization`.
    if let Some(wanted) = asked(ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, wanted);
    }
    headers.insert(ACCESS_CONTROL_MAX_AGE, TEN_MINUTES);
    headers.insert(VARY, HeaderValue::from_static("Access-Control-Request-Headers"));
    Some(response)
}

/// Allows the page to read a response and its headers.
pub(super) fn allow(answer: &mut HeaderMap) {
    answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, ANY);
    answer.insert(ACCESS_CONTROL_EXPOSE_HEADERS, ANY);
}
