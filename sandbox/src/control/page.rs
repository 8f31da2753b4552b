//! The files of the web page and of the document viewer, with headers against injected scripts.

use std::borrow::Cow;
use std::io::{Cursor, Read as _};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Redirect, Response};
use url::Url;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

use super::Problem;
use crate::settings::Urls;
use crate::worlds::Worlds;

/// Own files only, no inline scripts, and no markup made from text.
const OWN_FILES: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; \
     frame-ancestors 'none'";
const NO_MARKUP: &str = "; require-trusted-types-for 'script'; trusted-types 'none'";

/// The files of both pages: name and text.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../page/", $name)))),*]
    };
}

const FILES: &[(&str, &str)] = files!["style.css", "main.js", "docs.js"];

const VIEWER: [&str; 2] = ["swagger-ui-bundle.js", "swagger-ui.css"];

pub(super) async fn index(State(worlds): State<Arc<Worlds>>) -> Response {
    let policy = format!("{OWN_FILES}{NO_MARKUP}");
    page(&worlds, include_str!("../page/index.html"), policy)
}

/// The viewer sends requests to the servers, and makes markup from the document.
pub(super) async fn docs(State(worlds): State<Arc<Worlds>>) -> Response {
    let urls = &worlds.default.settings.urls;
    let servers = format!("connect-src 'self' {}", origins(urls).join(" "));
    let policy = OWN_FILES.replace("connect-src 'self'", &servers);
    page(&worlds, include_str!("../page/docs.html"), policy)
}

/// The links of the viewer are relative.
pub(super) async fn docs_without_slash() -> Redirect {
    Redirect::permanent("docs/")
}

pub(super) async fn file(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((name, text)) => answer(name, "no-cache", *text),
        None => missing(&name),
    }
}

pub(super) async fn viewer_file(Path(name): Path<String>) -> Response {
    match VIEWER.iter().find(|known| **known == name).and_then(|name| unpacked(name)) {
        Some(bytes) => answer(&name, "max-age=3600", bytes),
        None => missing(&name),
    }
}

fn page(worlds: &Worlds, text: &str, policy: String) -> Response {
    let base = base_path(&worlds.default.settings.urls);
    let page = answer(".html", "no-cache", text.replace("{base}", &base));
    ([(CONTENT_SECURITY_POLICY, policy)], page).into_response()
}

fn answer(name: &str, cache: &str, body: impl Into<Body>) -> Response {
    let kind = match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    let headers = [
        (CONTENT_TYPE.as_str(), kind),
        (CACHE_CONTROL.as_str(), cache),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
    ];
    (headers, body.into()).into_response()
}

fn missing(name: &str) -> Response {
    Problem(StatusCode::NOT_FOUND, format!("there is no file {name:?}")).into_response()
}

/// The path of the control endpoints, escaped for an attribute.
fn base_path(urls: &Urls) -> String {
    let url = Url::parse(&urls.control);
    let path = url.map_or_else(|_| String::new(), |url| url.path().to_owned());
    let path = format!("{}/", path.trim_end_matches('/'));
    path.replace('&', "&amp;").replace('"', "&quot;")
}

/// The origins that the viewer sends requests to.
fn origins(urls: &Urls) -> Vec<String> {
    let all = [&urls.base, &urls.auth, &urls.cursor].into_iter();
    let origins = all.filter_map(|url| Url::parse(url).ok());
    let mut origins: Vec<_> = origins.map(|url| url.origin().ascii_serialization()).collect();
    origins.dedup();
    origins
}

/// A file of the viewer, from the archive of its release.
fn unpacked(name: &str) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED)).ok()?;
    let end = format!("/dist/{name}");
    let is_wanted = |path: &Cow<'_, str>| path.ends_with(&end) && path.matches('/').count() == 2;
    let path = archive.file_names().flatten().find(is_wanted)?.into_owned();
    let mut bytes = Vec::new();
    archive.by_name(&path).ok()?.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
