//! Webhooks of a project.

use serde_json::{Map, Value, json};
use url::Url;
use uuid::Uuid;

use super::resource::{Action, Around, Fault, Resource};
use super::{Call, Outcome};
use crate::document;
use crate::state::{Row, shown, suggestion};
use crate::webhooks::{Delivery, singular, subscribed};

pub(crate) static WEBHOOKS: Resource = Resource {
    one: "webhook",
    many: "webhooks",
    schema: "Webhook",
    id: "webhook_id",
    new_id: |_, _| secret().into(),
    operations: &[
        ("listWebhooks", Action::List),
        ("createWebhook", Action::Create),
        ("getWebhook", Action::Get),
        ("updateWebhook", Action::Update),
        ("deleteWebhook", Action::Delete),
    ],
    check,
    after: |call, action, webhook| {
        if let (Action::Create, Some(project)) = (action, call.project()) {
            let ping = Delivery::new(webhook, project, json!(["ping"]));
            call.deliveries.push(ping);
        }
    },
    show: |_, _, webhook, shown| {
        let events = subscribed(webhook.texts("events").collect());
        shown.insert("events".to_owned(), events.into());
    },
    ..Resource::PLAIN
};

/// 40 random hexadecimal digits.
fn secret() -> String {
    let [start, end] = [Uuid::new_v4(), Uuid::new_v4()].map(|id| id.simple().to_string());
    format!("{start}{}", &end[..8])
}

pub(super) fn regenerate(call: &mut Call<'_>) -> Outcome {
    let (index, secret) = (WEBHOOKS.index(call)?, secret());
    call.project_mut().tables.rows_mut("webhooks")[index].set("secret", &*secret);
    call.single("secret", secret)
}

fn check(around: &Around<'_>, webhook: &mut Row, _: &Map<String, Value>) -> Result<(), Fault> {
    webhook.fill("secret", || secret().into());
    let is_http = |url: Url| matches!(url.scheme(), "http" | "https");
    if !Url::parse(webhook.text("url")).is_ok_and(is_http) {
        return Err(Fault::new("url", "This is not a URL, such as https://hooks.example/in."));
    }
    let branch = webhook.get("branch").as_str();
    if branch.is_some_and(|branch| !around.branches.contains(&branch)) {
        return Err(Fault::new("branch", "Unknown branch."));
    }
    let known = document::texts("/components/schemas/WebhookEventName/anyOf/0/enum");
    let known: Vec<&str> = known.collect();
    if let Some(event) = webhook.texts("events").find(|event| !known.contains(event)) {
        let near = suggestion(event, known.iter().copied());
        return Err(Fault::new("events", format!("Unknown event {}{near}.", shown(event))));
    }
    let given = webhook.list("event_lang_map");
    let languages: Vec<&str> = around.languages.iter().map(|language| &*language.iso).collect();
    let events = webhook.texts("events").filter(|event| event.starts_with("project.translation"));
    let map = events.map(|event| {
        // A plural that a response adds has the languages of its singular.
        let of = |name| given.iter().find(|it| it["event"] == name);
        let codes = of(event).or_else(|| of(singular(event))).map(|it| &it["lang_iso_codes"]);
        json!({ "event": event, "lang_iso_codes": codes.unwrap_or(&json!(languages)) })
    });
    let map: Vec<Value> = map.collect();
    webhook.set("event_lang_map", map);
    Ok(())
}
