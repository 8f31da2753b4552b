//! Who starts when, in the time that the runtime makes up.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use super::*;
use crate::wire::operation::Server;

fn of_project(project: Option<&str>) -> RequestInfo<'_> {
    RequestInfo {
        server: Server::Main,
        operation: "listFiles",
        project,
        credential: Some(1),
        attempt: 1,
    }
}

fn any() -> RequestInfo<'static> {
    of_project(Some("garnet-7041.26"))
}

/// Lets `arrivals` come at their times, and gives the times at which they may have reached the
/// service: between their starts and their responses, `latency` later.
async fn starts(
    limiter: &Arc<SlidingWindow>,
    arrivals: Vec<u64>,
    latency: Duration,
) -> Vec<Instant> {
    let begin = Instant::now();
    let tasks: Vec<_> = arrivals
        .into_iter()
        .map(|arrival| {
            let limiter = Arc::clone(limiter);
            tokio::spawn(async move {
                tokio::time::sleep_until(begin + Duration::from_millis(arrival)).await;
                let permit = limiter.start(any()).await;
                let start = Instant::now();
                tokio::time::sleep(latency).await;
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
async fn no_second_at_the_service_holds_more_than_allowed() {
    for seed in 0..200 {
        let per_second = 1 + (seed as usize % 7);
        let latency = Duration::from_millis([0, 30, 400, 1000][(seed as usize / 4) % 4]);
        let limiter = Arc::new(SlidingWindow::new(per_second, 1000));
        let arrivals = pattern(seed);
        let expected = arrivals.len();
        let starts = starts(&limiter, arrivals, latency).await;
        assert_eq!(starts.len(), expected, "nobody is forgotten");
        for window in starts.windows(per_second + 1) {
            // The first has come late, the last at once.
            let length = window[per_second] - (window[0] + latency);
            assert!(
                length >= Duration::from_secs(1),
                "{per_second} + 1 within {length:?}, seed {seed}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_whole_rate_is_used() {
    let limiter = Arc::new(SlidingWindow::new(6, 1000));
    let starts = starts(&limiter, vec![0; 60], Duration::ZERO).await;
    let taken = starts[59] - starts[0];
    assert!(taken < Duration::from_millis(9_250), "{taken:?}");
}

#[tokio::test(start_paused = true)]
async fn no_more_than_allowed_are_in_flight_for_a_project() {
    let limiter = SlidingWindow::new(1000, 3);
    let held = [limiter.start(any()).await, limiter.start(any()).await];
    let third = limiter.start(any()).await;
    let limit = Duration::from_secs(30);
    assert!(tokio::time::timeout(limit, limiter.start(any())).await.is_err());
    // Another project has places of its own, and what is of none takes none.
    let others = [Some("other"), None, None, None, None].map(of_project);
    for other in others {
        std::mem::forget(limiter.start(other).await);
    }
    let waiting = limiter.start(any());
    drop(third);
    assert!(tokio::time::timeout(limit, waiting).await.is_ok());
    drop(held);
}

#[tokio::test(start_paused = true)]
async fn who_stops_waiting_takes_nothing() {
    let limiter = SlidingWindow::new(1, 1);
    drop(limiter.start(any()).await);
    let gone = tokio::time::timeout(Duration::from_millis(10), limiter.start(any())).await;
    assert!(gone.is_err());
    let begin = Instant::now();
    drop(limiter.start(any()).await);
    assert!(begin.elapsed() <= WINDOW + Duration::from_millis(1));
}

#[tokio::test(start_paused = true)]
async fn one_who_leaves_while_first_lets_the_next_go() {
    let limiter = Arc::new(SlidingWindow::new(1, 10));
    drop(limiter.start(any()).await);
    let first = tokio::time::timeout(Duration::from_millis(50), limiter.start(any()));
    let second = async {
        tokio::time::sleep(Duration::from_millis(10)).await;
        drop(limiter.start(any()).await);
    };
    let begin = Instant::now();
    let (first, ()) = tokio::join!(first, second);
    assert!(first.is_err() && begin.elapsed() <= WINDOW + Duration::from_millis(1));
}

/// A project that is full holds up nobody who waits for another one, whatever the credential.
#[tokio::test(start_paused = true)]
async fn a_full_project_holds_up_no_other() {
    let limiter = SlidingWindow::new(3, 1);
    let held = limiter.start(any()).await;
    let mut waiting: Vec<_> = (0..3).map(|_| limiter.start(any())).collect();
    for waiting in &mut waiting {
        assert!(tokio::time::timeout(Duration::ZERO, waiting).await.is_err());
    }
    let begin = Instant::now();
    for _ in 0..6 {
        drop(limiter.start(of_project(Some("other"))).await);
    }
    assert!(begin.elapsed() <= 3 * WINDOW);
    drop(held);
    tokio::time::timeout(WINDOW * 2, waiting.remove(0)).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn after_a_429_all_wait_as_the_service_asks_and_not_until_the_same_moment() {
    for (asked, least) in [(None, 1), (Some(1), 1), (Some(3), 3), (Some(86_400), 20)] {
        let mut pauses = Vec::new();
        for _ in 0..30 {
            let limiter = SlidingWindow::new(6, 10);
            let begin = Instant::now();
            limiter.rate_limited(any(), asked.map(Duration::from_secs));
            drop(limiter.start(any()).await);
            pauses.push(begin.elapsed());
        }
        pauses.sort();
        let (first, last) = (pauses[0], pauses[29]);
        assert!(first.as_secs() >= least && last < Duration::from_millis(1000 * least + 1050));
        assert!(last - first > Duration::from_millis(250), "{first:?} to {last:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn credentials_have_rates_of_their_own() {
    let limiter = SlidingWindow::new(1, 10);
    let begin = Instant::now();
    for credential in [None, Some(1), Some(2)] {
        let info = RequestInfo { credential, ..any() };
        drop(limiter.start(info).await);
    }
    assert_eq!(begin.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_retry_does_not_wait_for_requests_that_were_not_sent() {
    let limiter = Arc::new(SlidingWindow::new(1, 10));
    let first = starts(&limiter, vec![0; 20], Duration::ZERO);
    let retry = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let begin = Instant::now();
        drop(limiter.start(RequestInfo { attempt: 2, ..any() }).await);
        begin.elapsed()
    };
    let (_, waited) = tokio::join!(first, retry);
    assert!(waited <= 3 * WINDOW, "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn a_full_project_costs_no_more_than_those_who_wait_for_it() {
    const WAITING: usize = 20_000;
    let limiter = Arc::new(SlidingWindow::new(usize::MAX, 4));
    let tasks: Vec<_> = (0..WAITING)
        .map(|_| {
            let limiter = Arc::clone(&limiter);
            tokio::spawn(async move { drop(limiter.start(any()).await) })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let slots = limiter.0.state().projects.get("garnet-7041.26", 4);
    assert_eq!(slots.available_permits(), 4);
}

#[tokio::test(start_paused = true)]
async fn memory_does_not_grow_with_the_limit() {
    let limiter = SlidingWindow::new(usize::MAX, usize::MAX);
    for credential in 0..10_000 {
        let info = RequestInfo { credential: Some(credential % 100), ..any() };
        drop(limiter.start(info).await);
        tokio::time::advance(Duration::from_millis(50)).await;
    }
    let state = limiter.0.state();
    let counted = |known: &Arc<CredentialState>| known.rate().counted.len();
    let counted: usize = state.credentials.values().map(counted).sum();
    assert!(counted <= 50 && state.credentials.len() <= 50, "{counted}");
}
