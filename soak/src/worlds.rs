//! Many worlds of one sandbox: each is created, used through the client and removed, many at once.
//! A world holds what was done in it, and the memory of the process does not grow.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fastrand::Rng;
use l10n_client::Client;
use l10n_client::types::NewKey;
use l10n_sandbox::Sandbox;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::Failure;
use crate::memory::memory;

const AT_ONCE: usize = 16;
const PROJECT: &str = "garnet-7041.26";
/// The fewest worlds after which memory is compared: their requests have filled the sandbox's record,
/// which keeps 10,000, by the second quarter.
const FEWEST: u64 = 2_000;
/// How much the memory may grow from the second quarter to the last, beside a tenth of it.
const SLACK_KIB: u64 = 8 << 10;

/// Runs worlds for this long; returns the violations.
pub(crate) async fn run(duration: Duration, seed: u64) -> Result<Vec<String>, Failure> {
    let sandbox = Sandbox::builder().step(Duration::from_millis(2)).start().await?;
    let began = Instant::now();
    let mut random = Rng::with_seed(seed);
    let mut tasks = JoinSet::new();
    for _ in 0..AT_ONCE {
        let (control, mut random) = (sandbox.control_url().to_owned(), random.fork());
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
        samples.extend(memory("self", "VmRSS"));
    }
    let (mut violations, mut lives) = (Vec::new(), 0);
    for ended in tasks.join_all().await {
        match ended {
            Ok(count) => lives += count,
            Err(error) => violations.push(format!("a world: {error}")),
        }
    }
    match lives < FEWEST {
        true => println!("memory: NOT compared, for want of {FEWEST} worlds"),
        false => violations.extend(growth(&samples)),
    }
    println!("{lives} worlds, {AT_ONCE} at once, {:.0} s", began.elapsed().as_secs_f64());
    Ok(violations)
}

/// Creates, uses and removes a world.
async fn live(control: &str, random: &mut Rng) -> Result<(), Failure> {
    let http = reqwest::Client::builder().no_proxy().build()?;
    let made = http.post(format!("{control}/worlds")).send().await?;
    let world: Value = serde_json::from_str(&made.error_for_status()?.text().await?)?;
    let text = |name: &str| world[name].as_str().unwrap_or_default().to_owned();
    let own = text("control_url");
    let client = Client::builder(text("base_url"));
    let token = world["tokens"]["read_write"].as_str().unwrap_or_default();
    let client = client.api_token(token).without_rate_limit().build()?;
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

/// Fails if the last quarter needs more memory than the second.
fn growth(samples: &[u64]) -> Option<String> {
    let quarter = samples.len() / 4;
    let highest = |from: usize| samples[from..from + quarter].iter().max().copied().unwrap_or(0);
    let (early, late) = (highest(quarter), highest(quarter * 3));
    println!("memory: at most {early} KiB in the second quarter, {late} KiB in the last");
    let grown = late > early + early / 10 + SLACK_KIB;
    grown.then(|| format!("the memory grew from {early} KiB to {late} KiB"))
}
