//! Every operation meets a fault of each rule, and one operation of each kind meets all faults:
//! what is retried, what never is, and what the error says.

mod fault;
mod rule;
mod sessions;

use std::time::Duration;

use l10n_client::{Client, ClientBuilder, Error};
use l10n_sandbox::{Misbehavior, Sandbox};

use crate::every::{Answered, Fixtures, Row, browser, chosen, every};
use crate::support::{builder, without_certificates};
use fault::{Again, Fault, PATIENCE, RESPONSE_LIMIT, faults, slow};
use rule::{End, Expected};

/// A call that meets a fault once, or at every attempt.
async fn meet(
    sandbox: &Sandbox,
    browser: &reqwest::Client,
    client: &Client,
    row: Row,
    fault: &Fault,
    lasting: bool,
) {
    let times = if lasting { "always" } else { "once" };
    let name = format!("{}: {} {times}", row.name(), fault.name);
    sandbox.reset();
    let needs = Fixtures::of(&row, sandbox, browser).await;
    sandbox.clear_requests();
    if let Some(what) = &fault.what {
        let set = l10n_sandbox::Fault::new(what.clone());
        sandbox.add_fault(if lasting { set.always() } else { set }).unwrap();
    }
    let policy = match fault.again {
        // As long as there is time, which is little here.
        Again::Limited if lasting => fault.policy.clone().max_elapsed(Duration::from_millis(100)),
        _ => fault.policy.clone(),
    };
    let client = client.with_options(l10n_client::CallOptions::new().retry(policy));
    let result = (row.call)(&client, &needs).sent.await;
    let requests = sandbox.requests().len();
    let found = Expected { end: end(&result), requests };
    assert_eq!(found, fault.expected(&row, lasting, requests), "{name}: {result:?}");
}

fn end(result: &Result<Answered, Error>) -> End {
    match result {
        Ok(_) => End::Done,
        Err(error) => End::Failed {
            kind: error.kind(),
            status: error.status().map(|status| status.as_u16()),
            attempts: error.attempts() as usize,
            may_have_taken_effect: error.may_have_taken_effect(),
        },
    }
}

/// What sandboxes do in each of the faults.
pub(crate) fn misbehaviors(foreign: &str) -> Vec<(String, Misbehavior)> {
    let faults = faults(foreign).into_iter();
    faults.filter_map(|fault| Some((fault.name, fault.what?))).collect()
}

fn settings(sandbox: &Sandbox) -> ClientBuilder {
    builder(sandbox).api_token(sandbox.tokens().read_write).max_response_size(RESPONSE_LIMIT)
}

/// A client of the matrix. New for each pair, since one that has met too many faults saves its
/// retries.
fn client(sandbox: &Sandbox, fault: &Fault) -> Client {
    let settings = match fault.what {
        Some(_) => settings(sandbox),
        None => settings_of_nobody(),
    };
    settings.build().unwrap()
}

/// Those of servers that there are no more.
fn settings_of_nobody() -> ClientBuilder {
    let place = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let settings = Client::builder(place.clone() + "/v2").auth_url(place.clone());
    settings
        .cursor_api_url(place + "/v1")
        .without_rate_limit()
        .api_token("c0ffee")
        .http(without_certificates)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_meets_a_fault_of_each_rule() {
    let workers = (0..4).map(|worker| {
        tokio::spawn(async move {
            let (sandbox, browser) =
                (Sandbox::builder().strict().start().await.unwrap(), browser());
            let foreign = sandbox.bundle_url().replace("127.0.0.1", "localhost") + "/elsewhere";
            for fault in faults(&foreign).into_iter().skip(worker).step_by(4) {
                for lasting in [false, true] {
                    // Nobody starts to listen between two attempts.
                    if fault.what.is_none() && !lasting {
                        continue;
                    }
                    for row in chosen(every(), fault.once_per_kind) {
                        let client = client(&sandbox, &fault);
                        meet(&sandbox, &browser, &client, row, &fault, lasting).await;
                    }
                }
            }
        })
    });
    for worker in workers.collect::<Vec<_>>() {
        worker.await.unwrap();
    }
}

/// Each pair has a sandbox of its own, for they wait at the same time: so that the time is enough
/// for all of them, one operation stands for all of its kind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operations_of_every_kind_meet_responses_that_are_too_slow() {
    let browser = browser();
    let pairs = slow()
        .into_iter()
        .flat_map(|fault| chosen(every(), true).into_iter().map(move |row| (fault.clone(), row)));
    let mut ready = Vec::new();
    for (fault, row) in pairs {
        let sandbox = Sandbox::builder().strict().start().await.unwrap();
        let client = settings(&sandbox).read_timeout(PATIENCE).build().unwrap();
        ready.push((sandbox, client, fault, row));
    }
    let waiting = ready.into_iter().map(|(sandbox, client, fault, row)| {
        let browser = browser.clone();
        tokio::spawn(async move { meet(&sandbox, &browser, &client, row, &fault, true).await })
    });
    for pair in waiting.collect::<Vec<_>>() {
        pair.await.unwrap();
    }
}
