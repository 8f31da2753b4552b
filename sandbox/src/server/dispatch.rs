//! One request from its head to its response: match, record, apply a fault, read, act, respond.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::response::Response;
use bytes::Bytes;

use super::operate::{Served, Target, operate};
use super::{Connection, misbehave};
use crate::faults::{Misbehavior, ResetMoment};
use crate::record::{SeenBody, SeenRequest, Stage};
use crate::settings::Server;
use crate::worlds::{World, Worlds};

/// The largest body, in bytes: a file of 1 GiB in Base64, and its options.
const LARGEST_BODY: usize = 1536 << 20;

pub(super) async fn serve(
    worlds: Arc<Worlds>,
    origin: String,
    connection: Connection,
    request: Request<Body>,
) -> Response {
    let (parts, mut body) = request.into_parts();
    let server = Server::at(parts.uri.path());
    // The world of a request for tokens is that of the client ID in its body.
    let early = match server {
        Server::Auth => Some(read(std::mem::take(&mut body)).await),
        _ => None,
    };
    let form = early.iter().flatten().next().map_or(&[][..], |form| form);
    let world = worlds.of(&parts, form);
    let (target, path) = Target::find(world.document, server, &parts);
    let (operation, parameters) = target.names();
    let (id, fault) = world.pending().take(operation, parts.method.as_str(), &path).unzip();
    let seen = SeenRequest::new(server, operation, parameters, &parts);
    let recording = Recording::new(&world, SeenRequest { fault: id, ..seen });
    let reset = match fault {
        Some(Misbehavior::Reset(moment)) => Some(moment),
        _ => None,
    };
    if reset == Some(ResetMoment::BeforeBody) {
        return misbehave::reset(&connection);
    }
    let body = match early {
        Some(body) => body,
        None => read(body).await,
    };
    recording.update(|seen| {
        let body = body.as_deref().unwrap_or_default();
        (seen.body_size, seen.body) = (body.len() as u64, SeenBody::of(body));
        seen.stage = Stage::Read;
    });
    // Without its whole body, the client went away.
    let Some(body) = body.filter(|_| reset != Some(ResetMoment::BeforeEffect)) else {
        return misbehave::reset(&connection);
    };
    // Files are decoded, parsed or written.
    let is_heavy = matches!(operation, Some("uploadFile" | "exportFiles" | "getProcess"));
    let is_replaced = matches!(&fault, Some(Misbehavior::Respond(reply)) if !reply.effect);
    let settings = world.settings_at(&origin);
    // The recording goes along: a request takes effect even if its client has gone meanwhile.
    let work = move || {
        let served = match is_replaced {
            true => Served::default(),
            false => operate((&world, &settings), server, target, &parts, &body),
        };
        recording.update(|seen| {
            (seen.took_effect, seen.refused) = (served.took_effect, served.refused.clone());
            [seen.unknown, seen.coerced, seen.ignored] = served.notes.places();
        });
        (served, recording)
    };
    let done = match is_heavy {
        true => tokio::task::spawn_blocking(work).await.ok(),
        false => Some(work()),
    };
    let Some((served, mut recording)) = done else {
        return misbehave::reset(&connection);
    };
    let (response, kept) = misbehave::answer(served.answer, fault, &connection).await;
    if reset.is_none() {
        recording.answer = Some((response.status().as_u16(), kept));
    }
    response
}

/// Reads a body; `None` if it was cut, or is too large.
async fn read(body: Body) -> Option<Bytes> {
    to_bytes(body, LARGEST_BODY).await.ok()
}

/// A request in the record of a world, until it ends. Without an answer it is lost: the connection
/// was reset, or the client went away.
#[derive(Debug)]
struct Recording {
    world: Arc<World>,
    number: u64,
    started: Instant,
    answer: Option<(u16, Option<SeenBody>)>,
}

impl Recording {
    fn new(world: &Arc<World>, seen: SeenRequest) -> Self {
        let number = world.record().enter(seen);
        Self { world: Arc::clone(world), number, started: Instant::now(), answer: None }
    }

    fn update(&self, change: impl FnOnce(&mut SeenRequest)) {
        self.world.record().update(self.number, change);
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        let (duration, answer) = (self.started.elapsed(), self.answer.take());
        let mut line = None;
        self.update(|seen| {
            seen.duration = Some(duration);
            seen.stage = if answer.is_some() { Stage::Answered } else { Stage::Lost };
            if let Some((status, body)) = answer {
                (seen.status, seen.answer) = (Some(status), body);
            }
            line = self.world.settings.log.then(|| seen.log_line());
        });
        if let Some(line) = line {
            // The reader may have gone.
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
    }
}
