// Made from spec/openapi.yaml. Do not edit.

//! The cursor API, a second server for items of a project.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List items by cursor.
    ///
    /// Lists items of the project, page by page: while `meta.hasMore` is true, repeat the request
    /// with `after` set to `meta.cursor`. Cursors are opaque: do not parse, change or build them.
    /// The maximum of `limit` varies for each list of this API and is not documented, and `before`
    /// is supported by some lists only. The type of an item is not documented. Needs an API token;
    /// OAuth access tokens are not documented here.
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project.
    ///
    /// Sends `GET /projects/{projectId}/items` to
    /// [`cursor_api_url`](crate::ClientBuilder::cursor_api_url).
    pub fn list_items(&self, project_id: impl Into<String>) -> ListItems {
        ListItems {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            after: None,
            before: None,
        }
    }
}

/// A call of [`Client::list_items`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListItems {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) limit: Option<i32>,
    pub(crate) after: Option<String>,
    pub(crate) before: Option<String>,
}

impl ListItems {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listItems", "/projects/{projectId}/items", Server::Cursor);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/items");
        path.number("limit", self.limit, ..);
        path.query("after", self.after.as_ref());
        path.query("before", self.before.as_ref());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(after ListItems -> ItemListResponse { data: Value });

setters! {
    ListItems {
        /// Items per page. The maximum is not documented.
        limit: Plain<i32>,
        /// The `meta.cursor` of the previous page, to read the next one.
        after: Value<String>,
        /// A cursor, to read the page before it. Supported by some lists only.
        before: Value<String>,
    }
}

/// Position of a page in its list.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CursorMeta {
    /// Number of items in this response.
    pub count: Option<i64>,
    /// Opaque cursor that points to the last item of this page.
    pub cursor: Option<String>,
    /// Whether more items exist. Assumed: if it is missing, a `cursor` implies it.
    pub has_more: Option<bool>,
}

object! {
    CursorMeta {}
    optional { count, cursor, has_more = "hasMore" }
}

/// A page of a cursor-paginated list.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ItemListResponse {
    /// The items of the page.
    pub data: Vec<Value>,
    /// Position of a page in its list.
    pub meta: CursorMeta,
}

object! {
    ItemListResponse { data, meta }
    optional {}
}

page!(ItemListResponse { data: Value, meta.cursor, meta.has_more });
