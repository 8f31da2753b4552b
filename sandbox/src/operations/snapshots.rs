//! Snapshots of a branch, and the projects that they are restored into.

use std::collections::HashMap;

use super::projects::{self, Parts};
use super::resource::{Action, Resource};
use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::Quirk;
use crate::state::{Branch, MASTER, Project, Row, Stamp, State, new_uuid, now};

pub(crate) static SNAPSHOTS: Resource = Resource {
    one: "snapshot",
    many: "snapshots",
    schema: "Snapshot",
    id: "snapshot_id",
    short: "title",
    defaults: r#"{"title": ""}"#,
    users: &["created_by"],
    operations: &[
        ("listSnapshots", Action::List),
        ("createSnapshot", Action::Create),
        ("deleteSnapshot", Action::Delete),
    ],
    after: |call, action, snapshot| {
        let State { projects, ids, .. } = &mut *call.state;
        match (action, call.place) {
            (Action::Create, Some(place)) => {
                projects[place.project].keep_snapshot(snapshot, place.branch, ids);
            }
            (_, Some(place)) => {
                let id = snapshot.id("snapshot_id");
                projects[place.project].snapshots.retain(|content| content.id != id);
            }
            _ => {}
        }
    },
    ..Resource::PLAIN
};

/// Makes a project of a snapshot, with new ids. Besides the content, it has the settings, the
/// contributors and the statuses of the old project as they are now.
pub(super) fn restore(call: &mut Call<'_>) -> Outcome {
    let id = SNAPSHOTS.rows(call)[SNAPSHOTS.index(call)?].id("snapshot_id");
    let content = call.project().snapshots.iter().find(|content| content.id == id);
    let content = content.cloned().ok_or_else(Refusal::not_found)?;
    let stamp = Stamp { by: call.caller, at: now() };
    let (number, uuid) = projects::identity(&mut call.state.ids);
    let old = call.project();
    let mut project = Project {
        id: number,
        uuid,
        name: format!("{} copy", old.name),
        description: old.description.clone(),
        kind: old.kind.clone(),
        owner: stamp.by,
        created_at: stamp.at,
        team: old.team,
        settings: old.settings.clone(),
        uncounted_pairs: old.uncounted_pairs,
        ..Project::default()
    };
    let [mut contributors, mut statuses] =
        [old.contributors(), old.statuses()].map(<[Row]>::to_vec);
    let ids = &mut call.state.ids;
    let mut branch = content.copy(ids, MASTER, stamp);
    for screenshot in branch.screenshots_mut() {
        screenshot.set("screenshot_id", ids.next());
    }
    for contributor in &mut contributors {
        contributor.set("uuid", new_uuid(ids, stamp.at).to_string());
    }
    let mut new = HashMap::new();
    for status in &mut statuses {
        new.insert(status.id("status_id"), ids.next());
        status.set("status_id", ids.last);
    }
    branch.keys_mut().for_each(|key| key.change_statuses(|id| new.get(&id).copied()));
    *project.contributors_mut() = contributors;
    *project.tables.rows_mut("custom_translation_statuses") = statuses;
    // While the copy is being made, there are no keys.
    let empty = Branch::new(branch.id, MASTER, stamp, branch.languages().to_vec());
    let is_running = call.quirks.other(Quirk::RestoreCounts);
    project.branches = vec![if is_running { empty } else { std::mem::take(&mut branch) }];
    let shown = projects::view(call, &project, 0, Parts::ALL);
    if is_running {
        project.branches = vec![branch];
    }
    project.forget_languages();
    call.state.projects.push(project);
    Ok(Answer::ok(&shown))
}
