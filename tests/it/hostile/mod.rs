//! Responses that are not as documented, each served over HTTP: whatever comes, the client does not
//! panic, keeps what came, and reads all that the service may vary.
//!
//! Every example of every response of the document is changed in every place in every way
//! (`changes`), and at random in several.

mod calls;
mod changes;
mod headers;
mod json;
mod responses;
mod schema;
mod size;

use std::panic::AssertUnwindSafe;
use std::sync::Mutex;

use futures_util::{FutureExt, StreamExt, stream};
use l10n_client::ErrorKind;
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use serde_json::Value;

use crate::support::{World, world};
use calls::{Outcome, call};
use changes::{Change, changes};
use responses::{ExampleResponse, responses};

/// Sandboxes at work at the same time.
const WORLDS: usize = 4;

/// A body to serve, and what it was made from.
struct Case<'a> {
    response: &'a ExampleResponse,
    /// What was changed, for whoever reads of a failure.
    what: String,
    body: Vec<u8>,
    /// The body, where it is a value.
    value: Option<Value>,
    /// Whether it must be read.
    is_allowed: bool,
}

impl Case<'_> {
    /// Serves the body, and judges what the client makes of it.
    async fn run(&self, world: &World) -> Result<(), String> {
        let response = self.response;
        let reply = Reply::new(response.status, ReplyBody::Bytes(self.body.clone().into()));
        let fault = Fault::new(Misbehavior::Respond(reply));
        world.sandbox.add_fault(fault.on(response.operation)).unwrap();
        let call = call(&world.client, &world.project, response.operation);
        let judged = match AssertUnwindSafe(call).catch_unwind().await {
            Ok(outcome) => self.judge(&outcome),
            Err(panic) => Err(format!("panic: {:?}", panic.downcast_ref::<String>())),
        };
        judged.map_err(|trouble| {
            let shown = String::from_utf8_lossy(&self.body[..self.body.len().min(600)]);
            format!("{}: {}: {trouble}: {shown}", response.pointer, self.what)
        })
    }

    fn judge(&self, outcome: &Outcome) -> Result<(), String> {
        let error = match outcome {
            Ok(read) if self.response.is_success() => return self.judge_success(read),
            Ok(_) => return Err("an error was taken for a success".to_owned()),
            Err(error) => error,
        };
        let text = error.to_string();
        let kind = match self.response.is_success() {
            true => ErrorKind::Decode,
            false => ErrorKind::Status,
        };
        let is_kept = error.kind() == kind
            && error.status().is_some_and(|status| status == self.response.status)
            && error.body().is_some_and(|body| *body == self.body)
            && error.operation() == Some(self.response.operation);
        if !is_kept {
            return Err(format!("not all is kept in {error:?}"));
        }
        if text.contains(char::is_control) {
            return Err(format!("{text:?} is more than one line"));
        }
        if kind == ErrorKind::Status {
            return Ok(());
        }
        if !text.contains(" column ") && !self.body.is_empty() {
            return Err(format!("{text:?} does not say where"));
        }
        let expected = self.value.as_ref().and_then(|value| self.response.read(value));
        match self.is_allowed || expected.is_some() {
            true => Err(format!("not read: {text}")),
            false => Ok(()),
        }
    }

    /// What was read is what came, as far as the document describes it.
    fn judge_success(&self, read: &Value) -> Result<(), String> {
        let Some(value) = &self.value else {
            return Ok(());
        };
        match self.response.read(value) {
            Some(expected) if expected == *read => Ok(()),
            Some(expected) => Err(format!("read as {read}, and it is {expected}")),
            None => Err(format!("read as {read}, and it should be rejected")),
        }
    }
}

/// A case for one change of an example.
fn single<'a>(response: &'a ExampleResponse, change: &Change) -> Case<'a> {
    let changed = change.apply(response.body).unwrap();
    Case {
        response,
        what: change.name.clone(),
        body: json::render(&changed),
        is_allowed: change.is_allowed && response.may_be(&changed),
        value: (!json::is_raw(&changed)).then_some(changed),
    }
}

/// Every change of every place of an example.
fn every_change(response: &ExampleResponse) -> Vec<Change> {
    let places = response.places(response.body);
    let of_place = |place| {
        let place: schema::Place<'_> = place;
        let value = response.body.pointer(&place.pointer).unwrap();
        changes(&place, value)
    };
    places.into_iter().flat_map(of_place).collect()
}

/// The body cut short, and with more around it.
fn wholes(response: &ExampleResponse) -> Vec<Case<'_>> {
    let body = response.body.to_string().into_bytes();
    let case = |what: &str, body: Vec<u8>, is_allowed: bool| Case {
        response,
        what: what.to_owned(),
        body,
        value: None,
        is_allowed: is_allowed && response.is_success(),
    };
    let cuts = (0..body.len()).step_by(1 + body.len() / 12);
    let cuts = cuts.map(|end| case("cut short", body[..end].to_vec(), false));
    let around = [
        ("blanks around it", "\r\n\t ", " \n", true),
        ("something behind it", "", "x", false),
        ("a second body behind it", "", "{}", false),
        ("a byte order mark", "\u{feff}", "", false),
        ("a comment", "/* */", "", false),
        ("a NUL behind it", "", "\0", false),
    ];
    let around = around.map(|(what, before, behind, is_allowed)| {
        case(what, [before.as_bytes(), &body, behind.as_bytes()].concat(), is_allowed)
    });
    let utf_16 = std::str::from_utf8(&body).unwrap().encode_utf16();
    let utf_16 = utf_16.flat_map(u16::to_be_bytes).collect();
    cuts.chain(around).chain([case("UTF-16", utf_16, false)]).collect()
}

/// Runs all cases, in several worlds at the same time, and fails with the first of those that
/// failed.
async fn run_all(cases: impl Iterator<Item = Case<'_>>) {
    let worlds: Vec<_> = stream::iter(0..WORLDS).then(|_| world()).collect().await;
    let shared = Mutex::new((cases, 0));
    let work = worlds.iter().map(|world| async {
        let mut failed = Vec::new();
        loop {
            let next = {
                let mut queue = shared.lock().unwrap();
                queue.1 += 1;
                queue.0.next()
            };
            let Some(case) = next else { return failed };
            failed.extend(case.run(world).await.err());
        }
    });
    let failed = futures_util::future::join_all(work).await.concat();
    let count = shared.into_inner().unwrap().1 - WORLDS;
    println!("{count} responses");
    let shown = failed.iter().take(30).map(String::as_str).collect::<Vec<_>>();
    assert!(failed.is_empty(), "{} of {count} failed:\n{}", failed.len(), shown.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_of_every_response_is_read_or_rejected_in_words() {
    let responses = responses();
    assert!(responses.len() > 40, "only {} responses", responses.len());
    run_all(responses.iter().flat_map(|response| {
        let changes = every_change(response).into_iter();
        changes.map(|change| single(response, &change)).chain(wholes(response))
    }))
    .await;
}

/// How many combinations of changes are tried, always the same ones.
const COMBINATIONS: u32 = 1_000;
/// A body that has grown to this is changed no more.
const LARGE: usize = 1 << 16;

#[test]
fn several_changes_at_once_are_read_or_rejected_in_words() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (world, responses) = (runtime.block_on(world()), responses());
    let config = Config { cases: COMBINATIONS, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let strategy = (any::<Index>(), vec((any::<(Index, Index)>(), weighted(0.9)), 2..7));
    let result = TestRunner::new_with_rng(config, rng).run(&strategy, |(response, picked)| {
        let case = combination(response.get(&responses), &picked);
        let run = runtime.block_on(case.run(&world));
        run.map_err(TestCaseError::fail)
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// A place, a way to change it, and whether that shall be one that the service may take.
type Picked = ((Index, Index), bool);

/// A case for several changes, one after the other.
fn combination<'a>(response: &'a ExampleResponse, picked: &[Picked]) -> Case<'a> {
    let (mut body, mut what, mut is_allowed) = (response.body.clone(), Vec::new(), true);
    for ((place, way), allowed_only) in picked {
        let places = response.places(&body);
        let place = place.get(&places);
        let mut changes = changes(place, body.pointer(&place.pointer).unwrap());
        changes.retain(|change| change.is_allowed || !allowed_only);
        if changes.is_empty() {
            continue;
        }
        let change = way.get(&changes).clone();
        let Some(changed) = change.apply(&body) else {
            continue;
        };
        if json::render(&changed).len() > LARGE {
            break;
        }
        (body, is_allowed) = (changed, is_allowed && change.is_allowed);
        what.push(change.name);
    }
    Case {
        response,
        what: what.join(", "),
        body: json::render(&body),
        is_allowed: is_allowed && response.may_be(&body),
        value: (!json::is_raw(&body)).then_some(body),
    }
}
