//! What a request asks for, done: authorize, count, validate, call the handler.

use std::borrow::Cow;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::request::Parts;
use bytes::Bytes;
use serde_json::{Value, json};
use url::form_urlencoded;

use super::authorize::{authenticate, permit};
use super::{background, bundle};
use crate::document::{Found, Operation};
use crate::http::{Answer, Notes, Parameters, Refusal, body, lenient, validate, write_nulls};
use crate::matcher::DOWNLOAD_BUNDLE;
use crate::operations::{self, Call, EXAMPLE, Handler, TokenCall};
use crate::quirks;
use crate::settings::{Server, Settings};
use crate::state::{Place, State, bare_project_id};
use crate::worlds::{InFlight, World};

const UNKNOWN: &str = "no such endpoint: to stub it, add a fault with its `path` and `respond`";

pub(super) enum Target {
    Operation(&'static Operation, Vec<(String, String)>),
    Bundle(String),
    /// Why it is for nothing.
    Refused(Refusal),
}

impl Target {
    /// Finds what a request is for, and its path below that of the server.
    pub(super) fn find<'p>(
        world: &World,
        server: Server,
        method: &str,
        path: &'p str,
    ) -> (Self, Cow<'p, str>) {
        let prefix = server.prefix();
        let Some(path) = path.strip_prefix(prefix) else {
            let what = format!("no such endpoint: paths begin with {prefix}");
            return (Self::Refused(Refusal::missing(what)), path.into());
        };
        let url = match server {
            Server::Main => "{base_url}",
            Server::Cursor => "{cursor_api_url}",
            Server::Auth => "{auth_url}",
            Server::Bundle => return (Self::Bundle(path.to_owned()), path.into()),
        };
        let path = world.document.canonical(url, path);
        let target = match world.document.find(url, method, &path) {
            Found::Operation(operation, parameters) => Self::Operation(operation, parameters),
            Found::WrongMethod(methods) => {
                Self::Refused(Refusal::method_not_allowed(methods.join(", ")))
            }
            Found::Unknown => Self::Refused(Refusal::missing(UNKNOWN)),
        };
        (target, path)
    }

    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Operation(operation, _) => Some(&operation.id),
            Self::Bundle(_) => Some(DOWNLOAD_BUNDLE),
            Self::Refused(_) => None,
        }
    }

    pub(super) fn parameters(&self) -> &[(String, String)] {
        match self {
            Self::Operation(_, parameters) => parameters,
            Self::Bundle(_) | Self::Refused(_) => &[],
        }
    }
}

/// The result of a request. By default nothing was done, because a fault responds.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) answer: Answer,
    pub(super) took_effect: bool,
    pub(super) refused: Option<String>,
    pub(super) notes: Notes,
    /// Held until the response is sent.
    _in_flight: Option<InFlight>,
}

pub(super) fn handle(
    (world, settings): (&Arc<World>, &Arc<Settings>),
    server: Server,
    target: Target,
    parts: &Parts,
    bytes: &Bytes,
) -> Outcome {
    let (mut notes, mut in_flight, mut operation) = (Notes::default(), None, None);
    let result = match target {
        Target::Refused(refusal) => Err(refusal),
        Target::Bundle(path) => {
            let query = pairs(parts).collect();
            bundle::answer(&world.state(), parts, &path, &query)
        }
        Target::Operation(found, path) => {
            operation = Some(found);
            lenient::query(found, pairs(parts), &mut notes).and_then(|query| {
                let parameters = Parameters { path: &path, query: &query, headers: &parts.headers };
                let place = (world, settings, found);
                run(place, (&parameters, bytes), &mut notes, &mut in_flight)
            })
        }
    };
    let refused = result.as_ref().err().map(Refusal::reason);
    let took_effect = result.is_ok();
    let mut answer = result.unwrap_or_else(|refusal| refusal.answer(server, *world.variants()));
    if let Some(operation) = operation {
        if answer.status.is_success() && !answer.headers.contains_key(EXAMPLE) {
            let variants = *world.variants();
            variants.apply(&operation.id, &mut answer.body);
        }
        let nulls = *world.nulls();
        write_nulls(nulls, world.document, operation, &mut answer);
        answer = checked(world, operation, answer);
    }
    let answer = notes.report(answer);
    Outcome { answer, took_effect, refused, notes, _in_flight: in_flight }
}

fn run(
    (world, settings, operation): (&Arc<World>, &Arc<Settings>, &'static Operation),
    (parameters, bytes): (&Parameters<'_>, &Bytes),
    notes: &mut Notes,
    in_flight: &mut Option<InFlight>,
) -> Result<Answer, Refusal> {
    match operations::handler(&operation.id) {
        Handler::Token(handler) => {
            let body = check_request(world, operation, parameters, bytes, notes)?;
            let oauth = &mut world.state().oauth;
            handler(&mut TokenCall { oauth, body: &body, settings })
        }
        Handler::Page(handler) => {
            check_notes(world, notes)?;
            handler(&mut world.state(), parameters.query)
        }
        handler => {
            call((world, settings), operation, handler, (parameters, bytes), notes, in_flight)
        }
    }
}

/// Replaces a response that the document does not have, which is a bug of the sandbox.
fn checked(world: &World, operation: &Operation, answer: Answer) -> Answer {
    if !(cfg!(debug_assertions) || world.settings.strict) {
        return answer;
    }
    let Some(reason) = validate::mismatch(world.document, operation, &answer) else {
        return answer;
    };
    let message = format!("the response of {} does not fit the document: {reason}", operation.id);
    let body = json!({ "error": { "message": message, "code": 500 } });
    Answer::json(StatusCode::INTERNAL_SERVER_ERROR, &body)
}

fn pairs(parts: &Parts) -> impl Iterator<Item = (String, String)> {
    let query = parts.uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).into_owned()
}

fn check_request(
    world: &World,
    operation: &Operation,
    parameters: &Parameters<'_>,
    bytes: &Bytes,
    notes: &mut Notes,
) -> Result<Value, Refusal> {
    let mut body = None;
    if let Some(wanted) = &operation.request_body {
        body = body::parse(parameters.headers, bytes, notes)?;
        if let Some(body) = &mut body {
            quirks::complete_request(&operation.id, body);
            lenient::body(world.document, &wanted.schema, body, notes);
            operations::note_ignored(&operation.id, body, notes);
        }
    } else if !matches!(bytes.trim_ascii(), b"" | b"{}" | b"[]" | b"null") {
        // Some clients send an empty body with every request.
        notes.unknown("body".to_owned(), std::iter::empty());
    }
    check_notes(world, notes)?;
    validate::check(world.document, operation, parameters, body.as_ref())?;
    Ok(body.unwrap_or_default())
}

fn check_notes(world: &World, notes: &Notes) -> Result<(), Refusal> {
    match notes.refusal() {
        Some(refusal) if world.settings.strict => Err(refusal),
        _ => Ok(()),
    }
}

fn call(
    (world, settings): (&Arc<World>, &Arc<Settings>),
    operation: &'static Operation,
    handler: Handler,
    (parameters, bytes): (&Parameters<'_>, &Bytes),
    notes: &mut Notes,
    in_flight: &mut Option<InFlight>,
) -> Result<Answer, Refusal> {
    let preset = *world.variants();
    let too_many = |message: &str| Refusal::new(StatusCode::TOO_MANY_REQUESTS, message);
    let caller = authenticate(&world.state(), preset, operation, parameters.headers)?;
    if !world.rate().admit(&caller.token) {
        return Err(too_many("Too many requests"));
    }
    let address = parameters.path.first().map_or("", |(_, value)| value.as_str());
    let is_of_project = operation.path.starts_with("/projects/{");
    if is_of_project {
        *in_flight = world.rate().start(bare_project_id(address));
        if in_flight.is_none() {
            return Err(too_many("Too many requests of this project at the same time"));
        }
    }
    let body = check_request(world, operation, parameters, bytes, notes)?;
    let mut state = world.state();
    let mut place = Place::NONE;
    if is_of_project {
        place = find(&state, address, world.settings.any_branch)?;
        permit(operation, &caller, &state.projects[place.project])?;
    }
    let mut call = Call {
        operation,
        place,
        state: &mut state,
        caller: caller.user,
        parameters,
        body: &body,
        preset,
        settings,
        processes: Vec::new(),
        deliveries: Vec::new(),
    };
    let result = match handler {
        Handler::Call(handler) => handler(&mut call),
        Handler::Resource(resource, action) => resource.run(action, &mut call),
        Handler::Token(_) | Handler::Page(_) => return Err(Refusal::not_found()),
    };
    call.emit_changes();
    let (processes, mut deliveries) = (call.processes, call.deliveries);
    let object = parameters.path.get(usize::from(is_of_project)..).unwrap_or_default();
    let result = result.map_err(|refusal| refusal.about_object(object));
    if !result.as_ref().is_ok_and(|answer| answer.status.is_success()) {
        deliveries.clear();
    }
    drop(state);
    background::deliver(world, deliveries);
    processes.into_iter().for_each(|id| background::start(world, settings, id));
    result
}

fn find(state: &State, address: &str, any_branch: bool) -> Result<Place, Refusal> {
    state
        .find(address)
        .or_else(|| state.find(any_branch.then(|| bare_project_id(address))?))
        .ok_or_else(|| Refusal::missing(format!("no such project or branch: {address}")))
}
