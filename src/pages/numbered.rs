//! Lists by page number: which pages there are, as far as the answers tell. The rules are in the
//! docs of `crate::pages`.

use std::mem;

use super::Page;
use super::source::{List, Query, Source};
use super::walk::{PagePosition, Paginator};
use crate::call::response::Response;
use crate::call::runtime::Call;
use crate::error::Error;
use crate::wire::decode::Decode;
use crate::wire::operation::Operation;
use crate::wire::status::is_transient;

/// Items of a page where no `limit` was set. The service's own 100 would cost five times the
/// requests, of which it allows 6 a second; its maximum of 5000 makes answers of contributors, with
/// their languages, tens of megabytes long, and four of them are in memory.
const DEFAULT_LIMIT: u64 = 500;

/// Pages that come again, with others between them, before the walk is one in circles.
const MOST_CIRCLES: u32 = 2;

/// The list of a call, from the page that it asks for.
pub(crate) fn numbered<B: Page + Decode>(
    call: Result<Call<'_, B>, Error>,
) -> Result<(Source<B>, Numbered<B::End>), Error> {
    let mut list = List::new(call?);
    let paginator = Numbered::of(&mut list)?;
    Ok((Source::new(list), paginator))
}

/// How many items a page shall have.
pub(super) fn take_limit(list: &mut List) -> Result<u64, Error> {
    Ok(take_count(list, "limit")?.unwrap_or(DEFAULT_LIMIT))
}

pub(super) fn take_count(list: &mut List, name: &str) -> Result<Option<u64>, Error> {
    let Some(text) = list.take(name) else {
        return Ok(None);
    };
    match text.parse() {
        Ok(count) if count > i32::MAX as u64 => Err(Error::invalid_request(
            list.operation,
            format!(
                "`{name}` is {text}, and {} is the maximum for a stream",
                i32::MAX
            ),
        )),
        Ok(count) if count > 0 => Ok(Some(count)),
        _ => Err(Error::invalid_request(
            list.operation,
            format!("`{name}` is {text}, and 1 is the minimum for a stream"),
        )),
    }
}

/// What is known of the pages of a list.
#[derive(Debug)]
pub(crate) struct Numbered<T> {
    operation: &'static Operation,
    /// Items of a page, as asked for.
    limit: u64,
    first: u64,
    /// The next page to ask for.
    next: u64,
    /// The next page to come.
    due: u64,
    /// The last page that may be asked for.
    bound: u64,
    /// Items of a full page, once the first page has come.
    size: Option<u64>,
    total: Option<u64>,
    /// Items of the longest page.
    longest: u64,
    before: Look<T>,
    /// Whether the page before was the same as the one before that.
    repeats: bool,
    /// The latest page whose place is a power of two: in circles of any length, it comes again.
    landmark: Look<T>,
    circles: u32,
    doubt: Doubt,
}

/// What tells a page from others, at the cost of two items.
#[derive(Debug, Clone, PartialEq)]
struct Look<T> {
    items: u64,
    ends: Option<(T, T)>,
}

impl<T: Clone> Look<T> {
    fn of<B: Page<End = T>>(page: &Response<B>) -> Self {
        Self {
            items: (page.items().len() + page.item_issues().count()) as u64,
            ends: page.ends(),
        }
    }

    fn nothing() -> Self {
        Self {
            items: 0,
            ends: None,
        }
    }
}

/// Whether the service heeds the number of the page.
#[derive(Debug, PartialEq)]
enum Doubt {
    None,
    /// A page is the same as the one before it. Those on their way come before more is asked for.
    Growing,
    /// One far behind is to be asked for.
    Arisen,
    /// It has been asked for.
    Asked,
    /// It was another: pages of this list are alike, and that is all.
    Settled,
}

impl<T: Clone + PartialEq> Numbered<T> {
    /// From the page that a list asks for.
    pub(super) fn of(list: &mut List) -> Result<Self, Error> {
        let limit = take_limit(list)?;
        let first = take_count(list, "page")?.unwrap_or(1);
        Ok(Self::new(list.operation, limit, first))
    }

    pub(super) fn new(operation: &'static Operation, limit: u64, first: u64) -> Self {
        Self {
            operation,
            limit,
            first,
            next: first,
            due: first,
            bound: first,
            size: None,
            total: None,
            longest: 0,
            before: Look::nothing(),
            repeats: false,
            landmark: Look::nothing(),
            circles: 0,
            doubt: Doubt::None,
        }
    }

    /// The number of the page to ask for next.
    fn number(&mut self) -> Option<u64> {
        match self.doubt {
            Doubt::Growing | Doubt::Asked => None,
            Doubt::Arisen => {
                self.doubt = Doubt::Asked;
                // No list is that long, and no service reckons in fewer bits.
                Some((i32::MAX as u64 / self.limit).max(self.next + 1))
            }
            Doubt::None | Doubt::Settled => {
                let number = self.next;
                (number <= self.bound).then(|| {
                    self.next += 1;
                    number
                })
            }
        }
    }

    /// A page has come, with these items, and what its headers say.
    fn arrived(
        &mut self,
        page: Look<T>,
        total: Option<u64>,
        limit: Option<u64>,
    ) -> Result<PagePosition, Error> {
        if self.doubt == Doubt::Asked {
            return self.settle(&page);
        }
        let (number, count) = (self.due, page.items);
        self.due += 1;
        self.total = total.or(self.total);
        if count == 0 {
            return self.nothing(number, total, limit);
        }
        let size = *self.size.get_or_insert_with(|| {
            page_size(limit.unwrap_or(self.limit), number, count, self.total)
        });
        let counted = self.total.map(|total| total.div_ceil(size));
        // A page that is longer than it may be is the whole list, and its total says so.
        let is_full = count >= size && count <= self.limit;
        self.bound = match counted {
            Some(counted) if number < counted => counted,
            Some(_) if is_full => number + 1,
            Some(_) => number,
            None if number > self.first && count < size => number,
            None => number + 1,
        };
        self.longest = self.longest.max(count);
        let before = mem::replace(&mut self.before, page);
        let repeats = before == self.before;
        if self.doubt != Doubt::Settled {
            let is_alone = self.next == self.due;
            self.doubt = match repeats {
                true if is_alone => Doubt::Arisen,
                true => Doubt::Growing,
                false => Doubt::None,
            };
            if self.doubt == Doubt::Arisen {
                return Ok(PagePosition::Doubtful);
            }
            self.look_back(number, repeats)?;
        }
        self.repeats = repeats;
        Ok(match number < self.bound {
            true => PagePosition::Within,
            false => PagePosition::Last,
        })
    }

    /// A page has come that is empty. Its total, not one that came before, may say that it is not.
    fn nothing(
        &self,
        number: u64,
        total: Option<u64>,
        limit: Option<u64>,
    ) -> Result<PagePosition, Error> {
        // A first page that was short does not say that pages are.
        let size = match number - self.first {
            0 | 1 => limit.unwrap_or(self.limit),
            _ => self.longest,
        };
        let start = (number - 1).saturating_mul(size);
        if total.is_some_and(|total| total > start) {
            return Err(Error::pagination(
                self.operation,
                "a page came empty, and its total says that more items exist",
            ));
        }
        Ok(match number == self.first {
            true => PagePosition::Last,
            false => PagePosition::Beyond,
        })
    }

    /// Whether pages come again with others between them.
    fn look_back(&mut self, number: u64, repeats: bool) -> Result<(), Error> {
        self.circles += u32::from(!repeats && self.before == self.landmark);
        if self.circles == MOST_CIRCLES {
            return Err(Error::pagination(
                self.operation,
                "pages come again and again, and the list would go in circles",
            ));
        }
        if (number - self.first + 1).is_power_of_two() {
            self.landmark = self.before.clone();
        }
        Ok(())
    }

    /// Whether the page in doubt is behind all that the total counts.
    fn is_complete(&self) -> bool {
        let counted = self.total.zip(self.size);
        counted.is_some_and(|(total, size)| self.due - 1 > total.div_ceil(size))
    }

    /// The page far behind has come.
    fn settle(&mut self, page: &Look<T>) -> Result<PagePosition, Error> {
        if *page != self.before {
            self.doubt = Doubt::Settled;
            // The page that was in doubt may have been the last one: the one behind it tells.
            self.bound = self.bound.max(self.due);
            return Ok(PagePosition::Proof);
        }
        // Behind a list that has its total, the last page once more: the service takes the number
        // for the last one that there is.
        match self.is_complete() && !self.repeats {
            true => Ok(PagePosition::Beyond),
            false => Err(self.same_page()),
        }
    }

    fn same_page(&self) -> Error {
        Error::pagination(
            self.operation,
            "the service answers the same page whatever its number, and the list would have no end",
        )
    }
}

/// How many items a full page has, judged by the first one that came. Too few only cost requests,
/// up to the first empty page; too many would lose items. So a page that has fewer items than it
/// should makes the size.
fn page_size(asked: u64, number: u64, count: u64, total: Option<u64>) -> u64 {
    let due = match total {
        Some(total) => total.saturating_sub((number - 1).saturating_mul(asked)),
        None => asked,
    };
    if count < due.min(asked) {
        count
    } else {
        count.max(asked)
    }
}

impl<B: Page> Paginator<B> for Numbered<B::End> {
    fn is_from_the_start(&self) -> bool {
        self.first == 1
    }

    fn ask(&mut self) -> Option<Query> {
        let number = self.number()?.to_string();
        Some(vec![("limit", self.limit.to_string()), ("page", number)])
    }

    fn learn(&mut self, page: &Response<B>) -> Result<PagePosition, Error> {
        let limit = page.page_limit().filter(|limit| *limit > 0);
        self.arrived(Look::of(page), page.total_count(), limit)
    }

    /// An error that refuses the page far behind says that there is none.
    fn refused(&mut self, error: Error) -> Result<(), Error> {
        let is_refusal = error.status().is_some_and(|status| {
            let is_of_credential = matches!(status.as_u16(), 401 | 403);
            status.is_client_error() && !is_of_credential && !is_transient(status)
        });
        if self.doubt != Doubt::Asked || !is_refusal {
            return Err(error);
        }
        match self.total.is_none() || self.is_complete() {
            true => Ok(()),
            false => Err(self.same_page()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::wire::operation::Server;

    const LIST: &Operation = &Operation::undescribed("list", Server::Main);

    fn look(items: &[u64], unreadable: usize) -> Look<u64> {
        Look {
            items: (items.len() + unreadable) as u64,
            ends: items.first().copied().zip(items.last().copied()),
        }
    }

    /// A service with a list, and what it says of it.
    #[derive(Debug, Clone, Copy)]
    struct Service {
        items: u64,
        /// Whether all items are equal.
        is_uniform: bool,
        /// The most that it takes for `limit`.
        cap: u64,
        /// How many items fewer than there are it counts; nothing where it does not count.
        uncounted: Option<u64>,
        limit: Limit,
        number: Number,
    }

    /// What `X-Pagination-Limit` says.
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Limit {
        Nothing,
        Truth,
        WhatWasAsked,
    }

    /// What it makes of the number of a page.
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Number {
        Heeded,
        /// Behind the last page comes the last page.
        Clamped,
        Ignored,
    }

    impl Service {
        fn page(self, number: u64, size: u64) -> Vec<u64> {
            let last = self.items.div_ceil(size).max(1);
            let number = match self.number {
                Number::Heeded => number,
                Number::Clamped => number.min(last),
                Number::Ignored => 1,
            };
            let start = (number - 1).saturating_mul(size).min(self.items);
            let end = (start + size).min(self.items);
            match self.is_uniform {
                true => vec![7; (end - start) as usize],
                false => (start..end).collect(),
            }
        }

        /// The items that a walk yields which has so many pages on their way, how many pages it
        /// asks for, and whether it comes to an end of the list.
        fn walk(self, asked: u64, first: u64, ahead: usize) -> (Vec<u64>, u64, bool) {
            let size = asked.min(self.cap);
            let limit = match self.limit {
                Limit::Nothing => None,
                Limit::Truth => Some(size),
                Limit::WhatWasAsked => Some(asked),
            };
            let total = self.uncounted.map(|fewer| self.items.saturating_sub(fewer));
            let mut paginator = Numbered::new(LIST, asked, first);
            let (mut items, mut requests, mut doubtful) = (Vec::new(), 0, Vec::new());
            let mut on_their_way = VecDeque::new();
            loop {
                while on_their_way.len() < ahead
                    && let Some(number) = paginator.number()
                {
                    requests += 1;
                    on_their_way.push_back(self.page(number, size));
                }
                assert!(requests < 50, "no end: {self:?} asked for {asked}");
                let page = on_their_way.pop_front().unwrap_or_default();
                match paginator.arrived(look(&page, 0), total, limit) {
                    Ok(PagePosition::Within) => items.extend(page),
                    Ok(PagePosition::Doubtful) => doubtful = page,
                    Ok(PagePosition::Proof) => items.append(&mut doubtful),
                    Ok(PagePosition::Last) => {
                        items.extend(page);
                        return (items, requests, true);
                    }
                    Ok(PagePosition::Beyond) => return (items, requests, true),
                    Ok(PagePosition::Void) | Err(_) => return (items, requests, false),
                }
            }
        }

        /// Every service there is, and how it is asked.
        fn each(mut check: impl FnMut(Self, u64, u64, usize)) {
            let limits = [Limit::Nothing, Limit::Truth, Limit::WhatWasAsked];
            let numbers = [Number::Heeded, Number::Clamped, Number::Ignored];
            for case in 0..13 * 6 * 2 * 4 * 3 * 3 * 5 * 3 * 2 {
                let mut rest = case;
                let mut pick = |of: u64| {
                    let picked = rest % of;
                    rest /= of;
                    picked
                };
                let service = Self {
                    items: pick(13),
                    cap: 1 + pick(6),
                    is_uniform: pick(2) == 1,
                    uncounted: [None, Some(0), Some(1), Some(2)][pick(4) as usize],
                    limit: limits[pick(3) as usize],
                    number: numbers[pick(3) as usize],
                };
                let (asked, first, ahead) = (1 + pick(5), 1 + pick(3), 1 + 3 * pick(2));
                // The size of the pages that were left out must be known.
                if first == 1 || service.cap >= asked || service.limit == Limit::Truth {
                    check(service, asked, first, ahead as usize);
                }
            }
        }
    }

    #[test]
    fn every_item_comes_once_whatever_the_service_says() {
        Service::each(|service, asked, first, ahead| {
            let size = asked.min(service.cap);
            let total = service
                .uncounted
                .map(|fewer| service.items.saturating_sub(fewer));
            // A first page that is as long as the total, and shorter than it may be, is the list.
            let is_believed = service.limit != Limit::Truth
                && size < asked
                && total.is_some_and(|total| total <= size && total < service.items);
            if service.number != Number::Heeded || is_believed {
                return;
            }
            let (items, requests, ended) = service.walk(asked, first, ahead);
            let expected: Vec<_> = (first..=service.items.div_ceil(size).max(first))
                .flat_map(|number| service.page(number, size))
                .collect();
            let what = format!("{service:?} asked for {asked} from {first}, {ahead} ahead");
            assert_eq!(items, expected, "{what}");
            assert!(ended, "{what}");
            let needed = (expected.len() as u64).div_ceil(size).max(1);
            // One behind the last page; and where pages are alike, one far behind.
            let more = 1 + u64::from(service.is_uniform || expected.is_empty());
            assert!(requests <= needed + more, "{what}: {requests}");
        });
    }

    #[test]
    fn pages_that_come_whatever_their_number_end() {
        Service::each(|service, asked, first, ahead| {
            if service.number == Number::Heeded || service.is_uniform || service.items == 0 {
                return;
            }
            let size = asked.min(service.cap);
            let (items, _, ended) = service.walk(asked, first, ahead);
            let what =
                format!("{service:?} asked for {asked} from {first}, {ahead} ahead: {items:?}");
            let pages = service.items.div_ceil(size);
            let is_counted = service.uncounted == Some(0);
            // What has one page is complete, whatever the number; the rest is not what it seems.
            match service.number {
                Number::Clamped if is_counted && first <= pages => {
                    let expected: Vec<_> = ((first - 1) * size..service.items).collect();
                    assert_eq!(items, expected, "{what}");
                    assert!(ended, "{what}");
                }
                Number::Ignored if is_counted && pages > 2 && first == 1 && size == asked => {
                    assert!(!ended || service.items % size != 0, "{what}");
                }
                _ => {}
            }
            if service.number == Number::Ignored && size == asked {
                let page = service.page(1, size);
                // Those on their way come, and the page in doubt may.
                let most = match service.uncounted {
                    None => 2,
                    Some(_) => 1 + ahead,
                };
                assert!(
                    items.starts_with(&page) && items.len() <= most * page.len(),
                    "{what}"
                );
            }
        });
    }

    #[test]
    fn a_service_that_ignores_the_limit_is_not_asked_for_the_same_again() -> Result<(), Error> {
        let mut paginator = Numbered::new(LIST, 2, 1);
        assert_eq!(paginator.number(), Some(1));
        assert_eq!(
            paginator.arrived(look(&[5; 9], 0), Some(9), None)?,
            PagePosition::Last
        );
        Ok(())
    }

    #[test]
    fn a_last_page_that_was_in_doubt_ends_the_list_behind_it() -> Result<(), Error> {
        let mut paginator = Numbered::new(LIST, 2, 1);
        paginator.number();
        paginator.arrived(look(&[5; 9], 0), Some(18), None)?;
        assert_eq!((paginator.number(), paginator.number()), (Some(2), None));
        let twice = paginator.arrived(look(&[5; 9], 0), Some(18), None)?;
        assert_eq!(twice, PagePosition::Doubtful);
        assert!(paginator.number().is_some());
        let far = paginator.arrived(look(&[], 0), Some(18), None)?;
        assert_eq!((far, paginator.number()), (PagePosition::Proof, Some(3)));
        let behind = paginator.arrived(look(&[], 0), Some(18), None)?;
        assert_eq!(behind, PagePosition::Beyond);
        Ok(())
    }

    #[test]
    fn a_total_that_comes_later_counts_from_there_on() -> Result<(), Error> {
        let mut paginator = Numbered::new(LIST, 2, 1);
        assert_eq!((paginator.number(), paginator.number()), (Some(1), None));
        assert_eq!(
            paginator.arrived(look(&[1, 2], 0), None, None)?,
            PagePosition::Within
        );
        assert_eq!((paginator.number(), paginator.number()), (Some(2), None));
        assert_eq!(
            paginator.arrived(look(&[3, 4], 0), Some(7), None)?,
            PagePosition::Within
        );
        assert_eq!((paginator.number(), paginator.number()), (Some(3), Some(4)));
        Ok(())
    }

    #[test]
    fn items_that_cannot_be_read_make_a_page_no_shorter() -> Result<(), Error> {
        let mut paginator = Numbered::new(LIST, 3, 1);
        paginator.number();
        assert_eq!(
            paginator.arrived(look(&[1], 2), None, None)?,
            PagePosition::Within
        );
        paginator.number();
        assert_eq!(
            paginator.arrived(look(&[4, 5], 1), None, None)?,
            PagePosition::Within
        );
        Ok(())
    }
}
