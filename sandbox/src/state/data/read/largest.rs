//! The largest id that data name, behind which others are given. Languages have those of the
//! system, which are none of them.

use crate::state::data::form::{Branch, Data, Id, Key, Project};

/// The largest id; 0 where there is none.
pub(super) fn id(data: &Data) -> u64 {
    let users = data.users.iter().flatten().map(|user| user.id);
    let teams = data.teams.iter().flatten().map(|team| team.id);
    let own = largest(users.chain(teams));
    let projects = data.projects.iter().map(of_project).max();
    own.max(projects.unwrap_or_default())
}

fn largest(ids: impl Iterator<Item = Option<Id>>) -> u64 {
    ids.flatten().map(|id| id.0).max().unwrap_or_default()
}

fn of_project(project: &Project) -> u64 {
    let statuses = project.statuses.iter().map(|status| status.0.id);
    let files = project.files.iter().map(|file| file.0.id);
    let comments = project.comments.iter().map(|comment| comment.id);
    let bases = project.merge_bases.iter();
    let bases = bases.map(|base| of_keys(&base.keys));
    [
        largest(statuses.chain(files).chain(comments)),
        of_keys(&project.keys),
        project.branches.iter().map(of_branch).max().unwrap_or_default(),
        bases.max().unwrap_or_default(),
    ]
    .into_iter()
    .max()
    .unwrap_or_default()
}

fn of_branch(branch: &Branch) -> u64 {
    let files = branch.files.iter().map(|file| file.0.id);
    let comments = branch.comments.iter().map(|comment| comment.id);
    let own = largest(files.chain(comments).chain([branch.id]));
    own.max(of_keys(&branch.keys))
}

fn of_keys(keys: &[Key]) -> u64 {
    let each = keys.iter().map(|key| {
        let screenshots = key.screenshots.iter().map(|screenshot| screenshot.id);
        let translations = key.translations.0.iter();
        let translations = translations.map(|(_, translation)| translation.0.id);
        largest(screenshots.chain(translations).chain([key.id]))
    });
    each.max().unwrap_or_default()
}
