//! What happens in a world while it happens, as server-sent events.

use std::convert::Infallible;

use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response, sse};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::in_world::InWorld;
use crate::record::Event;

/// Events from now on, until the sandbox stops or the world is removed. Nothing of the world is
/// held meanwhile.
pub(super) async fn get(InWorld(world): InWorld) -> Response {
    let events = world.record().listen();
    // Without a first event some clients do not see that they are connected.
    let first = message("listening", &json!({ "world": world.name }));
    let events = stream::unfold((Some(first), events), |(first, events)| async {
        match first {
            Some(first) => Some((first, (None, events))),
            None => next(events?).await.map(|(it, events)| (it, (None, Some(events)))),
        }
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

type Message = Result<sse::Event, Infallible>;

async fn next(mut events: Receiver<Event>) -> Option<(Message, Receiver<Event>)> {
    let message = match events.recv().await {
        Ok(event) => {
            let (name, data) = event.form();
            message(name, &data)
        }
        Err(RecvError::Lagged(count)) => message("missed", &json!({ "missed": count })),
        Err(RecvError::Closed) => return None,
    };
    Some((message, events))
}

fn message(name: &str, data: &Value) -> Message {
    Ok(sse::Event::default().event(name).data(data.to_string()))
}
