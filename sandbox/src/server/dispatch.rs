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
use super::entry::{Done, Entry};
use super::rate::InFlight;
use super::validate::{self, Parameters};
use super::worlds::credential;
use super::{Answer, Connection, Notes, Refusal, World, Worlds, liberal, misbehave};
use crate::document::{Document, Found, Operation};
use crate::faults::{Asked, DOWNLOAD_BUNDLE, Misbehavior, ResetMoment, Take};
use crate::operations::{self, AccountCall, Addressing, Call, Handler, TokenCall};
use crate::quirks::Quirks;
use crate::record::{Head, Server};
use crate::state::{Address, Place, State, bare_project_id};
use crate::{bundle, work};

/// What the parameter of a path is called that names a project.
const PROJECT: [&str; 2] = ["project_id", "projectId"];

/// What a request means.
enum Target {
    /// An operation, the parameters in its path, and whether the path is written as documented.
    Operation(&'static Operation, Vec<(String, String)>, bool),
    /// A download, by its path.
    Bundle(String),
    WrongMethod(String),
    Unknown,
    /// It is addressed to a world that is not there.
    NoWorld,
}

impl Target {
    fn find(document: &'static Document, server: Server, method: &str, path: &str) -> Self {
        let (prefix, url) = match server {
            Server::Main => ("/v2", "{base_url}"),
            Server::Cursor => ("/v1", "{cursor_api_url}"),
            Server::Auth => ("", "{auth_url}"),
            Server::Bundle => return Self::Bundle(path.to_owned()),
        };
        let Some(path) = path.strip_prefix(prefix) else {
            return Self::Unknown;
        };
        // The answer to HEAD is that to GET, and has its body taken off on the way out.
        let method = if method == "HEAD" { "GET" } else { method };
        match document.find(url, method, path) {
            Found::Operation(operation, parameters) => {
                let documented = operation.path.matches('/').count() == path.matches('/').count();
                Self::Operation(operation, parameters, documented)
            }
            Found::WrongMethod(allowed) => Self::WrongMethod(allowed.join(", ")),
            Found::Unknown => Self::Unknown,
        }
    }

    /// The operation, by the name that faults and the record use.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Operation(operation, ..) => Some(&operation.id),
            Self::Bundle(_) => Some(DOWNLOAD_BUNDLE),
            Self::WrongMethod(_) | Self::Unknown | Self::NoWorld => None,
        }
    }

    /// The parameters in the path.
    fn parameters(&self) -> &[(String, String)] {
        match self {
            Self::Operation(_, parameters, _) => parameters,
            _ => &[],
        }
    }

    /// The project that the path names.
    fn project(&self, world: &World) -> Option<Address> {
        let mut parameters = self.parameters().iter();
        let (_, address) = parameters.find(|(name, _)| PROJECT.contains(&name.as_str()))?;
        Some(Address::of(&world.state(), address))
    }
}

/// What a request leaves beside its answer.
#[derive(Default)]
struct Aside {
    notes: Notes,
    /// Held until the answer goes out.
    in_flight: Option<InFlight>,
}

/// What became of a request.
struct Outcome {
    answer: Answer,
    took_effect: bool,
    /// Why it was refused.
    refused: Option<String>,
    aside: Aside,
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

    /// Nothing was done; a fault answers.
    fn nothing() -> Self {
        Self {
            answer: Answer::empty(StatusCode::OK),
            took_effect: false,
            refused: None,
            aside: Aside::default(),
        }
    }
}

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
        Some(world) => Target::find(world.document, server, parts.method.as_str(), path),
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
    let asked = Asked {
        operation: target.name(),
        method: parts.method.as_str(),
        project: project.as_ref(),
        token: credential(&parts.headers),
    };
    let take = entry.befall(&asked, None);
    if let Some(Misbehavior::Reset(ResetMoment::OnConnect | ResetMoment::BeforeBody)) = take.what()
    {
        return misbehave::reset(&connection);
    }
    let read = read(&parts.headers, body).await;
    let fault = match (take, &read) {
        (Take::OnBody(first), Ok(bytes)) => entry.befall(&asked, Some((bytes, first))),
        (take, _) => take,
    };
    entry.read(read.as_ref().map_or(&[], |bytes| bytes));
    let fault = fault.what().cloned();
    let Some(outcome) = outcome(&world, server, target, &parts, read, fault.as_ref()) else {
        return misbehave::reset(&connection);
    };
    entry.done(Done {
        took_effect: outcome.took_effect,
        refused: outcome.refused,
        unknown: outcome.aside.notes.unknown_places(),
        coerced: outcome.aside.notes.coerced_places(),
    });
    let is_reset = matches!(fault, Some(Misbehavior::Reset(_)));
    let (response, kept) = misbehave::answer(outcome.answer, fault, &connection).await;
    if !is_reset {
        entry.answered(response.status().as_u16(), kept);
    }
    response
}

/// What becomes of a request that was read; `None` where the connection is reset before that.
fn outcome(
    world: &Arc<World>,
    server: Server,
    target: Target,
    parts: &Parts,
    read: Result<Bytes, ReadError>,
    fault: Option<&Misbehavior>,
) -> Option<Outcome> {
    Some(match (read, fault) {
        // Nobody is left to read an answer.
        (Err(ReadError::Cut), _) => return None,
        (Err(ReadError::TooLarge), _) => {
            let refusal = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large");
            Outcome::new(server, *world.quirks(), Err(refusal), Aside::default())
        }
        // Where an older fault asked for the body, it is too late for one that comes before it.
        (Ok(_), Some(Misbehavior::Reset(moment))) if *moment != ResetMoment::AfterEffect => {
            return None;
        }
        (Ok(_), Some(Misbehavior::Respond(reply))) if !reply.effect => Outcome::nothing(),
        (Ok(bytes), fault) => handle(world, server, target, parts, &bytes, fault),
    })
}

/// Finds out what the right answer is, and does what was asked.
fn handle(
    world: &Arc<World>,
    server: Server,
    target: Target,
    parts: &Parts,
    bytes: &Bytes,
    fault: Option<&Misbehavior>,
) -> Outcome {
    let (mut aside, mut answered) = (Aside::default(), None);
    let result = match target {
        Target::Unknown => Err(Refusal::not_found(match parts.uri.path().contains("//") {
            true => "There is nothing at this path, in which // is a slash too many",
            false => "There is nothing at this path",
        })),
        Target::NoWorld => Err(Refusal::not_found("There is no such world")),
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
        nulls.apply(world.document, operation, &mut outcome.answer);
    }
    outcome.answer = outcome.aside.notes.tell(outcome.answer);
    outcome
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
    let query = liberal::query(world.document, operation, pairs(parts), &mut aside.notes);
    let mut query = query.map_err(|error| Refusal::document(&error))?;
    if let Some(Misbehavior::List { cap: Some(cap), .. }) = fault {
        lower_limit(&mut query, *cap);
    }
    let parameters = Parameters {
        path,
        query: &query,
        headers: &parts.headers,
    };
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
                liberal::body(document, operation, schema, &mut body.value, notes)
                    .map_err(|error| Refusal::document(&error))?;
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
    let address = parameters
        .path
        .first()
        .map_or("", |(_, value)| value.as_str());
    if let Handler::Project(..) = handler {
        aside.in_flight = InFlight::start(world, bare_project_id(address));
        if aside.in_flight.is_none() {
            return Err(too_many(
                "Too many requests of this project at the same time",
            ));
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
    work::start(world, effects);
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
