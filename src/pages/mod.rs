//! Lists as streams: of [`Items`] and of [`Pages`], returned by `stream()` and `pages()` of every
//! list operation.
//!
//! Nothing is sent before a stream is polled. While you process a page, the next one is requested,
//! within the client's [rate limit](crate::rate_limit); so at most two pages are in memory. While
//! you wait for a page by number, the one after it is requested too if the total says that it
//! exists. To read a long list with fewer requests, set a larger `limit`. Items are yielded in the
//! order of the list. Dropping a stream cancels its requests.
//!
//! # Errors
//!
//! An error is yielded after all pages before it and ends the stream, with one exception: an item
//! that does not decode is yielded as an error with its [position and JSON](crate::Error::item),
//! and the stream continues:
//!
//! ```
//! # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
//! let mut contributors = client.list_contributors("garnet-7041.26").stream();
//! while let Some(contributor) = contributors.next().await {
//!     match contributor {
//!         Ok(contributor) => println!("{:?}", contributor.email),
//!         Err(error) if error.item().is_some() => eprintln!("skipped: {error}"),
//!         Err(error) => return Err(error),
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Combinators that stop at the first error, such as `try_collect`, stop there too. A page contains
//! the items that decode; other items, and invalid values of optional fields, are in
//! [`Response::decode_issues`].
//!
//! # By page number
//!
//! A list starts at `page` (1 by default) and requests `limit` items a page (500 by default). It
//! ends when the total of the response is reached; if the last page is full, one more is requested,
//! because some totals are too low. Without a total it ends with an empty page. A page without any
//! pagination header is the last one if it has fewer than `limit` items. An empty page is yielded
//! only if it is the first.
//!
//! Fails with [`ErrorKind::Pagination`](crate::ErrorKind::Pagination) if the service sends the page
//! before once more, or if a page is empty although its own total says otherwise. If the service
//! repeats the last page past the total, the list ends.
//!
//! If items are added or removed while the list is read, later items move to other pages: an item
//! may be missed or repeated. To remove the items of a list, or to change them so that its filter
//! no longer matches, collect it first, or [request page 1 until it is
//! empty](crate::guide::lists#change-what-you-list).
//!
//! # By cursor or page number
//!
//! Lists that take `pagination` are read by cursor, one page at a time, so additions and removals
//! do not move other items. They start at `cursor`, or at the start. If `page` is set, or
//! `pagination` is `offset`, they are read by page number.
//!
//! An absent or empty `X-Pagination-Next-Cursor` ends the list. Fails with
//! [`ErrorKind::Pagination`](crate::ErrorKind::Pagination) if the service ignores
//! `pagination=cursor`: if it responds with a numbered page or a total, and more items exist, or
//! with a full page without any pagination header.
//!
//! # By cursor
//!
//! Lists of the cursor API go forward from `after`, or from the start; or backward from `before`.
//! Lists that take a `cursor` without `pagination` go forward from it. They send `limit` only if it
//! is set, because its maximum varies. A list by cursor ends if `hasMore` is false, or if there is
//! neither `hasMore` nor a cursor.
//!
//! Fails with [`ErrorKind::Pagination`](crate::ErrorKind::Pagination) if the service repeats a
//! cursor, if `hasMore` is true without a cursor, or after 100 consecutive empty pages; and if the
//! first page has items and neither these fields nor a pagination header, because more may exist.
//! An empty or null cursor ends the list.

mod page;
mod paginator;
mod walk;

use std::any::Any;
use std::fmt;
use std::future::poll_fn;
use std::iter::Peekable;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use reqwest::StatusCode;

pub(crate) use page::{Page, Position, page};
pub(crate) use paginator::Paging;

use crate::call::Call;
use crate::call::response::Response;
use crate::error::{Error, Target};
use crate::wire::decode::Decode;
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::operation::Operation;
use page::ErasedPage;
use walk::{List, Walk};

/// Returns a page as the type that it was decoded as.
type Downcast<P> = fn(Box<dyn Any + Send>) -> Option<P>;

/// The pages of a list, in order: a [`Stream`] of responses, each with its
/// [`total_count`](Response::total_count) if the service sends one. The rules are in the
/// [module](self).
#[must_use = "nothing is sent until it is polled"]
#[doc(alias = "pagination")]
pub struct Pages<B> {
    walk: Walk,
    downcast: Downcast<Response<B>>,
}

/// The items of all pages of a list, in order: a [`Stream`]. The rules are in the [module](self).
#[must_use = "nothing is sent until it is polled"]
#[doc(alias = "pagination")]
#[doc(alias = "paginator")]
pub struct Items<T> {
    /// The operation, and what else the error of an item is about.
    source: Option<(&'static Operation, Target)>,
    walk: Walk,
    downcast: Downcast<Batch<T>>,
    page: Batch<T>,
    /// The position of the next item in the list, if it is known.
    position: Option<u64>,
}

/// The items of a page, and between them those that could not be read.
struct Batch<T> {
    status: StatusCode,
    items: std::vec::IntoIter<T>,
    issues: Peekable<std::vec::IntoIter<DecodeIssue>>,
    /// The index of the next one.
    index: usize,
}

impl<T> Batch<T> {
    fn new(status: StatusCode, items: Vec<T>, issues: Vec<DecodeIssue>) -> Self {
        let (items, issues) = (items.into_iter(), issues.into_iter().peekable());
        Self { status, items, issues, index: 0 }
    }

    fn next(&mut self) -> Option<Result<T, DecodeIssue>> {
        let index = self.index;
        self.index += 1;
        match self.issues.next_if(|value| value.index() == Some(index)) {
            Some(value) => Some(Err(value)),
            None => self.items.next().map(Ok),
        }
    }

    fn of<B: Page<Item = T>>(page: Response<B>) -> Self {
        let issues = page.item_issues().cloned().collect();
        Self::new(page.status(), page.into_inner().into_items(), issues)
    }
}

impl<B> Pages<B> {
    pub(crate) fn new(call: Result<Call, Error>, paging: Paging) -> Self
    where
        B: Page + Decode,
    {
        let list = List::new(call, paging, |raw| ErasedPage::decode::<B, _>(raw, |page| page));
        Self { walk: Walk::new(list), downcast }
    }

    /// Returns the next page, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails as every call does, and ends the stream.
    pub async fn next(&mut self) -> Option<Result<Response<B>, Error>> {
        poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await
    }
}

impl<T> Items<T> {
    pub(crate) fn new<B: Page<Item = T> + Decode>(call: Result<Call, Error>, paging: Paging) -> Self
    where
        T: Send + 'static,
    {
        let list = List::new(call, paging, |raw| ErasedPage::decode::<B, _>(raw, Batch::of));
        let known = list.as_ref().ok();
        Self {
            source: known.map(|list| (list.source.operation, list.source.target())),
            position: known.and_then(|list| list.paginator.is_from_start().then_some(0)),
            walk: Walk::new(list),
            downcast,
            page: Batch::new(StatusCode::OK, Vec::new(), Vec::new()),
        }
    }

    /// Returns the next item, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails as every call does. The stream ends, unless the error is about
    /// [one item](Error::item).
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await
    }

    fn counted(&mut self, item: Result<T, DecodeIssue>) -> Result<T, Error> {
        let position = self.position;
        self.position = position.map(|position| position + 1);
        item.map_err(|item| {
            let (operation, target) = self.source.clone().unzip();
            let item = item.at(position);
            Error::undecodable_item(operation, self.page.status, item)
                .with_target(target.unwrap_or_default())
        })
    }
}

/// Items are moved out of their page, never pinned in it.
impl<T> Unpin for Items<T> {}

fn downcast<P: 'static>(page: Box<dyn Any + Send>) -> Option<P> {
    page.downcast().ok().map(|page| *page)
}

impl<B> Stream for Pages<B> {
    type Item = Result<Response<B>, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let page = ready!(this.walk.poll_page(cx));
        Poll::Ready(page.and_then(|page| page.map(this.downcast).transpose()))
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
            let page = ready!(this.walk.poll_page(cx));
            match page.and_then(|page| page.map(this.downcast).transpose()) {
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
        f.debug_struct("Pages").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items").finish_non_exhaustive()
    }
}
