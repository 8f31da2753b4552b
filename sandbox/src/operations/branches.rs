//! Branches of a project: the list, one by one, and merging.

use serde_json::{Value, json};

use super::{Call, Outcome, WEBHOOKS};
use crate::http::{Answer, Refusal};
use crate::quirks::Preset;
use crate::state::{Branch, Stamp, State, merge_into, now};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let mut branches: Vec<&Branch> = call.project().branches.iter().collect();
    branches.sort_by_cached_key(|branch| (branch.name.to_lowercase(), &*branch.name));
    let answer = call.list("branches", &branches, |branch| view(call, branch))?;
    // The quirk `branch_totals`.
    if call.preset == Preset::Sample {
        return Ok(answer);
    }
    let total = branches.len().saturating_sub(1);
    Ok(call.totals(answer, total, call.limit()))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    if !call.project().settings.flag("branching") {
        return Err(Refusal::bad_request("The project does not have branches"));
    }
    let name = new_name(call, None)?;
    let stamp = Stamp { by: call.caller, at: now() };
    let place = call.place;
    let State { projects, ids, .. } = &mut *call.state;
    let project = &mut projects[place.project];
    let original = &project.branches[place.branch];
    let mut copy = original.copy(|_| ids.next(), &name, stamp);
    copy.base = Some(original.base.clone().unwrap_or_else(|| original.snapshot()));
    call.emit("branch.added", json!({ "branch": event_view(&copy) }));
    call.project_mut().branches.push(copy);
    single(call, call.project().branches.len() - 1)
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    single(call, index(call)?)
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    let name = new_name(call, Some(index))?;
    if index == call.project().default_branch() && name != call.project().branches[index].name {
        let message = "The default branch cannot be renamed";
        return Err(Refusal::bad_request(message).assumed("branch-rename"));
    }
    let project = call.project_mut();
    let old = std::mem::replace(&mut project.branches[index].name, name.clone());
    for webhook in project.tables.rows_mut(WEBHOOKS.many) {
        if webhook.text("branch") == old {
            webhook.set("branch", &*name);
        }
    }
    single(call, index)
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let index = index(call)?;
    if index == call.project().default_branch() {
        let message = "The default branch cannot be deleted";
        return Err(Refusal::bad_request(message).assumed("branch-delete"));
    }
    // Made before, because the branch may be the one that is addressed.
    let answer = call.single("branch_deleted", true);
    let gone = event_view(&call.project().branches[index]);
    call.emit("branch.deleted", json!({ "branch": gone }));
    call.project_mut().branches.remove(index);
    answer
}

pub(super) fn merge(call: &mut Call<'_>) -> Outcome {
    let (source, target) = (index(call)?, target(call)?);
    if source == target {
        let message = "A branch cannot be merged into itself";
        return Err(Refusal::bad_request(message).assumed("branch-conflicts"));
    }
    let default = call.project().default_branch();
    let field = "force_conflict_resolve_using";
    let source_wins = match call.body[field].as_str() {
        None => None,
        Some("source") => Some(true),
        Some("target") => Some(false),
        Some("master") => Some(source == default),
        Some(_) => return Err(Refusal::field(field, "Unknown branch.")),
    };
    let content = call.project().branches[source].snapshot();
    let other = if source == default { target } else { source };
    let base = call.project().branches[other].base.clone().unwrap_or_default();
    // The target is the branch to be changed, whichever was addressed.
    call.place.branch = target;
    let merged = merge_into(&mut call.edit(), &content, &base, source_wins);
    let (inserted, updated) = merged.map_err(|keys| {
        let message = format!("Both branches have changed {}", keys.join(", "));
        Refusal::bad_request(message).assumed("branch-conflicts")
    })?;
    if default == source || default == target {
        call.project_mut().branches[other].base = Some(content);
    }
    let [source, target] = [source, target].map(|index| &call.project().branches[index]);
    let answer = json!({
        "project_id": call.project().id,
        "branch_merged": true,
        "branch": view(call, source),
        "target_branch": view(call, target),
    });
    let members = json!({
        "branch": event_view(source),
        "target_branch": event_view(target),
        "affected_keys": { "inserted_count": inserted, "updated_count": updated },
    });
    call.emit("branch.merged", members);
    Ok(Answer::ok(&answer).assumed("branch-merge-deletes-nothing"))
}

fn event_view(branch: &Branch) -> Value {
    json!({ "id": branch.id, "name": branch.name })
}

fn target(call: &Call<'_>) -> Result<usize, Refusal> {
    let Some(id) = call.body.get("target_branch_id") else {
        return Ok(call.project().default_branch());
    };
    let index = call.project().branches.iter().position(|branch| *id == branch.id);
    index.ok_or_else(|| Refusal::field("target_branch_id", "Unknown branch."))
}

fn index(call: &Call<'_>) -> Result<usize, Refusal> {
    let id = call.path_id("branch_id")?;
    let mut branches = call.project().branches.iter();
    branches.position(|branch| branch.id == id).ok_or_else(Refusal::not_found)
}

/// The name in the body, for a new branch or the one with this index: no other may have it.
fn new_name(call: &Call<'_>, index: Option<usize>) -> Result<String, Refusal> {
    let name = call.body["name"].as_str().unwrap_or_default();
    match call.project().branch_named(name) {
        Some(other) if Some(other) != index => {
            Err(Refusal::field("name", "Another branch has this name."))
        }
        _ => Ok(name.to_owned()),
    }
}

fn single(call: &Call<'_>, index: usize) -> Outcome {
    let shown = view(call, &call.project().branches[index]);
    call.single("branch", shown)
}

fn view(call: &Call<'_>, branch: &Branch) -> Value {
    let mut view = json!({
        "branch_id": branch.id,
        "name": branch.name,
        "created_by": branch.created_by,
        "created_by_email": call.email(branch.created_by),
    });
    call.stamp(&mut view, "created_at", branch.created_at);
    view
}
