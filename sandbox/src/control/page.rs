//! The files of the web page, with headers against injected scripts.

use axum::response::{IntoResponse as _, Response};

/// Own files only, no inline scripts, and no markup made from text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; \
     connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'";

pub(super) fn file(path: &str) -> Option<Response> {
    let (kind, text) = match path {
        "" | "/" => ("html", include_str!("../page/index.html")),
        "/page/style.css" => ("css", include_str!("../page/style.css")),
        "/page/main.js" => ("javascript", include_str!("../page/main.js")),
        _ => return None,
    };
    let headers = [
        ("content-type", &*format!("text/{kind}; charset=utf-8")),
        ("content-security-policy", POLICY),
        ("cache-control", "no-cache"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
    ];
    Some((headers, text).into_response())
}
