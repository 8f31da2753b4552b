//! From a state to data. Rows are data already; what is typed is shown as in responses.

use std::collections::HashMap;

use axum::http::HeaderMap;
use chrono::{DateTime, SecondsFormat};
use serde_json::{Value, json};

use crate::document::{Document, Kind};
use crate::http::{Body, Parameters};
use crate::operations::describe::{COMMENTS, CONTRIBUTORS, STATUSES, TEAMS, USERS, WEBHOOKS};
use crate::operations::{AccountCall, Call, Resource, seed_views};
use crate::quirks::{Preset, Quirks};
use crate::settings::Settings;
use crate::state::{Language, Place, Row, State, Tables};

/// All that outlives a restart.
pub(crate) fn data(state: &mut State, settings: &Settings) -> Value {
    let prefix = state.oauth.prefix().to_owned();
    let own = |name: &str| name.strip_prefix(&*prefix).unwrap_or(name).to_owned();
    let tokens = state.tokens.iter().map(|token| {
        json!({
            "name": token.name, "secret": own(&token.secret), "user": token.user,
            "access": token.kind,
        })
    });
    let tokens: Vec<Value> = tokens.collect();
    let apps = state.oauth.apps.iter().map(|app| {
        json!({
            "client_id": own(&app.client_id), "client_secret": app.client_secret,
            "redirect_uri": app.redirect_uri,
        })
    });
    let apps: Vec<Value> = apps.collect();
    let grants = state.oauth.refreshable().map(|(token, grant)| {
        json!({
            "refresh_token": own(token), "client_id": own(&grant.client_id), "user": grant.user,
            "scopes": grant.scopes,
        })
    });
    let mut grants: Vec<Value> = grants.collect();
    grants.sort_by_key(|grant| grant["refresh_token"].to_string());
    let projects: Vec<Value> =
        (0..state.projects.len()).map(|index| project(state, index, settings)).collect();
    json!({
        "users": rows(&USERS, &state.tables),
        "tokens": tokens,
        "oauth_apps": apps,
        "granting_user": state.oauth.granting_user,
        "oauth_grants": grants,
        "teams": rows(&TEAMS, &state.tables),
        "projects": projects,
        "last_id": state.ids.last,
    })
}

fn time(seconds: i64) -> Value {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    time.to_rfc3339_opts(SecondsFormat::Secs, true).into()
}

/// The rows of a resource, with textual times and without what is not set.
fn rows(resource: &Resource, tables: &Tables) -> Value {
    let fields = resource.fields();
    let is_time = |name: &str| {
        fields.iter().any(|field| field.name == name && matches!(field.kind, Kind::Time))
    };
    let row = |row: &Row| {
        let set = row.0.iter().filter(|(_, value)| !value.is_null());
        let written = set.map(|(name, value)| match value.as_i64() {
            Some(seconds) if is_time(name) => (name.clone(), time(seconds)),
            _ => (name.clone(), value.clone()),
        });
        Value::Object(written.collect())
    };
    tables.rows(resource.many).iter().map(row).collect()
}

fn project(state: &mut State, index: usize, settings: &Settings) -> Value {
    let count = state.projects[index].branches.len();
    let branches: Vec<Value> = (0..count)
        .map(|branch| self::branch(state, Place { project: index, branch }, settings))
        .collect();
    let project = &state.projects[index];
    let languages = project.branches[project.default_branch()].languages();
    let mut data = json!({
        "project_id": project.id,
        "uuid": project.uuid,
        "name": project.name,
        "description": project.description,
        "project_type": project.kind,
        "created_by": project.owner,
        "created_at": time(project.created_at),
        "team_id": project.team,
        "settings": project.settings,
        "uncounted_pairs": project.uncounted_pairs,
        "languages": languages.iter().map(language).collect::<Vec<_>>(),
        "branches": branches,
    });
    for resource in [&CONTRIBUTORS, &STATUSES, &WEBHOOKS] {
        data[resource.many] = rows(resource, &project.tables);
    }
    data
}

fn branch(state: &mut State, place: Place, settings: &Settings) -> Value {
    let (keys, processes) = views(state, place, settings);
    let branch = &state.projects[place.project].branches[place.branch];
    let files = branch.files().iter().map(|file| {
        json!({
            "file_id": file.id, "filename": file.name, "keyless": file.keyless,
            "rooted": file.rooted,
        })
    });
    json!({
        "branch_id": branch.id,
        "name": branch.name,
        "created_at": time(branch.created_at),
        "created_by": branch.created_by,
        "languages": branch.languages().iter().map(language).collect::<Vec<_>>(),
        "keys": keys,
        "files": files.collect::<Vec<_>>(),
        "comments": rows(&COMMENTS, &branch.tables),
        "processes": processes,
    })
}

fn language(language: &Language) -> Value {
    json!({
        "lang_id": language.id,
        "lang_iso": language.iso,
        "lang_name": language.name,
        "is_rtl": language.rtl,
        "plural_forms": language.plural_forms,
        "project_language_uuid": language.uuid,
    })
}

/// The keys and the ended processes of a branch, as responses show them.
fn views(state: &mut State, place: Place, settings: &Settings) -> (Value, Value) {
    let operation = Document::embedded().ok().and_then(|document| document.operation("listKeys"));
    let Some(operation) = operation else { return (Value::Null, Value::Null) };
    let (query, headers, body) = (HashMap::new(), HeaderMap::new(), Body::default());
    let account = AccountCall {
        operation,
        place: Some(place),
        state,
        caller: 0,
        parameters: &Parameters { path: &[], query: &query, headers: &headers },
        body: &body,
        quirks: Quirks::from(Preset::Sample),
        settings,
        effects: Vec::new(),
    };
    let (mut keys, processes) = seed_views(&Call { account, place });
    for key in keys.as_array_mut().into_iter().flatten() {
        let by_code = key["translations"].as_array().into_iter().flatten().cloned();
        let code = |it: &Value| it["language_iso"].as_str().unwrap_or_default().to_owned();
        key["translations"] = by_code.map(|it| (code(&it), it)).collect();
    }
    (keys, processes)
}
