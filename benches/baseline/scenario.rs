//! What is compared, with the targets, and how contestants run in turn.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use l10n_sandbox::{Builder, Fault, Misbehavior, Sandbox};

use crate::Failure;
use crate::fixed::Fixed;
use crate::measure::{self, Run};
use crate::text::Text;
use crate::work::{Job, PAGE, Place, Side, Work};

const MIB: usize = 1 << 20;
const MEMORY: Target = Target::PeakMib(16);

/// A sandbox, and contestants that work against it. Figures are relative to the first.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    sandbox: Builder,
    /// Added to each page of a list.
    latency: Option<Duration>,
    pub(crate) rounds: usize,
    pub(crate) contestants: Vec<Contestant>,
}

pub(crate) struct Contestant {
    pub(crate) label: &'static str,
    side: Side,
    work: Work,
    pub(crate) targets: Vec<Target>,
}

/// The most that a contestant may take.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// Relative to the first contestant, as the next two.
    Cpu(f64),
    Wall(f64),
    Peak(f64),
    PeakMib(u64),
}

/// The runs of each contestant.
pub(crate) type Figures = Vec<Vec<Run>>;

/// All scenarios, in the order in which they run.
pub(crate) fn all(quick: bool) -> Vec<Scenario> {
    let (rounds, comments, many, gets, [to_upload, to_export]) = match quick {
        false => (11, 200_000, 1_000_000, 20_000, [100, 1024]),
        true => (1, 20_000, 40_000, 1_000, [4, 8]),
    };
    let list = |count, ahead| Work::List { count, ahead };
    let get = |at_once| Work::Gets { count: gets, at_once };
    let scenario = |name, title, contestants| Scenario::new(name, title, rounds, contestants);
    let (upload, bundle) = (Work::Upload { mib: to_upload }, Work::Bundle { mib: to_export });
    let pages = vec![
        hand(list(comments, None)),
        client("one page at a time", list(comments, Some(0)), &[Target::Cpu(1.10)]),
        client("default prefetch", list(comments, None), &[]),
    ];
    let slow_pages = vec![
        hand(list(comments, None)),
        client("default prefetch", list(comments, None), &[Target::Wall(0.55)]),
        client("prefetch of 3", list(comments, Some(3)), &[Target::Wall(0.30)]),
        client("prefetch of 7", list(comments, Some(7)), &[Target::Wall(0.18)]),
    ];
    let longer = vec![
        client("the first of them", list(comments, None), &[]),
        client("all of them", list(many, None), &[Target::Peak(1.0)]),
        hand(list(many, None)),
    ];
    let one = vec![hand(get(1)), client("client", get(1), &[Target::Cpu(1.07)])];
    let concurrent = vec![hand(get(64)), client("client", get(64), &[Target::Wall(1.05)])];
    let uploads = vec![hand(upload), client("client", upload, &[Target::Cpu(1.00), MEMORY])];
    let bundles = vec![hand(bundle), client("client", bundle, &[Target::Cpu(1.10), MEMORY])];
    let others = vec![
        Scenario {
            sandbox: Sandbox::builder().comments(comments),
            ..scenario("list", format!("{comments} comments"), pages)
        },
        Scenario {
            sandbox: Sandbox::builder().comments(comments),
            latency: Some(Duration::from_millis(50)),
            rounds: rounds.min(5),
            ..scenario("list-latency", format!("{comments} comments, 50 ms a page"), slow_pages)
        },
        Scenario {
            sandbox: Sandbox::builder().comments(many),
            rounds: rounds.min(3),
            ..scenario("list-memory", format!("{many} comments, beside {comments}"), longer)
        },
        scenario("gets", format!("{gets} GETs in sequence, one thread, fixed response"), one),
        scenario("concurrent-gets", format!("{gets} GETs, 64 at once, same"), concurrent),
        Scenario {
            rounds: rounds.min(5),
            ..scenario("upload", format!("upload of {to_upload} MiB from a path"), uploads)
        },
        Scenario {
            sandbox: Sandbox::builder().bundle_filler(to_export * MIB),
            rounds: rounds.min(5),
            ..scenario("bundle", format!("bundle of {to_export} MiB to a file"), bundles)
        },
    ];
    others.into_iter().chain(spelled(comments / PAGE, rounds)).collect()
}

/// Pages of comments whose texts are spelled as the service spells them.
fn spelled(pages: u32, rounds: usize) -> impl Iterator<Item = Scenario> {
    Text::ALL.into_iter().map(move |text| {
        let work = Work::Pages { count: pages, text };
        let contestants = vec![hand(work), client("client", work, &[Target::Cpu(1.00)])];
        let title = format!("{pages} pages of {PAGE} comments, fixed response");
        Scenario {
            sandbox: Sandbox::builder().comments(PAGE),
            ..Scenario::new(text.name(), title, rounds, contestants)
        }
    })
}

fn hand(work: Work) -> Contestant {
    Contestant { label: "by hand", side: Side::Hand, work, targets: Vec::new() }
}

fn client(label: &'static str, work: Work, targets: &[Target]) -> Contestant {
    Contestant { label, side: Side::Client, work, targets: targets.to_vec() }
}

impl Scenario {
    fn new(name: &'static str, title: String, rounds: usize, contestants: Vec<Contestant>) -> Self {
        Self { name, title, sandbox: Sandbox::builder(), latency: None, rounds, contestants }
    }

    /// Runs the contestants in turn: what slows the machine down for a while slows all of them.
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
                let fixed = Fixed::of(contestant.work, &place).await?;
                let place = fixed.as_ref().map_or(place, |fixed| fixed.place.clone());
                let Contestant { side, work, label, .. } = *contestant;
                let job = Job { side, work, place, file: file(folder.path(), work)? };
                let under = under.to_vec();
                let run = tokio::task::spawn_blocking(move || measure::run(&under, &job)).await??;
                // Figures of incomplete work would mean nothing.
                let wanted = match work {
                    Work::List { count, .. } | Work::Gets { count, .. } => u64::from(count),
                    Work::Pages { count, .. } => u64::from(count * PAGE),
                    Work::Upload { mib } | Work::Bundle { mib } => (mib * MIB) as u64,
                };
                if run.done < wanted {
                    return Err(format!("{label}: {} of {wanted} were done", run.done).into());
                }
                runs.push(run);
            }
        }
        Ok(figures)
    }
}

/// The file to upload, or the path for a bundle, where no file is: freeing the memory of an old
/// file costs as much as writing a new one.
fn file(folder: &Path, work: Work) -> Result<PathBuf, Failure> {
    let path = folder.join("file.png");
    match (std::fs::remove_file(&path), work) {
        (Err(error), _) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
        (_, Work::Upload { mib }) => {
            let part: Vec<u8> = (0..=u8::MAX).cycle().take(MIB).collect();
            let mut file = std::fs::File::create(&path)?;
            for _ in 0..mib {
                file.write_all(&part)?;
            }
        }
        _ => {}
    }
    Ok(path)
}
