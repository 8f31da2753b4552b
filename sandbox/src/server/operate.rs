//! What a request asks for, done: authorize, count, validate, call the handler.

use std::borrow::Cow;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::request::Parts;
use bytes::Bytes;
use serde_json::{Value, json};
use url::form_urlencoded;

use super::authorize::{Caller, authenticate, permit};
use super::{background, bundle};
use crate::document::{Document, Operation, PathParameters};
use crate::http::{Answer, Notes, Parameters, Refusal, body, lenient, validate, write_nulls};
use crate::operations::{self, Call, EXAMPLE};
use crate::quirks;
use crate::record::DOWNLOAD_BUNDLE;
use crate::settings::{Server, Settings};
use crate::state::{Place, bare_project_id};
use crate::worlds::{InFlight, World};

/// The longest path and query: a gateway in front of the service rejects longer ones.
const LONGEST_ADDRESS: usize = 8_000;
const UNKNOWN: &str = "no such endpoint: to stub it, add a fault with its `path` and `respond`";

pub(super) enum Target {
    Operation(&'static Operation, PathParameters),
    Bundle(String),
    /// Why it is for nothing.
    Refused(Refusal),
}

impl Target {
    /// Finds what a request is for, and its path below that of the server.
    pub(super) fn find<'p>(
        document: &'static Document,
        server: Server,
        parts: &'p Parts,
    ) -> (Self, Cow<'p, str>) {
        let (path, prefix) = (parts.uri.path(), server.prefix());
        if parts.uri.path_and_query().is_some_and(|it| it.as_str().len() > LONGEST_ADDRESS) {
            let refusal = Refusal::new(StatusCode::URI_TOO_LONG, "The address is too long");
            return (Self::Refused(refusal), path.into());
        }
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
        let path = document.canonical(url, path);
        let target = match document.find(url, parts.method.as_str(), &path) {
            Ok((operation, parameters)) => Self::Operation(operation, parameters),
            Err(methods) if methods.is_empty() => Self::Refused(Refusal::missing(UNKNOWN)),
            Err(methods) => Self::Refused(Refusal::method_not_allowed(methods.join(", "))),
        };
        (target, path)
    }

    /// The operation and the parameters in the path.
    pub(super) fn names(&self) -> (Option<&'static str>, &[(String, String)]) {
        match self {
            Self::Operation(operation, parameters) => (Some(&operation.id), parameters),
            Self::Bundle(_) => (Some(DOWNLOAD_BUNDLE), &[]),
            Self::Refused(_) => (None, &[]),
        }
    }
}

/// The result of a request. By default nothing was done, because a fault responds.
#[derive(Default)]
pub(super) struct Served {
    pub(super) answer: Answer,
    pub(super) took_effect: bool,
    pub(super) refused: Option<String>,
    pub(super) notes: Notes,
    /// Held until the response is sent.
    in_flight: Option<InFlight>,
}

pub(super) fn operate(
    (world, settings): (&Arc<World>, &Arc<Settings>),
    server: Server,
    target: Target,
    parts: &Parts,
    bytes: &Bytes,
) -> Served {
    let mut served = Served::default();
    let query = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
    let query: Vec<_> = query.into_owned().collect();
    let state = query.iter().find(|(name, _)| name == "state").map(|(_, state)| state.clone());
    let (asked, result) = match target {
        Target::Refused(refusal) => (None, Err(refusal)),
        Target::Bundle(path) => {
            let query = query.into_iter().collect();
            (None, bundle::answer(&world.state(), parts, &path, &query))
        }
        Target::Operation(operation, path) => {
            let result = lenient::query(operation, query, &mut served.notes).and_then(|query| {
                let parameters =
                    &Parameters { path: &path, query: &query, headers: &parts.headers };
                Run { world, settings, operation, parameters, bytes, served: &mut served }.run()
            });
            (Some(operation), result)
        }
    };
    served.refused = result.as_ref().err().map(Refusal::reason);
    served.took_effect = result.is_ok();
    let (preset, nulls) = (*world.variants(), *world.nulls());
    let refused = |refusal: Refusal| refusal.answer(server, preset, state.as_deref());
    let mut answer = result.unwrap_or_else(refused);
    if let Some(operation) = asked {
        if answer.status.is_success() && !answer.headers.contains_key(EXAMPLE) {
            preset.apply(&operation.id, &mut answer.body);
        }
        write_nulls(nulls, world.document, operation, &mut answer);
        answer = documented(world, operation, answer);
    }
    served.answer = served.notes.report(answer);
    served
}

/// Replaces a response that the document does not have, which is a bug of the sandbox.
fn documented(world: &World, operation: &Operation, answer: Answer) -> Answer {
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

/// A request of an operation on its way to the handler.
struct Run<'a> {
    world: &'a Arc<World>,
    settings: &'a Arc<Settings>,
    operation: &'static Operation,
    parameters: &'a Parameters<'a>,
    bytes: &'a Bytes,
    served: &'a mut Served,
}

impl Run<'_> {
    fn read_body(&mut self) -> Result<Value, Refusal> {
        let (document, notes) = (self.world.document, &mut self.served.notes);
        let mut body = None;
        if let Some(wanted) = &self.operation.request_body {
            body = body::parse(self.parameters.headers, self.bytes, notes)?;
            if let Some(body) = &mut body {
                quirks::complete_request(&self.operation.id, body);
                lenient::body(document, &wanted.schema, body, notes);
                operations::note_ignored(&self.operation.id, body, notes);
            }
        } else if !matches!(self.bytes.trim_ascii(), b"" | b"{}" | b"[]" | b"null") {
            // Some clients send an empty body with every request.
            notes.unknown("body".to_owned(), std::iter::empty());
        }
        if let Some(refusal) = notes.refusal().filter(|_| self.settings.strict) {
            return Err(refusal);
        }
        validate::check(document, self.operation, self.parameters, body.as_ref())?;
        Ok(body.unwrap_or_default())
    }

    /// Authenticates the caller, unless anybody may call, and counts the request.
    fn admit(&mut self, project: Option<&str>) -> Result<Caller, Refusal> {
        let too_many = |message: &str| Refusal::new(StatusCode::TOO_MANY_REQUESTS, message);
        let world = self.world;
        if self.operation.security.is_empty() {
            return Ok(Caller::default());
        }
        let (preset, headers) = (*world.variants(), self.parameters.headers);
        let caller = authenticate(&world.state(), preset, self.operation, headers)?;
        if !world.rate().admit(&caller.token) {
            return Err(too_many("Too many requests"));
        }
        if let Some(address) = project {
            self.served.in_flight = world.rate().start(bare_project_id(address));
            if self.served.in_flight.is_none() {
                return Err(too_many("Too many requests of this project at the same time"));
            }
        }
        Ok(caller)
    }

    fn run(mut self) -> Result<Answer, Refusal> {
        let Self { world, settings, operation, parameters, .. } = self;
        let address = parameters.path.first().map_or("", |(_, value)| value.as_str());
        let project = Some(address).filter(|_| operation.path.starts_with("/projects/{"));
        let caller = self.admit(project)?;
        let body = self.read_body()?;
        let preset = *world.variants();
        let mut state = world.state();
        let mut place = Place::NONE;
        if let Some(address) = project {
            let any_branch = || state.find(settings.any_branch.then(|| bare_project_id(address))?);
            let unknown = || Refusal::missing(format!("no such project or branch: {address}"));
            place = state.find(address).or_else(any_branch).ok_or_else(unknown)?;
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
        let result = operations::run(&mut call);
        call.emit_changes();
        let (processes, mut deliveries) = (call.processes, call.deliveries);
        let object = parameters.path.get(usize::from(project.is_some())..).unwrap_or_default();
        let result = result.map_err(|refusal| refusal.about_object(object));
        if !result.as_ref().is_ok_and(|answer| answer.status.is_success()) {
            deliveries.clear();
        }
        drop(state);
        background::deliver(world, deliveries);
        processes.into_iter().for_each(|id| background::start(world, settings, id));
        result
    }
}
