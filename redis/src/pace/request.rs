//! One request: it asks for its place, holds it, and gives it back, in a task of its own.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use l10n_client::pace::{Priority, RequestInfo};
use redis::{Script, ScriptInvocation};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::Shared;
use super::share::Own;
use crate::error::Error;
use crate::random;

/// Who does not come for so long after it was due holds up nobody.
const GRACE: Duration = Duration::from_millis(100);
/// How often a request asks again whether it may start, since the answer came late.
const LATE: u32 = 2;
/// The second of the limit, and a little for the coarseness of clocks.
const SECOND: Duration = Duration::from_millis(1005);

static START: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("start.lua")));
static END: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("end.lua")));
static RENEW: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("renew.lua")));

/// What is held for as long as a request is in flight: dropping it tells the task.
pub(super) struct Held(#[allow(dead_code, reason = "held for its drop")] oneshot::Sender<()>);

/// A place, or why there will be none.
pub(super) type Answer = Result<Held, Arc<Error>>;

/// The names of what the store knows of a budget and a project.
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
}

/// A request that wants to start.
pub(super) struct Request {
    shared: Arc<Shared>,
    keys: Keys,
    id: String,
    /// Microseconds by which it comes before others that ask at the same time.
    ahead: i64,
    /// When it first asked, by the store's clock in microseconds; zero before.
    asked: u64,
    /// Whether the store may know of it though it has not said so.
    is_doubtful: bool,
}

/// Who has given a place.
enum Place {
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
            is_doubtful: false,
        }
    }

    /// Asks until there is a place, tells it, and holds it until the other end is dropped.
    pub(super) async fn live(mut self, mut tell: oneshot::Sender<Answer>) {
        let place = tokio::select! {
            biased;
            () = tell.closed() => None,
            place = self.place() => Some(place),
        };
        let place = match place {
            Some(Err(why)) => {
                let _ = tell.send(Err(why));
                return self.clear_doubt().await;
            }
            Some(Ok(place)) => Some(place),
            None => None,
        };
        let (held, ended) = oneshot::channel();
        let was_sent = place.is_some() && tell.send(Ok(Held(held))).is_ok();
        match place {
            Some(Place::Share(own)) => {
                let _ = ended.await;
                drop(own);
                self.clear_doubt().await;
            }
            Some(Place::Store) => {
                self.hold(ended).await;
                self.end(was_sent).await;
            }
            None => {
                self.end(false).await;
                self.clear_doubt().await;
            }
        }
    }

    /// A store that stood still does later what it was asked before, though nobody waits for it.
    async fn clear_doubt(&self) {
        const LONGEST: u32 = 120;
        for _ in 0..LONGEST {
            if !self.is_doubtful {
                return;
            }
            sleep(super::PROBE).await;
            if self.shared.away().is_none() {
                return self.end(false).await;
            }
        }
    }

    /// A place, or why the store has been away for too long.
    async fn place(&mut self) -> Result<Place, Arc<Error>> {
        let mut is_late = 0;
        loop {
            let probe = match self.shared.may_ask() {
                Ok(()) => {
                    let began = Instant::now();
                    match self.ask().await {
                        Ok((true, _)) if self.is_late(began) && is_late < LATE => is_late += 1,
                        Ok((is_granted, wait)) => {
                            sleep(wait).await;
                            if is_granted {
                                return Ok(Place::Store);
                            }
                        }
                        Err(error) => {
                            self.is_doubtful = true;
                            self.shared.note(Some(error));
                        }
                    }
                    continue;
                }
                Err(probe) => probe,
            };
            if let Some(why) = self.shared.given_up() {
                return Err(why);
            }
            let (share, keys) = (&self.shared.share, &self.keys);
            let not_before = self.shared.own_starts();
            match share.start(&keys.budget, keys.project.as_deref(), not_before) {
                Ok(own) => return Ok(Place::Share(own)),
                // Not all at the same time.
                Err(at) => sleep_until(at.min(probe + random::up_to(super::PROBE))).await,
            }
        }
    }

    /// Whether an answer took so long that a start which counts from when it was given might come
    /// too late for the margin.
    fn is_late(&self, began: Instant) -> bool {
        began.elapsed() > (self.shared.settings.margin / 2).max(GRACE / 4)
    }

    /// Asks the store; answers whether it may start, and in what time; or ask again.
    async fn ask(&mut self) -> Result<(bool, Duration), Error> {
        let (shared, keys) = (&self.shared, &self.keys);
        let settings = &shared.settings;
        let mut call = START.prepare_invoke();
        call.key(&keys.starts).key(&keys.queue);
        call.key(&keys.queue_dues).key(&keys.slowing).key(&keys.age);
        call.key(&keys.flight).key(&keys.parked);
        call.key(&keys.parked_dues).key(&keys.took);
        let in_flight = keys.project.as_ref().map_or(0, |_| settings.in_flight);
        call.arg(&self.id).arg(self.asked);
        call.arg(settings.per_second).arg(in_flight);
        for time in [SECOND, settings.margin, settings.lease, GRACE] {
            call.arg(micros(time));
        }
        call.arg(self.ahead);
        call.arg(u8::from(shared.went_on()));
        let (is_granted, wait, asked): (bool, u64, u64) = shared.store.run(&call).await?;
        shared.note(None);
        self.asked = asked;
        Ok((is_granted, Duration::from_micros(wait)))
    }

    /// Renews the lease until the request has ended.
    async fn hold(&self, mut ended: oneshot::Receiver<()>) {
        let lease = self.shared.settings.lease;
        while timeout(lease / 3, &mut ended).await.is_err() {
            if self.keys.project.is_none() {
                continue;
            }
            let mut call = RENEW.key(&self.keys.flight);
            call.arg(&self.id).arg(micros(lease));
            self.tell(&call).await;
        }
    }

    async fn end(&self, was_sent: bool) {
        let keys = &self.keys;
        let mut call = END.prepare_invoke();
        call.key(&keys.starts)
            .key(&keys.queue)
            .key(&keys.queue_dues);
        call.key(&keys.flight).key(&keys.parked);
        call.key(&keys.parked_dues).key(&keys.took);
        call.arg(&self.id).arg(u8::from(was_sent));
        let lease = self.shared.settings.lease;
        call.arg(micros(SECOND)).arg(micros(lease));
        self.tell(&call).await;
    }

    /// Tells the store something that a lease tells it too, later.
    async fn tell(&self, call: &ScriptInvocation<'_>) {
        let is_away = self.shared.away().is_some();
        if !is_away && let Err(error) = self.shared.store.run::<()>(call).await {
            self.shared.note(Some(error));
        }
    }
}

/// How much earlier than it does a request counts as asked: a priority is worth a minute, so that
/// nobody waits for ever, and who was refused comes before those who ask for the first time.
fn ahead(info: &RequestInfo<'_>) -> i64 {
    const SECOND: i64 = 1_000_000;
    let refused = i64::from(info.attempt() > 1) * 10 * SECOND;
    refused
        + match info.priority() {
            Priority::High => 60 * SECOND,
            Priority::Low => -60 * SECOND,
            _ => 0,
        }
}

/// Whole microseconds.
pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
