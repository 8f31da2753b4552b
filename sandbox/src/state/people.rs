//! Users, their API tokens, and what they may do in a project.

use serde::{Deserialize, Serialize};

use super::Row;
use crate::document;
use crate::quirks::RENAMED_RIGHTS;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApiToken {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) secret: String,
    pub(crate) user: u64,
    #[serde(rename = "access", default)]
    pub(crate) kind: TokenKind,
}

impl ApiToken {
    /// With the usual secret unless it has one.
    pub(crate) fn with_secret(self) -> Self {
        let usual = format!("sandbox-{}-token", self.name.replace('_', "-"));
        Self { secret: if self.secret.is_empty() { usual } else { self.secret }, ..self }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TokenKind {
    #[default]
    ReadWrite,
    ReadOnly,
}

pub(crate) fn has_right(member: &Row, right: &str) -> bool {
    member.flag("is_admin") || member.texts("admin_rights").any(|own| own == right)
}

/// Whether the member may use API tokens in the project.
pub(crate) fn has_admin_role(member: &Row) -> bool {
    member.flag("is_admin") || !member.list("admin_rights").is_empty()
}

/// All rights, by the names of the create operation.
pub(crate) fn rights() -> impl Iterator<Item = &'static str> {
    document::texts("/components/schemas/InvitationAdminRight/enum")
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
        ("Manage tasks", _) => &["tasks"],
        ("Manage glossary", "deleteGlossaryTerms") => {
            &["glossary", "glossary_edit", "glossary_delete"]
        }
        ("Manage glossary", _) => &["glossary", "glossary_edit"],
        ("Manage languages", _) => &["manage_languages"],
        ("Manage keys", _) => &["keys"],
        ("Upload files", _) => &["upload"],
        ("Download files", _) => &["download"],
        ("Manage screenshots", _) => &["screenshots"],
        _ => &[],
    }
}

/// The name that the update operation declares for a right.
pub(crate) fn declared_right(right: &str) -> &str {
    RENAMED_RIGHTS.iter().find(|(create, _)| *create == right).map_or(right, |(_, update)| update)
}

/// The rights of a role, by the names of the create operation: manager, developer, content creator,
/// reviewer and translator.
pub(crate) fn role_rights(role: u64) -> Vec<&'static str> {
    let rights = match role {
        1 => {
            "activity branches_main_modify branches_create branches_merge statistics tasks \
             contributors settings manage_languages download upload glossary_delete glossary_edit \
             keys screenshots review custom_status_modify"
        }
        2 => "activity branches_main_modify branches_create download upload keys screenshots",
        3 => "activity keys manage_languages screenshots branches_main_modify",
        4 => "branches_main_modify review custom_status_modify",
        5 => "branches_main_modify",
        _ => "",
    };
    rights.split_whitespace().collect()
}

/// A right by the name of the create operation, whichever of its names was given.
pub(crate) fn canonical_right(right: &str) -> &str {
    RENAMED_RIGHTS.iter().find(|(_, update)| *update == right).map_or(right, |(create, _)| create)
}
