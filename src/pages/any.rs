//! Lists that the document does not hold: how they are asked for, and their pages read.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use serde::de::DeserializeOwned;

use super::cursor::{AFTER, Cursors, Envelope};
use super::either::{Either, either};
use super::numbered::Numbered;
use super::source::{List, Source};
use super::walk::Paginator;
use super::{Items, Page, Pages};
use crate::error::Error;
use crate::operation::{Operation, Server};
use crate::pipeline::Origin;
use crate::request::RawRequest;
use crate::response::{RawResponse, Response};
use crate::types::CursorMeta;

mod body;

use body::{Body, Found};

/// How a [raw request](crate::RawRequest) goes through a list, page by page.
///
/// | | Asks with | Goes on |
/// |---|---|---|
/// | `Number` | `limit`, `page` | as far as the counts in the headers say |
/// | `CursorOrNumber` | `limit`, `pagination=cursor`, `cursor` | with `X-Pagination-Next-Cursor` |
/// | `Cursor("after")` | `after` | with `meta.cursor`, as long as `meta.hasMore` says so |
/// | `Cursor("cursor")` | `cursor` | with `next_cursor`, as long as `has_more` says so |
///
/// How each ends, and what is found out of a list that goes in circles, is in
/// [`pages`](crate::pages).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paging {
    /// By page number, as the lists of the main API: its default.
    Number,
    /// By cursor where the service knows one, else by page number, as the lists of the main API
    /// that take `pagination`.
    CursorOrNumber,
    /// By cursor. This parameter takes the cursor, and `before` one to go backward from, if it is
    /// `after`. The next cursor, text or a number, is looked for in the answer: in `next_cursor`,
    /// or in `cursor` or `nextCursor` of its `meta`, or in `X-Pagination-Next-Cursor`; and whether
    /// more follows in `has_more` of either, in this spelling or as `hasMore`. Where only a cursor
    /// says so, more follows.
    ///
    /// `Cursor("after")` is the default of the cursor-paginated API. A `limit` is sent where it is
    /// set in the query.
    Cursor(&'static str),
}

/// A page of a list that the document does not hold, with items of the caller's type.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RawPage<T> {
    /// The items of the page.
    pub items: Vec<T>,
    /// Where the page stands in its list, as far as the body says: lists by cursor do.
    pub meta: CursorMeta,
    /// Whether the body says anything of what follows.
    is_told: bool,
    ends: Option<(u64, u64)>,
}

impl<T: Send + 'static> Page for RawPage<T> {
    type Item = T;
    /// A hash of what came: items of the caller's type may not be comparable.
    type End = u64;

    fn items(&self) -> &[T] {
        &self.items
    }

    fn into_items(self) -> Vec<T> {
        self.items
    }

    fn ends(&self) -> Option<(u64, u64)> {
        self.ends
    }
}

impl<T: Send + 'static> Envelope for RawPage<T> {
    fn meta(&self) -> &CursorMeta {
        &self.meta
    }

    fn says_nothing(&self) -> bool {
        !self.is_told
    }
}

/// The same for the same text.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl RawRequest<'_> {
    /// How a list goes from page to page; as the lists of its [server](Self::server) by default.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::pages::Paging;
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::Value;
    ///
    /// let events = client.request(Method::GET, "teams/7/events").query("limit", 100);
    /// let mut events = events.paging(Paging::Cursor("cursor")).stream::<Value>();
    /// while let Some(event) = events.next().await {
    ///     println!("{}", event?["kind"]);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn paging(mut self, paging: Paging) -> Self {
        self.paging = Some(paging);
        self
    }

    /// The field of the answer that holds the items of a list. It need not be said where the answer
    /// has one list only, or is one.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::Value;
    ///
    /// let orders = client.request(Method::GET, "teams/7/orders").items_in("orders");
    /// let mut pages = orders.pages::<Value>();
    /// while let Some(page) = pages.next().await {
    ///     println!("{} orders", page?.items.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn items_in(mut self, field: impl Into<String>) -> Self {
        self.items_in = Some(field.into());
        self
    }

    /// Streams the items of all pages, as [`pages`](crate::pages) says: in their order, a few pages
    /// ahead, and an item that does not decode is an error of its own. What the query holds is sent
    /// with each; `limit`, `page` and cursors in it say how large pages are, and where to start.
    ///
    /// A request that is not a `GET`, or has a body, is an invalid request: each page is another.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Screenshot {
    ///     screenshot_id: u64,
    /// }
    ///
    /// let list = client.request(Method::GET, "projects/garnet-7041.26/screenshots");
    /// let mut screenshots = list.name("listScreenshots").stream::<Screenshot>();
    /// while let Some(screenshot) = screenshots.next().await {
    ///     println!("{}", screenshot?.screenshot_id);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn stream<T: DeserializeOwned + Send + 'static>(self) -> Items<T> {
        Items::new(self.list())
    }

    /// Streams the pages: see [`stream`](Self::stream).
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::Value;
    ///
    /// let list = client.request(Method::GET, "projects/garnet-7041.26/screenshots");
    /// let mut pages = list.pages::<Value>();
    /// while let Some(page) = pages.next().await.transpose()? {
    ///     println!("{} of {:?}", page.items.len(), page.total_count());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn pages<T: DeserializeOwned + Send + 'static>(self) -> Pages<RawPage<T>> {
        Pages::new(self.list())
    }

    fn list<T: DeserializeOwned + Send + 'static>(mut self) -> Result<Started<T>, Error> {
        let operation = self.operation();
        if !self.only_asks() {
            let reason = "a stream asks for each page by itself, and only a GET without a body can \
                          be asked again and again";
            return Err(Error::invalid_request(operation, reason));
        }
        let paging = self.paging.unwrap_or(match operation.server {
            Server::Cursor => Paging::Cursor(AFTER),
            Server::Main | Server::Auth => Paging::Number,
        });
        let field = self.items_in.take().map(Found::Field);
        let place = field.map_or_else(OnceLock::new, OnceLock::from);
        let mut list = List::new(self.call::<()>()?);
        let paginator: Box<dyn Paginator<RawPage<T>>> = match paging {
            Paging::Number => Box::new(Numbered::of(&mut list)?),
            Paging::CursorOrNumber => Box::new(either(&mut list)? as Either<u64>),
            Paging::Cursor(parameter) => Box::new(Cursors::of(&mut list, parameter)?),
        };
        let read = move |answer, operation| read(answer, operation, &place);
        Ok((Source::read_by(list, read), paginator))
    }
}

type Started<T> = (Source<RawPage<T>>, Box<dyn Paginator<RawPage<T>>>);

/// Reads a page. The first one tells where the items are, if the caller does not.
fn read<T: DeserializeOwned>(
    mut answer: RawResponse,
    operation: &'static Operation,
    place: &OnceLock<Found>,
) -> Result<Response<RawPage<T>>, Error> {
    if place.get().is_none() {
        match Found::look(&answer.body) {
            Ok(found) => drop(place.set(found)),
            Err(reason) => {
                let origin = answer.origin.take();
                let error = Error::unlisted(operation, answer.into(), reason);
                return Err(Origin::conclude(origin, error));
            }
        }
    }
    answer.decode_by(operation, Body::new(place.get()))
}
