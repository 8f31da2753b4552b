//! Lists as streams: of [`Items`] and of [`Pages`], which `stream()` and `pages()` of every list
//! operation make.
//!
//! ```
//! # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
//! let mut contributors = client.list_contributors().project_id("garnet-7041.26").stream();
//! while let Some(contributor) = contributors.next().await {
//!     println!("{:?}", contributor?.email);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Nothing is sent before a stream is polled. From then on it fetches ahead while the caller works,
//! in tasks of its own: at most [`ahead`](Items::ahead) pages (4 by default) are on their way,
//! waiting, or in the caller's hand. Where the total of a list is known, its pages are requested at
//! the same time, within the client's [pace](crate::pace). The order is that of the list. Dropping
//! a stream cancels its requests. Like every call, streams need a Tokio runtime: the one on which
//! they are first polled has to go on.
//!
//! # Errors
//!
//! An error comes after all pages before it, and is the last thing that a stream yields: all but
//! one. An item that is not as documented costs itself alone. It comes as an error in its place,
//! with its [place and JSON](crate::Error::item), and the stream goes on behind it:
//!
//! ```
//! # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
//! let mut contributors = client.list_contributors().project_id("garnet-7041.26").stream();
//! while let Some(contributor) = contributors.next().await {
//!     match contributor {
//!         Ok(contributor) => println!("{:?}", contributor.email),
//!         Err(error) if error.item().is_some() => eprintln!("left out: {error}"),
//!         Err(error) => return Err(error),
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! What stops at the first error, such as `try_collect`, stops there too. A page has the items that
//! could be read, and the others in [`Response::decode_issues`]; there are also the values of optional
//! fields that could not be read, with which an item still comes.
//!
//! # Lists of the main API
//!
//! They start at the `page` that was set, or the first, and ask for the `limit` that was set,
//! or 500. `X-Pagination-Limit` says how many items a page has where it comes, `limit` where it
//! does not. They end so:
//!
//! | What comes | The total is known | No total has come |
//! |---|---|---|
//! | a full page | pages up to the total follow, several at the same time; behind them, since totals are seen that are too low, the next page, one at a time | the next page follows, one at a time |
//! | a total that has grown or shrunk | more pages follow, or fewer | from here on the total is known |
//! | a first page that is short | where the total says more, the service has lowered the limit: pages of this size follow up to the total | the service may have lowered the limit: the next page follows, and pages are full at this size |
//! | a later page that is short | the list goes on up to the total, and ends there | the list ends |
//! | an empty page | the list ends; where the page's own total says that there are items on it, with [`ErrorKind::Pagination`](crate::ErrorKind::Pagination) | the list ends |
//!
//! A service that ignores `page` would make a list without end. Where a page is the same as the one
//! before it, those on their way still come, and then a page far behind is asked for. If that is
//! the same too, or is refused with a status of 4xx, the walk ends: quietly where all that the
//! total counts has come, or where there is none and the page is refused; else with
//! [`ErrorKind::Pagination`](crate::ErrorKind::Pagination). So it does where pages come again with
//! others between them. Pages are the same that have as many items, and the same first and last
//! one: where each answer changes a field of these, a repetition cannot be noticed, and the list is
//! as long as its total.
//!
//! An empty page is handed out only where it is the first one. What is added or removed at the
//! service during a walk moves the items behind it to other pages, so that one may be missed or
//! come twice: to delete what a list holds, collect it first.
//!
//! # Lists in either way
//!
//! Some lists of the main API can be read by cursor too: those that take `pagination`. They are
//! walked by cursor, one page at a time, since what is added or removed meanwhile moves nothing
//! then. From the `cursor` that was set, or from the start; pages have the `limit` that was
//! set, or 500. Where `page` was set, or `pagination` is `offset`, they are walked as all
//! others, in the order that they have then. A `cursor` beside one of these is an invalid
//! request, and so is an empty one.
//!
//! A walk by cursor ends where no cursor comes, or an empty one; or the one before it again, with a
//! page that is not full. With a full page that is
//! [`ErrorKind::Pagination`](crate::ErrorKind::Pagination), for then nobody knows what follows; and
//! so are a cursor from further back, and 100 empty pages in a row.
//!
//! A service that knows no cursors answers the first page by its number, with a total,
//! `X-Pagination-Page` or `X-Pagination-Page-Count`: the walk goes on by page number from there. So
//! it does, from page 1 on, where a first page has neither a cursor nor any other header of paging,
//! as behind a proxy that drops them. Where the walk has gone by cursor, or was to start from one,
//! an answer by page number that says that more exists is
//! [`ErrorKind::Pagination`](crate::ErrorKind::Pagination).
//!
//! # Cursor lists
//!
//! They go forward from `after`, or from the start; or backward from `before`, where it was set.
//! (The service documents no way to go backward from the end, nor the order of the items on the
//! way.) They send the `limit` that was set, or none, since its maximum varies. They end where
//! `hasMore` is false. A cursor that came before, or none where more items exist, is
//! [`ErrorKind::Pagination`](crate::ErrorKind::Pagination): a walk that would go in circles stops
//! before it yields anything twice. So are 100 empty pages in a row, each of which says that more
//! follows.
//!
//! [`CursorList`] reads the items as a type of the caller's, and
//! [`Client::cursor_list`](crate::Client::cursor_list) any list of that API.
//!
//! # Any other list
//!
//! [`RawRequest::stream`](crate::RawRequest::stream) walks lists that the document does not hold,
//! in one of these ways, or by cursor as [`Paging`] says: then it ends where the body says that no
//! more exists, or where neither it nor the headers have another cursor. A first page with items,
//! and without a word of what follows, is [`ErrorKind::Pagination`](crate::ErrorKind::Pagination).

mod any;
mod cursor;
mod either;
mod numbered;
mod source;
mod trail;
mod walk;

use std::fmt;
use std::future::poll_fn;
use std::iter::Peekable;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use reqwest::StatusCode;

pub use any::{Paging, RawPage};
pub(crate) use any::{Started, any};
pub use cursor::{CursorList, CursorPage};
pub(crate) use cursor::{Envelope, by_cursor};
pub(crate) use either::in_either_way;
pub(crate) use numbered::numbered;

use crate::call::response::Response;
use crate::error::{Error, Target};
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::operation::Operation;
use source::Source;
use walk::{Paginator, Walk};

/// The body of an answer that is a page of a list.
pub(crate) trait Page: Send + Sized + 'static {
    type Item: Send + 'static;
    /// What tells an item from others.
    type End: Clone + PartialEq + Send + 'static;

    fn items(&self) -> &[Self::Item];

    fn into_items(self) -> Vec<Self::Item>;

    /// The first item, and the last one.
    fn ends(&self) -> Option<(Self::End, Self::End)>;
}

/// The pages of a list, in their order: a [`Stream`] of answers, each with its
/// [`total_count`](Response::total_count) where the service gives one. When it ends is told in the
/// [module](self).
#[must_use = "nothing is sent until it is polled"]
#[doc(alias = "pagination")]
pub struct Pages<B>(Walk<Response<B>>);

/// The items of all pages of a list, in their order: a [`Stream`]. When it ends is told in the
/// [module](self).
#[must_use = "nothing is sent until it is polled"]
#[doc(alias = "pagination")]
#[doc(alias = "paginator")]
pub struct Items<T> {
    /// The operation, and what else an error of an item is of.
    source: Option<(&'static Operation, Target)>,
    walk: Walk<Batch<T>>,
    page: Batch<T>,
    /// The position in the list of the next item, where that is known.
    position: Option<u64>,
}

/// The items of a page, and between them those that could not be read.
struct Batch<T> {
    status: StatusCode,
    items: std::vec::IntoIter<T>,
    unreadable: Peekable<std::vec::IntoIter<DecodeIssue>>,
    /// The index of the next one.
    index: usize,
}

impl<T> Batch<T> {
    fn new<B: Page<Item = T>>(page: Response<B>) -> Self {
        let unreadable: Vec<_> = page.item_issues().cloned().collect();
        Self {
            status: page.status(),
            items: page.into_inner().into_items().into_iter(),
            unreadable: unreadable.into_iter().peekable(),
            index: 0,
        }
    }

    fn none() -> Self {
        Self {
            status: StatusCode::OK,
            items: Vec::new().into_iter(),
            unreadable: Vec::new().into_iter().peekable(),
            index: 0,
        }
    }

    fn next(&mut self) -> Option<Result<T, DecodeIssue>> {
        let index = self.index;
        self.index += 1;
        match self
            .unreadable
            .next_if(|value| value.index() == Some(index))
        {
            Some(value) => Some(Err(value)),
            None => self.items.next().map(Ok),
        }
    }
}

impl<B> Pages<B> {
    pub(crate) fn new(started: Result<(Source<B>, impl Paginator<B>), Error>) -> Self
    where
        B: Page,
    {
        Self(Walk::new(started, |page| page))
    }
}

impl<T: Send + 'static> Items<T> {
    pub(crate) fn new<B: Page<Item = T>>(
        started: Result<(Source<B>, impl Paginator<B>), Error>,
    ) -> Self {
        let started_by = started.as_ref().ok();
        Self {
            source: started_by.map(|(source, _)| (source.list.operation, source.list.target())),
            position: started_by
                .and_then(|(_, paginator)| paginator.is_from_the_start().then_some(0)),
            walk: Walk::new(started, Batch::new),
            page: Batch::none(),
        }
    }
}

impl<B> Pages<B> {
    /// How many pages may be on their way, waiting, or in the caller's hand, at least one; 4 by
    /// default. With 1, a page is requested when it is asked for. To be set before the first poll.
    pub fn ahead(mut self, pages: usize) -> Self {
        self.0.set_ahead(pages);
        self
    }

    /// The next page; nothing at the end.
    ///
    /// # Errors
    ///
    /// As for every call. Nothing follows.
    pub async fn next(&mut self) -> Option<Result<Response<B>, Error>> {
        poll_fn(|cx| self.0.poll_page(cx)).await
    }
}

impl<T> Items<T> {
    /// How many pages may be on their way, waiting, or in the caller's hand, at least one; 4 by
    /// default. With 1, a page is requested when the items of the one before it are used up. To be
    /// set before the first poll.
    pub fn ahead(mut self, pages: usize) -> Self {
        self.walk.set_ahead(pages);
        self
    }

    /// The next item; nothing at the end.
    ///
    /// # Errors
    ///
    /// As for every call. Nothing follows, unless the error is of [one item](Error::item): then the
    /// next item does.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await
    }
}

impl<T> Items<T> {
    fn counted(&mut self, item: Result<T, DecodeIssue>) -> Result<T, Error> {
        let position = self.position;
        self.position = position.map(|position| position + 1);
        item.map_err(|item| {
            let (operation, target) = self.source.clone().unzip();
            let item = item.at(position);
            Error::unreadable_item(operation, self.page.status, item).at(target.unwrap_or_default())
        })
    }
}

/// Items are moved out of their page, never pinned in it.
impl<T> Unpin for Items<T> {}

impl<B> Stream for Pages<B> {
    type Item = Result<Response<B>, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().0.poll_page(cx)
    }
}

impl<T> Stream for Items<T> {
    type Item = Result<T, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(item) = this.page.next() {
                return Poll::Ready(Some(this.counted(item)));
            }
            match ready!(this.walk.poll_page(cx)) {
                Some(Ok(page)) => this.page = page,
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.page.items.len(), None)
    }
}

impl<B> fmt::Debug for Pages<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pages").field(&self.0).finish()
    }
}

impl<T> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("walk", &self.walk)
            .field("at_hand", &self.page.items.len())
            .finish()
    }
}
