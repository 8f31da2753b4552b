//! A project as answers show it, and its statistics.

use serde_json::{Value, json};

use crate::operations::Call;
use crate::state::{Branch, Project};

pub(in crate::operations) fn view(call: &Call<'_>, project: &Project, branch: usize) -> Value {
    let branch = &project.branches[branch];
    let base = branch.languages().first();
    let mut view = json!({
        "project_id": project.id,
        "project_type": project.kind,
        "name": project.name,
        "description": project.description,
        "created_by": project.owner,
        "created_by_email": call.email(project.owner),
        "team_id": project.team,
        "team_uuid": project.team_uuid(),
        "base_language_id": base.map_or(0, |base| base.id),
        "base_language_iso": base.map_or("", |base| &base.iso),
        "settings": project.settings,
        "statistics": statistics(project, branch),
    });
    call.stamp(&mut view, "created_at", project.created_at);
    view
}

fn statistics(project: &Project, branch: &Branch) -> Value {
    let (base_words, to_do) = branch.words();
    let done = |to_do: &usize| base_words.saturating_sub(*to_do);
    let languages = branch.languages().iter().zip(&to_do).map(|(language, to_do)| {
        json!({
            "language_id": language.id,
            "language_iso": language.iso,
            "progress": percent(done(to_do), base_words),
            "words_to_do": to_do,
        })
    });
    json!({
        "progress_total": percent(to_do.iter().map(done).sum(), base_words * to_do.len()),
        "keys_total": branch.keys().len(),
        "team": project.contributors().len(),
        "base_words": base_words,
        // Texts are not checked.
        "qa_issues_total": 0,
        "qa_issues": {},
        "languages": languages.collect::<Value>(),
    })
}

fn percent(part: usize, whole: usize) -> usize {
    (100 * part).checked_div(whole).unwrap_or(0)
}
