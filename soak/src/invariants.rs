//! The invariants of a round, checked against the sandbox's record: no write is done twice, errors
//! are right about effects, and tokens are refreshed once for all calls.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use l10n_sandbox::SeenRequest;

use crate::caller::{Entry, Outcome, Rule, call_of};

/// How many requests the sandbox records.
const RECORDED: usize = 10_000;
/// Access tokens live for a second, and are refreshed when a tenth of that is left.
const SHORTEST_USE: Duration = Duration::from_millis(900);

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
        if let Some(problem) = problem(entry, &requests) {
            let requests: Vec<_> =
                requests.iter().map(|seen| (&seen.method, seen.status, seen.took_effect)).collect();
            let Entry { number, operation, error, .. } = entry;
            let call = format!("{operation} (call {number}, error {error:?})");
            violations.push(format!("{call} {problem}; requests: {requests:?}"));
        }
    }
    violations
}

fn problem(entry: &Entry, requests: &[&SeenRequest]) -> Option<&'static str> {
    let first = requests.iter().position(|seen| seen.took_effect);
    let is_last = first.is_none_or(|first| first + 1 == requests.len());
    match (entry.rule, entry.outcome) {
        (Rule::AtMostOnce, _) if !is_last => Some("was sent again after it had taken effect"),
        (_, Outcome::Done) if first.is_none() => Some("was reported as done, but was not"),
        (_, Outcome::NoEffect) if first.is_some() => {
            Some("was reported without effect, but had one")
        }
        _ => None,
    }
}

/// An access token is refreshed once, for all calls that need it.
pub(crate) fn refreshes(seen: &[SeenRequest], took: Duration) -> Option<String> {
    // After any other response, the client refreshes again.
    let is_received = |seen: &&SeenRequest| {
        seen.operation.as_deref() == Some("requestToken")
            && seen.took_effect
            && seen.fault.is_none()
    };
    let received = seen.iter().filter(is_received).count();
    let falsely = seen.iter().filter(|seen| seen.fault.is_some() && seen.status == Some(401));
    let rejected: HashSet<_> = falsely.filter_map(|seen| seen.header("authorization")).collect();
    let due = 1 + took.div_duration_f64(SHORTEST_USE) as usize + rejected.len();
    (received > due).then(|| format!("{received} refreshes, of which {due} were due"))
}
