//! Retry: what is worth sending again, and when.
//!
//! One pure function decides, from what is known of the attempt. The rules: 429 is retried for every method, since nothing was
//! done, and so is a connection that was not made. An answer that tells of a passing trouble (408, 502, 503, 504) and a
//! connection that broke are retried for GET, PUT and DELETE, which may be done twice without harm, and never for a POST or for a
//! deletion that starts a job: whether these took effect is unknown, and the error says so.

use std::sync::Mutex;
use std::time::Duration;

use reqwest::{Method, StatusCode};

use crate::runtime::Operation;

/// How often, for how long, and after which pauses a call is tried again.
///
/// ```
/// use std::time::Duration;
/// use l10n_client::RetryPolicy;
///
/// let patient = RetryPolicy::default().attempts(10).total(Duration::from_secs(300));
/// let never = RetryPolicy::off();
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct RetryPolicy {
    attempts: u32,
    total: Duration,
    base: Duration,
    cap: Duration,
    conflict: bool,
}

impl Default for RetryPolicy {
    /// 5 attempts within 60 seconds, with pauses that grow from half a second to 20 seconds.
    fn default() -> Self {
        Self {
            attempts: 5,
            total: Duration::from_secs(60),
            base: Duration::from_millis(500),
            cap: Duration::from_secs(20),
            conflict: false,
        }
    }
}

impl RetryPolicy {
    /// Every call is sent once. (A request that was refused with 401 is still sent again with a refreshed token.)
    pub fn off() -> Self {
        Self::default().attempts(1)
    }

    /// At most so many attempts, the first included.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts.max(1);
        self
    }

    /// No attempt starts later than this after the first.
    pub fn total(mut self, total: Duration) -> Self {
        self.total = total;
        self
    }

    /// Pauses: a random part of `base`, doubled after each attempt, up to `cap`. A `Retry-After` of the service takes their place.
    pub fn backoff(mut self, base: Duration, cap: Duration) -> Self {
        self.base = base;
        self.cap = cap;
        self
    }

    /// Whether a 409 is retried where the document says that the request may be repeated: `delete_all_contributors` shortly after
    /// a previous bulk deletion has ended. Nothing was started then, so a repetition is safe; for how long the service refuses
    /// is not documented. Off by default.
    pub fn conflict(mut self, retry: bool) -> Self {
        self.conflict = retry;
        self
    }
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// An answer came, whole.
    Answered(StatusCode),
    /// No connection was made.
    NotConnected,
    /// The connection broke, or the time was up, after the request may have been read.
    Lost,
}

/// What is known when an attempt has ended.
#[derive(Debug, Clone)]
pub(crate) struct Attempt<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) method: &'a Method,
    pub(crate) outcome: Outcome,
    /// The number of this attempt, from 1.
    pub(crate) number: u32,
    /// Time since the first attempt started.
    pub(crate) elapsed: Duration,
    /// What the service asked for.
    pub(crate) retry_after: Option<Duration>,
    /// A random number in `0..1`, for the jitter.
    pub(crate) random: f64,
}

/// After which pause to try again; nothing where that is no use, or no good.
pub(crate) fn decide(policy: &RetryPolicy, attempt: &Attempt<'_>) -> Option<Duration> {
    if attempt.number >= policy.attempts
        || !is_retryable(
            policy.conflict,
            attempt.operation,
            attempt.method,
            attempt.outcome,
        )
    {
        return None;
    }
    let pause = attempt.retry_after.unwrap_or_else(|| {
        let ceiling = policy
            .base
            .saturating_mul(1 << (attempt.number - 1).min(20))
            .min(policy.cap);
        ceiling.mul_f64(attempt.random)
    });
    (attempt.elapsed.saturating_add(pause) <= policy.total).then_some(pause)
}

/// Whether sending the request again may help, and does no harm.
pub(crate) fn is_retryable(
    conflict: bool,
    operation: &Operation,
    method: &Method,
    outcome: Outcome,
) -> bool {
    let harmless = (only_reads(method) || matches!(*method, Method::PUT | Method::DELETE))
        && !operation.starts_job;
    match outcome {
        Outcome::NotConnected => true,
        Outcome::Lost => harmless,
        Outcome::Answered(status) => match status.as_u16() {
            429 => true,
            409 => conflict && operation.conflict_passes,
            408 | 502 | 503 | 504 => harmless,
            _ => false,
        },
    }
}

/// Whether a request of this method changes nothing.
pub(crate) fn only_reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// Whether a request may have changed something, though no success was answered.
pub(crate) fn may_have_taken_effect(method: &Method, outcome: Outcome) -> bool {
    if only_reads(method) {
        return false;
    }
    match outcome {
        Outcome::NotConnected => false,
        Outcome::Lost => true,
        Outcome::Answered(status) => {
            status.is_success() || status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT
        }
    }
}

/// `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). A date in the past means now.
pub(crate) fn retry_after(value: &str, now: chrono::DateTime<chrono::Utc>) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // More digits than a number holds is longer than anyone waits.
        return Some(value.parse().map_or(Duration::MAX, Duration::from_secs));
    }
    let date = chrono::DateTime::parse_from_rfc2822(value).ok()?;
    Some((date.to_utc() - now).to_std().unwrap_or_default())
}

/// How many retries a client may make in relation to its calls, so that an outage of the service is not multiplied: every call that
/// succeeds earns a fifth of a retry.
#[derive(Debug)]
pub(crate) struct Budget(Mutex<f64>);

impl Budget {
    const FULL: f64 = 20.0;
    const EARNED: f64 = 0.2;

    pub(crate) fn new() -> Self {
        Self(Mutex::new(Self::FULL))
    }

    /// Takes one retry, if there is one.
    pub(crate) fn take(&self) -> bool {
        let mut left = self.left();
        let enough = *left >= 1.0;
        if enough {
            *left -= 1.0;
        }
        enough
    }

    pub(crate) fn earn(&self) {
        let mut left = self.left();
        *left = (*left + Self::EARNED).min(Self::FULL);
    }

    fn left(&self) -> std::sync::MutexGuard<'_, f64> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;
    use crate::runtime::Server;

    const PLAIN: Operation = Operation::undescribed("plain", Server::Main);
    const BULK: Operation = Operation {
        starts_job: true,
        conflict_passes: true,
        ..PLAIN
    };

    fn attempt<'a>(operation: &'a Operation, method: &'a Method, outcome: Outcome) -> Attempt<'a> {
        Attempt {
            operation,
            method,
            outcome,
            number: 1,
            elapsed: Duration::ZERO,
            retry_after: None,
            random: 1.0,
        }
    }

    #[test]
    fn what_is_tried_again() {
        use Outcome::{Answered, Lost, NotConnected};
        let status = |code| Answered(StatusCode::from_u16(code).unwrap());
        // Outcome; then GET, PUT, DELETE, POST, and the bulk deletion.
        let table = [
            (NotConnected, [true, true, true, true, true]),
            (Lost, [true, true, true, false, false]),
            (status(200), [false; 5]),
            (status(302), [false; 5]),
            (status(400), [false; 5]),
            (status(401), [false; 5]),
            (status(403), [false; 5]),
            (status(404), [false; 5]),
            (status(408), [true, true, true, false, false]),
            (status(409), [false, false, false, false, true]),
            (status(413), [false; 5]),
            (status(429), [true; 5]),
            (status(500), [false; 5]),
            (status(501), [false; 5]),
            (status(502), [true, true, true, false, false]),
            (status(503), [true, true, true, false, false]),
            (status(504), [true, true, true, false, false]),
        ];
        let policy = RetryPolicy::default().conflict(true);
        for (outcome, expected) in table {
            let decided = [
                (&PLAIN, Method::GET),
                (&PLAIN, Method::PUT),
                (&PLAIN, Method::DELETE),
                (&PLAIN, Method::POST),
                (&BULK, Method::DELETE),
            ]
            .map(|(operation, method)| {
                decide(&policy, &attempt(operation, &method, outcome)).is_some()
            });
            assert_eq!(decided, expected, "{outcome:?}");
        }
        let conflict = attempt(&BULK, &Method::DELETE, status(409));
        assert_eq!(
            decide(&RetryPolicy::default(), &conflict),
            None,
            "off by default"
        );
    }

    #[test]
    fn limits() {
        let policy = RetryPolicy::default()
            .attempts(3)
            .total(Duration::from_secs(10));
        let base = attempt(&PLAIN, &Method::GET, Outcome::Lost);
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
        assert!(decide_with(2, 0, None).is_some());
        assert!(decide_with(3, 0, None).is_none(), "attempts");
        assert!(decide_with(1, 10, None).is_none(), "total time");
        assert_eq!(
            decide_with(1, 7, Some(Duration::from_secs(3))),
            Some(Duration::from_secs(3))
        );
        assert!(
            decide_with(1, 8, Some(Duration::from_secs(3))).is_none(),
            "the service asks for too long"
        );
        assert!(decide_with(1, 8, Some(Duration::MAX)).is_none());
        assert!(decide(&RetryPolicy::off(), &base).is_none());
    }

    #[test]
    fn pauses_grow_to_the_cap_and_are_random_from_zero() {
        let policy = RetryPolicy::default().attempts(100).total(Duration::MAX);
        let pause = |number, random| {
            decide(
                &policy,
                &Attempt {
                    number,
                    random,
                    ..attempt(&PLAIN, &Method::GET, Outcome::Lost)
                },
            )
        };
        let ceilings: Vec<_> = (1..=8)
            .filter_map(|number| pause(number, 1.0))
            .map(|pause| pause.as_millis())
            .collect();
        assert_eq!(
            ceilings,
            [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]
        );
        assert_eq!(pause(99, 1.0), Some(Duration::from_secs(20)));
        assert_eq!(pause(4, 0.0), Some(Duration::ZERO));
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = chrono::DateTime::parse_from_rfc3339("2015-10-21T07:27:00Z")
            .unwrap()
            .to_utc();
        for (value, expected) in [
            ("3", Some(3)),
            (" 120 ", Some(120)),
            ("Wed, 21 Oct 2015 07:28:00 GMT", Some(60)),
            ("Wed, 21 Oct 2015 07:20:00 GMT", Some(0)),
            ("-3", None),
            ("3.5", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(
                retry_after(value, now),
                expected.map(Duration::from_secs),
                "{value}"
            );
        }
        assert_eq!(
            retry_after("99999999999999999999999", now),
            Some(Duration::MAX)
        );
    }

    #[test]
    fn the_budget_bounds_retries_and_is_earned_back() {
        let budget = Budget::new();
        assert_eq!((0..100).filter(|_| budget.take()).count(), 20);
        (0..5).for_each(|_| budget.earn());
        assert_eq!((0..100).filter(|_| budget.take()).count(), 1);
    }
}
