//! Stands between a client and the sandbox, and keeps the bodies that go out.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use l10n_client::{Client, RetryPolicy};
use serde_json::Value;

use crate::support::World;

/// The bodies that went out, in their order.
#[derive(Clone)]
pub(crate) struct Recorder {
    origin: String,
    http: reqwest::Client,
    bodies: Arc<Mutex<Vec<Value>>>,
}

impl Recorder {
    /// A client of the same owner that goes through a recorder.
    pub(crate) async fn before(world: &World) -> (Client, Self) {
        let base = world.sandbox.base_url();
        let recorder = Self {
            origin: base.strip_suffix("/v2").unwrap_or(base).to_owned(),
            http: reqwest::Client::new(),
            bodies: Arc::default(),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(pass).with_state(recorder.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let client = Client::builder(format!("http://{address}/v2"))
            .api_token(world.sandbox.tokens().read_write)
            .without_rate_limit()
            .retry(RetryPolicy::never())
            .build()
            .unwrap();
        (client, recorder)
    }

    /// All bodies so far.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        self.bodies.lock().unwrap().clone()
    }

    /// The body that went out last.
    pub(crate) fn last(&self) -> Value {
        self.bodies.lock().unwrap().last().cloned().unwrap()
    }
}

/// Passes a request on as it came.
async fn pass(State(recorder): State<Recorder>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    if !body.is_empty() {
        let json = serde_json::from_slice(&body).unwrap();
        recorder.bodies.lock().unwrap().push(json);
    }
    let url = format!("{}{}", recorder.origin, parts.uri);
    let mut passed = recorder.http.request(parts.method, url).body(body);
    for (name, value) in &parts.headers {
        if name != "host" && name != "content-length" {
            passed = passed.header(name, value);
        }
    }
    let response = passed.send().await.unwrap();
    let mut passed_on = Response::builder().status(response.status());
    for (name, value) in response.headers() {
        if name != "transfer-encoding" {
            passed_on = passed_on.header(name, value);
        }
    }
    let body = response.bytes().await.unwrap();
    passed_on.body(Body::from(body)).unwrap()
}
