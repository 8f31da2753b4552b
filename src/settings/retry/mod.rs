//! Retries: which attempts are retried, and when.
//!
//! A pure function decides from the data of an attempt. Always retried: 429 and 423, because the
//! service did nothing; a connection that could not be made; and a request that the server reports
//! as unprocessed. A certificate that does not match is never retried. Transient responses (408,
//! 500, 502 to 504, 520 to 524) and lost connections are retried if the operation is idempotent:
//! all reads, and the writes that the document marks with `x-idempotent`. They are not retried for
//! a POST; for a deletion that starts a job; for a PUT that may create objects, such as comments on
//! keys; or for a deletion that could affect what others created meanwhile, such as emptying a
//! project, or deleting a language, which has the same id if it is added again. Whether these took
//! effect is unknown, and the error reports that.

mod state;

use std::sync::Arc;
use std::time::Duration;

pub(crate) use state::{Deadline, RetryState};

use reqwest::{Method, StatusCode};

use crate::error::GiveUp;
use crate::wire::operation::{Operation, is_rate_limited, is_transient};

/// When, how often and for how long a call is retried.
///
/// A 429 or 423 does not count as an attempt. The call waits and retries for up to
/// [`max_elapsed`](Self::max_elapsed). Transient errors are retried if the call is idempotent.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
#[doc(alias = "backoff")]
pub struct RetryPolicy {
    pub(crate) attempts: u32,
    total: Duration,
    base: Duration,
    cap: Duration,
    conflict: bool,
    /// Instead of the transient ones.
    statuses: Option<Arc<[StatusCode]>>,
}

impl Default for RetryPolicy {
    /// 5 attempts within 60 seconds, with a backoff from half a second to 20 seconds.
    fn default() -> Self {
        Self {
            attempts: 5,
            total: Duration::from_secs(60),
            base: Duration::from_millis(500),
            cap: Duration::from_secs(20),
            conflict: false,
            statuses: None,
        }
    }
}

impl RetryPolicy {
    /// Sends every call once, even if the response is 429 or 423. (After a 401, a request is still
    /// sent again with a refreshed token.)
    pub fn never() -> Self {
        Self::default().max_attempts(1)
    }

    /// Sets the maximum number of attempts, including the first. Attempts with a 429 or 423 do not
    /// count unless this is 1.
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts.max(1);
        self
    }

    /// Sets the statuses after which an idempotent call is retried; by default 408, 500, 502 to
    /// 504, and 520 to 524. 429 and 423 are always retried.
    pub fn statuses(mut self, statuses: impl IntoIterator<Item = StatusCode>) -> Self {
        self.statuses = Some(statuses.into_iter().collect());
        self
    }

    fn is_transient(&self, status: StatusCode) -> bool {
        match &self.statuses {
            Some(statuses) => statuses.contains(&status),
            None => is_transient(status),
        }
    }

    /// Sets the time after the first attempt within which retries may start.
    pub fn max_elapsed(mut self, total: Duration) -> Self {
        self.total = total;
        self
    }

    /// Sets the backoff, which starts at `base` and doubles after each attempt up to `cap`. With
    /// jitter, each pause is between half of it and all of it, and at least 100 ms after a 429 or
    /// 423. A `Retry-After` header replaces the pause unless it is zero, plus a random part of it of
    /// up to a second.
    pub fn backoff(mut self, base: Duration, cap: Duration) -> Self {
        self.base = base;
        self.cap = cap;
        self
    }

    /// Sets whether a 409 of `delete_all_contributors` is retried: the service rejects a bulk
    /// deletion shortly after a previous one, for an undocumented time, and has not started it. Off
    /// by default.
    pub fn retry_on_conflict(mut self, retry: bool) -> Self {
        self.conflict = retry;
        self
    }

    /// Retries without a limit on their number need a minimum pause.
    const MIN_RETRY_DELAY: Duration = Duration::from_millis(100);

    fn pause(&self, attempt: &Attempt<'_>) -> Duration {
        // The rate limiter pauses after a 429 as well: there is no need to wait for long here.
        let most = if attempt.is_rate_limited() { 2 } else { 20 };
        let doubled = 1 << (attempt.number - 1).min(most);
        let ceiling = self.base.saturating_mul(doubled).min(self.cap);
        let pause = ceiling.mul_f64(0.5 + attempt.random / 2.0);
        match attempt.is_rate_limited() {
            true => pause.max(Self::MIN_RETRY_DELAY),
            false => pause,
        }
    }
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The response was received completely.
    Responded(StatusCode),
    /// No connection could be made.
    NotConnected,
    /// The connection failed in a way that a retry does not change, such as an invalid certificate.
    ConnectFailed,
    /// The server reports that it did not process the request.
    Unprocessed,
    /// A response came, but its head is not valid, or too large.
    InvalidHead,
    /// The connection was lost, or timed out, after the request may have been read.
    ResponseUnknown,
}

/// The data of an attempt that has ended.
#[derive(Debug, Clone)]
pub(crate) struct Attempt<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) outcome: Outcome,
    /// The number of this attempt, from 1.
    pub(crate) number: u32,
    /// The number of attempts with a 429 or 423.
    pub(crate) rate_limited: u32,
    /// Time since the first attempt started.
    pub(crate) elapsed: Duration,
    pub(crate) retry_after: Option<Duration>,
    /// A random number in `0..1`, for the jitter.
    pub(crate) random: f64,
    /// Whether the caller declared the call idempotent.
    pub(crate) is_idempotent: bool,
}

impl Attempt<'_> {
    fn is_rate_limited(&self) -> bool {
        matches!(self.outcome, Outcome::Responded(status) if is_rate_limited(status))
    }
}

/// Clients that were asked to wait for the same time do not come back at the same moment.
const MAX_JITTER: Duration = Duration::from_secs(1);

/// Returns the pause before a retry, or why the call is not retried; `Err(None)` if a retry would
/// not help, could do harm, or the limit is reached.
pub(crate) fn decide(
    policy: &RetryPolicy,
    attempt: &Attempt<'_>,
) -> Result<Duration, Option<GiveUp>> {
    let counted = attempt.number.saturating_sub(attempt.rate_limited);
    let is_spent = policy.attempts == 1 || counted >= policy.attempts;
    if is_spent || !may_retry(policy, attempt) {
        return Err(None);
    }
    let pause = match attempt.retry_after {
        Some(asked) => asked.saturating_add(asked.min(MAX_JITTER).mul_f64(attempt.random)),
        None => policy.pause(attempt),
    };
    if attempt.elapsed.saturating_add(pause) <= policy.total {
        return Ok(pause);
    }
    Err(attempt.retry_after.map(GiveUp::RetryAfterTooLong))
}

/// Whether a retry may help and does no harm.
fn may_retry(policy: &RetryPolicy, attempt: &Attempt<'_>) -> bool {
    let operation = attempt.operation;
    let harmless = attempt.is_idempotent || operation.idempotent;
    match attempt.outcome {
        Outcome::NotConnected | Outcome::Unprocessed => true,
        Outcome::ConnectFailed | Outcome::InvalidHead => false,
        Outcome::ResponseUnknown => harmless,
        Outcome::Responded(status) if is_rate_limited(status) => true,
        Outcome::Responded(StatusCode::CONFLICT) if operation.retry_on_conflict => policy.conflict,
        Outcome::Responded(status) => harmless && policy.is_transient(status),
    }
}

/// Whether requests of this method change nothing.
pub(crate) fn only_reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// Whether a request without a successful response may have taken effect.
pub(crate) fn may_have_taken_effect(method: &Method, outcome: Outcome) -> bool {
    if only_reads(method) {
        return false;
    }
    match outcome {
        Outcome::NotConnected | Outcome::ConnectFailed | Outcome::Unprocessed => false,
        Outcome::ResponseUnknown | Outcome::InvalidHead => true,
        // The redirects 300 to 303 may point to the result of a successful write, and an invalid
        // status counts as 500 (RFC 9110, 15 and 15.4).
        Outcome::Responded(status) => match status.as_u16() {
            408 => true,
            304..=499 => false,
            _ => true,
        },
    }
}

/// Returns a number in `0..1`. The low bits of a random UUID are all random.
pub(crate) fn random() -> f64 {
    const BITS: u32 = 53;
    let (_, low) = uuid::Uuid::new_v4().as_u64_pair();
    (low & ((1 << BITS) - 1)) as f64 / (1_u64 << BITS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::operation::Server;

    fn is_retried(decision: Result<Duration, Option<GiveUp>>) -> bool {
        decision.is_ok()
    }

    const READ: Operation = Operation::new("read", &Method::GET, "", Server::Main);
    const WRITE: Operation = Operation { idempotent: false, ..READ };
    const JOB: Operation = Operation { retry_on_conflict: true, ..WRITE };

    fn attempt(operation: &Operation, outcome: Outcome) -> Attempt<'_> {
        Attempt {
            operation,
            outcome,
            number: 1,
            rate_limited: 0,
            elapsed: Duration::ZERO,
            retry_after: None,
            random: 1.0,
            is_idempotent: false,
        }
    }

    #[test]
    fn what_is_tried_again() {
        use Outcome::{ConnectFailed, NotConnected, Responded, ResponseUnknown, Unprocessed};
        let status = |code| Responded(StatusCode::from_u16(code).unwrap());
        let always = [true; 3];
        let never = [false; 3];
        let if_idempotent = [true, false, false];
        // Outcome; then an idempotent operation, another one, and one whose conflicts pass.
        let mut table = vec![
            (NotConnected, always),
            (ConnectFailed, never),
            (Unprocessed, always),
            (ResponseUnknown, if_idempotent),
            (status(409), [false, false, true]),
        ];
        table.extend([423, 429].map(|code| (status(code), always)));
        let transient = [408, 500, 502, 503, 504, 520, 521, 522, 523, 524];
        table.extend(transient.map(|code| (status(code), if_idempotent)));
        let others = [200, 302, 400, 401, 403, 404, 413, 501, 505, 519, 525];
        table.extend(others.map(|code| (status(code), never)));
        let policy = RetryPolicy::default().retry_on_conflict(true);
        for (outcome, expected) in table {
            let decided = [&READ, &WRITE, &JOB]
                .map(|operation| is_retried(decide(&policy, &attempt(operation, outcome))));
            assert_eq!(decided, expected, "{outcome:?}");
        }
        let repeatable = |outcome| Attempt { is_idempotent: true, ..attempt(&WRITE, outcome) };
        assert!(is_retried(decide(&policy, &repeatable(ResponseUnknown))));
        assert!(!is_retried(decide(&policy, &repeatable(status(501)))));
        let chosen = RetryPolicy::default().statuses([StatusCode::NOT_IMPLEMENTED]);
        assert!(is_retried(decide(&chosen, &repeatable(status(501)))));
        assert!(!is_retried(decide(&chosen, &repeatable(status(503)))));
        assert!(is_retried(decide(&chosen, &repeatable(status(423)))));
        let conflict = attempt(&JOB, status(409));
        assert_eq!(decide(&RetryPolicy::default(), &conflict), Err(None), "off by default");
    }

    #[test]
    fn limits() {
        let policy = RetryPolicy::default().max_attempts(3).max_elapsed(Duration::from_secs(10));
        let base = attempt(&READ, Outcome::ResponseUnknown);
        let decide_with = |number, elapsed, retry_after| {
            decide(
                &policy,
                &Attempt {
                    number,
                    elapsed: Duration::from_secs(elapsed),
                    retry_after,
                    ..base.clone()
                },
            )
        };
        assert!(is_retried(decide_with(2, 0, None)));
        assert_eq!(decide_with(3, 0, None), Err(None), "attempts");
        assert_eq!(decide_with(1, 10, None), Err(None), "total time");
        let three = Duration::from_secs(3);
        assert_eq!(decide_with(1, 6, Some(three)), Ok(three + MAX_JITTER));
        let short = Duration::from_millis(200);
        assert_eq!(decide_with(1, 6, Some(short)), Ok(short * 2));
        for asked in [three, Duration::MAX] {
            let too_long = decide_with(1, 8, Some(asked));
            assert_eq!(too_long, Err(Some(GiveUp::RetryAfterTooLong(asked))));
        }
        assert_eq!(decide(&RetryPolicy::never(), &base), Err(None));
    }

    #[test]
    fn a_429_is_waited_out_and_does_not_count() {
        let limited = Attempt {
            number: 30,
            rate_limited: 30,
            ..attempt(&WRITE, Outcome::Responded(StatusCode::TOO_MANY_REQUESTS))
        };
        let policy = RetryPolicy::default();
        assert!(is_retried(decide(&policy, &limited)));
        assert_eq!(decide(&RetryPolicy::never(), &limited), Err(None));
        let late = Attempt { elapsed: Duration::from_secs(59), ..limited.clone() };
        assert_eq!(decide(&policy, &late), Err(None));
        let lost = |rate_limited| Attempt {
            rate_limited,
            operation: &READ,
            outcome: Outcome::ResponseUnknown,
            ..limited.clone()
        };
        assert!(is_retried(decide(&policy, &lost(26))));
        assert_eq!(decide(&policy, &lost(25)), Err(None));
    }

    #[test]
    fn pauses_grow_to_the_cap_and_are_random_from_the_half() {
        let policy = RetryPolicy::default().max_attempts(100).max_elapsed(Duration::MAX);
        let pause = |number, random| {
            let lost = attempt(&READ, Outcome::ResponseUnknown);
            let attempt = Attempt { number, random, ..lost };
            decide(&policy, &attempt).unwrap().as_millis()
        };
        let ceilings: Vec<_> = (1..=8).map(|number| pause(number, 1.0)).collect();
        let expected = [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000];
        assert_eq!(ceilings, expected);
        assert_eq!(pause(99, 1.0), 20_000);
        assert_eq!(pause(4, 0.0), 2000);
    }
}
