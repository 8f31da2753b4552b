//! One request: it asks for its place, holds it, and gives it back, in a task of its own.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use l10n_client::rate_limit::RequestInfo;
use redis::Script;
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

    /// All of them in the order in which `start` takes them, and what is at each.
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

/// A request that wants to start.
pub(super) struct Request {
    shared: Arc<Shared>,
    keys: Keys,
    id: String,
    /// Microseconds by which it comes before others that ask at the same time.
    ahead: i64,
    /// When it first asked, by the store's clock in microseconds; zero before.
    asked: u64,
    /// Whether the store may know of it, even where it has not said so.
    is_known: bool,
    /// That the store refuses what this asks.
    refusal: Option<Refusal>,
}

struct Refusal {
    since: Instant,
    why: Arc<Error>,
    /// When it is asked again.
    again: Instant,
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
            is_known: false,
            refusal: None,
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
            Some(Ok(place)) => place,
            Some(Err(why)) => {
                let _ = tell.send(Err(why));
                return self.end(None).await;
            }
            None => return self.end(None).await,
        };
        let (held, ended) = oneshot::channel();
        let began = Instant::now();
        let was_sent = tell.send(Ok(Held(held))).is_ok();
        match place {
            Place::Share(own) => {
                let _ = ended.await;
                drop(own);
                self.end(None).await;
            }
            Place::Store => {
                self.hold(ended).await;
                self.end(was_sent.then(|| began.elapsed())).await;
            }
        }
    }

    /// A place, or why there was none for too long.
    async fn place(&mut self) -> Result<Place, Arc<Error>> {
        let mut is_late = 0;
        loop {
            let Some((since, why)) = self.trouble() else {
                let began = Instant::now();
                match self.ask().await {
                    Ok((true, _)) if self.is_late(began) && is_late < LATE => is_late += 1,
                    Ok((is_granted, wait)) => {
                        sleep(wait).await;
                        if is_granted {
                            return Ok(Place::Store);
                        }
                    }
                    Err(error) => self.has_failed(error).await,
                }
                continue;
            };
            let (shared, keys) = (&self.shared, &self.keys);
            let settings = &shared.settings;
            if !shared.share.is_some() && since.elapsed() > settings.away_limit {
                return Err(why);
            }
            // What the store let go last has to count first.
            let not_before = since + settings.cycle();
            let project = keys.project.as_deref();
            match shared.share.start(&keys.budget, project, not_before) {
                Ok(own) => return Ok(Place::Share(own)),
                // Not all at the same time.
                Err(at) => {
                    let look = Instant::now() + super::PROBE / 2 + random::up_to(super::PROBE);
                    sleep_until(at.min(look)).await;
                }
            }
        }
    }

    /// Why the store is not to be asked now, and since when.
    fn trouble(&self) -> Option<(Instant, Arc<Error>)> {
        let refusal = self.refusal.as_ref();
        let refusal = refusal.filter(|refusal| refusal.again > Instant::now());
        let refusal = refusal.map(|refusal| (refusal.since, Arc::clone(&refusal.why)));
        self.shared.outage().or(refusal)
    }

    /// Learns from a question that had no answer.
    async fn has_failed(&mut self, error: Error) {
        let (is_of_all, is_of_type) = (error.is_of_all(), error.is_of_type());
        let why = self.shared.note(error);
        if is_of_all {
            return;
        }
        let now = Instant::now();
        let since = self.refusal.as_ref().map(|refusal| refusal.since);
        self.refusal = Some(Refusal {
            since: since.unwrap_or(now),
            why,
            again: now + super::PROBE / 2 + random::up_to(super::PROBE),
        });
        if is_of_type {
            self.shared.heal(&self.keys).await;
        }
    }

    /// Whether an answer took so long that a start which counts from when it was given might come
    /// too late for the margin.
    fn is_late(&self, began: Instant) -> bool {
        began.elapsed() > (self.shared.settings.margin / 2).max(GRACE / 4)
    }

    /// Asks the store; answers whether it may start, and in what time; or ask again.
    async fn ask(&mut self) -> Result<(bool, Duration), Error> {
        self.is_known = true;
        let (shared, keys) = (&self.shared, &self.keys);
        let settings = &shared.settings;
        let mut call = START.prepare_invoke();
        for (key, _) in keys.with_types() {
            call.key(key);
        }
        let in_flight = keys.project.as_ref().map_or(0, |_| settings.in_flight);
        call.arg(&self.id).arg(self.asked);
        call.arg(settings.per_second).arg(in_flight);
        for time in [SECOND, settings.margin, settings.lease, GRACE] {
            call.arg(micros(time));
        }
        call.arg(self.ahead);
        let is_untold = shared.share.is_untold(&keys.budget);
        call.arg(u8::from(is_untold));
        let (is_granted, wait, asked): (bool, u64, u64) = shared.store.run(&call).await?;
        if is_untold {
            shared.share.told(&keys.budget);
        }
        *shared.refused() = None;
        self.refusal = None;
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
            if self.shared.outage().is_none()
                && let Err(error) = self.shared.store.run::<()>(&call).await
            {
                self.shared.note(error);
            }
        }
    }

    /// Tells the store that this has ended, and how long it took where it was sent: now, or when
    /// the store is back. One that stood still does later what it was asked before, though nobody
    /// waits for it.
    async fn end(&self, took: Option<Duration>) {
        const LONGEST: u32 = 120;
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
        for _ in 0..LONGEST {
            if self.shared.outage().is_none() {
                match self.shared.store.run::<()>(&call).await {
                    Err(error) if error.is_of_all() => drop(self.shared.note(error)),
                    // What it refuses, a lease tells it later.
                    _ => return,
                }
            }
            sleep(super::PROBE).await;
        }
    }
}

/// How much earlier than it does a request counts as asked: a retry comes before those who ask for
/// the first time.
fn ahead(info: &RequestInfo<'_>) -> i64 {
    const SECOND: i64 = 1_000_000;
    i64::from(info.attempt > 1) * 10 * SECOND
}

/// Whole microseconds.
pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
