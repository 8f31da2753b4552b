//! The session: an access token is refreshed once for all calls that need it, and every refresh is
//! told.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use l10n_sandbox::SeenRequest;

use crate::log::Entry;

/// Access tokens live for a second, and are refreshed when a tenth of that is left.
const SOON: TimeDelta = TimeDelta::milliseconds(500);

/// Holds the refreshes against the record; the violations.
pub(crate) fn session(entries: &[Entry], seen: &[SeenRequest], told: u64) -> Vec<String> {
    let refreshes: Vec<_> = seen
        .iter()
        .filter(|seen| seen.operation.as_deref() == Some("requestToken") && seen.took_effect)
        .collect();
    // The client has certainly got the answers that nothing befell, unless the call that refreshed
    // was given up meanwhile.
    let taken: Vec<_> = refreshes
        .iter()
        .filter(|seen| !seen.misbehaved && !was_given_up(entries, seen.started))
        .collect();
    let mut violations = Vec::new();
    if told < taken.len() as u64 || told > refreshes.len() as u64 {
        violations.push(format!(
            "{} of {} refreshes were certainly answered, and {told} told",
            taken.len(),
            refreshes.len()
        ));
    }
    let firsts = first_uses(seen);
    for pair in taken.windows(2) {
        let (one, next) = (pair[0].started, pair[1].started);
        if next - one < SOON && !was_refused(seen, &firsts, one, next) {
            violations.push(format!(
                "an access token was refreshed {} ms after the one before, for no reason",
                (next - one).num_milliseconds()
            ));
        }
    }
    violations
}

/// Whether a call of the session that was under way then was given up.
fn was_given_up(entries: &[Entry], then: DateTime<Utc>) -> bool {
    entries
        .iter()
        .any(|call| call.session && call.gave_up() && (call.began..=call.ended).contains(&then))
}

/// When each access token was used first.
fn first_uses(seen: &[SeenRequest]) -> HashMap<&str, DateTime<Utc>> {
    let mut firsts = HashMap::new();
    for request in seen {
        if let Some(token) = request.header("authorization") {
            firsts.entry(token).or_insert(request.started);
        }
    }
    firsts
}

/// Whether an access token that came with the refresh at `one` was refused before `next`.
fn was_refused(
    seen: &[SeenRequest],
    firsts: &HashMap<&str, DateTime<Utc>>,
    one: DateTime<Utc>,
    next: DateTime<Utc>,
) -> bool {
    seen.iter()
        .filter(|seen| seen.status == Some(401) && seen.started >= one && seen.started <= next)
        .filter_map(|seen| firsts.get(seen.header("authorization")?))
        .any(|first| *first >= one)
}
