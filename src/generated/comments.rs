// Made from spec/openapi.yaml. Do not edit.

//! Comments on keys.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List the comments of a project.
    ///
    /// Lists the comments on all keys of the project.
    ///
    /// OAuth scope: `read_comments`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    ///
    /// Sends `GET /projects/{project_id}/comments`.
    pub fn list_project_comments(&self, project_id: impl Into<String>) -> ListProjectComments {
        ListProjectComments {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_project_comments`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListProjectComments {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListProjectComments {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listProjectComments", "/projects/{project_id}/comments", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/comments");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListProjectComments -> CommentListResponse { comments: Comment });

setters! {
    ListProjectComments {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// List the comments of a key.
    ///
    /// Lists the comments on one key.
    ///
    /// OAuth scope: `read_comments`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    ///
    /// Sends `GET /projects/{project_id}/keys/{key_id}/comments`.
    pub fn list_key_comments(&self, project_id: impl Into<String>, key_id: i64) -> ListKeyComments {
        ListKeyComments {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_key_comments`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.fixed("/comments");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListKeyComments -> CommentListResponse { comments: Comment });

setters! {
    ListKeyComments {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Add comments to a key.
    ///
    /// Adds comments to a key.
    ///
    /// OAuth scope: `write_comments`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    /// - `comments`: The comments to add.
    ///
    /// Sends `POST /projects/{project_id}/keys/{key_id}/comments`.
    pub fn create_key_comments(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        comments: impl IntoIterator<Item: Into<NewComment>>,
    ) -> CreateKeyComments {
        CreateKeyComments {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            body: NewComments::new(comments),
        }
    }
}

/// A call of [`Client::create_key_comments`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateKeyComments {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) key_id: i64,
    pub(crate) body: NewComments,
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.fixed("/comments");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateKeyComments -> CommentsCreatedResponse);

impl Client {
    /// Read a comment.
    ///
    /// Reads one comment of a key.
    ///
    /// OAuth scope: `read_comments`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    /// - `comment_id`: Id of the comment.
    ///
    /// Sends `GET /projects/{project_id}/keys/{key_id}/comments/{comment_id}`.
    pub fn get_key_comment(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        comment_id: i64,
    ) -> GetKeyComment {
        GetKeyComment {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            comment_id,
        }
    }
}

/// A call of [`Client::get_key_comment`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.fixed("/comments/");
        path.segment("comment_id", &self.comment_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetKeyComment -> CommentResponse);

impl Client {
    /// Delete a comment.
    ///
    /// Deletes one comment of a key. The authenticated user can delete only comments of their own.
    ///
    /// OAuth scope: `write_comments`.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `key_id`: Id of the key.
    /// - `comment_id`: Id of the comment.
    ///
    /// Sends `DELETE /projects/{project_id}/keys/{key_id}/comments/{comment_id}`.
    pub fn delete_key_comment(
        &self,
        project_id: impl Into<String>,
        key_id: i64,
        comment_id: i64,
    ) -> DeleteKeyComment {
        DeleteKeyComment {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            key_id,
            comment_id,
        }
    }
}

/// A call of [`Client::delete_key_comment`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
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

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/keys/");
        path.segment("key_id", &self.key_id.to_string());
        path.fixed("/comments/");
        path.segment("comment_id", &self.comment_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteKeyComment -> CommentDeletedResponse);

/// A comment on a key.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Comment {
    /// Id of the comment.
    pub comment_id: i64,
    /// Id of the key that the comment belongs to.
    pub key_id: Option<i64>,
    /// The text.
    pub comment: Option<String>,
    /// User id of the author.
    pub added_by: Option<i64>,
    /// E-mail address of the author.
    pub added_by_email: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub added_at: Option<TimestampText>,
    /// When the comment was added, in Unix seconds.
    pub added_at_timestamp: Option<i64>,
}

object! {
    Comment { comment_id }
    optional { key_id, comment, added_by, added_by_email, added_at, added_at_timestamp }
}

impl Comment {
    /// Returns the time of `added_at_timestamp`, or else of `added_at`.
    pub fn added(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.added_at_timestamp, self.added_at.as_ref())
    }
}

/// Comments of a project.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CommentListResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// The comments.
    pub comments: Vec<Comment>,
}

object! {
    CommentListResponse { comments }
    optional { project_id, branch }
}

page!(CommentListResponse { comments: Comment });

/// One comment.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CommentResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// A comment on a key.
    pub comment: Comment,
}

object! {
    CommentResponse { comment }
    optional { project_id, branch }
}

/// Whether a comment was deleted.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CommentDeletedResponse {
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Absent in older responses. *Observed.*
    pub branch: Option<String>,
    /// Whether the comment was deleted.
    pub comment_deleted: bool,
}

object! {
    CommentDeletedResponse { comment_deleted }
    optional { project_id, branch }
}

body! {
    /// A comment to add.
    pub struct NewComment for [] {
        /// The text.
        comment: Value<String>,
    }
    optional {
    }
}

body! {
    /// Comments to add to one key. Assumed: the list is required.
    pub struct NewComments for [CreateKeyComments] {
        /// The comments to add.
        comments: List<NewComment>,
    }
    optional {
    }
}
