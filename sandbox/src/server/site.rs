//! The service of a port: health, origin checks, CORS, and the way to the APIs or the control
//! endpoints.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, ORIGIN};
use axum::http::{Request, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use futures_util::FutureExt as _;
use serde_json::json;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_http::compression::CompressionLayer;
use tower_http::cors::{AllowHeaders, AllowMethods, Any, CorsLayer};

use super::dispatch::{record_forbidden, serve};
use super::{Connection, Guard};
use crate::settings::Server;
use crate::worlds::Worlds;

const CONTROL: &str = "/control";

/// What a port serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Api(Server),
    Control,
    All,
}

impl Part {
    /// The part that a path means.
    fn at(self, path: &str) -> Self {
        if self != Self::All {
            return self;
        }
        match path.split('/').nth(1) {
            Some("control") => Self::Control,
            Some("bundles") => Self::Api(Server::Bundle),
            Some("oauth2") => Self::Api(Server::Auth),
            Some("v1") => Self::Api(Server::Cursor),
            _ => Self::Api(Server::Main),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) worlds: Arc<Worlds>,
    pub(crate) part: Part,
    pub(crate) guard: Guard,
    pub(crate) control: Router,
    pub(crate) compress: bool,
}

impl Site {
    pub(crate) fn router(self) -> Router {
        let is_compressed = self.compress && self.part != Part::Api(Server::Bundle);
        let site = Arc::new(self);
        let handler = move |Extension(connection), request| {
            let site = Arc::clone(&site);
            async move { site.answer(connection, request).await }
        };
        let health = || async { ([(CONTENT_TYPE, "application/json")], r#"{"status":"ok"}"#) };
        let router = Router::new().route("/health", get(health)).fallback(handler);
        if is_compressed { router.layer(CompressionLayer::new()) } else { router }
    }

    async fn answer(&self, connection: Connection, request: Request<Body>) -> Response {
        match self.part.at(request.uri().path()) {
            Part::Api(server) => self.call(server, connection, request).await,
            Part::Control | Part::All => self.steer(request).await,
        }
    }

    async fn call(
        &self,
        server: Server,
        connection: Connection,
        request: Request<Body>,
    ) -> Response {
        let (parts, body) = request.into_parts();
        if let Some(why) = self.guard.refuse_page(&parts) {
            let (body, response) = forbidden(&why);
            record_forbidden(&self.worlds, server, &parts, why, &body);
            return response;
        }
        let is_of_page = parts.headers.contains_key(ORIGIN);
        let request = Request::from_parts(parts, body);
        let api = service_fn(|request| {
            let served = serve(Arc::clone(&self.worlds), server, connection.clone(), request);
            served.map(Ok::<_, Infallible>)
        });
        let answered = match is_of_page {
            true => cors().layer(api).oneshot(request).await,
            false => api.oneshot(request).await,
        };
        answered.unwrap_or_else(|never| match never {})
    }

    async fn steer(&self, request: Request<Body>) -> Response {
        let (mut parts, body) = request.into_parts();
        if let Some(why) = self.guard.refuse(&parts) {
            return forbidden(&why).1;
        }
        if self.part == Part::All {
            parts.uri = without_control(&parts.uri);
        }
        let request = Request::from_parts(parts, body);
        let answered = self.control.clone().oneshot(request).await;
        answered.unwrap_or_else(|never: Infallible| match never {})
    }
}

/// Allows everything: `Guard::refuse_page` has checked the origin.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods(AllowMethods::mirror_request())
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(Any)
        .max_age(Duration::from_secs(600))
}

fn forbidden(why: &str) -> (String, Response) {
    let body = json!({ "error": why }).to_string();
    let json = [(CONTENT_TYPE, "application/json")];
    (body.clone(), (StatusCode::FORBIDDEN, json, body).into_response())
}

/// The address of a control endpoint on a port of its own.
fn without_control(uri: &Uri) -> Uri {
    let own = uri.path_and_query().and_then(|it| it.as_str().strip_prefix(CONTROL));
    let own = own.map(|own| if own.starts_with('/') { own.to_owned() } else { format!("/{own}") });
    own.and_then(|own| own.parse().ok()).unwrap_or_else(|| uri.clone())
}
