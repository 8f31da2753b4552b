//! Pace: how many requests start in a second, and how many are in flight.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// A future that a [`Pace`] answers with.
pub type PermitFuture<'a> = Pin<Box<dyn Future<Output = Permit> + Send + 'a>>;

/// Decides when a request may start. Every attempt of every call asks, retries included; all clones of a client share one.
///
/// The service allows a budget for each token and project. Processes that share a token can share the budget: implement this
/// trait on a store that they already run.
///
/// ```
/// use l10n_client::pace::{Pace, Permit, PermitFuture};
///
/// /// Asks a store that all processes share.
/// #[derive(Debug)]
/// struct Shared;
///
/// impl Pace for Shared {
///     fn start(&self) -> PermitFuture<'_> {
///         Box::pin(async {
///             // wait here until the store has a place
///             Permit::new("what to drop when the request has ended")
///         })
///     }
/// }
/// ```
pub trait Pace: fmt::Debug + Send + Sync {
    /// Waits until one more request may start. The permit is dropped when its request has ended.
    fn start(&self) -> PermitFuture<'_>;
}

/// The right to have one request in flight; dropping it gives the place to another.
pub struct Permit(#[allow(dead_code, reason = "held for its drop")] Option<Box<dyn Send + Sync>>);

impl Permit {
    /// A permit that keeps `held` for as long as the request is in flight.
    pub fn new(held: impl Send + Sync + 'static) -> Self {
        Self(Some(Box::new(held)))
    }
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

/// No limits, as for the sandbox.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlimited;

impl Pace for Unlimited {
    fn start(&self) -> PermitFuture<'_> {
        Box::pin(std::future::ready(Permit(None)))
    }
}

/// At most so many requests started in any window of one second, and at most so many in flight, in this process.
///
/// The default is what the service was observed to allow: 6 a second, 10 in flight.
#[derive(Debug)]
pub struct Window {
    per_second: usize,
    in_flight: Arc<Semaphore>,
    /// The latest starts, at most `per_second` of them. The lock is fair, and held while the first in the queue waits.
    starts: Mutex<VecDeque<Instant>>,
}

impl Window {
    const LENGTH: Duration = Duration::from_secs(1);

    /// Limits; zero is taken as one.
    pub fn new(per_second: usize, in_flight: usize) -> Self {
        Self {
            per_second: per_second.max(1),
            in_flight: Arc::new(Semaphore::new(in_flight.clamp(1, Semaphore::MAX_PERMITS))),
            starts: Mutex::default(),
        }
    }

    async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed, so there is always a permit.
        let place = Arc::clone(&self.in_flight).acquire_owned().await.ok();
        let mut starts = self.starts.lock().await;
        if starts.len() == self.per_second {
            if let Some(oldest) = starts.front() {
                tokio::time::sleep_until(*oldest + Self::LENGTH).await;
            }
            starts.pop_front();
        }
        starts.push_back(Instant::now());
        place
    }
}

impl Default for Window {
    fn default() -> Self {
        Self::new(6, 10)
    }
}

impl Pace for Window {
    fn start(&self) -> PermitFuture<'_> {
        Box::pin(async { Permit::new(self.permit().await) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets `arrivals` come at their times, and gives the times of their starts.
    async fn starts(pace: &Arc<Window>, arrivals: Vec<u64>, lasting: u64) -> Vec<Instant> {
        let begin = Instant::now();
        let tasks: Vec<_> = arrivals
            .into_iter()
            .map(|arrival| {
                let pace = Arc::clone(pace);
                tokio::spawn(async move {
                    tokio::time::sleep_until(begin + Duration::from_millis(arrival)).await;
                    let permit = pace.start().await;
                    let start = Instant::now();
                    tokio::time::sleep(Duration::from_millis(lasting)).await;
                    drop(permit);
                    start
                })
            })
            .collect();
        let mut starts = Vec::new();
        for task in tasks {
            starts.extend(task.await);
        }
        starts.sort();
        starts
    }

    /// A pattern of arrivals that depends on nothing but the seed.
    fn pattern(seed: u64) -> Vec<u64> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % bound
        };
        let spread = [1, 300, 3_000, 20_000][(seed % 4) as usize];
        (0..40 + next(60)).map(|_| next(spread)).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn no_window_of_one_second_holds_more_starts_than_allowed() {
        for seed in 0..200 {
            let per_second = 1 + (seed as usize % 7);
            let pace = Arc::new(Window::new(per_second, 1000));
            let arrivals = pattern(seed);
            let expected = arrivals.len();
            let starts = starts(&pace, arrivals, 0).await;
            assert_eq!(starts.len(), expected, "nobody is forgotten");
            for window in starts.windows(per_second + 1) {
                let length = window[per_second] - window[0];
                assert!(
                    length >= Window::LENGTH,
                    "{per_second} + 1 starts within {length:?}, seed {seed}"
                );
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_whole_budget_is_used() {
        let pace = Arc::new(Window::new(6, 1000));
        let starts = starts(&pace, vec![0; 60], 0).await;
        assert!(
            starts[59] - starts[0] < Duration::from_millis(9_050),
            "{:?}",
            starts[59] - starts[0]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn no_more_than_allowed_are_in_flight() {
        let pace = Arc::new(Window::new(1000, 3));
        let starts = starts(&pace, vec![0; 30], 500).await;
        for window in starts.windows(4) {
            assert!(window[3] - window[0] >= Duration::from_millis(500));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_stops_waiting_takes_nothing() {
        let pace = Arc::new(Window::new(1, 1));
        drop(pace.start().await);
        let gone = tokio::time::timeout(Duration::from_millis(10), pace.start()).await;
        assert!(gone.is_err());
        let begin = Instant::now();
        drop(pace.start().await);
        assert!(begin.elapsed() <= Window::LENGTH);
    }
}
