//! Single calls after a pause: the client and plain reqwest in one process, in turn.

use std::time::{Duration, Instant};

use l10n_sandbox::Sandbox;

use crate::fixed::Fixed;
use crate::work::{Place, Work};
use crate::{Failure, client, hand};

pub(crate) const NAME: &str = "pauses";
const PAUSES: [u64; 4] = [20, 100, 300, 1_000];

pub(crate) async fn run(quick: bool) -> Result<(), Failure> {
    let sandbox = Sandbox::start().await?;
    let work = Work::Gets { count: 1, at_once: 1 };
    let fixed = Fixed::of(work, &Place::of(&sandbox)).await?.ok_or("no fixed response")?;
    let place = fixed.place.clone();
    let calls = if quick { 1 } else { 31 };
    println!("\n{NAME}: GETs after a pause, fixed response ({calls} each)");
    println!("  {:<20} {:>20} {:>20}  target", "pause ms", "by hand ms", "client ms");
    // A runtime of its own, where no server keeps the threads awake.
    let medians = move || tokio::runtime::Runtime::new()?.block_on(medians(&place, calls));
    for (pause, [hand, client]) in tokio::task::spawn_blocking(medians).await?? {
        let difference = format!("{client:.2} ({:+.2})", client - hand);
        println!("  {pause:<20} {hand:>20.2} {difference:>20}  client <= +1.00");
    }
    Ok(())
}

/// The median latencies of the baseline and the client in milliseconds, after each pause.
async fn medians(place: &Place, calls: usize) -> Result<Vec<(u64, [f64; 2])>, Failure> {
    let (http, client) = (reqwest::Client::new(), client::prepare(place)?);
    // Connects.
    hand::get(&http, place).await?;
    client::get(&client, place).await?;
    let mut medians = Vec::new();
    for pause in PAUSES {
        let mut latencies = [Vec::new(), Vec::new()];
        for _ in 0..calls {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            let start = Instant::now();
            hand::get(&http, place).await?;
            latencies[0].push(start.elapsed());
            tokio::time::sleep(Duration::from_millis(pause)).await;
            let start = Instant::now();
            client::get(&client, place).await?;
            latencies[1].push(start.elapsed());
        }
        medians.push((pause, latencies.map(median)));
    }
    Ok(medians)
}

fn median(mut latencies: Vec<Duration>) -> f64 {
    latencies.sort_unstable();
    latencies[latencies.len() / 2].as_secs_f64() * 1_000.0
}
