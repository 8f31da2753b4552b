//! What was sent to webhooks, and examples to be sent to a receiver.

use axum::body::Bytes;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::{InWorld, Problem, bad_request, json_response, parse};
use crate::webhooks::Delivery;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    event: String,
    url: String,
}

pub(super) async fn list(InWorld(world): InWorld) -> Response {
    json_response(&json!({ "deliveries": &*world.deliveries() }))
}

pub(super) async fn send_example(
    InWorld(world): InWorld,
    body: Bytes,
) -> Result<Response, Problem> {
    let Wanted { event, url } = parse(&body)?;
    let mut delivery = Delivery::example(&event, url).map_err(bad_request)?;
    delivery.send().await;
    world.list_delivery(delivery.clone());
    Ok(json_response(&json!(delivery)))
}
