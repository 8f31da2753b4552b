//! Lists by page number: which pages there are, as far as the answers tell. The rules are in the docs of `crate::pages`.

use super::Page;
use super::source::{Query, Source};
use super::walk::{Plan, Standing};
use crate::error::Error;
use crate::response::Response;
use crate::runtime::Call;

/// Items of a page where no `limit` was set. The service's own 100 would cost five times the requests, of which it allows 6 a second; its
/// maximum of 5000 makes answers of contributors, with their languages, tens of megabytes long, and four of them are in memory.
const DEFAULT_LIMIT: u64 = 500;

/// The list of a call, from the page that it asks for.
pub(crate) fn numbered<B: Page>(
    call: Result<Call<'_, B>, Error>,
) -> Result<(Source<B>, Numbered), Error> {
    let mut source = Source::new(call?);
    let limit = take_count(&mut source, "limit")?.unwrap_or(DEFAULT_LIMIT);
    let first = take_count(&mut source, "page")?.unwrap_or(1);
    Ok((source, Numbered::new(limit, first)))
}

fn take_count<B>(source: &mut Source<B>, name: &str) -> Result<Option<u64>, Error> {
    let Some(text) = source.take(name) else {
        return Ok(None);
    };
    match text.parse() {
        Ok(count) if count > 0 => Ok(Some(count)),
        _ => Err(Error::invalid_request(
            source.operation,
            format!("`{name}` is {text}, and 1 is the minimum for a stream"),
        )),
    }
}

/// What is known of the pages of a list.
#[derive(Debug)]
pub(crate) struct Numbered {
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
}

impl Numbered {
    fn new(limit: u64, first: u64) -> Self {
        Self {
            limit,
            first,
            next: first,
            due: first,
            bound: first,
            size: None,
            total: None,
        }
    }

    /// The number of the page to ask for next.
    fn number(&mut self) -> Option<u64> {
        let number = self.next;
        (number <= self.bound).then(|| {
            self.next += 1;
            number
        })
    }

    /// A page has come, with so many items, and what its headers say.
    fn arrived(&mut self, count: u64, total: Option<u64>, limit: Option<u64>) -> Standing {
        let number = self.due;
        self.due += 1;
        self.total = total.or(self.total);
        if count == 0 {
            return if number == self.first {
                Standing::Last
            } else {
                Standing::Beyond
            };
        }
        let size = *self.size.get_or_insert_with(|| {
            page_size(limit.unwrap_or(self.limit), number, count, self.total)
        });
        self.bound = match self.total {
            Some(total) => total.div_ceil(size),
            None if number > self.first && count < size => number,
            None => number + 1,
        };
        if number < self.bound {
            Standing::Within
        } else {
            Standing::Last
        }
    }
}

/// How many items a full page has, judged by the first one that came. Too few only cost requests, up to the first empty page; too
/// many would lose items. So a page that has fewer items than it should makes the size.
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

impl<B: Page> Plan<B> for Numbered {
    fn ask(&mut self) -> Option<Query> {
        let number = self.number()?.to_string();
        Some(vec![("limit", self.limit.to_string()), ("page", number)])
    }

    fn learn(&mut self, page: &Response<B>) -> Result<Standing, Error> {
        let limit = page.page_limit().filter(|limit| *limit > 0);
        Ok(self.arrived(page.count() as u64, page.total_count(), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A service with a list, and what it says of it.
    #[derive(Debug, Clone, Copy)]
    struct Service {
        items: u64,
        /// The most that it takes for `limit`.
        cap: u64,
        counts: bool,
        limit: Limit,
    }

    /// What `X-Pagination-Limit` says.
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Limit {
        Nothing,
        Truth,
        WhatWasAsked,
    }

    impl Service {
        /// The items that a walk one page at a time yields, and how many pages it asks for.
        fn walk(self, asked: u64, first: u64) -> (Vec<u64>, u64) {
            let size = asked.min(self.cap);
            let limit = match self.limit {
                Limit::Nothing => None,
                Limit::Truth => Some(size),
                Limit::WhatWasAsked => Some(asked),
            };
            let mut plan = Numbered::new(asked, first);
            let (mut items, mut requests) = (Vec::new(), 0);
            while let Some(number) = plan.number() {
                let start = ((number - 1) * size).min(self.items);
                let end = (start + size).min(self.items);
                requests += 1;
                items.extend(start..end);
                let total = self.counts.then_some(self.items);
                if plan.arrived(end - start, total, limit) != Standing::Within {
                    break;
                }
            }
            (items, requests)
        }
    }

    #[test]
    fn every_item_comes_once_whatever_the_service_says() {
        let limits = [Limit::Nothing, Limit::Truth, Limit::WhatWasAsked];
        for case in 0..13 * 6 * 2 * 3 * 5 * 3 {
            let mut rest = case;
            let mut pick = |of: u64| {
                let picked = rest % of;
                rest /= of;
                picked
            };
            let service = Service {
                items: pick(13),
                cap: 1 + pick(6),
                counts: pick(2) == 1,
                limit: limits[pick(3) as usize],
            };
            let (asked, first) = (1 + pick(5), 1 + pick(3));
            if first > 1 && service.cap < asked && service.limit != Limit::Truth {
                // The size of the pages that were left out is not known.
                continue;
            }
            let (items, requests) = service.walk(asked, first);
            let size = asked.min(service.cap);
            let expected: Vec<_> = ((first - 1) * size..service.items).collect();
            assert_eq!(
                items, expected,
                "{service:?} asked for {asked} from {first}"
            );
            let needed = (expected.len() as u64).div_ceil(size).max(1);
            assert!(
                requests <= needed + u64::from(!service.counts),
                "{service:?}: {requests}"
            );
        }
    }

    #[test]
    fn a_service_that_ignores_the_limit_is_not_asked_for_the_same_again() {
        let mut plan = Numbered::new(2, 1);
        assert_eq!(plan.number(), Some(1));
        assert_eq!(plan.arrived(9, Some(9), None), Standing::Last);
    }

    #[test]
    fn a_total_that_comes_later_counts_from_there_on() {
        let mut plan = Numbered::new(2, 1);
        assert_eq!((plan.number(), plan.number()), (Some(1), None));
        assert_eq!(plan.arrived(2, None, None), Standing::Within);
        assert_eq!((plan.number(), plan.number()), (Some(2), None));
        assert_eq!(plan.arrived(2, Some(7), None), Standing::Within);
        assert_eq!((plan.number(), plan.number()), (Some(3), Some(4)));
    }
}
