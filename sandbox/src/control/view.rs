//! The data of a world for the page, at most so much of each kind.

use std::collections::BTreeMap;

use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{InWorld, Problem, json_response};
use crate::rules::progress;
use crate::state::{
    Branch, Contributor, Key, Language, PerPlatform, Process, Project, State, Task, Text,
    Translation,
};
use crate::worlds::World;

/// How many keys, comments and processes are shown.
const SHOWN: usize = 200;

/// What to show: by default the list of projects.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wanted {
    /// The id of a project.
    project: String,
    /// The name of a branch; empty for the default one.
    branch: String,
    /// Part of a name, file, tag or text of keys, in any case, or a whole id.
    filter: String,
}

pub(super) async fn get(
    InWorld(world): InWorld,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let missing = |what| Problem(StatusCode::NOT_FOUND, format!("there is no such {what}"));
    let state = world.state();
    if wanted.project.is_empty() {
        let projects: Vec<Value> = state.projects.iter().map(summary).collect();
        return Ok(json_response(&json!({ "projects": projects })));
    }
    let project = state.projects.iter().find(|it| it.id == wanted.project);
    let project = project.ok_or_else(|| missing("project"))?;
    let branch = match wanted.branch.as_str() {
        "" => Some(project.default_branch()),
        name => project.branch_named(name),
    };
    let branch = &project.branches[branch.ok_or_else(|| missing("branch"))?];
    Ok(json_response(&view(&world, &state, project, branch, &wanted.filter)))
}

fn summary(project: &Project) -> Value {
    let keys = |branch: &Branch| branch.keys().len();
    let keys = project.branches.get(project.default_branch()).map_or(0, keys);
    let branches: Vec<_> = project.branches.iter().map(|branch| &branch.name).collect();
    json!({ "id": project.id, "name": project.name, "keys": keys, "branches": branches })
}

fn view(world: &World, state: &State, project: &Project, branch: &Branch, filter: &str) -> Value {
    let filter = filter.to_lowercase();
    let matched: Vec<_> = branch.keys().iter().filter(|key| is_meant(key, &filter)).collect();
    let keys: Vec<_> = matched.iter().take(SHOWN).map(|key| key_view(branch, key)).collect();
    let who = |user: u64| state.user(user).map_or(String::new(), |user| user.email.clone());
    let contributors = project.contributors.iter();
    let statuses = project.statuses.iter();
    let comments = branch.comments.iter().rev().take(SHOWN);
    let processes = branch.processes.iter().rev().take(SHOWN);
    let deliveries = world.deliveries();
    let deliveries = deliveries.iter().rev().filter(|it| it.project_id == project.id).take(SHOWN);
    json!({
        "world": world.name,
        "id": project.id,
        "uuid": project.uuid,
        "name": project.name,
        "branch": branch.name,
        "languages": languages(branch),
        "contributors": contributors.map(|it| contributor(state, branch, it)).collect::<Vec<_>>(),
        "statuses": statuses
            .map(|it| json!({ "id": it.id, "title": it.title, "color": it.color }))
            .collect::<Vec<_>>(),
        "branches": project.branches.iter().map(|it| json!({
            "id": it.id,
            "name": it.name,
            "keys": it.keys().len(),
            "created_at": it.created_at,
            "created_by": who(it.created_by),
        })).collect::<Vec<_>>(),
        "files": files(branch),
        "processes": processes.map(|it| process(it, who(it.created_by))).collect::<Vec<_>>(),
        "deliveries": deliveries.collect::<Vec<_>>(),
        "processes_total": branch.processes.len(),
        "comments": comments.map(|it| json!({
            "id": it.id,
            "key": it.key,
            "text": it.text,
            "author": who(it.author),
            "added_at": it.added_at,
        })).collect::<Vec<_>>(),
        "comments_total": branch.comments.len(),
        "keys": keys,
        "keys_matched": matched.len(),
        "keys_total": branch.keys().len(),
    })
}

fn is_meant(key: &Key, filter: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(filter);
    let in_text = |text: &Text| match text {
        Text::Plain(text) => has(text),
        Text::Forms(forms) => forms.iter().any(|(_, text)| has(text)),
    };
    filter.is_empty()
        || key.id.to_string() == filter
        || key.names.texts().into_iter().any(has)
        || key.filenames.texts().into_iter().any(has)
        || key.tags.iter().any(|tag| has(tag))
        || key.translations().iter().any(|it| in_text(&it.text))
}

/// Each different text once.
fn each(texts: &PerPlatform) -> Vec<&str> {
    let mut all: Vec<&str> = texts.texts().into_iter().filter(|it| !it.is_empty()).collect();
    all.dedup();
    all
}

fn key_view(branch: &Branch, key: &Key) -> Value {
    let mut translations = Map::new();
    for translation in key.translations() {
        if let Some(language) = branch.language_by_id(translation.language) {
            translations.insert(language.iso.clone(), translation_view(translation));
        }
    }
    json!({
        "id": key.id,
        "names": each(&key.names),
        "files": each(&key.filenames),
        "tags": key.tags,
        "description": key.description,
        "hidden": key.hidden,
        "archived": key.archived,
        "translations": translations,
    })
}

fn translation_view(translation: &Translation) -> Value {
    let text = match &translation.text {
        Text::Plain(text) => json!(text),
        Text::Forms(forms) => {
            forms.iter().map(|(form, text)| (form.clone(), json!(text))).collect()
        }
    };
    json!({
        "id": translation.id,
        "text": text,
        "reviewed": translation.reviewed,
        "unverified": translation.unverified,
        "statuses": translation.statuses,
    })
}

fn languages(branch: &Branch) -> Vec<Value> {
    let (base, keys) = (branch.base_words(), branch.keys());
    let of = |id: u64, holds: &dyn Fn(&Translation) -> bool| {
        let translations = keys.iter().filter_map(|key| key.translation(id));
        translations.filter(|translation| holds(translation)).count()
    };
    let view = |language: &Language| {
        let (id, to_do) = (language.id, branch.words_to_do(language.id));
        json!({
            "id": id,
            "iso": language.iso,
            "name": language.name,
            "progress": progress::of_language(base, to_do),
            "words_to_do": to_do,
            "translated": of(id, &|it| !it.text.is_empty()),
            "reviewed": of(id, &|it| it.reviewed),
            "unverified": of(id, &|it| it.unverified),
        })
    };
    branch.languages().iter().map(view).collect()
}

fn contributor(state: &State, branch: &Branch, contributor: &Contributor) -> Value {
    let user = state.user(contributor.user);
    let languages = contributor.languages.iter().filter_map(|access| {
        let language = branch.language_by_id(access.language)?;
        Some(json!({ "iso": language.iso, "writable": access.writable }))
    });
    json!({
        "id": contributor.user,
        "email": user.map(|user| &user.email),
        "fullname": user.map(|user| &user.fullname),
        "admin": contributor.is_admin,
        "reviewer": contributor.is_reviewer,
        "rights": contributor.combined_rights(),
        "languages": languages.collect::<Vec<_>>(),
    })
}

fn files(branch: &Branch) -> Vec<Value> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for key in branch.keys() {
        for name in each(&key.filenames) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let files = branch.files().iter();
    let views = files.map(|file| {
        let keys = counts.get(file.name.as_str()).copied().unwrap_or(0);
        json!({ "id": file.id, "name": file.name, "keys": keys })
    });
    views.collect()
}

fn process(process: &Process, who: String) -> Value {
    let (kind, options) = match &process.task {
        Task::Import(import) => ("import", &import.options),
        Task::Export(export) => ("export", &export.options),
    };
    json!({
        "id": process.id,
        "kind": kind,
        "file": options["filename"],
        "format": options["format"],
        "status": process.status.as_str(),
        "message": process.message,
        "created_by": who,
        "created_at": process.created_at,
    })
}
