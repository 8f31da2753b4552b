//! The addresses, tokens and ids of a world.

use serde_json::{Value, json};

use crate::settings::Urls;
use crate::state::Project;
use crate::worlds::World;

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

fn project(project: &Project) -> Value {
    let branches: Vec<&str> = project.branches.iter().map(|branch| &*branch.name).collect();
    let (id, uuid, name) = (&project.id, project.uuid, &project.name);
    json!({ "project_id": id, "uuid": uuid, "name": name, "branches": branches })
}
