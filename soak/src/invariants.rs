//! The invariants of a round, checked against the sandbox's record: no write is done twice, errors
//! are right about effects, tokens stay with the service and are refreshed once.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use l10n_sandbox::{DOWNLOAD_BUNDLE, SeenRequest};

use crate::caller::{Entry, Outcome, Rule, call_of};

/// How many requests the sandbox records.
const RECORDED: usize = 10_000;
/// Access tokens live for a second, and are refreshed when a tenth of that is left.
const SHORTEST_USE_MS: i64 = 500;

/// Compares writes with the record; returns the violations.
pub(crate) fn writes(entries: &[Entry], seen: &[SeenRequest]) -> Vec<String> {
    if seen.len() >= RECORDED {
        return vec!["the sandbox dropped recorded requests: make the rounds smaller".to_owned()];
    }
    let mut by_call: HashMap<u64, Vec<&SeenRequest>> = HashMap::new();
    for request in seen.iter().filter(|seen| seen.method != "GET") {
        if let Some(call) = call_of(&request.target) {
            by_call.entry(call).or_default().push(request);
        }
    }
    let mut violations = Vec::new();
    for entry in entries.iter().filter(|entry| entry.rule != Rule::Reads) {
        let requests = by_call.remove(&entry.number).unwrap_or_default();
        for problem in problems(entry, &requests) {
            let requests: Vec<_> =
                requests.iter().map(|seen| (&seen.method, seen.status, seen.took_effect)).collect();
            violations.push(format!("{problem}: {entry:?}; requests: {requests:?}"));
        }
    }
    violations
}

fn problems(entry: &Entry, requests: &[&SeenRequest]) -> Vec<&'static str> {
    let effects = requests.iter().filter(|seen| seen.took_effect).count();
    let mut problems = Vec::new();
    if entry.rule == Rule::AtMostOnce {
        if effects > 1 {
            problems.push("a write was done more than once");
        }
        let earlier = requests.split_last().map_or(&[][..], |(_, earlier)| earlier);
        if earlier.iter().any(|seen| seen.took_effect) {
            problems.push("a write was sent again after it had taken effect");
        }
    }
    match entry.outcome {
        Outcome::Done if effects == 0 => problems.push("reported as done, but was not"),
        Outcome::NoEffect if effects > 0 => problems.push("reported without effect, but had one"),
        _ => {}
    }
    // Waiting for a job makes calls of its own.
    let sent = u32::try_from(requests.len()).unwrap_or(u32::MAX);
    if entry.outcome != Outcome::Done && entry.attempts.is_some_and(|attempts| attempts < sent) {
        problems.push("more requests than the error reports");
    }
    problems
}

/// A credential goes to the API only, never to the host of a bundle.
pub(crate) fn leaks(seen: &[SeenRequest]) -> Vec<String> {
    let bundles = seen.iter().filter(|seen| seen.operation.as_deref() == Some(DOWNLOAD_BUNDLE));
    let headers = ["x-api-token", "authorization"];
    bundles
        .filter(|seen| headers.iter().any(|name| seen.header(name).is_some()))
        .map(|seen| format!("a download was sent with a credential: {}", seen.target))
        .collect()
}

/// An access token is refreshed once for all calls that need it, and every refresh is saved.
pub(crate) fn refreshes(entries: &[Entry], seen: &[SeenRequest], saved: u64) -> Vec<String> {
    let refreshes: Vec<_> = seen
        .iter()
        .filter(|seen| seen.operation.as_deref() == Some("requestToken") && seen.took_effect)
        .collect();
    // The client certainly got these responses, unless the call that refreshed was dropped.
    let received: Vec<_> = refreshes
        .iter()
        .filter(|seen| !seen.misbehaved && !was_dropped(entries, seen.started))
        .collect();
    let mut violations = Vec::new();
    if saved < received.len() as u64 || saved > refreshes.len() as u64 {
        let (received, all) = (received.len(), refreshes.len());
        violations.push(format!("{saved} refreshes saved; {received} of {all} were received"));
    }
    let begin = entries.iter().map(|entry| entry.began).min().unwrap_or_default();
    let end = entries.iter().map(|entry| entry.ended).max().unwrap_or_default();
    let expired = (end - begin).num_milliseconds() / SHORTEST_USE_MS;
    let is_rejected =
        |seen: &&SeenRequest| seen.status == Some(401) && seen.header("authorization").is_some();
    let due = 1 + expired + seen.iter().filter(is_rejected).count() as i64;
    if received.len() as i64 > due {
        violations.push(format!("{} refreshes, of which {due} were due", received.len()));
    }
    violations
}

/// Whether a call of the session was dropped at this time, or a list whose prefetched pages were.
fn was_dropped(entries: &[Entry], then: DateTime<Utc>) -> bool {
    let dropped = |entry: &Entry| {
        let is_list = entry.operation.starts_with("list");
        entry.failure.as_deref().is_some_and(|failure| is_list || failure == "cancelled")
    };
    entries.iter().any(|entry| {
        entry.with_session && dropped(entry) && (entry.began..=entry.ended).contains(&then)
    })
}
