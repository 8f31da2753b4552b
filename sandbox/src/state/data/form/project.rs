//! Projects in the form, and what their branches have in common.

use serde::{Deserialize, Serialize};

use super::content::{Comment, File, Key, Process};
use super::values::{
    FromText, Id, Moment, Name, Named, Reference, Short, Uuid7, is_default, objects,
};
use crate::state::ProjectSettings;

objects!(Project, ProjectSettings, Contributor, Branch, MergeBase, DeletionJob);

/// A project. Where it has one branch, its keys, files, comments and processes may be written here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Project {
    /// What addresses it: letters, digits, dots, hyphens and underscores. Made of the name where
    /// it is left out: `my-shop` of `My Shop`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) project_id: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uuid: Option<Uuid7>,
    /// The name.
    pub(crate) name: Name,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) description: String,
    /// `localization_files` where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) project_type: Option<Name>,
    /// The user whose it is, by id or e-mail: the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<Reference>,
    /// The id of its team: the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) team: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) settings: ProjectSettings,
    /// The languages of all branches that do not name theirs, the base language first. English
    /// where none are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) languages: Option<Vec<Short<Language>>>,
    /// The owner as an admin where they are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) contributors: Option<Vec<Contributor>>,
    /// The custom translation statuses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) statuses: Vec<Short<Status>>,
    /// The branches; `master`, or else the first one, is the default branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) branches: Vec<Branch>,
    /// What branches had in common when they parted, or were merged last: what merges compare with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) merge_bases: Vec<MergeBase>,
    /// Bulk deletions of contributors that have ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) deletion_jobs: Vec<DeletionJob>,
    /// Pairs of a key and a language that count towards the size of the project without being
    /// there: from 10,000 on, it is too large for synchronous exports.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) uncounted_pairs: u32,
    /// The keys of the one branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) keys: Vec<Key>,
    /// The files of the one branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<Short<File>>,
    /// The comments of the one branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) comments: Vec<Comment>,
    /// The processes of the one branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) processes: Vec<Process>,
}

/// A language. Its code alone will do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a code or an object")]
pub(crate) struct Language {
    /// The code. One that the service does not know needs a `name`.
    pub(crate) iso: Name,
    /// The id of the system language; that of the code where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uuid: Option<Uuid7>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<Name>,
    /// Whether it is written from right to left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rtl: Option<bool>,
    /// Of `zero`, `one`, `two`, `few`, `many` and `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) plural_forms: Option<Vec<String>>,
}

impl FromText for Language {
    const EXPECTED: &'static str = "the code of a language, or an object";
    const MEMBER: &'static str = "iso";
}

/// A user's membership of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Contributor {
    /// The user, by id or e-mail.
    pub(crate) user: Reference,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uuid: Option<Uuid7>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) is_admin: bool,
    /// As the role says where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) is_reviewer: Option<bool>,
    /// 1 manager, 2 developer, 3 content creator, 4 reviewer, 5 translator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1, max = 5)))]
    pub(crate) role_id: Option<u64>,
    /// All of the project, writable, where they are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) languages: Option<Vec<Short<Access>>>,
    /// Those of the role where they are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) admin_rights: Option<Vec<String>>,
    /// Rights that come from a group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) group_rights: Vec<String>,
}

/// Access to a language. Its code alone is access to write.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a code or an object")]
pub(crate) struct Access {
    /// A language of the project, by code or id.
    pub(crate) language: Reference,
    #[serde(default = "yes")]
    pub(crate) writable: bool,
}

impl FromText for Access {
    const EXPECTED: &'static str = "the code of a language, or an object";
    const MEMBER: &'static str = "language";
}

/// A custom translation status. Its title alone will do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a title or an object")]
pub(crate) struct Status {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    pub(crate) title: Name,
    /// A color of the palette, as `#61bd4f`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) color: Option<Name>,
}

impl FromText for Status {
    const EXPECTED: &'static str = "the title of a status, or an object";
    const MEMBER: &'static str = "title";
}

/// A branch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Branch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    /// The name, which no other branch of the project has.
    pub(crate) name: Name,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_at: Option<Moment>,
    /// The user who made it, by id or e-mail: the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_by: Option<Reference>,
    /// Its languages, the base language first, where they are not those of the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) languages: Option<Vec<Short<Language>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) keys: Vec<Key>,
    /// Files that keys had, or that have ids to be known. Those of the keys need not be written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<Short<File>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) comments: Vec<Comment>,
    /// Processes that have ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) processes: Vec<Process>,
}

/// What branches had in common when they parted, or were merged last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct MergeBase {
    /// The names of branches, two and two.
    pub(crate) branches: Vec<[String; 2]>,
    /// The branch that is still as it was then; without `keys` and `languages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) same_as: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) languages: Option<Vec<Short<Language>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) keys: Vec<Key>,
}

/// A bulk deletion of contributors that has ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct DeletionJob {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Uuid7>,
    /// Whether it failed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) failed_as_a_whole: bool,
    /// The user who asked for it, by id or e-mail: the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_by: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_at: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) updated_at: Option<Moment>,
    /// How many contributors there were.
    #[serde(default)]
    pub(crate) total: u32,
    #[serde(default)]
    pub(crate) deleted: u32,
    #[serde(default)]
    pub(crate) failed: u32,
    #[serde(default)]
    pub(crate) skipped: u32,
    /// How often each error occurred.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    pub(crate) errors: Named<u32>,
}

fn yes() -> bool {
    true
}
