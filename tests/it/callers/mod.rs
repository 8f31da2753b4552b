//! Calls under every common combinator, half-polled, dropped, aborted, moved between threads:
//! nothing hangs, and no slot is lost. And the rate limiter, in paused time.

mod calls;
mod rate_limit;
mod runtimes;

use std::time::Duration;

use l10n_client::Client;
use l10n_sandbox::{RateLimit, Sandbox};

use crate::support::PROJECT;

/// Only a hang takes longer.
const PATIENCE: Duration = Duration::from_secs(200);

/// A sandbox that limits rates as the service does, and a client with its default settings.
async fn limited() -> (Sandbox, Client) {
    let sandbox = Sandbox::builder().strict().rate_limit(RateLimit::default());
    let sandbox = sandbox.step(Duration::from_millis(50)).start().await.unwrap();
    let client = client(&sandbox);
    (sandbox, client)
}

/// A client with its default settings.
fn client(sandbox: &Sandbox) -> Client {
    Client::builder(sandbox.base_url()).api_token(sandbox.tokens().read_write).build().unwrap()
}

async fn list(client: &Client) {
    client.list_files(PROJECT).send().await.unwrap();
}

/// Ends, or fails where it hangs.
async fn in_time<T>(work: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(PATIENCE, work).await;
    done.expect("it hangs")
}

/// Every place is free: as many calls as may start at once do so, and end.
async fn no_place_is_lost(client: &Client) {
    let calls = (0..12).map(|_| list(client));
    in_time(futures_util::future::join_all(calls)).await;
}
