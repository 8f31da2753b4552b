//! Users, their API tokens, and what they may do in a project.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::data::form;

form! {
    /// An account.
    User {
        /// The e-mail address, which no other user has.
        email: String,
        ;
        id: u64,
        fullname: String,
    }
}

/// A personal API token.
#[derive(Debug, Clone)]
pub(crate) struct ApiToken {
    /// What tests call it.
    pub(crate) name: String,
    pub(crate) secret: String,
    pub(crate) user: u64,
    pub(crate) kind: TokenKind,
}

/// What a token may be used for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum TokenKind {
    /// All.
    #[default]
    ReadWrite,
    /// To read, and for exports.
    ReadOnly,
}

/// A user's membership of a project.
#[derive(Debug, Clone)]
pub(crate) struct Contributor {
    pub(crate) user: u64,
    pub(crate) uuid: Uuid,
    pub(crate) created_at: i64,
    pub(crate) is_admin: bool,
    pub(crate) is_reviewer: bool,
    pub(crate) role: Option<u64>,
    pub(crate) languages: Vec<Access>,
    pub(crate) admin_rights: Vec<String>,
    /// Rights that come from a group; only the caller's own record combines them.
    pub(crate) group_rights: Vec<String>,
}

/// Access to one language.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Access {
    /// The id of the language.
    pub(crate) language: u64,
    pub(crate) writable: bool,
}

impl Contributor {
    /// Own rights and those of the group, each once.
    pub(crate) fn combined_rights(&self) -> Vec<String> {
        let mut rights = self.admin_rights.clone();
        for right in &self.group_rights {
            if !rights.contains(right) {
                rights.push(right.clone());
            }
        }
        rights
    }

    pub(crate) fn has_right(&self, right: &str) -> bool {
        self.is_admin || self.combined_rights().iter().any(|own| own == right)
    }

    /// Whether the contributor may use API tokens in the project.
    pub(crate) fn has_admin_role(&self) -> bool {
        self.is_admin || !self.combined_rights().is_empty()
    }
}

/// All rights, by the names of the create operation.
const RIGHTS: [&str; 18] = [
    "activity",
    "contributors",
    "branches_create",
    "branches_main_modify",
    "branches_merge",
    "custom_status_modify",
    "download",
    "glossary",
    "glossary_edit",
    "glossary_delete",
    "keys",
    "manage_languages",
    "review",
    "screenshots",
    "settings",
    "statistics",
    "tasks",
    "upload",
];

/// The rights that the update operation names otherwise: (create, update).
const RENAMED: [(&str, &str); 2] =
    [("branches_create", "create_branches"), ("manage_languages", "languages")];

/// Whether there is a right with this name, which may be either of its names.
pub(crate) fn is_right(name: &str) -> bool {
    RIGHTS.contains(&canonical_right(name))
}

/// All rights, by the names of the create operation.
pub(crate) fn rights() -> impl Iterator<Item = &'static str> {
    RIGHTS.into_iter()
}

/// The rights, one of which stands for what an operation names as `x-admin-right`.
pub(crate) fn admin_rights(title: &str, operation: &str) -> &'static [&'static str] {
    match (title, operation) {
        ("Manage settings", "createBranch" | "updateBranch" | "deleteBranch") => {
            &["settings", "branches_create"]
        }
        ("Manage settings", "mergeBranch") => &["settings", "branches_merge"],
        ("Manage settings", _) => &["settings"],
        ("Manage contributors", _) => &["contributors"],
        ("Manage languages", _) => &["manage_languages"],
        ("Manage keys", _) => &["keys"],
        ("Upload files", _) => &["upload"],
        ("Download files", _) => &["download"],
        _ => &[],
    }
}

/// The name that the update operation declares for a right.
pub(crate) fn declared_right(right: &str) -> &str {
    RENAMED.iter().find(|(create, _)| *create == right).map_or(right, |(_, update)| update)
}

/// The rights of a permission template. What each holds beyond its description is this sandbox's
/// choice.
pub(crate) fn role_rights(role: u64) -> Vec<String> {
    let rights: &[&str] = match role {
        1 => &RIGHTS,
        2 => &["activity", "branches_create", "download", "keys", "statistics", "upload"],
        3 => &["activity", "keys", "screenshots", "statistics"],
        4 => &["activity", "review"],
        _ => &[],
    };
    rights.iter().map(ToString::to_string).collect()
}

/// A right by the name of the create operation, whichever of its names was given.
pub(crate) fn canonical_right(right: &str) -> &str {
    RENAMED.iter().find(|(_, update)| *update == right).map_or(right, |(create, _)| create)
}
