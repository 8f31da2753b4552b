//! What the built-in data hold, for tests to refer to. The ids are fixed.

use serde::Serialize;
use uuid::{Uuid, uuid};

/// API tokens of the owner, as they are in one world. For those of other users, see
/// [`World::token`](crate::World::token).
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct Tokens<'w> {
    /// May write.
    pub read_write: &'w str,
    /// May only read.
    pub read_only: &'w str,
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
    /// What every credential begins with; nothing in the default world.
    pub(crate) prefix: String,
    read_write: String,
    read_only: String,
    client_id: String,
}

impl Secrets {
    pub(crate) fn new(prefix: &str) -> Self {
        Self {
            prefix: prefix.to_owned(),
            read_write: format!("{prefix}sandbox-read-write-token"),
            read_only: format!("{prefix}sandbox-read-only-token"),
            client_id: format!("{prefix}sandbox-app"),
        }
    }

    pub(crate) fn tokens(&self) -> Tokens<'_> {
        Tokens { read_write: &self.read_write, read_only: &self.read_only }
    }

    pub(crate) fn oauth_app(&self) -> OAuthApp<'_> {
        OAuthApp {
            client_id: &self.client_id,
            client_secret: "sandbox-app-secret",
            redirect_uri: "https://app.sandbox.test/callback",
        }
    }
}

/// The main project of the built-in data.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct SeededProject {
    /// The project id, which is no UUID.
    pub project_id: &'static str,
    /// The same project as UUID v7.
    pub uuid: Uuid,
    /// The keys; the last is in no file.
    pub key_ids: [i64; 8],
    /// The translations of the first key: `en`, `de`, `fr`.
    pub translation_ids: [i64; 3],
    /// The contributors: owner, developer, manager, reviewer, translator.
    pub contributor_ids: [i64; 5],
}

impl SeededProject {
    pub(crate) const SEEDED: Self = Self {
        project_id: "garnet-7041.26",
        uuid: uuid!("01957a00-0000-7000-8000-0000000000a1"),
        key_ids: [3101, 3102, 3103, 3104, 3105, 3106, 3107, 3108],
        translation_ids: [310_101, 310_102, 310_103],
        contributor_ids: [1001, 1002, 1003, 1004, 1005],
    };
}
