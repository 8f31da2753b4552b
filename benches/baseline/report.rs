//! The figures as a table: medians, and how they stand to those of the first contestant.

use std::time::Duration;

use crate::measure::Run;
use crate::scenario::{Figures, Scenario, Target};

/// The median figures of a contestant.
struct Median {
    cpu: Duration,
    wall: Duration,
    /// In KiB.
    peak: u64,
}

impl Median {
    fn of(runs: &[Run]) -> Self {
        Self {
            cpu: median(runs, |run| run.cpu),
            wall: median(runs, |run| run.wall),
            peak: median(runs, |run| run.peak.unwrap_or_default()),
        }
    }
}

fn median<T: Ord + Default>(runs: &[Run], figure: impl Fn(&Run) -> T) -> T {
    let mut figures: Vec<T> = runs.iter().map(figure).collect();
    figures.sort_unstable();
    let middle = figures.len() / 2;
    figures.into_iter().nth(middle).unwrap_or_default()
}

pub(crate) fn head() {
    println!("Medians; in brackets: measured by the first of the scenario.");
}

pub(crate) fn scenario(scenario: &Scenario, figures: &Figures) {
    println!("\n{}: {} ({} rounds)", scenario.name, scenario.title, scenario.rounds);
    println!("  {:<20} {:>20} {:>20} {:>20}  target", "", "CPU ms", "wall ms", "peak MiB");
    let medians: Vec<Median> = figures.iter().map(|runs| Median::of(runs)).collect();
    let Some(first) = medians.first() else { return };
    for (contestant, median) in scenario.contestants.iter().zip(&medians) {
        let mebibytes = |kibibytes: u64| kibibytes as f64 / 1024.0;
        println!(
            "  {:<20} {:>20} {:>20} {:>20}  {}",
            contestant.label,
            beside(millis(median.cpu), millis(first.cpu)),
            beside(millis(median.wall), millis(first.wall)),
            beside(mebibytes(median.peak), mebibytes(first.peak)),
            targets(&contestant.targets),
        );
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn beside(figure: f64, first: f64) -> String {
    format!("{figure:.1} ({:.2})", figure / first)
}

fn targets(targets: &[Target]) -> String {
    let texts: Vec<String> = targets
        .iter()
        .map(|target| match target {
            Target::Cpu(ratio) => format!("CPU <= {ratio:.2}"),
            Target::Wall(ratio) => format!("wall <= {ratio:.2}"),
            Target::Peak(ratio) => format!("peak <= {ratio:.2}"),
            Target::PeakMib(size) => format!("peak <= {size} MiB"),
        })
        .collect();
    texts.join(", ")
}
