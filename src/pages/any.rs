//! Lists that the document does not hold: how they are asked for, and their pages read.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use serde::de::DeserializeOwned;

use super::Page;
use super::cursor::{AFTER, Cursors, Envelope};
use super::either::{Either, either};
use super::numbered::Numbered;
use super::source::{List, Source};
use super::walk::Paginator;
use crate::call::response::{RawResponse, Response};
use crate::call::runtime::Call;
use crate::error::Error;
use crate::types::CursorMeta;
use crate::wire::operation::Server;

mod body;

use body::Found;

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

/// The pages of a list whose call is this, and the way through it: of its server where none is
/// said. Its items are in this field; else where the first page has its only list.
pub(crate) fn any<T: DeserializeOwned + Send + 'static>(
    call: Call<'_, ()>,
    paging: Option<Paging>,
    items_in: Option<String>,
) -> Result<Started<T>, Error> {
    let paging = paging.unwrap_or(match call.operation().server {
        Server::Cursor => Paging::Cursor(AFTER),
        Server::Main | Server::Auth => Paging::Number,
    });
    let place = items_in.map(Found::Field);
    let place = place.map_or_else(OnceLock::new, OnceLock::from);
    let mut list = List::new(call);
    let paginator: Box<dyn Paginator<RawPage<T>>> = match paging {
        Paging::Number => Box::new(Numbered::of(&mut list)?),
        Paging::CursorOrNumber => Box::new(either(&mut list)? as Either<u64>),
        Paging::Cursor(parameter) => Box::new(Cursors::of(&mut list, parameter)?),
    };
    let read = move |answer, _| read(answer, &place);
    Ok((Source::read_by(list, read), paginator))
}

pub(crate) type Started<T> = (Source<RawPage<T>>, Box<dyn Paginator<RawPage<T>>>);

/// Reads a page. The first one tells where the items are, if the caller does not.
fn read<T: DeserializeOwned>(
    answer: RawResponse,
    place: &OnceLock<Found>,
) -> Result<Response<RawPage<T>>, Error> {
    if place.get().is_none() {
        match Found::look(answer.head.body()) {
            Ok(found) => drop(place.set(found)),
            Err(reason) => {
                return Err(answer.fail(|operation, head| Error::unlisted(operation, head, reason)));
            }
        }
    }
    answer.decode_by(|reader| body::read(reader, place.get()))
}
