//! Projects: the list, one by one, and their end.

mod create;
mod view;

use serde_json::json;

pub(super) use create::{create, creator, identity};

use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::state::Project;
pub(super) use view::view;

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let team = call.parameters.query.get("filter_team_id");
    let names = call.query_list("filter_names");
    let wanted = |project: &&Project| {
        project.contributor(call.caller).is_some()
            && team.is_none_or(|id| *id == project.team.to_string())
            && (names.is_empty() || names.contains(&project.name.as_str()))
    };
    let mut projects: Vec<&Project> = call.state.projects.iter().filter(wanted).collect();
    projects.sort_by_cached_key(|project| (project.name.to_lowercase(), &*project.id));
    call.list("projects", &projects, |project| {
        let mut shown = view(call, project, project.default_branch());
        for part in ["statistics", "settings"] {
            if call.query_flag(&format!("include_{part}")) == Some(false) {
                shown.as_object_mut().map(|shown| shown.shift_remove(part));
            }
        }
        shown
    })
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let shown = view(call, call.project(), call.place.branch);
    Ok(Answer::ok(&shown))
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let (name, description) = (name(call)?, call.body["description"].as_str());
    let project = call.project_mut();
    name.clone_into(&mut project.name);
    if let Some(description) = description {
        description.clone_into(&mut project.description);
    }
    get(call)
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    call.emit("deleted", json!({}));
    let gone = call.place.project;
    // Nothing may look at the place behind this: another project may be there.
    let project = call.state.projects.remove(gone);
    Ok(Answer::ok(&json!({ "project_id": project.id, "project_deleted": true })))
}

/// Deletes the keys of the branch that is addressed.
pub(super) fn empty(call: &mut Call<'_>) -> Outcome {
    call.branch_mut().remove_keys(|_| true);
    call.project_mut().uncounted_pairs = 0;
    Ok(call.single("keys_deleted", true)?.assumed("emptied-project"))
}

fn name<'b>(call: &Call<'b>) -> Result<&'b str, Refusal> {
    let name = call.body["name"].as_str().filter(|name| !name.is_empty());
    name.ok_or_else(|| Refusal::field("name", "The name is empty."))
}
