//! Decides which page is next, and where a list ends. The rules are in the docs of `crate::pages`.

use std::collections::HashSet;

use super::source::{Query, Source};
use super::summary::{PageInfo, fingerprint};
use crate::error::{Error, ErrorKind};
use crate::wire::operation::Operation;

/// The page size if no `limit` is set. The service's default of 100 would take five times the
/// requests, at 6 a second; its maximum of 5000 would make pages of contributors, with their
/// languages, tens of megabytes long, with four of them in memory.
const DEFAULT_PAGE_SIZE: u64 = 500;

const MAX_EMPTY_PAGES: u32 = 100;

/// The pagination of a list.
///
/// | | Sends | Continues |
/// |---|---|---|
/// | `Number` | `limit`, `page` | until the totals in the headers are reached |
/// | `CursorOrNumber` | `limit`, `pagination=cursor`, `cursor` | with `X-Pagination-Next-Cursor` |
/// | `Cursor("after")` | `after` | with `meta.cursor`, while `meta.hasMore` is true |
/// | `Cursor("cursor")` | `cursor` | with `next_cursor`, while `has_more` is true |
///
/// See [`pages`](crate::pages) for where each ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paging {
    /// By page number: the default of the main API.
    Number,
    /// By cursor if the service supports it, otherwise by page number: for lists of the main API
    /// that take `pagination`.
    CursorOrNumber,
    /// By cursor, in this parameter (if it is `after`, lists go backward from `before`). The next
    /// cursor, text or a number, is read from `next_cursor` of the body, from `cursor` or
    /// `nextCursor` of its `meta`, or from `X-Pagination-Next-Cursor`. `has_more` or `hasMore` of
    /// either reports whether more items exist; without both, more exist if there is a cursor.
    ///
    /// `Cursor("after")` is the default of the cursor API. A `limit` is sent if it is set
    /// in the query.
    Cursor(&'static str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageRole {
    /// Pages follow.
    More,
    Last,
    /// The list ended before this page.
    PastEnd,
    /// Its items are requested again by page number.
    Discard,
}

/// Decides which page to request next.
#[derive(Debug)]
pub(super) struct Paginator {
    operation: &'static Operation,
    limit: Option<u64>,
    is_from_start: bool,
    way: Way,
    /// The hashes of the cursors or pages so far, 8 bytes for each page.
    seen: HashSet<u64>,
    items: u64,
    empty: u32,
}

#[derive(Debug)]
enum Way {
    Number(PageNumbers),
    Cursor(CursorWalk),
}

#[derive(Debug)]
struct CursorWalk {
    parameter: &'static str,
    /// Whether the service may know only page numbers.
    has_fallback: bool,
    /// The cursor of the page to request next, or of the one requested last.
    cursor: Option<String>,
    is_requested: bool,
    pages: u64,
}

impl Paginator {
    /// Reads and removes the parameters that select the first page.
    pub(super) fn new(source: &mut Source, paging: Paging) -> Result<Self, Error> {
        let limit = source.take_count("limit")?;
        let way = match paging {
            Paging::Number => Self::numbered(source, limit)?,
            Paging::CursorOrNumber => Self::cursor_or_number(source, limit)?,
            Paging::Cursor(parameter) => Self::cursor(source, parameter)?,
        };
        let (is_from_start, start) = match &way {
            Way::Number(numbers) => (numbers.first == 1, None),
            Way::Cursor(walk) => (walk.cursor.is_none(), walk.cursor.as_deref()),
        };
        Ok(Self {
            operation: source.operation,
            limit: limit.or((!matches!(paging, Paging::Cursor(_))).then_some(DEFAULT_PAGE_SIZE)),
            is_from_start,
            seen: start.into_iter().map(|cursor| fingerprint(&cursor)).collect(),
            way,
            items: 0,
            empty: 0,
        })
    }

    fn numbered(source: &mut Source, limit: Option<u64>) -> Result<Way, Error> {
        let first = source.take_count("page")?.unwrap_or(1);
        Ok(Way::Number(PageNumbers::new(limit.unwrap_or(DEFAULT_PAGE_SIZE), first)))
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
            true => {
                let limit = limit.unwrap_or(DEFAULT_PAGE_SIZE);
                Way::Number(PageNumbers::new(limit, page.unwrap_or(1)))
            }
            false => Way::Cursor(CursorWalk::new("cursor", true, cursor)),
        })
    }

    fn cursor(source: &mut Source, parameter: &'static str) -> Result<Way, Error> {
        let after = source.take(parameter);
        let before = (parameter == "after").then(|| source.take("before")).flatten();
        Ok(Way::Cursor(match (after, before) {
            (Some(_), Some(_)) => {
                return Err(source.invalid("`after` and `before` must not both be set"));
            }
            (None, Some(before)) => CursorWalk::new("before", false, Some(before)),
            (after, None) => CursorWalk::new(parameter, false, after),
        }))
    }

    pub(super) fn is_from_start(&self) -> bool {
        self.is_from_start
    }

    /// Whether another page can be requested before the next one arrives.
    pub(super) fn has_next(&self) -> bool {
        match &self.way {
            Way::Number(numbers) => numbers.next <= numbers.bound,
            Way::Cursor(walk) => !walk.is_requested,
        }
    }

    pub(super) fn next_query(&mut self) -> Query {
        let mut query = Query::new();
        if let Way::Cursor(CursorWalk { has_fallback: true, .. }) = self.way {
            query.push(("pagination", "cursor".to_owned()));
        }
        query.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        match &mut self.way {
            Way::Number(numbers) => {
                query.push(("page", numbers.next.to_string()));
                numbers.next += 1;
            }
            Way::Cursor(walk) => {
                walk.is_requested = true;
                query.extend(walk.cursor.clone().map(|cursor| (walk.parameter, cursor)));
            }
        }
        query
    }

    /// Processes the pages in order.
    pub(super) fn learn(&mut self, page: &PageInfo) -> Result<PageRole, Error> {
        self.items += page.items;
        let role = match &mut self.way {
            Way::Number(numbers) => numbers.learn(page, &mut self.seen),
            Way::Cursor(_) => self.follow(page),
        };
        role.map_err(|reason| Error::new(ErrorKind::Pagination, Some(self.operation), reason))
    }

    /// Processes a page by cursor.
    fn follow(&mut self, page: &PageInfo) -> Result<PageRole, &'static str> {
        let Way::Cursor(walk) = &mut self.way else {
            return Ok(PageRole::Last);
        };
        walk.pages += 1;
        if page.has_more.unwrap_or(page.cursor.is_some()) {
            let Some(cursor) = &page.cursor else {
                return Err("more items exist, but the response has no cursor");
            };
            if !self.seen.insert(fingerprint(cursor)) {
                return Err("pagination loop: the service repeated a cursor");
            }
            self.empty = if page.items == 0 { self.empty + 1 } else { 0 };
            if self.empty == MAX_EMPTY_PAGES {
                return Err("pagination loop: 100 pages in a row were empty");
            }
            walk.cursor = Some(cursor.clone());
            walk.is_requested = false;
            return Ok(PageRole::More);
        }
        let is_first = walk.pages == 1;
        let is_by_number = page.has_number || (is_first && page.total.is_some());
        let is_short = self.limit.is_some_and(|limit| page.items < limit);
        let says_nothing = page.is_bare && !is_short;
        if !walk.has_fallback {
            if is_first && page.items > 0 && says_nothing {
                return Err("the response does not say whether more items exist");
            }
        } else if walk.cursor.is_some() {
            if is_by_number && page.total.is_none_or(|total| total > self.items) {
                return Err("the service ignored the cursor, and more items exist");
            }
        } else if is_by_number || (says_nothing && page.items > 0) {
            return self.go_by_number(is_by_number.then_some(page));
        }
        Ok(match page.items == 0 && !is_first {
            true => PageRole::PastEnd,
            false => PageRole::Last,
        })
    }

    /// Continues by page number: after the first page, or from the start.
    fn go_by_number(&mut self, first: Option<&PageInfo>) -> Result<PageRole, &'static str> {
        let mut numbers = PageNumbers::new(self.limit.unwrap_or(DEFAULT_PAGE_SIZE), 1);
        let role = match first {
            Some(page) => {
                numbers.next += 1;
                numbers.learn(page, &mut self.seen)
            }
            None => Ok(PageRole::Discard),
        };
        self.way = Way::Number(numbers);
        role
    }
}

impl CursorWalk {
    fn new(parameter: &'static str, has_fallback: bool, cursor: Option<String>) -> Self {
        Self { parameter, has_fallback, cursor, is_requested: false, pages: 0 }
    }
}

/// The state of a list by page number.
#[derive(Debug)]
struct PageNumbers {
    /// The requested page size.
    limit: u64,
    first: u64,
    next: u64,
    /// The next page to arrive.
    due: u64,
    /// The last page that may be requested.
    bound: u64,
    /// The size of a full page, once the first page has arrived.
    size: Option<u64>,
    total: Option<u64>,
    longest: u64,
}

impl PageNumbers {
    fn new(limit: u64, first: u64) -> Self {
        Self {
            limit,
            first,
            next: first,
            due: first,
            bound: first,
            size: None,
            total: None,
            longest: 0,
        }
    }

    fn learn(
        &mut self,
        page: &PageInfo,
        seen: &mut HashSet<u64>,
    ) -> Result<PageRole, &'static str> {
        let (number, count) = (self.due, page.items);
        self.due += 1;
        self.total = page.total.or(self.total);
        if count == 0 {
            return self.empty(number, page);
        }
        let size = *self.size.get_or_insert_with(|| {
            let asked = page.limit.unwrap_or(self.limit);
            page_size(asked, number, count, self.total)
        });
        let last = self.total.map(|total| total.div_ceil(size));
        if !seen.insert(page.fingerprint) {
            // Some services return the last page if a later one is requested.
            return match last.is_some_and(|last| number > last) {
                true => Ok(PageRole::PastEnd),
                false => Err("pagination loop: the service repeated a page"),
            };
        }
        // A page that is longer than it may be is the whole list, and its total says so.
        let is_full = count >= size && count <= self.limit;
        // Without pagination data, a short page is the last one.
        let is_short = page.is_bare && count < self.limit;
        self.bound = match last {
            Some(last) if number < last => last,
            Some(_) if is_full => number + 1,
            Some(_) => number,
            None if is_short || (number > self.first && count < size) => number,
            None => number + 1,
        };
        self.longest = self.longest.max(count);
        Ok(match number < self.bound {
            true => PageRole::More,
            false => PageRole::Last,
        })
    }

    /// Processes an empty page. Only its own total shows whether it should be empty.
    fn empty(&self, number: u64, page: &PageInfo) -> Result<PageRole, &'static str> {
        // A first page that was short does not say that pages are.
        let size = match number - self.first {
            0 | 1 => page.limit.unwrap_or(self.limit),
            _ => self.longest,
        };
        let start = (number - 1).saturating_mul(size);
        if page.total.is_some_and(|total| total > start) {
            return Err("the page is empty, but its total says that more items exist");
        }
        Ok(match number == self.first {
            true => PageRole::Last,
            false => PageRole::PastEnd,
        })
    }
}

/// Returns the size of a full page, judged by the first one. A size that is too small only costs
/// requests; one that is too large would lose items. So a page that is shorter than requested sets
/// the size.
fn page_size(asked: u64, number: u64, count: u64, total: Option<u64>) -> u64 {
    let before = (number - 1).saturating_mul(asked);
    let due = total.map_or(asked, |total| total.saturating_sub(before));
    match count < due.min(asked) {
        true => count,
        false => count.max(asked),
    }
}
