//! The addresses, tokens and ids of a world.

use serde_json::{Value, json};

use crate::settings::Urls;
use crate::state::Project;
use crate::worlds::World;

const LISTED_KEYS: usize = 100;

impl World {
    /// Returns the addresses, tokens and ids as JSON, as `GET /state` of the control endpoints
    /// does.
    pub fn description(&self) -> Value {
        self.description_at(&self.settings.urls)
    }

    /// Describes the world to a client that reaches it by these addresses.
    pub(super) fn description_at(&self, urls: &Urls) -> Value {
        let state = self.state();
        let tokens = state.tokens.iter().map(|token| (token.name.clone(), json!(token.secret)));
        let projects: Vec<Value> = state.projects.iter().map(project).collect();
        json!({
            "world": self.name(),
            "base_url": urls.base,
            "auth_url": urls.auth,
            "cursor_url": urls.cursor,
            "bundle_url": urls.bundle,
            "control_url": urls.control,
            "ca_pem": self.settings.ca_pem,
            "tokens": Value::from_iter(tokens),
            "oauth_app": state.oauth.apps.first(),
            "project": projects.first(),
            "projects": projects,
            "variants": *self.variants(),
            "nulls": *self.nulls(),
            "rate_limit": self.rate().limit,
            "strict": self.settings.strict,
        })
    }
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
