//! The port of a sandbox, and how a request is served.

pub(crate) mod address;
mod authorize;
mod background;
mod bundle;
mod connection;
mod dispatch;
mod misbehave;
mod operate;
pub(crate) mod tls;

use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD,
    CONTENT_TYPE, ORIGIN,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

pub(crate) use address::Guard;
pub(crate) use connection::{Connection, Port};

use crate::control;
use crate::worlds::Worlds;

/// What the port serves.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) worlds: Arc<Worlds>,
    pub(crate) guard: Guard,
    pub(crate) is_tls: bool,
}

impl Site {
    /// Responds to a request. Web pages may use any method and header; those of unknown origins are
    /// rejected, and may read why.
    async fn serve(&self, connection: Connection, request: Request) -> Response {
        let allowed = [
            (ACCESS_CONTROL_ALLOW_ORIGIN, ORIGIN),
            (ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_REQUEST_METHOD),
            (ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_REQUEST_HEADERS),
        ];
        let allowed =
            allowed.map(|(name, asked)| Some((name, request.headers().get(asked)?.clone())));
        let mut response = self.respond(connection, request).await;
        let headers = response.headers_mut();
        headers.extend(allowed.into_iter().flatten());
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("*"));
        response
    }

    async fn respond(&self, connection: Connection, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let json = |status, body: String| {
            (status, [(CONTENT_TYPE, "application/json")], body).into_response()
        };
        if let Some(why) = self.guard.refuse(&parts) {
            return json(StatusCode::FORBIDDEN, json!({ "error": why }).to_string());
        }
        if parts.method == Method::OPTIONS {
            return StatusCode::OK.into_response();
        }
        let own = || self.worlds.default.auth_url().to_owned();
        let origin = address::origin(&parts, self.is_tls).unwrap_or_else(own);
        let server = parts.uri.path().split('/').nth(1).unwrap_or_default().to_owned();
        let (worlds, request) = (Arc::clone(&self.worlds), Request::from_parts(parts, body));
        match &*server {
            "health" => json(StatusCode::OK, r#"{"status":"ok"}"#.to_owned()),
            "control" => control::serve(worlds, origin, request).await,
            _ => dispatch::serve(worlds, origin, connection, request).await,
        }
    }
}
