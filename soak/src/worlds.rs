//! Worlds side by side for as long as one wants: each is made, worked in through the client, and
//! removed again, many at once, in a sandbox that is a process of its own. What a world holds is
//! what was done in it, and the memory of the process does not grow.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::{Duration, Instant};

use fastrand::Rng;
use l10n_client::Client;
use l10n_client::rate_limit::NoRateLimit;
use l10n_client::types::NewKey;
use l10n_sandbox::Sandbox;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use crate::Failure;
use crate::memory::memory;

/// Worlds that live at the same time.
const AT_ONCE: usize = 16;
/// Set in the environment of the process that is the sandbox.
const SERVER: &str = "L10N_SOAK_SERVER";
const PROJECT: &str = "garnet-7041.26";
/// How much the memory of the last quarter may be above that of the second, beside a tenth: the
/// first quarter is when caches fill.
const SLACK_KIB: u64 = 8 << 10;

/// Runs worlds for that long, and tells what was broken.
pub(crate) async fn run(duration: Duration, seed: u64) -> Result<Vec<String>, Failure> {
    let (child, said) = start().await?;
    let control = said["control_url"].as_str().ok_or("no control_url")?.to_owned();
    let began = Instant::now();
    let mut random = Rng::with_seed(seed);
    let mut tasks = JoinSet::new();
    for _ in 0..AT_ONCE {
        let (control, mut random) = (control.clone(), random.fork());
        tasks.spawn(async move {
            let mut lives = 0_u64;
            while began.elapsed() < duration {
                live(&control, &mut random).await?;
                lives += 1;
            }
            Ok::<_, Failure>(lives)
        });
    }
    let mut samples = Vec::new();
    while began.elapsed() < duration {
        tokio::time::sleep(duration / 200).await;
        samples.extend(child.id().and_then(|id| memory(&id.to_string(), "VmRSS")));
    }
    let (mut violations, mut lives) = (Vec::new(), 0);
    for ended in tasks.join_all().await {
        match ended {
            Ok(count) => lives += count,
            Err(error) => violations.push(format!("a world: {error}")),
        }
    }
    violations.extend(growth(&samples));
    println!("{lives} worlds, {AT_ONCE} at once, {:.0} s", began.elapsed().as_secs_f64());
    Ok(violations)
}

/// Whether this process is the sandbox; then it has been that until its input ended.
pub(crate) async fn is_server() -> Result<bool, Failure> {
    if std::env::var_os(SERVER).is_none() {
        return Ok(false);
    }
    let sandbox = Sandbox::builder().step(Duration::from_millis(2)).start().await?;
    println!("{}", sandbox.description());
    let input = || std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
    tokio::task::spawn_blocking(input).await??;
    Ok(true)
}

async fn start() -> Result<(Child, Value), Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.env(SERVER, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.kill_on_drop(true).spawn()?;
    let output = child.stdout.take().ok_or("no output")?;
    let line = BufReader::new(output).lines().next_line().await?;
    Ok((child, serde_json::from_str(&line.ok_or("the sandbox ended")?)?))
}

/// One world from its beginning to its end.
async fn live(control: &str, random: &mut Rng) -> Result<(), Failure> {
    let http = reqwest::Client::builder().no_proxy().build()?;
    let made = http.post(format!("{control}/worlds")).send().await?;
    let world: Value = serde_json::from_str(&made.error_for_status()?.text().await?)?;
    let text = |name: &str| world[name].as_str().unwrap_or_default().to_owned();
    let own = text("control_url");
    let client = Client::builder(text("base_url"));
    let token = world["tokens"]["read_write"].as_str().unwrap_or_default();
    let client = client.api_token(token).rate_limiter(NoRateLimit).build()?;
    let fault = json!({ "operation": "listKeys", "what": { "respond": { "status": 503 } } });
    let post = http.post(format!("{own}/faults")).body(fault.to_string());
    post.send().await?.error_for_status()?;

    let mut expected: BTreeSet<String> = keys(&client).await?;
    let known = expected.len();
    for number in 0..random.u32(1..40) {
        let name = format!("{}.{number}", text("world"));
        let key = NewKey::new(&*name, ["web"]);
        client.create_keys(PROJECT, [key]).send().await?;
        expected.insert(name);
    }
    let found = keys(&client).await?;
    if known != 8 || found != expected {
        return Err(format!("{} holds {found:?} and not {expected:?}", text("world")).into());
    }
    let export = client.export_files(PROJECT, "json").send().await?;
    let mut bundle = client.download(&export.bundle_url).await?.into_inner();
    while let Some(chunk) = bundle.next().await {
        chunk?;
    }
    http.delete(own).send().await?.error_for_status()?;
    Ok(())
}

/// The names of all keys.
async fn keys(client: &Client) -> Result<BTreeSet<String>, Failure> {
    let mut names = BTreeSet::new();
    let mut keys = client.list_keys(PROJECT).stream();
    while let Some(key) = keys.next().await {
        names.extend(key?.key_name.as_ref().map(ToString::to_string));
    }
    Ok(names)
}

/// What is wrong where the last quarter needs more memory than the second did.
fn growth(samples: &[u64]) -> Option<String> {
    let quarter = samples.len() / 4;
    let highest = |from: usize| samples[from..from + quarter].iter().max().copied().unwrap_or(0);
    let (early, late) = (highest(quarter), highest(quarter * 3));
    println!("memory: at most {early} KiB in the second quarter, {late} KiB in the last");
    let grown = late > early + early / 10 + SLACK_KIB;
    grown.then(|| format!("the memory grew from {early} KiB to {late} KiB"))
}
