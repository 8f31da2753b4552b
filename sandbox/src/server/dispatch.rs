//! The way of one request: match, record, misbehave, read, do, answer.

use std::sync::Arc;

use axum::body::Body as AxumBody;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use bytes::Bytes;

use super::entry::{Done, Entry};
use super::operate::{Outcome, handle};
use super::read::{ReadError, read};
use super::target::Target;
use super::{Connection, misbehave};
use crate::faults::{Asked, Misbehavior, ResetMoment, Take};
use crate::http::Refusal;
use crate::matcher::Heading;
use crate::record::Head;
use crate::settings::Server;
use crate::state::Address;
use crate::worlds::{World, Worlds, credential};

/// The largest body of an upload, in bytes: a file of 1 GiB in Base64, and its options.
const UPLOAD: usize = 1536 << 20;
/// That of any other request.
const CALL: usize = 64 << 20;

/// Serves one request from its first byte to its answer.
pub(crate) async fn serve(
    worlds: Arc<Worlds>,
    server: Server,
    connection: Connection,
    request: Request<AxumBody>,
) -> Response {
    let (parts, body) = request.into_parts();
    let (world, path) = worlds.of(&parts);
    let target = match &world {
        Some(world) => Target::find(world, server, parts.method.as_str(), path),
        None => Target::NoWorld,
    };
    let world = world.unwrap_or_else(|| Arc::clone(&worlds.default));
    let project = target.project(&world);
    let head = Head {
        server,
        operation: target.name(),
        parameters: target.parameters(),
        project: project.as_ref(),
        parts: &parts,
    };
    let entry = Entry::new(&world, &head);
    let asked = asked(&target, &parts, project.as_ref());
    let take = entry.befall(&asked, None);
    if let Some(Misbehavior::Reset(ResetMoment::OnConnect | ResetMoment::BeforeBody)) = take.what()
    {
        return misbehave::reset(&connection);
    }
    let limit = if target.name() == Some("uploadFile") { UPLOAD } else { CALL };
    let read = read(&parts.headers, body, limit).await;
    let fault = match (take, &read) {
        (Take::OnBody(first), Ok(bytes)) => entry.befall(&asked, Some((bytes, first))),
        (take, _) => take,
    };
    entry.read(read.as_ref().map_or(&[], |bytes| bytes));
    let fault = fault.what().cloned();
    let arrived = Arrived { world, server, target, parts, read, fault: fault.clone() };
    let Some((outcome, entry)) = arrived.act(entry).await else {
        return misbehave::reset(&connection);
    };
    let is_reset = matches!(fault, Some(Misbehavior::Reset(_)));
    let (response, kept) = misbehave::answer(outcome.answer, fault, &connection).await;
    if !is_reset {
        entry.answered(response.status().as_u16(), kept);
    }
    response
}

/// What faults go by, but the body.
fn asked<'a>(target: &'a Target, parts: &'a Parts, project: Option<&'a Address>) -> Asked<'a> {
    Asked {
        heading: Heading {
            operation: target.name(),
            method: parts.method.as_str(),
            project: project.map(|it| it.project.as_str()),
            branch: project.and_then(|it| it.branch.as_deref()),
        },
        token: credential(&parts.headers),
    }
}

/// A request that has come, or as much of it as is taken.
struct Arrived {
    world: Arc<World>,
    server: Server,
    target: Target,
    parts: Parts,
    read: Result<Bytes, ReadError>,
    /// What befalls it.
    fault: Option<Misbehavior>,
}

impl Arrived {
    /// Does what it asks for, which is entered; `None` where the connection is reset before that.
    async fn act(self, entry: Entry) -> Option<(Outcome, Entry)> {
        let is_heavy = self.target.is_heavy();
        let work = move || {
            let mut outcome = self.outcome()?;
            entry.done(Done {
                took_effect: outcome.took_effect,
                refused: outcome.refused.take(),
                unknown: outcome.aside.notes.unknown_places(),
                coerced: outcome.aside.notes.coerced_places(),
            });
            Some((outcome, entry))
        };
        match is_heavy {
            // Others are served meanwhile. A request that panics has no answer either way.
            true => tokio::task::spawn_blocking(work).await.ok().flatten(),
            false => work(),
        }
    }

    fn outcome(self) -> Option<Outcome> {
        let Self { world, server, target, parts, read, fault } = self;
        Some(match (read, fault.as_ref()) {
            // Nobody is left to read an answer.
            (Err(ReadError::Cut), _) => return None,
            (Err(ReadError::TooLarge), _) => {
                let status = StatusCode::PAYLOAD_TOO_LARGE;
                let refusal = Refusal::new(status, "The body is too large");
                Outcome::refused(server, *world.quirks(), refusal)
            }
            // Where an older fault asked for the body, it is too late for one that comes before it.
            (Ok(_), Some(Misbehavior::Reset(moment))) if *moment != ResetMoment::AfterEffect => {
                return None;
            }
            (Ok(_), Some(Misbehavior::Respond(reply))) if !reply.effect => Outcome::nothing(),
            (Ok(bytes), fault) => handle(&world, server, target, &parts, &bytes, fault),
        })
    }
}
