//! The document with the addresses of a world.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::{InWorld, Problem, json_response};
use crate::settings::Urls;
use crate::worlds::World;

pub(super) async fn as_json(InWorld(world): InWorld) -> Response {
    json_response(&document(&world))
}

pub(super) async fn as_yaml(InWorld(world): InWorld) -> Result<Response, Problem> {
    let text = yaml_serde::to_string(&document(&world))
        .map_err(|error| Problem(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
    Ok(([(CONTENT_TYPE, "application/yaml")], text).into_response())
}

fn document(world: &World) -> Value {
    let mut document = world.document.value().clone();
    set_servers(&mut document, &world.settings.urls);
    if let Some(members) = document.as_object_mut() {
        // It links to a file of the repository.
        members.remove("externalDocs");
    }
    document
}

/// Sets the addresses of servers, on every level, and those of the OAuth flows.
fn set_servers(value: &mut Value, urls: &Urls) {
    let auth = urls.auth.trim_end_matches('/');
    let address = |name: &str| match name {
        "base_url" => Some(&urls.base),
        "auth_url" => Some(&urls.auth),
        "cursor_api_url" => Some(&urls.cursor),
        _ => None,
    };
    match value {
        Value::Object(members) => members.iter_mut().for_each(|(name, child)| match &**name {
            "authorizationUrl" if child.is_string() => {
                *child = json!(format!("{auth}/oauth2/auth"))
            }
            "tokenUrl" | "refreshUrl" if child.is_string() => {
                *child = json!(format!("{auth}/oauth2/token"));
            }
            _ => match (address(name), child.get_mut("default")) {
                (Some(address), Some(default)) if default.is_string() => *default = json!(address),
                _ => set_servers(child, urls),
            },
        }),
        Value::Array(elements) => elements.iter_mut().for_each(|child| set_servers(child, urls)),
        _ => {}
    }
}
