//! A sandbox with its own limits on, and what arrived there.

use std::time::Duration;

use l10n_client::{Client, Error};
use l10n_client_redis::RedisRateLimiter;
use l10n_sandbox::{Builder, RateLimit, Sandbox, SeenRequest};
use serde_json::json;

/// Starts a sandbox with projects `p1` to `p8`, a token, and a grant that can be refreshed.
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

/// A client of one process.
pub(crate) fn client(sandbox: &Sandbox, limiter: &RedisRateLimiter) -> Client {
    let client = Client::builder(sandbox.base_url().to_string())
        .api_token("sandbox-read-write-token")
        .rate_limiter(limiter.clone());
    client.build().unwrap()
}

/// One call, which counts for this project.
pub(crate) async fn call(client: &Client, project: &str) -> Result<(), Error> {
    let list = client.list_files(project);
    list.send().await.map(drop)
}

/// What arrived at the API, in its order.
pub(crate) fn arrived(sandbox: &Sandbox) -> Vec<SeenRequest> {
    let mut requests = sandbox.requests();
    requests.retain(|seen| seen.operation.as_deref() == Some("listFiles"));
    requests
}

/// How many of them were answered with this status.
pub(crate) fn answered(requests: &[SeenRequest], status: u16) -> usize {
    requests.iter().filter(|seen| seen.status == Some(status)).count()
}

/// How much of a rate was used between the first and the last of them. What a second allows is
/// allowed in the one after the last too.
pub(crate) fn used(requests: &[SeenRequest], per_second: u32) -> f64 {
    let (first, last) = (requests.first().unwrap(), requests.last().unwrap());
    let time = (last.started - first.started).to_std().unwrap();
    let allowed = (time + Duration::from_secs(1)).as_secs_f64() * f64::from(per_second);
    requests.len() as f64 / allowed
}
