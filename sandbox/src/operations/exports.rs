//! Exports: a bundle at once, or a process that makes one.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Call, Outcome, processes};
use crate::content;
use crate::http::{Answer, Refusal};
use crate::jobs;
use crate::state::{ExportWork, Task, items};
use crate::webhooks::of_export;

/// From so many key-language pairs on, the synchronous export refuses.
const PAIRS_LIMIT: usize = 10_000;

pub(super) fn export(call: &mut Call<'_>) -> Outcome {
    check_options(call)?;
    if call.project().key_language_pairs(call.branch()) >= PAIRS_LIMIT {
        let message = "The project is too large for a synchronous export";
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    let options = call.body;
    let content =
        content::export(&call.project().name, call.branch(), options, call.settings.bundle_filler)
            .map_err(|message| match &*message {
                content::NO_KEYS => Refusal::new(StatusCode::NOT_ACCEPTABLE, message),
                _ => Refusal::bad_request(message),
            })?;
    let filename = content::bundle_filename(call.project());
    let bundle = call.state.bundles.add(&filename, content);
    let link = call.state.bundles.link(bundle).unwrap_or_default();
    let url = format!("{}{link}", call.settings.urls.bundle);
    let webhook = jobs::webhook(call.project(), options, &url);
    call.deliveries.extend(webhook);
    // Without the signature, which opens the bundle.
    let (_, event) = of_export(options, url.split('?').next().unwrap_or_default());
    call.emit("exported", event);
    call.single("bundle_url", url)
}

pub(super) fn export_async(call: &mut Call<'_>) -> Outcome {
    check_options(call)?;
    let keys = call.branch().keys().iter();
    let task = Task::Export(ExportWork {
        options: call.body.clone(),
        keys: keys.filter(|key| !key.archived).count(),
        bundle: None,
        size: 0,
    });
    let index = processes::queue(call, task);
    let process = &call.branch().processes[index];
    Ok(Answer::ok(&json!({ "process_id": process.id })))
}

fn check_options(call: &Call<'_>) -> Result<(), Refusal> {
    let options = call.body;
    let format = content::format(options);
    let mut stored = call.branch().stored.keys();
    if format != content::JSON && !stored.any(|(known, ..)| *known == format) {
        let shown: String = format.chars().take(32).collect();
        let message =
            format!("The sandbox writes only json, and no file of the format {shown:?} is stored.");
        return Err(Refusal::field("format", message));
    }
    let languages = items(&options["filter_langs"]).iter();
    for language in languages.filter_map(Value::as_str) {
        if call.branch().language(language).is_none() {
            return Err(Refusal::field("filter_langs", "The project does not have this language."));
        }
    }
    Ok(())
}
