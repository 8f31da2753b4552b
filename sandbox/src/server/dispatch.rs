//! One request from its head to its response: match, record, apply a fault, read, act, respond.

use std::error::Error;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body as AxumBody, HttpBody as _, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use http_body_util::LengthLimitError;

use super::operate::{Outcome, Target, handle};
use super::{Connection, misbehave};
use crate::faults::{Misbehavior, ResetMoment};
use crate::http::Refusal;
use crate::record::{SeenBody, SeenRequest, Stage};
use crate::settings::{Server, Urls};
use crate::worlds::{World, Worlds};

/// The largest body of an upload, in bytes: a file of 1 GiB in Base64, and its options.
const UPLOAD: usize = 1536 << 20;
const CALL: usize = 64 << 20;
const ADDRESS: usize = 8_000;

pub(crate) async fn serve(
    worlds: Arc<Worlds>,
    urls: Urls,
    connection: Connection,
    request: Request<AxumBody>,
) -> Response {
    let (parts, mut body) = request.into_parts();
    let server = Server::at(parts.uri.path());
    // The world of a request for tokens is that of the client ID in its body.
    let early = match server {
        Server::Auth => Some(read(std::mem::take(&mut body), CALL).await),
        _ => None,
    };
    let form = early.iter().flatten().flatten().next().map(|form| &form[..]).unwrap_or_default();
    let (world, path) = (worlds.of(&parts, form), parts.uri.path());
    let size = path.len() + parts.uri.query().map_or(0, |query| query.len() + 1);
    let (target, path) = match server != Server::Bundle && size > ADDRESS {
        true => {
            let refusal = Refusal::new(StatusCode::URI_TOO_LONG, "The address is too long");
            (Target::Refused(refusal), path.into())
        }
        false => Target::find(&world, server, parts.method.as_str(), path),
    };
    let applied = world.pending().take(target.name(), parts.method.as_str(), &path);
    let (operation, parameters) = (target.name(), target.parameters());
    let mut seen = SeenRequest::new(server, operation, parameters, &parts);
    let has_secrets = world.document.has_secrets(&parts.method, &path);
    if has_secrets {
        parts.uri.path().clone_into(&mut seen.target);
    }
    let (id, fault) = applied.unzip();
    (seen.fault, seen.misbehaved) = (id, id.is_some());
    let entry = Entry::new(&world, seen);
    let moment = match fault {
        Some(Misbehavior::Reset(moment)) => Some(moment),
        _ => None,
    };
    if moment == Some(ResetMoment::BeforeBody) {
        return misbehave::reset(&connection);
    }
    let limit = if target.name() == Some("uploadFile") { UPLOAD } else { CALL };
    let body = match early {
        Some(body) => body,
        None => read(body, limit).await,
    };
    let (size, kept) = match body.iter().flatten().next() {
        Some(body) if !has_secrets => (body.len(), SeenBody::of(body)),
        body => (body.map_or(0, Bytes::len), None),
    };
    entry.update(|seen| {
        (seen.body_size, seen.body, seen.stage) = (size as u64, kept, Stage::Read);
    });
    // With a body that was cut, the client went away.
    let Some(body) = body.filter(|_| moment != Some(ResetMoment::BeforeEffect)) else {
        return misbehave::reset(&connection);
    };
    // Files are decoded, parsed or written.
    let is_heavy = matches!(target.name(), Some("uploadFile" | "exportFiles" | "getProcess"));
    let is_replaced = matches!(&fault, Some(Misbehavior::Respond(reply)) if !reply.effect);
    // The entry goes along: a request takes effect even if its client has gone meanwhile.
    let settings = world.settings_at(urls);
    let work = move || {
        let outcome = match (body, is_replaced) {
            (Some(_), true) => Outcome::default(),
            (Some(bytes), false) => handle((&world, &settings), server, target, &parts, &bytes),
            (None, _) => {
                let why = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large");
                let refused = Target::Refused(why);
                handle((&world, &settings), server, refused, &parts, &Bytes::new())
            }
        };
        entry.update(|seen| {
            (seen.took_effect, seen.refused) = (outcome.took_effect, outcome.refused.clone());
            seen.unknown = outcome.notes.unknown_places();
            seen.coerced = outcome.notes.coerced_places();
        });
        (outcome, entry)
    };
    let done = match is_heavy {
        true => tokio::task::spawn_blocking(work).await.ok(),
        false => Some(work()),
    };
    let Some((outcome, entry)) = done else {
        return misbehave::reset(&connection);
    };
    let (response, kept) = misbehave::answer(outcome.answer, fault, &connection).await;
    if moment.is_none() {
        entry.answered(response.status().as_u16(), kept);
    }
    response
}

/// Reads a body; `None` if it was cut, and an empty `Some` if it is too large.
async fn read(body: AxumBody, limit: usize) -> Option<Option<Bytes>> {
    if body.size_hint().lower() > limit as u64 {
        return Some(None);
    }
    match to_bytes(body, limit).await {
        Ok(bytes) => Some(Some(bytes)),
        Err(error) => error.source()?.is::<LengthLimitError>().then_some(None),
    }
}

/// An entry in the record of a world. An entry that is dropped without a response is lost: the
/// connection was reset, or the client went away.
#[derive(Debug)]
struct Entry {
    world: Arc<World>,
    number: u64,
    started: Instant,
    answered: bool,
}

impl Entry {
    fn new(world: &Arc<World>, seen: SeenRequest) -> Self {
        let number = world.record().enter(seen);
        Self { world: Arc::clone(world), number, started: Instant::now(), answered: false }
    }

    fn update(&self, change: impl FnOnce(&mut SeenRequest)) {
        self.world.record().update(self.number, change);
    }

    fn answered(mut self, status: u16, answer: Option<SeenBody>) {
        self.answered = true;
        self.ended(|seen| {
            (seen.status, seen.answer, seen.stage) = (Some(status), answer, Stage::Answered);
        });
    }

    fn ended(&self, change: impl FnOnce(&mut SeenRequest)) {
        let duration = self.started.elapsed();
        let mut line = None;
        self.update(|seen| {
            seen.duration = Some(duration);
            change(seen);
            line = self.world.settings.log.then(|| seen.log_line());
        });
        if let Some(line) = line {
            // The reader may have gone.
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if !self.answered {
            self.ended(|seen| seen.stage = Stage::Lost);
        }
    }
}
