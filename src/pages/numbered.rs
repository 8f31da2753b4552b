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

    fn arrived(&mut self, count: u64, total: Option<u64>, limit: Option<u64>) -> Standing {
        let number = self.due;
        self.due += 1;
        self.total = total.or(self.total);
        if count == 0 {
            return match number == self.first {
                true => Standing::Last,
                false => Standing::Beyond,
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
        match number < self.bound {
            true => Standing::Within,
            false => Standing::Last,
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
    match count < due.min(asked) {
        true => count,
        false => count.max(asked),
    }
}

impl<B: Page> Plan<B> for Numbered {
    fn ask(&mut self) -> Option<Query> {
        if self.next > self.bound {
            return None;
        }
        let number = self.next;
        self.next += 1;
        Some(vec![
            ("limit", self.limit.to_string()),
            ("page", number.to_string()),
        ])
    }

    fn learn(&mut self, page: &Response<B>) -> Result<Standing, Error> {
        let limit = page.page_limit().filter(|limit| *limit > 0);
        Ok(self.arrived(page.count() as u64, page.total_count(), limit))
    }
}
