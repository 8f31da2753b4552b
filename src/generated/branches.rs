// Made from spec/openapi.yaml. Do not edit.

//! Branches of a project, copies of its content that can be merged.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List branches.
    ///
    /// Lists the branches of the project by name, including the default branch, `master`. In two of
    /// three recorded lists, the total was one too low: read until a page is not full. The project
    /// id must not contain a branch. *Observed.*
    ///
    /// OAuth scope: `read_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/branches`.
    pub fn list_branches(&self, project_id: impl Into<String>) -> ListBranches {
        ListBranches {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_branches`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListBranches {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListBranches {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listBranches", "/projects/{project_id}/branches", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/branches");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListBranches -> BranchListResponse { branches: Branch });

setters! {
    ListBranches {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Create a branch.
    ///
    /// Creates a branch of a Software project whose setting `branching` is on. Assumed: it copies
    /// the branch in the project id, or `master`; its name must be unique; the right
    /// `branches_create` is enough. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `name`: Name of the branch.
    ///
    /// Sends `POST /projects/{project_id}/branches`.
    pub fn create_branch(
        &self,
        project_id: impl Into<String>,
        name: impl Into<String>,
    ) -> CreateBranch {
        CreateBranch {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewBranch::new(name),
        }
    }
}

/// A call of [`Client::create_branch`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateBranch {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewBranch,
}

impl CreateBranch {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createBranch", "/projects/{project_id}/branches", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/branches");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateBranch -> BranchResponse);

impl Client {
    /// Read a branch.
    ///
    /// Reads one branch. The project id must not contain a branch. *Observed.*
    ///
    /// OAuth scope: `read_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `branch_id`: Id of the branch.
    ///
    /// Sends `GET /projects/{project_id}/branches/{branch_id}`.
    pub fn get_branch(&self, project_id: impl Into<String>, branch_id: i64) -> GetBranch {
        GetBranch {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            branch_id,
        }
    }
}

/// A call of [`Client::get_branch`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetBranch {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) branch_id: i64,
}

impl GetBranch {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getBranch", "/projects/{project_id}/branches/{branch_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/branches/");
        path.segment("branch_id", &self.branch_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetBranch -> BranchResponse);

impl Client {
    /// Rename a branch.
    ///
    /// Renames a branch; its id does not change. Assumed: the name must be unique; the default
    /// branch cannot be renamed; the right `branches_create` is enough. Admin right: *Manage
    /// settings*. *Observed.*
    ///
    /// OAuth scope: `write_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `branch_id`: Id of the branch.
    /// - `name`: Name of the branch.
    ///
    /// Sends `PUT /projects/{project_id}/branches/{branch_id}`.
    pub fn update_branch(
        &self,
        project_id: impl Into<String>,
        branch_id: i64,
        name: impl Into<String>,
    ) -> UpdateBranch {
        UpdateBranch {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            branch_id,
            body: BranchUpdate::new(name),
        }
    }
}

/// A call of [`Client::update_branch`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateBranch {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) branch_id: i64,
    pub(crate) body: BranchUpdate,
}

impl UpdateBranch {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateBranch",
        "/projects/{project_id}/branches/{branch_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/branches/");
        path.segment("branch_id", &self.branch_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateBranch -> BranchResponse);

impl Client {
    /// Delete a branch.
    ///
    /// Deletes a branch and its content. A branch with open tasks or orders cannot be deleted.
    /// Assumed: the default branch cannot be deleted either. In the response, `branch` is the
    /// branch in the project id, not the deleted one. Assumed: the right `branches_create` is
    /// enough. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `branch_id`: Id of the branch.
    ///
    /// Sends `DELETE /projects/{project_id}/branches/{branch_id}`.
    pub fn delete_branch(&self, project_id: impl Into<String>, branch_id: i64) -> DeleteBranch {
        DeleteBranch {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            branch_id,
        }
    }
}

/// A call of [`Client::delete_branch`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/branches/");
        path.segment("branch_id", &self.branch_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteBranch -> BranchDeletedResponse);

impl Client {
    /// Merge a branch.
    ///
    /// Merges the changes of a branch into another. `force_conflict_resolve_using` resolves
    /// conflicts in favor of one side. The response to unresolved conflicts is unknown. Assumed:
    /// 400 with a list of them, and 400 for a merge of a branch into itself. Assumed: nothing is
    /// deleted in the target. The source remains, and a merge cannot be undone. A target with open
    /// tasks or orders is rejected. Assumed: the right `branches_merge` is enough. Admin right:
    /// *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_projects`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `branch_id`: Id of the branch.
    ///
    /// Sends `POST /projects/{project_id}/branches/{branch_id}/merge`.
    pub fn merge_branch(&self, project_id: impl Into<String>, branch_id: i64) -> MergeBranch {
        MergeBranch {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            branch_id,
            body: BranchMerge::new(),
        }
    }
}

/// A call of [`Client::merge_branch`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct MergeBranch {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) branch_id: i64,
    pub(crate) body: BranchMerge,
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/branches/");
        path.segment("branch_id", &self.branch_id.to_string());
        path.fixed("/merge");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(MergeBranch -> BranchMergedResponse);

/// A branch of a project. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Branch {
    /// Id of the branch.
    pub branch_id: i64,
    /// Name of the branch; may contain `/`.
    pub name: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the branch was created, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
    /// User id of the creator.
    pub created_by: Option<i64>,
    /// E-mail address of the creator.
    pub created_by_email: Option<String>,
}

object! {
    Branch { branch_id }
    optional { name, created_at, created_at_timestamp, created_by, created_by_email }
}

impl Branch {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// A page of branches. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BranchListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The branches.
    pub branches: Vec<Branch>,
}

object! {
    BranchListResponse { branches }
    optional { project_id, branch }
}

page!(BranchListResponse { branches: Branch });

/// One branch. Here, `branch` is an object, not a name. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BranchResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// A branch of a project.
    pub branch: Branch,
}

object! {
    BranchResponse { branch }
    optional { project_id }
}

/// Whether a branch was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BranchDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the branch was deleted.
    pub branch_deleted: bool,
}

object! {
    BranchDeletedResponse { branch_deleted }
    optional { project_id, branch }
}

/// Whether a branch was merged. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BranchMergedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Whether the branch was merged.
    pub branch_merged: bool,
    /// The branch that was merged.
    pub branch: Option<Branch>,
    /// The target branch. Absent in older responses.
    pub target_branch: Option<Branch>,
}

object! {
    BranchMergedResponse { branch_merged }
    optional { project_id, branch, target_branch }
}

body! {
    /// A branch to create. *Observed.*
    pub struct NewBranch for [CreateBranch] {
        /// Name of the branch.
        name: Value<String>,
    }
    optional {
    }
}

body! {
    /// A new name for a branch. *Observed.*
    pub struct BranchUpdate for [UpdateBranch] {
        /// Name of the branch.
        name: Value<String>,
    }
    optional {
    }
}

open_enum! {
    /// Which side of a conflict wins. `target` and `master` were recorded; `source` is declared.
    /// *Observed.*
    pub enum ConflictResolution {
        /// `source`.
        Source = "source",
        /// `target`.
        Target = "target",
        /// `master`.
        Master = "master",
    }
}

body! {
    /// How to merge a branch. *Observed.*
    pub struct BranchMerge for [MergeBranch] {
    }
    optional {
        /// Which side of a conflict wins. `target` and `master` were recorded; `source` is
        /// declared.
        force_conflict_resolve_using: Value<ConflictResolution>,
        /// Id of the branch to merge into; the default branch if omitted.
        target_branch_id: Plain<i64>,
    }
}
