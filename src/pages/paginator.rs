//! Decides which page is next, and where a list ends. The rules are in the docs of `crate::pages`.

use std::collections::HashSet;
use std::mem;

use bytes::Bytes;

use super::page::PageInfo;
use super::walk::Source;
use crate::error::{Error, ErrorKind};
use crate::wire::operation::Operation;

/// The page size if no `limit` is set. The service's default of 100 would take five times the
/// requests, at 6 a second; its maximum of 5000 would make pages of contributors, with their
/// languages, tens of megabytes long, with two of them in memory.
const DEFAULT_PAGE_SIZE: u64 = 500;

const MAX_EMPTY_PAGES: u32 = 100;

/// The query parameters that select a page.
pub(super) type Query = Vec<(&'static str, String)>;

/// The pagination of a list.
#[derive(Clone, Copy)]
pub(crate) enum Paging {
    /// By page number.
    Number,
    /// By cursor, with `pagination=cursor`; by page number if the caller asks for it.
    CursorOrNumber,
    /// By cursor, in this parameter (if it is `after`, lists go backward from `before`).
    Cursor(&'static str),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum PageRole {
    /// Pages follow.
    More,
    Last,
    /// The list ended before this page.
    PastEnd,
}

/// Decides which page to request next.
pub(super) struct Paginator {
    operation: &'static Operation,
    limit: Option<u64>,
    is_from_start: bool,
    has_ended: bool,
    way: Way,
}

enum Way {
    Number(PageNumbers),
    Cursor(Cursors),
}

impl Paginator {
    /// Reads and removes the parameters that select the first page.
    pub(super) fn new(source: &mut Source, paging: Paging) -> Result<Self, Error> {
        let limit = source.take_count("limit")?;
        let limit = match paging {
            Paging::Cursor(_) => limit,
            Paging::Number | Paging::CursorOrNumber => Some(limit.unwrap_or(DEFAULT_PAGE_SIZE)),
        };
        let way = match paging {
            Paging::Number => numbered(source.take_count("page")?, limit),
            Paging::CursorOrNumber => cursor_or_number(source, limit)?,
            Paging::Cursor(parameter) => by_cursor(source, parameter)?,
        };
        let is_from_start = match &way {
            Way::Number(numbers) => numbers.due == 1,
            Way::Cursor(cursors) => cursors.next.is_none(),
        };
        Ok(Self { operation: source.operation, limit, is_from_start, has_ended: false, way })
    }

    pub(super) fn is_from_start(&self) -> bool {
        self.is_from_start
    }

    /// Returns the query of the next page, if it is known that there is one.
    pub(super) fn next_query(&mut self) -> Option<Query> {
        if self.has_ended {
            return None;
        }
        let mut query = Query::new();
        let place = match &mut self.way {
            Way::Number(numbers) => Some(("page", numbers.request()?)),
            Way::Cursor(cursors) => {
                query.extend(cursors.has_numbers.then(|| ("pagination", "cursor".to_owned())));
                cursors.request()?.map(|cursor| (cursors.parameter, cursor))
            }
        };
        query.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        query.extend(place);
        Some(query)
    }

    /// Processes the pages in order.
    pub(super) fn learn(&mut self, page: PageInfo) -> Result<PageRole, Error> {
        let role = match &mut self.way {
            Way::Number(numbers) => numbers.learn(page),
            Way::Cursor(cursors) => cursors.learn(page, self.limit),
        };
        self.has_ended = role != Ok(PageRole::More);
        role.map_err(|reason| Error::new(ErrorKind::Pagination, Some(self.operation), reason))
    }
}

fn numbered(page: Option<u64>, limit: Option<u64>) -> Way {
    Way::Number(PageNumbers::new(page.unwrap_or(1), limit.unwrap_or(DEFAULT_PAGE_SIZE)))
}

/// By cursor, unless the caller chose page numbers.
fn cursor_or_number(source: &mut Source, limit: Option<u64>) -> Result<Way, Error> {
    let (pagination, cursor) = (source.take("pagination"), source.take("cursor"));
    let page = source.take_count("page")?;
    let pagination = pagination.as_deref();
    if cursor.as_deref() == Some("") {
        return Err(source.invalid("`cursor` must not be empty"));
    }
    if let Some(other) = pagination.filter(|it| !matches!(*it, "offset" | "cursor")) {
        let reason = format!("`pagination` is {other}, expected `offset` or `cursor`");
        return Err(source.invalid(reason));
    }
    let is_numbered = page.is_some() || pagination == Some("offset");
    if is_numbered && (cursor.is_some() || pagination == Some("cursor")) {
        let reason = "`page` and `pagination=offset` exclude `cursor` and `pagination=cursor`";
        return Err(source.invalid(reason));
    }
    Ok(match is_numbered {
        true => numbered(page, limit),
        false => Way::Cursor(Cursors::new("cursor", true, cursor)),
    })
}

fn by_cursor(source: &mut Source, parameter: &'static str) -> Result<Way, Error> {
    let after = source.take(parameter);
    let before = (parameter == "after").then(|| source.take("before")).flatten();
    Ok(Way::Cursor(match (after, before) {
        (Some(_), Some(_)) => {
            return Err(source.invalid("`after` and `before` must not both be set"));
        }
        (None, Some(before)) => Cursors::new("before", false, Some(before)),
        (after, None) => Cursors::new(parameter, false, after),
    }))
}

/// The state of a list by page number.
struct PageNumbers {
    /// The requested page size.
    limit: u64,
    /// The page size: the requested one, or a smaller one that the service announces.
    size: u64,
    /// The next page to request.
    next: u64,
    /// The next page to arrive.
    due: u64,
    total: Option<u64>,
    /// The number of items before the next page to arrive, once a page has arrived.
    read: Option<u64>,
    /// The body of the last page.
    last: Bytes,
}

impl PageNumbers {
    fn new(first: u64, limit: u64) -> Self {
        let last = Bytes::new();
        Self { limit, size: limit, next: first, due: first, total: None, read: None, last }
    }

    /// Returns the number of items before a page, if those before it are full.
    fn start_of(&self, page: u64) -> u64 {
        (page - 1).saturating_mul(self.size)
    }

    /// Returns the next page, if it is known that there is one.
    fn request(&mut self) -> Option<String> {
        let page = self.next;
        let is_known =
            page == self.due || self.total.is_some_and(|total| total > self.start_of(page));
        self.next += u64::from(is_known);
        is_known.then(|| page.to_string())
    }

    fn learn(&mut self, page: PageInfo) -> Result<PageRole, &'static str> {
        self.size = page.limit.map_or(self.limit, |limit| limit.min(self.limit));
        let (start, is_first) = (self.start_of(self.due), self.read.is_none());
        self.due += 1;
        if page.items == 0 {
            return match page.total.is_some_and(|total| total > start) {
                true => Err("the page is empty, but its total says that more items exist"),
                false if is_first => Ok(PageRole::Last),
                false => Ok(PageRole::PastEnd),
            };
        }
        self.total = page.total.or(self.total);
        let before = self.read.unwrap_or(start);
        if !is_first && page.body == self.last {
            // Some services return the last page if a later one is requested.
            return match self.total.is_some_and(|total| total <= before) {
                true => Ok(PageRole::PastEnd),
                false => Err("pagination loop: the service repeated a page"),
            };
        }
        let read = before + page.items;
        (self.read, self.last) = (Some(read), page.body);
        let is_last = match self.total {
            // Some totals are too low, so a full page is not the last.
            Some(total) => total <= read && page.items != self.size,
            None => page.is_bare && page.items < self.limit,
        };
        Ok(if is_last { PageRole::Last } else { PageRole::More })
    }
}

/// The state of a list by cursor.
struct Cursors {
    parameter: &'static str,
    /// Whether the list can be read by page number too.
    has_numbers: bool,
    is_from_start: bool,
    /// The cursor of the page to request next, or of the one requested last.
    next: Option<String>,
    is_requested: bool,
    seen: HashSet<String>,
    pages: u64,
    items: u64,
    empty: u32,
}

impl Cursors {
    fn new(parameter: &'static str, has_numbers: bool, next: Option<String>) -> Self {
        Self {
            parameter,
            has_numbers,
            is_from_start: next.is_none(),
            seen: next.iter().cloned().collect(),
            next,
            is_requested: false,
            pages: 0,
            items: 0,
            empty: 0,
        }
    }

    /// Returns the cursor of the next page (the first has none), if it is known.
    fn request(&mut self) -> Option<Option<String>> {
        let is_known = !mem::replace(&mut self.is_requested, true);
        is_known.then(|| self.next.clone())
    }

    fn learn(&mut self, page: PageInfo, limit: Option<u64>) -> Result<PageRole, &'static str> {
        self.pages += 1;
        self.items += page.items;
        if !page.has_more.unwrap_or(page.cursor.is_some()) {
            self.check_end(&page, limit)?;
            return Ok(match page.items == 0 && self.pages > 1 {
                true => PageRole::PastEnd,
                false => PageRole::Last,
            });
        }
        let Some(cursor) = page.cursor else {
            return Err("more items exist, but the response has no cursor");
        };
        if !self.seen.insert(cursor.clone()) {
            return Err("pagination loop: the service repeated a cursor");
        }
        self.empty = if page.items == 0 { self.empty + 1 } else { 0 };
        if self.empty == MAX_EMPTY_PAGES {
            return Err("pagination loop: 100 pages in a row were empty");
        }
        (self.next, self.is_requested) = (Some(cursor), false);
        Ok(PageRole::More)
    }

    /// Fails if the page is not the last one, but one of a service that knows no cursors.
    fn check_end(&self, page: &PageInfo, limit: Option<u64>) -> Result<(), &'static str> {
        let is_first = self.pages == 1;
        let is_short = limit.is_some_and(|limit| page.items < limit);
        if is_first && page.is_bare && page.items > 0 && !is_short {
            return Err("the response does not say whether more items exist");
        }
        let is_numbered =
            page.has_number || (is_first && self.is_from_start && page.total.is_some());
        let has_more = page.total.is_none_or(|total| total > self.items);
        match self.has_numbers && is_numbered && has_more {
            true => Err("the service ignored `pagination=cursor`, and more items exist: set \
                         `pagination` to `offset`"),
            false => Ok(()),
        }
    }
}
