//! Lists by cursor: from page to page as the service points, in one direction, and never in circles.

use std::fmt;
use std::sync::Arc;

use reqwest::Method;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::source::{Query, Source};
use super::trail::Trail;
use super::walk::{Plan, Standing, fetch};
use super::{Items, Page, Pages};
use crate::client::Client;
use crate::decode::{self, Object};
use crate::error::Error;
use crate::request::to_path;
use crate::response::Response;
use crate::runtime::{Call, Operation, Server};
use crate::types::CursorMeta;

const ANY_LIST: &Operation = &Operation::undescribed("cursorList", Server::Cursor);

/// A page of a cursor list, with items of the caller's type.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CursorPage<T> {
    /// The items of the page.
    pub data: Vec<T>,
    /// Where the page stands in its list.
    pub meta: CursorMeta,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for CursorPage<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decode::object(deserializer)
    }
}

impl<'de, T: Deserialize<'de>> Object<'de> for CursorPage<T> {
    fn read<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(bound(deserialize = "T: Deserialize<'de>"))]
        struct Wire<T> {
            #[serde(deserialize_with = "crate::decode::list")]
            data: Vec<T>,
            meta: CursorMeta,
        }
        let Wire { data, meta } = Wire::deserialize(fields)?;
        Ok(Self { data, meta })
    }
}

/// The body of an answer that is a page of a cursor list.
pub(crate) trait Envelope: Page {
    fn meta(&self) -> &CursorMeta;
}

impl<T: DeserializeOwned + Send + 'static> Page for CursorPage<T> {
    type Item = T;

    fn items(&self) -> &[T] {
        &self.data
    }

    fn into_items(self) -> Vec<T> {
        self.data
    }
}

impl<T: DeserializeOwned + Send + 'static> Envelope for CursorPage<T> {
    fn meta(&self) -> &CursorMeta {
        &self.meta
    }
}

/// A list of the cursor-paginated API with items of the type `T`: see [`Client::cursor_list`].
#[must_use = "nothing is sent until it is sent or streamed"]
pub struct CursorList<T = Value> {
    source: Result<Source<CursorPage<T>>, Error>,
}

impl Client {
    /// Any list of the cursor-paginated API, for those that the document does not hold. Its items are JSON, or of a type of the
    /// caller's: see [`CursorList::of`].
    ///
    /// `path` is relative to the address of that API and cannot leave it: another path is an invalid request, and nothing is sent.
    /// What is encoded in it stays as it is.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// #[derive(serde::Deserialize)]
    /// struct Glossary {
    ///     id: u64,
    /// }
    ///
    /// let list = client.cursor_list("projects/garnet-7041.26/glossaries").limit(50);
    /// let mut glossaries = list.of::<Glossary>().stream();
    /// while let Some(glossary) = glossaries.next().await {
    ///     println!("{}", glossary?.id);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn cursor_list(&self, path: impl AsRef<str>) -> CursorList {
        CursorList::new(any_list(self, path.as_ref()))
    }
}

fn any_list<'c>(client: &'c Client, path: &str) -> Result<Call<'c, Value>, Error> {
    let request = to_path(client, ANY_LIST, Method::GET, path)?
        .build()
        .map_err(|error| Error::unsendable(ANY_LIST, &error))?;
    Ok(Call::new(client, ANY_LIST, request))
}

impl<T> CursorList<T> {
    pub(crate) fn new<A>(call: Result<Call<'_, A>, Error>) -> Self {
        Self {
            source: call.map(Source::new),
        }
    }

    /// The same list with items of another type. An item that does not decode is an error of its
    /// own: see [`pages`](super).
    pub fn of<U>(self) -> CursorList<U> {
        CursorList {
            source: self.source.map(Source::of),
        }
    }

    /// How many items a page holds at most. The maximum varies, and is not documented.
    pub fn limit(self, items: u32) -> Self {
        self.set("limit", &items.to_string())
    }

    /// A cursor, to start behind it.
    pub fn after(self, cursor: impl AsRef<str>) -> Self {
        self.set("after", cursor.as_ref())
    }

    /// A cursor, to go backward from it. Supported by some lists only.
    pub fn before(self, cursor: impl AsRef<str>) -> Self {
        self.set("before", cursor.as_ref())
    }

    /// Adds a parameter to the query. It is encoded as needed.
    pub fn query(mut self, name: impl AsRef<str>, value: impl fmt::Display) -> Self {
        if let Ok(source) = &mut self.source {
            source.add(name.as_ref(), &value.to_string());
        }
        self
    }

    fn set(mut self, name: &str, value: &str) -> Self {
        if let Ok(source) = &mut self.source {
            source.take(name);
            source.add(name, value);
        }
        self
    }
}

impl<T: DeserializeOwned + Send + 'static> CursorList<T> {
    /// Reads one page.
    ///
    /// # Errors
    ///
    /// As for every call.
    pub async fn send(self) -> Result<Response<CursorPage<T>>, Error> {
        fetch(Arc::new(self.source?), Query::new()).await
    }

    /// Streams the items of all pages.
    pub fn stream(self) -> Items<T> {
        Items::new(self.source.and_then(walk))
    }

    /// Streams the pages.
    pub fn pages(self) -> Pages<CursorPage<T>> {
        Pages::new(self.source.and_then(walk))
    }
}

/// The list of a call, from the cursor that it names.
pub(crate) fn by_cursor<B: Envelope>(
    call: Result<Call<'_, B>, Error>,
) -> Result<(Source<B>, Cursors), Error> {
    walk(Source::new(call?))
}

fn walk<B>(mut source: Source<B>) -> Result<(Source<B>, Cursors), Error> {
    let (parameter, start) = match (source.take("after"), source.take("before")) {
        (Some(_), Some(_)) => {
            return Err(Error::invalid_request(
                source.operation,
                "`after` and `before` are both set, and a stream goes in one direction",
            ));
        }
        (None, Some(before)) => ("before", Some(before)),
        (after, None) => ("after", after),
    };
    let mut cursors = Cursors {
        operation: source.operation,
        parameter,
        next: Some(Query::new()),
        is_whole: start.is_none(),
        trail: Trail::new(source.operation),
    };
    if let Some(cursor) = start {
        cursors.go_to(cursor)?;
    }
    Ok((source, cursors))
}

/// The way through a cursor list.
pub(crate) struct Cursors {
    operation: &'static Operation,
    /// The direction: `after` or `before`.
    parameter: &'static str,
    /// The page to ask for, once it is known.
    next: Option<Query>,
    /// Whether it starts where the list does.
    is_whole: bool,
    trail: Trail,
}

impl Cursors {
    fn go_to(&mut self, cursor: String) -> Result<(), Error> {
        if !self.trail.is_new(&cursor) {
            return Err(self.trail.circle());
        }
        self.next = Some(vec![(self.parameter, cursor)]);
        Ok(())
    }
}

impl<B: Envelope> Plan<B> for Cursors {
    fn is_from_the_start(&self) -> bool {
        self.is_whole
    }

    fn ask(&mut self) -> Option<Query> {
        self.next.take()
    }

    fn learn(&mut self, page: &Response<B>) -> Result<Standing, Error> {
        let meta = page.meta();
        // Where the page does not say whether more follows, a cursor does, but not behind an empty
        // page.
        let is_empty = page.items().is_empty() && page.unreadable_items().next().is_none();
        let has_more = meta.has_more.unwrap_or(meta.cursor.is_some() && !is_empty);
        if !has_more {
            return Ok(Standing::Last);
        }
        self.trail.follow(is_empty)?;
        match &meta.cursor {
            Some(cursor) => self.go_to(cursor.clone())?,
            None => {
                return Err(Error::pagination(
                    self.operation,
                    "more items exist, and no cursor leads to them",
                ));
            }
        }
        Ok(Standing::Within)
    }
}

impl<T> fmt::Debug for CursorList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.source.as_ref().map(|source| source.operation.id);
        f.debug_tuple("CursorList").field(&operation).finish()
    }
}
