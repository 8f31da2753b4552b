//! Eight processes on one token: the rate that they use, and that nothing is refused.

use std::time::Duration;

use l10n_sandbox::RateLimit;

use crate::server::Server;
use crate::worker::{Order, Worker};
use crate::world::{answered, arrived, sandbox, used};

const PROCESSES: usize = 8;

/// Eight processes make so many calls together; answers how much of the rate they used.
async fn run(order: Order, calls: u32) -> f64 {
    let server = Server::start().await;
    let Order { per_second, in_flight, .. } = order;
    let sandbox = sandbox(RateLimit::new(per_second as usize, in_flight as usize)).await;
    let order = Order { calls: Some(calls / PROCESSES as u32), ..order };
    let workers = Worker::start::<PROCESSES>(&sandbox, &server, &order).await;
    for worker in workers {
        assert_eq!(worker.finish().await, Vec::<String>::new());
    }
    let requests = arrived(&sandbox);
    let (scripts, time) = server.scripts().await;
    let used = used(&requests, per_second);
    let each = scripts as f64 / f64::from(calls);
    println!(
        "{per_second} a second: {} x 429, {:.1} % used, {each:.1} scripts a call of {:.0} us each",
        answered(&requests, 429),
        used * 100.0,
        time as f64 / scripts as f64,
    );
    assert_eq!(answered(&requests, 429), 0);
    assert_eq!(answered(&requests, 200), calls as usize);
    // One that starts it, one that ends it, and few to wait between: nobody asks again and again.
    assert!(each < 8.0, "{each}");
    used
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn eight_processes_use_the_rate_without_a_429() {
    // How much they use is a figure, which a busy machine changes.
    run(Order { per_second: 100, in_flight: 100, ..Order::default() }, 1_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes six minutes, at the rate of the service itself"]
async fn eight_processes_use_six_a_second() {
    let margin = Duration::from_millis(250);
    let used = run(Order { margin, ..Order::default() }, 2_000).await;
    assert!(used >= 0.95, "{used}");
}
