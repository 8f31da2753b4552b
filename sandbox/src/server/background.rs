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

use crate::jobs::{self, Effect};
use crate::settings::{Pace, Settings};
use crate::webhooks::Delivery;
use crate::worlds::World;

const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(5);
const KEPT_DELIVERIES: usize = 1000;

pub(super) fn start(world: &Arc<World>, settings: &Arc<Settings>, effects: Vec<Effect>) {
    for effect in effects {
        let weak = Arc::downgrade(world);
        match (effect, settings.pace) {
            (Effect::Drive(id), Pace::Step(step)) => {
                let (ended, settings) = (Arc::clone(&world.ended), Arc::clone(settings));
                tokio::spawn(async move {
                    drive(weak, settings, id, step, &ended).await;
                    ended.notify_waiters();
                });
            }
            (Effect::Drive(_), Pace::EachLook) => {}
            (Effect::Deliver(deliveries), _) => {
                tokio::spawn(deliver(weak, deliveries));
            }
        }
    }
}

/// Sends events to webhooks, each at most twice.
async fn deliver(world: Weak<World>, deliveries: Vec<Delivery>) {
    for mut delivery in deliveries {
        if !delivery.is_nearby() {
            delivery.error = Some("not sent: the URL is not one of this network".to_owned());
        }
        while delivery.is_nearby() && delivery.attempts < 2 && !delivery.has_arrived() {
            let headers = [
                ("X-Secret", &*delivery.secret),
                ("Project-Id", &*delivery.project_id),
                ("Webhook-Id", &*delivery.webhook_id),
            ];
            let sent = post(&delivery.url, &headers, &delivery.body).await;
            delivery.attempts += 1;
            delivery.error = sent.as_ref().err().map(ToString::to_string);
            delivery.status = sent.ok();
        }
        if let Some(world) = world.upgrade() {
            let mut deliveries = world.deliveries();
            deliveries.push_back(delivery);
            if deliveries.len() > KEPT_DELIVERIES {
                deliveries.pop_front();
            }
        }
    }
}

/// Sends a POST, over plain HTTP only, and returns the status of the response. Follows no
/// redirects, and omits user information.
async fn post(
    url: &str,
    headers: &[(&str, &str)],
    body: &Value,
) -> Result<u16, Box<dyn Error + Send + Sync>> {
    let url = Url::parse(url)?;
    let mut request = Request::post(url.as_str()).header(CONTENT_TYPE, "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::from(body.to_string()))?;
    let http = Client::builder(TokioExecutor::new()).build_http();
    let response = timeout(WEBHOOK_TIMEOUT, http.request(request)).await??;
    Ok(response.status().as_u16())
}

/// Advances a process until it ends, or the world is dropped. The time that an import waits for
/// others counts for its own states.
async fn drive(
    world: Weak<World>,
    settings: Arc<Settings>,
    id: String,
    step: Duration,
    ended: &Notify,
) {
    let mut due = Instant::now() + step;
    loop {
        tokio::time::sleep_until(due).await;
        let mut other_ended = pin!(ended.notified());
        other_ended.as_mut().enable();
        let Some(world) = world.upgrade() else {
            return;
        };
        let (driven, by, this) = (Arc::clone(&world), Arc::clone(&settings), id.clone());
        // A step may take long.
        let advance = move || jobs::advance(&mut driven.state(), &this, &by);
        let advanced = tokio::task::spawn_blocking(advance).await;
        let advanced = advanced.unwrap_or_default();
        start(&world, &settings, vec![Effect::Deliver(advanced.deliveries)]);
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
