//! The way of one request: match, record, misbehave, read, authorize, count, validate, do, answer.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Body as AxumBody;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use url::form_urlencoded;

use super::authorize::{authenticate, permit};
use super::body::{Body, ReadError, read};
use super::rate::InFlight;
use super::validate::{self, Parameters};
use super::{Answer, Connection, Refusal, Shared, misbehave};
use crate::document::{Document, Found, Operation};
use crate::faults::{DOWNLOAD_BUNDLE, Misbehavior, ResetMoment};
use crate::operations::{self, AccountCall, Addressing, Call, Handler, TokenCall};
use crate::record::Server;
use crate::state::{Place, State, bare_project_id};
use crate::{bundle, work};

/// What a request means.
enum Target {
    Operation(&'static Operation, Vec<(String, String)>),
    Bundle,
    WrongMethod(String),
    Unknown,
}

impl Target {
    fn find(document: &'static Document, server: Server, method: &str, path: &str) -> Self {
        let (prefix, url) = match server {
            Server::Main => ("/v2", "{base_url}"),
            Server::Cursor => ("/v1", "{cursor_api_url}"),
            Server::Auth => ("", "{auth_url}"),
            Server::Bundle => return Self::Bundle,
        };
        let Some(path) = path.strip_prefix(prefix) else {
            return Self::Unknown;
        };
        match document.find(url, method, path) {
            Found::Operation(operation, parameters) => Self::Operation(operation, parameters),
            Found::WrongMethod(allowed) => Self::WrongMethod(allowed.join(", ")),
            Found::Unknown => Self::Unknown,
        }
    }

    /// The operation, by the name that faults and the record use.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Operation(operation, _) => Some(&operation.id),
            Self::Bundle => Some(DOWNLOAD_BUNDLE),
            Self::WrongMethod(_) | Self::Unknown => None,
        }
    }
}

/// What became of a request.
struct Outcome {
    answer: Answer,
    took_effect: bool,
    /// Held until the answer goes out.
    _in_flight: Option<InFlight>,
}

impl Outcome {
    fn new(server: Server, result: Result<Answer, Refusal>, in_flight: Option<InFlight>) -> Self {
        Self {
            took_effect: result.is_ok(),
            answer: result.unwrap_or_else(|refusal| refusal.answer(server)),
            _in_flight: in_flight,
        }
    }

    /// Nothing was done; a fault answers.
    fn nothing() -> Self {
        Self {
            answer: Answer::empty(StatusCode::OK),
            took_effect: false,
            _in_flight: None,
        }
    }
}

/// Serves one request from its first byte to its answer.
pub(crate) async fn serve(
    shared: Arc<Shared>,
    server: Server,
    connection: Connection,
    request: Request<AxumBody>,
) -> Response {
    let (parts, body) = request.into_parts();
    let (method, path) = (parts.method.as_str(), parts.uri.path());
    let target = Target::find(shared.document, server, method, path);
    let number = shared.record().enter(server, target.name(), &parts);
    let fault = shared.faults().take(target.name());
    let misbehaves = fault.is_some();
    shared
        .record()
        .update(number, |seen| seen.misbehaved = misbehaves);

    if let Some(Misbehavior::Reset(ResetMoment::OnConnect | ResetMoment::BeforeBody)) = fault {
        return misbehave::reset(&connection);
    }
    let read = read(&parts.headers, body).await;
    let size = read.as_ref().map_or(0, |bytes| bytes.len() as u64);
    shared.record().update(number, |seen| seen.body_size = size);
    let outcome = match (read, &fault) {
        // Nobody is left to read an answer.
        (Err(ReadError::Cut), _) => return misbehave::reset(&connection),
        (Err(ReadError::TooLarge), _) => {
            let refusal = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large");
            Outcome::new(server, Err(refusal), None)
        }
        (Ok(_), Some(Misbehavior::Reset(ResetMoment::BeforeEffect))) => {
            return misbehave::reset(&connection);
        }
        (Ok(_), Some(Misbehavior::Respond(reply))) if !reply.effect => Outcome::nothing(),
        (Ok(bytes), fault) => handle(&shared, server, target, &parts, &bytes, fault.as_ref()),
    };
    let effect = outcome.took_effect;
    shared
        .record()
        .update(number, |seen| seen.took_effect = effect);
    let reset = matches!(fault, Some(Misbehavior::Reset(_)));
    let response = misbehave::answer(outcome.answer, fault, &connection).await;
    if !reset {
        let status = response.status().as_u16();
        shared
            .record()
            .update(number, |seen| seen.status = Some(status));
    }
    response
}

/// Finds out what the right answer is, and does what was asked.
fn handle(
    shared: &Arc<Shared>,
    server: Server,
    target: Target,
    parts: &Parts,
    bytes: &Bytes,
    fault: Option<&Misbehavior>,
) -> Outcome {
    let query = parts.uri.query().unwrap_or_default().as_bytes();
    let mut query: HashMap<String, String> = form_urlencoded::parse(query).into_owned().collect();
    if let Some(Misbehavior::List { cap: Some(cap), .. }) = fault {
        lower_limit(&mut query, *cap);
    }
    let mut in_flight = None;
    let mut answered = None;
    let result = match target {
        Target::Unknown => Err(Refusal::not_found("There is nothing at this path")),
        Target::WrongMethod(allowed) => Err(Refusal::method_not_allowed(allowed)),
        Target::Bundle => bundle::answer(&shared.state().bundles, parts, &query, fault),
        Target::Operation(operation, path) => {
            answered = Some(operation);
            let parameters = Parameters {
                path: &path,
                query: &query,
                headers: &parts.headers,
            };
            if operation.security.is_empty() {
                without_credential(shared, operation, &parameters, bytes)
            } else {
                call(shared, operation, &parameters, bytes, &mut in_flight)
            }
        }
    };
    let mut outcome = Outcome::new(server, result, in_flight);
    if let Some(operation) = answered {
        let nulls = *shared.nulls();
        nulls.apply(shared.document, operation, &mut outcome.answer);
    }
    outcome
}

/// Takes the `limit` of a list for `cap` where it is greater or absent.
fn lower_limit(query: &mut HashMap<String, String>, cap: usize) {
    let limit = query.entry("limit".to_owned()).or_default();
    if limit.parse().map_or(true, |asked: usize| asked > cap) {
        *limit = cap.to_string();
    }
}

/// Parses and checks the body that an operation takes.
fn check_request(
    shared: &Shared,
    operation: &Operation,
    parameters: &Parameters<'_>,
    bytes: &Bytes,
) -> Result<Body, Refusal> {
    let body = match operation.request_body {
        Some(_) => Body::parse(parameters.headers, bytes)?,
        None => None,
    };
    validate::check(shared.document, operation, parameters, body.as_ref())?;
    Ok(body.unwrap_or_default())
}

fn without_credential(
    shared: &Shared,
    operation: &Operation,
    parameters: &Parameters<'_>,
    bytes: &Bytes,
) -> Result<Answer, Refusal> {
    match operations::handler(&operation.id) {
        Some(Handler::Token(handler)) => {
            let body = check_request(shared, operation, parameters, bytes)?;
            handler(&mut TokenCall {
                oauth: &mut shared.state().oauth,
                body: &body.value,
                settings: &shared.settings,
            })
        }
        Some(Handler::Page(handler)) => handler(&mut shared.state(), parameters.query),
        _ => Err(unserved(operation)),
    }
}

fn call(
    shared: &Arc<Shared>,
    operation: &'static Operation,
    parameters: &Parameters<'_>,
    bytes: &Bytes,
    in_flight: &mut Option<InFlight>,
) -> Result<Answer, Refusal> {
    let caller = authenticate(&shared.state(), operation, parameters.headers)?;
    if !shared.rate().admit(&caller.token) {
        return Err(too_many("Too many requests"));
    }
    let handler = operations::handler(&operation.id).ok_or_else(|| unserved(operation))?;
    let address = parameters
        .path
        .first()
        .map_or("", |(_, value)| value.as_str());
    if let Handler::Project(..) = handler {
        *in_flight = InFlight::start(shared, bare_project_id(address));
        if in_flight.is_none() {
            return Err(too_many(
                "Too many requests of this project at the same time",
            ));
        }
    }
    let body = check_request(shared, operation, parameters, bytes)?;
    let mut state = shared.state();
    let place = match handler {
        Handler::Project(addressing, _) => {
            let place = find(&state, *addressing, address, shared.settings.any_branch)?;
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
        quirks: *shared.quirks(),
        settings: &shared.settings,
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
    work::start(shared, effects);
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
            .ok_or_else(|| Refusal::not_found("Project or branch not found")),
        Addressing::Uuid => {
            let uuid = uuid::Uuid::try_parse(address)
                .ok()
                .filter(|uuid| uuid.get_version_num() == 7)
                .ok_or_else(|| Refusal::field("project_id", "This is not a UUID v7."))?;
            state
                .find(&uuid.to_string())
                .ok_or_else(|| Refusal::not_found("Target project not found"))
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
