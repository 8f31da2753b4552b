//! A project as answers show it, and its statistics.

use serde_json::{Map, Value, json};

use crate::operations::AccountCall;
use crate::quirks::Quirk;
use crate::rules::{progress, quality};
use crate::state::{Branch, Project};

/// The parts of a project that lists can leave out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts {
    pub(super) statistics: bool,
    pub(super) settings: bool,
}

impl Parts {
    pub(super) const ALL: Self = Self { statistics: true, settings: true };
}

/// A project, as seen on one of its branches.
pub(super) fn view(
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
        "team_id": project.team.id,
    });
    call.date(&mut view, "created_at", project.created_at);
    if newer {
        view["project_type"] = json!(project.kind);
        view["team_uuid"] = json!(project.team.uuid);
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
    let base_words = branch.base_words();
    let ids = branch.languages().iter().map(|language| language.id);
    let to_do: Vec<usize> = ids.map(|id| branch.words_to_do(id)).collect();
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
    let (issues, issues_total) = qa_issues(branch);
    let (keys, team) = (branch.keys().len(), project.contributors.len());
    if older {
        return json!({
            "progress": progress,
            "keys": keys,
            "team": team,
            "base_words": base_words,
            "qa_issues": issues_total,
            "languages": languages,
        });
    }
    json!({
        "progress_total": progress,
        "keys_total": keys,
        "team": team,
        "base_words": base_words,
        "qa_issues_total": issues_total,
        "qa_issues": issues,
        "languages": languages,
    })
}

/// The findings of each kind, and their sum. What is untranslated has nothing to be reviewed.
fn qa_issues(branch: &Branch) -> (Map<String, Value>, usize) {
    let (mut not_reviewed, mut unverified) = (0, 0);
    let mut found = quality::ISSUES.map(|(_, name)| (name, 0));
    let base = branch.base();
    for key in branch.keys() {
        for translation in key.translations() {
            not_reviewed += usize::from(!translation.reviewed && !translation.text.is_empty());
            unverified += usize::from(translation.unverified);
        }
        for ((_, sum), count) in found.iter_mut().zip(key.counts(base).issues) {
            *sum += usize::from(count);
        }
    }
    let of_review = [("not_reviewed", not_reviewed), ("unverified", unverified)];
    let counts = of_review.into_iter().chain(found);
    let total = counts.clone().map(|(_, count)| count).sum();
    let named = counts.map(|(name, count)| (name.to_owned(), json!(count)));
    (named.collect(), total)
}
