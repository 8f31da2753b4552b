//! What each call did, by the sandbox's own record: nothing twice, nothing in spite of what the
//! caller was told.

use std::collections::HashMap;

use l10n_sandbox::SeenRequest;

use crate::log::{Entry, Outcome, Rule, call_of};

/// The sandbox remembers no more.
const REMEMBERED: usize = 10_000;

/// Holds the calls against the record; the violations.
pub(crate) fn record(entries: &[Entry], seen: &[SeenRequest]) -> Vec<String> {
    if seen.len() >= REMEMBERED {
        return vec!["the sandbox has forgotten requests: make the rounds smaller".to_owned()];
    }
    let mut by_call: HashMap<u64, Vec<&SeenRequest>> = HashMap::new();
    let writes = seen.iter().filter(|seen| seen.method != "GET");
    for request in writes {
        if let Some(call) = call_of(&request.target) {
            by_call.entry(call).or_default().push(request);
        }
    }
    let mut violations = Vec::new();
    for entry in entries.iter().filter(|entry| entry.rule != Rule::Unchecked) {
        let requests = match entry.rule {
            Rule::AtMostOnceUnmarked => during(entry, seen),
            _ => by_call.remove(&entry.number).unwrap_or_default(),
        };
        let troubles = troubles(entry, &requests);
        violations.extend(troubles.into_iter().map(|trouble| {
            let course: Vec<_> = requests.iter().map(|seen| brief(seen)).collect();
            format!(
                "{} (call {}) {trouble}; told: {:?}, {:?} attempts {:?}; seen: {}",
                entry.operation,
                entry.number,
                entry.outcome,
                entry.attempts,
                entry.failure,
                course.join(", ")
            )
        }));
    }
    violations
}

/// The requests of a call that no path tells: those of its operation while it was made.
fn during<'s>(entry: &Entry, seen: &'s [SeenRequest]) -> Vec<&'s SeenRequest> {
    let of_it = seen.iter().filter(|seen| {
        seen.operation.as_deref() == Some(entry.operation)
            && seen.started >= entry.began
            && seen.started <= entry.ended
    });
    of_it.collect()
}

fn troubles(entry: &Entry, requests: &[&SeenRequest]) -> Vec<&'static str> {
    let effects = requests.iter().filter(|seen| seen.took_effect).count();
    let mut troubles = Vec::new();
    if entry.rule != Rule::Idempotent && effects > 1 {
        troubles.push("was done more than once");
    }
    let before_the_last = requests.split_last().map_or(&[][..], |(_, others)| others);
    if matches!(entry.rule, Rule::AtMostOnce | Rule::AtMostOnceUnmarked)
        && before_the_last.iter().any(|seen| seen.took_effect)
    {
        troubles.push("was sent again after it had taken effect");
    }
    match entry.outcome {
        Outcome::Done if effects == 0 => troubles.push("was told done, and was not"),
        Outcome::NoEffect if effects > 0 => {
            troubles.push("was told to have no effect, and had one")
        }
        _ => {}
    }
    let sent = u32::try_from(requests.len()).unwrap_or(u32::MAX);
    // What was awaited has calls of its own for the looks.
    if entry.attempts.is_some_and(|attempts| attempts < sent && entry.outcome != Outcome::Done) {
        troubles.push("was sent more often than the error says");
    }
    troubles
}

fn brief(seen: &SeenRequest) -> String {
    let effect = match seen.took_effect {
        true => "done",
        false => "not done",
    };
    match seen.status {
        Some(status) => format!("{} {status} {effect}", seen.method),
        None => format!("{} no answer {effect}", seen.method),
    }
}
