//! Lists that can be read by cursor or by page number: by cursor, unless the caller or the service
//! wants it otherwise. The rules are in the docs of `crate::pages`.

use super::Page;
use super::numbered::{Numbered, take_count, take_limit};
use super::source::{List, Query, Source};
use super::trail::Trail;
use super::walk::{PagePosition, Paginator};
use crate::call::response::Response;
use crate::call::runtime::Call;
use crate::error::Error;
use crate::wire::decode::Decode;
use crate::wire::operation::Operation;

/// The list of a call, in the way that it asks for.
pub(crate) fn in_either_way<B: Page + Decode>(
    call: Result<Call<'_, B>, Error>,
) -> Result<(Source<B>, Either<B::End>), Error> {
    let mut list = List::new(call?);
    let paginator = either(&mut list)?;
    Ok((Source::new(list), paginator))
}

pub(super) fn either<T: Clone + PartialEq>(list: &mut List) -> Result<Either<T>, Error> {
    let limit = take_limit(list)?;
    let page = take_count(list, "page")?;
    let cursor = list.take("cursor");
    let way = list.take("pagination");
    let operation = list.operation;
    let invalid = |reason: String| Error::invalid_request(operation, reason).at(list.target());
    if cursor.as_deref() == Some("") {
        let reason = "`cursor` is empty: that of the last page leads nowhere, least of all back";
        return Err(invalid(reason.to_owned()));
    }
    let conflict = |set: &str| {
        Err(invalid(format!(
            "{set} are both set, and a stream goes one way"
        )))
    };
    let is_numbered = match (way.as_deref(), page, &cursor) {
        (_, Some(_), Some(_)) => return conflict("`page` and `cursor`"),
        (Some("cursor"), Some(_), None) => return conflict("`page` and `pagination=cursor`"),
        (Some("offset"), None, Some(_)) => return conflict("`cursor` and `pagination=offset`"),
        (Some("offset"), _, None) | (None, Some(_), None) => true,
        (Some("cursor") | None, None, _) => false,
        (Some(other), ..) => {
            let reason =
                format!("`pagination` is {other}, and a stream knows `offset` and `cursor`");
            return Err(invalid(reason));
        }
    };
    let way = match is_numbered {
        true => Way::Numbered(Numbered::new(operation, limit, page.unwrap_or(1))),
        false => Way::Pointed(Pointed::new(operation, limit, cursor)),
    };
    Ok(Either(way))
}

/// The way through a list that has two.
pub(crate) struct Either<T>(Way<T>);

enum Way<T> {
    Numbered(Numbered<T>),
    Pointed(Pointed),
}

/// A walk by cursor.
struct Pointed {
    operation: &'static Operation,
    limit: u64,
    /// Where the walk starts, if that is not the start of the list.
    start: Option<String>,
    /// The cursor that leads to the page that is asked for.
    cursor: Option<String>,
    /// Whether that page has been asked for.
    is_asked: bool,
    trail: Trail,
    /// Items that came.
    items: u64,
    /// Items of the longest page.
    longest: u64,
}

/// What comes behind a page.
enum Behind {
    /// The page stands in a walk by cursor.
    Page(PagePosition),
    /// The service goes by page number, and this was the first page.
    Numbered,
    /// Nobody says how to go on.
    Nothing,
}

impl Pointed {
    fn new(operation: &'static Operation, limit: u64, start: Option<String>) -> Self {
        let mut trail = Trail::new(operation);
        if let Some(cursor) = &start {
            trail.is_new(cursor);
        }
        Self {
            operation,
            limit,
            cursor: start.clone(),
            start,
            is_asked: false,
            trail,
            items: 0,
            longest: 0,
        }
    }

    fn ask(&mut self) -> Option<Query> {
        if self.is_asked {
            return None;
        }
        self.is_asked = true;
        let way = ("pagination", "cursor".to_owned());
        let mut query = vec![way, ("limit", self.limit.to_string())];
        query.extend(self.cursor.clone().map(|cursor| ("cursor", cursor)));
        Some(query)
    }

    fn learn<B: Page>(&mut self, page: &Response<B>) -> Result<Behind, Error> {
        let count = (page.items().len() + page.item_issues().count()) as u64;
        self.items += count;
        let size = page.page_limit().filter(|limit| *limit > 0);
        let size = size.map_or(self.limit, |limit| limit.min(self.limit));
        let is_full = count > 0 && (count >= size || count >= self.longest.max(1));
        self.longest = self.longest.max(count);
        if page.has_unreadable_cursor() {
            return Err(Error::pagination(
                self.operation,
                "a cursor came that is no text, and more items may exist",
            ));
        }
        match page.next_cursor() {
            Some(next) => self.go_to(next, count, is_full).map(Behind::Page),
            None => self.end(page, count),
        }
    }

    /// A cursor came with the page.
    fn go_to(&mut self, next: &str, count: u64, is_full: bool) -> Result<PagePosition, Error> {
        if self.trail.is_new(next) {
            self.trail.follow(count == 0)?;
            self.cursor = Some(next.to_owned());
            self.is_asked = false;
            return Ok(PagePosition::Within);
        }
        let is_same = self.cursor.as_deref() == Some(next);
        match is_same && !is_full {
            true => Ok(self.last(count)),
            false => Err(self.trail.circle()),
        }
    }

    /// No cursor came with the page.
    fn end<B>(&self, page: &Response<B>, count: u64) -> Result<Behind, Error> {
        let is_by_number = page.has_page_number();
        let total = page.total_count();
        if self.cursor.is_none() {
            let says_nothing = page.page_limit().or(total).is_none() && !is_by_number;
            return Ok(match is_by_number || total.is_some() {
                true => Behind::Numbered,
                false if says_nothing && count > 0 => Behind::Nothing,
                false => Behind::Page(PagePosition::Last),
            });
        }
        match is_by_number && total.is_none_or(|total| total > self.items) {
            true => Err(Error::pagination(
                self.operation,
                "the service has answered a cursor by page number, and more items exist",
            )),
            false => Ok(Behind::Page(self.last(count))),
        }
    }

    /// The standing of the last page: an empty one is handed out only where it is the first.
    fn last(&self, count: u64) -> PagePosition {
        match count == 0 && self.cursor != self.start {
            true => PagePosition::Beyond,
            false => PagePosition::Last,
        }
    }
}

impl<B: Page> Paginator<B> for Either<B::End> {
    fn is_from_the_start(&self) -> bool {
        match &self.0 {
            Way::Numbered(numbered) => Paginator::<B>::is_from_the_start(numbered),
            Way::Pointed(pointed) => pointed.start.is_none(),
        }
    }

    fn ask(&mut self) -> Option<Query> {
        match &mut self.0 {
            Way::Numbered(numbered) => Paginator::<B>::ask(numbered),
            Way::Pointed(pointed) => pointed.ask(),
        }
    }

    fn learn(&mut self, page: &Response<B>) -> Result<PagePosition, Error> {
        let pointed = match &mut self.0 {
            Way::Numbered(numbered) => return numbered.learn(page),
            Way::Pointed(pointed) => pointed,
        };
        let mut numbered = Numbered::new(pointed.operation, pointed.limit, 1);
        let standing = match pointed.learn(page)? {
            Behind::Page(standing) => return Ok(standing),
            Behind::Nothing => PagePosition::Void,
            Behind::Numbered => {
                Paginator::<B>::ask(&mut numbered);
                Paginator::<B>::learn(&mut numbered, page)?
            }
        };
        self.0 = Way::Numbered(numbered);
        Ok(standing)
    }

    fn refused(&mut self, error: Error) -> Result<(), Error> {
        match &mut self.0 {
            Way::Numbered(numbered) => Paginator::<B>::refused(numbered, error),
            Way::Pointed(_) => Err(error),
        }
    }
}
