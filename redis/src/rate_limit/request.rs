//! A task that acquires the slot of a request, holds it, and releases it.

use std::sync::Arc;
use std::time::Duration;

use l10n_client::rate_limit::RequestInfo;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};

use super::Shared;
use crate::error::Error;
use crate::random;
use crate::store::Script;

/// A waiting request that polls later than this after it was due loses its turn.
const GRACE: Duration = Duration::from_millis(100);
/// The maximum number of times that a request asks again because a response was late.
const MAX_LATE: u32 = 2;
/// The second of the limit, plus the resolution of clocks.
const SECOND: Duration = Duration::from_millis(1005);

static START: Script = Script::new(include_str!("start.lua"));
static END: Script = Script::new(include_str!("end.lua"));
static RENEW: Script = Script::new(include_str!("renew.lua"));

/// Held while a request is in flight. Dropping it notifies the task.
pub(super) struct Held(#[allow(dead_code, reason = "held for its drop")] oneshot::Sender<()>);

/// A slot, or why there is none.
type Grant = Result<Held, Arc<Error>>;

/// A request that waits for a slot or holds one.
pub(super) struct Request {
    shared: Arc<Shared>,
    /// The keys of `start` and `end`.
    keys: [String; 9],
    /// The key of the requests in flight, if the request has a project.
    flight: Option<String>,
    id: String,
    /// Its head start over requests that ask at the same time: retries come before first attempts.
    ahead: Duration,
    /// When it first asked, by the store's clock in microseconds; zero before.
    asked: u64,
    /// Whether the store may have recorded it.
    is_known: bool,
}

impl Request {
    pub(super) fn new(shared: Arc<Shared>, budget: &str, info: &RequestInfo<'_>) -> Self {
        let prefix = &shared.settings.prefix;
        let of_budget = |what| format!("{prefix}{what}:{budget}");
        let of_project = |what| format!("{prefix}{what}:{}", info.project.unwrap_or_default());
        let keys = [
            of_budget("starts"),
            of_budget("queue"),
            of_budget("queue-dues"),
            of_budget("slowing"),
            format!("{prefix}age"),
            of_project("flight"),
            of_project("parked"),
            of_project("parked-dues"),
            of_project("took"),
        ];
        Self {
            flight: info.project.map(|_| of_project("flight")),
            keys,
            id: random::id(),
            ahead: if info.attempt > 1 { Duration::from_secs(10) } else { Duration::ZERO },
            asked: 0,
            is_known: false,
            shared,
        }
    }

    /// Acquires a slot, sends it, and holds it until the receiver drops it.
    pub(super) async fn run(mut self, mut grant: oneshot::Sender<Grant>) {
        let acquired = tokio::select! {
            biased;
            () = grant.closed() => return self.end(None).await,
            acquired = self.acquire() => acquired,
        };
        if let Err(why) = acquired {
            let _ = grant.send(Err(why));
            return self.end(None).await;
        }
        let (held, ended) = oneshot::channel();
        let began = Instant::now();
        let was_sent = grant.send(Ok(Held(held))).is_ok();
        self.hold(ended).await;
        self.end(was_sent.then(|| began.elapsed())).await;
    }

    /// Waits for a slot. Fails if the store rejects the request or is unavailable for too long.
    async fn acquire(&mut self) -> Result<(), Arc<Error>> {
        let mut late = 0;
        loop {
            if let Some(why) = self.shared.use_share() {
                return Err(why);
            }
            let began = Instant::now();
            match self.ask().await {
                Ok((true, _)) if self.is_late(began) && late < MAX_LATE => late += 1,
                Ok((is_granted, wait)) => {
                    sleep(wait).await;
                    if is_granted {
                        return Ok(());
                    }
                }
                // With jitter, so that not all processes poll at once.
                Err(why) if why.is_away() && self.shared.waits() => {
                    sleep(super::PROBE / 2 + random::up_to(super::PROBE)).await;
                }
                Err(why) => return Err(why),
            }
        }
    }

    /// Whether a response took so long that the request might start too late for the margin.
    fn is_late(&self, began: Instant) -> bool {
        began.elapsed() > (self.shared.settings.margin / 2).max(GRACE / 4)
    }

    /// Asks the store for a slot. Returns whether it is granted, and how long to wait before
    /// starting or asking again.
    async fn ask(&mut self) -> Result<(bool, Duration), Arc<Error>> {
        self.is_known = true;
        let settings = &self.shared.settings;
        let in_flight = self.flight.as_ref().map_or(0, |_| settings.in_flight);
        let times = [SECOND, settings.margin, settings.lease, GRACE, self.ahead].map(micros);
        let args = (&self.id, self.asked, settings.per_second, in_flight, &times[..]);
        let (is_granted, wait, asked): (bool, u64, u64) =
            self.shared.ask(&START, &self.keys(), args).await?;
        self.asked = asked;
        Ok((is_granted, Duration::from_micros(wait)))
    }

    /// Renews the lease until the request ends.
    async fn hold(&self, mut ended: oneshot::Receiver<()>) {
        let lease = self.shared.settings.lease;
        while timeout(lease / 3, &mut ended).await.is_err() {
            if let Some(flight) = &self.flight {
                // After an error, it tries again.
                let args = (&self.id, micros(lease));
                let _ = self.shared.ask::<()>(&RENEW, &[flight], args).await;
            }
        }
    }

    /// Reports to the store that the request has ended, and how long it took if it was sent.
    ///
    /// Retries while the store is unavailable: it may still run a command that timed out here.
    async fn end(&self, took: Option<Duration>) {
        const MAX_ATTEMPTS: u32 = 120;
        if !self.is_known {
            return;
        }
        let times = [SECOND, took.unwrap_or_default()].map(micros);
        for _ in 0..MAX_ATTEMPTS {
            let args = (&self.id, took.is_some(), &times[..]);
            match self.shared.ask::<()>(&END, &self.keys(), args).await {
                Err(error) if error.is_away() => sleep(super::PROBE).await,
                // After a rejection, the lease ends the request.
                _ => return,
            }
        }
    }

    fn keys(&self) -> [&str; 9] {
        self.keys.each_ref().map(String::as_str)
    }
}

/// Converts a duration to whole microseconds.
pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
