//! Separate processes that share one token, as jobs of a pipeline do: each has a client with its
//! default settings, and the sandbox limits the rate as the service does. No call may fail, and
//! nothing may be lost or done twice.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use fastrand::Rng;
use l10n_client::{Client, Error};
use l10n_sandbox::{RateLimit, Sandbox};
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::Failure;

/// How many processes there are.
const JOBS: u64 = 2;
/// Calls that a process has under way at once.
const AT_ONCE: u64 = 8;
/// The environment of a process: its number, the address of the sandbox, and the token.
const JOB: &str = "L10N_SOAK_JOB";

/// Runs the processes, and tells what they have broken.
pub(crate) async fn run(calls: u64) -> Result<Vec<String>, Failure> {
    let sandbox = Sandbox::builder().rate_limit(RateLimit::default());
    let sandbox = sandbox.start().await?;
    let began = Instant::now();
    let mut jobs = JoinSet::new();
    for job in 0..JOBS {
        let mut command = Command::new(std::env::current_exe()?);
        command.env(JOB, format!("{job} {calls}"));
        command.env("L10N_BASE_URL", sandbox.base_url());
        command.env("L10N_TOKEN", sandbox.tokens().read_write);
        command.kill_on_drop(true).stdout(Stdio::piped());
        jobs.spawn(async move { command.output().await });
    }
    let mut told = String::new();
    for output in jobs.join_all().await {
        told.push_str(&String::from_utf8_lossy(&output?.stdout));
    }
    let seen = sandbox.requests();
    let refused = seen.iter().filter(|seen| seen.status == Some(429)).count();
    println!(
        "{JOBS} processes on one token: {} calls, {} requests, {refused} refused, {:.1} s",
        JOBS * calls,
        seen.len(),
        began.elapsed().as_secs_f64()
    );
    sandbox.set_rate_limit(None);
    check(&sandbox, &told, calls).await
}

async fn check(sandbox: &Sandbox, told: &str, calls: u64) -> Result<Vec<String>, Failure> {
    let lines: BTreeSet<_> = told.lines().collect();
    let mut violations = Vec::new();
    let failed = lines.iter().filter(|line| !line.starts_with("done "));
    violations.extend(failed.map(|line| format!("a job said: {line}")));
    let expected = JOBS * calls;
    if lines.len() as u64 != expected {
        let count = lines.len();
        violations.push(format!("{count} calls were told of {expected}"));
    }
    let client = Client::builder(sandbox.base_url()).api_token(sandbox.tokens().read_write);
    let client = client.build()?;
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut comments = client
        .list_project_comments()
        .project_id(sandbox.project().project_id)
        .stream();
    while let Some(comment) = comments.next().await {
        let text = comment?.comment.unwrap_or_default();
        if text.starts_with("job-") {
            *found.entry(text).or_default() += 1;
        }
    }
    for line in lines.iter().filter(|line| line.starts_with("done job-")) {
        let marker = line.trim_start_matches("done ");
        match found.remove(marker) {
            Some(1) => {}
            Some(count) => violations.push(format!("{marker} was made {count} times")),
            None => violations.push(format!("{marker} was told done, and is not there")),
        }
    }
    violations.extend(
        found
            .keys()
            .map(|marker| format!("{marker} was made, and not told")),
    );
    Ok(violations)
}

/// Whether this process is one of the jobs; then it has made its calls.
pub(crate) async fn is_job() -> Result<bool, Failure> {
    let Ok(job) = std::env::var(JOB) else {
        return Ok(false);
    };
    let (job, calls) = job.split_once(' ').ok_or("no number of calls")?;
    let (job, calls): (u64, u64) = (job.parse()?, calls.parse()?);
    let client = Client::from_env()?;
    let mut random = Rng::with_seed(job);
    let mut running = JoinSet::new();
    let turn = Arc::new(std::sync::atomic::AtomicU64::new(0));
    for _ in 0..AT_ONCE {
        let (client, turn, mut random) = (client.clone(), Arc::clone(&turn), random.fork());
        running.spawn(async move {
            loop {
                let number = turn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                if number >= calls {
                    return;
                }
                let name = match random.bool() {
                    true => format!("job-{job}-{number}"),
                    false => format!("read-{job}-{number}"),
                };
                match call(&client, &name).await {
                    Ok(()) => println!("done {name}"),
                    Err(error) => println!("{name} failed: {error}"),
                }
            }
        });
    }
    running.join_all().await;
    Ok(true)
}

/// A comment of that name, or a read.
async fn call(client: &Client, name: &str) -> Result<(), Error> {
    const PROJECT: &str = "garnet-7041.26";
    const KEY: u64 = 3101;
    if name.starts_with("read-") {
        return client
            .list_files()
            .project_id(PROJECT)
            .send()
            .await
            .map(drop);
    }
    let comment = l10n_client::types::NewComment::builder()
        .comment(name)
        .build()?;
    let comments = client.create_key_comments().project_id(PROJECT).key_id(KEY);
    let comments = comments.body_map(|body| body.comments(vec![comment]));
    comments.send().await.map(drop)
}
