//! Hooks: what they see of calls, what they add, and what they reject.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::TryStreamExt;
use l10n_client::hook::{AttemptInfo, CallHook, CallInfo, Hook};
use l10n_client::reqwest::header::HeaderMap;
use l10n_client::reqwest::{Method, StatusCode};
use l10n_client::{BoxError, Client, Error, ErrorKind};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, Server};

use crate::support::{World, pull_bundle, quick, world};

/// Writes down what it sees, adds a header, and rejects where it is told to.
#[derive(Debug, Clone, Default)]
struct Log {
    lines: Arc<Mutex<Vec<String>>>,
    rejects: bool,
    /// Sets a header of the client.
    forges: bool,
}

impl Log {
    fn note(&self, line: String) {
        self.lines.lock().unwrap().push(line);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.lines.lock().unwrap())
    }
}

struct Noted(Log, &'static str);

impl Hook for Log {
    fn call(&self, call: &CallInfo<'_>) -> Box<dyn CallHook> {
        let (method, template) = (call.method, call.url_template);
        self.note(format!("{} {method} {template}", call.operation));
        assert!(!format!("{call:?}").contains("signature"), "{call:?}");
        Box::new(Noted(self.clone(), call.operation))
    }
}

impl CallHook for Noted {
    fn attempt(&mut self, number: u32) -> Result<HeaderMap, BoxError> {
        if self.0.rejects {
            return Err("closed on Sundays".into());
        }
        let mut headers = HeaderMap::new();
        let name = if self.0.forges { "X-Api-Token" } else { "traceparent" };
        headers.insert(name, format!("00-{number}").parse()?);
        Ok(headers)
    }

    fn attempted(&mut self, attempt: &AttemptInfo<'_>) {
        let status = attempt.status().map_or(0, |status| status.as_u16());
        let (number, sent) = (attempt.number, attempt.body_length);
        let received = attempt.response_length.is_some();
        let failed = attempt.result.err().map(Error::kind);
        self.0.note(format!("{number}: {status} {sent:?} {received} {failed:?}"));
    }

    fn retrying(&mut self, pause: Duration) {
        self.0.note(format!("again after {} s", pause.as_secs()));
    }

    fn ended(&mut self, result: Result<StatusCode, &Error>) {
        let result = result.map(|status| status.as_u16()).map_err(Error::kind);
        self.0.note(format!("ended {result:?}"));
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        self.0.note(format!("over {}", self.1));
    }
}

fn client(world: &World, log: &Log) -> Client {
    world.builder().retry(quick()).hook(log.clone()).build().unwrap()
}

#[tokio::test]
async fn a_hook_sees_each_attempt_and_adds_to_it() {
    let (world, log) = (world().await, Log::default());
    let busy = Fault::new(Misbehavior::status(503)).on("getProject").times(1);
    world.meet(busy);
    let call = client(&world, &log).get_project(world.project.project_id).send().await;
    call.unwrap();
    assert_eq!(
        log.take(),
        [
            "getProject GET /projects/{project_id}",
            "1: 503 Some(0) true Some(Status)",
            "again after 0 s",
            "2: 200 Some(0) true None",
            "ended Ok(200)",
            "over getProject",
        ]
    );
    let requests = world.sandbox.requests();
    let traces: Vec<_> = requests.iter().map(|it| it.header("traceparent")).collect();
    assert_eq!(traces, [Some("00-1"), Some("00-2")]);
}

#[tokio::test]
async fn the_end_is_what_the_caller_gets() {
    let (world, log) = (world().await, Log::default());
    let client = client(&world, &log);
    let odd = Reply::new(200, ReplyBody::Text("<html>".to_owned()));
    let odd = Fault::new(Misbehavior::Respond(odd)).on("getProject");
    world.meet(odd);
    let call = client.get_project(world.project.project_id);
    assert_eq!(call.send().await.unwrap_err().kind(), ErrorKind::Decode);
    assert!(log.take().contains(&"ended Err(Decode)".to_owned()));

    client.get_project("none.1").send().await.unwrap_err();
    assert!(log.take().contains(&"ended Err(Status)".to_owned()));
}

#[tokio::test]
async fn what_a_hook_rejects_is_not_sent() {
    let world = world().await;
    let log = Log { rejects: true, ..Log::default() };
    let client = client(&world, &log);
    let error = client.get_project(world.project.project_id).send().await;
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Rejected, 0));
    assert!(
        error.with_causes().ends_with("a hook rejected the request: closed on Sundays"),
        "{error}"
    );
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.to_string(), "closed on Sundays");
    assert_eq!(world.sandbox.requests().len(), 0);
    let started = "getProject GET /projects/{project_id}";
    assert_eq!(log.take(), [started, "ended Err(Rejected)", "over getProject"]);
}

#[tokio::test]
async fn a_call_that_is_dropped_has_no_end() {
    let (world, log) = (world().await, Log::default());
    world.meet(Fault::new(Misbehavior::Delay(Duration::from_secs(300))));
    let client = client(&world, &log);
    tokio::select! {
        got = client.get_project(world.project.project_id).send() => panic!("{got:?}"),
        () = world.until_read("getProject", 1) => {}
    }
    assert_eq!(log.take(), ["getProject GET /projects/{project_id}", "over getProject"]);
}

#[tokio::test]
async fn downloads_are_seen_and_their_host_gets_no_header() {
    let (world, log) = (world().await, Log::default());
    let client = client(&world, &log);
    pull_bundle(&client, world.project.project_id).await;
    let lines = log.take();
    let start = "downloadBundle GET {bundle_url}".to_owned();
    let place = lines.iter().position(|line| *line == start).unwrap();
    let ended = ["1: 200 Some(0) true None", "ended Ok(200)", "over downloadBundle"];
    assert_eq!(lines[place + 1..], ended);
    for request in world.sandbox.requests() {
        let is_ours = request.server != Server::Bundle;
        assert_eq!(request.header("traceparent").is_some(), is_ours);
    }
}

#[tokio::test]
async fn a_body_in_pieces_ends_its_call() {
    let (world, log) = (world().await, Log::default());
    let client = client(&world, &log);
    let chunks = async || client.request(Method::GET, "projects").chunks().await.unwrap();
    let whole = chunks().await;
    assert_eq!(log.take(), ["request GET ", "1: 200 Some(0) false None"]);
    whole.into_inner().try_collect::<Vec<_>>().await.unwrap();
    assert_eq!(log.take(), ["ended Ok(200)", "over request"]);

    world.meet(Fault::new(Misbehavior::CutBody(0)));
    chunks().await.into_inner().try_collect::<Vec<_>>().await.unwrap_err();
    assert_eq!(log.take()[2..], ["ended Err(ConnectionLost)", "over request"]);
}

#[tokio::test]
async fn own_headers_stay_the_clients() {
    let (world, log) = (world().await, Log { forges: true, ..Log::default() });
    let error = client(&world, &log).get_project("p").send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Rejected);
    assert!(error.with_causes().contains("`x-api-token` is set by the client itself"), "{error}");
}
