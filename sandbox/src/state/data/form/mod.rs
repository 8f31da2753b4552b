//! The form: how the data of a sandbox are written as JSON. Ids, and most else, may be left out.

mod content;
mod project;
#[cfg(test)]
mod schema;
mod values;

pub(super) use content::{
    Comment, Each, EachPlatform, End, Export, File, Import, Key, Process, Screenshot, Translation,
};
pub(super) use project::{
    Access, Branch, Contributor, DeletionJob, Language, MergeBase, Project, Status,
};
pub(crate) use values::Object;
use values::objects;
pub(super) use values::{Id, LARGEST_ID, Moment, Name, Named, Reference, Short, Uuid7};

use serde::{Deserialize, Serialize};

objects!(User, Token, App, Grant, Team);

/// All that a sandbox, or one of its worlds, begins with. What is left out is given: a user and
/// tokens, ids, names and dates. What cannot be guessed is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "The data of a sandbox"))]
#[serde(deny_unknown_fields, default, expecting = "an object")]
pub(crate) struct Data {
    /// Where the schema is, for editors; of no other meaning.
    #[serde(rename = "$schema", skip_serializing)]
    pub(crate) schema: Option<String>,
    /// Where none is given there is one, `owner@sandbox.test`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) users: Option<Vec<User>>,
    /// API tokens. Where they are left out, the first user has `read_write` and `read_only`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tokens: Option<Vec<Token>>,
    /// OAuth 2.0 applications. Where they are left out there is `sandbox-app`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) oauth_apps: Option<Vec<App>>,
    /// The user who grants every authorization request, by id or e-mail: the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) granting_user: Option<Reference>,
    /// What was granted to applications, and can be refreshed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) oauth_grants: Vec<Grant>,
    /// The teams that projects belong to. New projects are the first one's; there is always one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) teams: Option<Vec<Team>>,
    /// The projects.
    pub(crate) projects: Vec<Project>,
    /// The ids that are given begin behind this one, and behind all that are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last_id: Option<Id>,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct User {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    /// The e-mail address, which no other user has.
    pub(crate) email: Name,
    #[serde(default)]
    pub(crate) fullname: String,
}

/// A personal API token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Token {
    /// What tests call it.
    pub(crate) name: Name,
    /// What requests carry. `sandbox-NAME-token` where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) secret: Option<Name>,
    /// Whose it is, by id or e-mail: the first user's where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) user: Option<Reference>,
    /// What it may be used for.
    #[serde(default)]
    pub(crate) access: TokenAccess,
}

/// What a token may be used for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum TokenAccess {
    /// All.
    #[default]
    ReadWrite,
    /// To read, and for exports.
    ReadOnly,
}

/// A registered OAuth 2.0 application.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct App {
    /// The client ID, which no other application has.
    pub(crate) client_id: Name,
    /// The client secret.
    pub(crate) client_secret: Name,
    /// The registered redirect URI. Loopback addresses are accepted as well.
    pub(crate) redirect_uri: Name,
}

/// What a user granted to an application.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Grant {
    /// The token that refreshes it.
    pub(crate) refresh_token: Name,
    /// The client ID of the application.
    pub(crate) client_id: Name,
    /// The user, by id or e-mail.
    pub(crate) user: Reference,
    /// The scopes.
    pub(crate) scopes: Vec<String>,
}

/// A team.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Team {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uuid: Option<Uuid7>,
}
