//! Lists as streams: of [`Items`] and of [`Pages`], returned by `stream()` and `pages()` of every
//! list operation.
//!
//! Nothing is sent before a stream is polled. From then on it requests pages in a task of its own:
//! while you process a page, [`prefetch`](Items::prefetch) further pages (1 by default) are
//! requested or buffered. With more, a list with a known total is read faster, because its pages
//! are requested concurrently within the client's [rate limit](crate::rate_limit), and takes the
//! memory of as many pages. Items are yielded in the order of the list. Dropping a stream cancels
//! its requests.
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
//! A list starts at `page` (1 by default) and requests `limit` items a page (500 by default). If
//! the service returns a total, the pages up to it are requested concurrently, and one more if the
//! last is full, because some totals are too low. Without a total, pages are requested one at a
//! time until one is short or empty. If the first page is shorter than requested although its
//! headers have a page number, its length is taken as the page size, because the service may have
//! lowered the limit. A short page without any pagination header is the last one.
//!
//! Fails with [`ErrorKind::Pagination`](crate::ErrorKind::Pagination) if the service repeats a page
//! (the same number of items, first item and last item), or if a page is empty although its own
//! total says otherwise. If the service repeats the last page past the total, the list ends.
//!
//! An empty page is yielded only if it is the first. If items are added or removed while the list
//! is read, later items move to other pages, so an item may be missed or repeated: to delete the
//! items of a list, collect it first.
//!
//! # By cursor or page number
//!
//! Lists that take `pagination` are read by cursor, one page at a time, so additions and removals
//! do not move other items. They start at `cursor`, or at the start. If `page` is set, or
//! `pagination` is `offset`, they are read by page number.
//!
//! If the service responds with a numbered page, the list continues by page number. If its response
//! has no pagination header and the page is full, the list starts again at page 1, by page number.
//! An empty `X-Pagination-Next-Cursor` ends the list.
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
//!
//! # Other lists
//!
//! [`RawRequest::stream`](crate::RawRequest::stream) reads lists that are not in the document, with
//! any of these kinds of pagination.

mod paginator;
mod raw;
mod source;
mod summary;
mod walk;

use std::any::Any;
use std::fmt;
use std::future::poll_fn;
use std::iter::Peekable;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use reqwest::StatusCode;

pub use paginator::Paging;
pub(crate) use summary::{Page, Position, Summary, page};

use crate::call::Call;
use crate::call::response::{RawResponse, Response};
use crate::error::{Error, Target};
use crate::wire::decode::Decode;
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::operation::Operation;
use paginator::Paginator;
use source::{Read, Source};
use summary::{ErasedPage, PageInfo};
use walk::Walk;

/// Returns a page as the type that it was read as.
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
}

fn read_page<B: Page>(page: Response<B>) -> ErasedPage {
    let info = PageInfo::of(&page);
    ErasedPage { page: Box::new(page), info }
}

fn read_items<B: Page>(page: Response<B>) -> ErasedPage {
    let info = PageInfo::of(&page);
    let issues = page.item_issues().cloned().collect();
    let batch = Batch::new(page.status(), page.into_inner().into_items(), issues);
    ErasedPage { page: Box::new(batch), info }
}

fn list(call: Call, paging: Paging, read: Read) -> Result<(Source, Paginator), Error> {
    let mut source = Source::new(call, read);
    let paginator = Paginator::new(&mut source, paging)?;
    Ok((source, paginator))
}

/// The list of a call whose response is a page.
fn typed<B: Page + Decode>(
    call: Result<Call, Error>,
    paging: Paging,
    erase: fn(Response<B>) -> ErasedPage,
) -> Result<(Source, Paginator), Error> {
    let read: Read = Box::new(move |response: RawResponse| response.decode::<B>().map(erase));
    list(call?, paging, read)
}

impl<B> Pages<B> {
    pub(crate) fn new(call: Result<Call, Error>, paging: Paging) -> Self
    where
        B: Page + Decode,
    {
        Self::start(typed(call, paging, read_page::<B>))
    }

    fn start(list: Result<(Source, Paginator), Error>) -> Self
    where
        B: 'static,
    {
        Self { walk: Walk::new(list), downcast }
    }

    /// Sets the number of pages that are requested or buffered while you process one; 1 by
    /// default. With 0, a page is requested when it is polled. Set it before the first poll.
    pub fn prefetch(mut self, pages: usize) -> Self {
        self.walk.set_prefetch(pages);
        self
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

impl<T: 'static> Items<T> {
    pub(crate) fn new<B: Page<Item = T> + Decode>(
        call: Result<Call, Error>,
        paging: Paging,
    ) -> Self {
        Self::start(typed(call, paging, read_items::<B>))
    }

    fn start(list: Result<(Source, Paginator), Error>) -> Self {
        let known = list.as_ref().ok();
        Self {
            source: known.map(|(source, _)| (source.operation, source.target())),
            position: known.and_then(|(_, paginator)| paginator.is_from_start().then_some(0)),
            walk: Walk::new(list),
            downcast,
            page: Batch::new(StatusCode::OK, Vec::new(), Vec::new()),
        }
    }
}

impl<T> Items<T> {
    /// Sets the number of pages that are requested or buffered while you process the items of one;
    /// 1 by default. With 0, a page is requested when the items of the previous one are used up.
    /// Set it before the first poll.
    pub fn prefetch(mut self, pages: usize) -> Self {
        self.walk.set_prefetch(pages);
        self
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
