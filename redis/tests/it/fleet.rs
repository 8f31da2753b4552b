//! Eight processes with one token: no 429, and how much of the rate they use.

use std::time::Duration;

use l10n_sandbox::{RateLimit, SeenRequest};

use crate::server::Server;
use crate::worker::{Order, Worker};
use crate::world::{answered, arrived, sandbox};

const PROCESSES: usize = 8;

/// Eight processes make this many calls in total. Prints the used rate. Returns the requests, and
/// the number of scripts per call.
async fn run(order: Order, calls: u32) -> (Vec<SeenRequest>, f64) {
    let server = Server::start().await;
    server.begin_log().await;
    let Order { per_second, in_flight, .. } = order;
    let sandbox = sandbox(RateLimit::new(per_second as usize, in_flight as usize)).await;
    let order = Order { calls: Some(calls / PROCESSES as u32), ..order };
    let workers = Worker::start::<PROCESSES>(&sandbox, &server, &order).await;
    for worker in workers {
        assert_eq!(worker.finish().await, Vec::<String>::new());
    }
    let requests = arrived(&sandbox);
    let (scripts, time) = server.scripts().await;
    let per_call = scripts as f64 / f64::from(calls);
    println!(
        "{per_second} a second: {} x 429, {:.1} % used, {per_call:.1} scripts a call of {:.0} us",
        answered(&requests, 429),
        used(&requests, per_second) * 100.0,
        time as f64 / scripts as f64,
    );
    assert_eq!(answered(&requests, 200), calls as usize);
    (requests, per_call)
}

/// Returns the used part of the rate, from the first request until a second after the last.
fn used(requests: &[SeenRequest], per_second: u32) -> f64 {
    let (first, last) = (requests.first().unwrap(), requests.last().unwrap());
    let time = (last.started - first.started).to_std().unwrap();
    let allowed = (time + Duration::from_secs(1)).as_secs_f64() * f64::from(per_second);
    requests.len() as f64 / allowed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn eight_processes_get_no_429_and_do_not_poll_in_a_loop() {
    let order = Order { per_second: 100, in_flight: 100, ..Order::default() };
    let (requests, scripts) = run(order, 1_000).await;
    assert_eq!(answered(&requests, 429), 0);
    // About 5: one to start, one to end, and a few while the call waits.
    assert!(scripts < 50.0, "{scripts}");
}

/// Measures the figures in `fleets.md`. They depend on the machine, so it asserts none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes six minutes, at the rate of the service itself"]
async fn eight_processes_use_six_a_second() {
    let margin = Duration::from_millis(250);
    run(Order { margin, ..Order::default() }, 2_000).await;
}
