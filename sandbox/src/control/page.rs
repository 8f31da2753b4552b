//! The files of the web page, with headers against injected scripts.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use url::Url;

use super::Problem;
use crate::settings::Urls;
use crate::worlds::Worlds;

/// Own files only, no inline scripts, and no markup made from text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; \
     connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'";

pub(super) async fn index(State(worlds): State<Arc<Worlds>>) -> Response {
    let base = base_path(&worlds.default.settings.urls);
    answer("html", include_str!("../page/index.html").replace("{base}", &base))
}

pub(super) async fn file(Path(name): Path<String>) -> Response {
    match &*name {
        "style.css" => answer("css", include_str!("../page/style.css").to_owned()),
        "main.js" => answer("javascript", include_str!("../page/main.js").to_owned()),
        _ => Problem(StatusCode::NOT_FOUND, format!("there is no file {name:?}")).into_response(),
    }
}

fn answer(kind: &str, text: String) -> Response {
    let headers = [
        ("content-type", &*format!("text/{kind}; charset=utf-8")),
        ("content-security-policy", POLICY),
        ("cache-control", "no-cache"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
    ];
    (headers, text).into_response()
}

/// The path of the control endpoints, escaped for an attribute.
fn base_path(urls: &Urls) -> String {
    let url = Url::parse(&urls.control);
    let path = url.map_or_else(|_| String::new(), |url| url.path().to_owned());
    let path = format!("{}/", path.trim_end_matches('/'));
    path.replace('&', "&amp;").replace('"', "&quot;")
}
