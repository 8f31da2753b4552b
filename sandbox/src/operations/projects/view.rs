//! A project as answers show it, and its statistics.

use serde_json::{Value, json};

use crate::operations::AccountCall;
use crate::quirks::Quirk;
use crate::rules::progress;
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
    call: &AccountCall<'_>,
    project: &Project,
    branch: usize,
    parts: Parts,
) -> Value {
    let newer = !call.quirks.other(Quirk::OlderAnswers);
    let branch = &project.branches[branch];
    let mut view = json!({
        "project_id": project.id,
        "name": project.name,
        "description": project.description,
        "created_by": project.owner,
        "created_by_email": call.email(project.owner),
        "team_id": project.team,
    });
    call.date(&mut view, "created_at", project.created_at);
    if newer {
        view["project_type"] = json!(project.kind);
        view["team_uuid"] = json!(project.team_uuid());
        if let Some(base) = branch.languages().first() {
            view["base_language_id"] = json!(base.id);
            view["base_language_iso"] = json!(base.iso);
        }
    }
    if newer && parts.settings {
        view["settings"] = json!(project.settings);
    }
    if parts.statistics {
        let older = call.quirks.other(Quirk::OlderStatistics);
        view["statistics"] = statistics(project, branch, older);
    }
    view
}

fn statistics(project: &Project, branch: &Branch, older: bool) -> Value {
    let (base_words, to_do) = branch.words();
    let progress = progress::total(base_words, &to_do);
    let languages: Vec<Value> = branch
        .languages()
        .iter()
        .zip(&to_do)
        .map(|(language, to_do)| {
            json!({
                "language_id": language.id,
                "language_iso": language.iso,
                "progress": progress::of_language(base_words, *to_do),
                "words_to_do": to_do,
            })
        })
        .collect();
    let [not_reviewed, unverified] = qa_issues(branch);
    let total = if older { "" } else { "_total" };
    let mut statistics = json!({
        format!("progress{total}"): progress,
        format!("keys{total}"): branch.keys().len(),
        "team": project.contributors().len(),
        "base_words": base_words,
        format!("qa_issues{total}"): not_reviewed + unverified,
        "languages": languages,
    });
    if !older {
        statistics["qa_issues"] = json!({ "not_reviewed": not_reviewed, "unverified": unverified });
    }
    statistics
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
