//! Custom translation statuses.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Fault, Resource};
use super::{Call, Outcome};
use crate::http::Answer;
use crate::quirks::Quirk;
use crate::state::{COLORS, Row};

/// What holds the ids of statuses in requests and tasks.
pub(super) const STATUS_IDS: &str = "custom_translation_status_ids";

pub(crate) static STATUSES: Resource = Resource {
    one: "custom_translation_status",
    many: "custom_translation_statuses",
    schema: "CustomTranslationStatus",
    id: "status_id",
    shared: true,
    short: "title",
    defaults: r##"{"color": "#61bd4f"}"##,
    filled: &["title"],
    operations: &[
        ("listCustomTranslationStatuses", Action::List),
        ("createCustomTranslationStatus", Action::Create),
        ("getCustomTranslationStatus", Action::Get),
        ("updateCustomTranslationStatus", Action::Update),
        ("deleteCustomTranslationStatus", Action::Delete),
    ],
    check: in_palette,
    after: |call, action, status| {
        if let (Action::Delete, Some(project)) = (action, call.project_mut()) {
            let gone = status.id("status_id");
            for branch in &mut project.branches {
                // An import may wait.
                let imports = branch.processes.iter_mut();
                let imports = imports.filter_map(|it| it.options.get_mut(STATUS_IDS));
                let tasks = branch.tables.rows_mut("tasks").iter_mut();
                let lists = imports.chain(tasks.filter_map(|task| task.0.get_mut(STATUS_IDS)));
                for ids in lists.filter_map(Value::as_array_mut) {
                    ids.retain(|id| *id != gone && *id != *gone.to_string());
                }
            }
            let snapshots = project.snapshots.iter_mut().map(Arc::make_mut);
            let branches = project.branches.iter_mut().chain(snapshots);
            let keys = branches.flat_map(|branch| branch.keys_mut());
            keys.for_each(|key| key.forget_status(gone));
        }
    },
    name: |quirks, action| match action {
        Action::Get if quirks.other(Quirk::StatusEnvelope) => Some((STATUSES.many, true)),
        Action::Delete if !quirks.other(Quirk::StatusDeletion) => Some(("deleted", false)),
        _ => None,
    },
    ..Resource::PLAIN
};

fn in_palette(_: &Around<'_>, row: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    let Some(color) = sent.get("color").and_then(Value::as_str) else {
        return Ok(());
    };
    let known = COLORS.iter().find(|known| known.eq_ignore_ascii_case(color));
    let palette = || format!("This color is not in the palette: {}.", COLORS.join(", "));
    row.set("color", *known.ok_or_else(|| Fault::new("color", palette()))?);
    Ok(())
}

pub(super) fn colors(_: &mut Call<'_>) -> Outcome {
    Ok(Answer::ok(&json!({ "colors": COLORS })))
}
