//! A sandbox that enforces its limits, clients of it, and the requests that it received.

use std::time::Duration;

use l10n_client::{Client, Error};
use l10n_client_redis::RedisRateLimiter;
use l10n_sandbox::{Builder, RateLimit, Sandbox, SeenRequest};
use serde_json::json;
use tokio::time::{sleep, timeout};

pub(crate) const SECOND: Duration = Duration::from_secs(1);

/// Starts a sandbox with the projects `p1` to `p8`, a token, and a grant that can be refreshed.
pub(crate) async fn sandbox(limit: RateLimit) -> Sandbox {
    begin(limit, |builder| builder).await
}

pub(crate) async fn begin(limit: RateLimit, set: impl FnOnce(Builder) -> Builder) -> Sandbox {
    let projects = (1..=8).map(|number| json!({"name": format!("p{number}")}));
    let seed = json!({
        "users": [{"email": "anna@shop.test"}],
        "oauth_apps": [{"client_id": "app", "client_secret": "app-secret",
            "redirect_uri": "https://app.test/callback"}],
        "oauth_grants": [{"refresh_token": "fleet-refresh", "client_id": "app",
            "user": "anna@shop.test", "scopes": ["read_files"]}],
        "projects": projects.collect::<Vec<_>>(),
    });
    let builder = Sandbox::builder().seed(seed).rate_limit(limit);
    set(builder).start().await.unwrap()
}

/// Returns a client with its own rate limiter, as each process has one.
pub(crate) fn client(sandbox: &Sandbox, limiter: &RedisRateLimiter) -> Client {
    let client = Client::builder(sandbox.base_url().to_string())
        .api_token("sandbox-read-write-token")
        .rate_limiter(limiter.clone());
    client.build().unwrap()
}

/// Makes one call, which counts for this project.
pub(crate) async fn call(client: &Client, project: &str) -> Result<(), Error> {
    let list = client.list_files(project);
    list.send().await.map(drop)
}

/// Returns the received requests of the API, in order.
pub(crate) fn arrived(sandbox: &Sandbox) -> Vec<SeenRequest> {
    let mut requests = sandbox.requests();
    requests.retain(|seen| seen.operation.as_deref() == Some("listFiles"));
    requests
}

/// Returns how many responses had this status.
pub(crate) fn answered(requests: &[SeenRequest], status: u16) -> usize {
    requests.iter().filter(|seen| seen.status == Some(status)).count()
}

/// Waits until a condition holds. Only a hang reaches the limit.
pub(crate) async fn until(condition: impl AsyncFn() -> bool) {
    let holds = async {
        while !condition().await {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SECOND * 120, holds).await.expect("the condition holds at some time");
}
