//! Events of a world, as server-sent events.

use std::convert::Infallible;

use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response, sse};
use futures_util::stream;
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::InWorld;
use crate::record::Event;

/// Events from now on, until the sandbox stops or the world is removed. Does not keep the world
/// alive.
pub(super) async fn get(InWorld(world): InWorld) -> Response {
    let events = world.record().listen();
    // Without a first event some clients do not see that they are connected.
    let first = message(&Event::new("listening", &json!({ "world": world.name })));
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
    let event = match events.recv().await {
        Ok(event) => event,
        Err(RecvError::Lagged(count)) => Event::new("missed", &json!({ "missed": count })),
        Err(RecvError::Closed) => return None,
    };
    Some((message(&event), events))
}

fn message(event: &Event) -> Message {
    Ok(sse::Event::default().event(event.name).data(&event.data))
}
