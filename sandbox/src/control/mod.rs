//! The control endpoints: the library over HTTP and JSON, for tests in any language. The default
//! world is at the root, other worlds are below `/worlds/{name}`.

mod page;
mod state;

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{Query, Request};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::quirks::Preset;
use crate::record::RequestFilter;
use crate::seed;
use crate::state::parse_data;
use crate::webhooks::Delivery;
use crate::worlds::{DEFAULT_WORLD, WaitError, World, WorldError, Worlds};

const BODY_LIMIT: usize = 1 << 30;
/// How long to wait for requests, in milliseconds.
const TIMEOUT: u64 = 10_000;

/// The response of an endpoint, or what is wrong with the request.
type Answered = Result<(StatusCode, Value), (StatusCode, String)>;

pub(crate) async fn serve(worlds: Arc<Worlds>, origin: String, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().strip_prefix("/control").unwrap_or_default().to_owned();
    if let Some(file) = page::file(&path).filter(|_| parts.method.is_safe()) {
        return file;
    }
    let work = async {
        let body = to_bytes(body, BODY_LIMIT).await.map_err(bad_request)?;
        let segments: Vec<_> = path.split('/').skip(1).collect();
        let (name, path) = match segments[..] {
            ["worlds", name, ref path @ ..] if !path.is_empty() => (name, path),
            _ => (DEFAULT_WORLD, &segments[..]),
        };
        let missing = || (StatusCode::NOT_FOUND, format!("there is no world {name:?}"));
        let world = worlds.get(name).ok_or_else(missing)?;
        let path: Vec<_> = path.iter().map(ToString::to_string).collect();
        match (parts.method.as_str(), &*path.join("/")) {
            ("GET", "requests") => return requests(&world, &parts.uri).await,
            ("POST", "deliveries") => return send_example(&world, &body).await,
            _ => {}
        }
        // Data can be large.
        let steer = move || {
            let path: Vec<_> = path.iter().map(String::as_str).collect();
            steer(&worlds, &world, &origin, (parts.method.as_str(), &path), &body)
        };
        let failed = |error| (StatusCode::INTERNAL_SERVER_ERROR, format!("{error}"));
        tokio::task::spawn_blocking(steer).await.map_err(failed)?
    };
    match work.await {
        Ok((StatusCode::NO_CONTENT, _)) => StatusCode::NO_CONTENT.into_response(),
        Ok((status, value)) => (status, json_response(&value)).into_response(),
        Err((status, message)) => {
            (status, json_response(&json!({ "error": message }))).into_response()
        }
    }
}

/// Responds to everything but [`requests`] and [`send_example`].
fn steer(
    worlds: &Worlds,
    world: &World,
    origin: &str,
    (method, path): (&str, &[&str]),
    body: &[u8],
) -> Answered {
    let ok = |value| Ok((StatusCode::OK, value));
    match (method, path) {
        ("GET", ["state"]) => return ok(world.description_at(&world.settings_at(origin).urls)),
        ("GET", ["state", "data"]) => return ok(world.data()),
        ("PUT", ["state", "data"]) => world.set_data(&parse(body)?).map_err(bad_request)?,
        ("POST", ["reset" | "seed"]) if !body.is_empty() => {
            return Err(bad_request("this takes no body; PUT /state/data replaces the data"));
        }
        ("POST", ["reset"]) => world.reset(),
        ("POST", ["seed"]) => world.restore_data(),
        ("PUT", ["variants"]) => world.set_variants(parse_member(body, "preset")?),
        ("PUT", ["nulls"]) => world.set_nulls(parse_member(body, "nulls")?),
        ("PUT", ["rate_limit"]) => world.set_rate_limit(parse(body)?),
        ("GET", ["faults"]) => return ok(json!({ "faults": world.faults() })),
        ("POST", ["faults"]) => {
            let id = world.add_fault(parse(body)?).map_err(bad_request)?;
            return Ok((StatusCode::CREATED, json!({ "id": id })));
        }
        ("DELETE", ["faults"]) => world.clear_faults(),
        ("DELETE", ["faults", id]) => {
            if !id.parse().is_ok_and(|id| world.remove_fault(id)) {
                let message = format!("there is no fault {id}; GET /faults lists them");
                return Err((StatusCode::NOT_FOUND, message));
            }
        }
        ("DELETE", ["requests"]) => world.clear_requests(),
        ("GET", ["deliveries"]) => return ok(json!({ "deliveries": &*world.deliveries() })),
        ("GET", ["worlds"]) => {
            let worlds = worlds.all().into_iter().map(|world| {
                let settings = world.settings_at(origin);
                json!({ "world": world.name(), "control_url": settings.urls.control })
            });
            return ok(json!({ "worlds": worlds.collect::<Vec<_>>() }));
        }
        ("POST", ["worlds"]) => return create_world(worlds, origin, body),
        ("DELETE", ["worlds", name]) => worlds.remove(name).map_err(refused)?,
        _ => {
            let message = format!(
                "there is no {method} /{}; there are /state, /state/data, /reset, /seed, \
                 /variants, /nulls, /rate_limit, /faults, /faults/{{id}}, /requests and \
                 /deliveries, also below /worlds/{{name}}; /worlds; and the page /",
                path.join("/")
            );
            return Err((StatusCode::NOT_FOUND, message));
        }
    }
    Ok((StatusCode::NO_CONTENT, Value::Null))
}

/// A query of the record. It waits for requests if asked to.
async fn requests(world: &World, uri: &Uri) -> Answered {
    let query = Query::<RequestFilter>::try_from_uri(uri);
    let Query(filter) = query.map_err(|rejection| bad_request(rejection.body_text()))?;
    let limit = Duration::from_millis(filter.timeout.unwrap_or(TIMEOUT));
    world.wait(&filter, limit).await.map_err(|error| match error {
        WaitError::Operation(_) => bad_request(error),
        WaitError::TooFew { .. } => (StatusCode::REQUEST_TIMEOUT, error.to_string()),
    })?;
    let record = world.record();
    // Also those that are still arriving.
    let (seen, (first, last)) = (record.matching(&filter), record.range());
    Ok((StatusCode::OK, json!({ "requests": seen, "first": first, "last": last })))
}

/// Which event to send to a receiver.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    event: String,
    url: String,
}

async fn send_example(world: &World, body: &[u8]) -> Answered {
    let Example { event, url } = parse(body)?;
    let mut delivery = Delivery::example(&event, url).map_err(bad_request)?;
    delivery.send().await;
    world.list_delivery(delivery.clone());
    Ok((StatusCode::OK, json!(delivery)))
}

/// A new world. The body, and all its members, are optional.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct NewWorld {
    name: Option<String>,
    seed: Option<Value>,
    variants: Option<Preset>,
}

fn create_world(worlds: &Worlds, origin: &str, body: &[u8]) -> Answered {
    let body = if body.is_empty() { b"{}" } else { body };
    let NewWorld { name, seed, variants } = parse(body)?;
    let seed = seed.map(seed::read).transpose();
    let seed = seed.map_err(|error| bad_request(error.within("seed")))?;
    let world = worlds.create(name.as_deref(), seed, variants).map_err(refused)?;
    Ok((StatusCode::CREATED, world.description_at(&world.settings_at(origin).urls)))
}

fn refused(error: WorldError) -> (StatusCode, String) {
    let status = match error {
        WorldError::BadName(_) => StatusCode::BAD_REQUEST,
        WorldError::Taken(_) => StatusCode::CONFLICT,
        WorldError::Unknown(_) => StatusCode::NOT_FOUND,
    };
    (status, error.to_string())
}

fn bad_request(error: impl Display) -> (StatusCode, String) {
    (StatusCode::BAD_REQUEST, error.to_string())
}

/// Parses JSON of any content type: `curl -d` sends that of a form.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, (StatusCode, String)> {
    // Otherwise a list of values would be taken for those of an object.
    if body.trim_ascii_start().starts_with(b"[") {
        return Err(bad_request("the body must be a JSON object"));
    }
    parse_data(body).map_err(bad_request)
}

fn parse_member<T: DeserializeOwned>(body: &[u8], name: &str) -> Result<T, (StatusCode, String)> {
    let member = parse::<Map<String, Value>>(body)?.remove(name);
    let member = member.ok_or_else(|| bad_request(format!("missing field `{name}`")))?;
    T::deserialize(member).map_err(bad_request)
}

fn json_response(value: &Value) -> Response {
    ([("content-type", "application/json")], value.to_string()).into_response()
}
