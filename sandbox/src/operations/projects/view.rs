//! A project as answers show it, and its statistics.

use serde_json::{Value, json};

use crate::operations::Call;
use crate::state::{Branch, Key, Project};

#[derive(Debug, Clone, Copy)]
pub(in crate::operations) struct Parts {
    pub(in crate::operations) statistics: bool,
    pub(in crate::operations) settings: bool,
}

impl Parts {
    pub(in crate::operations) const ALL: Self = Self { statistics: true, settings: true };
}

pub(in crate::operations) fn view(
    call: &Call<'_>,
    project: &Project,
    branch: usize,
    parts: Parts,
) -> Value {
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
    });
    call.stamp(&mut view, "created_at", project.created_at);
    if parts.settings {
        view["settings"] = json!(project.settings);
    }
    if parts.statistics {
        view["statistics"] = statistics(project, branch);
    }
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
    let [not_reviewed, unverified] = qa_issues(branch);
    json!({
        "progress_total": percent(to_do.iter().map(done).sum(), base_words * to_do.len()),
        "keys_total": branch.keys().len(),
        "team": project.contributors().len(),
        "base_words": base_words,
        "qa_issues_total": not_reviewed + unverified,
        "qa_issues": { "not_reviewed": not_reviewed, "unverified": unverified },
        "languages": languages.collect::<Value>(),
    })
}

fn percent(part: usize, whole: usize) -> usize {
    (100 * part).checked_div(whole).unwrap_or(0)
}

/// How many translations are not reviewed or unverified: texts are not checked.
fn qa_issues(branch: &Branch) -> [usize; 2] {
    let (mut not_reviewed, mut unverified) = (0, 0);
    for translation in branch.keys().iter().flat_map(Key::translations) {
        not_reviewed += usize::from(!translation.reviewed && !translation.text.is_empty());
        unverified += usize::from(translation.unverified);
    }
    [not_reviewed, unverified]
}
