//! What was asked, done: authorize, count, validate, and the right answer.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::request::Parts;
use bytes::Bytes;
use serde_json::json;
use url::form_urlencoded;

use super::authorize::{authenticate, permit};
use super::target::Target;
use super::{background, bundle};
use crate::document::Operation;
use crate::faults::Misbehavior;
use crate::http::{Answer, Body, Notes, Parameters, Refusal, lenient, validate, write_nulls};
use crate::operations::{self, AccountCall, Addressing, Call, Handler, TokenCall};
use crate::quirks::Quirks;
use crate::settings::Server;
use crate::state::{Place, State, bare_project_id};
use crate::worlds::{InFlight, World};

/// What a request leaves beside its answer.
#[derive(Default)]
pub(super) struct Aside {
    pub(super) notes: Notes,
    /// Held until the answer goes out.
    in_flight: Option<InFlight>,
}

/// What became of a request.
pub(super) struct Outcome {
    pub(super) answer: Answer,
    pub(super) took_effect: bool,
    /// Why it was refused.
    pub(super) refused: Option<String>,
    pub(super) aside: Aside,
}

impl Outcome {
    fn new(server: Server, quirks: Quirks, result: Result<Answer, Refusal>, aside: Aside) -> Self {
        Self {
            took_effect: result.is_ok(),
            refused: result.as_ref().err().map(Refusal::reason),
            answer: result.unwrap_or_else(|refusal| refusal.answer(server, quirks)),
            aside,
        }
    }

    /// Nothing was done, since it was refused before anybody looked what it is.
    pub(super) fn refused(server: Server, quirks: Quirks, refusal: Refusal) -> Self {
        Self::new(server, quirks, Err(refusal), Aside::default())
    }

    /// Nothing was done; a fault answers.
    pub(super) fn nothing() -> Self {
        Self {
            answer: Answer::empty(StatusCode::OK),
            took_effect: false,
            refused: None,
            aside: Aside::default(),
        }
    }
}

/// Finds out what the right answer is, and does what was asked.
pub(super) fn handle(
    world: &Arc<World>,
    server: Server,
    target: Target,
    parts: &Parts,
    bytes: &Bytes,
    fault: Option<&Misbehavior>,
) -> Outcome {
    let (mut aside, mut answered) = (Aside::default(), None);
    let result = match target {
        Target::Unknown => Err(Refusal::not_found()),
        Target::NoWorld => Err(Refusal::new(StatusCode::NOT_FOUND, "There is no such world")),
        Target::WrongMethod(allowed) => Err(Refusal::method_not_allowed(allowed)),
        Target::Bundle(path) => {
            let query = pairs(parts).collect();
            bundle::answer(&world.state().bundles, parts, &path, &query, fault)
        }
        Target::Operation(operation, path, documented) => {
            answered = Some(operation);
            if !documented {
                let why = "A slash of a branch is sent as %2F, and none at the end.";
                aside.notes.coerced("path".to_owned(), why);
            }
            operate(world, operation, &path, parts, bytes, fault, &mut aside)
        }
    };
    let mut outcome = Outcome::new(server, *world.quirks(), result, aside);
    if let Some(operation) = answered {
        let nulls = *world.nulls();
        write_nulls(nulls, world.document, operation, &mut outcome.answer);
        check_answer(world, operation, &mut outcome.answer);
    }
    outcome.answer = outcome.aside.notes.tell(outcome.answer);
    outcome
}

/// Replaces an answer that the document does not have, which is a fault of the sandbox.
fn check_answer(world: &World, operation: &Operation, answer: &mut Answer) {
    if !(cfg!(debug_assertions) || world.settings.strict) {
        return;
    }
    if let Some(reason) = validate::mismatch(world.document, operation, answer) {
        let message = format!("the answer of {} does not fit the document: {reason}", operation.id);
        let body = json!({ "error": { "message": message, "code": 500 } });
        *answer = Answer::json(StatusCode::INTERNAL_SERVER_ERROR, &body);
    }
}

fn pairs(parts: &Parts) -> impl Iterator<Item = (String, String)> {
    let query = parts.uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).into_owned()
}

/// Does what an operation was asked for.
fn operate(
    world: &Arc<World>,
    operation: &'static Operation,
    path: &[(String, String)],
    parts: &Parts,
    bytes: &Bytes,
    fault: Option<&Misbehavior>,
    aside: &mut Aside,
) -> Result<Answer, Refusal> {
    let mut query = lenient::query(world.document, operation, pairs(parts), &mut aside.notes);
    if let Some(Misbehavior::List { cap: Some(cap), .. }) = fault {
        lower_limit(&mut query, *cap);
    }
    let parameters = Parameters { path, query: &query, headers: &parts.headers };
    match operation.security.is_empty() {
        true => without_credential(world, operation, &parameters, bytes, aside),
        false => call(world, operation, &parameters, bytes, aside),
    }
}

/// Takes the `limit` of a list for `cap` where it is greater or absent.
fn lower_limit(query: &mut HashMap<String, String>, cap: usize) {
    let limit = query.entry("limit".to_owned()).or_default();
    if limit.parse().map_or(true, |asked: usize| asked > cap) {
        *limit = cap.to_string();
    }
}

/// Parses and checks what an operation takes.
fn check_request(
    world: &World,
    operation: &Operation,
    parameters: &Parameters<'_>,
    bytes: &Bytes,
    notes: &mut Notes,
) -> Result<Body, Refusal> {
    let body = match &operation.request_body {
        Some(wanted) => {
            let mut body = Body::parse(operation, parameters.headers, bytes, notes)?;
            if let Some(body) = &mut body {
                let (document, schema) = (world.document, &wanted.schema);
                lenient::body(document, operation, schema, &mut body.value, notes);
            }
            body
        }
        None => {
            // What is sent with every request by some clients says nothing.
            if !matches!(bytes.trim_ascii(), b"" | b"{}" | b"[]" | b"null") {
                notes.unknown("body".to_owned(), std::iter::empty());
            }
            None
        }
    };
    match notes.refusal() {
        Some(refusal) if world.settings.strict => return Err(refusal),
        _ => validate::check(world.document, operation, parameters, body.as_ref())?,
    }
    Ok(body.unwrap_or_default())
}

fn without_credential(
    world: &World,
    operation: &Operation,
    parameters: &Parameters<'_>,
    bytes: &Bytes,
    aside: &mut Aside,
) -> Result<Answer, Refusal> {
    match operations::handler(&operation.id) {
        Some(Handler::Token(handler)) => {
            let body = check_request(world, operation, parameters, bytes, &mut aside.notes)?;
            handler(&mut TokenCall {
                oauth: &mut world.state().oauth,
                body: &body.value,
                settings: &world.settings,
            })
        }
        Some(Handler::Page(handler)) => handler(&mut world.state(), parameters.query),
        _ => Err(unserved(operation)),
    }
}

fn call(
    world: &Arc<World>,
    operation: &'static Operation,
    parameters: &Parameters<'_>,
    bytes: &Bytes,
    aside: &mut Aside,
) -> Result<Answer, Refusal> {
    let quirks = *world.quirks();
    let caller = authenticate(&world.state(), quirks, operation, parameters.headers)?;
    if !world.rate().admit(&caller.token) {
        return Err(too_many("Too many requests"));
    }
    let handler = operations::handler(&operation.id).ok_or_else(|| unserved(operation))?;
    let address = parameters.path.first().map_or("", |(_, value)| value.as_str());
    if let Handler::Project(..) = handler {
        aside.in_flight = world.start(bare_project_id(address));
        if aside.in_flight.is_none() {
            return Err(too_many("Too many requests of this project at the same time"));
        }
    }
    let body = check_request(world, operation, parameters, bytes, &mut aside.notes)?;
    let mut state = world.state();
    let place = match handler {
        Handler::Project(addressing, _) => {
            let place = find(&state, *addressing, address, world.settings.any_branch)?;
            permit(operation, &caller, &state.projects[place.project])?;
            Some(place)
        }
        _ => None,
    };
    let mut account = AccountCall {
        state: &mut state,
        caller: caller.user,
        parameters,
        body: &body,
        quirks,
        settings: &world.settings,
        effects: Vec::new(),
    };
    let (result, effects) = match (handler, place) {
        (Handler::Project(_, handler), Some(place)) => {
            let mut call = Call { account, place };
            (handler(&mut call), call.account.effects)
        }
        (Handler::Account(handler), _) => (handler(&mut account), account.effects),
        _ => return Err(unserved(operation)),
    };
    drop(state);
    background::start(world, effects);
    result
}

fn find(
    state: &State,
    addressing: Addressing,
    address: &str,
    any_branch: bool,
) -> Result<Place, Refusal> {
    match addressing {
        Addressing::Any => state
            .find(address)
            .or_else(|| state.find(any_branch.then(|| bare_project_id(address))?))
            .ok_or_else(Refusal::not_found),
        Addressing::Uuid => {
            let uuid = uuid::Uuid::try_parse(address)
                .ok()
                .filter(|uuid| uuid.get_version_num() == 7)
                .ok_or_else(|| Refusal::field("project_id", "This is not a UUID v7."))?;
            state
                .find(&uuid.to_string())
                .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "Target project not found"))
        }
    }
}

fn too_many(message: &str) -> Refusal {
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, message)
}

fn unserved(operation: &Operation) -> Refusal {
    let message = format!("{} is not served", operation.id);
    Refusal::new(StatusCode::NOT_IMPLEMENTED, message)
}
