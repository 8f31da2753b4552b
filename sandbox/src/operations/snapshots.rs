//! Snapshots of a branch, and the projects that they are restored into.

use serde_json::json;

use super::projects;
use super::resource::{Action, Resource};
use super::{CONTRIBUTORS, Call, Outcome, STATUSES};
use crate::http::{Answer, Refusal};
use crate::state::{MASTER, Project, Stamp, Tables, now};

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
    arrange: |call, snapshots| {
        let title = call.parameters.query.get("filter_title").map_or("", String::as_str);
        snapshots.retain(|snapshot| snapshot.text("title").contains(title));
    },
    after: |call, action, snapshot| {
        let place = call.place;
        let project = &mut call.state.projects[place.project];
        let id = snapshot.id("snapshot_id");
        match action {
            Action::Create => {
                project.keep_snapshot(id, place.branch);
                call.emit("snapshot", json!({}));
            }
            _ => project.snapshots.retain(|content| content.id != id),
        }
    },
    ..Resource::PLAIN
};

/// Makes a project of a snapshot, with the settings and statuses of the old project. The caller is
/// its contributor.
pub(super) fn restore(call: &mut Call<'_>) -> Outcome {
    let id = SNAPSHOTS.rows(call)[SNAPSHOTS.index(call)?].id("snapshot_id");
    let content = call.project().snapshots.iter().find(|content| content.id == id);
    let content = content.cloned().ok_or_else(Refusal::not_found)?;
    let stamp = Stamp { by: call.caller, at: now() };
    let (number, uuid) = projects::identity(&mut call.state.ids);
    let old = call.project().clone();
    let statuses = old.statuses().to_vec();
    let mut project = Project {
        id: number,
        uuid,
        name: format!("{} copy", old.name),
        owner: stamp.by,
        created_at: stamp.at,
        branches: vec![content.copy(|_| call.state.ids.next(), MASTER, stamp)],
        snapshots: Vec::new(),
        tables: Tables::default(),
        ..old
    };
    *project.tables.rows_mut(STATUSES.many) = statuses;
    *project.tables.rows_mut(CONTRIBUTORS.many) = vec![projects::creator(call, &project)?];
    let shown = projects::view(call, &project, 0);
    call.emit("copied", json!({ "new_project": { "id": project.id, "name": project.name } }));
    call.state.projects.push(project);
    Ok(Answer::ok(&shown))
}
