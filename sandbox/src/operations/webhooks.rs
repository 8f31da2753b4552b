//! Webhooks of a project.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::resource::{Action, Around, Origin, Resource};
use super::{Call, Outcome};
use crate::state::{DataError, Row};
use crate::webhooks::{Delivery, known_event};

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
    complete,
    after: |call, action, webhook| {
        if action == Action::Create {
            let ping = Delivery::new(webhook, call.project(), json!(["ping"]));
            call.deliveries.push(ping);
        }
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

fn complete(
    around: &Around<'_>,
    webhook: &mut Row,
    sent: &Map<String, Value>,
) -> Result<(), DataError> {
    webhook.fill("secret", || secret().into());
    for event in webhook.texts("events") {
        known_event(event).map_err(|message| DataError::new("events", message))?;
    }
    // One that was deleted may be in a seed.
    let branch = sent.get("branch").and_then(Value::as_str);
    let branch = branch.filter(|_| around.origin != Origin::Seed);
    if branch.is_some_and(|it| around.project.is_none_or(|of| of.branch_named(it).is_none())) {
        return Err(DataError::new("branch", "Unknown branch."));
    }
    let given = webhook.list("event_lang_map");
    let languages = around.languages().iter();
    let languages: Vec<&str> = languages.map(|language| &*language.iso).collect();
    let events = webhook.texts("events").filter(|event| event.starts_with("project.translation"));
    let map = events.map(|event| {
        let codes = given.iter().find(|it| it["event"] == event).map(|it| &it["lang_iso_codes"]);
        json!({ "event": event, "lang_iso_codes": codes.unwrap_or(&json!(languages)) })
    });
    let map: Vec<Value> = map.collect();
    webhook.set("event_lang_map", map);
    Ok(())
}
