//! What the built-in data hold, for tests to refer to. The ids are fixed.

use serde::Serialize;
use uuid::{Uuid, uuid};

/// API tokens of the seeded users, as they are in one world.
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct Tokens<'w> {
    /// Of the owner; may write.
    pub read_write: &'w str,
    /// Of the owner; may only read.
    pub read_only: &'w str,
    /// Of a reviewer: may use the main project, and has none of the rights that gate operations.
    pub reviewer: &'w str,
    /// Of a translator, who has no admin right at all: the token is refused in the main project
    /// (403).
    pub translator: &'w str,
    /// Of a user who is no contributor of the main project.
    pub outsider: &'w str,
}

/// A registered OAuth application, as it is in one world.
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct OAuthApp<'w> {
    /// The client ID.
    pub client_id: &'w str,
    /// The client secret.
    pub client_secret: &'w str,
    /// The redirect URI that is registered.
    pub redirect_uri: &'w str,
}

/// The credentials of the built-in data: those of another world than the default one begin with
/// its name, which leads a request to it.
#[derive(Debug)]
pub(crate) struct Secrets {
    prefix: String,
    tokens: [String; 5],
    client_id: String,
}

impl Secrets {
    pub(crate) fn new(prefix: &str) -> Self {
        let names = ["read-write", "read-only", "reviewer", "translator", "outsider"];
        Self {
            prefix: prefix.to_owned(),
            tokens: names.map(|name| format!("{prefix}sandbox-{name}-token")),
            client_id: format!("{prefix}sandbox-app"),
        }
    }

    /// What every credential begins with; nothing in the default world.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    pub(crate) fn tokens(&self) -> Tokens<'_> {
        let [read_write, read_only, reviewer, translator, outsider] = &self.tokens;
        Tokens { read_write, read_only, reviewer, translator, outsider }
    }

    pub(crate) fn oauth_app(&self) -> OAuthApp<'_> {
        OAuthApp {
            client_id: &self.client_id,
            client_secret: "sandbox-app-secret",
            redirect_uri: "https://app.sandbox.test/callback",
        }
    }
}

/// The main project, and the ids of the other projects.
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct SeededProject {
    /// The project id, which is no UUID.
    pub project_id: &'static str,
    /// The same project as UUID v7.
    pub uuid: Uuid,
    /// The languages, the base language first.
    pub languages: [&'static str; 3],
    /// Their ids.
    pub language_ids: [i64; 3],
    /// The branches, the default one first; the other one is a copy of it.
    pub branches: [&'static str; 2],
    /// Their ids.
    pub branch_ids: [i64; 2],
    /// The team.
    pub team_id: i64,
    /// The keys; the last is in no file.
    pub key_ids: [i64; 8],
    /// The translations of the first key, in the order of the languages.
    pub translation_ids: [i64; 3],
    /// A comment of the owner, on the first key.
    pub own_comment_id: i64,
    /// A comment of the developer, on the first key.
    pub others_comment_id: i64,
    /// The contributors: owner, developer, manager, reviewer, translator.
    pub contributor_ids: [i64; 5],
    /// The custom translation statuses.
    pub status_ids: [i64; 2],
    /// The files.
    pub filenames: [&'static str; 2],
    /// A file import that has finished.
    pub process_id: &'static str,
    /// A project that the owner has no access to.
    pub foreign_project_id: &'static str,
    /// The same as UUID v7.
    pub foreign_uuid: Uuid,
    /// A project that is too large for synchronous exports.
    pub large_project_id: &'static str,
    /// The same as UUID v7.
    pub large_uuid: Uuid,
}

impl SeededProject {
    pub(crate) const SEEDED: Self = Self {
        project_id: "garnet-7041.26",
        uuid: uuid!("01957a00-0000-7000-8000-0000000000a1"),
        languages: ["en", "de", "fr"],
        language_ids: [640, 666, 673],
        branches: ["master", "feature/start"],
        branch_ids: [9101, 9102],
        team_id: 501,
        key_ids: [3101, 3102, 3103, 3104, 3105, 3106, 3107, 3108],
        translation_ids: [310_101, 310_102, 310_103],
        own_comment_id: 5101,
        others_comment_id: 5103,
        contributor_ids: [1001, 1002, 1003, 1004, 1005],
        status_ids: [7101, 7102],
        filenames: ["locales/%LANG_ISO%.json", "app/strings.properties"],
        process_id: "01957a00-0000-7000-8000-000000006101",
        foreign_project_id: "onyx-2290.26",
        foreign_uuid: uuid!("01957a00-0000-7000-8000-0000000000c3"),
        large_project_id: "basalt-9900.26",
        large_uuid: uuid!("01957a00-0000-7000-8000-0000000000d4"),
    };
}
