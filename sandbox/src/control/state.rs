//! The addresses, tokens and ids of a world.

use axum::Extension;
use axum::response::Response;
use serde_json::{Value, json};

use super::{InWorld, json_response};
use crate::settings::Urls;
use crate::state::{Project, SeededProject, State};
use crate::worlds::World;

const LISTED_KEYS: usize = 100;

pub(super) async fn get(InWorld(world): InWorld, Extension(urls): Extension<Urls>) -> Response {
    json_response(&description(&world, &world.urls_at(urls)))
}

/// Describes a world to a client that reaches it by these addresses.
pub(crate) fn description(world: &World, urls: &Urls) -> Value {
    let (tokens, app, projects) = contents(&world.state());
    let first = projects.first().cloned().unwrap_or_default();
    let built_in = SeededProject::SEEDED;
    let is_built_in = world.beginning().is_built_in() && first["uuid"] == json!(built_in.uuid);
    let project = if is_built_in { json!(built_in) } else { first };
    json!({
        "world": world.name,
        "base_url": urls.base,
        "auth_url": urls.auth,
        "cursor_url": urls.cursor,
        "bundle_url": urls.bundle,
        "control_url": urls.control,
        "ca_pem": world.settings.ca_pem,
        "tokens": tokens,
        "oauth_app": app,
        "project": project,
        "projects": projects,
        "variants": *world.variants(),
        "nulls": *world.nulls(),
        "rate_limit": world.rate().limit,
        "strict": world.settings.strict,
    })
}

/// The secrets of the API tokens by name, the first OAuth application, and the projects.
fn contents(state: &State) -> (Value, Value, Vec<Value>) {
    let tokens = state.tokens.iter();
    let tokens = tokens.map(|token| (token.name.clone(), json!(token.secret)));
    let projects = state.projects.iter().map(project).collect();
    (Value::from_iter(tokens), json!(state.oauth.apps.first()), projects)
}

/// A project, with the keys and files of its default branch.
fn project(project: &Project) -> Value {
    let branch = &project.branches[project.default_branch()];
    let languages = branch.languages().iter();
    let branches = project.branches.iter();
    let keys = branch.keys().iter().map(|key| key.id);
    let files = branch.files().iter().map(|file| &file.name);
    json!({
        "project_id": project.id,
        "uuid": project.uuid,
        "name": project.name,
        "languages": languages.clone().map(|it| &it.iso).collect::<Vec<_>>(),
        "language_ids": languages.map(|it| it.id).collect::<Vec<_>>(),
        "branches": branches.clone().map(|it| &it.name).collect::<Vec<_>>(),
        "branch_ids": branches.map(|it| it.id).collect::<Vec<_>>(),
        "key_ids": keys.take(LISTED_KEYS).collect::<Vec<_>>(),
        "filenames": files.take(LISTED_KEYS).collect::<Vec<_>>(),
    })
}
