//! What the port serves: health, and below it the control endpoints and the APIs, for pages of
//! known origins.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD,
    CONTENT_TYPE, ORIGIN,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use serde_json::json;
use tower_http::compression::predicate::{NotForContentType, Predicate as _};
use tower_http::compression::{CompressionLayer, DefaultPredicate};

use super::address::origin;
use super::dispatch::serve;
use super::{Connection, Guard};
use crate::control;
use crate::settings::Urls;
use crate::worlds::Worlds;

const ANY: HeaderValue = HeaderValue::from_static("*");

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) worlds: Arc<Worlds>,
    pub(crate) guard: Guard,
    pub(crate) is_tls: bool,
    pub(crate) compress: bool,
}

impl Site {
    pub(crate) fn router(self) -> Router {
        let (worlds, compress) = (Arc::clone(&self.worlds), self.compress);
        let called = Arc::clone(&worlds);
        let call = move |Extension(connection): Extension<Connection>,
                         Extension(urls): Extension<Urls>,
                         request: Request| {
            serve(Arc::clone(&called), urls, connection, request)
        };
        let health = || async { ([(CONTENT_TYPE, "application/json")], r#"{"status":"ok"}"#) };
        let router = Router::new()
            .route("/health", get(health))
            .route("/control/health", get(health))
            .merge(control::router(worlds))
            .fallback(call)
            .layer(from_fn_with_state(Arc::new(self), admit));
        // A client may want the size of a bundle.
        let worth = DefaultPredicate::new().and(NotForContentType::new("application/zip"));
        match compress {
            true => router.layer(CompressionLayer::new().compress_when(worth)),
            false => router,
        }
    }
}

/// Rejects requests of unknown pages, answers the preflights of the others, and finds the addresses
/// for the response.
async fn admit(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Some(why) = site.guard.refuse(&parts) {
        let body = json!({ "error": why }).to_string();
        return (StatusCode::FORBIDDEN, [(CONTENT_TYPE, "application/json")], body).into_response();
    }
    let is_of_page = parts.headers.contains_key(ORIGIN);
    let asked = parts.headers.get(ACCESS_CONTROL_REQUEST_METHOD).cloned();
    let mut response = match asked.filter(|_| is_of_page && parts.method == Method::OPTIONS) {
        Some(method) => {
            let names = parts.headers.get(ACCESS_CONTROL_REQUEST_HEADERS).cloned().unwrap_or(ANY);
            let allowed =
                [(ACCESS_CONTROL_ALLOW_METHODS, method), (ACCESS_CONTROL_ALLOW_HEADERS, names)];
            (StatusCode::OK, allowed).into_response()
        }
        None => {
            let own = || site.worlds.default.settings.urls.clone();
            let urls = origin(&parts, site.is_tls).map_or_else(own, |it| Urls::below(&it));
            parts.extensions.insert(urls);
            next.run(Request::from_parts(parts, body)).await
        }
    };
    if is_of_page {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, ANY);
        response.headers_mut().insert(ACCESS_CONTROL_EXPOSE_HEADERS, ANY);
    }
    response
}
