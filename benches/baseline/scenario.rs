//! A sandbox, and contestants that work against it in turn.

use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use l10n_sandbox::{Builder, Fault, Misbehavior};
use tempfile::TempDir;

use crate::Failure;
use crate::fixed::Fixed;
use crate::measure::{self, Run};
use crate::work::{Job, Place, Side, Work};

pub(crate) const MIB: usize = 1 << 20;

/// A sandbox, and contestants that work against it in turn.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) sandbox: Builder,
    /// How much longer a page takes than it needs to.
    pub(crate) latency: Option<Duration>,
    pub(crate) rounds: usize,
    pub(crate) contestants: Vec<Contestant>,
}

/// One who does a work. The first of a scenario is what the others are measured by.
pub(crate) struct Contestant {
    pub(crate) label: &'static str,
    side: Side,
    task: Task,
    pub(crate) targets: Vec<Target>,
}

/// A work whose place is not known yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// So many comments, so many times, and so many pages ahead.
    List {
        count: u32,
        times: u32,
        ahead: Option<usize>,
    },
    Gets(u32),
    /// On one thread, against a server of one fixed answer.
    FixedGets {
        count: u32,
        at_once: usize,
    },
    /// Of a file of so many MiB.
    Upload(usize),
    /// With a bundle of so many MiB.
    Bundle(usize),
}

/// How far a contestant may be from the first one.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    Cpu(f64),
    Wall(f64),
    Peak(f64),
    /// MiB, whatever the first one takes.
    PeakMib(u64),
}

/// The runs of each contestant.
pub(crate) type Figures = Vec<Vec<Run>>;

impl Scenario {
    /// Runs the contestants in turn, so that what slows the machine down for a while slows all of
    /// them.
    pub(crate) async fn run(&self, under: &[String]) -> Result<Figures, Failure> {
        let sandbox = self.sandbox.clone().start().await?;
        let folder = tempfile::tempdir()?;
        let mut figures: Figures = self.contestants.iter().map(|_| Vec::new()).collect();
        for _ in 0..self.rounds {
            for (contestant, runs) in self.contestants.iter().zip(&mut figures) {
                sandbox.reset();
                if let Some(latency) = self.latency {
                    let delay = Fault::new(Misbehavior::Delay(latency));
                    sandbox.add_fault(delay.on("listProjectComments").always())?;
                }
                let place = Place::of(&sandbox);
                let fixed = match contestant.task {
                    Task::FixedGets { .. } => Some(Fixed::start(place.clone()).await?),
                    _ => None,
                };
                let place = fixed.as_ref().map_or(place, |fixed| fixed.place.clone());
                let job = contestant.job(place, &folder)?;
                let under = under.to_vec();
                let run = tokio::task::spawn_blocking(move || measure::run(&under, &job)).await??;
                contestant.check(&run)?;
                runs.push(run);
            }
        }
        Ok(figures)
    }
}

impl Contestant {
    pub(crate) fn by_hand(task: Task) -> Self {
        Self { label: "by hand", side: Side::Hand, task, targets: Vec::new() }
    }

    pub(crate) fn client<const N: usize>(
        label: &'static str,
        task: Task,
        targets: [Target; N],
    ) -> Self {
        Self { label, side: Side::Client, task, targets: targets.to_vec() }
    }

    fn job(&self, place: Place, folder: &TempDir) -> Result<Job, Failure> {
        let work = match self.task {
            Task::List { count, times, ahead } => Work::List { count, times, ahead },
            Task::Gets(count) => Work::Gets { count, at_once: 1, is_on_one_thread: false },
            Task::FixedGets { count, at_once } => {
                Work::Gets { count, at_once, is_on_one_thread: true }
            }
            Task::Upload(size) => Work::Upload { file: file_of(folder, size)? },
            Task::Bundle(_) => Work::Bundle { file: no_file(folder)? },
        };
        Ok(Job { side: self.side, work, place })
    }

    /// Figures of a work that was not done would mean nothing.
    fn check(&self, run: &Run) -> Result<(), Failure> {
        let wanted = match self.task {
            Task::List { count, times, .. } => u64::from(count) * u64::from(times),
            Task::Gets(count) | Task::FixedGets { count, .. } => u64::from(count),
            Task::Upload(size) | Task::Bundle(size) => (size * MIB) as u64,
        };
        match run.done >= wanted {
            true => Ok(()),
            false => Err(format!("{}: {} were done of {wanted}", self.label, run.done).into()),
        }
    }
}

/// Where a bundle goes: nothing is there, since giving back the memory of an old file costs as much
/// as writing a new one.
fn no_file(folder: &TempDir) -> Result<PathBuf, Failure> {
    let path = folder.path().join("bundle.zip");
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(path),
    }
}

/// A file of so many MiB, made once.
fn file_of(folder: &TempDir, size: usize) -> Result<PathBuf, Failure> {
    let path = folder.path().join(format!("{size}.png"));
    if !path.exists() {
        let part: Vec<u8> = (0..=u8::MAX).cycle().take(MIB).collect();
        let mut file = std::fs::File::create(&path)?;
        for _ in 0..size {
            file.write_all(&part)?;
        }
    }
    Ok(path)
}
