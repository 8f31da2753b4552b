//! What is compared, and how contestants run in turn.

use std::path::Path;
use std::time::Duration;

use l10n_sandbox::{Builder, DOWNLOAD_BUNDLE, Fault, Misbehavior, Reply, ReplyBody, Sandbox};
use serde_json::{Value, json};

use crate::fixed::{self, MIXED, PLAIN};
use crate::job::{Failure, Job, KEY, PROJECT, Side, Work};
use crate::run::Run;

const MIB: usize = 1 << 20;

/// Contestants against the sandbox, or a server of a fixed response.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) rounds: usize,
    /// Figures are relative to the first.
    pub(crate) contestants: Vec<(Side, Work)>,
    sandbox: Builder,
    /// Added to each page of a list.
    latency: Duration,
    fixed: Option<Value>,
}

/// All scenarios, in the order in which they run.
pub(crate) fn all(is_quick: bool, has_peer: bool) -> Vec<Scenario> {
    let (rounds, few, comments, many, gets, [upload, bundle]) = match is_quick {
        false => (11, 5, 200_000, 1_000_000, 20_000, [100 * MIB, 1024 * MIB]),
        true => (1, 1, 20_000, 40_000, 1_000, [4 * MIB, 8 * MIB]),
    };
    let both = |work| vec![(Side::Hand, work), (Side::Client, work)];
    let all = |work| match has_peer {
        true => vec![(Side::Hand, work), (Side::Client, work), (Side::Peer, work)],
        false => both(work),
    };
    let scenario = |name, rounds, contestants| Scenario {
        name,
        rounds,
        contestants,
        sandbox: Sandbox::builder(),
        latency: Duration::ZERO,
        fixed: None,
    };
    let pages = |name, text| Scenario {
        fixed: Some(fixed::page(text)),
        ..scenario(name, rounds, all(Work::Pages(comments)))
    };
    let gets = |name, at_once| Scenario {
        fixed: Some(fixed::one_comment()),
        ..scenario(name, rounds, all(Work::Gets(gets, at_once)))
    };
    vec![
        Scenario {
            sandbox: with_comments(comments),
            ..scenario("list", rounds, both(Work::List(comments)))
        },
        Scenario {
            sandbox: with_comments(comments),
            latency: Duration::from_millis(50),
            ..scenario("list-latency", few, both(Work::List(comments)))
        },
        Scenario {
            sandbox: with_comments(many),
            ..scenario("list-memory", few.min(3), {
                let [one, all] = [comments, many].map(Work::List);
                vec![(Side::Client, one), (Side::Client, all), (Side::Hand, all)]
            })
        },
        gets("gets", 1),
        gets("concurrent-gets", 64),
        scenario("upload", few, both(Work::Upload(upload))),
        scenario("bundle", few, both(Work::Bundle(bundle))),
        pages("pages-plain", PLAIN),
        pages("pages-mix", MIXED),
    ]
}

/// A sandbox whose project has that many comments.
fn with_comments(count: usize) -> Builder {
    let comments = (1..=count).map(|number| {
        let text = format!("Comment {number}: please check the tone of this translation.");
        json!({ "key_id": KEY, "comment": text })
    });
    let keys = [json!({ "key_id": KEY, "key_name": "start.title" })];
    let comments: Value = comments.collect();
    let project = json!({ "project_id": PROJECT, "name": "Garnet", "keys": keys,
                          "comments": comments });
    Sandbox::builder().seed(json!({ "projects": [project] }))
}

impl Scenario {
    /// Runs the contestants in turn: what slows the machine down for a while slows all of them.
    pub(crate) async fn run(
        &self,
        under: &[String],
        peer: Option<&str>,
    ) -> Result<Vec<Vec<Run>>, Failure> {
        let sandbox = self.sandbox.clone().start().await?;
        let base_url = match &self.fixed {
            Some(response) => fixed::serve(response).await?,
            None => sandbox.base_url().to_owned(),
        };
        let folder = tempfile::tempdir()?;
        let mut runs: Vec<_> = self.contestants.iter().map(|_| Vec::new()).collect();
        for _ in 0..self.rounds {
            for ((side, work), runs) in self.contestants.iter().zip(&mut runs) {
                sandbox.reset();
                let delay = Fault::new(Misbehavior::Delay(self.latency));
                sandbox.add_fault(delay.on("listProjectComments").always())?;
                if let Work::Bundle(size) = *work {
                    let reply = Reply::new(200, ReplyBody::Bytes(vec![0; size].into()));
                    let reply = Fault::new(Misbehavior::Respond(reply));
                    sandbox.add_fault(reply.on(DOWNLOAD_BUNDLE).always())?;
                }
                let file = folder.path().join("file.png");
                prepare(&file, *work)?;
                let job = Job { side: *side, work: *work, base_url: base_url.clone(), file };
                let (under, peer) = (under.to_vec(), peer.map(str::to_owned));
                let run = move || (job.run(&under, peer.as_deref()), job);
                let ended = tokio::task::spawn_blocking(run);
                let (run, job) = ended.await?;
                let run = run?;
                // Figures of incomplete work would mean nothing.
                let wanted = match work {
                    Work::List(count) | Work::Pages(count) | Work::Gets(count, _) => *count,
                    Work::Upload(size) | Work::Bundle(size) => *size,
                };
                if run.done < wanted {
                    return Err(format!("{job:?}: {} of {wanted} were done", run.done).into());
                }
                runs.push(run);
            }
        }
        Ok(runs)
    }
}

/// Writes the file to upload. Removes that of a bundle: freeing the memory of an old file costs as
/// much as writing a new one.
fn prepare(file: &Path, work: Work) -> std::io::Result<()> {
    match work {
        Work::Upload(size) => {
            let content: Vec<u8> = (0..=u8::MAX).cycle().take(size).collect();
            std::fs::write(file, content)
        }
        Work::Bundle(_) if file.exists() => std::fs::remove_file(file),
        _ => Ok(()),
    }
}
