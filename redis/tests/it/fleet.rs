//! Eight processes on one token: the rate that they use, and that nothing is refused.

use l10n_sandbox::RateLimit;

use crate::server::Server;
use crate::worker::{Order, Worker};
use crate::world::{answered, arrived, sandbox, used};

const PROCESSES: usize = 8;
const CALLS: u32 = 2_000;

/// Eight processes make 2,000 calls together.
async fn run(per_second: u32, in_flight: u32) {
    let server = Server::start().await;
    let sandbox = sandbox(RateLimit::new(per_second as usize, in_flight as usize)).await;
    let order =
        Order { per_second, in_flight, calls: Some(CALLS / PROCESSES as u32), ..Order::default() };
    let workers = Worker::start::<PROCESSES>(&sandbox, &server, &order).await;
    for worker in workers {
        assert_eq!(worker.finish().await, Vec::<String>::new());
    }
    let requests = arrived(&sandbox);
    let (scripts, time) = server.scripts().await;
    let used = used(&requests, per_second);
    let each = scripts as f64 / f64::from(CALLS);
    println!(
        "{per_second} a second: {} x 429, {:.1} % used, {each:.1} scripts a call of {:.0} us each",
        answered(&requests, 429),
        used * 100.0,
        time as f64 / scripts as f64,
    );
    assert_eq!(answered(&requests, 429), 0);
    assert_eq!(answered(&requests, 200), CALLS as usize);
    assert!(used >= 0.95, "{used}");
    // One that starts it, one that ends it, and few to wait between: nobody asks again and again.
    assert!(each < 8.0, "{each}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn eight_processes_use_the_rate_without_a_429() {
    run(60, 100).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes six minutes, at the rate of the service itself"]
async fn eight_processes_use_six_a_second() {
    run(6, 10).await;
}
