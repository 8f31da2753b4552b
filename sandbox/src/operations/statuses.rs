//! Custom translation statuses.

use std::sync::Arc;

use serde_json::{Value, json};

use super::resource::{Action, Resource};
use super::{Call, Outcome};
use crate::content::{STATUS_IDS, status_ids};
use crate::http::{Answer, Refusal};
use crate::state::{COLORS, DataError};

pub(crate) static STATUSES: Resource = Resource {
    one: "custom_translation_status",
    many: "custom_translation_statuses",
    schema: "CustomTranslationStatus",
    id: "status_id",
    short: "title",
    defaults: r##"{"color": "#61bd4f"}"##,
    operations: &[
        ("listCustomTranslationStatuses", Action::List),
        ("createCustomTranslationStatus", Action::Create),
        ("getCustomTranslationStatus", Action::Get),
        ("updateCustomTranslationStatus", Action::Update),
        ("deleteCustomTranslationStatus", Action::Delete),
    ],
    complete: |_, status, _| {
        let color = status.text("color");
        match COLORS.iter().find(|known| known.eq_ignore_ascii_case(color)) {
            Some(known) => status.set("color", *known),
            None if color.is_empty() => {}
            None => {
                let palette = COLORS.join(", ");
                let message = format!("This color is not in the palette: {palette}.");
                return Err(DataError::new("color", message));
            }
        }
        Ok(())
    },
    after: |call, action, status| {
        if action != Action::Delete {
            return;
        }
        let (project, gone) = (call.project_mut(), status.id("status_id"));
        // An import may wait.
        for process in project.branches.iter_mut().flat_map(|branch| &mut branch.processes) {
            if let Some(Value::Array(ids)) = process.options.get_mut(STATUS_IDS) {
                ids.retain(|id| *id != gone && *id != *gone.to_string());
            }
        }
        let snapshots = project.snapshots.iter_mut().map(Arc::make_mut);
        let branches = project.branches.iter_mut().chain(snapshots);
        let keys = branches.flat_map(|branch| branch.keys_mut());
        keys.for_each(|key| key.forget_status(gone));
    },
    ..Resource::PLAIN
};

/// Fails if a body names a status that the project does not have. `field` is where it is.
pub(super) fn check_statuses(call: &Call<'_>, body: &Value, field: &str) -> Result<(), Refusal> {
    let known = call.project().statuses();
    match status_ids(body).all(|id| known.iter().any(|it| Some(it.id("status_id")) == id)) {
        true => Ok(()),
        false => {
            let field = format!("{field}{STATUS_IDS}");
            Err(Refusal::field(field, "Unknown custom translation status."))
        }
    }
}

pub(super) fn colors(_: &mut Call<'_>) -> Outcome {
    Ok(Answer::ok(&json!({ "colors": COLORS })))
}
