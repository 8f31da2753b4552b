//! The cursor-paginated list. What an item is, is not documented: here it is a key.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::state::{Key, Project, UNASSIGNED};

const MAXIMUM_LIMIT: usize = 500;

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    // The document leaves out the range, which a client may not rely on.
    let limit = call.parameters.query.get("limit").map_or(Ok(100), |text| text.parse());
    let limit = limit.ok().filter(|limit| (1..=MAXIMUM_LIMIT).contains(limit));
    let limit = limit.ok_or_else(|| Refusal::field("limit", "This is not 1 to 500."))?;
    let keys = call.branch().keys();
    let (after, before) = (cursor(call, "after")?, cursor(call, "before")?);
    let first = after.map_or(0, |id| keys.partition_point(|key| key.id <= id));
    let last = before.map_or(keys.len(), |id| keys.partition_point(|key| key.id < id));
    let range = keys.get(first..last).unwrap_or_default();
    // Backwards the items come in the opposite order: the cursor of a page is that of its last
    // item, and leads on.
    let page: Vec<&Key> = match before {
        Some(_) if after.is_none() => range.iter().rev().take(limit).collect(),
        _ => range.iter().take(limit).collect(),
    };
    let mut meta = json!({ "count": page.len(), "hasMore": range.len() > limit });
    if let Some(end) = page.last() {
        meta["cursor"] = json!(encode(call.project(), end.id));
    }
    let data: Vec<Value> = page.into_iter().map(view).collect();
    Ok(Answer::ok(&json!({ "data": data, "meta": meta })))
}

/// A cursor stands for a key of one project, existing or deleted since.
fn encode(project: &Project, id: u64) -> String {
    URL_SAFE_NO_PAD.encode(format!("{}/{id}", project.uuid.simple()))
}

fn cursor(call: &Call<'_>, name: &str) -> Result<Option<u64>, Refusal> {
    let Some(text) = call.parameters.query.get(name) else {
        return Ok(None);
    };
    let read = || {
        let decoded = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let (project, id) = decoded.split_once('/')?;
        (project == call.project().uuid.simple().to_string()).then_some(())?;
        id.parse().ok()
    };
    match read() {
        Some(id) => Ok(Some(id)),
        None => Err(Refusal::field(name, "This is not a cursor of this list.")),
    }
}

fn view(key: &Key) -> Value {
    json!({
        "id": key.id,
        "name": key.name(),
        "filename": key.filename().unwrap_or(UNASSIGNED),
        "tags": key.tags,
        "hidden": key.hidden,
    })
}
