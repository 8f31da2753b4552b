//! Jobs, driven by time, and webhooks.

use std::error::Error;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};
use url::Url;

use super::guard::OF_WEBHOOK;
use crate::jobs::{self, Advanced, Effect, JobId, Preparation};
use crate::settings::Pace;
use crate::worlds::World;

const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(5);

/// Starts the effects of an operation.
pub(super) fn start(world: &Arc<World>, effects: Vec<Effect>) {
    for effect in effects {
        match (effect, world.settings.pace) {
            (Effect::Drive(id), Pace::Step(step)) => {
                let (ended, world) = (Arc::clone(&world.ended), Arc::downgrade(world));
                tokio::spawn(async move {
                    drive(world, id, step, &ended).await;
                    ended.notify_waiters();
                });
            }
            (Effect::Drive(_), Pace::EachLook) => {}
            (Effect::Webhook { url, body }, _) => {
                // The result of a webhook does not matter.
                tokio::spawn(timeout(WEBHOOK_TIMEOUT, post(url, body)));
            }
        }
    }
}

/// Sends a webhook, over plain HTTP only. Follows no redirects, and omits user information.
async fn post(url: String, body: Value) -> Result<(), Box<dyn Error + Send + Sync>> {
    let url = Url::parse(&url)?;
    let request = Request::post(url.as_str())
        .header(CONTENT_TYPE, "application/json")
        .header(OF_WEBHOOK, "1")
        .body(Body::from(body.to_string()))?;
    let http = Client::builder(TokioExecutor::new()).build_http();
    http.request(request).await?;
    Ok(())
}

/// Advances a job until it ends, or the world is dropped. The time that an import waits for others
/// counts for its own states.
async fn drive(world: Weak<World>, id: JobId, step: Duration, ended: &Notify) {
    let mut due = Instant::now() + step;
    loop {
        tokio::time::sleep_until(due).await;
        let mut other_ended = pin!(ended.notified());
        other_ended.as_mut().enable();
        let Some(world) = world.upgrade() else {
            return;
        };
        let (driven, this) = (Arc::clone(&world), id.clone());
        // A step may take long.
        let advanced = tokio::task::spawn_blocking(move || advance(&driven, &this)).await;
        let advanced = advanced.unwrap_or_default();
        start(&world, advanced.effect.into_iter().collect());
        if !advanced.goes_on {
            return;
        }
        drop(world);
        match advanced.waits {
            true => other_ended.await,
            false => due += step,
        }
    }
}

/// Advances a job by one state. Long work is done before the data are locked.
fn advance(world: &World, id: &JobId) -> Advanced {
    let settings = &world.settings;
    let preparation = Preparation::of(&world.state(), id, settings);
    let prepared = preparation.map(Preparation::run);
    jobs::advance(&mut world.state(), id, settings, prepared)
}
