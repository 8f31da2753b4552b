//! Webhooks of a project.

use serde_json::{Value, json};
use url::Url;

use super::{Call, Outcome};
use crate::document::Document;
use crate::http::Refusal;
use crate::jobs::Effect;
use crate::state::{EventLanguages, Webhook, new_secret};
use crate::webhooks::{Delivery, subscribed};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    call.list("webhooks", &call.project().webhooks, view)
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let mut webhook = Webhook::default().with_id();
    change(call, &mut webhook)?;
    let created = view(&webhook);
    let ping = Delivery::ping(&webhook, call.project());
    call.effects.push(Effect::Deliver(vec![ping]));
    call.project_mut().webhooks.push(webhook);
    call.single("webhook", created)
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    call.single("webhook", view(&call.project().webhooks[index(call)?]))
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    let mut webhook = call.project().webhooks[index].clone();
    change(call, &mut webhook)?;
    call.project_mut().webhooks[index] = webhook;
    get(call)
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    call.project_mut().webhooks.remove(index);
    call.single("webhook_deleted", true)
}

pub(super) fn regenerate(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    let secret = new_secret();
    call.project_mut().webhooks[index].secret.clone_from(&secret);
    call.single("secret", secret)
}

fn index(call: &Call<'_>) -> Result<usize, Refusal> {
    let (id, mut webhooks) = (call.path("webhook_id"), call.project().webhooks.iter());
    webhooks.position(|webhook| webhook.webhook_id == id).ok_or_else(Refusal::not_found)
}

/// Changes a webhook as the body says.
fn change(call: &Call<'_>, webhook: &mut Webhook) -> Result<(), Refusal> {
    let body = &call.body.value;
    if let Some(url) = body["url"].as_str() {
        let is_http = |url: Url| matches!(url.scheme(), "http" | "https");
        if !Url::parse(url).is_ok_and(is_http) {
            return Err(Refusal::field("url", "This is not a URL."));
        }
        url.clone_into(&mut webhook.url);
    }
    if let Some(branch) = body["branch"].as_str() {
        if call.project().branch_named(branch).is_none() {
            return Err(Refusal::field("branch", "Unknown branch."));
        }
        webhook.branch = Some(branch.to_owned());
    }
    if let Some(events) = body["events"].as_array() {
        webhook.events = texts(events);
        if !webhook.events.iter().all(|event| is_known(event)) {
            return Err(Refusal::field("events", "Unknown event."));
        }
    }
    let given = body["event_lang_map"].as_array().map(|map| map.iter().map(languages).collect());
    let mut given: Vec<EventLanguages> = given.unwrap_or_else(|| webhook.event_lang_map.clone());
    let events = webhook.events.iter();
    let events = events.filter(|event| event.starts_with("project.translation"));
    webhook.event_lang_map = events
        .map(|event| match given.iter().position(|it| it.event == *event) {
            Some(index) => given.swap_remove(index),
            None => EventLanguages { event: event.clone(), lang_iso_codes: all_languages(call) },
        })
        .collect();
    Ok(())
}

fn languages(entry: &Value) -> EventLanguages {
    let event = entry["event"].as_str().unwrap_or_default().to_owned();
    let codes = entry["lang_iso_codes"].as_array();
    EventLanguages { event, lang_iso_codes: codes.map(|codes| texts(codes)).unwrap_or_default() }
}

fn all_languages(call: &Call<'_>) -> Vec<String> {
    call.branch().languages().iter().map(|language| language.iso.clone()).collect()
}

fn texts(values: &[Value]) -> Vec<String> {
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Whether the document lists an event.
fn is_known(event: &str) -> bool {
    let place = "/components/schemas/WebhookEventName/anyOf/0/enum";
    let document = Document::embedded().ok();
    let listed = document.and_then(|document| document.value().pointer(place)?.as_array());
    listed.is_some_and(|listed| listed.iter().any(|it| it == event))
}

fn view(webhook: &Webhook) -> Value {
    let languages = webhook.event_lang_map.iter().map(|it| json!(it));
    json!({
        "webhook_id": webhook.webhook_id,
        "url": webhook.url,
        "branch": webhook.branch,
        "secret": webhook.secret,
        "events": subscribed(&webhook.events),
        "event_lang_map": languages.collect::<Vec<_>>(),
    })
}
