//! The data of a world as JSON: what `--seed` takes, and `GET /state/data` gives.
//!
//! Its objects are those of the document, as responses show them; most of their fields may be left
//! out. What is given can be taken again. Not part of it is what does not outlive a restart: access
//! tokens, codes, bundles, files that are not read, and work that has not ended.

mod complete;
mod content;
mod reader;

use std::sync::Arc;

use serde_json::{Value, json};

use complete::served;

use crate::operations::Scope;
use crate::state::{Branch, DataError, State, Tables, parse_data};

/// The data that every sandbox starts with, unless it is given others, except for the second
/// branch. Their ids are named in `README.md`.
const BUILT_IN: &[u8] = include_bytes!("../../seed.json");

/// What a world begins with, as often as it starts over.
#[derive(Debug, Clone)]
pub(crate) struct Seed {
    state: State,
    is_built_in: bool,
}

impl Seed {
    pub(crate) fn built_in() -> Result<Self, DataError> {
        let mut data: Value = parse_data(BUILT_IN)?;
        if let Some(branches) = data["projects"][0]["branches"].as_array_mut() {
            let copies: Vec<Value> = branches.iter().map(feature_branch).collect();
            branches.extend(copies);
        }
        Ok(Self { is_built_in: true, ..Self::new(data)? })
    }

    pub(crate) fn new(data: Value) -> Result<Self, DataError> {
        Ok(Self { state: complete::state(data)?, is_built_in: false })
    }

    /// The same for a world whose credentials begin with this.
    pub(crate) fn with_prefix(&self, prefix: &str) -> Self {
        let mut seed = self.clone();
        seed.state.set_prefix(prefix);
        seed
    }

    pub(crate) fn state(&self) -> State {
        self.state.clone()
    }

    /// Whether the projects are those that `README.md` names.
    pub(crate) fn is_built_in(&self) -> bool {
        self.is_built_in
    }
}

/// The second branch of the built-in data: a copy of the first with ids of its own.
fn feature_branch(master: &Value) -> Value {
    let mut copy = json!({
        "branch_id": 9102,
        "name": "feature/start",
        "created_at": "2025-03-03T08:00:00Z",
    });
    for list in ["keys", "files", "comments"] {
        copy[list] = master[list].clone();
    }
    renumber(&mut copy);
    copy
}

fn renumber(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(renumber),
        Value::Object(fields) => {
            for (name, value) in fields {
                match (&**name, value.as_u64()) {
                    ("key_id" | "comment_id", Some(id)) => *value = (id + 100).into(),
                    ("translation_id", Some(id)) => *value = (id + 10_000).into(),
                    _ => renumber(value),
                }
            }
        }
        _ => {}
    }
}

pub(crate) fn data(mut state: State) -> Value {
    state.set_prefix("");
    // Empty lists are written: without contributors, reading would add the owner.
    let declare = |tables: &mut Tables, scope| {
        served(scope).for_each(|resource| tables.declare(resource.many));
    };
    for project in &mut state.projects {
        declare(&mut project.tables, Scope::Project);
        let snapshots = project.snapshots.iter_mut().map(Arc::make_mut);
        for branch in project.branches.iter_mut().chain(snapshots) {
            declare(&mut branch.tables, Scope::Branch);
            branch.processes.retain(|process| process.status.next().is_none());
        }
    }
    let grants = state.oauth.refreshable().map(|(token, grant)| {
        let mut grant = json!(grant);
        grant["refresh_token"] = json!(token);
        grant
    });
    let mut grants: Vec<Value> = grants.collect();
    grants.sort_by_key(|grant| grant["refresh_token"].to_string());
    let mut projects = json!(state.projects);
    for (project, typed) in projects.as_array_mut().into_iter().flatten().zip(&state.projects) {
        let branches = project["branches"].as_array_mut().into_iter().flatten();
        branches.zip(&typed.branches).for_each(|(branch, typed)| name_languages(branch, typed));
        let snapshots = project["snapshot_branches"].as_array_mut().into_iter().flatten();
        snapshots.zip(&typed.snapshots).for_each(|(branch, typed)| name_languages(branch, typed));
    }
    let mut data = json!({
        "tokens": state.tokens,
        "oauth_apps": state.oauth.apps,
        "granting_user": state.oauth.granting_user,
        "oauth_grants": grants,
        "projects": projects,
        "last_id": state.ids.last,
    });
    if let (Value::Object(data), Value::Object(lists)) = (&mut data, json!(state.tables)) {
        data.extend(lists);
    }
    data
}

/// Writes translations by the codes of their languages.
fn name_languages(branch: &mut Value, typed: &Branch) {
    for key in branch["keys"].as_array_mut().into_iter().flatten() {
        let Value::Array(translations) = key["translations"].take() else { continue };
        let by_code = translations.into_iter().filter_map(|mut translation| {
            let id = translation.as_object_mut()?.shift_remove("lang_id")?.as_u64()?;
            Some((typed.language_by_id(id)?.iso.clone(), translation))
        });
        key["translations"] = by_code.collect();
    }
}
