//! The client against a baseline: the same work written by hand with reqwest and serde.
//!
//! `cargo bench --bench baseline` runs everything, `-- list` behind it what has `list` in its name,
//! `-- --quick` a small form that only shows that all of it works; `-- --under "valgrind
//! --tool=callgrind"` puts each run under a profiler; `-- --peer PROGRAM` adds runs of a program that
//! does the same with another client. What the figures mean is in `BENCHMARKS.md`.

mod client;
mod fixed;
mod hand;
mod job;
mod memory;
mod run;
mod scenarios;

use job::Failure;
use run::Run;
use scenarios::Scenario;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, job] = &arguments[..]
        && first == run::CHILD
    {
        return run::child(job);
    }
    let mut names = Vec::new();
    let (mut is_quick, mut under, mut peer) = (false, Vec::new(), None);
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match &*argument {
            // Cargo adds it.
            "--bench" => {}
            "--quick" => is_quick = true,
            "--under" => {
                let command = arguments.next().ok_or("`--under` wants a command")?;
                under = command.split_whitespace().map(str::to_owned).collect();
            }
            "--peer" => peer = Some(arguments.next().ok_or("`--peer` wants a program")?),
            _ => names.push(argument),
        }
    }
    let runtime = tokio::runtime::Runtime::new()?;
    println!("Medians; in brackets: divided by the first of the table.");
    for mut scenario in scenarios::all(is_quick, peer.is_some()) {
        // A profiler is slow, and instruction counts do not vary.
        scenario.rounds = if under.is_empty() { scenario.rounds } else { 1 };
        if names.is_empty() || names.iter().any(|name| scenario.name.contains(&**name)) {
            let runs = runtime.block_on(scenario.run(&under, peer.as_deref()))?;
            print(&scenario, &runs);
        }
    }
    Ok(())
}

/// Prints the medians of a scenario.
fn print(scenario: &Scenario, runs: &[Vec<Run>]) {
    println!("\n{} ({} rounds)", scenario.name, scenario.rounds);
    println!("  {:<28} {:>18} {:>18} {:>18}", "", "CPU ms", "wall ms", "peak MiB");
    let mut first = None;
    for ((side, work), runs) in scenario.contestants.iter().zip(runs) {
        let median = |figure: fn(&Run) -> f64| {
            let mut figures: Vec<_> = runs.iter().map(figure).collect();
            figures.sort_by(f64::total_cmp);
            figures[figures.len() / 2]
        };
        let medians = [
            median(|run| run.cpu.as_secs_f64() * 1e3),
            median(|run| run.wall.as_secs_f64() * 1e3),
            median(|run| run.peak.unwrap_or_default() as f64 / 1024.0),
        ];
        let first = *first.get_or_insert(medians);
        let [cpu, wall, peak] =
            [0, 1, 2].map(|of| format!("{:.1} ({:.2})", medians[of], medians[of] / first[of]));
        let label = format!("{side:?}, {work:?}");
        println!("  {label:<28} {cpu:>18} {wall:>18} {peak:>18}");
    }
}
