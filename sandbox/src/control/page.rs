//! The files of the web page, with headers against injected scripts.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use super::Problem;

/// Own files only, no inline scripts, and no markup made from text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; \
     connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'";

pub(super) async fn index() -> Response {
    answer("html", include_str!("../page/index.html"))
}

pub(super) async fn file(Path(name): Path<String>) -> Response {
    match &*name {
        "style.css" => answer("css", include_str!("../page/style.css")),
        "main.js" => answer("javascript", include_str!("../page/main.js")),
        _ => Problem(StatusCode::NOT_FOUND, format!("there is no file {name:?}")).into_response(),
    }
}

fn answer(kind: &str, text: &'static str) -> Response {
    let headers = [
        ("content-type", &*format!("text/{kind}; charset=utf-8")),
        ("content-security-policy", POLICY),
        ("cache-control", "no-cache"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
    ];
    (headers, text).into_response()
}
