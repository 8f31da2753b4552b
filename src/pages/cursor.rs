//! Lists by cursor: from page to page as the service points, in one direction, and never in
//! circles.

use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::sync::Arc;

use reqwest::Method;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::source::{List, Query, Source};
use super::trail::Trail;
use super::walk::{PagePosition, Paginator, fetch};
use super::{Items, Page, Pages};
use crate::call::response::Response;
use crate::call::runtime::Call;
use crate::client::Client;
use crate::error::Error;
use crate::types::CursorMeta;
use crate::wire::decode::{self, Decode, Foreign, Reader};
use crate::wire::operation::{Operation, Server};

/// What takes the cursor that a walk goes forward from, and backward.
pub(super) const AFTER: &str = "after";
const BEFORE: &str = "before";

/// A page of a cursor list, with items of the caller's type.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CursorPage<T> {
    /// The items of the page.
    pub data: Vec<T>,
    /// Where the page stands in its list.
    pub meta: CursorMeta,
}

impl<T: DeserializeOwned> Decode for CursorPage<T> {
    fn decode(reader: &mut Reader<'_>) -> decode::Result<Self> {
        let (mut data, mut meta) = (None, None);
        let start = reader.object(&mut |reader, name| {
            match name {
                "data" => data = Some(Vec::decode(reader)?),
                "meta" => meta = Some(Decode::decode(reader)?),
                _ => drop(reader.skip()?),
            }
            Ok(())
        })?;
        let data = reader.required(start, "data", data)?;
        Ok(Self {
            data: data.into_iter().map(|Foreign(item)| item).collect(),
            meta: reader.required(start, "meta", meta)?,
        })
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for CursorPage<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decode::from_serde(deserializer)
    }
}

/// The body of an answer that is a page of a cursor list.
pub(crate) trait Envelope: Page {
    fn meta(&self) -> &CursorMeta;

    /// Whether the answer has none of what says whether more items exist.
    fn says_nothing(&self) -> bool {
        false
    }
}

impl<T: Send + 'static> Page for CursorPage<T> {
    type Item = T;
    /// Their cursors tell pages apart.
    type End = ();

    fn items(&self) -> &[T] {
        &self.data
    }

    fn into_items(self) -> Vec<T> {
        self.data
    }

    fn ends(&self) -> Option<((), ())> {
        None
    }
}

impl<T: Send + 'static> Envelope for CursorPage<T> {
    fn meta(&self) -> &CursorMeta {
        &self.meta
    }
}

/// A list of the cursor-paginated API with items of the type `T`: see [`Client::cursor_list`].
#[must_use = "nothing is sent until it is sent or streamed"]
pub struct CursorList<T = Value> {
    list: Result<List, Error>,
    items: PhantomData<fn() -> T>,
}

impl Client {
    /// Any list of the cursor-paginated API, for those that the document does not hold. Its items
    /// are JSON, or of a type of the caller's: see [`CursorList::of`].
    ///
    /// `path` is relative to the address of that API and cannot leave it: another path is an
    /// invalid request, and nothing is sent. What is encoded in it stays as it is.
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
        let request = self.request(Method::GET, path.as_ref());
        CursorList::new(
            request
                .server(Server::Cursor)
                .name("cursorList")
                .call()
                .map(Call::<()>::from),
        )
    }
}

impl<T> CursorList<T> {
    pub(crate) fn new<A>(call: Result<Call<'_, A>, Error>) -> Self {
        Self {
            list: call.map(List::new),
            items: PhantomData,
        }
    }

    /// The same list with items of another type. An item that does not decode is an error of its
    /// own: see [`pages`](super).
    pub fn of<U>(self) -> CursorList<U> {
        CursorList {
            list: self.list,
            items: PhantomData,
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
        if let Ok(list) = &mut self.list {
            list.add(name.as_ref(), &value.to_string());
        }
        self
    }

    fn set(mut self, name: &str, value: &str) -> Self {
        if let Ok(list) = &mut self.list {
            list.take(name);
            list.add(name, value);
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
        fetch(Arc::new(Source::new(self.list?)), Query::new()).await
    }

    /// Streams the items of all pages.
    pub fn stream(self) -> Items<T> {
        Items::new(self.list.and_then(walk::<CursorPage<T>>))
    }

    /// Streams the pages.
    pub fn pages(self) -> Pages<CursorPage<T>> {
        Pages::new(self.list.and_then(walk))
    }
}

/// The list of a call, from the cursor that it names.
pub(crate) fn by_cursor<B: Envelope + Decode>(
    call: Result<Call<'_, B>, Error>,
) -> Result<(Source<B>, Cursors), Error> {
    walk(List::new(call?))
}

fn walk<B: Page + Decode>(mut list: List) -> Result<(Source<B>, Cursors), Error> {
    let cursors = Cursors::of(&mut list, AFTER)?;
    Ok((Source::new(list), cursors))
}

/// The way through a cursor list.
pub(crate) struct Cursors {
    operation: &'static Operation,
    /// What takes the cursor: `after` or `before`, by the direction, or another.
    parameter: &'static str,
    /// The page to ask for, once it is known.
    next: Option<Query>,
    /// Whether it starts where the list does.
    is_whole: bool,
    /// Whether a page has come.
    is_begun: bool,
    trail: Trail,
}

impl Cursors {
    /// From the cursor that a list names, which this parameter takes.
    pub(super) fn of(list: &mut List, parameter: &'static str) -> Result<Self, Error> {
        let before = (parameter == AFTER).then(|| list.take(BEFORE)).flatten();
        let (parameter, start) = match (list.take(parameter), before) {
            (Some(_), Some(_)) => {
                return Err(Error::invalid_request(
                    list.operation,
                    "`after` and `before` are both set, and a stream goes in one direction",
                ));
            }
            (None, Some(before)) => (BEFORE, Some(before)),
            (start, None) => (parameter, start),
        };
        let mut cursors = Self {
            operation: list.operation,
            parameter,
            next: Some(Query::new()),
            is_whole: start.is_none(),
            is_begun: false,
            trail: Trail::new(list.operation),
        };
        if let Some(cursor) = start {
            cursors.go_to(cursor)?;
        }
        Ok(cursors)
    }

    fn go_to(&mut self, cursor: String) -> Result<(), Error> {
        if !self.trail.is_new(&cursor) {
            return Err(self.trail.circle());
        }
        self.next = Some(vec![(self.parameter, cursor)]);
        Ok(())
    }
}

impl<B: Envelope> Paginator<B> for Cursors {
    fn is_from_the_start(&self) -> bool {
        self.is_whole
    }

    fn ask(&mut self) -> Option<Query> {
        self.next.take()
    }

    fn learn(&mut self, page: &Response<B>) -> Result<PagePosition, Error> {
        let meta = page.meta();
        let cursor = meta.cursor.as_deref().or(page.next_cursor());
        // Where the page does not say whether more follows, a cursor does, but not behind an empty
        // page.
        let is_empty = page.items().is_empty() && page.item_issues().next().is_none();
        let has_more = meta.has_more.unwrap_or(cursor.is_some() && !is_empty);
        let is_first = !mem::replace(&mut self.is_begun, true);
        if is_first && !is_empty && cursor.is_none() && page.says_nothing() {
            return Err(Error::pagination(
                self.operation,
                "nothing in the answer says whether more items exist, as lists by cursor do",
            ));
        }
        if !has_more {
            return Ok(PagePosition::Last);
        }
        self.trail.follow(is_empty)?;
        match cursor {
            Some(cursor) => self.go_to(cursor.to_owned())?,
            None => {
                return Err(Error::pagination(
                    self.operation,
                    "more items exist, and no cursor leads to them",
                ));
            }
        }
        Ok(PagePosition::Within)
    }
}

impl<T> fmt::Debug for CursorList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.list.as_ref().map(|list| list.operation.id);
        f.debug_tuple("CursorList").field(&operation).finish()
    }
}
