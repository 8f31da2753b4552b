//! Exports: a bundle at once, or a process that makes one.

use axum::http::StatusCode;
use bytes::Bytes;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Call, Outcome, processes};
use crate::content;
use crate::http::{Answer, Refusal};
use crate::settings::Urls;
use crate::state::{EXPORT, Place, Process, State};
use crate::webhooks::{Delivery, deliveries, of_export};

/// From so many key-language pairs on, the synchronous export refuses.
const PAIRS_LIMIT: usize = 10_000;

pub(super) fn export(call: &mut Call<'_>) -> Outcome {
    let pairs = call.branch().keys().len() * call.branch().languages().len();
    if pairs + call.project().uncounted_pairs >= PAIRS_LIMIT {
        let message = "The project is too large for a synchronous export";
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    let options = call.body;
    let bundle = content::export(&call.project().name, call.branch(), options)
        .map_err(|message| Refusal::new(StatusCode::NOT_ACCEPTABLE, message))?;
    let (user, urls) = ((call.place, call.caller), &call.settings.urls);
    let (_, url, sent) = publish(call.state, user, options, bundle, urls);
    call.deliveries.extend(sent);
    call.single("bundle_url", url)
}

/// Adds a bundle that a user has exported. Returns its id, its URL, and what is sent to the
/// `webhook_url` of the export and to webhooks.
pub(crate) fn publish(
    state: &mut State,
    (place, user): (Place, u64),
    options: &Value,
    bundle: Bytes,
    urls: &Urls,
) -> (Uuid, String, Vec<Delivery>) {
    let project = &state.projects[place.project];
    let bundle = state.bundles.add(&project.name, bundle);
    let url = format!("{}{}", urls.bundle, state.bundles.link(bundle).unwrap_or_default());
    let hook = options["webhook_url"].as_str().filter(|hook| !hook.is_empty());
    let hook = hook.map(|hook| Delivery {
        url: hook.to_owned(),
        body: json!({ "project_id": project.id, "bundle_url": url }),
        project_id: project.id.clone(),
        ..Delivery::default()
    });
    // Without the signature, which opens the bundle.
    let event = of_export(options, url.split('?').next().unwrap_or_default());
    let sent = hook.into_iter().chain(deliveries(state, place, user, &event)).collect();
    (bundle, url, sent)
}

pub(super) fn export_async(call: &mut Call<'_>) -> Outcome {
    let keys = call.branch().keys().iter().filter(|key| !key.archived).count();
    let details = json!({
        "total_number_of_keys": keys,
        "items_to_process": keys,
        "items_processed": 0,
    });
    let (kind, options) = (EXPORT.to_owned(), call.body.clone());
    let process = processes::queue(call, Process { kind, details, options, ..Process::default() });
    Ok(Answer::ok(&json!({ "process_id": process.id })))
}
