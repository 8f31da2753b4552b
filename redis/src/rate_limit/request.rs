//! A task that acquires the slot of a request, holds it, and releases it.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use l10n_client::rate_limit::RequestInfo;
use redis::aio::MultiplexedConnection;
use redis::{Cmd, ErrorKind, FromRedisValue, RedisResult, Script, ServerErrorKind};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::Shared;
use super::share::Own;
use crate::error::Error;
use crate::random;
use crate::store::Question;

/// A waiting request that polls later than this after it was due loses its turn.
const GRACE: Duration = Duration::from_millis(100);
/// The maximum number of times that a request asks again because a response was late.
const MAX_LATE: u32 = 2;
/// The second of the limit, plus the resolution of clocks.
const SECOND: Duration = Duration::from_millis(1005);

const START: &str = include_str!("start.lua");
static START_HASH: LazyLock<Script> = LazyLock::new(|| Script::new(START));
static END: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("end.lua")));
static RENEW: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("renew.lua")));

/// Held while a request is in flight. Dropping it notifies the task.
pub(super) struct Held(#[allow(dead_code, reason = "held for its drop")] oneshot::Sender<()>);

/// A slot, or why there is none.
pub(super) type Grant = Result<Held, Arc<Error>>;

/// The names of the keys of a budget and a project.
pub(super) struct Keys {
    starts: String,
    queue: String,
    queue_dues: String,
    pub(super) slowing: String,
    flight: String,
    parked: String,
    parked_dues: String,
    took: String,
    age: String,
    budget: String,
    project: Option<String>,
}

impl Keys {
    pub(super) fn new(prefix: &str, budget: String, project: Option<&str>) -> Self {
        let of_budget = |what| format!("{prefix}{what}:{budget}");
        let of_project = |what| format!("{prefix}{what}:{}", project.unwrap_or_default());
        Self {
            starts: of_budget("starts"),
            queue: of_budget("queue"),
            queue_dues: of_budget("queue-dues"),
            slowing: of_budget("slowing"),
            flight: of_project("flight"),
            parked: of_project("parked"),
            parked_dues: of_project("parked-dues"),
            took: of_project("took"),
            age: format!("{prefix}age"),
            budget,
            project: project.map(str::to_owned),
        }
    }

    /// Returns the keys with their types, in the order of the arguments of `start`.
    pub(super) fn with_types(&self) -> [(&str, &'static str); 9] {
        [
            (&self.starts, "zset"),
            (&self.queue, "zset"),
            (&self.queue_dues, "zset"),
            (&self.slowing, "string"),
            (&self.age, "string"),
            (&self.flight, "zset"),
            (&self.parked, "zset"),
            (&self.parked_dues, "zset"),
            (&self.took, "string"),
        ]
    }
}

/// A request that waits for a slot or holds one.
pub(super) struct Request {
    shared: Arc<Shared>,
    keys: Keys,
    id: String,
    /// Its head start over requests that ask at the same time, in microseconds.
    ahead: i64,
    /// When it first asked, by the store's clock in microseconds; zero before.
    asked: u64,
    /// Whether the store may have recorded it.
    is_known: bool,
    /// The last rejection by the store.
    rejection: Option<Rejection>,
}

struct Rejection {
    since: Instant,
    why: Arc<Error>,
    /// When to ask again.
    again: Instant,
}

/// A slot, by its source.
enum Slot {
    Store,
    Share(Own),
}

impl Request {
    pub(super) fn new(shared: Arc<Shared>, keys: Keys, info: &RequestInfo<'_>) -> Self {
        Self {
            shared,
            keys,
            id: random::id(),
            ahead: ahead(info),
            asked: 0,
            is_known: false,
            rejection: None,
        }
    }

    /// Acquires a slot, sends it, and holds it until the receiver drops it.
    pub(super) async fn run(mut self, mut grant: oneshot::Sender<Grant>) {
        let slot = tokio::select! {
            biased;
            () = grant.closed() => None,
            slot = self.acquire() => Some(slot),
        };
        let slot = match slot {
            Some(Ok(slot)) => slot,
            Some(Err(why)) => {
                let _ = grant.send(Err(why));
                return self.end(None).await;
            }
            None => return self.end(None).await,
        };
        let (held, ended) = oneshot::channel();
        let began = Instant::now();
        let was_sent = grant.send(Ok(Held(held))).is_ok();
        match slot {
            Slot::Share(own) => {
                let _ = ended.await;
                drop(own);
                self.end(None).await;
            }
            Slot::Store => {
                self.hold(ended).await;
                self.end(was_sent.then(|| began.elapsed())).await;
            }
        }
    }

    /// Waits for a slot. Fails if the store is unavailable for too long.
    async fn acquire(&mut self) -> Result<Slot, Arc<Error>> {
        let mut late = 0;
        loop {
            let Some((since, why)) = self.outage() else {
                let began = Instant::now();
                match self.ask().await {
                    Ok((true, _)) if self.is_late(began) && late < MAX_LATE => late += 1,
                    Ok((is_granted, wait)) => {
                        sleep(wait).await;
                        if is_granted {
                            return Ok(Slot::Store);
                        }
                    }
                    Err(error) => self.handle(error).await,
                }
                continue;
            };
            let (shared, keys) = (&self.shared, &self.keys);
            let settings = &shared.settings;
            if !shared.share.is_some() && since.elapsed() > settings.away_limit {
                return Err(why);
            }
            // The last starts that the store granted still count until then.
            let not_before = since + settings.cycle();
            let project = keys.project.as_deref();
            match shared.share.start(&keys.budget, project, not_before) {
                Ok(own) => return Ok(Slot::Share(own)),
                Err(at) => {
                    let poll = Instant::now() + super::PROBE / 2 + random::up_to(super::PROBE);
                    sleep_until(at.min(poll)).await;
                }
            }
        }
    }

    /// Returns since when and why the store should not be asked now.
    fn outage(&self) -> Option<(Instant, Arc<Error>)> {
        let rejection = self.rejection.as_ref();
        let rejection = rejection.filter(|rejection| rejection.again > Instant::now());
        let rejection = rejection.map(|rejection| (rejection.since, Arc::clone(&rejection.why)));
        self.shared.outage().or(rejection)
    }

    /// Records an error of the store, and repairs keys of a wrong type.
    async fn handle(&mut self, error: Error) {
        let (affects_all, is_wrong_type) = (error.affects_all(), error.is_wrong_type());
        let why = self.shared.note(error);
        if affects_all {
            return;
        }
        let now = Instant::now();
        let since = self.rejection.as_ref().map(|rejection| rejection.since);
        self.rejection = Some(Rejection {
            since: since.unwrap_or(now),
            why,
            again: now + super::PROBE / 2 + random::up_to(super::PROBE),
        });
        if is_wrong_type {
            self.shared.heal(&self.keys).await;
        }
    }

    /// Whether a response took so long that the request might start too late for the margin.
    fn is_late(&self, began: Instant) -> bool {
        began.elapsed() > (self.shared.settings.margin / 2).max(GRACE / 4)
    }

    /// Asks the store for a slot. Returns whether it is granted, and how long to wait before
    /// starting or asking again.
    async fn ask(&mut self) -> Result<(bool, Duration), Error> {
        self.is_known = true;
        let (shared, keys) = (&self.shared, &self.keys);
        let has_unreported = shared.share.has_unreported(&keys.budget);
        let start = Start { request: self, has_unreported };
        let (is_granted, wait, asked): (bool, u64, u64) = shared.store.run(&start).await?;
        if has_unreported {
            shared.share.mark_reported(&keys.budget);
        }
        *shared.rejected() = None;
        self.rejection = None;
        self.asked = asked;
        Ok((is_granted, Duration::from_micros(wait)))
    }

    /// Renews the lease until the request ends.
    async fn hold(&self, mut ended: oneshot::Receiver<()>) {
        let lease = self.shared.settings.lease;
        while timeout(lease / 3, &mut ended).await.is_err() {
            if self.keys.project.is_none() {
                continue;
            }
            let mut call = RENEW.key(&self.keys.flight);
            call.arg(&self.id).arg(micros(lease));
            if self.shared.outage().is_none()
                && let Err(error) = self.shared.store.run::<()>(&call).await
            {
                self.shared.note(error);
            }
        }
    }

    /// Reports to the store that the request has ended, and how long it took if it was sent.
    ///
    /// Retries while the store is unavailable: it may still run a command that timed out here.
    async fn end(&self, took: Option<Duration>) {
        const MAX_ATTEMPTS: u32 = 120;
        let keys = &self.keys;
        if !self.is_known {
            return;
        }
        let mut call = END.prepare_invoke();
        call.key(&keys.starts).key(&keys.queue).key(&keys.queue_dues);
        call.key(&keys.flight).key(&keys.parked);
        call.key(&keys.parked_dues).key(&keys.took);
        call.arg(&self.id).arg(u8::from(took.is_some()));
        call.arg(micros(SECOND)).arg(micros(took.unwrap_or_default()));
        for _ in 0..MAX_ATTEMPTS {
            if self.shared.outage().is_none() {
                match self.shared.store.run::<()>(&call).await {
                    Err(error) if error.affects_all() => drop(self.shared.note(error)),
                    // After a rejection, the lease ends the request.
                    _ => return,
                }
            }
            sleep(super::PROBE).await;
        }
    }
}

/// The script that grants a slot.
struct Start<'a> {
    request: &'a Request,
    has_unreported: bool,
}

impl Start<'_> {
    fn command(&self, name: &str, script: &str, has_unreported: bool) -> Cmd {
        let Request { shared, keys, id, ahead, asked, .. } = self.request;
        let settings = &shared.settings;
        let names = keys.with_types();
        let mut call = redis::cmd(name);
        call.arg(script).arg(names.len());
        for (key, _) in names {
            call.arg(key);
        }
        let in_flight = keys.project.as_ref().map_or(0, |_| settings.in_flight);
        call.arg(id).arg(asked).arg(settings.per_second).arg(in_flight);
        for time in [SECOND, settings.margin, settings.lease, GRACE] {
            call.arg(micros(time));
        }
        call.arg(ahead).arg(u8::from(has_unreported));
        call
    }
}

impl Question for Start<'_> {
    async fn ask<T: FromRedisValue>(
        &self,
        connection: &mut MultiplexedConnection,
    ) -> RedisResult<T> {
        let known = self.command("EVALSHA", START_HASH.get_hash(), self.has_unreported);
        match known.query_async(connection).await {
            // A restarted store has lost its scripts, and may have older data.
            Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                self.command("EVAL", START, true).query_async(connection).await
            }
            result => result,
        }
    }
}

/// Returns the head start of a request in microseconds: retries come before first attempts.
fn ahead(info: &RequestInfo<'_>) -> i64 {
    const SECOND: i64 = 1_000_000;
    i64::from(info.attempt > 1) * 10 * SECOND
}

/// Converts a duration to whole microseconds.
pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
