//! Custom translation statuses.

use serde_json::{Value, json};

use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::Quirk;
use crate::state::{COLORS, Status};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    call.list("custom_translation_statuses", &call.project().statuses, view)
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let color = color(call)?.unwrap_or_default();
    let title = title(call)?.unwrap_or_default();
    let id = call.state.next_id();
    let status = Status { id, title, color };
    let created = view(&status);
    call.project_mut().statuses.push(status);
    call.single("custom_translation_status", created)
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    let status = view(&call.project().statuses[index]);
    match call.quirks.other(Quirk::StatusEnvelope) {
        true => call.single("custom_translation_statuses", vec![status]),
        false => call.single("custom_translation_status", status),
    }
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let (index, title, color) = (index(call)?, title(call)?, color(call)?);
    let status = &mut call.project_mut().statuses[index];
    if let Some(title) = title {
        status.title = title;
    }
    if let Some(color) = color {
        status.color = color;
    }
    let updated = view(&call.project().statuses[index]);
    call.single("custom_translation_status", updated)
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    let id = call.project_mut().statuses.remove(index).id;
    for branch in &mut call.project_mut().branches {
        branch.keys_mut().for_each(|key| key.forget_status(id));
    }
    match call.quirks.other(Quirk::StatusDeletion) {
        true => call.single("custom_translation_status_deleted", true),
        false => call.single("deleted", true),
    }
}

pub(super) fn colors(_: &mut Call<'_>) -> Outcome {
    Ok(Answer::ok(&json!({ "colors": COLORS })))
}

fn index(call: &Call<'_>) -> Result<usize, Refusal> {
    let id = call.path_id("status_id")?;
    let statuses = &call.project().statuses;
    statuses.iter().position(|status| status.id == id).ok_or_else(Refusal::not_found)
}

/// The title of the body; a title cannot be empty.
fn title(call: &Call<'_>) -> Result<Option<String>, Refusal> {
    match call.body.value["title"].as_str() {
        Some("") => Err(Refusal::field("title", "The title is empty.")),
        title => Ok(title.map(str::to_owned)),
    }
}

/// The color of the body, which must be of the palette.
fn color(call: &Call<'_>) -> Result<Option<String>, Refusal> {
    let Some(color) = call.body.value["color"].as_str() else {
        return Ok(None);
    };
    match COLORS.iter().find(|known| known.eq_ignore_ascii_case(color)) {
        Some(known) => Ok(Some((*known).to_owned())),
        None => Err(Refusal::field("color", "This color is not in the palette.")),
    }
}

fn view(status: &Status) -> Value {
    json!({ "status_id": status.id, "title": status.title, "color": status.color })
}
