//! The projects, users and tokens that every sandbox starts with. All ids are fixed, and named in `README.md`.

mod keys;
mod projects;

pub(crate) use projects::TEAM;

use super::{ApiToken, App, Bundles, Ids, OAuth, State, TokenKind, User};
use crate::sandbox::Secrets;

/// The palette of status colors.
pub(crate) const COLORS: [&str; 9] = [
    "#61bd4f", "#f2d600", "#ff9f1a", "#eb5a46", "#c377e0", "#0079bf", "#00c2e0", "#51e898",
    "#ff78cb",
];

/// The scopes the seeded applications are registered with.
pub(crate) const OAUTH_SCOPES: [&str; 17] = [
    "read_comments",
    "write_comments",
    "read_contributors",
    "write_contributors",
    "delete_contributors",
    "read_custom_translation_statuses",
    "write_custom_translation_statuses",
    "read_files",
    "write_files",
    "read_keys",
    "write_keys",
    "read_languages",
    "write_languages",
    "read_projects",
    "write_projects",
    "read_translations",
    "write_translations",
];

/// Ids that nothing of the seed has begin behind this one; comments in bulk take the first of them.
const FIRST_FREE_ID: u32 = 1_000_000;

/// The ids of the languages that all projects have.
const EN: u64 = 640;
const DE: u64 = 597;
const FR: u64 = 673;

const OWNER: u64 = 1001;
const DEVELOPER: u64 = 1002;
const MANAGER: u64 = 1003;
const REVIEWER: u64 = 1004;
const TRANSLATOR: u64 = 1005;
const SOURCE_WRITER: u64 = 2001;
const SOURCE_EDITOR: u64 = 2003;
const OUTSIDER: u64 = 3001;

/// The state of a new world, with so many comments more than those that are named. Its
/// credentials begin with the prefix.
pub(crate) fn seed(comments: u32, prefix: &str) -> State {
    State {
        users: users(),
        tokens: tokens(prefix),
        projects: projects::all(comments),
        oauth: OAuth::new(apps(prefix), OWNER, prefix),
        bundles: Bundles::default(),
        ids: Ids {
            last: u64::from(FIRST_FREE_ID + comments),
        },
    }
}

fn users() -> Vec<User> {
    [
        (OWNER, "owner", "Olive Owner"),
        (DEVELOPER, "dev", "Dev Eloper"),
        (MANAGER, "manager", "Mara Manager"),
        (REVIEWER, "reviewer", "Rita Reviewer"),
        (TRANSLATOR, "translator", "Tara Translator"),
        (SOURCE_WRITER, "writer", "Wim Writer"),
        (SOURCE_EDITOR, "editor", "Edda Editor"),
        (OUTSIDER, "outsider", "Otto Outsider"),
    ]
    .into_iter()
    .map(|(id, name, fullname)| User {
        id,
        email: format!("{name}@sandbox.test"),
        fullname: fullname.to_owned(),
    })
    .collect()
}

fn tokens(prefix: &str) -> Vec<ApiToken> {
    let secrets = Secrets::new(prefix);
    let tokens = secrets.tokens();
    [
        (tokens.read_write, OWNER, TokenKind::ReadWrite),
        (tokens.read_only, OWNER, TokenKind::ReadOnly),
        (tokens.reviewer, REVIEWER, TokenKind::ReadWrite),
        (tokens.translator, TRANSLATOR, TokenKind::ReadWrite),
        (tokens.outsider, OUTSIDER, TokenKind::ReadWrite),
    ]
    .into_iter()
    .map(|(secret, user, kind)| ApiToken {
        secret: secret.to_owned(),
        user,
        kind,
    })
    .collect()
}

/// The application that tests use, and another that must not get at its codes.
fn apps(prefix: &str) -> Vec<App> {
    let secrets = Secrets::new(prefix);
    let app = secrets.oauth_app();
    let other = format!("{prefix}sandbox-other-app");
    [
        (app.client_id, app.client_secret),
        (&*other, "sandbox-other-app-secret"),
    ]
    .map(|(client_id, client_secret)| App {
        client_id: client_id.to_owned(),
        client_secret: client_secret.to_owned(),
        redirect_uri: app.redirect_uri.to_owned(),
    })
    .to_vec()
}
