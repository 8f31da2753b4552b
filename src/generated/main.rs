// Made from spec/openapi.yaml. Do not edit.

/// Types used as operation parameters and responses.
#[allow(clippy::all)]
pub mod types {
    use super::types;
    use serde_json::{Map, Value};
    use crate::optional::{IntoOption, IntoOptionList};
    ///A branch of a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct Branch {
        ///Id of the branch.
        pub branch_id: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub created_at: Option<crate::wire::quirks::TimestampText>,
        ///When the branch was created, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        ///User id of the creator.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_by: Option<i64>,
        ///E-mail address of the creator.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_by_email: Option<String>,
        ///Name of the branch; may contain `/`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: Option<String>,
    }
    ///Whether a branch was deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct BranchDeletedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///Whether the branch was deleted.
        pub branch_deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///A branch was created or deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct BranchEvent {
        /// A branch, in an event.
        pub branch: EventBranch,
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///A page of branches. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct BranchListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///The branches.
        pub branches: Vec<Branch>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///How to merge a branch. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct BranchMerge {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Which side of a conflict wins. `target` and `master` were recorded; `source` is declared.
        pub force_conflict_resolve_using: Option<types::ConflictResolution>,
        ///Id of the branch to merge into; the default branch if omitted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub target_branch_id: Option<i64>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<BranchMerge, _>")]
        pub extra: Map<String, Value>,
    }
    ///A branch was merged. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct BranchMergeEvent {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Number of changed keys.
        pub affected_keys: Option<EventAffectedKeys>,
        /// A branch, in an event.
        pub branch: EventBranch,
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The target branch.
        pub target_branch: Option<EventBranch>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///Whether a branch was merged. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct BranchMergedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The branch that was merged.
        pub branch: Option<Branch>,
        ///Whether the branch was merged.
        pub branch_merged: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The target branch. Absent in older responses.
        pub target_branch: Option<Branch>,
    }
    ///One branch. Here, `branch` is an object, not a name. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct BranchResponse {
        /// A branch of a project.
        pub branch: Branch,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///A new name for a branch. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct BranchUpdate {
        ///Name of the branch.
        pub name: String,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<BranchUpdate, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A bundle that is ready for download.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct BundleResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        ///URL of the .zip file, which is available for one month. Assumed: it is signed and on another host, so send no token to it, and keep it out of logs.
        pub bundle_url: crate::wire::secret::Secret,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///The palette of colors for statuses.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ColorListResponse {
        ///Colors, hexadecimal as in `#61bd4f`.
        pub colors: Vec<String>,
    }
    ///A comment on a key.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct Comment {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub added_at: Option<crate::wire::quirks::TimestampText>,
        ///When the comment was added, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub added_at_timestamp: Option<i64>,
        ///User id of the author.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub added_by: Option<i64>,
        ///E-mail address of the author.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub added_by_email: Option<String>,
        ///The text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub comment: Option<String>,
        ///Id of the comment.
        pub comment_id: i64,
        ///Id of the key that the comment belongs to.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_id: Option<i64>,
    }
    ///Whether a comment was deleted.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct CommentDeletedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        ///Whether the comment was deleted.
        pub comment_deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Comments of a project.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct CommentListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        ///The comments.
        pub comments: Vec<Comment>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///One comment.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct CommentResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        /// A comment on a key.
        pub comment: Comment,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///A member of a project.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct Contributor {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The admin rights of a contributor. A list. Without rights, the samples also have an empty object. Observed: an empty list.
        pub admin_rights: Option<crate::wire::quirks::GrantedAdminRights>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub created_at: Option<crate::wire::quirks::TimestampText>,
        ///When the contributor was created, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        ///E-mail address.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub email: Option<String>,
        ///Full name.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub fullname: Option<String>,
        ///Whether the contributor is an admin. Deprecated: use `role_id` and `admin_rights`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub is_admin: Option<bool>,
        ///Whether the contributor is a reviewer. Deprecated: use `role_id` and `admin_rights`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub is_reviewer: Option<bool>,
        ///The same as `is_reviewer`, misspelled in some responses. Deprecated: use `role_id` and `admin_rights`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub is_reviwer: Option<bool>,
        ///The languages the contributor has access to.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub languages: Option<Vec<ContributorLanguage>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Permission template of a contributor. 1: manager (manages project settings, contributors and tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys, controls key statuses). 5: translator (translates keys). In a request, permissions follow the template, and `admin_rights` is ignored. Documented as present in the responses of creating and updating a contributor.
        pub role_id: Option<types::RoleId>,
        ///Id of the user.
        pub user_id: i64,
        ///UUID of the contributor. Recorded for [`get_own_contributor`](crate::Client::get_own_contributor) only. Assumed: `contributor_ids` of an import takes it. *Observed.*
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub uuid: Option<::uuid::Uuid>,
    }
    ///Whether a contributor was deleted.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ContributorDeletedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        ///Whether the contributor was deleted.
        pub contributor_deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///A bulk deletion of contributors.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ContributorDeletionJob {
        ///When the job was created, in Unix seconds.
        #[serde(
            rename = "createdAt",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub created_at: Option<i64>,
        ///Number of contributors deleted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub deleted: Option<i64>,
        ///Number of errors by message, such as `cannot_delete_team_owner` or `database_error`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub errors: Option<::std::collections::BTreeMap<String, i64>>,
        ///Number of contributors that could not be deleted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub failed: Option<i64>,
        ///Number of contributors processed so far.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub processed: Option<i64>,
        ///UUID v7 of the project.
        #[serde(
            rename = "projectId",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub project_id: Option<::uuid::Uuid>,
        ///Number of contributors skipped.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub skipped: Option<i64>,
        /// State of a bulk deletion. Four states are documented; the transitions between them are not.
        pub state: types::DeletionJobState,
        ///Number of contributors to delete.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total: Option<i64>,
        ///When the job last changed, in Unix seconds.
        #[serde(
            rename = "updatedAt",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub updated_at: Option<i64>,
    }
    ///A contributor was added or deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ContributorEvent {
        /// A contributor, in an event.
        pub contributor: EventContributor,
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///Which contributors to import.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ContributorImport {
        ///UUIDs v7 of the contributors to import. If omitted or empty, all contributors of the source project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub contributor_ids: Option<Vec<String>>,
        ///UUID v7 of the source project, not its id. Observed: [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.
        pub from_project_uuid: String,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<ContributorImport, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///The result of an import.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ContributorImportResponse {
        ///The result for each contributor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub contributors: Option<Vec<ImportedContributor>>,
        ///UUID of the target project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub project_uuid: Option<::uuid::Uuid>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Counts of the import.
        pub summary: Option<ContributorImportSummary>,
    }
    ///Counts of an import.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ContributorImportSummary {
        ///Number of contributors imported.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub imported: Option<i64>,
        ///Number of contributors skipped because they already exist or failed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub skipped: Option<i64>,
        ///Number of contributors requested.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total_requested: Option<i64>,
    }
    ///A contributor to add.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ContributorInvitation {
        ///The admin rights to give; none if omitted or empty. Ignored if `role_id` is set.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub admin_rights: Option<Vec<types::InvitationAdminRight>>,
        ///E-mail address.
        pub email: String,
        ///Full name. Used only for users without an account.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub fullname: Option<String>,
        ///Whether the user gets access to all languages of the project, overriding `languages`. Deprecated: use `role_id` and `admin_rights`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub is_admin: Option<bool>,
        ///Whether the user is a reviewer. Deprecated: use `role_id` and `admin_rights`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub is_reviewer: Option<bool>,
        ///The languages to grant access to. Documented both as required and as required only if `is_admin` is false. Assumed: an admin may have an empty list.
        pub languages: Vec<LanguageAccess>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Permission template of a contributor. 1: manager (manages project settings, contributors and tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys, controls key statuses). 5: translator (translates keys). In a request, permissions follow the template, and `admin_rights` is ignored. Documented as present in the responses of creating and updating a contributor.
        pub role_id: Option<types::RoleId>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<ContributorInvitation, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///Contributors to add. Assumed: the list is required.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ContributorInvitations {
        ///The contributors to add.
        pub contributors: Vec<ContributorInvitation>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<ContributorInvitations, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///Access of a contributor to a language.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ContributorLanguage {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Whether a contributor has write access to a language. A boolean, or 0 or 1. Observed: a boolean.
        pub is_writable: Option<bool>,
        ///Id of the language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_id: Option<i64>,
        ///Code of the language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_iso: Option<String>,
        ///Name of the language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_name: Option<String>,
    }
    ///Contributors of a project.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ContributorListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        ///The contributors.
        pub contributors: Vec<Contributor>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///One contributor.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ContributorResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        /// A member of a project.
        pub contributor: Contributor,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
        ///UUID of the project, for the bulk operations. Recorded for [`get_own_contributor`](crate::Client::get_own_contributor) only. *Observed.*
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub project_uuid: Option<::uuid::Uuid>,
    }
    ///Changes of a contributor. The effect on omitted fields is not documented.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ContributorUpdate {
        ///The admin rights to set. Ignored if `role_id` is set, because permissions follow the template then. An empty list sets no rights. Whether a list replaces the existing rights is not documented.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub admin_rights: Option<Vec<types::AdminRight>>,
        ///Whether the contributor is an admin. Deprecated: use `role_id` and `admin_rights`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub is_admin: Option<bool>,
        ///Whether the contributor is a reviewer. Deprecated: use `role_id` and `admin_rights`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub is_reviewer: Option<bool>,
        ///All languages of the contributor, including those already granted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub languages: Option<Vec<LanguageAccess>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Permission template of a contributor. 1: manager (manages project settings, contributors and tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys, controls key statuses). 5: translator (translates keys). In a request, permissions follow the template, and `admin_rights` is ignored. Documented as present in the responses of creating and updating a contributor.
        pub role_id: Option<types::RoleId>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<ContributorUpdate, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A status for translations of the project.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct CustomTranslationStatus {
        ///Color of the status, hexadecimal as in `#61bd4f`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub color: Option<String>,
        ///Id of the status. Paths take it as an integer, bodies as text.
        pub status_id: i64,
        ///Title of the status.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub title: Option<String>,
    }
    ///Whether a status was deleted. `deleted` is documented. Observed: `custom_translation_status_deleted` instead.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct CustomTranslationStatusDeletedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        ///Whether the status was deleted, under the recorded name. *Observed.*
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_deleted: Option<bool>,
        ///Whether the status was deleted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub deleted: Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Custom translation statuses of a project.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct CustomTranslationStatusListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        ///The statuses.
        pub custom_translation_statuses: Vec<CustomTranslationStatus>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///One custom translation status.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct CustomTranslationStatusResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        /// A status for translations of the project.
        pub custom_translation_status: CustomTranslationStatus,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Changes of a status. The effect on omitted fields is not documented.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct CustomTranslationStatusUpdate {
        ///Color of the status, hexadecimal as in `#61bd4f`; one of the palette.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub color: Option<String>,
        ///Title of the status.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub title: Option<String>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<CustomTranslationStatusUpdate, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A bulk deletion that was started.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct DeletionJobStartedResponse {
        ///UUID v7 of the job.
        #[serde(rename = "jobId")]
        pub job_id: ::uuid::Uuid,
    }
    ///Number of keys that a merge changed. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventAffectedKeys {
        ///Number of keys created.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub inserted_count: Option<i64>,
        ///Number of keys updated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub updated_count: Option<i64>,
    }
    ///A branch, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventBranch {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the branch.
        pub id: Option<i64>,
        ///Name of the branch.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: Option<String>,
    }
    ///A comment, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventComment {
        ///The text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub value: Option<String>,
    }
    ///A contributor, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventContributor {
        ///E-mail address.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub email: Option<String>,
    }
    ///What was exported. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventExport {
        ///Path of the bundle.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filename: Option<String>,
        ///Platform.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub platform: Option<String>,
        ///Type of the export.
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: Option<String>,
    }
    ///Files of a key, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventFilenames {
        ///File of Android.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub android: Option<String>,
        ///File of iOS.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ios: Option<String>,
        ///File of others.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub other: Option<String>,
        ///File on the web.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub web: Option<String>,
    }
    ///What was imported. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventImport {
        ///Name of the file.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filename: Option<String>,
        ///Format of the file.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub format: Option<String>,
        ///Number of keys created.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub inserted: Option<i64>,
        ///Number of keys skipped.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub skipped: Option<i64>,
        ///Number of keys updated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub updated: Option<i64>,
    }
    ///Options of an import. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventImportOptions {
        ///Whether keys that are not in the file were deleted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cleanup: Option<bool>,
        ///Whether placeholders were converted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub convert_placeholders: Option<bool>,
        ///Whether ICU plurals were detected.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub detect_icu_plurals: Option<bool>,
        ///Whether keys were compared by file.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub diff_by_file: Option<bool>,
        ///Whether empty texts were filled with the names of keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub fill_empty_with_keys: Option<bool>,
        ///Whether created keys were hidden.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub hide_from_contributors: Option<bool>,
        ///Tags for the keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_tags: Option<Vec<String>>,
        ///Whether line breaks were replaced.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub replace_line_breaks: Option<bool>,
        ///Whether texts that were modified were replaced.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub replace_modified: Option<bool>,
        ///Whether created keys were tagged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tag_keys_inserted: Option<bool>,
        ///Whether skipped keys were tagged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tag_keys_skipped: Option<bool>,
        ///Whether updated keys were tagged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tag_keys_updated: Option<bool>,
        ///Whether the translation memory was used.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub use_tm: Option<bool>,
    }
    ///A key, in an event. Created keys have `base_value` and `tags`, deleted ones `base_value`, and changed ones `previous_name`, `tags`, `hidden` and `screenshots`. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct EventKey {
        ///Text in the base language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub base_value: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Its files.
        pub filenames: Option<EventFilenames>,
        ///Whether it is hidden from contributors.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub hidden: Option<bool>,
        /// An id, in an event. A number or text.
        pub id: i64,
        ///Name of the key.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: Option<String>,
        ///Name before the change.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub previous_name: Option<String>,
        ///Ids of screenshots.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub screenshots: Option<Vec<i64>>,
        ///Tags.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tags: Option<Vec<String>>,
    }
    ///A language, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventLanguage {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the language.
        pub id: Option<i64>,
        ///Code of the language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub iso: Option<String>,
        ///Name of the language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: Option<String>,
    }
    ///An order, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventOrder {
        ///Currency of the total.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: Option<String>,
        ///Id of the order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub id: Option<String>,
        ///The languages.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub languages: Option<Vec<EventLanguage>>,
        ///Who translates.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub provider: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// What it costs.
        pub total: Option<String>,
    }
    ///A project, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct EventProject {
        ///Name of the branch.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub branch: Option<String>,
        ///Id of the project; opaque.
        pub id: String,
        ///Name of the project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: Option<String>,
    }
    ///A task, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventTask {
        ///Description of the task.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        ///Due date of the task.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the task.
        pub id: Option<i64>,
        ///Number of strings that match the translation memory, by language id and percentage: `0`, `50`, `75`, `85`, `95`, `100%`. Absent until it is calculated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub initial_tm_leverage: Option<
            ::std::collections::BTreeMap<
                String,
                ::std::collections::BTreeMap<String, i64>,
            >,
        >,
        ///Title of the task.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub title: Option<String>,
        ///Type of the task.
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: Option<String>,
    }
    ///A translation, in an event. With language and key only in events with several translations. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct EventTranslation {
        /// An id, in an event. A number or text.
        pub id: i64,
        ///Whether it is proofread.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_proofread: Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Its key.
        pub key: Option<EventKey>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Its language.
        pub language: Option<EventLanguage>,
        ///The text before an update.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub previous_value: Option<String>,
        ///Number of the segment.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub segment: Option<i64>,
        ///The text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub value: Option<String>,
    }
    ///A user, in an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct EventUser {
        ///E-mail address.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub email: Option<String>,
        ///Name of the user.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub full_name: Option<String>,
    }
    ///Files were exported. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ExportEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        /// What was exported.
        pub export: EventExport,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///An asynchronous export that was started.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ExportStartedResponse {
        ///Id of the process.
        pub process_id: String,
    }
    ///Whether a file was deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct FileDeletedResponse {
        ///Whether the file was deleted.
        pub file_deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///What to export, and how. Keys are exported to one file for each language, or to the files that they are assigned to. The options are documented for both exports, except `json_unescaped_slashes`, `java_properties_encoding`, `java_properties_separator`, `bundle_description`, `filter_task_id` and `compact`: these are documented for [`start_export`](crate::Client::start_export) only.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct FileExport {
        ///Whether files end with a newline, if the format supports it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub add_newline_eof: Option<bool>,
        ///Whether keys of all platforms are included; false includes only those of the platform of `format`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub all_platforms: Option<bool>,
        ///Description of the bundle, for `ios_sdk` and `android_sdk`. Documented for [`start_export`](crate::Client::start_export) only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bundle_description: Option<String>,
        ///Path of the files in the bundle if `original_filenames` is false. Placeholders: `%LANG_ISO%`, `%LANG_NAME%`, `%FORMAT%`, `%PROJECT_NAME%`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bundle_structure: Option<String>,
        ///Whether metadata such as context, comments and screenshots is omitted. ARB only. Documented for [`start_export`](crate::Client::start_export) only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub compact: Option<bool>,
        ///Only translations with these custom translation statuses. If empty, all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_ids: Option<
            Vec<crate::wire::quirks::CustomTranslationStatusId>,
        >,
        ///Directory of the files in the bundle if `original_filenames` is true. Placeholder: `%LANG_ISO%`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub directory_prefix: Option<String>,
        ///Whether to keep key reference placeholders instead of replacing them with translations.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub disable_references: Option<bool>,
        ///Whether universal percent placeholders are exported as a doubled percent sign. Placeholder format `printf` only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub escape_percent: Option<bool>,
        ///Excludes keys with these tags.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub exclude_tags: Option<Vec<String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// How an empty translation is written: the value of the base language (`base`), an empty value (`empty`), null (`null`, YAML only), or nothing (`skip`).
        pub export_empty_as: Option<types::ExportEmptyAs>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// How null is written. For the export of one specific YAML dialect only; which one is not documented.
        pub export_null_as: Option<types::ExportNullAs>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Order of the keys in an export.
        pub export_sort: Option<types::ExportSort>,
        ///Which translations to export.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filter_data: Option<Vec<types::ExportDataFilter>>,
        ///Files whose keys to export. If empty, all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filter_filenames: Option<Vec<String>>,
        ///Languages to export. Defaults to all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filter_langs: Option<Vec<String>>,
        ///Repositories to open a pull request in, each as `organization/repository`. An empty list processes all configured integrations, by platform.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filter_repositories: Option<Vec<String>>,
        ///Only keys of this task. For the format `offline_xliff` only. Documented for [`start_export`](crate::Client::start_export) only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filter_task_id: Option<i64>,
        ///File extension of a supported format, or `ios_sdk` or `android_sdk` for over-the-air SDK bundles.
        pub format: String,
        ///Whether the forms `zero`, `one` and `two` become `=0`, `=1` and `=2`. ICU plurals only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub icu_numeric: Option<bool>,
        ///Whether comments and descriptions of keys are included, if the format supports it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub include_comments: Option<bool>,
        ///Whether descriptions of keys are included, if the format supports it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub include_description: Option<bool>,
        ///Ids of other projects whose keys are included.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub include_pids: Option<Vec<String>>,
        ///Only keys with these tags.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub include_tags: Option<Vec<String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Indentation of exported files: spaces, or tabs.
        pub indentation: Option<types::Indentation>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Encoding of Java properties files. Documented for [`start_export`](crate::Client::start_export) only.
        pub java_properties_encoding: Option<types::JavaPropertiesEncoding>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Separator of key and value in Java properties files. Documented for [`start_export`](crate::Client::start_export) only.
        pub java_properties_separator: Option<types::JavaPropertiesSeparator>,
        ///Whether forward slashes are not escaped. JSON only. Documented for [`start_export`](crate::Client::start_export) only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub json_unescaped_slashes: Option<bool>,
        ///Language codes to override in this export.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub language_mapping: Option<Vec<LanguageMapping>>,
        ///Whether the original filenames and formats are used; false creates one file for each language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub original_filenames: Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Format of placeholders.
        pub placeholder_format: Option<types::PlaceholderFormat>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Format of plurals.
        pub plural_format: Option<types::PluralFormat>,
        ///Whether line breaks are replaced with `\n`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub replace_breaks: Option<bool>,
        ///Integrations to trigger; each must be enabled in the project settings.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub triggers: Option<Vec<crate::wire::quirks::ExportTrigger>>,
        ///URL that receives a POST request with the URL of the bundle when the export is complete. The body is not documented.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub webhook_url: Option<crate::wire::url_text::UrlText>,
        ///Whether the language code is the root key. YAML only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub yaml_include_root: Option<bool>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<FileExport, _>")]
        pub extra: Map<String, Value>,
    }
    ///A page of files.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct FileListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        ///The files of the page.
        pub files: Vec<ProjectFile>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///A file to import, and its options.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct FileUpload {
        ///Whether translation memory matches of 100% are applied. If true, takes precedence over `use_automations`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub apply_tm: Option<bool>,
        ///Whether all keys that are absent from the file are deleted, with their translations in all languages. Assumed: also keys of other files.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cleanup_mode: Option<bool>,
        ///Whether placeholders are converted to universal placeholders; false keeps the original syntax. Default: `true`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub convert_placeholders: Option<bool>,
        ///Custom translation statuses to add, by default to created and updated translations.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_ids: Option<
            Vec<crate::wire::quirks::CustomTranslationStatusId>,
        >,
        ///Whether the statuses are applied to inserted keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_inserted_keys: Option<bool>,
        ///Whether the statuses are applied to skipped keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_skipped_keys: Option<bool>,
        ///Whether the statuses are applied to updated keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_updated_keys: Option<bool>,
        ///Required, unless the call has a `file`. The file, of a supported type, in Base64.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub data: Option<crate::wire::encoded::Base64>,
        ///Whether ICU plurals are detected and parsed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub detect_icu_plurals: Option<bool>,
        ///Whether keys with similar names can coexist if they are in different files.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub distinguish_by_file: Option<bool>,
        ///Name of the file. A relative path is part of the name.
        pub filename: String,
        ///Task that the imported content is added to. For the format `offline_xliff` only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filter_task_id: Option<i64>,
        ///File extension of a supported format. The list of formats is not documented.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub format: Option<String>,
        ///Whether newly created keys are hidden from contributors.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub hidden_from_contributors: Option<bool>,
        ///Whether values are replaced with the names of their keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub keys_to_values: Option<bool>,
        ///Language of the translations in the file.
        pub lang_iso: String,
        ///Whether the metadata of keys (tags, notes, character limit) is replaced by that of the file. Structured JSON only. Only tags from earlier uploads are replaced; tags added by hand remain. Default: `false`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub replace_metadata: Option<bool>,
        ///Whether the file replaces translations that differ.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub replace_modified: Option<bool>,
        ///Whether to skip detecting the language from the filename.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub skip_detect_lang_iso: Option<bool>,
        ///Whether `\n` is replaced with a line break.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub slashn_to_linebreak: Option<bool>,
        ///Whether the tags are applied to inserted keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tag_inserted_keys: Option<bool>,
        ///Whether tags parsed from the file are applied (tags of single keys in the structured JSON format). Default: `false`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tag_parsed_keys: Option<bool>,
        ///Whether the tags are applied to skipped keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tag_skipped_keys: Option<bool>,
        ///Whether the tags are applied to updated keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tag_updated_keys: Option<bool>,
        ///Tags to apply, by default to created and updated keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tags: Option<Vec<String>>,
        ///Title shown instead of the filename. For Marketing and support projects only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub title: Option<String>,
        ///Whether automations run for this upload.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub use_automations: Option<bool>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<FileUpload, _>")]
        pub extra: Map<String, Value>,
    }
    ///A file was imported. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ImportEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        /// What was imported.
        pub import: EventImport,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Options of the import.
        pub import_options: Option<EventImportOptions>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The language of the file.
        pub language: Option<EventLanguage>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///The result of an import for one contributor.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ImportedContributor {
        ///UUID of the contributor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub id: Option<::uuid::Uuid>,
        ///The reason if `success` is false, for example that the contributor already exists in the target project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: Option<String>,
        ///Whether the contributor was imported.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub success: Option<bool>,
    }
    ///A key: a string to translate. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct Key {
        ///Number of words of its text in the base language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub base_words: Option<i64>,
        ///Maximum length of a translation in characters; 0 for no limit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub char_limit: Option<i64>,
        ///Comments. In lists, only on request.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub comments: Option<Vec<Comment>>,
        ///Context of the key; empty if unset.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub context: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub created_at: Option<crate::wire::quirks::TimestampText>,
        ///When the key was created, in Unix seconds. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Custom attributes of a key: JSON as text, empty if unset. Accept any JSON.
        pub custom_attributes: Option<::serde_json::Value>,
        ///Description; empty if unset.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// File of the key on each platform, or empty; may contain `%LANG_ISO%`.
        pub filenames: Option<PlatformTexts>,
        ///Whether it is archived.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_archived: Option<bool>,
        ///Whether it is hidden from contributors.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_hidden: Option<bool>,
        ///Whether its translations have plural forms.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_plural: Option<bool>,
        ///Id of the key.
        pub key_id: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the key.
        pub key_name: Option<crate::wire::quirks::KeyName>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub modified_at: Option<crate::wire::quirks::TimestampText>,
        ///When the key itself, its comments or its screenshots were last changed, in Unix seconds. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub modified_at_timestamp: Option<i64>,
        ///Platforms of the key, in the order iOS, Android, web, others.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub platforms: Option<Vec<types::Platform>>,
        ///Name of the plural; empty if unset.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plural_name: Option<String>,
        ///Screenshots. In lists, only on request.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub screenshots: Option<Vec<Screenshot>>,
        ///Tags of the key.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tags: Option<Vec<String>>,
        ///One for each language of the project. In lists, only on request.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub translations: Option<Vec<Translation>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub translations_modified_at: Option<crate::wire::quirks::TimestampText>,
        ///When a translation of the key was last changed, in Unix seconds. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub translations_modified_at_timestamp: Option<i64>,
    }
    ///A comment was added to a key. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct KeyCommentEvent {
        /// A comment, in an event.
        pub comment: EventComment,
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The key.
        pub key: Option<EventKey>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///Whether a key was deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct KeyDeletedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///Whether the key was deleted.
        pub key_removed: bool,
        ///Number of keys that could not be deleted. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub keys_locked: Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Why a key was not created or changed. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct KeyError {
        ///400: the name is taken; 404: there is no such key.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub code: Option<i32>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The rejected key.
        pub key: Option<RejectedKey>,
        ///The id that was sent, in recorded responses without `key`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_id: Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The name that was sent, in recorded responses without `key`.
        pub key_name: Option<crate::wire::quirks::KeyName>,
        ///Why, in words.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message: Option<String>,
    }
    ///A key was created or changed. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct KeyEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        /// A key, in an event. Created keys have `base_value` and `tags`, deleted ones `base_value`, and changed ones `previous_name`, `tags`, `hidden` and `screenshots`.
        pub key: EventKey,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///Keys to delete. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct KeyIds {
        ///Ids of the keys.
        pub keys: Vec<i64>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<KeyIds, _>")]
        pub extra: Map<String, Value>,
    }
    ///A page of keys. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct KeyListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///The keys.
        pub keys: Vec<Key>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///One key with its comments, screenshots and translations. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct KeyResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        /// A key: a string to translate.
        pub key: Key,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///A translation in an update of a key. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct KeyTranslationUpdate {
        ///Ids of its custom translation statuses. They replace the existing ones, unless `merge_custom_translation_statuses` is true.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_ids: Option<Vec<i64>>,
        ///Whether it is reviewed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_reviewed: Option<bool>,
        ///Whether it is unverified.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_unverified: Option<bool>,
        ///Code of the language in the project.
        pub language_iso: String,
        ///Whether the statuses are added to the existing ones.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub merge_custom_translation_statuses: Option<bool>,
        /// The text of a translation. For a plural key, requests have an object with a text for each form, and responses have that object as JSON in a text. Some public sources declare the object in responses, too.
        pub translation: crate::wire::quirks::TranslationText,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<KeyTranslationUpdate, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///Changes of a key. Omitted fields are unchanged. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct KeyUpdate {
        ///Maximum length of a translation in characters. Assumed: 0 for no limit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub char_limit: Option<i64>,
        ///Context of the key. Assumed: an empty text clears it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub context: Option<String>,
        ///Custom attributes: JSON as text. Assumed: an empty text clears it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_attributes: Option<String>,
        ///Description. Assumed: an empty text clears it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key from its file.
        pub filenames: Option<PlatformFilenames>,
        ///Whether it is archived.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_archived: Option<bool>,
        ///Whether it is hidden from contributors.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_hidden: Option<bool>,
        ///Whether translations have plural forms.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_plural: Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of a key: a text; or, if the project has names by platform, an object with all four.
        pub key_name: Option<crate::wire::quirks::KeyName>,
        ///Whether the tags are added to the existing ones.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub merge_tags: Option<bool>,
        ///Platforms of the key.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub platforms: Option<Vec<types::Platform>>,
        ///Name of the plural. Assumed: an empty text clears it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plural_name: Option<String>,
        ///Tags. They replace the existing ones, unless `merge_tags` is true. An empty list clears them.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tags: Option<Vec<String>>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<KeyUpdate, _>")]
        pub extra: Map<String, Value>,
    }
    ///Changes of one of several keys. Omitted fields are unchanged. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct KeyUpdateItem {
        ///Maximum length of a translation in characters. Assumed: 0 for no limit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub char_limit: Option<i64>,
        ///Comments by the caller.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub comments: Option<Vec<NewComment>>,
        ///Context of the key. Assumed: an empty text clears it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub context: Option<String>,
        ///Custom attributes: JSON as text. Assumed: an empty text clears it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_attributes: Option<String>,
        ///Description. Assumed: an empty text clears it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key from its file.
        pub filenames: Option<PlatformFilenames>,
        ///Whether it is archived.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_archived: Option<bool>,
        ///Whether it is hidden from contributors.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_hidden: Option<bool>,
        ///Whether translations have plural forms.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_plural: Option<bool>,
        ///Id of the key.
        pub key_id: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of a key: a text; or, if the project has names by platform, an object with all four.
        pub key_name: Option<crate::wire::quirks::KeyName>,
        ///Whether the tags are added to the existing ones.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub merge_tags: Option<bool>,
        ///Platforms of the key.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub platforms: Option<Vec<types::Platform>>,
        ///Name of the plural. Assumed: an empty text clears it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plural_name: Option<String>,
        ///Screenshots.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub screenshots: Option<Vec<NewScreenshot>>,
        ///Tags. They replace the existing ones, unless `merge_tags` is true. An empty list clears them.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tags: Option<Vec<String>>,
        ///Translations to change.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub translations: Option<Vec<KeyTranslationUpdate>>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<KeyUpdateItem, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///Changes of several keys. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct KeyUpdates {
        ///The keys and their changes.
        pub keys: Vec<KeyUpdateItem>,
        ///Whether the automations of the project run on the changes. Defaults to true.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub use_automations: Option<bool>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<KeyUpdates, _>")]
        pub extra: Map<String, Value>,
    }
    ///The created or changed keys, in full, and errors for the others. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct KeysChangedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///Errors for the other keys. One recorded response, perhaps edited, has an empty text here.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub errors: Option<Vec<KeyError>>,
        ///The created or changed keys; in [`update_keys`](crate::Client::update_keys), by ascending id.
        pub keys: Vec<Key>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Whether keys were deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct KeysDeletedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///Number of keys that could not be deleted. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub keys_locked: Option<i64>,
        ///Whether the keys were deleted.
        pub keys_removed: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Keys were created, changed or deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct KeysEvent {
        ///Cause of the event, such as `import.file` or `bulk.pseudolocalize`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub action: Option<String>,
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        ///The keys.
        pub keys: Vec<EventKey>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///A language, of the service or of a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct Language {
        ///Another code, named by one public source only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cc_iso: Option<String>,
        ///Whether it is written from right to left.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_rtl: Option<bool>,
        /// Id of the language, the same in every project. A number, or text in some responses of [`create_languages`](crate::Client::create_languages).
        pub lang_id: i64,
        ///Code of the language; in a project, its custom code if it has one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_iso: Option<String>,
        ///Name of the language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_name: Option<String>,
        ///Its plural forms: any of `zero`, `one`, `two`, `few`, `many` and `other`. Null in older responses if unknown.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plural_forms: Option<Vec<String>>,
        ///UUID of the language in its project. In newer responses only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub project_language_uuid: Option<String>,
    }
    ///Access of a new contributor to a language.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct LanguageAccess {
        ///Whether the contributor has write access to the language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_writable: Option<bool>,
        ///Code of the language.
        pub lang_iso: String,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<LanguageAccess, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///Whether a language was removed. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct LanguageDeletedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///Whether the language was removed.
        pub language_deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Why a language was not added. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct LanguageError {
        ///400: the service has no such language. 208: the project already has it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub code: Option<i32>,
        ///The code that was sent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_iso: Option<String>,
        ///Why, in words.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message: Option<String>,
    }
    ///A language was removed, or its settings changed. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct LanguageEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        /// A language, in an event.
        pub language: EventLanguage,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///A page of the languages of a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct LanguageListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///The languages.
        pub languages: Vec<Language>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Another code for a language.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct LanguageMapping {
        ///Code to use in the export.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_language_iso: Option<String>,
        ///Code of the language in the project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub original_language_iso: Option<String>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<LanguageMapping, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///One language of a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct LanguageResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        /// A language, of the service or of a project.
        pub language: Language,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///The progress of the translation into a language. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct LanguageStatistics {
        ///Id of the language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub language_id: Option<i64>,
        ///Code of the language in the project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub language_iso: Option<String>,
        ///Percentage of the base language's words that are translated, rounded down.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub progress: Option<i64>,
        ///Number of the base language's words without a translation; 0 for the base language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub words_to_do: Option<i64>,
    }
    ///Changes of a language in a project. Omitted fields are unchanged. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct LanguageUpdate {
        ///Custom code of the language in this project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_iso: Option<String>,
        ///Custom name of the language in this project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_name: Option<String>,
        ///Custom plural forms, such as `one` and `other`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plural_forms: Option<Vec<String>>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<LanguageUpdate, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///The added languages, and errors for the others. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct LanguagesCreatedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///Errors for the languages that were not added.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub errors: Option<Vec<LanguageError>>,
        ///The added languages.
        pub languages: Vec<Language>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Languages were added. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct LanguagesEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        ///The languages.
        pub languages: Vec<EventLanguage>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///A branch to create. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewBranch {
        ///Name of the branch.
        pub name: String,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<NewBranch, _>")]
        pub extra: Map<String, Value>,
    }
    ///A comment to add.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewComment {
        ///The text.
        pub comment: String,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<NewComment, _>")]
        pub extra: Map<String, Value>,
    }
    ///Comments to add to one key. Assumed: the list is required.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewComments {
        ///The comments to add.
        pub comments: Vec<NewComment>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<NewComments, _>")]
        pub extra: Map<String, Value>,
    }
    ///A status to create.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewCustomTranslationStatus {
        ///Color of the status, hexadecimal as in `#61bd4f`; one of the palette.
        pub color: String,
        ///Title of the status.
        pub title: String,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<NewCustomTranslationStatus, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A key to create. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewKey {
        ///Maximum length of a translation in characters. Assumed: 0 for no limit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub char_limit: Option<i64>,
        ///Comments by the caller.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub comments: Option<Vec<NewComment>>,
        ///Context of the key.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub context: Option<String>,
        ///Custom attributes: JSON as text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_attributes: Option<String>,
        ///Description.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key from its file.
        pub filenames: Option<PlatformFilenames>,
        ///Whether it is archived.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_archived: Option<bool>,
        ///Whether it is hidden from contributors.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_hidden: Option<bool>,
        ///Whether translations have plural forms.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_plural: Option<bool>,
        /// Name of a key: a text; or, if the project has names by platform, an object with all four.
        pub key_name: crate::wire::quirks::KeyName,
        ///Platforms of the key.
        pub platforms: Vec<types::Platform>,
        ///Name of the plural.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plural_name: Option<String>,
        ///Screenshots.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub screenshots: Option<Vec<NewScreenshot>>,
        ///Tags.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tags: Option<Vec<String>>,
        ///Translations.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub translations: Option<Vec<NewKeyTranslation>>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<NewKey, _>")]
        pub extra: Map<String, Value>,
    }
    ///A translation of a new key. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewKeyTranslation {
        ///Ids of its custom translation statuses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_ids: Option<Vec<i64>>,
        ///Whether it is reviewed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_reviewed: Option<bool>,
        ///Whether it is unverified.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_unverified: Option<bool>,
        ///Code of the language in the project.
        pub language_iso: String,
        /// The text of a translation. For a plural key, requests have an object with a text for each form, and responses have that object as JSON in a text. Some public sources declare the object in responses, too.
        pub translation: crate::wire::quirks::TranslationText,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<NewKeyTranslation, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///Keys to create. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewKeys {
        ///The keys, at most 500 as the service recommends.
        pub keys: Vec<NewKey>,
        ///Whether the automations of the project run on the changes. Defaults to true.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub use_automations: Option<bool>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<NewKeys, _>")]
        pub extra: Map<String, Value>,
    }
    ///A language to add to a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewLanguage {
        ///Custom code of the language in this project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_iso: Option<String>,
        ///Custom name of the language in this project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_name: Option<String>,
        ///Custom plural forms, such as `one` and `other`. Never recorded.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_plural_forms: Option<Vec<String>>,
        ///Code of the language at the service.
        pub lang_iso: String,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<NewLanguage, _>")]
        pub extra: Map<String, Value>,
    }
    ///Languages to add to a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewLanguages {
        ///The languages.
        pub languages: Vec<NewLanguage>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<NewLanguages, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A project to create. One public client also declares a text `content_integration`, whose meaning is unknown. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewProject {
        ///Code of the base language: one of `languages`, by its `custom_iso` if it has one. Defaults to `en`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub base_lang_iso: Option<String>,
        ///Description of the project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        ///Whether texts are divided into segments. Declared by one public client only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_segmentation_enabled: Option<bool>,
        ///The languages of the project. Defaults to English.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub languages: Option<Vec<NewProjectLanguage>>,
        ///Name of the project.
        pub name: String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Type of a project.
        pub project_type: Option<types::ProjectType>,
        ///Id of the team that owns the project. Defaults to the caller's team.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub team_id: Option<i64>,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<NewProject, _>")]
        pub extra: Map<String, Value>,
    }
    ///A language of a new project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewProjectLanguage {
        ///Custom code of the language in this project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_iso: Option<String>,
        ///Custom name of the language in this project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_name: Option<String>,
        ///Custom plural forms, such as `one` and `other`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_plural_forms: Option<Vec<String>>,
        ///Code of the language at the service.
        pub lang_iso: String,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<NewProjectLanguage, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A screenshot of a new key. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewScreenshot {
        ///The image as a data URL: `data:image/png;base64,` or another type, then the bytes in Base64.
        pub data: String,
        ///Description.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        ///Tags.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub screenshot_tags: Option<Vec<String>>,
        ///Title.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub title: Option<String>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<NewScreenshot, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A webhook to create. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct NewWebhook {
        ///The branch whose events are sent. Assumed: all branches if omitted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub branch: Option<String>,
        ///The languages to send, for events with a language. Defaults to all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub event_lang_map: Option<Vec<WebhookEventLanguages>>,
        ///The events to send.
        pub events: Vec<types::WebhookEventName>,
        ///The `http` or `https` URL that receives the events.
        pub url: crate::wire::url_text::UrlText,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<NewWebhook, _>")]
        pub extra: Map<String, Value>,
    }
    ///An order was created or completed. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct OrderEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        /// An order, in an event.
        pub order: EventOrder,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key from its file. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct PlatformFilenames {
        ///File of Android.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub android: Option<String>,
        ///File of iOS.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ios: Option<String>,
        ///File of others.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub other: Option<String>,
        ///File on the web.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub web: Option<String>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<PlatformFilenames, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A text for each platform. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct PlatformTexts {
        ///Text for Android.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub android: Option<String>,
        ///Text for iOS.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ios: Option<String>,
        ///Text for other platforms.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub other: Option<String>,
        ///Text for the web.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub web: Option<String>,
    }
    ///Details of a process, in the response of [`get_process`](crate::Client::get_process) only. An import has `files`, an export the others. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ProcessDetails {
        ///Signed URL of the bundle, which is a credential: keep it out of logs. Valid for 24 hours; every [`get_process`](crate::Client::get_process) returns a new one. Assumed: it is on another host, so send no token to it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub download_url: Option<crate::wire::secret::Secret>,
        ///Size of the bundle, in kB.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub file_size_kb: Option<f64>,
        ///The files of an import.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub files: Option<Vec<ProcessedFile>>,
        ///Number of items exported so far.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub items_processed: Option<i64>,
        ///Number of items in the export.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub items_to_process: Option<i64>,
        ///Number of keys in the export.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total_number_of_keys: Option<i64>,
    }
    ///Processes of a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ProcessListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///The processes of the page.
        pub processes: Vec<QueuedProcess>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///One process.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ProcessResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses. *Observed.*
        pub branch: Option<String>,
        /// A background process. Observed: an asynchronous export that has ended has a null `message`, text in `created_by`, no `created_by_email`, and times in another time zone.
        pub process: QueuedProcess,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///A file of an import. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ProcessedFile {
        ///Number of keys inserted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_count_inserted: Option<i64>,
        ///Number of keys skipped.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_count_skipped: Option<i64>,
        ///Number of keys in the file.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_count_total: Option<i64>,
        ///Number of keys updated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_count_updated: Option<i64>,
        ///Reason why the file failed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message: Option<String>,
        ///Name of the file as set by the user.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name_custom: Option<String>,
        ///Name of the file as uploaded.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name_original: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// State of a process. `queued` is documented. Observed: the others, of which `finished`, `failed` and `cancelled` are final; any other value means that the process is running.
        pub status: Option<types::ProcessStatus>,
        ///Number of words in the file.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub word_count_total: Option<i64>,
    }
    ///A project. The response has no wrapper. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct Project {
        ///Id of the base language. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub base_language_id: Option<i64>,
        ///Code of the base language; its custom code if it has one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub base_language_iso: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub created_at: Option<crate::wire::quirks::TimestampText>,
        ///When the project was created, in Unix seconds. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        ///User id of the creator.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_by: Option<i64>,
        ///E-mail address of the creator; a placeholder if the user was removed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_by_email: Option<String>,
        ///Description; empty if unset.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        ///Name of the project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: Option<String>,
        ///Id of the project.
        pub project_id: String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Type of a project.
        pub project_type: Option<types::ProjectType>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Absent in older responses, and in lists without `include_settings`.
        pub settings: Option<ProjectSettings>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Absent in lists without `include_statistics`.
        pub statistics: Option<ProjectStatistics>,
        ///Id of the team that owns the project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub team_id: Option<i64>,
        ///UUID of the team. Recorded once.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub team_uuid: Option<String>,
        ///UUID of the project. Declared by one public client, and never recorded.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub uuid: Option<String>,
    }
    ///A project was copied. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ProjectCopiedEvent {
        ///Cause of the event, such as `import.file` or `bulk.pseudolocalize`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub action: Option<String>,
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        /// A project, in an event.
        pub new_project: EventProject,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///Whether a project was deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ProjectDeletedResponse {
        ///Whether the project was deleted.
        pub project_deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///Whether the keys of a project were deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ProjectEmptiedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        ///Whether the keys were deleted.
        pub keys_deleted: bool,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
    }
    ///A project was deleted or copied to a snapshot, or an order was deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ProjectEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///A file of a project.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ProjectFile {
        ///Id of the file; -1 for keys without a file. Observed: absent until 2021.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub file_id: Option<i64>,
        ///Name of the file; may contain the placeholder `%LANG_ISO%`. `__unassigned__` stands for keys without a file. Observed: a language code in the name of an uploaded file is replaced by that placeholder, unless `skip_detect_lang_iso` was set.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub filename: Option<String>,
        ///Number of keys in the file.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_count: Option<i64>,
    }
    ///A page of projects. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ProjectListResponse {
        ///The projects.
        pub projects: Vec<Project>,
    }
    ///Settings of a project. No operation changes them. Assumed: the meaning of most, guessed from their names. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ProjectSettings {
        ///Whether translations become unverified if the text of the base language changes.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub auto_toggle_unverified: Option<bool>,
        ///Whether the project has branches.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub branching: Option<bool>,
        ///Whether contributors may download previews. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub contributor_preview_download_enabled: Option<bool>,
        ///Whether custom translation statuses are in use.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_statuses: Option<bool>,
        ///Whether a translation can have more than one of them.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_statuses_allow_multiple: Option<bool>,
        ///Whether machine translations are offered.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub inline_machine_translations: Option<bool>,
        ///Whether translators may edit keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_editing: Option<bool>,
        ///Whether files can be translated offline.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub offline_translation: Option<bool>,
        ///Whether a key has a name for each platform.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub per_platform_key_names: Option<bool>,
        ///Whether translations are reviewed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reviewing: Option<bool>,
        ///Whether texts are divided into segments.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub segmentation: Option<bool>,
        ///Whether contributors can vote for translations. Absent since 2022.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub upvoting: Option<bool>,
    }
    ///Statistics of a project. Any may be absent, because older responses use other names. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct ProjectStatistics {
        ///Number of words in the base language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub base_words: Option<i64>,
        ///The same under its older name.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub keys: Option<i64>,
        ///Number of keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub keys_total: Option<i64>,
        ///The languages of the project, including the base language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub languages: Option<Vec<LanguageStatistics>>,
        ///The same under its older name.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub progress: Option<i64>,
        ///Percentage of all languages that is translated, rounded down.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub progress_total: Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// QA issues: the number of each kind, such as `not_reviewed`, `unverified`, `spelling_grammar`, `inconsistent_placeholders`, `inconsistent_html`, `different_number_of_urls`, `different_urls`, `leading_whitespace`, `trailing_whitespace`, `different_number_of_email_address`, `different_email_address`, `different_brackets`, `different_numbers`, `double_space`, `special_placeholder` or `unbalanced_brackets`. In older responses, their total.
        pub qa_issues: Option<crate::wire::quirks::QaIssues>,
        ///Total number of QA issues.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub qa_issues_total: Option<i64>,
        ///Number of contributors.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub team: Option<i64>,
    }
    ///Changes of a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ProjectUpdate {
        ///Description. Unchanged if omitted.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        ///Name of the project. Every public client requires it.
        pub name: String,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<ProjectUpdate, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A background process. Observed: an asynchronous export that has ended has a null `message`, text in `created_by`, no `created_by_email`, and times in another time zone.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct QueuedProcess {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub created_at: Option<crate::wire::quirks::TimestampText>,
        ///When the process was created, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the user who started the process. Observed: as text for an asynchronous export that has ended.
        pub created_by: Option<i64>,
        ///E-mail address of the user who started the process. Observed: absent for an asynchronous export that has ended.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_by_email: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Details of the process, in the response of [`get_process`](crate::Client::get_process) only. *Observed.*
        pub details: Option<ProcessDetails>,
        ///The message of the process; empty if unset. Observed: null for an asynchronous export that has ended; for a process that failed or was cancelled, the reason.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message: Option<String>,
        ///Id of the process.
        pub process_id: String,
        /// State of a process. `queued` is documented. Observed: the others, of which `finished`, `failed` and `cancelled` are final; any other value means that the process is running.
        pub status: types::ProcessStatus,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        /// Kind of a process. `file-import` is documented. Observed: `async-export`, and others.
        pub type_: Option<types::ProcessType>,
    }
    ///The key that an error is about: its name if that is taken, or its id if there is no such key. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct RejectedKey {
        ///The id that was sent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_id: Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The name that was sent.
        pub key_name: Option<crate::wire::quirks::KeyName>,
    }
    ///A screenshot of keys. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct Screenshot {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub created_at: Option<crate::wire::quirks::TimestampText>,
        ///When the screenshot was added, in Unix seconds. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        ///Description.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: Option<String>,
        ///Height in pixels.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub height: Option<i64>,
        ///Ids of the keys in the screenshot.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_ids: Option<Vec<i64>>,
        ///Id of the screenshot.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub screenshot_id: Option<i64>,
        ///Tags.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub screenshot_tags: Option<Vec<String>>,
        ///Title.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub title: Option<String>,
        ///URL of the image.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub url: Option<crate::wire::url_text::UrlText>,
        ///Width in pixels.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub width: Option<i64>,
    }
    ///A page of the languages of the service. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct SystemLanguageListResponse {
        ///The languages.
        pub languages: Vec<Language>,
    }
    ///A task was created, queued, closed or deleted, or one of its languages was closed. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct TaskEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The language that was closed.
        pub language: Option<EventLanguage>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        /// A task, in an event.
        pub task: EventTask,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///The translation memory leverage of a task was calculated. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct TmLeverageEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        /// A task, in an event.
        pub task: EventTask,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///A translation of a key into one language. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct Translation {
        ///Its custom translation statuses. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_statuses: Option<Vec<CustomTranslationStatus>>,
        ///The same under its older name.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_fuzzy: Option<bool>,
        ///Whether it is reviewed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_reviewed: Option<bool>,
        ///Whether it is unverified. Absent in older responses, which have only `is_fuzzy`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_unverified: Option<bool>,
        ///Id of the key.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub key_id: Option<i64>,
        ///Code of the language in the project.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub language_iso: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC. Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
        pub modified_at: Option<crate::wire::quirks::TimestampText>,
        ///When it was last changed, in Unix seconds. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub modified_at_timestamp: Option<i64>,
        ///User id of the last editor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub modified_by: Option<i64>,
        ///E-mail address of the last editor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub modified_by_email: Option<String>,
        ///User id of the reviewer. 0 if not reviewed, and in the response to the update that sets `is_reviewed`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reviewed_by: Option<i64>,
        ///Number of the segment; 1 without segmentation. Absent in older responses.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub segment_number: Option<i64>,
        ///Id of its task, or null.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub task_id: Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The text; empty if untranslated. For a plural key, JSON as text.
        pub translation: Option<crate::wire::quirks::TranslationText>,
        ///Id of the translation; may exceed 32 bits.
        pub translation_id: i64,
        ///Number of words of the text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub words: Option<i64>,
    }
    ///A translation was updated or proofread. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct TranslationEvent {
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Its key.
        pub key: Option<EventKey>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Its language.
        pub language: Option<EventLanguage>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        /// A translation, in an event. With language and key only in events with several translations.
        pub translation: EventTranslation,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///A page of translations. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct TranslationListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
        ///The translations.
        pub translations: Vec<Translation>,
    }
    ///One translation. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct TranslationResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
        /// A translation of a key into one language.
        pub translation: Translation,
    }
    ///Changes of a translation. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct TranslationUpdate {
        ///Ids of its custom translation statuses. They replace the existing ones.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub custom_translation_status_ids: Option<Vec<i64>>,
        ///Whether it is reviewed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_reviewed: Option<bool>,
        ///Whether it is unverified.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub is_unverified: Option<bool>,
        /// The text of a translation. For a plural key, requests have an object with a text for each form, and responses have that object as JSON in a text. Some public sources declare the object in responses, too.
        pub translation: crate::wire::quirks::TranslationText,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<TranslationUpdate, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///Translations were updated or proofread. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct TranslationsEvent {
        ///Cause of the event, such as `import.file` or `bulk.pseudolocalize`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub action: Option<String>,
        ///Time of the event, `YYYY-MM-DD HH:MM:SS` without a time zone. Prefer the timestamp.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at: Option<String>,
        ///Time of the event, in Unix seconds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub created_at_timestamp: Option<i64>,
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// The project.
        pub project: Option<EventProject>,
        ///The translations, with language and key.
        pub translations: Vec<EventTranslation>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Who did it.
        pub user: Option<EventUser>,
    }
    ///A webhook of a project. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct Webhook {
        ///The branch whose events are sent. Absent in older responses. Assumed: null means all branches.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub branch: Option<String>,
        ///The languages to send, for events with a language.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub event_lang_map: Option<Vec<WebhookLanguages>>,
        ///The events that are sent, in any order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub events: Option<Vec<types::WebhookEventName>>,
        ///Sent with each event in the header `X-Secret`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub secret: Option<crate::wire::secret::Secret>,
        ///The URL that receives the events.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub url: Option<crate::wire::url_text::UrlText>,
        ///Id of the webhook, 40 hexadecimal digits.
        pub webhook_id: String,
    }
    ///Whether a webhook was deleted. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct WebhookDeletedResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
        ///Whether the webhook was deleted.
        pub webhook_deleted: bool,
    }
    ///The languages for which an event is sent. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct WebhookEventLanguages {
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        ///Codes of the languages.
        pub lang_iso_codes: Vec<String>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<WebhookEventLanguages, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///The languages of an event. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct WebhookLanguages {
        /// Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added.
        pub event: types::WebhookEventName,
        ///Codes of the languages.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lang_iso_codes: Option<Vec<String>>,
    }
    ///A page of webhooks. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct WebhookListResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
        ///The webhooks.
        pub webhooks: Vec<Webhook>,
    }
    ///One webhook. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct WebhookResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
        /// A webhook of a project.
        pub webhook: Webhook,
    }
    ///The new secret of a webhook. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct WebhookSecretResponse {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Name of the branch. Absent in older responses.
        pub branch: Option<String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        /// Id of the project. Observed: without the branch of the request, so do not use it in later requests.
        pub project_id: Option<String>,
        ///The new secret.
        pub secret: crate::wire::secret::Secret,
    }
    ///Changes of a webhook. *Observed.*
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct WebhookUpdate {
        ///The branch whose events are sent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub branch: Option<String>,
        ///The languages to send, for events with a language. Defaults to all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub event_lang_map: Option<Vec<WebhookEventLanguages>>,
        ///The events to send. They replace the existing ones.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub events: Option<Vec<types::WebhookEventName>>,
        ///The URL that receives the events.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub url: Option<crate::wire::url_text::UrlText>,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<WebhookUpdate, _>"
        )]
        pub extra: Map<String, Value>,
    }
    impl BranchMerge {
        /// Creates a body without any field set.
        pub fn new() -> Self {
            Self::default()
        }
        /// Which side of a conflict wins. `target` and `master` were recorded; `source` is declared.
        pub fn force_conflict_resolve_using<K>(
            mut self,
            value: impl IntoOption<types::ConflictResolution, K>,
        ) -> Self {
            self.force_conflict_resolve_using = value.into_option();
            self
        }
        ///Id of the branch to merge into; the default branch if omitted.
        pub fn target_branch_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.target_branch_id = value.into();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl BranchUpdate {
        /// Creates a body with its required fields.
        pub fn new(name: impl Into<String>) -> Self {
            Self {
                name: name.into(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl ContributorImport {
        /// Creates a body with its required fields.
        pub fn new(from_project_uuid: impl Into<String>) -> Self {
            Self {
                from_project_uuid: from_project_uuid.into(),
                contributor_ids: None,
                extra: Default::default(),
            }
        }
        ///UUIDs v7 of the contributors to import. If omitted or empty, all contributors of the source project.
        pub fn contributor_ids<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.contributor_ids = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl ContributorInvitation {
        /// Creates a body with its required fields.
        pub fn new(
            email: impl Into<String>,
            languages: impl IntoIterator<Item: Into<LanguageAccess>>,
        ) -> Self {
            Self {
                email: email.into(),
                fullname: None,
                is_admin: None,
                is_reviewer: None,
                role_id: None,
                languages: languages.into_iter().map(Into::into).collect(),
                admin_rights: None,
                extra: Default::default(),
            }
        }
        ///Full name. Used only for users without an account.
        pub fn fullname<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.fullname = value.into_option();
            self
        }
        ///Whether the user gets access to all languages of the project, overriding `languages`. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub fn is_admin(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_admin = value.into();
            self
        }
        ///Whether the user is a reviewer. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub fn is_reviewer(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_reviewer = value.into();
            self
        }
        /// Permission template of a contributor. 1: manager (manages project settings, contributors and tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys, controls key statuses). 5: translator (translates keys). In a request, permissions follow the template, and `admin_rights` is ignored. Documented as present in the responses of creating and updating a contributor.
        pub fn role_id<K>(mut self, value: impl IntoOption<types::RoleId, K>) -> Self {
            self.role_id = value.into_option();
            self
        }
        ///The admin rights to give; none if omitted or empty. Ignored if `role_id` is set.
        pub fn admin_rights<K>(
            mut self,
            value: impl IntoOptionList<types::InvitationAdminRight, K>,
        ) -> Self {
            self.admin_rights = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl ContributorInvitations {
        /// Creates a body with its required fields.
        pub fn new(
            contributors: impl IntoIterator<Item: Into<ContributorInvitation>>,
        ) -> Self {
            Self {
                contributors: contributors.into_iter().map(Into::into).collect(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl ContributorUpdate {
        /// Creates a body without any field set.
        pub fn new() -> Self {
            Self::default()
        }
        ///Whether the contributor is an admin. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub fn is_admin(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_admin = value.into();
            self
        }
        ///Whether the contributor is a reviewer. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub fn is_reviewer(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_reviewer = value.into();
            self
        }
        /// Permission template of a contributor. 1: manager (manages project settings, contributors and tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys, controls key statuses). 5: translator (translates keys). In a request, permissions follow the template, and `admin_rights` is ignored. Documented as present in the responses of creating and updating a contributor.
        pub fn role_id<K>(mut self, value: impl IntoOption<types::RoleId, K>) -> Self {
            self.role_id = value.into_option();
            self
        }
        ///All languages of the contributor, including those already granted.
        pub fn languages<K>(
            mut self,
            value: impl IntoOptionList<LanguageAccess, K>,
        ) -> Self {
            self.languages = value.into_option_list();
            self
        }
        ///The admin rights to set. Ignored if `role_id` is set, because permissions follow the template then. An empty list sets no rights. Whether a list replaces the existing rights is not documented.
        pub fn admin_rights<K>(
            mut self,
            value: impl IntoOptionList<types::AdminRight, K>,
        ) -> Self {
            self.admin_rights = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl CustomTranslationStatusUpdate {
        /// Creates a body without any field set.
        pub fn new() -> Self {
            Self::default()
        }
        ///Title of the status.
        pub fn title<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.title = value.into_option();
            self
        }
        ///Color of the status, hexadecimal as in `#61bd4f`; one of the palette.
        pub fn color<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.color = value.into_option();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl FileExport {
        /// Creates a body with its required fields.
        pub fn new(format: impl Into<String>) -> Self {
            Self {
                format: format.into(),
                original_filenames: None,
                bundle_structure: None,
                directory_prefix: None,
                all_platforms: None,
                filter_langs: None,
                filter_data: None,
                filter_filenames: None,
                add_newline_eof: None,
                custom_translation_status_ids: None,
                include_tags: None,
                exclude_tags: None,
                export_sort: None,
                export_empty_as: None,
                export_null_as: None,
                include_comments: None,
                include_description: None,
                include_pids: None,
                triggers: None,
                filter_repositories: None,
                replace_breaks: None,
                disable_references: None,
                plural_format: None,
                placeholder_format: None,
                webhook_url: None,
                language_mapping: None,
                icu_numeric: None,
                escape_percent: None,
                indentation: None,
                yaml_include_root: None,
                json_unescaped_slashes: None,
                java_properties_encoding: None,
                java_properties_separator: None,
                bundle_description: None,
                filter_task_id: None,
                compact: None,
                extra: Default::default(),
            }
        }
        ///Whether the original filenames and formats are used; false creates one file for each language.
        pub fn original_filenames(mut self, value: impl Into<Option<bool>>) -> Self {
            self.original_filenames = value.into();
            self
        }
        ///Path of the files in the bundle if `original_filenames` is false. Placeholders: `%LANG_ISO%`, `%LANG_NAME%`, `%FORMAT%`, `%PROJECT_NAME%`.
        pub fn bundle_structure<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.bundle_structure = value.into_option();
            self
        }
        ///Directory of the files in the bundle if `original_filenames` is true. Placeholder: `%LANG_ISO%`.
        pub fn directory_prefix<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.directory_prefix = value.into_option();
            self
        }
        ///Whether keys of all platforms are included; false includes only those of the platform of `format`.
        pub fn all_platforms(mut self, value: impl Into<Option<bool>>) -> Self {
            self.all_platforms = value.into();
            self
        }
        ///Languages to export. Defaults to all.
        pub fn filter_langs<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.filter_langs = value.into_option_list();
            self
        }
        ///Which translations to export.
        pub fn filter_data<K>(
            mut self,
            value: impl IntoOptionList<types::ExportDataFilter, K>,
        ) -> Self {
            self.filter_data = value.into_option_list();
            self
        }
        ///Files whose keys to export. If empty, all.
        pub fn filter_filenames<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.filter_filenames = value.into_option_list();
            self
        }
        ///Whether files end with a newline, if the format supports it.
        pub fn add_newline_eof(mut self, value: impl Into<Option<bool>>) -> Self {
            self.add_newline_eof = value.into();
            self
        }
        ///Only translations with these custom translation statuses. If empty, all.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<crate::wire::quirks::CustomTranslationStatusId, K>,
        ) -> Self {
            self.custom_translation_status_ids = value.into_option_list();
            self
        }
        ///Only keys with these tags.
        pub fn include_tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.include_tags = value.into_option_list();
            self
        }
        ///Excludes keys with these tags.
        pub fn exclude_tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.exclude_tags = value.into_option_list();
            self
        }
        /// Order of the keys in an export.
        pub fn export_sort<K>(
            mut self,
            value: impl IntoOption<types::ExportSort, K>,
        ) -> Self {
            self.export_sort = value.into_option();
            self
        }
        /// How an empty translation is written: the value of the base language (`base`), an empty value (`empty`), null (`null`, YAML only), or nothing (`skip`).
        pub fn export_empty_as<K>(
            mut self,
            value: impl IntoOption<types::ExportEmptyAs, K>,
        ) -> Self {
            self.export_empty_as = value.into_option();
            self
        }
        /// How null is written. For the export of one specific YAML dialect only; which one is not documented.
        pub fn export_null_as<K>(
            mut self,
            value: impl IntoOption<types::ExportNullAs, K>,
        ) -> Self {
            self.export_null_as = value.into_option();
            self
        }
        ///Whether comments and descriptions of keys are included, if the format supports it.
        pub fn include_comments(mut self, value: impl Into<Option<bool>>) -> Self {
            self.include_comments = value.into();
            self
        }
        ///Whether descriptions of keys are included, if the format supports it.
        pub fn include_description(mut self, value: impl Into<Option<bool>>) -> Self {
            self.include_description = value.into();
            self
        }
        ///Ids of other projects whose keys are included.
        pub fn include_pids<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.include_pids = value.into_option_list();
            self
        }
        ///Integrations to trigger; each must be enabled in the project settings.
        pub fn triggers<K>(
            mut self,
            value: impl IntoOptionList<crate::wire::quirks::ExportTrigger, K>,
        ) -> Self {
            self.triggers = value.into_option_list();
            self
        }
        ///Repositories to open a pull request in, each as `organization/repository`. An empty list processes all configured integrations, by platform.
        pub fn filter_repositories<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.filter_repositories = value.into_option_list();
            self
        }
        ///Whether line breaks are replaced with `\n`.
        pub fn replace_breaks(mut self, value: impl Into<Option<bool>>) -> Self {
            self.replace_breaks = value.into();
            self
        }
        ///Whether to keep key reference placeholders instead of replacing them with translations.
        pub fn disable_references(mut self, value: impl Into<Option<bool>>) -> Self {
            self.disable_references = value.into();
            self
        }
        /// Format of plurals.
        pub fn plural_format<K>(
            mut self,
            value: impl IntoOption<types::PluralFormat, K>,
        ) -> Self {
            self.plural_format = value.into_option();
            self
        }
        /// Format of placeholders.
        pub fn placeholder_format<K>(
            mut self,
            value: impl IntoOption<types::PlaceholderFormat, K>,
        ) -> Self {
            self.placeholder_format = value.into_option();
            self
        }
        ///URL that receives a POST request with the URL of the bundle when the export is complete. The body is not documented.
        pub fn webhook_url<K>(
            mut self,
            value: impl IntoOption<crate::wire::url_text::UrlText, K>,
        ) -> Self {
            self.webhook_url = value.into_option();
            self
        }
        ///Language codes to override in this export.
        pub fn language_mapping<K>(
            mut self,
            value: impl IntoOptionList<LanguageMapping, K>,
        ) -> Self {
            self.language_mapping = value.into_option_list();
            self
        }
        ///Whether the forms `zero`, `one` and `two` become `=0`, `=1` and `=2`. ICU plurals only.
        pub fn icu_numeric(mut self, value: impl Into<Option<bool>>) -> Self {
            self.icu_numeric = value.into();
            self
        }
        ///Whether universal percent placeholders are exported as a doubled percent sign. Placeholder format `printf` only.
        pub fn escape_percent(mut self, value: impl Into<Option<bool>>) -> Self {
            self.escape_percent = value.into();
            self
        }
        /// Indentation of exported files: spaces, or tabs.
        pub fn indentation<K>(
            mut self,
            value: impl IntoOption<types::Indentation, K>,
        ) -> Self {
            self.indentation = value.into_option();
            self
        }
        ///Whether the language code is the root key. YAML only.
        pub fn yaml_include_root(mut self, value: impl Into<Option<bool>>) -> Self {
            self.yaml_include_root = value.into();
            self
        }
        ///Whether forward slashes are not escaped. JSON only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn json_unescaped_slashes(mut self, value: impl Into<Option<bool>>) -> Self {
            self.json_unescaped_slashes = value.into();
            self
        }
        /// Encoding of Java properties files. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn java_properties_encoding<K>(
            mut self,
            value: impl IntoOption<types::JavaPropertiesEncoding, K>,
        ) -> Self {
            self.java_properties_encoding = value.into_option();
            self
        }
        /// Separator of key and value in Java properties files. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn java_properties_separator<K>(
            mut self,
            value: impl IntoOption<types::JavaPropertiesSeparator, K>,
        ) -> Self {
            self.java_properties_separator = value.into_option();
            self
        }
        ///Description of the bundle, for `ios_sdk` and `android_sdk`. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn bundle_description<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.bundle_description = value.into_option();
            self
        }
        ///Only keys of this task. For the format `offline_xliff` only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn filter_task_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.filter_task_id = value.into();
            self
        }
        ///Whether metadata such as context, comments and screenshots is omitted. ARB only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn compact(mut self, value: impl Into<Option<bool>>) -> Self {
            self.compact = value.into();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl FileUpload {
        /// Creates a body with its required fields.
        pub fn new(filename: impl Into<String>, lang_iso: impl Into<String>) -> Self {
            Self {
                data: None,
                filename: filename.into(),
                lang_iso: lang_iso.into(),
                convert_placeholders: None,
                detect_icu_plurals: None,
                tags: None,
                tag_inserted_keys: None,
                tag_updated_keys: None,
                tag_skipped_keys: None,
                tag_parsed_keys: None,
                replace_modified: None,
                replace_metadata: None,
                slashn_to_linebreak: None,
                keys_to_values: None,
                distinguish_by_file: None,
                apply_tm: None,
                use_automations: None,
                hidden_from_contributors: None,
                cleanup_mode: None,
                custom_translation_status_ids: None,
                custom_translation_status_inserted_keys: None,
                custom_translation_status_updated_keys: None,
                custom_translation_status_skipped_keys: None,
                skip_detect_lang_iso: None,
                format: None,
                filter_task_id: None,
                title: None,
                extra: Default::default(),
            }
        }
        ///Required, unless the call has a `file`. The file, of a supported type, in Base64.
        pub fn data<K>(
            mut self,
            value: impl IntoOption<crate::wire::encoded::Base64, K>,
        ) -> Self {
            self.data = value.into_option();
            self
        }
        ///Whether placeholders are converted to universal placeholders; false keeps the original syntax. Default: `true`.
        pub fn convert_placeholders(mut self, value: impl Into<Option<bool>>) -> Self {
            self.convert_placeholders = value.into();
            self
        }
        ///Whether ICU plurals are detected and parsed.
        pub fn detect_icu_plurals(mut self, value: impl Into<Option<bool>>) -> Self {
            self.detect_icu_plurals = value.into();
            self
        }
        ///Tags to apply, by default to created and updated keys.
        pub fn tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.tags = value.into_option_list();
            self
        }
        ///Whether the tags are applied to inserted keys.
        pub fn tag_inserted_keys(mut self, value: impl Into<Option<bool>>) -> Self {
            self.tag_inserted_keys = value.into();
            self
        }
        ///Whether the tags are applied to updated keys.
        pub fn tag_updated_keys(mut self, value: impl Into<Option<bool>>) -> Self {
            self.tag_updated_keys = value.into();
            self
        }
        ///Whether the tags are applied to skipped keys.
        pub fn tag_skipped_keys(mut self, value: impl Into<Option<bool>>) -> Self {
            self.tag_skipped_keys = value.into();
            self
        }
        ///Whether tags parsed from the file are applied (tags of single keys in the structured JSON format). Default: `false`.
        pub fn tag_parsed_keys(mut self, value: impl Into<Option<bool>>) -> Self {
            self.tag_parsed_keys = value.into();
            self
        }
        ///Whether the file replaces translations that differ.
        pub fn replace_modified(mut self, value: impl Into<Option<bool>>) -> Self {
            self.replace_modified = value.into();
            self
        }
        ///Whether the metadata of keys (tags, notes, character limit) is replaced by that of the file. Structured JSON only. Only tags from earlier uploads are replaced; tags added by hand remain. Default: `false`.
        pub fn replace_metadata(mut self, value: impl Into<Option<bool>>) -> Self {
            self.replace_metadata = value.into();
            self
        }
        ///Whether `\n` is replaced with a line break.
        pub fn slashn_to_linebreak(mut self, value: impl Into<Option<bool>>) -> Self {
            self.slashn_to_linebreak = value.into();
            self
        }
        ///Whether values are replaced with the names of their keys.
        pub fn keys_to_values(mut self, value: impl Into<Option<bool>>) -> Self {
            self.keys_to_values = value.into();
            self
        }
        ///Whether keys with similar names can coexist if they are in different files.
        pub fn distinguish_by_file(mut self, value: impl Into<Option<bool>>) -> Self {
            self.distinguish_by_file = value.into();
            self
        }
        ///Whether translation memory matches of 100% are applied. If true, takes precedence over `use_automations`.
        pub fn apply_tm(mut self, value: impl Into<Option<bool>>) -> Self {
            self.apply_tm = value.into();
            self
        }
        ///Whether automations run for this upload.
        pub fn use_automations(mut self, value: impl Into<Option<bool>>) -> Self {
            self.use_automations = value.into();
            self
        }
        ///Whether newly created keys are hidden from contributors.
        pub fn hidden_from_contributors(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.hidden_from_contributors = value.into();
            self
        }
        ///Whether all keys that are absent from the file are deleted, with their translations in all languages. Assumed: also keys of other files.
        pub fn cleanup_mode(mut self, value: impl Into<Option<bool>>) -> Self {
            self.cleanup_mode = value.into();
            self
        }
        ///Custom translation statuses to add, by default to created and updated translations.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<crate::wire::quirks::CustomTranslationStatusId, K>,
        ) -> Self {
            self.custom_translation_status_ids = value.into_option_list();
            self
        }
        ///Whether the statuses are applied to inserted keys.
        pub fn custom_translation_status_inserted_keys(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.custom_translation_status_inserted_keys = value.into();
            self
        }
        ///Whether the statuses are applied to updated keys.
        pub fn custom_translation_status_updated_keys(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.custom_translation_status_updated_keys = value.into();
            self
        }
        ///Whether the statuses are applied to skipped keys.
        pub fn custom_translation_status_skipped_keys(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.custom_translation_status_skipped_keys = value.into();
            self
        }
        ///Whether to skip detecting the language from the filename.
        pub fn skip_detect_lang_iso(mut self, value: impl Into<Option<bool>>) -> Self {
            self.skip_detect_lang_iso = value.into();
            self
        }
        ///File extension of a supported format. The list of formats is not documented.
        pub fn format<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.format = value.into_option();
            self
        }
        ///Task that the imported content is added to. For the format `offline_xliff` only.
        pub fn filter_task_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.filter_task_id = value.into();
            self
        }
        ///Title shown instead of the filename. For Marketing and support projects only.
        pub fn title<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.title = value.into_option();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl KeyIds {
        /// Creates a body with its required fields.
        pub fn new(keys: impl IntoIterator<Item: Into<i64>>) -> Self {
            Self {
                keys: keys.into_iter().map(Into::into).collect(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl KeyTranslationUpdate {
        /// Creates a body with its required fields.
        pub fn new(
            language_iso: impl Into<String>,
            translation: impl Into<crate::wire::quirks::TranslationText>,
        ) -> Self {
            Self {
                language_iso: language_iso.into(),
                translation: translation.into(),
                is_reviewed: None,
                is_unverified: None,
                custom_translation_status_ids: None,
                merge_custom_translation_statuses: None,
                extra: Default::default(),
            }
        }
        ///Whether it is reviewed.
        pub fn is_reviewed(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_reviewed = value.into();
            self
        }
        ///Whether it is unverified.
        pub fn is_unverified(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_unverified = value.into();
            self
        }
        ///Ids of its custom translation statuses. They replace the existing ones, unless `merge_custom_translation_statuses` is true.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<i64, K>,
        ) -> Self {
            self.custom_translation_status_ids = value.into_option_list();
            self
        }
        ///Whether the statuses are added to the existing ones.
        pub fn merge_custom_translation_statuses(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.merge_custom_translation_statuses = value.into();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl KeyUpdate {
        /// Creates a body without any field set.
        pub fn new() -> Self {
            Self::default()
        }
        /// Name of a key: a text; or, if the project has names by platform, an object with all four.
        pub fn key_name<K>(
            mut self,
            value: impl IntoOption<crate::wire::quirks::KeyName, K>,
        ) -> Self {
            self.key_name = value.into_option();
            self
        }
        ///Description. Assumed: an empty text clears it.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.description = value.into_option();
            self
        }
        ///Platforms of the key.
        pub fn platforms<K>(
            mut self,
            value: impl IntoOptionList<types::Platform, K>,
        ) -> Self {
            self.platforms = value.into_option_list();
            self
        }
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key from its file.
        pub fn filenames<K>(
            mut self,
            value: impl IntoOption<PlatformFilenames, K>,
        ) -> Self {
            self.filenames = value.into_option();
            self
        }
        ///Tags. They replace the existing ones, unless `merge_tags` is true. An empty list clears them.
        pub fn tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.tags = value.into_option_list();
            self
        }
        ///Whether the tags are added to the existing ones.
        pub fn merge_tags(mut self, value: impl Into<Option<bool>>) -> Self {
            self.merge_tags = value.into();
            self
        }
        ///Whether translations have plural forms.
        pub fn is_plural(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_plural = value.into();
            self
        }
        ///Name of the plural. Assumed: an empty text clears it.
        pub fn plural_name<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.plural_name = value.into_option();
            self
        }
        ///Whether it is hidden from contributors.
        pub fn is_hidden(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_hidden = value.into();
            self
        }
        ///Whether it is archived.
        pub fn is_archived(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_archived = value.into();
            self
        }
        ///Context of the key. Assumed: an empty text clears it.
        pub fn context<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.context = value.into_option();
            self
        }
        ///Maximum length of a translation in characters. Assumed: 0 for no limit.
        pub fn char_limit(mut self, value: impl Into<Option<i64>>) -> Self {
            self.char_limit = value.into();
            self
        }
        ///Custom attributes: JSON as text. Assumed: an empty text clears it.
        pub fn custom_attributes<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.custom_attributes = value.into_option();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl KeyUpdateItem {
        /// Creates a body with its required fields.
        pub fn new(key_id: i64) -> Self {
            Self {
                key_id: key_id,
                key_name: None,
                description: None,
                platforms: None,
                filenames: None,
                tags: None,
                merge_tags: None,
                is_plural: None,
                plural_name: None,
                is_hidden: None,
                is_archived: None,
                context: None,
                char_limit: None,
                custom_attributes: None,
                comments: None,
                screenshots: None,
                translations: None,
                extra: Default::default(),
            }
        }
        /// Name of a key: a text; or, if the project has names by platform, an object with all four.
        pub fn key_name<K>(
            mut self,
            value: impl IntoOption<crate::wire::quirks::KeyName, K>,
        ) -> Self {
            self.key_name = value.into_option();
            self
        }
        ///Description. Assumed: an empty text clears it.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.description = value.into_option();
            self
        }
        ///Platforms of the key.
        pub fn platforms<K>(
            mut self,
            value: impl IntoOptionList<types::Platform, K>,
        ) -> Self {
            self.platforms = value.into_option_list();
            self
        }
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key from its file.
        pub fn filenames<K>(
            mut self,
            value: impl IntoOption<PlatformFilenames, K>,
        ) -> Self {
            self.filenames = value.into_option();
            self
        }
        ///Tags. They replace the existing ones, unless `merge_tags` is true. An empty list clears them.
        pub fn tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.tags = value.into_option_list();
            self
        }
        ///Whether the tags are added to the existing ones.
        pub fn merge_tags(mut self, value: impl Into<Option<bool>>) -> Self {
            self.merge_tags = value.into();
            self
        }
        ///Whether translations have plural forms.
        pub fn is_plural(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_plural = value.into();
            self
        }
        ///Name of the plural. Assumed: an empty text clears it.
        pub fn plural_name<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.plural_name = value.into_option();
            self
        }
        ///Whether it is hidden from contributors.
        pub fn is_hidden(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_hidden = value.into();
            self
        }
        ///Whether it is archived.
        pub fn is_archived(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_archived = value.into();
            self
        }
        ///Context of the key. Assumed: an empty text clears it.
        pub fn context<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.context = value.into_option();
            self
        }
        ///Maximum length of a translation in characters. Assumed: 0 for no limit.
        pub fn char_limit(mut self, value: impl Into<Option<i64>>) -> Self {
            self.char_limit = value.into();
            self
        }
        ///Custom attributes: JSON as text. Assumed: an empty text clears it.
        pub fn custom_attributes<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.custom_attributes = value.into_option();
            self
        }
        ///Comments by the caller.
        pub fn comments<K>(mut self, value: impl IntoOptionList<NewComment, K>) -> Self {
            self.comments = value.into_option_list();
            self
        }
        ///Screenshots.
        pub fn screenshots<K>(
            mut self,
            value: impl IntoOptionList<NewScreenshot, K>,
        ) -> Self {
            self.screenshots = value.into_option_list();
            self
        }
        ///Translations to change.
        pub fn translations<K>(
            mut self,
            value: impl IntoOptionList<KeyTranslationUpdate, K>,
        ) -> Self {
            self.translations = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl KeyUpdates {
        /// Creates a body with its required fields.
        pub fn new(keys: impl IntoIterator<Item: Into<KeyUpdateItem>>) -> Self {
            Self {
                keys: keys.into_iter().map(Into::into).collect(),
                use_automations: None,
                extra: Default::default(),
            }
        }
        ///Whether the automations of the project run on the changes. Defaults to true.
        pub fn use_automations(mut self, value: impl Into<Option<bool>>) -> Self {
            self.use_automations = value.into();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl LanguageAccess {
        /// Creates a body with its required fields.
        pub fn new(lang_iso: impl Into<String>) -> Self {
            Self {
                lang_iso: lang_iso.into(),
                is_writable: None,
                extra: Default::default(),
            }
        }
        ///Whether the contributor has write access to the language.
        pub fn is_writable(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_writable = value.into();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl LanguageMapping {
        /// Creates a body without any field set.
        pub fn new() -> Self {
            Self::default()
        }
        ///Code of the language in the project.
        pub fn original_language_iso<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.original_language_iso = value.into_option();
            self
        }
        ///Code to use in the export.
        pub fn custom_language_iso<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.custom_language_iso = value.into_option();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl LanguageUpdate {
        /// Creates a body without any field set.
        pub fn new() -> Self {
            Self::default()
        }
        ///Custom code of the language in this project.
        pub fn lang_iso<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.lang_iso = value.into_option();
            self
        }
        ///Custom name of the language in this project.
        pub fn lang_name<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.lang_name = value.into_option();
            self
        }
        ///Custom plural forms, such as `one` and `other`.
        pub fn plural_forms<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.plural_forms = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewBranch {
        /// Creates a body with its required fields.
        pub fn new(name: impl Into<String>) -> Self {
            Self {
                name: name.into(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewComment {
        /// Creates a body with its required fields.
        pub fn new(comment: impl Into<String>) -> Self {
            Self {
                comment: comment.into(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewComments {
        /// Creates a body with its required fields.
        pub fn new(comments: impl IntoIterator<Item: Into<NewComment>>) -> Self {
            Self {
                comments: comments.into_iter().map(Into::into).collect(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewCustomTranslationStatus {
        /// Creates a body with its required fields.
        pub fn new(title: impl Into<String>, color: impl Into<String>) -> Self {
            Self {
                title: title.into(),
                color: color.into(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewKey {
        /// Creates a body with its required fields.
        pub fn new(
            key_name: impl Into<crate::wire::quirks::KeyName>,
            platforms: impl IntoIterator<Item: Into<types::Platform>>,
        ) -> Self {
            Self {
                key_name: key_name.into(),
                description: None,
                platforms: platforms.into_iter().map(Into::into).collect(),
                filenames: None,
                tags: None,
                is_plural: None,
                plural_name: None,
                is_hidden: None,
                is_archived: None,
                context: None,
                char_limit: None,
                custom_attributes: None,
                comments: None,
                screenshots: None,
                translations: None,
                extra: Default::default(),
            }
        }
        ///Description.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.description = value.into_option();
            self
        }
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key from its file.
        pub fn filenames<K>(
            mut self,
            value: impl IntoOption<PlatformFilenames, K>,
        ) -> Self {
            self.filenames = value.into_option();
            self
        }
        ///Tags.
        pub fn tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.tags = value.into_option_list();
            self
        }
        ///Whether translations have plural forms.
        pub fn is_plural(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_plural = value.into();
            self
        }
        ///Name of the plural.
        pub fn plural_name<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.plural_name = value.into_option();
            self
        }
        ///Whether it is hidden from contributors.
        pub fn is_hidden(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_hidden = value.into();
            self
        }
        ///Whether it is archived.
        pub fn is_archived(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_archived = value.into();
            self
        }
        ///Context of the key.
        pub fn context<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.context = value.into_option();
            self
        }
        ///Maximum length of a translation in characters. Assumed: 0 for no limit.
        pub fn char_limit(mut self, value: impl Into<Option<i64>>) -> Self {
            self.char_limit = value.into();
            self
        }
        ///Custom attributes: JSON as text.
        pub fn custom_attributes<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.custom_attributes = value.into_option();
            self
        }
        ///Comments by the caller.
        pub fn comments<K>(mut self, value: impl IntoOptionList<NewComment, K>) -> Self {
            self.comments = value.into_option_list();
            self
        }
        ///Screenshots.
        pub fn screenshots<K>(
            mut self,
            value: impl IntoOptionList<NewScreenshot, K>,
        ) -> Self {
            self.screenshots = value.into_option_list();
            self
        }
        ///Translations.
        pub fn translations<K>(
            mut self,
            value: impl IntoOptionList<NewKeyTranslation, K>,
        ) -> Self {
            self.translations = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewKeyTranslation {
        /// Creates a body with its required fields.
        pub fn new(
            language_iso: impl Into<String>,
            translation: impl Into<crate::wire::quirks::TranslationText>,
        ) -> Self {
            Self {
                language_iso: language_iso.into(),
                translation: translation.into(),
                is_reviewed: None,
                is_unverified: None,
                custom_translation_status_ids: None,
                extra: Default::default(),
            }
        }
        ///Whether it is reviewed.
        pub fn is_reviewed(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_reviewed = value.into();
            self
        }
        ///Whether it is unverified.
        pub fn is_unverified(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_unverified = value.into();
            self
        }
        ///Ids of its custom translation statuses.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<i64, K>,
        ) -> Self {
            self.custom_translation_status_ids = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewKeys {
        /// Creates a body with its required fields.
        pub fn new(keys: impl IntoIterator<Item: Into<NewKey>>) -> Self {
            Self {
                keys: keys.into_iter().map(Into::into).collect(),
                use_automations: None,
                extra: Default::default(),
            }
        }
        ///Whether the automations of the project run on the changes. Defaults to true.
        pub fn use_automations(mut self, value: impl Into<Option<bool>>) -> Self {
            self.use_automations = value.into();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewLanguage {
        /// Creates a body with its required fields.
        pub fn new(lang_iso: impl Into<String>) -> Self {
            Self {
                lang_iso: lang_iso.into(),
                custom_iso: None,
                custom_name: None,
                custom_plural_forms: None,
                extra: Default::default(),
            }
        }
        ///Custom code of the language in this project.
        pub fn custom_iso<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.custom_iso = value.into_option();
            self
        }
        ///Custom name of the language in this project.
        pub fn custom_name<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.custom_name = value.into_option();
            self
        }
        ///Custom plural forms, such as `one` and `other`. Never recorded.
        pub fn custom_plural_forms<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.custom_plural_forms = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewLanguages {
        /// Creates a body with its required fields.
        pub fn new(languages: impl IntoIterator<Item: Into<NewLanguage>>) -> Self {
            Self {
                languages: languages.into_iter().map(Into::into).collect(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewProject {
        /// Creates a body with its required fields.
        pub fn new(name: impl Into<String>) -> Self {
            Self {
                name: name.into(),
                description: None,
                team_id: None,
                languages: None,
                base_lang_iso: None,
                project_type: None,
                is_segmentation_enabled: None,
                extra: Default::default(),
            }
        }
        ///Description of the project.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.description = value.into_option();
            self
        }
        ///Id of the team that owns the project. Defaults to the caller's team.
        pub fn team_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.team_id = value.into();
            self
        }
        ///The languages of the project. Defaults to English.
        pub fn languages<K>(
            mut self,
            value: impl IntoOptionList<NewProjectLanguage, K>,
        ) -> Self {
            self.languages = value.into_option_list();
            self
        }
        ///Code of the base language: one of `languages`, by its `custom_iso` if it has one. Defaults to `en`.
        pub fn base_lang_iso<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.base_lang_iso = value.into_option();
            self
        }
        /// Type of a project.
        pub fn project_type<K>(
            mut self,
            value: impl IntoOption<types::ProjectType, K>,
        ) -> Self {
            self.project_type = value.into_option();
            self
        }
        ///Whether texts are divided into segments. Declared by one public client only.
        pub fn is_segmentation_enabled(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.is_segmentation_enabled = value.into();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewProjectLanguage {
        /// Creates a body with its required fields.
        pub fn new(lang_iso: impl Into<String>) -> Self {
            Self {
                lang_iso: lang_iso.into(),
                custom_iso: None,
                custom_name: None,
                custom_plural_forms: None,
                extra: Default::default(),
            }
        }
        ///Custom code of the language in this project.
        pub fn custom_iso<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.custom_iso = value.into_option();
            self
        }
        ///Custom name of the language in this project.
        pub fn custom_name<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.custom_name = value.into_option();
            self
        }
        ///Custom plural forms, such as `one` and `other`.
        pub fn custom_plural_forms<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.custom_plural_forms = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewScreenshot {
        /// Creates a body with its required fields.
        pub fn new(data: impl Into<String>) -> Self {
            Self {
                data: data.into(),
                title: None,
                description: None,
                screenshot_tags: None,
                extra: Default::default(),
            }
        }
        ///Title.
        pub fn title<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.title = value.into_option();
            self
        }
        ///Description.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.description = value.into_option();
            self
        }
        ///Tags.
        pub fn screenshot_tags<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.screenshot_tags = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl NewWebhook {
        /// Creates a body with its required fields.
        pub fn new(
            url: impl Into<crate::wire::url_text::UrlText>,
            events: impl IntoIterator<Item: Into<types::WebhookEventName>>,
        ) -> Self {
            Self {
                url: url.into(),
                branch: None,
                events: events.into_iter().map(Into::into).collect(),
                event_lang_map: None,
                extra: Default::default(),
            }
        }
        ///The branch whose events are sent. Assumed: all branches if omitted.
        pub fn branch<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.branch = value.into_option();
            self
        }
        ///The languages to send, for events with a language. Defaults to all.
        pub fn event_lang_map<K>(
            mut self,
            value: impl IntoOptionList<WebhookEventLanguages, K>,
        ) -> Self {
            self.event_lang_map = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl PlatformFilenames {
        /// Creates a body without any field set.
        pub fn new() -> Self {
            Self::default()
        }
        ///File of iOS.
        pub fn ios<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.ios = value.into_option();
            self
        }
        ///File of Android.
        pub fn android<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.android = value.into_option();
            self
        }
        ///File on the web.
        pub fn web<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.web = value.into_option();
            self
        }
        ///File of others.
        pub fn other<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.other = value.into_option();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl ProjectUpdate {
        /// Creates a body with its required fields.
        pub fn new(name: impl Into<String>) -> Self {
            Self {
                name: name.into(),
                description: None,
                extra: Default::default(),
            }
        }
        ///Description. Unchanged if omitted.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.description = value.into_option();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl TranslationUpdate {
        /// Creates a body with its required fields.
        pub fn new(
            translation: impl Into<crate::wire::quirks::TranslationText>,
        ) -> Self {
            Self {
                translation: translation.into(),
                is_unverified: None,
                is_reviewed: None,
                custom_translation_status_ids: None,
                extra: Default::default(),
            }
        }
        ///Whether it is unverified.
        pub fn is_unverified(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_unverified = value.into();
            self
        }
        ///Whether it is reviewed.
        pub fn is_reviewed(mut self, value: impl Into<Option<bool>>) -> Self {
            self.is_reviewed = value.into();
            self
        }
        ///Ids of its custom translation statuses. They replace the existing ones.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<i64, K>,
        ) -> Self {
            self.custom_translation_status_ids = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl WebhookEventLanguages {
        /// Creates a body with its required fields.
        pub fn new(
            event: impl Into<types::WebhookEventName>,
            lang_iso_codes: impl IntoIterator<Item: Into<String>>,
        ) -> Self {
            Self {
                event: event.into(),
                lang_iso_codes: lang_iso_codes.into_iter().map(Into::into).collect(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl WebhookUpdate {
        /// Creates a body without any field set.
        pub fn new() -> Self {
            Self::default()
        }
        ///The URL that receives the events.
        pub fn url<K>(
            mut self,
            value: impl IntoOption<crate::wire::url_text::UrlText, K>,
        ) -> Self {
            self.url = value.into_option();
            self
        }
        ///The branch whose events are sent.
        pub fn branch<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.branch = value.into_option();
            self
        }
        ///The events to send. They replace the existing ones.
        pub fn events<K>(
            mut self,
            value: impl IntoOptionList<types::WebhookEventName, K>,
        ) -> Self {
            self.events = value.into_option_list();
            self
        }
        ///The languages to send, for events with a language. Defaults to all.
        pub fn event_lang_map<K>(
            mut self,
            value: impl IntoOptionList<WebhookEventLanguages, K>,
        ) -> Self {
            self.event_lang_map = value.into_option_list();
            self
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    crate::wire::decode::object! {
        Branch { branch_id = "branch_id" } optional { created_at = "created_at",
        created_at_timestamp = "created_at_timestamp", created_by = "created_by",
        created_by_email = "created_by_email", name = "name" }
    }
    crate::wire::decode::object! {
        BranchDeletedResponse { branch_deleted = "branch_deleted" } optional { branch =
        "branch", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        BranchEvent { branch = "branch", event = "event" } optional { created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", project = "project",
        user = "user" }
    }
    crate::wire::decode::object! {
        BranchListResponse { branches = "branches" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        BranchMerge {} optional { force_conflict_resolve_using =
        "force_conflict_resolve_using", target_branch_id = "target_branch_id" } others in
        extra
    }
    crate::wire::decode::object! {
        BranchMergeEvent { branch = "branch", event = "event" } optional { affected_keys
        = "affected_keys", created_at = "created_at", created_at_timestamp =
        "created_at_timestamp", project = "project", target_branch = "target_branch",
        user = "user" }
    }
    crate::wire::decode::object! {
        BranchMergedResponse { branch_merged = "branch_merged" } optional { branch =
        "branch", project_id = "project_id", target_branch = "target_branch" }
    }
    crate::wire::decode::object! {
        BranchResponse { branch = "branch" } optional { project_id = "project_id" }
    }
    crate::wire::decode::object! {
        BranchUpdate { name = "name" } optional {} others in extra
    }
    crate::wire::decode::object! {
        BundleResponse { bundle_url = "bundle_url" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        ColorListResponse { colors = "colors" } optional {}
    }
    crate::wire::decode::object! {
        Comment { comment_id = "comment_id" } optional { added_at = "added_at",
        added_at_timestamp = "added_at_timestamp", added_by = "added_by", added_by_email
        = "added_by_email", comment = "comment", key_id = "key_id" }
    }
    crate::wire::decode::object! {
        CommentDeletedResponse { comment_deleted = "comment_deleted" } optional { branch
        = "branch", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        CommentListResponse { comments = "comments" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        CommentResponse { comment = "comment" } optional { branch = "branch", project_id
        = "project_id" }
    }
    crate::wire::decode::object! {
        Contributor { user_id = "user_id" } optional { admin_rights = "admin_rights",
        created_at = "created_at", created_at_timestamp = "created_at_timestamp", email =
        "email", fullname = "fullname", is_admin = "is_admin", is_reviewer =
        "is_reviewer", is_reviwer = "is_reviwer", languages = "languages", role_id =
        "role_id", uuid = "uuid" }
    }
    crate::wire::decode::object! {
        ContributorDeletedResponse { contributor_deleted = "contributor_deleted" }
        optional { branch = "branch", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        ContributorDeletionJob { state = "state" } optional { created_at = "createdAt",
        deleted = "deleted", errors = "errors", failed = "failed", processed =
        "processed", project_id = "projectId", skipped = "skipped", total = "total",
        updated_at = "updatedAt" }
    }
    crate::wire::decode::object! {
        ContributorEvent { contributor = "contributor", event = "event" } optional {
        created_at = "created_at", created_at_timestamp = "created_at_timestamp", project
        = "project", user = "user" }
    }
    crate::wire::decode::object! {
        ContributorImport { from_project_uuid = "from_project_uuid" } optional {
        contributor_ids = "contributor_ids" } others in extra
    }
    crate::wire::decode::object! {
        ContributorImportResponse {} optional { contributors = "contributors",
        project_uuid = "project_uuid", summary = "summary" }
    }
    crate::wire::decode::object! {
        ContributorImportSummary {} optional { imported = "imported", skipped =
        "skipped", total_requested = "total_requested" }
    }
    crate::wire::decode::object! {
        ContributorInvitation { email = "email", languages = "languages" } optional {
        admin_rights = "admin_rights", fullname = "fullname", is_admin = "is_admin",
        is_reviewer = "is_reviewer", role_id = "role_id" } others in extra
    }
    crate::wire::decode::object! {
        ContributorInvitations { contributors = "contributors" } optional {} others in
        extra
    }
    crate::wire::decode::object! {
        ContributorLanguage {} optional { is_writable = "is_writable", lang_id =
        "lang_id", lang_iso = "lang_iso", lang_name = "lang_name" }
    }
    crate::wire::decode::object! {
        ContributorListResponse { contributors = "contributors" } optional { branch =
        "branch", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        ContributorResponse { contributor = "contributor" } optional { branch = "branch",
        project_id = "project_id", project_uuid = "project_uuid" }
    }
    crate::wire::decode::object! {
        ContributorUpdate {} optional { admin_rights = "admin_rights", is_admin =
        "is_admin", is_reviewer = "is_reviewer", languages = "languages", role_id =
        "role_id" } others in extra
    }
    crate::wire::decode::object! {
        CustomTranslationStatus { status_id = "status_id" } optional { color = "color",
        title = "title" }
    }
    crate::wire::decode::object! {
        CustomTranslationStatusDeletedResponse {} optional { branch = "branch",
        custom_translation_status_deleted = "custom_translation_status_deleted", deleted
        = "deleted", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        CustomTranslationStatusListResponse { custom_translation_statuses =
        "custom_translation_statuses" } optional { branch = "branch", project_id =
        "project_id" }
    }
    crate::wire::decode::object! {
        CustomTranslationStatusResponse { custom_translation_status =
        "custom_translation_status" } optional { branch = "branch", project_id =
        "project_id" }
    }
    crate::wire::decode::object! {
        CustomTranslationStatusUpdate {} optional { color = "color", title = "title" }
        others in extra
    }
    crate::wire::decode::object! {
        DeletionJobStartedResponse { job_id = "jobId" } optional {}
    }
    crate::wire::decode::object! {
        EventAffectedKeys {} optional { inserted_count = "inserted_count", updated_count
        = "updated_count" }
    }
    crate::wire::decode::object! {
        EventBranch {} optional { id = "id", name = "name" }
    }
    crate::wire::decode::object! {
        EventComment {} optional { value = "value" }
    }
    crate::wire::decode::object! {
        EventContributor {} optional { email = "email" }
    }
    crate::wire::decode::object! {
        EventExport {} optional { filename = "filename", platform = "platform", type_ =
        "type" }
    }
    crate::wire::decode::object! {
        EventFilenames {} optional { android = "android", ios = "ios", other = "other",
        web = "web" }
    }
    crate::wire::decode::object! {
        EventImport {} optional { filename = "filename", format = "format", inserted =
        "inserted", skipped = "skipped", updated = "updated" }
    }
    crate::wire::decode::object! {
        EventImportOptions {} optional { cleanup = "cleanup", convert_placeholders =
        "convert_placeholders", detect_icu_plurals = "detect_icu_plurals", diff_by_file =
        "diff_by_file", fill_empty_with_keys = "fill_empty_with_keys",
        hide_from_contributors = "hide_from_contributors", key_tags = "key_tags",
        replace_line_breaks = "replace_line_breaks", replace_modified =
        "replace_modified", tag_keys_inserted = "tag_keys_inserted", tag_keys_skipped =
        "tag_keys_skipped", tag_keys_updated = "tag_keys_updated", use_tm = "use_tm" }
    }
    crate::wire::decode::object! {
        EventKey { id = "id" } optional { base_value = "base_value", filenames =
        "filenames", hidden = "hidden", name = "name", previous_name = "previous_name",
        screenshots = "screenshots", tags = "tags" }
    }
    crate::wire::decode::object! {
        EventLanguage {} optional { id = "id", iso = "iso", name = "name" }
    }
    crate::wire::decode::object! {
        EventOrder {} optional { currency = "currency", id = "id", languages =
        "languages", provider = "provider", total = "total" }
    }
    crate::wire::decode::object! {
        EventProject { id = "id" } optional { branch = "branch", name = "name" }
    }
    crate::wire::decode::object! {
        EventTask {} optional { description = "description", due_date = "due_date", id =
        "id", initial_tm_leverage = "initial_tm_leverage", title = "title", type_ =
        "type" }
    }
    crate::wire::decode::object! {
        EventTranslation { id = "id" } optional { is_proofread = "is_proofread", key =
        "key", language = "language", previous_value = "previous_value", segment =
        "segment", value = "value" }
    }
    crate::wire::decode::object! {
        EventUser {} optional { email = "email", full_name = "full_name" }
    }
    crate::wire::decode::object! {
        ExportEvent { event = "event", export = "export" } optional { created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", project = "project",
        user = "user" }
    }
    crate::wire::decode::object! {
        ExportStartedResponse { process_id = "process_id" } optional {}
    }
    crate::wire::decode::object! {
        FileDeletedResponse { file_deleted = "file_deleted" } optional { project_id =
        "project_id" }
    }
    crate::wire::decode::object! {
        FileExport { format = "format" } optional { add_newline_eof = "add_newline_eof",
        all_platforms = "all_platforms", bundle_description = "bundle_description",
        bundle_structure = "bundle_structure", compact = "compact",
        custom_translation_status_ids = "custom_translation_status_ids", directory_prefix
        = "directory_prefix", disable_references = "disable_references", escape_percent =
        "escape_percent", exclude_tags = "exclude_tags", export_empty_as =
        "export_empty_as", export_null_as = "export_null_as", export_sort =
        "export_sort", filter_data = "filter_data", filter_filenames =
        "filter_filenames", filter_langs = "filter_langs", filter_repositories =
        "filter_repositories", filter_task_id = "filter_task_id", icu_numeric =
        "icu_numeric", include_comments = "include_comments", include_description =
        "include_description", include_pids = "include_pids", include_tags =
        "include_tags", indentation = "indentation", java_properties_encoding =
        "java_properties_encoding", java_properties_separator =
        "java_properties_separator", json_unescaped_slashes = "json_unescaped_slashes",
        language_mapping = "language_mapping", original_filenames = "original_filenames",
        placeholder_format = "placeholder_format", plural_format = "plural_format",
        replace_breaks = "replace_breaks", triggers = "triggers", webhook_url =
        "webhook_url", yaml_include_root = "yaml_include_root" } others in extra
    }
    crate::wire::decode::object! {
        FileListResponse { files = "files" } optional { branch = "branch", project_id =
        "project_id" }
    }
    crate::wire::decode::object! {
        FileUpload { filename = "filename", lang_iso = "lang_iso" } optional { apply_tm =
        "apply_tm", cleanup_mode = "cleanup_mode", convert_placeholders =
        "convert_placeholders", custom_translation_status_ids =
        "custom_translation_status_ids", custom_translation_status_inserted_keys =
        "custom_translation_status_inserted_keys", custom_translation_status_skipped_keys
        = "custom_translation_status_skipped_keys",
        custom_translation_status_updated_keys =
        "custom_translation_status_updated_keys", data = "data", detect_icu_plurals =
        "detect_icu_plurals", distinguish_by_file = "distinguish_by_file", filter_task_id
        = "filter_task_id", format = "format", hidden_from_contributors =
        "hidden_from_contributors", keys_to_values = "keys_to_values", replace_metadata =
        "replace_metadata", replace_modified = "replace_modified", skip_detect_lang_iso =
        "skip_detect_lang_iso", slashn_to_linebreak = "slashn_to_linebreak",
        tag_inserted_keys = "tag_inserted_keys", tag_parsed_keys = "tag_parsed_keys",
        tag_skipped_keys = "tag_skipped_keys", tag_updated_keys = "tag_updated_keys",
        tags = "tags", title = "title", use_automations = "use_automations" } others in
        extra
    }
    crate::wire::decode::object! {
        ImportEvent { event = "event", import = "import" } optional { created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", import_options =
        "import_options", language = "language", project = "project", user = "user" }
    }
    crate::wire::decode::object! {
        ImportedContributor {} optional { id = "id", reason = "reason", success =
        "success" }
    }
    crate::wire::decode::object! {
        Key { key_id = "key_id" } optional { base_words = "base_words", char_limit =
        "char_limit", comments = "comments", context = "context", created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", custom_attributes =
        "custom_attributes", description = "description", filenames = "filenames",
        is_archived = "is_archived", is_hidden = "is_hidden", is_plural = "is_plural",
        key_name = "key_name", modified_at = "modified_at", modified_at_timestamp =
        "modified_at_timestamp", platforms = "platforms", plural_name = "plural_name",
        screenshots = "screenshots", tags = "tags", translations = "translations",
        translations_modified_at = "translations_modified_at",
        translations_modified_at_timestamp = "translations_modified_at_timestamp" }
    }
    crate::wire::decode::object! {
        KeyCommentEvent { comment = "comment", event = "event" } optional { created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", key = "key", project
        = "project", user = "user" }
    }
    crate::wire::decode::object! {
        KeyDeletedResponse { key_removed = "key_removed" } optional { branch = "branch",
        keys_locked = "keys_locked", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        KeyError {} optional { code = "code", key = "key", key_id = "key_id", key_name =
        "key_name", message = "message" }
    }
    crate::wire::decode::object! {
        KeyEvent { event = "event", key = "key" } optional { created_at = "created_at",
        created_at_timestamp = "created_at_timestamp", project = "project", user = "user"
        }
    }
    crate::wire::decode::object! {
        KeyIds { keys = "keys" } optional {} others in extra
    }
    crate::wire::decode::object! {
        KeyListResponse { keys = "keys" } optional { branch = "branch", project_id =
        "project_id" }
    }
    crate::wire::decode::object! {
        KeyResponse { key = "key" } optional { branch = "branch", project_id =
        "project_id" }
    }
    crate::wire::decode::object! {
        KeyTranslationUpdate { language_iso = "language_iso", translation = "translation"
        } optional { custom_translation_status_ids = "custom_translation_status_ids",
        is_reviewed = "is_reviewed", is_unverified = "is_unverified",
        merge_custom_translation_statuses = "merge_custom_translation_statuses" } others
        in extra
    }
    crate::wire::decode::object! {
        KeyUpdate {} optional { char_limit = "char_limit", context = "context",
        custom_attributes = "custom_attributes", description = "description", filenames =
        "filenames", is_archived = "is_archived", is_hidden = "is_hidden", is_plural =
        "is_plural", key_name = "key_name", merge_tags = "merge_tags", platforms =
        "platforms", plural_name = "plural_name", tags = "tags" } others in extra
    }
    crate::wire::decode::object! {
        KeyUpdateItem { key_id = "key_id" } optional { char_limit = "char_limit",
        comments = "comments", context = "context", custom_attributes =
        "custom_attributes", description = "description", filenames = "filenames",
        is_archived = "is_archived", is_hidden = "is_hidden", is_plural = "is_plural",
        key_name = "key_name", merge_tags = "merge_tags", platforms = "platforms",
        plural_name = "plural_name", screenshots = "screenshots", tags = "tags",
        translations = "translations" } others in extra
    }
    crate::wire::decode::object! {
        KeyUpdates { keys = "keys" } optional { use_automations = "use_automations" }
        others in extra
    }
    crate::wire::decode::object! {
        KeysChangedResponse { keys = "keys" } optional { branch = "branch", errors =
        "errors", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        KeysDeletedResponse { keys_removed = "keys_removed" } optional { branch =
        "branch", keys_locked = "keys_locked", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        KeysEvent { event = "event", keys = "keys" } optional { action = "action",
        created_at = "created_at", created_at_timestamp = "created_at_timestamp", project
        = "project", user = "user" }
    }
    crate::wire::decode::object! {
        Language { lang_id = "lang_id" } optional { cc_iso = "cc_iso", is_rtl = "is_rtl",
        lang_iso = "lang_iso", lang_name = "lang_name", plural_forms = "plural_forms",
        project_language_uuid = "project_language_uuid" }
    }
    crate::wire::decode::object! {
        LanguageAccess { lang_iso = "lang_iso" } optional { is_writable = "is_writable" }
        others in extra
    }
    crate::wire::decode::object! {
        LanguageDeletedResponse { language_deleted = "language_deleted" } optional {
        branch = "branch", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        LanguageError {} optional { code = "code", lang_iso = "lang_iso", message =
        "message" }
    }
    crate::wire::decode::object! {
        LanguageEvent { event = "event", language = "language" } optional { created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", project = "project",
        user = "user" }
    }
    crate::wire::decode::object! {
        LanguageListResponse { languages = "languages" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        LanguageMapping {} optional { custom_language_iso = "custom_language_iso",
        original_language_iso = "original_language_iso" } others in extra
    }
    crate::wire::decode::object! {
        LanguageResponse { language = "language" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        LanguageStatistics {} optional { language_id = "language_id", language_iso =
        "language_iso", progress = "progress", words_to_do = "words_to_do" }
    }
    crate::wire::decode::object! {
        LanguageUpdate {} optional { lang_iso = "lang_iso", lang_name = "lang_name",
        plural_forms = "plural_forms" } others in extra
    }
    crate::wire::decode::object! {
        LanguagesCreatedResponse { languages = "languages" } optional { branch =
        "branch", errors = "errors", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        LanguagesEvent { event = "event", languages = "languages" } optional { created_at
        = "created_at", created_at_timestamp = "created_at_timestamp", project =
        "project", user = "user" }
    }
    crate::wire::decode::object! {
        NewBranch { name = "name" } optional {} others in extra
    }
    crate::wire::decode::object! {
        NewComment { comment = "comment" } optional {} others in extra
    }
    crate::wire::decode::object! {
        NewComments { comments = "comments" } optional {} others in extra
    }
    crate::wire::decode::object! {
        NewCustomTranslationStatus { color = "color", title = "title" } optional {}
        others in extra
    }
    crate::wire::decode::object! {
        NewKey { key_name = "key_name", platforms = "platforms" } optional { char_limit =
        "char_limit", comments = "comments", context = "context", custom_attributes =
        "custom_attributes", description = "description", filenames = "filenames",
        is_archived = "is_archived", is_hidden = "is_hidden", is_plural = "is_plural",
        plural_name = "plural_name", screenshots = "screenshots", tags = "tags",
        translations = "translations" } others in extra
    }
    crate::wire::decode::object! {
        NewKeyTranslation { language_iso = "language_iso", translation = "translation" }
        optional { custom_translation_status_ids = "custom_translation_status_ids",
        is_reviewed = "is_reviewed", is_unverified = "is_unverified" } others in extra
    }
    crate::wire::decode::object! {
        NewKeys { keys = "keys" } optional { use_automations = "use_automations" } others
        in extra
    }
    crate::wire::decode::object! {
        NewLanguage { lang_iso = "lang_iso" } optional { custom_iso = "custom_iso",
        custom_name = "custom_name", custom_plural_forms = "custom_plural_forms" } others
        in extra
    }
    crate::wire::decode::object! {
        NewLanguages { languages = "languages" } optional {} others in extra
    }
    crate::wire::decode::object! {
        NewProject { name = "name" } optional { base_lang_iso = "base_lang_iso",
        description = "description", is_segmentation_enabled = "is_segmentation_enabled",
        languages = "languages", project_type = "project_type", team_id = "team_id" }
        others in extra
    }
    crate::wire::decode::object! {
        NewProjectLanguage { lang_iso = "lang_iso" } optional { custom_iso =
        "custom_iso", custom_name = "custom_name", custom_plural_forms =
        "custom_plural_forms" } others in extra
    }
    crate::wire::decode::object! {
        NewScreenshot { data = "data" } optional { description = "description",
        screenshot_tags = "screenshot_tags", title = "title" } others in extra
    }
    crate::wire::decode::object! {
        NewWebhook { events = "events", url = "url" } optional { branch = "branch",
        event_lang_map = "event_lang_map" } others in extra
    }
    crate::wire::decode::object! {
        OrderEvent { event = "event", order = "order" } optional { created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", project = "project",
        user = "user" }
    }
    crate::wire::decode::object! {
        PlatformFilenames {} optional { android = "android", ios = "ios", other =
        "other", web = "web" } others in extra
    }
    crate::wire::decode::object! {
        PlatformTexts {} optional { android = "android", ios = "ios", other = "other",
        web = "web" }
    }
    crate::wire::decode::object! {
        ProcessDetails {} optional { download_url = "download_url", file_size_kb =
        "file_size_kb", files = "files", items_processed = "items_processed",
        items_to_process = "items_to_process", total_number_of_keys =
        "total_number_of_keys" }
    }
    crate::wire::decode::object! {
        ProcessListResponse { processes = "processes" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        ProcessResponse { process = "process" } optional { branch = "branch", project_id
        = "project_id" }
    }
    crate::wire::decode::object! {
        ProcessedFile {} optional { key_count_inserted = "key_count_inserted",
        key_count_skipped = "key_count_skipped", key_count_total = "key_count_total",
        key_count_updated = "key_count_updated", message = "message", name_custom =
        "name_custom", name_original = "name_original", status = "status",
        word_count_total = "word_count_total" }
    }
    crate::wire::decode::object! {
        Project { project_id = "project_id" } optional { base_language_id =
        "base_language_id", base_language_iso = "base_language_iso", created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", created_by =
        "created_by", created_by_email = "created_by_email", description = "description",
        name = "name", project_type = "project_type", settings = "settings", statistics =
        "statistics", team_id = "team_id", team_uuid = "team_uuid", uuid = "uuid" }
    }
    crate::wire::decode::object! {
        ProjectCopiedEvent { event = "event", new_project = "new_project" } optional {
        action = "action", created_at = "created_at", created_at_timestamp =
        "created_at_timestamp", project = "project", user = "user" }
    }
    crate::wire::decode::object! {
        ProjectDeletedResponse { project_deleted = "project_deleted" } optional {
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        ProjectEmptiedResponse { keys_deleted = "keys_deleted" } optional { branch =
        "branch", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        ProjectEvent { event = "event" } optional { created_at = "created_at",
        created_at_timestamp = "created_at_timestamp", project = "project", user = "user"
        }
    }
    crate::wire::decode::object! {
        ProjectFile {} optional { file_id = "file_id", filename = "filename", key_count =
        "key_count" }
    }
    crate::wire::decode::object! {
        ProjectListResponse { projects = "projects" } optional {}
    }
    crate::wire::decode::object! {
        ProjectSettings {} optional { auto_toggle_unverified = "auto_toggle_unverified",
        branching = "branching", contributor_preview_download_enabled =
        "contributor_preview_download_enabled", custom_translation_statuses =
        "custom_translation_statuses", custom_translation_statuses_allow_multiple =
        "custom_translation_statuses_allow_multiple", inline_machine_translations =
        "inline_machine_translations", key_editing = "key_editing", offline_translation =
        "offline_translation", per_platform_key_names = "per_platform_key_names",
        reviewing = "reviewing", segmentation = "segmentation", upvoting = "upvoting" }
    }
    crate::wire::decode::object! {
        ProjectStatistics {} optional { base_words = "base_words", keys = "keys",
        keys_total = "keys_total", languages = "languages", progress = "progress",
        progress_total = "progress_total", qa_issues = "qa_issues", qa_issues_total =
        "qa_issues_total", team = "team" }
    }
    crate::wire::decode::object! {
        ProjectUpdate { name = "name" } optional { description = "description" } others
        in extra
    }
    crate::wire::decode::object! {
        QueuedProcess { process_id = "process_id", status = "status" } optional {
        created_at = "created_at", created_at_timestamp = "created_at_timestamp",
        created_by = "created_by", created_by_email = "created_by_email", details =
        "details", message = "message", type_ = "type" }
    }
    crate::wire::decode::object! {
        RejectedKey {} optional { key_id = "key_id", key_name = "key_name" }
    }
    crate::wire::decode::object! {
        Screenshot {} optional { created_at = "created_at", created_at_timestamp =
        "created_at_timestamp", description = "description", height = "height", key_ids =
        "key_ids", screenshot_id = "screenshot_id", screenshot_tags = "screenshot_tags",
        title = "title", url = "url", width = "width" }
    }
    crate::wire::decode::object! {
        SystemLanguageListResponse { languages = "languages" } optional {}
    }
    crate::wire::decode::object! {
        TaskEvent { event = "event", task = "task" } optional { created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", language =
        "language", project = "project", user = "user" }
    }
    crate::wire::decode::object! {
        TmLeverageEvent { event = "event", task = "task" } optional { created_at =
        "created_at", created_at_timestamp = "created_at_timestamp", project = "project",
        user = "user" }
    }
    crate::wire::decode::object! {
        Translation { translation_id = "translation_id" } optional {
        custom_translation_statuses = "custom_translation_statuses", is_fuzzy =
        "is_fuzzy", is_reviewed = "is_reviewed", is_unverified = "is_unverified", key_id
        = "key_id", language_iso = "language_iso", modified_at = "modified_at",
        modified_at_timestamp = "modified_at_timestamp", modified_by = "modified_by",
        modified_by_email = "modified_by_email", reviewed_by = "reviewed_by",
        segment_number = "segment_number", task_id = "task_id", translation =
        "translation", words = "words" }
    }
    crate::wire::decode::object! {
        TranslationEvent { event = "event", translation = "translation" } optional {
        created_at = "created_at", created_at_timestamp = "created_at_timestamp", key =
        "key", language = "language", project = "project", user = "user" }
    }
    crate::wire::decode::object! {
        TranslationListResponse { translations = "translations" } optional { branch =
        "branch", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        TranslationResponse { translation = "translation" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        TranslationUpdate { translation = "translation" } optional {
        custom_translation_status_ids = "custom_translation_status_ids", is_reviewed =
        "is_reviewed", is_unverified = "is_unverified" } others in extra
    }
    crate::wire::decode::object! {
        TranslationsEvent { event = "event", translations = "translations" } optional {
        action = "action", created_at = "created_at", created_at_timestamp =
        "created_at_timestamp", project = "project", user = "user" }
    }
    crate::wire::decode::object! {
        Webhook { webhook_id = "webhook_id" } optional { branch = "branch",
        event_lang_map = "event_lang_map", events = "events", secret = "secret", url =
        "url" }
    }
    crate::wire::decode::object! {
        WebhookDeletedResponse { webhook_deleted = "webhook_deleted" } optional { branch
        = "branch", project_id = "project_id" }
    }
    crate::wire::decode::object! {
        WebhookEventLanguages { event = "event", lang_iso_codes = "lang_iso_codes" }
        optional {} others in extra
    }
    crate::wire::decode::object! {
        WebhookLanguages { event = "event" } optional { lang_iso_codes = "lang_iso_codes"
        }
    }
    crate::wire::decode::object! {
        WebhookListResponse { webhooks = "webhooks" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        WebhookResponse { webhook = "webhook" } optional { branch = "branch", project_id
        = "project_id" }
    }
    crate::wire::decode::object! {
        WebhookSecretResponse { secret = "secret" } optional { branch = "branch",
        project_id = "project_id" }
    }
    crate::wire::decode::object! {
        WebhookUpdate {} optional { branch = "branch", event_lang_map = "event_lang_map",
        events = "events", url = "url" } others in extra
    }
    crate::wire::open::open_integer_enum! {
        #[doc =
        "Permission template of a contributor. 1: manager (manages project settings, contributors and tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys, controls key statuses). 5: translator (translates keys). In a request, permissions follow the template, and `admin_rights` is ignored. Documented as present in the responses of creating and updating a contributor."]
        pub enum RoleId { #[doc = "`1`."] Manager = 1, #[doc = "`2`."] Developer = 2,
        #[doc = "`3`."] ContentCreator = 3, #[doc = "`4`."] Reviewer = 4, #[doc = "`5`."]
        Translator = 5 }
    }
    crate::wire::open::open_enum! {
        #[doc = "A permission that an invitation can give."] pub enum
        InvitationAdminRight { #[doc = "`activity`."] Activity = "activity", #[doc =
        "`contributors`."] Contributors = "contributors", #[doc = "`branches_create`."]
        BranchesCreate = "branches_create", #[doc = "`branches_main_modify`."]
        BranchesMainModify = "branches_main_modify", #[doc = "`branches_merge`."]
        BranchesMerge = "branches_merge", #[doc = "`custom_status_modify`."]
        CustomStatusModify = "custom_status_modify", #[doc = "`download`."] Download =
        "download", #[doc = "`glossary`."] Glossary = "glossary", #[doc =
        "`glossary_edit`."] GlossaryEdit = "glossary_edit", #[doc = "`glossary_delete`."]
        GlossaryDelete = "glossary_delete", #[doc = "`keys`."] Keys = "keys", #[doc =
        "`manage_languages`."] ManageLanguages = "manage_languages", #[doc = "`review`."]
        Review = "review", #[doc = "`screenshots`."] Screenshots = "screenshots", #[doc =
        "`settings`."] Settings = "settings", #[doc = "`statistics`."] Statistics =
        "statistics", #[doc = "`tasks`."] Tasks = "tasks", #[doc = "`upload`."] Upload =
        "upload" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "A permission of a contributor. Two lists are documented, that of the invitation and that of the update. Observed: values of both, mixed in one response."]
        pub enum AdminRight { #[doc = "`activity`."] Activity = "activity", #[doc =
        "`contributors`."] Contributors = "contributors", #[doc = "`branches_create`."]
        BranchesCreate = "branches_create", #[doc = "`branches_main_modify`."]
        BranchesMainModify = "branches_main_modify", #[doc = "`branches_merge`."]
        BranchesMerge = "branches_merge", #[doc = "`custom_status_modify`."]
        CustomStatusModify = "custom_status_modify", #[doc = "`download`."] Download =
        "download", #[doc = "`glossary`."] Glossary = "glossary", #[doc =
        "`glossary_edit`."] GlossaryEdit = "glossary_edit", #[doc = "`glossary_delete`."]
        GlossaryDelete = "glossary_delete", #[doc = "`keys`."] Keys = "keys", #[doc =
        "`manage_languages`."] ManageLanguages = "manage_languages", #[doc = "`review`."]
        Review = "review", #[doc = "`screenshots`."] Screenshots = "screenshots", #[doc =
        "`settings`."] Settings = "settings", #[doc = "`statistics`."] Statistics =
        "statistics", #[doc = "`tasks`."] Tasks = "tasks", #[doc = "`upload`."] Upload =
        "upload", #[doc = "`create_branches`."] CreateBranches = "create_branches", #[doc
        = "`languages`."] Languages = "languages" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "State of a bulk deletion. Four states are documented; the transitions between them are not."]
        pub enum DeletionJobState { #[doc = "`queued`."] Queued = "queued", #[doc =
        "`running`."] Running = "running", #[doc = "`completed`."] Completed =
        "completed", #[doc = "`failed`."] Failed = "failed" }
    }
    crate::wire::open::open_enum! {
        #[doc = "Type of a project. *Observed.*"] pub enum ProjectType { #[doc =
        "`localization_files`."] LocalizationFiles = "localization_files", #[doc =
        "`paged_documents`."] PagedDocuments = "paged_documents", #[doc =
        "`content_integration`."] ContentIntegration = "content_integration", #[doc =
        "`marketing`."] Marketing = "marketing", #[doc = "`marketing_integrations`."]
        MarketingIntegrations = "marketing_integrations" }
    }
    crate::wire::open::open_enum! {
        #[doc = "A platform of keys. *Observed.*"] pub enum Platform { #[doc = "`ios`."]
        Ios = "ios", #[doc = "`android`."] Android = "android", #[doc = "`web`."] Web =
        "web", #[doc = "`other`."] Others = "other" }
    }
    crate::wire::open::open_enum! {
        #[doc = "How a list treats archived keys. *Observed.*"] pub enum ArchivedFilter {
        #[doc = "`include`."] Include = "include", #[doc = "`exclude`."] Exclude =
        "exclude", #[doc = "`only`."] Only = "only" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "A kind of QA issue. The names differ from those of `QaIssues`. *Observed.*"] pub
        enum QaIssueFilter { #[doc = "`spelling_and_grammar`."] SpellingAndGrammar =
        "spelling_and_grammar", #[doc = "`placeholders`."] Placeholders = "placeholders",
        #[doc = "`html`."] Html = "html", #[doc = "`url_count`."] UrlCount = "url_count",
        #[doc = "`url`."] Url = "url", #[doc = "`email_count`."] EmailCount =
        "email_count", #[doc = "`email`."] Email = "email", #[doc = "`brackets`."]
        Brackets = "brackets", #[doc = "`numbers`."] Numbers = "numbers", #[doc =
        "`leading_whitespace`."] LeadingWhitespace = "leading_whitespace", #[doc =
        "`trailing_whitespace`."] TrailingWhitespace = "trailing_whitespace", #[doc =
        "`double_space`."] DoubleSpace = "double_space", #[doc =
        "`special_placeholder`."] SpecialPlaceholder = "special_placeholder", #[doc =
        "`unbalanced_brackets`."] UnbalancedBrackets = "unbalanced_brackets" }
    }
    crate::wire::open::open_enum! {
        #[doc = "Pagination by page number (`offset`) or by cursor. *Observed.*"] pub
        enum PaginationType { #[doc = "`offset`."] Offset = "offset", #[doc =
        "`cursor`."] Cursor = "cursor" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "Which side of a conflict wins. `target` and `master` were recorded; `source` is declared. *Observed.*"]
        pub enum ConflictResolution { #[doc = "`source`."] Source = "source", #[doc =
        "`target`."] Target = "target", #[doc = "`master`."] Master = "master" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "Name of an event. Singular and plural names are separate events: bulk actions send the plural. Others may be added. *Observed.*"]
        pub enum WebhookEventName { #[doc = "`project.deleted`."] ProjectDeleted =
        "project.deleted", #[doc = "`project.snapshot`."] ProjectSnapshot =
        "project.snapshot", #[doc = "`project.copied`."] ProjectCopied =
        "project.copied", #[doc = "`project.imported`."] ProjectImported =
        "project.imported", #[doc = "`project.exported`."] ProjectExported =
        "project.exported", #[doc = "`project.branch.added`."] ProjectBranchAdded =
        "project.branch.added", #[doc = "`project.branch.deleted`."] ProjectBranchDeleted
        = "project.branch.deleted", #[doc = "`project.branch.merged`."]
        ProjectBranchMerged = "project.branch.merged", #[doc =
        "`project.languages.added`."] ProjectLanguagesAdded = "project.languages.added",
        #[doc = "`project.language.removed`."] ProjectLanguageRemoved =
        "project.language.removed", #[doc = "`project.language.settings_changed`."]
        ProjectLanguageSettingsChanged = "project.language.settings_changed", #[doc =
        "`project.key.added`."] ProjectKeyAdded = "project.key.added", #[doc =
        "`project.key.modified`."] ProjectKeyModified = "project.key.modified", #[doc =
        "`project.keys.added`."] ProjectKeysAdded = "project.keys.added", #[doc =
        "`project.keys.modified`."] ProjectKeysModified = "project.keys.modified", #[doc
        = "`project.keys.deleted`."] ProjectKeysDeleted = "project.keys.deleted", #[doc =
        "`project.key.comment.added`."] ProjectKeyCommentAdded =
        "project.key.comment.added", #[doc = "`project.translation.updated`."]
        ProjectTranslationUpdated = "project.translation.updated", #[doc =
        "`project.translation.proofread`."] ProjectTranslationProofread =
        "project.translation.proofread", #[doc = "`project.translations.updated`."]
        ProjectTranslationsUpdated = "project.translations.updated", #[doc =
        "`project.translations.proofread`."] ProjectTranslationsProofread =
        "project.translations.proofread", #[doc = "`project.contributor.added`."]
        ProjectContributorAdded = "project.contributor.added", #[doc =
        "`project.contributor.added_public`."] ProjectContributorAddedPublic =
        "project.contributor.added_public", #[doc = "`project.contributor.deleted`."]
        ProjectContributorDeleted = "project.contributor.deleted", #[doc =
        "`project.task.created`."] ProjectTaskCreated = "project.task.created", #[doc =
        "`project.task.queued`."] ProjectTaskQueued = "project.task.queued", #[doc =
        "`project.task.closed`."] ProjectTaskClosed = "project.task.closed", #[doc =
        "`project.task.deleted`."] ProjectTaskDeleted = "project.task.deleted", #[doc =
        "`project.task.language.closed`."] ProjectTaskLanguageClosed =
        "project.task.language.closed", #[doc =
        "`project.task.initial_tm_leverage.calculated`."]
        ProjectTaskInitialTmLeverageCalculated =
        "project.task.initial_tm_leverage.calculated", #[doc = "`team.order.created`."]
        TeamOrderCreated = "team.order.created", #[doc = "`team.order.completed`."]
        TeamOrderCompleted = "team.order.completed", #[doc = "`team.order.deleted`."]
        TeamOrderDeleted = "team.order.deleted" }
    }
    crate::wire::open::open_enum! {
        #[doc = "A kind of translations to export."] pub enum ExportDataFilter { #[doc =
        "`last_reviewed_only`."] LastReviewedOnly = "last_reviewed_only", #[doc =
        "`nonhidden`."] Nonhidden = "nonhidden", #[doc = "`reviewed`."] Reviewed =
        "reviewed", #[doc = "`reviewed_only`."] ReviewedOnly = "reviewed_only", #[doc =
        "`translated`."] Translated = "translated", #[doc = "`untranslated`."]
        Untranslated = "untranslated", #[doc = "`verified`."] Verified = "verified" }
    }
    crate::wire::open::open_enum! {
        #[doc = "Order of the keys in an export."] pub enum ExportSort { #[doc =
        "`first_added`."] FirstAdded = "first_added", #[doc = "`last_added`."] LastAdded
        = "last_added", #[doc = "`last_updated`."] LastUpdated = "last_updated", #[doc =
        "`a_z`."] AZ = "a_z", #[doc = "`z_a`."] ZA = "z_a" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "How an empty translation is written: the value of the base language (`base`), an empty value (`empty`), null (`null`, YAML only), or nothing (`skip`)."]
        pub enum ExportEmptyAs { #[doc = "`base`."] Base = "base", #[doc = "`empty`."]
        Empty = "empty", #[doc = "`null`."] Null = "null", #[doc = "`skip`."] Skip =
        "skip" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "How null is written. For the export of one specific YAML dialect only; which one is not documented."]
        pub enum ExportNullAs { #[doc = "`empty`."] Empty = "empty", #[doc = "`null`."]
        Null = "null" }
    }
    crate::wire::open::open_enum! {
        #[doc = "Format of plurals."] pub enum PluralFormat { #[doc = "`array`."] Array =
        "array", #[doc = "`generic`."] Generic = "generic", #[doc = "`i18next`."] I18next
        = "i18next", #[doc = "`i18next_v4`."] I18nextV4 = "i18next_v4", #[doc = "`icu`."]
        Icu = "icu", #[doc = "`json_string`."] JsonString = "json_string", #[doc =
        "`symfony`."] Symfony = "symfony" }
    }
    crate::wire::open::open_enum! {
        #[doc = "Format of placeholders."] pub enum PlaceholderFormat { #[doc = "`icu`."]
        Icu = "icu", #[doc = "`ios`."] Ios = "ios", #[doc = "`net`."] Net = "net", #[doc
        = "`printf`."] Printf = "printf", #[doc = "`symfony`."] Symfony = "symfony",
        #[doc = "`i18n`."] I18n = "i18n", #[doc = "`raw`."] Raw = "raw" }
    }
    crate::wire::open::open_enum! {
        #[doc = "Indentation of exported files: spaces, or tabs."] pub enum Indentation {
        #[doc = "`default`."] Default = "default", #[doc = "`1sp`."] Spaces1 = "1sp",
        #[doc = "`2sp`."] Spaces2 = "2sp", #[doc = "`3sp`."] Spaces3 = "3sp", #[doc =
        "`4sp`."] Spaces4 = "4sp", #[doc = "`5sp`."] Spaces5 = "5sp", #[doc = "`6sp`."]
        Spaces6 = "6sp", #[doc = "`7sp`."] Spaces7 = "7sp", #[doc = "`8sp`."] Spaces8 =
        "8sp", #[doc = "`tab`."] Tab = "tab" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "Encoding of Java properties files. Documented for [`start_export`](crate::Client::start_export) only."]
        pub enum JavaPropertiesEncoding { #[doc = "`utf-8`."] Utf8 = "utf-8", #[doc =
        "`latin-1`."] Latin1 = "latin-1" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "Separator of key and value in Java properties files. Documented for [`start_export`](crate::Client::start_export) only."]
        pub enum JavaPropertiesSeparator { #[doc = "`=`."] Equals = "=", #[doc = "`:`."]
        Colon = ":" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "Kind of a process. `file-import` is documented. Observed: `async-export`, and others."]
        pub enum ProcessType { #[doc = "`file-import`."] FileImport = "file-import",
        #[doc = "`async-export`."] AsyncExport = "async-export" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "State of a process. `queued` is documented. Observed: the others, of which `finished`, `failed` and `cancelled` are final; any other value means that the process is running."]
        pub enum ProcessStatus { #[doc = "`queued`."] Queued = "queued", #[doc =
        "`pre_processing`."] PreProcessing = "pre_processing", #[doc = "`running`."]
        Running = "running", #[doc = "`post_processing`."] PostProcessing =
        "post_processing", #[doc = "`finished`."] Finished = "finished", #[doc =
        "`failed`."] Failed = "failed", #[doc = "`cancelled`."] Cancelled = "cancelled" }
    }
    impl crate::pages::Page for ProjectListResponse {
        type Item = Project;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.projects, None)
        }
        fn into_items(self) -> Vec<Project> {
            self.projects
        }
    }
    impl crate::pages::Page for SystemLanguageListResponse {
        type Item = Language;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.languages, None)
        }
        fn into_items(self) -> Vec<Language> {
            self.languages
        }
    }
    impl crate::pages::Page for LanguageListResponse {
        type Item = Language;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.languages, None)
        }
        fn into_items(self) -> Vec<Language> {
            self.languages
        }
    }
    impl crate::pages::Page for BranchListResponse {
        type Item = Branch;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.branches, None)
        }
        fn into_items(self) -> Vec<Branch> {
            self.branches
        }
    }
    impl crate::pages::Page for CommentListResponse {
        type Item = Comment;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.comments, None)
        }
        fn into_items(self) -> Vec<Comment> {
            self.comments
        }
    }
    impl crate::pages::Page for ContributorListResponse {
        type Item = Contributor;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.contributors, None)
        }
        fn into_items(self) -> Vec<Contributor> {
            self.contributors
        }
    }
    impl crate::pages::Page for CustomTranslationStatusListResponse {
        type Item = CustomTranslationStatus;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.custom_translation_statuses, None)
        }
        fn into_items(self) -> Vec<CustomTranslationStatus> {
            self.custom_translation_statuses
        }
    }
    impl crate::pages::Page for FileListResponse {
        type Item = ProjectFile;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.files, None)
        }
        fn into_items(self) -> Vec<ProjectFile> {
            self.files
        }
    }
    impl crate::pages::Page for WebhookListResponse {
        type Item = Webhook;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.webhooks, None)
        }
        fn into_items(self) -> Vec<Webhook> {
            self.webhooks
        }
    }
    impl crate::pages::Page for ProcessListResponse {
        type Item = QueuedProcess;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.processes, None)
        }
        fn into_items(self) -> Vec<QueuedProcess> {
            self.processes
        }
    }
    impl crate::pages::Page for KeyListResponse {
        type Item = Key;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.keys, None)
        }
        fn into_items(self) -> Vec<Key> {
            self.keys
        }
    }
    impl crate::pages::Page for TranslationListResponse {
        type Item = Translation;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.translations, None)
        }
        fn into_items(self) -> Vec<Translation> {
            self.translations
        }
    }
}
impl crate::Client {
    /** List projects.

Lists the projects that the caller can read, by name, ignoring case. *Observed.*

OAuth scope: `read_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Sends `GET /projects`.*/
    pub fn list_projects(&self) -> calls::ListProjects {
        calls::ListProjects {
            client: self.clone(),
            options: crate::CallOptions::new(),
            filter_team_id: None,
            filter_names: None,
            include_statistics: None,
            include_settings: None,
            limit: None,
            page: None,
        }
    }
    /** Create a project.

Creates a project. The caller needs an admin role in the team. Without `languages`, the project has only English (`en`). *Observed.*

OAuth scope: `write_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `name`: Name of the project.

Sends `POST /projects`.*/
    pub fn create_project(&self, name: impl Into<String>) -> calls::CreateProject {
        calls::CreateProject {
            client: self.clone(),
            options: crate::CallOptions::new(),
            body: <types::NewProject>::new(name),
        }
    }
    /** Read a project.

Reads one project. *Observed.*

OAuth scope: `read_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}`.*/
    pub fn get_project(&self, project_id: impl Into<String>) -> calls::GetProject {
        calls::GetProject {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
        }
    }
    /** Update a project.

Changes the name and the description of a project. It cannot change the settings. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `name`: Name of the project. Every public client requires it.

Sends `PUT /projects/{project_id}`.*/
    pub fn update_project(
        &self,
        project_id: impl Into<String>,
        name: impl Into<String>,
    ) -> calls::UpdateProject {
        calls::UpdateProject {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::ProjectUpdate>::new(name),
        }
    }
    /** Delete a project.

Deletes a project. Assumed: also deletes all its content. The required admin right is unknown. *Observed.*

OAuth scope: `write_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `DELETE /projects/{project_id}`.*/
    pub fn delete_project(&self, project_id: impl Into<String>) -> calls::DeleteProject {
        calls::DeleteProject {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
        }
    }
    /** Delete all keys of a project.

Deletes all keys and translations of the project, or of a branch if the id has one. Assumed: languages, contributors and statuses remain. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `PUT /projects/{project_id}/empty`.*/
    pub fn empty_project(&self, project_id: impl Into<String>) -> calls::EmptyProject {
        calls::EmptyProject {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
        }
    }
    /** List the languages of the service.

Lists the roughly 600 languages that a project can have, by name. `custom_1`, `custom_2` and so on are placeholders for other codes. *Observed.*

OAuth scope: `read_languages`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Sends `GET /system/languages`.*/
    pub fn list_system_languages(&self) -> calls::ListSystemLanguages {
        calls::ListSystemLanguages {
            client: self.clone(),
            options: crate::CallOptions::new(),
            limit: None,
            page: None,
        }
    }
    /** List the languages of a project.

Lists the languages of the project, by name. *Observed.*

OAuth scope: `read_languages`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/languages`.*/
    pub fn list_languages(&self, project_id: impl Into<String>) -> calls::ListLanguages {
        calls::ListLanguages {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
    /** Add languages to a project.

Adds languages to the project. The status is 200 even if some cannot be added: `errors` lists them, with code 400 if the service has no such language, 208 if the project already has it. Assumed: also code 400 if the custom code is taken; every key gets an empty translation. Admin right: *Manage languages*. *Observed.*

OAuth scope: `write_languages`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `languages`: The languages.

Sends `POST /projects/{project_id}/languages`.*/
    pub fn create_languages(
        &self,
        project_id: impl Into<String>,
        languages: impl IntoIterator<Item: Into<types::NewLanguage>>,
    ) -> calls::CreateLanguages {
        calls::CreateLanguages {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::NewLanguages>::new(languages),
        }
    }
    /** Read a language.

Reads one language of the project. *Observed.*

OAuth scope: `read_languages`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `lang_id`: Id of the language, the same in every project.

Sends `GET /projects/{project_id}/languages/{lang_id}`.*/
    pub fn get_language(
        &self,
        project_id: impl Into<String>,
        lang_id: i64,
    ) -> calls::GetLanguage {
        calls::GetLanguage {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            lang_id: lang_id,
        }
    }
    /** Update a language.

Changes the code, the name or the plural forms of a language in the project. Omitted fields are unchanged. Assumed: the code must be unique in the project. Admin right: *Manage languages*. *Observed.*

OAuth scope: `write_languages`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `lang_id`: Id of the language, the same in every project.

Sends `PUT /projects/{project_id}/languages/{lang_id}`.*/
    pub fn update_language(
        &self,
        project_id: impl Into<String>,
        lang_id: i64,
    ) -> calls::UpdateLanguage {
        calls::UpdateLanguage {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            lang_id: lang_id,
            body: <types::LanguageUpdate>::new(),
        }
    }
    /** Remove a language from a project.

Removes a language and its translations from the project. Assumed: the base language cannot be removed. Admin right: *Manage languages*. *Observed.*

OAuth scope: `write_languages`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `lang_id`: Id of the language, the same in every project.

Sends `DELETE /projects/{project_id}/languages/{lang_id}`.*/
    pub fn delete_language(
        &self,
        project_id: impl Into<String>,
        lang_id: i64,
    ) -> calls::DeleteLanguage {
        calls::DeleteLanguage {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            lang_id: lang_id,
        }
    }
    /** List keys.

Lists the keys of the project by ascending id. Use `page`, or cursors with `pagination=cursor`. Comments, screenshots and translations are included only on request. How multiple values of a filter combine is unknown. Assumed: a key must match one of them. *Observed.*

OAuth scope: `read_keys`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/keys`.*/
    pub fn list_keys(&self, project_id: impl Into<String>) -> calls::ListKeys {
        calls::ListKeys {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            disable_references: None,
            include_comments: None,
            include_screenshots: None,
            include_translations: None,
            filter_translation_lang_ids: None,
            filter_tags: None,
            filter_filenames: None,
            filter_keys: None,
            filter_key_ids: None,
            filter_platforms: None,
            filter_untranslated: None,
            filter_qa_issues: None,
            filter_archived: None,
            pagination: None,
            limit: None,
            page: None,
            cursor: None,
        }
    }
    /** Update keys.

Changes keys and their translations. Omitted fields of a key are unchanged. The status is 200 even if some keys cannot be changed: `errors` lists them, with code 404 if there is no such key. The response lists the keys by ascending id, not in the order of the request. Assumed: comments and screenshots are added again each time they are sent, and an unknown language or status fails the whole request with 400. Admin right: *Manage keys*. *Observed.*

OAuth scope: `write_keys`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `keys`: The keys and their changes.

Sends `PUT /projects/{project_id}/keys`.*/
    pub fn update_keys(
        &self,
        project_id: impl Into<String>,
        keys: impl IntoIterator<Item: Into<types::KeyUpdateItem>>,
    ) -> calls::UpdateKeys {
        calls::UpdateKeys {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::KeyUpdates>::new(keys),
        }
    }
    /** Create keys.

Creates keys, at most 500 per request as recommended. The status is 200 even if some cannot be created: `errors` lists them, with code 400 if the name is taken. If a key has a text in the base language, its empty translations may become unverified, depending on the project settings. Assumed: keys in different files may have the same name, and an unknown language or status fails the whole request with 400. Admin right: *Manage keys*. *Observed.*

OAuth scope: `write_keys`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `keys`: The keys, at most 500 as the service recommends.

Sends `POST /projects/{project_id}/keys`.*/
    pub fn create_keys(
        &self,
        project_id: impl Into<String>,
        keys: impl IntoIterator<Item: Into<types::NewKey>>,
    ) -> calls::CreateKeys {
        calls::CreateKeys {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::NewKeys>::new(keys),
        }
    }
    /** Delete keys.

Deletes the keys with these ids, and their translations. Assumed: their comments are deleted too. Admin right: *Manage keys*. *Observed.*

OAuth scope: `write_keys`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `keys`: Ids of the keys.

Sends `DELETE /projects/{project_id}/keys`.*/
    pub fn delete_keys(
        &self,
        project_id: impl Into<String>,
        keys: impl IntoIterator<Item: Into<i64>>,
    ) -> calls::DeleteKeys {
        calls::DeleteKeys {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::KeyIds>::new(keys),
        }
    }
    /** Read a key.

Reads one key with its comments, screenshots and translations. *Observed.*

OAuth scope: `read_keys`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `key_id`: Id of the key.

Sends `GET /projects/{project_id}/keys/{key_id}`.*/
    pub fn get_key(&self, project_id: impl Into<String>, key_id: i64) -> calls::GetKey {
        calls::GetKey {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            key_id: key_id,
            disable_references: None,
        }
    }
    /** Update a key.

Changes one key. Omitted fields are unchanged. Assumed: an empty text or list clears the field. To change translations, use [`update_translation`](crate::Client::update_translation) or [`update_keys`](crate::Client::update_keys). Admin right: *Manage keys*. *Observed.*

OAuth scope: `write_keys`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `key_id`: Id of the key.

Sends `PUT /projects/{project_id}/keys/{key_id}`.*/
    pub fn update_key(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
    ) -> calls::UpdateKey {
        calls::UpdateKey {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            key_id: key_id,
            body: <types::KeyUpdate>::new(),
        }
    }
    /** Delete a key.

Deletes one key with its translations. Assumed: its comments are deleted too. Admin right: *Manage keys*. *Observed.*

OAuth scope: `write_keys`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `key_id`: Id of the key.

Sends `DELETE /projects/{project_id}/keys/{key_id}`.*/
    pub fn delete_key(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
    ) -> calls::DeleteKey {
        calls::DeleteKey {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            key_id: key_id,
        }
    }
    /** List translations.

Lists the translations of the project: one for each key and language, empty if untranslated. With `page`, they are ordered by language, then by key; with `pagination=cursor`, by ascending id. *Observed.*

OAuth scope: `read_translations`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/translations`.*/
    pub fn list_translations(
        &self,
        project_id: impl Into<String>,
    ) -> calls::ListTranslations {
        calls::ListTranslations {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            disable_references: None,
            filter_lang_id: None,
            filter_is_reviewed: None,
            filter_unverified: None,
            filter_untranslated: None,
            filter_qa_issues: None,
            filter_active_task_id: None,
            pagination: None,
            limit: None,
            page: None,
            cursor: None,
        }
    }
    /** Read a translation.

Reads one translation. In the response, `translation` is an object, and its own `translation` is the text. *Observed.*

OAuth scope: `read_translations`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `translation_id`: Id of the translation; may exceed 32 bits.

Sends `GET /projects/{project_id}/translations/{translation_id}`.*/
    pub fn get_translation(
        &self,
        project_id: impl Into<String>,
        translation_id: i64,
    ) -> calls::GetTranslation {
        calls::GetTranslation {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            translation_id: translation_id,
            disable_references: None,
        }
    }
    /** Update a translation.

Changes the text of a translation and its flags. If `is_reviewed` is omitted, it becomes false. Translations cannot be created or deleted on their own: each key has one in each language. Assumed: an unknown status is rejected with 400. The required admin right is unknown. *Observed.*

OAuth scope: `write_translations`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `translation_id`: Id of the translation; may exceed 32 bits.
- `translation`: The text of a translation. For a plural key, requests have an object with a text for each form, and responses have that object as JSON in a text. Some public sources declare the object in responses, too.

Sends `PUT /projects/{project_id}/translations/{translation_id}`.*/
    pub fn update_translation(
        &self,
        project_id: impl Into<String>,
        translation_id: i64,
        translation: impl Into<crate::wire::quirks::TranslationText>,
    ) -> calls::UpdateTranslation {
        calls::UpdateTranslation {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            translation_id: translation_id,
            body: <types::TranslationUpdate>::new(translation),
        }
    }
    /** List branches.

Lists the branches of the project by name, including the default branch, `master`. In two of three recorded lists, the total was one too low: read until a page is not full. The project id must not contain a branch. *Observed.*

OAuth scope: `read_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/branches`.*/
    pub fn list_branches(&self, project_id: impl Into<String>) -> calls::ListBranches {
        calls::ListBranches {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
    /** Create a branch.

Creates a branch of a Software project whose setting `branching` is on. Assumed: it copies the branch in the project id, or `master`; its name must be unique; the right `branches_create` is enough. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `name`: Name of the branch.

Sends `POST /projects/{project_id}/branches`.*/
    pub fn create_branch(
        &self,
        project_id: impl Into<String>,
        name: impl Into<String>,
    ) -> calls::CreateBranch {
        calls::CreateBranch {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::NewBranch>::new(name),
        }
    }
    /** Read a branch.

Reads one branch. The project id must not contain a branch. *Observed.*

OAuth scope: `read_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `branch_id`: Id of the branch.

Sends `GET /projects/{project_id}/branches/{branch_id}`.*/
    pub fn get_branch(
        &self,
        project_id: impl Into<String>,
        branch_id: i64,
    ) -> calls::GetBranch {
        calls::GetBranch {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            branch_id: branch_id,
        }
    }
    /** Rename a branch.

Renames a branch; its id does not change. Assumed: the name must be unique; the default branch cannot be renamed; the right `branches_create` is enough. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `branch_id`: Id of the branch.
- `name`: Name of the branch.

Sends `PUT /projects/{project_id}/branches/{branch_id}`.*/
    pub fn update_branch(
        &self,
        project_id: impl Into<String>,
        branch_id: i64,
        name: impl Into<String>,
    ) -> calls::UpdateBranch {
        calls::UpdateBranch {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            branch_id: branch_id,
            body: <types::BranchUpdate>::new(name),
        }
    }
    /** Delete a branch.

Deletes a branch and its content. A branch with open tasks or orders cannot be deleted. Assumed: the default branch cannot be deleted either. In the response, `branch` is the branch in the project id, not the deleted one. Assumed: the right `branches_create` is enough. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `branch_id`: Id of the branch.

Sends `DELETE /projects/{project_id}/branches/{branch_id}`.*/
    pub fn delete_branch(
        &self,
        project_id: impl Into<String>,
        branch_id: i64,
    ) -> calls::DeleteBranch {
        calls::DeleteBranch {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            branch_id: branch_id,
        }
    }
    /** Merge a branch.

Merges the changes of a branch into another. `force_conflict_resolve_using` resolves conflicts in favor of one side. The response to unresolved conflicts is unknown. Assumed: 400 with a list of them, and 400 for a merge of a branch into itself. Assumed: nothing is deleted in the target. The source remains, and a merge cannot be undone. A target with open tasks or orders is rejected. Assumed: the right `branches_merge` is enough. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_projects`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `branch_id`: Id of the branch.

Sends `POST /projects/{project_id}/branches/{branch_id}/merge`.*/
    pub fn merge_branch(
        &self,
        project_id: impl Into<String>,
        branch_id: i64,
    ) -> calls::MergeBranch {
        calls::MergeBranch {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            branch_id: branch_id,
            body: <types::BranchMerge>::new(),
        }
    }
    /** List the comments of a project.

Lists the comments on all keys of the project.

OAuth scope: `read_comments`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/comments`.*/
    pub fn list_project_comments(
        &self,
        project_id: impl Into<String>,
    ) -> calls::ListProjectComments {
        calls::ListProjectComments {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
    /** List the comments of a key.

Lists the comments on one key.

OAuth scope: `read_comments`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `key_id`: Id of the key.

Sends `GET /projects/{project_id}/keys/{key_id}/comments`.*/
    pub fn list_key_comments(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
    ) -> calls::ListKeyComments {
        calls::ListKeyComments {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            key_id: key_id,
            limit: None,
            page: None,
        }
    }
    /** Add comments to a key.

Adds comments to a key.

OAuth scope: `write_comments`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `key_id`: Id of the key.
- `comments`: The comments to add.

Sends `POST /projects/{project_id}/keys/{key_id}/comments`.*/
    pub fn create_key_comments(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        comments: impl IntoIterator<Item: Into<types::NewComment>>,
    ) -> calls::CreateKeyComments {
        calls::CreateKeyComments {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            key_id: key_id,
            body: <types::NewComments>::new(comments),
        }
    }
    /** Read a comment.

Reads one comment of a key.

OAuth scope: `read_comments`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `key_id`: Id of the key.
- `comment_id`: Id of the comment.

Sends `GET /projects/{project_id}/keys/{key_id}/comments/{comment_id}`.*/
    pub fn get_key_comment(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        comment_id: i64,
    ) -> calls::GetKeyComment {
        calls::GetKeyComment {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            key_id: key_id,
            comment_id: comment_id,
        }
    }
    /** Delete a comment.

Deletes one comment of a key. The authenticated user can delete only comments of their own.

OAuth scope: `write_comments`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `key_id`: Id of the key.
- `comment_id`: Id of the comment.

Sends `DELETE /projects/{project_id}/keys/{key_id}/comments/{comment_id}`.*/
    pub fn delete_key_comment(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        comment_id: i64,
    ) -> calls::DeleteKeyComment {
        calls::DeleteKeyComment {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            key_id: key_id,
            comment_id: comment_id,
        }
    }
    /** List contributors.

Lists the contributors of the project with their access to languages. Admins always have read and write access to all languages. No admin right is needed.

OAuth scope: `read_contributors`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/contributors`.*/
    pub fn list_contributors(
        &self,
        project_id: impl Into<String>,
    ) -> calls::ListContributors {
        calls::ListContributors {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
    /** Invite contributors.

Adds contributors to the project, and invites those without an account. The request has a list, but the response is documented with a single contributor. Observed: a list. Admin right: *Manage contributors*.

OAuth scope: `write_contributors`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `contributors`: The contributors to add.

Sends `POST /projects/{project_id}/contributors`.*/
    pub fn create_contributors(
        &self,
        project_id: impl Into<String>,
        contributors: impl IntoIterator<Item: Into<types::ContributorInvitation>>,
    ) -> calls::CreateContributors {
        calls::CreateContributors {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::ContributorInvitations>::new(contributors),
        }
    }
    /** Delete all contributors.

Starts a job that deletes all contributors of the project, and returns the id of the job; [`get_contributor_deletion_job`](crate::Client::get_contributor_deletion_job) reads its state. The initial state is not documented. If a previous bulk deletion of the project recently completed or failed, the status is 409: retry later. Admin right: *Manage contributors*.

OAuth scope: `delete_contributors`.

Errors besides 400, 401, 403, 404 and 429, which are common to most calls:

- 409: A previous bulk deletion of this project recently completed or failed.

Arguments:

- `project_id`: UUID v7 of the project, not its id. Observed: [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.

Sends `DELETE /projects/{project_id}/contributors`.*/
    pub fn delete_all_contributors(
        &self,
        project_id: impl Into<String>,
    ) -> calls::DeleteAllContributors {
        calls::DeleteAllContributors {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
        }
    }
    /** Import contributors of another project.

Copies contributors of a source project to this project, with their roles, permissions and languages. Without `contributor_ids`, or with an empty list, all contributors of the source project are imported; otherwise only the listed ones. A contributor that cannot be imported does not fail the request: the result reports it. Admin right: *Manage contributors*, in this project, and read access to the source project.

OAuth scope: `write_contributors`.

Errors besides 401 and 429, which are common to most calls:

- 400: The request is invalid, or its body is not JSON.
- 403: No access to the source project.
- 404: The target project or the source project was not found; see the message.

Arguments:

- `project_id`: UUID v7 of the project, not its id. Observed: [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.
- `from_project_uuid`: UUID v7 of the source project, not its id. Observed: [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.

Sends `POST /projects/{project_id}/contributors/import`.*/
    pub fn import_contributors(
        &self,
        project_id: impl Into<String>,
        from_project_uuid: impl Into<String>,
    ) -> calls::ImportContributors {
        calls::ImportContributors {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::ContributorImport>::new(from_project_uuid),
        }
    }
    /** Read a bulk deletion job.

Reads the state of a job that [`delete_all_contributors`](crate::Client::delete_all_contributors) started. Contributors that cannot be deleted do not fail the request: the job counts them. No admin right is needed.

OAuth scope: `read_contributors`.

Errors besides 400, 401, 403 and 429, which are common to most calls:

- 404: The job was not found.

Arguments:

- `project_id`: UUID v7 of the project, not its id. Observed: [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.
- `job_id`: UUID v7 of the job, as [`delete_all_contributors`](crate::Client::delete_all_contributors) returned it.

Sends `GET /projects/{project_id}/contributors/jobs/{job_id}`.*/
    pub fn get_contributor_deletion_job(
        &self,
        project_id: impl Into<String>,
        job_id: impl Into<String>,
    ) -> calls::GetContributorDeletionJob {
        calls::GetContributorDeletionJob {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            job_id: job_id.into(),
        }
    }
    /** Read the caller's own contributor.

Reads the contributor record of the authenticated user. Its permissions combine those of the contributor and of a group. The response has a `project_id`. Observed: also or instead a `project_uuid`, and a `uuid` of the contributor. The bulk operations take these UUIDs. No admin right is needed.

OAuth scope: `read_contributors`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/contributors/me`.*/
    pub fn get_own_contributor(
        &self,
        project_id: impl Into<String>,
    ) -> calls::GetOwnContributor {
        calls::GetOwnContributor {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
        }
    }
    /** Read a contributor.

Reads one contributor of the project. No admin right is needed.

OAuth scope: `read_contributors`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `contributor_id`: Id of the contributor. Which field of a record holds it is not documented. Assumed: `user_id`.

Sends `GET /projects/{project_id}/contributors/{contributor_id}`.*/
    pub fn get_contributor(
        &self,
        project_id: impl Into<String>,
        contributor_id: i64,
    ) -> calls::GetContributor {
        calls::GetContributor {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            contributor_id: contributor_id,
        }
    }
    /** Update a contributor.

Changes the contributor's role, admin rights or languages. To give access to a new language, send the full list of languages, including those already granted. The effect on omitted fields is not documented. Admin right: *Manage contributors*.

OAuth scope: `write_contributors`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `contributor_id`: Id of the contributor. Which field of a record holds it is not documented. Assumed: `user_id`.

Sends `PUT /projects/{project_id}/contributors/{contributor_id}`.*/
    pub fn update_contributor(
        &self,
        project_id: impl Into<String>,
        contributor_id: i64,
    ) -> calls::UpdateContributor {
        calls::UpdateContributor {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            contributor_id: contributor_id,
            body: <types::ContributorUpdate>::new(),
        }
    }
    /** Delete a contributor.

Removes one contributor from the project. Contributors cannot remove themselves. Admin right: *Manage contributors*.

OAuth scope: `delete_contributors`.

Errors besides 400, 401, 404 and 429, which are common to most calls:

- 403: The caller tried to delete themselves.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `contributor_id`: Id of the contributor. Which field of a record holds it is not documented. Assumed: `user_id`.

Sends `DELETE /projects/{project_id}/contributors/{contributor_id}`.*/
    pub fn delete_contributor(
        &self,
        project_id: impl Into<String>,
        contributor_id: i64,
    ) -> calls::DeleteContributor {
        calls::DeleteContributor {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            contributor_id: contributor_id,
        }
    }
    /** List custom translation statuses.

Lists the custom translation statuses of the project.

OAuth scope: `read_custom_translation_statuses`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/custom_translation_statuses`.*/
    pub fn list_custom_translation_statuses(
        &self,
        project_id: impl Into<String>,
    ) -> calls::ListCustomTranslationStatuses {
        calls::ListCustomTranslationStatuses {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
    /** Create a custom translation status.

Adds a status to the project. Its color must be one of those that [`list_custom_translation_status_colors`](crate::Client::list_custom_translation_status_colors) returns.

OAuth scope: `write_custom_translation_statuses`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `title`: Title of the status.
- `color`: Color of the status, hexadecimal as in `#61bd4f`; one of the palette.

Sends `POST /projects/{project_id}/custom_translation_statuses`.*/
    pub fn create_custom_translation_status(
        &self,
        project_id: impl Into<String>,
        title: impl Into<String>,
        color: impl Into<String>,
    ) -> calls::CreateCustomTranslationStatus {
        calls::CreateCustomTranslationStatus {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::NewCustomTranslationStatus>::new(title, color),
        }
    }
    /** List the colors a status may have.

Lists the palette of colors that can be assigned to custom translation statuses. The list is not paginated.

OAuth scope: `read_custom_translation_statuses`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/custom_translation_statuses/colors`.*/
    pub fn list_custom_translation_status_colors(
        &self,
        project_id: impl Into<String>,
    ) -> calls::ListCustomTranslationStatusColors {
        calls::ListCustomTranslationStatusColors {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
        }
    }
    /** Read a custom translation status.

Reads one status of the project. The service's sample and its declared schema show different envelopes.

OAuth scope: `read_custom_translation_statuses`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `status_id`: Id of the custom translation status, here as an integer.

Sends `GET /projects/{project_id}/custom_translation_statuses/{status_id}`.*/
    pub fn get_custom_translation_status(
        &self,
        project_id: impl Into<String>,
        status_id: i64,
    ) -> calls::GetCustomTranslationStatus {
        calls::GetCustomTranslationStatus {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            status_id: status_id,
        }
    }
    /** Update a custom translation status.

Changes the title or the color of a status. The effect on omitted fields is not documented.

OAuth scope: `write_custom_translation_statuses`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `status_id`: Id of the custom translation status, here as an integer.

Sends `PUT /projects/{project_id}/custom_translation_statuses/{status_id}`.*/
    pub fn update_custom_translation_status(
        &self,
        project_id: impl Into<String>,
        status_id: i64,
    ) -> calls::UpdateCustomTranslationStatus {
        calls::UpdateCustomTranslationStatus {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            status_id: status_id,
            body: <types::CustomTranslationStatusUpdate>::new(),
        }
    }
    /** Delete a custom translation status.

Removes a status from the project.

OAuth scope: `write_custom_translation_statuses`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `status_id`: Id of the custom translation status, here as an integer.

Sends `DELETE /projects/{project_id}/custom_translation_statuses/{status_id}`.*/
    pub fn delete_custom_translation_status(
        &self,
        project_id: impl Into<String>,
        status_id: i64,
    ) -> calls::DeleteCustomTranslationStatus {
        calls::DeleteCustomTranslationStatus {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            status_id: status_id,
        }
    }
    /** List files.

Lists the files of the project. Keys without a file are listed under the filename `__unassigned__`, with the id -1.

OAuth scope: `read_files`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/files`.*/
    pub fn list_files(&self, project_id: impl Into<String>) -> calls::ListFiles {
        calls::ListFiles {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            filter_filename: None,
            limit: None,
            page: None,
        }
    }
    /** Delete a file.

Deletes a file of a project that is not of type Software. Assumed: also deletes its keys and translations; a Software project is rejected with 400. Admin right: *Upload files* (assumed). *Observed.*

OAuth scope: `write_files`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project, or of a branch, as `project_id:branch`.
- `file_id`: Id of the file, as [`list_files`](crate::Client::list_files) returns it; not -1.

Sends `DELETE /projects/{project_id}/files/{file_id}`.*/
    pub fn delete_file(
        &self,
        project_id: impl Into<String>,
        file_id: i64,
    ) -> calls::DeleteFile {
        calls::DeleteFile {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            file_id: file_id,
        }
    }
    /** Upload a file.

Queues a file for import, and returns the process that will import it. The filename may include a relative path, which becomes a unique part of the file. Observed: the status is 202, and the import finishes later: see [`get_process`](crate::Client::get_process). Admin right: *Upload files*.

OAuth scope: `write_files`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `filename`: Name of the file. A relative path is part of the name.
- `lang_iso`: Language of the translations in the file.

Sends `POST /projects/{project_id}/files/upload`.*/
    pub fn upload_file(
        &self,
        project_id: impl Into<String>,
        filename: impl Into<String>,
        lang_iso: impl Into<String>,
    ) -> calls::UploadFile {
        calls::UploadFile {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::FileUpload>::new(filename, lang_iso),
            content: Default::default(),
        }
    }
    /** Export files asynchronously.

Starts the export of project content as a bundle, and returns the id of the process. [`list_processes`](crate::Client::list_processes) reports its progress. When it is complete, [`get_process`](crate::Client::get_process) returns the URL of the bundle, which is available for one month. Observed: if no key matches the options, the process fails. Neither an OAuth scope nor an admin right is documented for this operation; [`export_files`](crate::Client::export_files) needs both.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `format`: File extension of a supported format, or `ios_sdk` or `android_sdk` for over-the-air SDK bundles.

Sends `POST /projects/{project_id}/files/async-download`.*/
    pub fn start_export(
        &self,
        project_id: impl Into<String>,
        format: impl Into<String>,
    ) -> calls::StartExport {
        calls::StartExport {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::FileExport>::new(format),
        }
    }
    /** Export files.

Exports project content as a bundle, a .zip file, and returns its URL. The bundle is available for one month. Since 1 June 2025, this operation is limited to projects with fewer than 10,000 key-language pairs. Assumed: [`start_export`](crate::Client::start_export) is not. Admin right: *Download files*.

OAuth scope: `read_files`.

Errors besides 400, 401, 403, 404 and 429, which are common to most calls:

- 406: No key matches the options of the export.
- 413: The project has too many key-language pairs for this operation; use [`start_export`](crate::Client::start_export).

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `format`: File extension of a supported format, or `ios_sdk` or `android_sdk` for over-the-air SDK bundles.

Sends `POST /projects/{project_id}/files/download`.*/
    pub fn export_files(
        &self,
        project_id: impl Into<String>,
        format: impl Into<String>,
    ) -> calls::ExportFiles {
        calls::ExportFiles {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::FileExport>::new(format),
        }
    }
    /** List webhooks.

Lists the webhooks of the project with their secrets. Assumed: the oldest first. Admin right: *Manage settings*. *Observed.*

OAuth scope: `read_webhooks`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/webhooks`.*/
    pub fn list_webhooks(&self, project_id: impl Into<String>) -> calls::ListWebhooks {
        calls::ListWebhooks {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
    /** Create a webhook.

Creates a webhook, and sends a ping to its URL. Several webhooks may have the same URL. Assumed: an invalid URL or event is rejected with 400. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_webhooks`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `url`: The `http` or `https` URL that receives the events.
- `events`: The events to send.

Sends `POST /projects/{project_id}/webhooks`.*/
    pub fn create_webhook(
        &self,
        project_id: impl Into<String>,
        url: impl Into<crate::wire::url_text::UrlText>,
        events: impl IntoIterator<Item: Into<types::WebhookEventName>>,
    ) -> calls::CreateWebhook {
        calls::CreateWebhook {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            body: <types::NewWebhook>::new(url, events),
        }
    }
    /** Read a webhook.

Reads one webhook with its secret. Admin right: *Manage settings*. *Observed.*

OAuth scope: `read_webhooks`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `webhook_id`: Id of the webhook.

Sends `GET /projects/{project_id}/webhooks/{webhook_id}`.*/
    pub fn get_webhook(
        &self,
        project_id: impl Into<String>,
        webhook_id: impl Into<String>,
    ) -> calls::GetWebhook {
        calls::GetWebhook {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            webhook_id: webhook_id.into(),
        }
    }
    /** Update a webhook.

Changes a webhook. Omitted fields are unchanged, and lists are replaced. Id and secret do not change. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_webhooks`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `webhook_id`: Id of the webhook.

Sends `PUT /projects/{project_id}/webhooks/{webhook_id}`.*/
    pub fn update_webhook(
        &self,
        project_id: impl Into<String>,
        webhook_id: impl Into<String>,
    ) -> calls::UpdateWebhook {
        calls::UpdateWebhook {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            webhook_id: webhook_id.into(),
            body: <types::WebhookUpdate>::new(),
        }
    }
    /** Delete a webhook.

Deletes a webhook. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_webhooks`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `webhook_id`: Id of the webhook.

Sends `DELETE /projects/{project_id}/webhooks/{webhook_id}`.*/
    pub fn delete_webhook(
        &self,
        project_id: impl Into<String>,
        webhook_id: impl Into<String>,
    ) -> calls::DeleteWebhook {
        calls::DeleteWebhook {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            webhook_id: webhook_id.into(),
        }
    }
    /** Regenerate the secret of a webhook.

Replaces the secret of a webhook. Whether the service keeps sending the old one for some time is unknown. Admin right: *Manage settings*. *Observed.*

OAuth scope: `write_webhooks`.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `webhook_id`: Id of the webhook.

Sends `PATCH /projects/{project_id}/webhooks/{webhook_id}/secret/regenerate`.*/
    pub fn regenerate_webhook_secret(
        &self,
        project_id: impl Into<String>,
        webhook_id: impl Into<String>,
    ) -> calls::RegenerateWebhookSecret {
        calls::RegenerateWebhookSecret {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            webhook_id: webhook_id.into(),
        }
    }
    /** List processes.

Lists the background processes of the project, with the progress of exports. The service documents that this list exists, but not its format. Observed: path, parameters and response; items have no `details`. Neither an OAuth scope nor an admin right is documented.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.

Sends `GET /projects/{project_id}/processes`.*/
    pub fn list_processes(&self, project_id: impl Into<String>) -> calls::ListProcesses {
        calls::ListProcesses {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
    /** Read a process.

Reads one background process, such as an export or an import. The service documents that this returns the URL of a finished export, but not the format. Observed: path and response; the final statuses are `finished`, `failed` and `cancelled`; the `details` of a finished export have the URL of the bundle. Neither an OAuth scope nor an admin right is documented.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`.
- `process_id`: Id of the process, as returned by the asynchronous export. Observed: or by an upload.

Sends `GET /projects/{project_id}/processes/{process_id}`.*/
    pub fn get_process(
        &self,
        project_id: impl Into<String>,
        process_id: impl Into<String>,
    ) -> calls::GetProcess {
        calls::GetProcess {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            process_id: process_id.into(),
        }
    }
}
/// One struct for each operation.
pub mod calls {
    use reqwest::Method;
    use serde_json::Value;
    use super::types;
    use crate::call::{Call, path::RequestPath};
    use crate::optional::{IntoOption, IntoOptionList};
    use crate::pages::{Items, Pages, Paging};
    use crate::wire::operation::{Operation, Server};
    use crate::{CallOptions, Client, Error, Response};
    /// A call of [`Client::list_projects`](crate::Client::list_projects).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListProjects {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) filter_team_id: Option<i64>,
        pub(crate) filter_names: Option<Vec<String>>,
        pub(crate) include_statistics: Option<bool>,
        pub(crate) include_settings: Option<bool>,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListProjects {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listProjects",
            "/projects",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Only projects of the team with this id.
        pub fn filter_team_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.filter_team_id = value.into();
            self
        }
        /// Only projects with one of these names; whether matching is case-sensitive is unknown.
        pub fn filter_names<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.filter_names = value.into_option_list();
            self
        }
        /// Whether to include `statistics` in each project. On by default.
        pub fn include_statistics(mut self, value: impl Into<Option<bool>>) -> Self {
            self.include_statistics = value.into();
            self
        }
        /// Whether to include `settings` in each project. On by default.
        pub fn include_settings(mut self, value: impl Into<Option<bool>>) -> Self {
            self.include_settings = value.into();
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects");
            path.number("filter_team_id", self.filter_team_id, ..);
            path.comma_separated("filter_names", self.filter_names.as_deref());
            path.flag("include_statistics", self.include_statistics);
            path.flag("include_settings", self.include_settings);
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listProjects`.
        pub async fn send(self) -> Result<Response<types::ProjectListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::create_project`](crate::Client::create_project).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct CreateProject {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) body: types::NewProject,
    }
    impl CreateProject {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new("createProject", "/projects", Server::Main)
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::NewProject>) -> Self {
            let body = body.into();
            self.body = types::NewProject {
                name: self.body.name,
                ..body
            };
            self
        }
        ///Description of the project.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.description(value);
            self
        }
        ///Id of the team that owns the project. Defaults to the caller's team.
        pub fn team_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.body = self.body.team_id(value);
            self
        }
        ///The languages of the project. Defaults to English.
        pub fn languages<K>(
            mut self,
            value: impl IntoOptionList<types::NewProjectLanguage, K>,
        ) -> Self {
            self.body = self.body.languages(value);
            self
        }
        ///Code of the base language: one of `languages`, by its `custom_iso` if it has one. Defaults to `en`.
        pub fn base_lang_iso<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.base_lang_iso(value);
            self
        }
        /// Type of a project.
        pub fn project_type<K>(
            mut self,
            value: impl IntoOption<types::ProjectType, K>,
        ) -> Self {
            self.body = self.body.project_type(value);
            self
        }
        ///Whether texts are divided into segments. Declared by one public client only.
        pub fn is_segmentation_enabled(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.body = self.body.is_segmentation_enabled(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `createProject`.
        pub async fn send(self) -> Result<Response<types::Project>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_project`](crate::Client::get_project).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetProject {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
    }
    impl GetProject {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getProject",
            "/projects/{project_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getProject`.
        pub async fn send(self) -> Result<Response<types::Project>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_project`](crate::Client::update_project).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateProject {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::ProjectUpdate,
    }
    impl UpdateProject {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "updateProject",
            "/projects/{project_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::ProjectUpdate>) -> Self {
            let body = body.into();
            self.body = types::ProjectUpdate {
                name: self.body.name,
                ..body
            };
            self
        }
        ///Description. Unchanged if omitted.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.description(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateProject`.
        pub async fn send(self) -> Result<Response<types::Project>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_project`](crate::Client::delete_project).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteProject {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
    }
    impl DeleteProject {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteProject",
            "/projects/{project_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteProject`.
        pub async fn send(
            self,
        ) -> Result<Response<types::ProjectDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::empty_project`](crate::Client::empty_project).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct EmptyProject {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
    }
    impl EmptyProject {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "emptyProject",
                "/projects/{project_id}/empty",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/empty");
            let operation = (Self::OPERATION, Method::PUT);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `emptyProject`.
        pub async fn send(
            self,
        ) -> Result<Response<types::ProjectEmptiedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_system_languages`](crate::Client::list_system_languages).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListSystemLanguages {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListSystemLanguages {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listSystemLanguages",
            "/system/languages",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/system/languages");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listSystemLanguages`.
        pub async fn send(
            self,
        ) -> Result<Response<types::SystemLanguageListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_languages`](crate::Client::list_languages).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListLanguages {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListLanguages {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listLanguages",
            "/projects/{project_id}/languages",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/languages");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listLanguages`.
        pub async fn send(self) -> Result<Response<types::LanguageListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::create_languages`](crate::Client::create_languages).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct CreateLanguages {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::NewLanguages,
    }
    impl CreateLanguages {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "createLanguages",
                "/projects/{project_id}/languages",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::NewLanguages>) -> Self {
            let body = body.into();
            self.body = types::NewLanguages {
                languages: self.body.languages,
                ..body
            };
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/languages");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `createLanguages`.
        pub async fn send(
            self,
        ) -> Result<Response<types::LanguagesCreatedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_language`](crate::Client::get_language).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetLanguage {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) lang_id: i64,
    }
    impl GetLanguage {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getLanguage",
            "/projects/{project_id}/languages/{lang_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/languages/");
            path.segment("lang_id", &self.lang_id.to_string());
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getLanguage`.
        pub async fn send(self) -> Result<Response<types::LanguageResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_language`](crate::Client::update_language).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateLanguage {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) lang_id: i64,
        pub(crate) body: types::LanguageUpdate,
    }
    impl UpdateLanguage {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "updateLanguage",
            "/projects/{project_id}/languages/{lang_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the whole body.
        pub fn body(mut self, body: impl Into<types::LanguageUpdate>) -> Self {
            let body = body.into();
            self.body = body;
            self
        }
        ///Custom code of the language in this project.
        pub fn lang_iso<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.lang_iso(value);
            self
        }
        ///Custom name of the language in this project.
        pub fn lang_name<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.lang_name(value);
            self
        }
        ///Custom plural forms, such as `one` and `other`.
        pub fn plural_forms<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.plural_forms(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/languages/");
            path.segment("lang_id", &self.lang_id.to_string());
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateLanguage`.
        pub async fn send(self) -> Result<Response<types::LanguageResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_language`](crate::Client::delete_language).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteLanguage {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) lang_id: i64,
    }
    impl DeleteLanguage {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "deleteLanguage",
                "/projects/{project_id}/languages/{lang_id}",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/languages/");
            path.segment("lang_id", &self.lang_id.to_string());
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteLanguage`.
        pub async fn send(
            self,
        ) -> Result<Response<types::LanguageDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_keys`](crate::Client::list_keys).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListKeys {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) disable_references: Option<bool>,
        pub(crate) include_comments: Option<bool>,
        pub(crate) include_screenshots: Option<bool>,
        pub(crate) include_translations: Option<bool>,
        pub(crate) filter_translation_lang_ids: Option<Vec<i64>>,
        pub(crate) filter_tags: Option<Vec<String>>,
        pub(crate) filter_filenames: Option<Vec<String>>,
        pub(crate) filter_keys: Option<Vec<String>>,
        pub(crate) filter_key_ids: Option<Vec<i64>>,
        pub(crate) filter_platforms: Option<Vec<types::Platform>>,
        pub(crate) filter_untranslated: Option<bool>,
        pub(crate) filter_qa_issues: Option<Vec<types::QaIssueFilter>>,
        pub(crate) filter_archived: Option<types::ArchivedFilter>,
        pub(crate) pagination: Option<types::PaginationType>,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
        pub(crate) cursor: Option<String>,
    }
    impl ListKeys {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listKeys",
            "/projects/{project_id}/keys",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text of the other key replaces them.
        pub fn disable_references(mut self, value: impl Into<Option<bool>>) -> Self {
            self.disable_references = value.into();
            self
        }
        /// Whether to include `comments` in each key. Off by default.
        pub fn include_comments(mut self, value: impl Into<Option<bool>>) -> Self {
            self.include_comments = value.into();
            self
        }
        /// Whether to include `screenshots` in each key. Off by default.
        pub fn include_screenshots(mut self, value: impl Into<Option<bool>>) -> Self {
            self.include_screenshots = value.into();
            self
        }
        /// Whether to include `translations` in each key. Off by default.
        pub fn include_translations(mut self, value: impl Into<Option<bool>>) -> Self {
            self.include_translations = value.into();
            self
        }
        /// Ids of the languages whose translations to include. Does not filter the keys.
        pub fn filter_translation_lang_ids<K>(
            mut self,
            value: impl IntoOptionList<i64, K>,
        ) -> Self {
            self.filter_translation_lang_ids = value.into_option_list();
            self
        }
        /// Only keys with these tags.
        pub fn filter_tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.filter_tags = value.into_option_list();
            self
        }
        /// Only keys of these files, as named by [`list_files`](crate::Client::list_files).
        pub fn filter_filenames<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.filter_filenames = value.into_option_list();
            self
        }
        /// Only keys with these names. If names differ by platform, any of them matches.
        pub fn filter_keys<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.filter_keys = value.into_option_list();
            self
        }
        /// Only keys with these ids.
        pub fn filter_key_ids<K>(mut self, value: impl IntoOptionList<i64, K>) -> Self {
            self.filter_key_ids = value.into_option_list();
            self
        }
        /// Only keys of these platforms.
        pub fn filter_platforms<K>(
            mut self,
            value: impl IntoOptionList<types::Platform, K>,
        ) -> Self {
            self.filter_platforms = value.into_option_list();
            self
        }
        /// With 1, only untranslated keys. Whether this means in any or in all languages is unknown. Assumed: any.
        pub fn filter_untranslated(mut self, value: impl Into<Option<bool>>) -> Self {
            self.filter_untranslated = value.into();
            self
        }
        /// Only items with one of these QA issues.
        pub fn filter_qa_issues<K>(
            mut self,
            value: impl IntoOptionList<types::QaIssueFilter, K>,
        ) -> Self {
            self.filter_qa_issues = value.into_option_list();
            self
        }
        /// How to treat archived keys. Defaults to `include`.
        pub fn filter_archived<K>(
            mut self,
            value: impl IntoOption<types::ArchivedFilter, K>,
        ) -> Self {
            self.filter_archived = value.into_option();
            self
        }
        /// Pagination by page number (`offset`, the default) or by `cursor`. With `cursor`, `page` is ignored, and the response has no totals. Whether cursors remain valid after deletions is unknown. Streams send `cursor`, unless this or `page` is set.
        pub fn pagination<K>(
            mut self,
            value: impl IntoOption<types::PaginationType, K>,
        ) -> Self {
            self.pagination = value.into_option();
            self
        }
        /// Keys per page, 100 by default. The maximum is 5000, or 500 in newer sources; `X-Pagination-Limit` has the limit that was applied.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        /// With `pagination=cursor`, the `X-Pagination-Next-Cursor` of the previous page. Omit it in the first request. It may contain characters such as `=`: percent-encode them. Sets `pagination` to `cursor`, unless it is set.
        pub fn cursor<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.cursor = value.into_option();
            self
        }
        pub(crate) fn call(mut self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            if self.cursor.is_some() {
                self.pagination.get_or_insert("cursor".into());
            }
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys");
            path.flag("disable_references", self.disable_references);
            path.flag("include_comments", self.include_comments);
            path.flag("include_screenshots", self.include_screenshots);
            path.flag("include_translations", self.include_translations);
            path.comma_separated(
                "filter_translation_lang_ids",
                self.filter_translation_lang_ids.as_deref(),
            );
            path.comma_separated("filter_tags", self.filter_tags.as_deref());
            path.comma_separated("filter_filenames", self.filter_filenames.as_deref());
            path.comma_separated("filter_keys", self.filter_keys.as_deref());
            path.comma_separated("filter_key_ids", self.filter_key_ids.as_deref());
            path.comma_separated("filter_platforms", self.filter_platforms.as_deref());
            path.flag("filter_untranslated", self.filter_untranslated);
            path.comma_separated("filter_qa_issues", self.filter_qa_issues.as_deref());
            path.query("filter_archived", self.filter_archived.as_ref());
            path.query("pagination", self.pagination.as_ref());
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            path.query("cursor", self.cursor.as_ref());
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listKeys`.
        pub async fn send(self) -> Result<Response<types::KeyListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_keys`](crate::Client::update_keys).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateKeys {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::KeyUpdates,
    }
    impl UpdateKeys {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new("updateKeys", "/projects/{project_id}/keys", Server::Main)
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::KeyUpdates>) -> Self {
            let body = body.into();
            self.body = types::KeyUpdates {
                keys: self.body.keys,
                ..body
            };
            self
        }
        ///Whether the automations of the project run on the changes. Defaults to true.
        pub fn use_automations(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.use_automations(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys");
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateKeys`.
        pub async fn send(self) -> Result<Response<types::KeysChangedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::create_keys`](crate::Client::create_keys).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct CreateKeys {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::NewKeys,
    }
    impl CreateKeys {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new("createKeys", "/projects/{project_id}/keys", Server::Main)
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::NewKeys>) -> Self {
            let body = body.into();
            self.body = types::NewKeys {
                keys: self.body.keys,
                ..body
            };
            self
        }
        ///Whether the automations of the project run on the changes. Defaults to true.
        pub fn use_automations(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.use_automations(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `createKeys`.
        pub async fn send(self) -> Result<Response<types::KeysChangedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_keys`](crate::Client::delete_keys).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteKeys {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::KeyIds,
    }
    impl DeleteKeys {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteKeys",
            "/projects/{project_id}/keys",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::KeyIds>) -> Self {
            let body = body.into();
            self.body = types::KeyIds {
                keys: self.body.keys,
                ..body
            };
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys");
            let operation = (Self::OPERATION, Method::DELETE);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `deleteKeys`.
        pub async fn send(self) -> Result<Response<types::KeysDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_key`](crate::Client::get_key).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetKey {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) key_id: i64,
        pub(crate) disable_references: Option<bool>,
    }
    impl GetKey {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getKey",
            "/projects/{project_id}/keys/{key_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text of the other key replaces them.
        pub fn disable_references(mut self, value: impl Into<Option<bool>>) -> Self {
            self.disable_references = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys/");
            path.segment("key_id", &self.key_id.to_string());
            path.flag("disable_references", self.disable_references);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getKey`.
        pub async fn send(self) -> Result<Response<types::KeyResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_key`](crate::Client::update_key).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateKey {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) key_id: i64,
        pub(crate) body: types::KeyUpdate,
    }
    impl UpdateKey {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "updateKey",
            "/projects/{project_id}/keys/{key_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the whole body.
        pub fn body(mut self, body: impl Into<types::KeyUpdate>) -> Self {
            let body = body.into();
            self.body = body;
            self
        }
        /// Name of a key: a text; or, if the project has names by platform, an object with all four.
        pub fn key_name<K>(
            mut self,
            value: impl IntoOption<crate::wire::quirks::KeyName, K>,
        ) -> Self {
            self.body = self.body.key_name(value);
            self
        }
        ///Description. Assumed: an empty text clears it.
        pub fn description<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.description(value);
            self
        }
        ///Platforms of the key.
        pub fn platforms<K>(
            mut self,
            value: impl IntoOptionList<types::Platform, K>,
        ) -> Self {
            self.body = self.body.platforms(value);
            self
        }
        /// Files of a key. Assumed: an unknown name creates a file, and an empty one removes the key from its file.
        pub fn filenames<K>(
            mut self,
            value: impl IntoOption<types::PlatformFilenames, K>,
        ) -> Self {
            self.body = self.body.filenames(value);
            self
        }
        ///Tags. They replace the existing ones, unless `merge_tags` is true. An empty list clears them.
        pub fn tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.tags(value);
            self
        }
        ///Whether the tags are added to the existing ones.
        pub fn merge_tags(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.merge_tags(value);
            self
        }
        ///Whether translations have plural forms.
        pub fn is_plural(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.is_plural(value);
            self
        }
        ///Name of the plural. Assumed: an empty text clears it.
        pub fn plural_name<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.plural_name(value);
            self
        }
        ///Whether it is hidden from contributors.
        pub fn is_hidden(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.is_hidden(value);
            self
        }
        ///Whether it is archived.
        pub fn is_archived(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.is_archived(value);
            self
        }
        ///Context of the key. Assumed: an empty text clears it.
        pub fn context<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.context(value);
            self
        }
        ///Maximum length of a translation in characters. Assumed: 0 for no limit.
        pub fn char_limit(mut self, value: impl Into<Option<i64>>) -> Self {
            self.body = self.body.char_limit(value);
            self
        }
        ///Custom attributes: JSON as text. Assumed: an empty text clears it.
        pub fn custom_attributes<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.body = self.body.custom_attributes(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys/");
            path.segment("key_id", &self.key_id.to_string());
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateKey`.
        pub async fn send(self) -> Result<Response<types::KeyResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_key`](crate::Client::delete_key).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteKey {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) key_id: i64,
    }
    impl DeleteKey {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteKey",
            "/projects/{project_id}/keys/{key_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys/");
            path.segment("key_id", &self.key_id.to_string());
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteKey`.
        pub async fn send(self) -> Result<Response<types::KeyDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_translations`](crate::Client::list_translations).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListTranslations {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) disable_references: Option<bool>,
        pub(crate) filter_lang_id: Option<i64>,
        pub(crate) filter_is_reviewed: Option<bool>,
        pub(crate) filter_unverified: Option<bool>,
        pub(crate) filter_untranslated: Option<bool>,
        pub(crate) filter_qa_issues: Option<Vec<types::QaIssueFilter>>,
        pub(crate) filter_active_task_id: Option<i64>,
        pub(crate) pagination: Option<types::PaginationType>,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
        pub(crate) cursor: Option<String>,
    }
    impl ListTranslations {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listTranslations",
            "/projects/{project_id}/translations",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text of the other key replaces them.
        pub fn disable_references(mut self, value: impl Into<Option<bool>>) -> Self {
            self.disable_references = value.into();
            self
        }
        /// Only translations into the language with this id.
        pub fn filter_lang_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.filter_lang_id = value.into();
            self
        }
        /// With 1, only reviewed translations. The effect of 0 is unknown. Assumed: only the others.
        pub fn filter_is_reviewed(mut self, value: impl Into<Option<bool>>) -> Self {
            self.filter_is_reviewed = value.into();
            self
        }
        /// With 1, only unverified translations. Assumed: with 0, only the others.
        pub fn filter_unverified(mut self, value: impl Into<Option<bool>>) -> Self {
            self.filter_unverified = value.into();
            self
        }
        /// With 1, only empty translations. Assumed: with 0, only the others.
        pub fn filter_untranslated(mut self, value: impl Into<Option<bool>>) -> Self {
            self.filter_untranslated = value.into();
            self
        }
        /// Only items with one of these QA issues.
        pub fn filter_qa_issues<K>(
            mut self,
            value: impl IntoOptionList<types::QaIssueFilter, K>,
        ) -> Self {
            self.filter_qa_issues = value.into_option_list();
            self
        }
        /// Only translations in the open task with this id.
        pub fn filter_active_task_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.filter_active_task_id = value.into();
            self
        }
        /// Pagination by page number (`offset`, the default) or by `cursor`. With `cursor`, `page` is ignored, and the response has no totals. Whether cursors remain valid after deletions is unknown. Streams send `cursor`, unless this or `page` is set.
        pub fn pagination<K>(
            mut self,
            value: impl IntoOption<types::PaginationType, K>,
        ) -> Self {
            self.pagination = value.into_option();
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        /// With `pagination=cursor`, the `X-Pagination-Next-Cursor` of the previous page. Omit it in the first request. It may contain characters such as `=`: percent-encode them. Sets `pagination` to `cursor`, unless it is set.
        pub fn cursor<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.cursor = value.into_option();
            self
        }
        pub(crate) fn call(mut self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            if self.cursor.is_some() {
                self.pagination.get_or_insert("cursor".into());
            }
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/translations");
            path.flag("disable_references", self.disable_references);
            path.number("filter_lang_id", self.filter_lang_id, ..);
            path.flag("filter_is_reviewed", self.filter_is_reviewed);
            path.flag("filter_unverified", self.filter_unverified);
            path.flag("filter_untranslated", self.filter_untranslated);
            path.comma_separated("filter_qa_issues", self.filter_qa_issues.as_deref());
            path.number("filter_active_task_id", self.filter_active_task_id, ..);
            path.query("pagination", self.pagination.as_ref());
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            path.query("cursor", self.cursor.as_ref());
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listTranslations`.
        pub async fn send(
            self,
        ) -> Result<Response<types::TranslationListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_translation`](crate::Client::get_translation).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetTranslation {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) translation_id: i64,
        pub(crate) disable_references: Option<bool>,
    }
    impl GetTranslation {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getTranslation",
            "/projects/{project_id}/translations/{translation_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Whether to keep references to other keys, `[%key:NAME%]`. With 0, the default, the text of the other key replaces them.
        pub fn disable_references(mut self, value: impl Into<Option<bool>>) -> Self {
            self.disable_references = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/translations/");
            path.segment("translation_id", &self.translation_id.to_string());
            path.flag("disable_references", self.disable_references);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getTranslation`.
        pub async fn send(self) -> Result<Response<types::TranslationResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_translation`](crate::Client::update_translation).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateTranslation {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) translation_id: i64,
        pub(crate) body: types::TranslationUpdate,
    }
    impl UpdateTranslation {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "updateTranslation",
            "/projects/{project_id}/translations/{translation_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::TranslationUpdate>) -> Self {
            let body = body.into();
            self.body = types::TranslationUpdate {
                translation: self.body.translation,
                ..body
            };
            self
        }
        ///Whether it is unverified.
        pub fn is_unverified(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.is_unverified(value);
            self
        }
        ///Whether it is reviewed.
        pub fn is_reviewed(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.is_reviewed(value);
            self
        }
        ///Ids of its custom translation statuses. They replace the existing ones.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<i64, K>,
        ) -> Self {
            self.body = self.body.custom_translation_status_ids(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/translations/");
            path.segment("translation_id", &self.translation_id.to_string());
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateTranslation`.
        pub async fn send(self) -> Result<Response<types::TranslationResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_branches`](crate::Client::list_branches).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListBranches {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListBranches {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listBranches",
            "/projects/{project_id}/branches",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/branches");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listBranches`.
        pub async fn send(self) -> Result<Response<types::BranchListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::create_branch`](crate::Client::create_branch).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct CreateBranch {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::NewBranch,
    }
    impl CreateBranch {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "createBranch",
                "/projects/{project_id}/branches",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::NewBranch>) -> Self {
            let body = body.into();
            self.body = types::NewBranch {
                name: self.body.name,
                ..body
            };
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/branches");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `createBranch`.
        pub async fn send(self) -> Result<Response<types::BranchResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_branch`](crate::Client::get_branch).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetBranch {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) branch_id: i64,
    }
    impl GetBranch {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getBranch",
            "/projects/{project_id}/branches/{branch_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/branches/");
            path.segment("branch_id", &self.branch_id.to_string());
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getBranch`.
        pub async fn send(self) -> Result<Response<types::BranchResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_branch`](crate::Client::update_branch).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateBranch {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) branch_id: i64,
        pub(crate) body: types::BranchUpdate,
    }
    impl UpdateBranch {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "updateBranch",
            "/projects/{project_id}/branches/{branch_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::BranchUpdate>) -> Self {
            let body = body.into();
            self.body = types::BranchUpdate {
                name: self.body.name,
                ..body
            };
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/branches/");
            path.segment("branch_id", &self.branch_id.to_string());
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateBranch`.
        pub async fn send(self) -> Result<Response<types::BranchResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_branch`](crate::Client::delete_branch).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteBranch {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) branch_id: i64,
    }
    impl DeleteBranch {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteBranch",
            "/projects/{project_id}/branches/{branch_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/branches/");
            path.segment("branch_id", &self.branch_id.to_string());
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteBranch`.
        pub async fn send(
            self,
        ) -> Result<Response<types::BranchDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::merge_branch`](crate::Client::merge_branch).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct MergeBranch {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) branch_id: i64,
        pub(crate) body: types::BranchMerge,
    }
    impl MergeBranch {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "mergeBranch",
                "/projects/{project_id}/branches/{branch_id}/merge",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the whole body.
        pub fn body(mut self, body: impl Into<types::BranchMerge>) -> Self {
            let body = body.into();
            self.body = body;
            self
        }
        /// Which side of a conflict wins. `target` and `master` were recorded; `source` is declared.
        pub fn force_conflict_resolve_using<K>(
            mut self,
            value: impl IntoOption<types::ConflictResolution, K>,
        ) -> Self {
            self.body = self.body.force_conflict_resolve_using(value);
            self
        }
        ///Id of the branch to merge into; the default branch if omitted.
        pub fn target_branch_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.body = self.body.target_branch_id(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/branches/");
            path.segment("branch_id", &self.branch_id.to_string());
            path.fixed("/merge");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `mergeBranch`.
        pub async fn send(self) -> Result<Response<types::BranchMergedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_project_comments`](crate::Client::list_project_comments).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListProjectComments {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListProjectComments {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listProjectComments",
            "/projects/{project_id}/comments",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/comments");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listProjectComments`.
        pub async fn send(self) -> Result<Response<types::CommentListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_key_comments`](crate::Client::list_key_comments).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListKeyComments {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) key_id: i64,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListKeyComments {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listKeyComments",
            "/projects/{project_id}/keys/{key_id}/comments",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys/");
            path.segment("key_id", &self.key_id.to_string());
            path.fixed("/comments");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listKeyComments`.
        pub async fn send(self) -> Result<Response<types::CommentListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::create_key_comments`](crate::Client::create_key_comments).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct CreateKeyComments {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) key_id: i64,
        pub(crate) body: types::NewComments,
    }
    impl CreateKeyComments {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "createKeyComments",
                "/projects/{project_id}/keys/{key_id}/comments",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::NewComments>) -> Self {
            let body = body.into();
            self.body = types::NewComments {
                comments: self.body.comments,
                ..body
            };
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys/");
            path.segment("key_id", &self.key_id.to_string());
            path.fixed("/comments");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `createKeyComments`.
        pub async fn send(
            self,
        ) -> Result<Response<crate::wire::quirks::CommentsCreatedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_key_comment`](crate::Client::get_key_comment).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetKeyComment {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) key_id: i64,
        pub(crate) comment_id: i64,
    }
    impl GetKeyComment {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getKeyComment",
            "/projects/{project_id}/keys/{key_id}/comments/{comment_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys/");
            path.segment("key_id", &self.key_id.to_string());
            path.fixed("/comments/");
            path.segment("comment_id", &self.comment_id.to_string());
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getKeyComment`.
        pub async fn send(self) -> Result<Response<types::CommentResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_key_comment`](crate::Client::delete_key_comment).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteKeyComment {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) key_id: i64,
        pub(crate) comment_id: i64,
    }
    impl DeleteKeyComment {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteKeyComment",
            "/projects/{project_id}/keys/{key_id}/comments/{comment_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/keys/");
            path.segment("key_id", &self.key_id.to_string());
            path.fixed("/comments/");
            path.segment("comment_id", &self.comment_id.to_string());
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteKeyComment`.
        pub async fn send(
            self,
        ) -> Result<Response<types::CommentDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_contributors`](crate::Client::list_contributors).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListContributors {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListContributors {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listContributors",
            "/projects/{project_id}/contributors",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/contributors");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listContributors`.
        pub async fn send(
            self,
        ) -> Result<Response<types::ContributorListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::create_contributors`](crate::Client::create_contributors).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct CreateContributors {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::ContributorInvitations,
    }
    impl CreateContributors {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "createContributors",
                "/projects/{project_id}/contributors",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::ContributorInvitations>) -> Self {
            let body = body.into();
            self.body = types::ContributorInvitations {
                contributors: self.body.contributors,
                ..body
            };
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/contributors");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `createContributors`.
        pub async fn send(
            self,
        ) -> Result<Response<crate::wire::quirks::ContributorsInvitedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_all_contributors`](crate::Client::delete_all_contributors).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteAllContributors {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
    }
    impl DeleteAllContributors {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            retry_on_conflict: true,
            ..Operation::new(
                "deleteAllContributors",
                "/projects/{project_id}/contributors",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.require_uuid("project_id", &self.project_id);
            path.project("project_id", self.project_id);
            path.fixed("/contributors");
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteAllContributors`.
        pub async fn send(
            self,
        ) -> Result<Response<types::DeletionJobStartedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::import_contributors`](crate::Client::import_contributors).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ImportContributors {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::ContributorImport,
    }
    impl ImportContributors {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "importContributors",
                "/projects/{project_id}/contributors/import",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::ContributorImport>) -> Self {
            let body = body.into();
            self.body = types::ContributorImport {
                from_project_uuid: self.body.from_project_uuid,
                ..body
            };
            self
        }
        ///UUIDs v7 of the contributors to import. If omitted or empty, all contributors of the source project.
        pub fn contributor_ids<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.body = self.body.contributor_ids(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.require_uuid("project_id", &self.project_id);
            path.project("project_id", self.project_id);
            path.fixed("/contributors/import");
            path.require_uuid("from_project_uuid", &self.body.from_project_uuid);
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `importContributors`.
        pub async fn send(
            self,
        ) -> Result<Response<types::ContributorImportResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_contributor_deletion_job`](crate::Client::get_contributor_deletion_job).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetContributorDeletionJob {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) job_id: String,
    }
    impl GetContributorDeletionJob {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getContributorDeletionJob",
            "/projects/{project_id}/contributors/jobs/{job_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.require_uuid("project_id", &self.project_id);
            path.project("project_id", self.project_id);
            path.fixed("/contributors/jobs/");
            path.require_uuid("job_id", &self.job_id);
            path.segment("job_id", &self.job_id);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getContributorDeletionJob`.
        pub async fn send(
            self,
        ) -> Result<Response<types::ContributorDeletionJob>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_own_contributor`](crate::Client::get_own_contributor).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetOwnContributor {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
    }
    impl GetOwnContributor {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getOwnContributor",
            "/projects/{project_id}/contributors/me",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/contributors/me");
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getOwnContributor`.
        pub async fn send(self) -> Result<Response<types::ContributorResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_contributor`](crate::Client::get_contributor).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetContributor {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) contributor_id: i64,
    }
    impl GetContributor {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getContributor",
            "/projects/{project_id}/contributors/{contributor_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/contributors/");
            path.segment("contributor_id", &self.contributor_id.to_string());
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getContributor`.
        pub async fn send(self) -> Result<Response<types::ContributorResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_contributor`](crate::Client::update_contributor).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateContributor {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) contributor_id: i64,
        pub(crate) body: types::ContributorUpdate,
    }
    impl UpdateContributor {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "updateContributor",
            "/projects/{project_id}/contributors/{contributor_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the whole body.
        pub fn body(mut self, body: impl Into<types::ContributorUpdate>) -> Self {
            let body = body.into();
            self.body = body;
            self
        }
        ///Whether the contributor is an admin. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub fn is_admin(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.is_admin(value);
            self
        }
        ///Whether the contributor is a reviewer. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        pub fn is_reviewer(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.is_reviewer(value);
            self
        }
        /// Permission template of a contributor. 1: manager (manages project settings, contributors and tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys, controls key statuses). 5: translator (translates keys). In a request, permissions follow the template, and `admin_rights` is ignored. Documented as present in the responses of creating and updating a contributor.
        pub fn role_id<K>(mut self, value: impl IntoOption<types::RoleId, K>) -> Self {
            self.body = self.body.role_id(value);
            self
        }
        ///All languages of the contributor, including those already granted.
        pub fn languages<K>(
            mut self,
            value: impl IntoOptionList<types::LanguageAccess, K>,
        ) -> Self {
            self.body = self.body.languages(value);
            self
        }
        ///The admin rights to set. Ignored if `role_id` is set, because permissions follow the template then. An empty list sets no rights. Whether a list replaces the existing rights is not documented.
        pub fn admin_rights<K>(
            mut self,
            value: impl IntoOptionList<types::AdminRight, K>,
        ) -> Self {
            self.body = self.body.admin_rights(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/contributors/");
            path.segment("contributor_id", &self.contributor_id.to_string());
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateContributor`.
        pub async fn send(self) -> Result<Response<types::ContributorResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_contributor`](crate::Client::delete_contributor).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteContributor {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) contributor_id: i64,
    }
    impl DeleteContributor {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteContributor",
            "/projects/{project_id}/contributors/{contributor_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/contributors/");
            path.segment("contributor_id", &self.contributor_id.to_string());
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteContributor`.
        pub async fn send(
            self,
        ) -> Result<Response<types::ContributorDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_custom_translation_statuses`](crate::Client::list_custom_translation_statuses).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListCustomTranslationStatuses {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListCustomTranslationStatuses {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listCustomTranslationStatuses",
            "/projects/{project_id}/custom_translation_statuses",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/custom_translation_statuses");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listCustomTranslationStatuses`.
        pub async fn send(
            self,
        ) -> Result<Response<types::CustomTranslationStatusListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::create_custom_translation_status`](crate::Client::create_custom_translation_status).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct CreateCustomTranslationStatus {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::NewCustomTranslationStatus,
    }
    impl CreateCustomTranslationStatus {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "createCustomTranslationStatus",
                "/projects/{project_id}/custom_translation_statuses",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(
            mut self,
            body: impl Into<types::NewCustomTranslationStatus>,
        ) -> Self {
            let body = body.into();
            self.body = types::NewCustomTranslationStatus {
                title: self.body.title,
                color: self.body.color,
                ..body
            };
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/custom_translation_statuses");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `createCustomTranslationStatus`.
        pub async fn send(
            self,
        ) -> Result<Response<types::CustomTranslationStatusResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_custom_translation_status_colors`](crate::Client::list_custom_translation_status_colors).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListCustomTranslationStatusColors {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
    }
    impl ListCustomTranslationStatusColors {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listCustomTranslationStatusColors",
            "/projects/{project_id}/custom_translation_statuses/colors",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/custom_translation_statuses/colors");
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listCustomTranslationStatusColors`.
        pub async fn send(self) -> Result<Response<types::ColorListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_custom_translation_status`](crate::Client::get_custom_translation_status).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetCustomTranslationStatus {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) status_id: i64,
    }
    impl GetCustomTranslationStatus {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getCustomTranslationStatus",
            "/projects/{project_id}/custom_translation_statuses/{status_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/custom_translation_statuses/");
            path.segment("status_id", &self.status_id.to_string());
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getCustomTranslationStatus`.
        pub async fn send(
            self,
        ) -> Result<
            Response<crate::wire::quirks::CustomTranslationStatusReadResponse>,
            Error,
        > {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_custom_translation_status`](crate::Client::update_custom_translation_status).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateCustomTranslationStatus {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) status_id: i64,
        pub(crate) body: types::CustomTranslationStatusUpdate,
    }
    impl UpdateCustomTranslationStatus {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "updateCustomTranslationStatus",
            "/projects/{project_id}/custom_translation_statuses/{status_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the whole body.
        pub fn body(
            mut self,
            body: impl Into<types::CustomTranslationStatusUpdate>,
        ) -> Self {
            let body = body.into();
            self.body = body;
            self
        }
        ///Title of the status.
        pub fn title<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.title(value);
            self
        }
        ///Color of the status, hexadecimal as in `#61bd4f`; one of the palette.
        pub fn color<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.color(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/custom_translation_statuses/");
            path.segment("status_id", &self.status_id.to_string());
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateCustomTranslationStatus`.
        pub async fn send(
            self,
        ) -> Result<Response<types::CustomTranslationStatusResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_custom_translation_status`](crate::Client::delete_custom_translation_status).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteCustomTranslationStatus {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) status_id: i64,
    }
    impl DeleteCustomTranslationStatus {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteCustomTranslationStatus",
            "/projects/{project_id}/custom_translation_statuses/{status_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/custom_translation_statuses/");
            path.segment("status_id", &self.status_id.to_string());
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteCustomTranslationStatus`.
        pub async fn send(
            self,
        ) -> Result<Response<types::CustomTranslationStatusDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_files`](crate::Client::list_files).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListFiles {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) filter_filename: Option<String>,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListFiles {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listFiles",
            "/projects/{project_id}/files",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Only files with this name. Whether parts of names match is not documented.
        pub fn filter_filename<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.filter_filename = value.into_option();
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/files");
            path.query("filter_filename", self.filter_filename.as_ref());
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listFiles`.
        pub async fn send(self) -> Result<Response<types::FileListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_file`](crate::Client::delete_file).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteFile {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) file_id: i64,
    }
    impl DeleteFile {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteFile",
            "/projects/{project_id}/files/{file_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/files/");
            path.segment("file_id", &self.file_id.to_string());
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteFile`.
        pub async fn send(self) -> Result<Response<types::FileDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::upload_file`](crate::Client::upload_file).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UploadFile {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::FileUpload,
        pub(crate) content: crate::files::Content,
    }
    impl UploadFile {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            redirects: &[302u16],
            idempotent: false,
            ..Operation::new(
                "uploadFile",
                "/projects/{project_id}/files/upload",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::FileUpload>) -> Self {
            let body = body.into();
            self.body = types::FileUpload {
                filename: self.body.filename,
                lang_iso: self.body.lang_iso,
                ..body
            };
            self
        }
        ///Required, unless the call has a `file`. The file, of a supported type, in Base64.
        pub fn data<K>(
            mut self,
            value: impl IntoOption<crate::wire::encoded::Base64, K>,
        ) -> Self {
            self.body = self.body.data(value);
            self
        }
        ///Whether placeholders are converted to universal placeholders; false keeps the original syntax. Default: `true`.
        pub fn convert_placeholders(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.convert_placeholders(value);
            self
        }
        ///Whether ICU plurals are detected and parsed.
        pub fn detect_icu_plurals(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.detect_icu_plurals(value);
            self
        }
        ///Tags to apply, by default to created and updated keys.
        pub fn tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.tags(value);
            self
        }
        ///Whether the tags are applied to inserted keys.
        pub fn tag_inserted_keys(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.tag_inserted_keys(value);
            self
        }
        ///Whether the tags are applied to updated keys.
        pub fn tag_updated_keys(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.tag_updated_keys(value);
            self
        }
        ///Whether the tags are applied to skipped keys.
        pub fn tag_skipped_keys(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.tag_skipped_keys(value);
            self
        }
        ///Whether tags parsed from the file are applied (tags of single keys in the structured JSON format). Default: `false`.
        pub fn tag_parsed_keys(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.tag_parsed_keys(value);
            self
        }
        ///Whether the file replaces translations that differ.
        pub fn replace_modified(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.replace_modified(value);
            self
        }
        ///Whether the metadata of keys (tags, notes, character limit) is replaced by that of the file. Structured JSON only. Only tags from earlier uploads are replaced; tags added by hand remain. Default: `false`.
        pub fn replace_metadata(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.replace_metadata(value);
            self
        }
        ///Whether `\n` is replaced with a line break.
        pub fn slashn_to_linebreak(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.slashn_to_linebreak(value);
            self
        }
        ///Whether values are replaced with the names of their keys.
        pub fn keys_to_values(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.keys_to_values(value);
            self
        }
        ///Whether keys with similar names can coexist if they are in different files.
        pub fn distinguish_by_file(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.distinguish_by_file(value);
            self
        }
        ///Whether translation memory matches of 100% are applied. If true, takes precedence over `use_automations`.
        pub fn apply_tm(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.apply_tm(value);
            self
        }
        ///Whether automations run for this upload.
        pub fn use_automations(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.use_automations(value);
            self
        }
        ///Whether newly created keys are hidden from contributors.
        pub fn hidden_from_contributors(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.body = self.body.hidden_from_contributors(value);
            self
        }
        ///Whether all keys that are absent from the file are deleted, with their translations in all languages. Assumed: also keys of other files.
        pub fn cleanup_mode(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.cleanup_mode(value);
            self
        }
        ///Custom translation statuses to add, by default to created and updated translations.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<crate::wire::quirks::CustomTranslationStatusId, K>,
        ) -> Self {
            self.body = self.body.custom_translation_status_ids(value);
            self
        }
        ///Whether the statuses are applied to inserted keys.
        pub fn custom_translation_status_inserted_keys(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.body = self.body.custom_translation_status_inserted_keys(value);
            self
        }
        ///Whether the statuses are applied to updated keys.
        pub fn custom_translation_status_updated_keys(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.body = self.body.custom_translation_status_updated_keys(value);
            self
        }
        ///Whether the statuses are applied to skipped keys.
        pub fn custom_translation_status_skipped_keys(
            mut self,
            value: impl Into<Option<bool>>,
        ) -> Self {
            self.body = self.body.custom_translation_status_skipped_keys(value);
            self
        }
        ///Whether to skip detecting the language from the filename.
        pub fn skip_detect_lang_iso(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.skip_detect_lang_iso(value);
            self
        }
        ///File extension of a supported format. The list of formats is not documented.
        pub fn format<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.format(value);
            self
        }
        ///Task that the imported content is added to. For the format `offline_xliff` only.
        pub fn filter_task_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.body = self.body.filter_task_id(value);
            self
        }
        ///Title shown instead of the filename. For Marketing and support projects only.
        pub fn title<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.title(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/files/upload");
            path.require_content(
                "data",
                self.body.data.is_some() || self.content.is_set(),
            );
            path.max_length("title", self.body.title.as_deref(), 256u64);
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
    }
    /// A call of [`Client::start_export`](crate::Client::start_export).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct StartExport {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::FileExport,
    }
    impl StartExport {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "startExport",
                "/projects/{project_id}/files/async-download",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::FileExport>) -> Self {
            let body = body.into();
            self.body = types::FileExport {
                format: self.body.format,
                ..body
            };
            self
        }
        ///Whether the original filenames and formats are used; false creates one file for each language.
        pub fn original_filenames(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.original_filenames(value);
            self
        }
        ///Path of the files in the bundle if `original_filenames` is false. Placeholders: `%LANG_ISO%`, `%LANG_NAME%`, `%FORMAT%`, `%PROJECT_NAME%`.
        pub fn bundle_structure<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.bundle_structure(value);
            self
        }
        ///Directory of the files in the bundle if `original_filenames` is true. Placeholder: `%LANG_ISO%`.
        pub fn directory_prefix<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.directory_prefix(value);
            self
        }
        ///Whether keys of all platforms are included; false includes only those of the platform of `format`.
        pub fn all_platforms(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.all_platforms(value);
            self
        }
        ///Languages to export. Defaults to all.
        pub fn filter_langs<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.filter_langs(value);
            self
        }
        ///Which translations to export.
        pub fn filter_data<K>(
            mut self,
            value: impl IntoOptionList<types::ExportDataFilter, K>,
        ) -> Self {
            self.body = self.body.filter_data(value);
            self
        }
        ///Files whose keys to export. If empty, all.
        pub fn filter_filenames<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.body = self.body.filter_filenames(value);
            self
        }
        ///Whether files end with a newline, if the format supports it.
        pub fn add_newline_eof(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.add_newline_eof(value);
            self
        }
        ///Only translations with these custom translation statuses. If empty, all.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<crate::wire::quirks::CustomTranslationStatusId, K>,
        ) -> Self {
            self.body = self.body.custom_translation_status_ids(value);
            self
        }
        ///Only keys with these tags.
        pub fn include_tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.include_tags(value);
            self
        }
        ///Excludes keys with these tags.
        pub fn exclude_tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.exclude_tags(value);
            self
        }
        /// Order of the keys in an export.
        pub fn export_sort<K>(
            mut self,
            value: impl IntoOption<types::ExportSort, K>,
        ) -> Self {
            self.body = self.body.export_sort(value);
            self
        }
        /// How an empty translation is written: the value of the base language (`base`), an empty value (`empty`), null (`null`, YAML only), or nothing (`skip`).
        pub fn export_empty_as<K>(
            mut self,
            value: impl IntoOption<types::ExportEmptyAs, K>,
        ) -> Self {
            self.body = self.body.export_empty_as(value);
            self
        }
        /// How null is written. For the export of one specific YAML dialect only; which one is not documented.
        pub fn export_null_as<K>(
            mut self,
            value: impl IntoOption<types::ExportNullAs, K>,
        ) -> Self {
            self.body = self.body.export_null_as(value);
            self
        }
        ///Whether comments and descriptions of keys are included, if the format supports it.
        pub fn include_comments(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.include_comments(value);
            self
        }
        ///Whether descriptions of keys are included, if the format supports it.
        pub fn include_description(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.include_description(value);
            self
        }
        ///Ids of other projects whose keys are included.
        pub fn include_pids<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.include_pids(value);
            self
        }
        ///Integrations to trigger; each must be enabled in the project settings.
        pub fn triggers<K>(
            mut self,
            value: impl IntoOptionList<crate::wire::quirks::ExportTrigger, K>,
        ) -> Self {
            self.body = self.body.triggers(value);
            self
        }
        ///Repositories to open a pull request in, each as `organization/repository`. An empty list processes all configured integrations, by platform.
        pub fn filter_repositories<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.body = self.body.filter_repositories(value);
            self
        }
        ///Whether line breaks are replaced with `\n`.
        pub fn replace_breaks(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.replace_breaks(value);
            self
        }
        ///Whether to keep key reference placeholders instead of replacing them with translations.
        pub fn disable_references(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.disable_references(value);
            self
        }
        /// Format of plurals.
        pub fn plural_format<K>(
            mut self,
            value: impl IntoOption<types::PluralFormat, K>,
        ) -> Self {
            self.body = self.body.plural_format(value);
            self
        }
        /// Format of placeholders.
        pub fn placeholder_format<K>(
            mut self,
            value: impl IntoOption<types::PlaceholderFormat, K>,
        ) -> Self {
            self.body = self.body.placeholder_format(value);
            self
        }
        ///URL that receives a POST request with the URL of the bundle when the export is complete. The body is not documented.
        pub fn webhook_url<K>(
            mut self,
            value: impl IntoOption<crate::wire::url_text::UrlText, K>,
        ) -> Self {
            self.body = self.body.webhook_url(value);
            self
        }
        ///Language codes to override in this export.
        pub fn language_mapping<K>(
            mut self,
            value: impl IntoOptionList<types::LanguageMapping, K>,
        ) -> Self {
            self.body = self.body.language_mapping(value);
            self
        }
        ///Whether the forms `zero`, `one` and `two` become `=0`, `=1` and `=2`. ICU plurals only.
        pub fn icu_numeric(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.icu_numeric(value);
            self
        }
        ///Whether universal percent placeholders are exported as a doubled percent sign. Placeholder format `printf` only.
        pub fn escape_percent(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.escape_percent(value);
            self
        }
        /// Indentation of exported files: spaces, or tabs.
        pub fn indentation<K>(
            mut self,
            value: impl IntoOption<types::Indentation, K>,
        ) -> Self {
            self.body = self.body.indentation(value);
            self
        }
        ///Whether the language code is the root key. YAML only.
        pub fn yaml_include_root(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.yaml_include_root(value);
            self
        }
        ///Whether forward slashes are not escaped. JSON only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn json_unescaped_slashes(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.json_unescaped_slashes(value);
            self
        }
        /// Encoding of Java properties files. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn java_properties_encoding<K>(
            mut self,
            value: impl IntoOption<types::JavaPropertiesEncoding, K>,
        ) -> Self {
            self.body = self.body.java_properties_encoding(value);
            self
        }
        /// Separator of key and value in Java properties files. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn java_properties_separator<K>(
            mut self,
            value: impl IntoOption<types::JavaPropertiesSeparator, K>,
        ) -> Self {
            self.body = self.body.java_properties_separator(value);
            self
        }
        ///Description of the bundle, for `ios_sdk` and `android_sdk`. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn bundle_description<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.body = self.body.bundle_description(value);
            self
        }
        ///Only keys of this task. For the format `offline_xliff` only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn filter_task_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.body = self.body.filter_task_id(value);
            self
        }
        ///Whether metadata such as context, comments and screenshots is omitted. ARB only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn compact(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.compact(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/files/async-download");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `startExport`.
        pub async fn send(
            self,
        ) -> Result<Response<types::ExportStartedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::export_files`](crate::Client::export_files).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ExportFiles {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::FileExport,
    }
    impl ExportFiles {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            hints: &[(413u16, "`startExport` exports projects of any size")],
            ..Operation::new(
                "exportFiles",
                "/projects/{project_id}/files/download",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::FileExport>) -> Self {
            let body = body.into();
            self.body = types::FileExport {
                format: self.body.format,
                ..body
            };
            self
        }
        ///Whether the original filenames and formats are used; false creates one file for each language.
        pub fn original_filenames(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.original_filenames(value);
            self
        }
        ///Path of the files in the bundle if `original_filenames` is false. Placeholders: `%LANG_ISO%`, `%LANG_NAME%`, `%FORMAT%`, `%PROJECT_NAME%`.
        pub fn bundle_structure<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.bundle_structure(value);
            self
        }
        ///Directory of the files in the bundle if `original_filenames` is true. Placeholder: `%LANG_ISO%`.
        pub fn directory_prefix<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.directory_prefix(value);
            self
        }
        ///Whether keys of all platforms are included; false includes only those of the platform of `format`.
        pub fn all_platforms(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.all_platforms(value);
            self
        }
        ///Languages to export. Defaults to all.
        pub fn filter_langs<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.filter_langs(value);
            self
        }
        ///Which translations to export.
        pub fn filter_data<K>(
            mut self,
            value: impl IntoOptionList<types::ExportDataFilter, K>,
        ) -> Self {
            self.body = self.body.filter_data(value);
            self
        }
        ///Files whose keys to export. If empty, all.
        pub fn filter_filenames<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.body = self.body.filter_filenames(value);
            self
        }
        ///Whether files end with a newline, if the format supports it.
        pub fn add_newline_eof(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.add_newline_eof(value);
            self
        }
        ///Only translations with these custom translation statuses. If empty, all.
        pub fn custom_translation_status_ids<K>(
            mut self,
            value: impl IntoOptionList<crate::wire::quirks::CustomTranslationStatusId, K>,
        ) -> Self {
            self.body = self.body.custom_translation_status_ids(value);
            self
        }
        ///Only keys with these tags.
        pub fn include_tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.include_tags(value);
            self
        }
        ///Excludes keys with these tags.
        pub fn exclude_tags<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.exclude_tags(value);
            self
        }
        /// Order of the keys in an export.
        pub fn export_sort<K>(
            mut self,
            value: impl IntoOption<types::ExportSort, K>,
        ) -> Self {
            self.body = self.body.export_sort(value);
            self
        }
        /// How an empty translation is written: the value of the base language (`base`), an empty value (`empty`), null (`null`, YAML only), or nothing (`skip`).
        pub fn export_empty_as<K>(
            mut self,
            value: impl IntoOption<types::ExportEmptyAs, K>,
        ) -> Self {
            self.body = self.body.export_empty_as(value);
            self
        }
        /// How null is written. For the export of one specific YAML dialect only; which one is not documented.
        pub fn export_null_as<K>(
            mut self,
            value: impl IntoOption<types::ExportNullAs, K>,
        ) -> Self {
            self.body = self.body.export_null_as(value);
            self
        }
        ///Whether comments and descriptions of keys are included, if the format supports it.
        pub fn include_comments(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.include_comments(value);
            self
        }
        ///Whether descriptions of keys are included, if the format supports it.
        pub fn include_description(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.include_description(value);
            self
        }
        ///Ids of other projects whose keys are included.
        pub fn include_pids<K>(mut self, value: impl IntoOptionList<String, K>) -> Self {
            self.body = self.body.include_pids(value);
            self
        }
        ///Integrations to trigger; each must be enabled in the project settings.
        pub fn triggers<K>(
            mut self,
            value: impl IntoOptionList<crate::wire::quirks::ExportTrigger, K>,
        ) -> Self {
            self.body = self.body.triggers(value);
            self
        }
        ///Repositories to open a pull request in, each as `organization/repository`. An empty list processes all configured integrations, by platform.
        pub fn filter_repositories<K>(
            mut self,
            value: impl IntoOptionList<String, K>,
        ) -> Self {
            self.body = self.body.filter_repositories(value);
            self
        }
        ///Whether line breaks are replaced with `\n`.
        pub fn replace_breaks(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.replace_breaks(value);
            self
        }
        ///Whether to keep key reference placeholders instead of replacing them with translations.
        pub fn disable_references(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.disable_references(value);
            self
        }
        /// Format of plurals.
        pub fn plural_format<K>(
            mut self,
            value: impl IntoOption<types::PluralFormat, K>,
        ) -> Self {
            self.body = self.body.plural_format(value);
            self
        }
        /// Format of placeholders.
        pub fn placeholder_format<K>(
            mut self,
            value: impl IntoOption<types::PlaceholderFormat, K>,
        ) -> Self {
            self.body = self.body.placeholder_format(value);
            self
        }
        ///URL that receives a POST request with the URL of the bundle when the export is complete. The body is not documented.
        pub fn webhook_url<K>(
            mut self,
            value: impl IntoOption<crate::wire::url_text::UrlText, K>,
        ) -> Self {
            self.body = self.body.webhook_url(value);
            self
        }
        ///Language codes to override in this export.
        pub fn language_mapping<K>(
            mut self,
            value: impl IntoOptionList<types::LanguageMapping, K>,
        ) -> Self {
            self.body = self.body.language_mapping(value);
            self
        }
        ///Whether the forms `zero`, `one` and `two` become `=0`, `=1` and `=2`. ICU plurals only.
        pub fn icu_numeric(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.icu_numeric(value);
            self
        }
        ///Whether universal percent placeholders are exported as a doubled percent sign. Placeholder format `printf` only.
        pub fn escape_percent(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.escape_percent(value);
            self
        }
        /// Indentation of exported files: spaces, or tabs.
        pub fn indentation<K>(
            mut self,
            value: impl IntoOption<types::Indentation, K>,
        ) -> Self {
            self.body = self.body.indentation(value);
            self
        }
        ///Whether the language code is the root key. YAML only.
        pub fn yaml_include_root(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.yaml_include_root(value);
            self
        }
        ///Whether forward slashes are not escaped. JSON only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn json_unescaped_slashes(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.json_unescaped_slashes(value);
            self
        }
        /// Encoding of Java properties files. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn java_properties_encoding<K>(
            mut self,
            value: impl IntoOption<types::JavaPropertiesEncoding, K>,
        ) -> Self {
            self.body = self.body.java_properties_encoding(value);
            self
        }
        /// Separator of key and value in Java properties files. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn java_properties_separator<K>(
            mut self,
            value: impl IntoOption<types::JavaPropertiesSeparator, K>,
        ) -> Self {
            self.body = self.body.java_properties_separator(value);
            self
        }
        ///Description of the bundle, for `ios_sdk` and `android_sdk`. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn bundle_description<K>(
            mut self,
            value: impl IntoOption<String, K>,
        ) -> Self {
            self.body = self.body.bundle_description(value);
            self
        }
        ///Only keys of this task. For the format `offline_xliff` only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn filter_task_id(mut self, value: impl Into<Option<i64>>) -> Self {
            self.body = self.body.filter_task_id(value);
            self
        }
        ///Whether metadata such as context, comments and screenshots is omitted. ARB only. Documented for [`start_export`](crate::Client::start_export) only.
        pub fn compact(mut self, value: impl Into<Option<bool>>) -> Self {
            self.body = self.body.compact(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/files/download");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `exportFiles`.
        pub async fn send(self) -> Result<Response<types::BundleResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_webhooks`](crate::Client::list_webhooks).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListWebhooks {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListWebhooks {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listWebhooks",
            "/projects/{project_id}/webhooks",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/webhooks");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listWebhooks`.
        pub async fn send(self) -> Result<Response<types::WebhookListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::create_webhook`](crate::Client::create_webhook).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct CreateWebhook {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) body: types::NewWebhook,
    }
    impl CreateWebhook {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "createWebhook",
                "/projects/{project_id}/webhooks",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the body, except for the arguments of the call.
        pub fn body(mut self, body: impl Into<types::NewWebhook>) -> Self {
            let body = body.into();
            self.body = types::NewWebhook {
                url: self.body.url,
                events: self.body.events,
                ..body
            };
            self
        }
        ///The branch whose events are sent. Assumed: all branches if omitted.
        pub fn branch<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.branch(value);
            self
        }
        ///The languages to send, for events with a language. Defaults to all.
        pub fn event_lang_map<K>(
            mut self,
            value: impl IntoOptionList<types::WebhookEventLanguages, K>,
        ) -> Self {
            self.body = self.body.event_lang_map(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/webhooks");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `createWebhook`.
        pub async fn send(self) -> Result<Response<types::WebhookResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_webhook`](crate::Client::get_webhook).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetWebhook {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) webhook_id: String,
    }
    impl GetWebhook {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getWebhook",
            "/projects/{project_id}/webhooks/{webhook_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/webhooks/");
            path.segment("webhook_id", &self.webhook_id);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getWebhook`.
        pub async fn send(self) -> Result<Response<types::WebhookResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::update_webhook`](crate::Client::update_webhook).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct UpdateWebhook {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) webhook_id: String,
        pub(crate) body: types::WebhookUpdate,
    }
    impl UpdateWebhook {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "updateWebhook",
            "/projects/{project_id}/webhooks/{webhook_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the whole body.
        pub fn body(mut self, body: impl Into<types::WebhookUpdate>) -> Self {
            let body = body.into();
            self.body = body;
            self
        }
        ///The URL that receives the events.
        pub fn url<K>(
            mut self,
            value: impl IntoOption<crate::wire::url_text::UrlText, K>,
        ) -> Self {
            self.body = self.body.url(value);
            self
        }
        ///The branch whose events are sent.
        pub fn branch<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.body = self.body.branch(value);
            self
        }
        ///The events to send. They replace the existing ones.
        pub fn events<K>(
            mut self,
            value: impl IntoOptionList<types::WebhookEventName, K>,
        ) -> Self {
            self.body = self.body.events(value);
            self
        }
        ///The languages to send, for events with a language. Defaults to all.
        pub fn event_lang_map<K>(
            mut self,
            value: impl IntoOptionList<types::WebhookEventLanguages, K>,
        ) -> Self {
            self.body = self.body.event_lang_map(value);
            self
        }
        /// Sets a field of the body that the document does not name. Sending it fails
        /// otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.body = self.body.extra(name, value);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/webhooks/");
            path.segment("webhook_id", &self.webhook_id);
            let operation = (Self::OPERATION, Method::PUT);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `updateWebhook`.
        pub async fn send(self) -> Result<Response<types::WebhookResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::delete_webhook`](crate::Client::delete_webhook).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct DeleteWebhook {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) webhook_id: String,
    }
    impl DeleteWebhook {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "deleteWebhook",
            "/projects/{project_id}/webhooks/{webhook_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/webhooks/");
            path.segment("webhook_id", &self.webhook_id);
            let operation = (Self::OPERATION, Method::DELETE);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `deleteWebhook`.
        pub async fn send(
            self,
        ) -> Result<Response<types::WebhookDeletedResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::regenerate_webhook_secret`](crate::Client::regenerate_webhook_secret).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct RegenerateWebhookSecret {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) webhook_id: String,
    }
    impl RegenerateWebhookSecret {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            idempotent: false,
            ..Operation::new(
                "regenerateWebhookSecret",
                "/projects/{project_id}/webhooks/{webhook_id}/secret/regenerate",
                Server::Main,
            )
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/webhooks/");
            path.segment("webhook_id", &self.webhook_id);
            path.fixed("/secret/regenerate");
            let operation = (Self::OPERATION, Method::PATCH);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `regenerateWebhookSecret`.
        pub async fn send(
            self,
        ) -> Result<Response<types::WebhookSecretResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::list_processes`](crate::Client::list_processes).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListProcesses {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) limit: Option<u32>,
        pub(crate) page: Option<u32>,
    }
    impl ListProcesses {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listProcesses",
            "/projects/{project_id}/processes",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        pub fn limit(mut self, value: impl Into<Option<u32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The page number. Assumed: starts at 1.
        pub fn page(mut self, value: impl Into<Option<u32>>) -> Self {
            self.page = value.into();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/processes");
            path.number("limit", self.limit, 1..=5000);
            path.number("page", self.page, 1..);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listProcesses`.
        pub async fn send(self) -> Result<Response<types::ProcessListResponse>, Error> {
            self.call()?.send().await
        }
    }
    /// A call of [`Client::get_process`](crate::Client::get_process).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct GetProcess {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) process_id: String,
    }
    impl GetProcess {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "getProcess",
            "/projects/{project_id}/processes/{process_id}",
            Server::Main,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/processes/");
            path.segment("process_id", &self.process_id);
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `getProcess`.
        pub async fn send(self) -> Result<Response<types::ProcessResponse>, Error> {
            self.call()?.send().await
        }
    }
    impl ListProjects {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Project> {
            Items::new::<types::ProjectListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::ProjectListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListSystemLanguages {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Language> {
            Items::new::<types::SystemLanguageListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::SystemLanguageListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListLanguages {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Language> {
            Items::new::<types::LanguageListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::LanguageListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListBranches {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Branch> {
            Items::new::<types::BranchListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::BranchListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListProjectComments {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Comment> {
            Items::new::<types::CommentListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::CommentListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListKeyComments {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Comment> {
            Items::new::<types::CommentListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::CommentListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListContributors {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Contributor> {
            Items::new::<types::ContributorListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::ContributorListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListCustomTranslationStatuses {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::CustomTranslationStatus> {
            Items::new::<
                types::CustomTranslationStatusListResponse,
            >(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::CustomTranslationStatusListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListFiles {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::ProjectFile> {
            Items::new::<types::FileListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::FileListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListWebhooks {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Webhook> {
            Items::new::<types::WebhookListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::WebhookListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListProcesses {
        /// Streams the items of all pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::QueuedProcess> {
            Items::new::<types::ProcessListResponse>(self.call(), Paging::Number)
        }
        /// Streams the pages, from `page` if it is set. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::ProcessListResponse> {
            Pages::new(self.call(), Paging::Number)
        }
    }
    impl ListKeys {
        /// Streams the items of all pages: by cursor, from `cursor` if it is set; or by page number if `page` is set, or `pagination` is `offset`. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Key> {
            Items::new::<types::KeyListResponse>(self.call(), Paging::CursorOrNumber)
        }
        /// Streams the pages: by cursor, from `cursor` if it is set; or by page number if `page` is set, or `pagination` is `offset`. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::KeyListResponse> {
            Pages::new(self.call(), Paging::CursorOrNumber)
        }
    }
    impl ListTranslations {
        /// Streams the items of all pages: by cursor, from `cursor` if it is set; or by page number if `page` is set, or `pagination` is `offset`. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<types::Translation> {
            Items::new::<
                types::TranslationListResponse,
            >(self.call(), Paging::CursorOrNumber)
        }
        /// Streams the pages: by cursor, from `cursor` if it is set; or by page number if `page` is set, or `pagination` is `offset`. Requests pages of `limit` items, or of 500. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::TranslationListResponse> {
            Pages::new(self.call(), Paging::CursorOrNumber)
        }
    }
}
