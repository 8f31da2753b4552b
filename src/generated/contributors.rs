// Made from spec/openapi.yaml. Do not edit.

//! The members of a project, with their roles, admin rights and languages.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List contributors.
    ///
    /// Lists the contributors of the project with their access to languages. Admins always have
    /// read and write access to all languages. No admin right is needed.
    ///
    /// OAuth scope: `read_contributors`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/contributors`.
    pub fn list_contributors(&self, project_id: impl Into<String>) -> ListContributors {
        ListContributors {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_contributors`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListContributors {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListContributors {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listContributors", "/projects/{project_id}/contributors", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/contributors");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListContributors -> ContributorListResponse { contributors: Contributor });

setters! {
    ListContributors {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Invite contributors.
    ///
    /// Adds contributors to the project, and invites those without an account. The request has a
    /// list, but the response is documented with a single contributor. Observed: a list. Admin
    /// right: *Manage contributors*.
    ///
    /// OAuth scope: `write_contributors`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `contributors`: The contributors to add.
    ///
    /// Sends `POST /projects/{project_id}/contributors`.
    pub fn create_contributors(
        &self,
        project_id: impl Into<String>,
        contributors: impl IntoIterator<Item: Into<ContributorInvitation>>,
    ) -> CreateContributors {
        CreateContributors {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: ContributorInvitations::new(contributors),
        }
    }
}

/// A call of [`Client::create_contributors`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateContributors {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: ContributorInvitations,
}

impl CreateContributors {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createContributors", "/projects/{project_id}/contributors", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/contributors");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateContributors -> ContributorsInvitedResponse);

impl Client {
    /// Delete all contributors.
    ///
    /// Starts a job that deletes all contributors of the project, and returns the id of the job;
    /// [`get_contributor_deletion_job`](crate::Client::get_contributor_deletion_job) reads its
    /// state. The initial state is not documented. If a previous bulk deletion of the project
    /// recently completed or failed, the status is 409: retry later. Admin right: *Manage
    /// contributors*.
    ///
    /// OAuth scope: `delete_contributors`.
    ///
    /// Errors besides those of most calls:
    ///
    /// - 409: A previous bulk deletion of this project recently completed or failed.
    ///
    /// Arguments:
    ///
    /// - `project_id`: UUID v7 of the project, not its id. Observed:
    ///   [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.
    ///
    /// Sends `DELETE /projects/{project_id}/contributors`.
    pub fn delete_all_contributors(&self, project_id: impl Into<String>) -> DeleteAllContributors {
        DeleteAllContributors {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
        }
    }
}

/// A call of [`Client::delete_all_contributors`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.require_uuid("project_id", &self.project_id);
        path.project("project_id", self.project_id);
        path.fixed("/contributors");
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteAllContributors -> DeletionJobStartedResponse);

starts!(
    DeleteAllContributors
    -> GetContributorDeletionJob by job_id in job_id: ContributorDeletionJob
);

impl Client {
    /// Import contributors of another project.
    ///
    /// Copies contributors of a source project to this project, with their roles, permissions and
    /// languages. Without `contributor_ids`, or with an empty list, all contributors of the source
    /// project are imported; otherwise only the listed ones. A contributor that cannot be imported
    /// does not fail the request: the result reports it. Admin right: *Manage contributors*, in
    /// this project, and read access to the source project.
    ///
    /// OAuth scope: `write_contributors`.
    ///
    /// Errors besides those of most calls:
    ///
    /// - 400: The request is invalid, or its body is not JSON.
    /// - 403: No access to the source project.
    /// - 404: The target project or the source project was not found; see the message.
    ///
    /// Arguments:
    ///
    /// - `project_id`: UUID v7 of the project, not its id. Observed:
    ///   [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.
    /// - `from_project_uuid`: UUID v7 of the source project, not its id. Observed:
    ///   [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.
    ///
    /// Sends `POST /projects/{project_id}/contributors/import`.
    pub fn import_contributors(
        &self,
        project_id: impl Into<String>,
        from_project_uuid: impl Into<String>,
    ) -> ImportContributors {
        ImportContributors {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: ContributorImport::new(from_project_uuid),
        }
    }
}

/// A call of [`Client::import_contributors`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ImportContributors {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: ContributorImport,
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.require_uuid("project_id", &self.project_id);
        path.project("project_id", self.project_id);
        path.fixed("/contributors/import");
        path.require_uuid("from_project_uuid", &self.body.from_project_uuid);
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(ImportContributors -> ContributorImportResponse);

impl Client {
    /// Read a bulk deletion job.
    ///
    /// Reads the state of a job that
    /// [`delete_all_contributors`](crate::Client::delete_all_contributors) started. Contributors
    /// that cannot be deleted do not fail the request: the job counts them. No admin right is
    /// needed.
    ///
    /// OAuth scope: `read_contributors`.
    ///
    /// Errors besides those of most calls:
    ///
    /// - 404: The job was not found.
    ///
    /// Arguments:
    ///
    /// - `project_id`: UUID v7 of the project, not its id. Observed:
    ///   [`get_own_contributor`](crate::Client::get_own_contributor) returns it as `project_uuid`.
    /// - `job_id`: UUID v7 of the job, as
    ///   [`delete_all_contributors`](crate::Client::delete_all_contributors) returned it.
    ///
    /// Sends `GET /projects/{project_id}/contributors/jobs/{job_id}`.
    pub fn get_contributor_deletion_job(
        &self,
        project_id: impl Into<String>,
        job_id: impl Into<String>,
    ) -> GetContributorDeletionJob {
        GetContributorDeletionJob {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            job_id: job_id.into(),
        }
    }
}

/// A call of [`Client::get_contributor_deletion_job`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.require_uuid("project_id", &self.project_id);
        path.project("project_id", self.project_id);
        path.fixed("/contributors/jobs/");
        path.require_uuid("job_id", &self.job_id);
        path.segment("job_id", &self.job_id);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetContributorDeletionJob -> ContributorDeletionJob);

job! {
    GetContributorDeletionJob by job_id: String => ContributorDeletionJob,
    state: "deletion job" ended ["completed"] failed ["failed"]
}

impl Client {
    /// Read the caller's own contributor.
    ///
    /// Reads the contributor record of the authenticated user. Its permissions combine those of the
    /// contributor and of a group. The response has a `project_id`. Observed: also or instead a
    /// `project_uuid`, and a `uuid` of the contributor. The bulk operations take these UUIDs. No
    /// admin right is needed.
    ///
    /// OAuth scope: `read_contributors`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/contributors/me`.
    pub fn get_own_contributor(&self, project_id: impl Into<String>) -> GetOwnContributor {
        GetOwnContributor {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
        }
    }
}

/// A call of [`Client::get_own_contributor`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/contributors/me");
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetOwnContributor -> ContributorResponse);

impl Client {
    /// Read a contributor.
    ///
    /// Reads one contributor of the project. No admin right is needed.
    ///
    /// OAuth scope: `read_contributors`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `contributor_id`: Id of the contributor. Which field of a record holds it is not
    ///   documented. Assumed: `user_id`.
    ///
    /// Sends `GET /projects/{project_id}/contributors/{contributor_id}`.
    pub fn get_contributor(
        &self,
        project_id: impl Into<String>,
        contributor_id: i64,
    ) -> GetContributor {
        GetContributor {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            contributor_id,
        }
    }
}

/// A call of [`Client::get_contributor`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/contributors/");
        path.segment("contributor_id", &self.contributor_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetContributor -> ContributorResponse);

impl Client {
    /// Update a contributor.
    ///
    /// Changes the contributor's role, admin rights or languages. To give access to a new language,
    /// send the full list of languages, including those already granted. The effect on omitted
    /// fields is not documented. Admin right: *Manage contributors*.
    ///
    /// OAuth scope: `write_contributors`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `contributor_id`: Id of the contributor. Which field of a record holds it is not
    ///   documented. Assumed: `user_id`.
    ///
    /// Sends `PUT /projects/{project_id}/contributors/{contributor_id}`.
    pub fn update_contributor(
        &self,
        project_id: impl Into<String>,
        contributor_id: i64,
    ) -> UpdateContributor {
        UpdateContributor {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            contributor_id,
            body: ContributorUpdate::new(),
        }
    }
}

/// A call of [`Client::update_contributor`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateContributor {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) contributor_id: i64,
    pub(crate) body: ContributorUpdate,
}

impl UpdateContributor {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateContributor",
        "/projects/{project_id}/contributors/{contributor_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/contributors/");
        path.segment("contributor_id", &self.contributor_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateContributor -> ContributorResponse);

impl Client {
    /// Delete a contributor.
    ///
    /// Removes one contributor from the project. Contributors cannot remove themselves. Admin
    /// right: *Manage contributors*.
    ///
    /// OAuth scope: `delete_contributors`.
    ///
    /// Errors besides those of most calls:
    ///
    /// - 403: The caller tried to delete themselves.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `contributor_id`: Id of the contributor. Which field of a record holds it is not
    ///   documented. Assumed: `user_id`.
    ///
    /// Sends `DELETE /projects/{project_id}/contributors/{contributor_id}`.
    pub fn delete_contributor(
        &self,
        project_id: impl Into<String>,
        contributor_id: i64,
    ) -> DeleteContributor {
        DeleteContributor {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            contributor_id,
        }
    }
}

/// A call of [`Client::delete_contributor`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/contributors/");
        path.segment("contributor_id", &self.contributor_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteContributor -> ContributorDeletedResponse);

open_integer_enum! {
    /// Permission template of a contributor. 1: manager (manages project settings, contributors and
    /// tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator
    /// (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys,
    /// controls key statuses). 5: translator (translates keys). In a request, permissions follow
    /// the template, and `admin_rights` is ignored. Documented as present in the responses of
    /// creating and updating a contributor.
    pub enum RoleId {
        /// `1`.
        Manager = 1,
        /// `2`.
        Developer = 2,
        /// `3`.
        ContentCreator = 3,
        /// `4`.
        Reviewer = 4,
        /// `5`.
        Translator = 5,
    }
}

open_enum! {
    /// A permission that an invitation can give.
    pub enum InvitationAdminRight {
        /// `activity`.
        Activity = "activity",
        /// `contributors`.
        Contributors = "contributors",
        /// `branches_create`.
        BranchesCreate = "branches_create",
        /// `branches_main_modify`.
        BranchesMainModify = "branches_main_modify",
        /// `branches_merge`.
        BranchesMerge = "branches_merge",
        /// `custom_status_modify`.
        CustomStatusModify = "custom_status_modify",
        /// `download`.
        Download = "download",
        /// `glossary`.
        Glossary = "glossary",
        /// `glossary_edit`.
        GlossaryEdit = "glossary_edit",
        /// `glossary_delete`.
        GlossaryDelete = "glossary_delete",
        /// `keys`.
        Keys = "keys",
        /// `manage_languages`.
        ManageLanguages = "manage_languages",
        /// `review`.
        Review = "review",
        /// `screenshots`.
        Screenshots = "screenshots",
        /// `settings`.
        Settings = "settings",
        /// `statistics`.
        Statistics = "statistics",
        /// `tasks`.
        Tasks = "tasks",
        /// `upload`.
        Upload = "upload",
    }
}

open_enum! {
    /// A permission of a contributor. Two lists are documented, that of the invitation and that of
    /// the update. Observed: values of both, mixed in one response.
    pub enum AdminRight {
        /// `activity`.
        Activity = "activity",
        /// `contributors`.
        Contributors = "contributors",
        /// `branches_create`.
        BranchesCreate = "branches_create",
        /// `branches_main_modify`.
        BranchesMainModify = "branches_main_modify",
        /// `branches_merge`.
        BranchesMerge = "branches_merge",
        /// `custom_status_modify`.
        CustomStatusModify = "custom_status_modify",
        /// `download`.
        Download = "download",
        /// `glossary`.
        Glossary = "glossary",
        /// `glossary_edit`.
        GlossaryEdit = "glossary_edit",
        /// `glossary_delete`.
        GlossaryDelete = "glossary_delete",
        /// `keys`.
        Keys = "keys",
        /// `manage_languages`.
        ManageLanguages = "manage_languages",
        /// `review`.
        Review = "review",
        /// `screenshots`.
        Screenshots = "screenshots",
        /// `settings`.
        Settings = "settings",
        /// `statistics`.
        Statistics = "statistics",
        /// `tasks`.
        Tasks = "tasks",
        /// `upload`.
        Upload = "upload",
        /// `create_branches`.
        CreateBranches = "create_branches",
        /// `languages`.
        Languages = "languages",
    }
}

/// Access of a contributor to a language.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContributorLanguage {
    /// Id of the language.
    pub lang_id: Option<i64>,
    /// Code of the language.
    pub lang_iso: Option<String>,
    /// Name of the language.
    pub lang_name: Option<String>,
    /// Whether a contributor has write access to a language. A boolean, or 0 or 1. Observed: a
    /// boolean.
    pub is_writable: Option<bool>,
}

object! {
    ContributorLanguage {}
    optional { lang_id, lang_iso, lang_name, is_writable }
}

/// A member of a project.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Contributor {
    /// Id of the user.
    pub user_id: i64,
    /// UUID of the contributor. Recorded for
    /// [`get_own_contributor`](crate::Client::get_own_contributor) only. Assumed: `contributor_ids`
    /// of an import takes it. *Observed.*
    pub uuid: Option<Uuid>,
    /// E-mail address.
    pub email: Option<String>,
    /// Full name.
    pub fullname: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the contributor was created, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
    /// Whether the contributor is an admin. Deprecated: use `role_id` and `admin_rights`.
    #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
    pub is_admin: Option<bool>,
    /// Whether the contributor is a reviewer. Deprecated: use `role_id` and `admin_rights`.
    #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
    pub is_reviewer: Option<bool>,
    /// The same as `is_reviewer`, misspelled in some responses. Deprecated: use `role_id` and
    /// `admin_rights`.
    #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
    pub is_reviwer: Option<bool>,
    /// Permission template of a contributor. 1: manager (manages project settings, contributors and
    /// tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator
    /// (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys,
    /// controls key statuses). 5: translator (translates keys). In a request, permissions follow
    /// the template, and `admin_rights` is ignored. Documented as present in the responses of
    /// creating and updating a contributor.
    pub role_id: Option<RoleId>,
    /// The languages the contributor has access to.
    pub languages: Option<Vec<ContributorLanguage>>,
    /// The admin rights of a contributor. A list. Without rights, the samples also have an empty
    /// object. Observed: an empty list.
    pub admin_rights: Option<Vec<AdminRight>>,
}

object! {
    Contributor { user_id }
    optional {
        uuid, email, fullname, created_at, created_at_timestamp, is_admin, is_reviewer,
        is_reviwer, role_id, languages, admin_rights,
    }
}

impl Contributor {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// Contributors of a project.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContributorListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// The contributors.
    pub contributors: Vec<Contributor>,
}

object! {
    ContributorListResponse { contributors }
    optional { project_id, branch }
}

page!(ContributorListResponse { contributors: Contributor });

/// One contributor.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContributorResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// UUID of the project, for the bulk operations. Recorded for
    /// [`get_own_contributor`](crate::Client::get_own_contributor) only. *Observed.*
    pub project_uuid: Option<Uuid>,
    /// A member of a project.
    pub contributor: Contributor,
}

object! {
    ContributorResponse { contributor }
    optional { project_id, branch, project_uuid }
}

/// Whether a contributor was deleted.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContributorDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// Whether the contributor was deleted.
    pub contributor_deleted: bool,
}

object! {
    ContributorDeletedResponse { contributor_deleted }
    optional { project_id, branch }
}

body! {
    /// Access of a new contributor to a language.
    pub struct LanguageAccess for [] {
        /// Code of the language.
        lang_iso: Value<String>,
    }
    optional {
        /// Whether the contributor has write access to the language.
        is_writable: Plain<bool>,
    }
}

body! {
    /// A contributor to add.
    pub struct ContributorInvitation for [] {
        /// E-mail address.
        email: Value<String>,
        /// The languages to grant access to. Documented both as required and as required only if
        /// `is_admin` is false. Assumed: an admin may have an empty list.
        languages: List<LanguageAccess>,
    }
    optional {
        /// Full name. Used only for users without an account.
        fullname: Value<String>,
        /// Whether the user gets access to all languages of the project, overriding `languages`.
        /// Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        is_admin: Plain<bool>,
        /// Whether the user is a reviewer. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        is_reviewer: Plain<bool>,
        /// Permission template of a contributor, one of those that `RoleId` names. Permissions
        /// follow the template, and `admin_rights` is ignored.
        role_id: Value<RoleId>,
        /// The admin rights to give; none if omitted or empty. Ignored if `role_id` is set.
        admin_rights: List<InvitationAdminRight>,
    }
}

body! {
    /// Contributors to add. Assumed: the list is required.
    pub struct ContributorInvitations for [CreateContributors] {
        /// The contributors to add.
        contributors: List<ContributorInvitation>,
    }
    optional {
    }
}

body! {
    /// Changes of a contributor. The effect on omitted fields is not documented.
    pub struct ContributorUpdate for [UpdateContributor] {
    }
    optional {
        /// Whether the contributor is an admin. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        is_admin: Plain<bool>,
        /// Whether the contributor is a reviewer. Deprecated: use `role_id` and `admin_rights`.
        #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
        is_reviewer: Plain<bool>,
        /// Permission template of a contributor, one of those that `RoleId` names. Permissions
        /// follow the template, and `admin_rights` is ignored.
        role_id: Value<RoleId>,
        /// All languages of the contributor, including those already granted.
        languages: List<LanguageAccess>,
        /// The admin rights to set. Ignored if `role_id` is set, because permissions follow the
        /// template then. An empty list sets no rights. Whether a list replaces the existing rights
        /// is not documented.
        admin_rights: List<AdminRight>,
    }
}

body! {
    /// Which contributors to import.
    pub struct ContributorImport for [ImportContributors] {
        /// UUID v7 of the source project, not its id. Observed:
        /// [`get_own_contributor`](crate::Client::get_own_contributor) returns it as
        /// `project_uuid`.
        from_project_uuid: Value<String>,
    }
    optional {
        /// UUIDs v7 of the contributors to import. If omitted or empty, all contributors of the
        /// source project.
        contributor_ids: List<String>,
    }
}

/// Counts of an import.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContributorImportSummary {
    /// Number of contributors requested.
    pub total_requested: Option<i64>,
    /// Number of contributors imported.
    pub imported: Option<i64>,
    /// Number of contributors skipped because they already exist or failed.
    pub skipped: Option<i64>,
}

object! {
    ContributorImportSummary {}
    optional { total_requested, imported, skipped }
}

/// The result of an import for one contributor.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ImportedContributor {
    /// UUID of the contributor.
    pub id: Option<Uuid>,
    /// Whether the contributor was imported.
    pub success: Option<bool>,
    /// The reason if `success` is false, for example that the contributor already exists in the
    /// target project.
    pub reason: Option<String>,
}

object! {
    ImportedContributor {}
    optional { id, success, reason }
}

/// The result of an import.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContributorImportResponse {
    /// UUID of the target project.
    pub project_uuid: Option<Uuid>,
    /// Counts of the import.
    pub summary: Option<ContributorImportSummary>,
    /// The result for each contributor.
    pub contributors: Option<Vec<ImportedContributor>>,
}

object! {
    ContributorImportResponse {}
    optional { project_uuid, summary, contributors }
}

/// A bulk deletion that was started.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct DeletionJobStartedResponse {
    /// UUID v7 of the job.
    pub job_id: Uuid,
}

object! {
    DeletionJobStartedResponse { job_id = "jobId" }
    optional {}
}

open_enum! {
    /// State of a bulk deletion. Four states are documented; the transitions between them are not.
    pub enum DeletionJobState {
        /// `queued`.
        Queued = "queued",
        /// `running`.
        Running = "running",
        /// `completed`.
        Completed = "completed",
        /// `failed`.
        Failed = "failed",
    }
}

/// A bulk deletion of contributors.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContributorDeletionJob {
    /// State of a bulk deletion. Four states are documented; the transitions between them are not.
    pub state: DeletionJobState,
    /// UUID v7 of the project.
    pub project_id: Option<Uuid>,
    /// When the job was created, in Unix seconds.
    pub created_at: Option<i64>,
    /// When the job last changed, in Unix seconds.
    pub updated_at: Option<i64>,
    /// Number of contributors to delete.
    pub total: Option<i64>,
    /// Number of contributors processed so far.
    pub processed: Option<i64>,
    /// Number of contributors deleted.
    pub deleted: Option<i64>,
    /// Number of contributors that could not be deleted.
    pub failed: Option<i64>,
    /// Number of contributors skipped.
    pub skipped: Option<i64>,
    /// Number of errors by message, such as `cannot_delete_team_owner` or `database_error`.
    pub errors: Option<BTreeMap<String, i64>>,
}

object! {
    ContributorDeletionJob { state }
    optional {
        project_id = "projectId", created_at = "createdAt", updated_at = "updatedAt",
        total, processed, deleted, failed, skipped, errors,
    }
}
