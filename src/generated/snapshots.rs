// Made from spec/openapi.yaml. Do not edit.

//! Copies of a project, which can be restored as projects of their own.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List snapshots.
    ///
    /// Lists the snapshots of the project by ascending id, including those that the service creates
    /// before bulk actions. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `read_snapshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/snapshots`. Needs the feature `snapshots`.
    pub fn list_snapshots(&self, project_id: impl Into<String>) -> ListSnapshots {
        ListSnapshots {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            filter_title: None,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_snapshots`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListSnapshots {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) filter_title: Option<String>,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListSnapshots {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listSnapshots", "/projects/{project_id}/snapshots", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/snapshots");
        path.query("filter_title", self.filter_title.as_ref());
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListSnapshots -> SnapshotListResponse { snapshots: Snapshot });

setters! {
    ListSnapshots {
        /// Only snapshots whose title contains this text, by the docs of a public client.
        filter_title: Value<String>,
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Create a snapshot.
    ///
    /// Saves a copy of the project. Assumed: of the branch in the project id, or `master`. Admin
    /// right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_snapshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `POST /projects/{project_id}/snapshots`. Needs the feature `snapshots`.
    pub fn create_snapshot(&self, project_id: impl Into<String>) -> CreateSnapshot {
        CreateSnapshot {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewSnapshot::new(),
        }
    }
}

/// A call of [`Client::create_snapshot`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateSnapshot {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewSnapshot,
}

impl CreateSnapshot {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createSnapshot", "/projects/{project_id}/snapshots", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/snapshots");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateSnapshot -> SnapshotResponse);

impl Client {
    /// Restore a snapshot as a new project.
    ///
    /// Copies a snapshot into a new project of the same team, named like the old one with ` copy`
    /// after it. The old project is unchanged. Restoring again creates another project. What is
    /// copied besides keys, translations and settings is unknown. The caller also needs an admin
    /// role in the team. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_snapshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `snapshot_id`: Id of the snapshot.
    ///
    /// Sends `POST /projects/{project_id}/snapshots/{snapshot_id}`. Needs the feature `snapshots`.
    pub fn restore_snapshot(
        &self,
        project_id: impl Into<String>,
        snapshot_id: i64,
    ) -> RestoreSnapshot {
        RestoreSnapshot {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            snapshot_id,
        }
    }
}

/// A call of [`Client::restore_snapshot`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct RestoreSnapshot {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) snapshot_id: i64,
}

impl RestoreSnapshot {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new(
            "restoreSnapshot",
            "/projects/{project_id}/snapshots/{snapshot_id}",
            Server::Main,
        )
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/snapshots/");
        path.segment("snapshot_id", &self.snapshot_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::POST), None, self.options)
    }
}

methods!(RestoreSnapshot -> Project);

impl Client {
    /// Delete a snapshot.
    ///
    /// Deletes a snapshot. Admin right: *Manage settings*. *Observed.*
    ///
    /// OAuth scope: `write_snapshots`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `snapshot_id`: Id of the snapshot.
    ///
    /// Sends `DELETE /projects/{project_id}/snapshots/{snapshot_id}`. Needs the feature
    /// `snapshots`.
    pub fn delete_snapshot(
        &self,
        project_id: impl Into<String>,
        snapshot_id: i64,
    ) -> DeleteSnapshot {
        DeleteSnapshot {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            snapshot_id,
        }
    }
}

/// A call of [`Client::delete_snapshot`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteSnapshot {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) snapshot_id: i64,
}

impl DeleteSnapshot {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "deleteSnapshot",
        "/projects/{project_id}/snapshots/{snapshot_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/snapshots/");
        path.segment("snapshot_id", &self.snapshot_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteSnapshot -> SnapshotDeletedResponse);

/// A saved copy of a project. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Snapshot {
    /// Id of the snapshot.
    pub snapshot_id: i64,
    /// Title.
    pub title: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// The same time in Unix seconds. Absent in older responses.
    pub created_at_timestamp: Option<i64>,
    /// Id of the user who did it.
    pub created_by: Option<i64>,
    /// Email address of the user who did it.
    pub created_by_email: Option<String>,
}

object! {
    Snapshot { snapshot_id }
    optional { title, created_at, created_at_timestamp, created_by, created_by_email }
}

impl Snapshot {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// A page of snapshots. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct SnapshotListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// The snapshots.
    pub snapshots: Vec<Snapshot>,
}

object! {
    SnapshotListResponse { snapshots }
    optional { project_id, branch }
}

page!(SnapshotListResponse { snapshots: Snapshot });

/// One snapshot. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct SnapshotResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// A saved copy of a project.
    pub snapshot: Snapshot,
}

object! {
    SnapshotResponse { snapshot }
    optional { project_id, branch }
}

/// Whether a snapshot was deleted. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct SnapshotDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses.
    pub branch: Option<String>,
    /// Whether the snapshot was deleted.
    pub snapshot_deleted: bool,
}

object! {
    SnapshotDeletedResponse { snapshot_deleted }
    optional { project_id, branch }
}

body! {
    /// A snapshot to create. *Observed.*
    pub struct NewSnapshot for [CreateSnapshot] {
    }
    optional {
        /// Title. One source requires it; another has a default.
        title: Value<String>,
    }
}
