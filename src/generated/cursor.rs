// Made from spec/openapi.yaml. Do not edit.

/// Types used as operation parameters and responses.
#[allow(clippy::all)]
pub mod types {
    use super::types;
    use serde_json::{Map, Value};
    use crate::optional::{IntoOption, IntoOptionList};
    ///Position of a page in its list.
    #[derive(::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct CursorMeta {
        ///Number of items in this response.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub count: Option<i64>,
        ///Opaque cursor that points to the last item of this page.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cursor: Option<String>,
        ///Whether more items exist. Assumed: if it is missing, a `cursor` implies it.
        #[serde(
            rename = "hasMore",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub has_more: Option<bool>,
    }
    ///A page of a cursor-paginated list.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct ItemListResponse {
        ///The items of the page.
        pub data: Vec<::serde_json::Value>,
        /// Position of a page in its list.
        pub meta: CursorMeta,
    }
    crate::wire::decode::object! {
        CursorMeta {} optional { count = "count", cursor = "cursor", has_more = "hasMore"
        }
    }
    crate::wire::decode::object! {
        ItemListResponse { data = "data", meta = "meta" } optional {}
    }
    impl crate::pages::Page for ItemListResponse {
        type Item = ::serde_json::Value;
        fn summary(&self) -> crate::pages::Summary<'_> {
            crate::pages::Summary::of(&self.data, Some(&self.meta))
        }
        fn into_items(self) -> Vec<::serde_json::Value> {
            self.data
        }
    }
}
impl crate::Client {
    /** List items by cursor.

Lists items of the project, page by page: while `meta.hasMore` is true, repeat the request with `after` set to `meta.cursor`. Cursors are opaque: do not parse, change or build them. The maximum of `limit` varies for each list of this API and is not documented, and `before` is supported by some lists only. The type of an item is not documented. Needs an API token; OAuth access tokens are not documented here.

Errors common to most calls: 400, 401, 403, 404 and 429.

Arguments:

- `project_id`: Id of the project.

Sends `GET /projects/{projectId}/items`.*/
    pub fn list_items(&self, project_id: impl Into<String>) -> calls::ListItems {
        calls::ListItems {
            client: self.clone(),
            options: crate::CallOptions::new(),
            project_id: project_id.into(),
            limit: None,
            after: None,
            before: None,
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
    /// A call of [`Client::list_items`](crate::Client::list_items).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct ListItems {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) project_id: String,
        pub(crate) limit: Option<i32>,
        pub(crate) after: Option<String>,
        pub(crate) before: Option<String>,
    }
    impl ListItems {
        pub(crate) const OPERATION: &'static Operation = &Operation::new(
            "listItems",
            "/projects/{projectId}/items",
            Server::Cursor,
        );
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Items per page. The maximum is not documented.
        pub fn limit(mut self, value: impl Into<Option<i32>>) -> Self {
            self.limit = value.into();
            self
        }
        /// The `meta.cursor` of the previous page, to read the next one.
        pub fn after<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.after = value.into_option();
            self
        }
        /// A cursor, to read the page before it. Supported by some lists only.
        pub fn before<K>(mut self, value: impl IntoOption<String, K>) -> Self {
            self.before = value.into_option();
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/projects/");
            path.project("project_id", self.project_id);
            path.fixed("/items");
            path.number("limit", self.limit, ..);
            path.query("after", self.after.as_ref());
            path.query("before", self.before.as_ref());
            let operation = (Self::OPERATION, Method::GET);
            path.call(self.client, operation, None, self.options)
        }
        /// Sends `listItems`.
        pub async fn send(self) -> Result<Response<types::ItemListResponse>, Error> {
            self.call()?.send().await
        }
    }
    impl ListItems {
        /// Streams the items of all pages: forward from `after`, or from the start, or backward from `before` if it is set. See [`pages`](crate::pages).
        pub fn stream(self) -> Items<::serde_json::Value> {
            Items::new::<types::ItemListResponse>(self.call(), Paging::Cursor("after"))
        }
        /// Streams the pages: forward from `after`, or from the start, or backward from `before` if it is set. See [`pages`](crate::pages).
        pub fn pages(self) -> Pages<types::ItemListResponse> {
            Pages::new(self.call(), Paging::Cursor("after"))
        }
    }
    impl ListItems {
        /// Streams the items of all pages as the caller's type: see `stream`.
        pub fn stream_of<T>(self) -> Items<T>
        where
            T: serde::de::DeserializeOwned + Send + 'static,
        {
            Items::foreign(
                self.call(),
                Some(Paging::Cursor("after")),
                Some("data".to_owned()),
            )
        }
    }
}
