//! Pages without their items: what the paginator needs to know of them.

use std::any::Any;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Debug, Write as _};
use std::hash::Hasher;

use reqwest::header::HeaderName;

use crate::call::response::Response;

/// The body of a response that is a page of a list.
pub(crate) trait Page: Send + Sized + 'static {
    type Item: Send + 'static;

    fn summary(&self) -> Summary;

    fn into_items(self) -> Vec<Self::Item>;
}

/// Implements [`Page`], given the field with the items, and those with the next cursor and whether
/// more items exist.
macro_rules! page {
    ($page:ty { $field:ident: $item:ty $(, $($cursor:ident).+, $($more:ident).+)? }) => {
        impl $crate::pages::Page for $page {
            type Item = $item;

            fn summary(&self) -> $crate::pages::Summary {
                let position = None$(.or(Some($crate::pages::Position {
                    cursor: self.$($cursor).+.as_ref().map(ToString::to_string),
                    has_more: self.$($more).+,
                })))?;
                $crate::pages::Summary::of(&self.$field, position)
            }

            fn into_items(self) -> Vec<$item> {
                self.$field
            }
        }
    };
}

pub(crate) use page;

/// The position of a page in its list, if the body has it.
#[derive(Clone, Default)]
pub(crate) struct Position {
    /// The cursor of the next page.
    pub(crate) cursor: Option<String>,
    pub(crate) has_more: Option<bool>,
}

/// Pagination data in the body of a page.
pub(crate) struct Summary {
    items: usize,
    fingerprint: u64,
    position: Option<Position>,
}

impl Summary {
    /// The fingerprint of a page: its number of items, and the first and last one.
    pub(crate) fn of<T: Debug>(items: &[T], position: Option<Position>) -> Self {
        let ends = (items.first(), items.last());
        Self::new(items.len(), fingerprint(&ends), position)
    }

    pub(super) fn new(items: usize, fingerprint: u64, position: Option<Position>) -> Self {
        Self { items, fingerprint, position }
    }
}

/// Returns the hash of a value's text.
pub(super) fn fingerprint(value: &dyn Debug) -> u64 {
    struct Text(DefaultHasher);
    impl fmt::Write for Text {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut text = Text(DefaultHasher::new());
    let _ = write!(text, "{value:?}");
    text.0.finish()
}

/// A page without its items.
#[derive(Debug, Clone, Default)]
pub(super) struct PageInfo {
    pub(super) items: u64,
    pub(super) fingerprint: u64,
    pub(super) cursor: Option<String>,
    pub(super) has_more: Option<bool>,
    pub(super) total: Option<u64>,
    pub(super) limit: Option<u64>,
    pub(super) has_number: bool,
    /// Whether the response has no pagination data at all.
    pub(super) is_bare: bool,
}

impl PageInfo {
    pub(super) fn of<B: Page>(page: &Response<B>) -> Self {
        let Summary { items, fingerprint: ends, position } = page.summary();
        let has_position = position.is_some();
        let Position { cursor, has_more } = position.unwrap_or_default();
        let mut issues = page.item_issues();
        let first = issues.next();
        let next = page.headers().get(NEXT_CURSOR);
        let next = next.map(|cursor| cursor.as_bytes().trim_ascii());
        let mut names = page.headers().keys().map(HeaderName::as_str);
        let has_data = names.any(|it| it.starts_with("x-pagination-") || it == "x-total-count");
        Self {
            is_bare: !has_position && !has_data,
            items: (items + usize::from(first.is_some()) + issues.count()) as u64,
            fingerprint: first.map_or(ends, |item| ends ^ fingerprint(&item.json())),
            cursor: cursor
                .or_else(|| next.map(|cursor| String::from_utf8_lossy(cursor).into_owned()))
                .filter(|cursor| !cursor.is_empty()),
            has_more,
            total: page.total_count(),
            limit: page.count("x-pagination-limit").filter(|limit| *limit > 0),
            has_number: ["x-pagination-page", "x-pagination-page-count"]
                .into_iter()
                .any(|name| page.count(name).is_some()),
        }
    }

    pub(super) fn next_cursor(&self) -> Option<String> {
        self.cursor.clone().filter(|_| self.has_more != Some(false))
    }
}

/// The header of the next cursor. If it is not text, the service rejects the request made from it.
const NEXT_CURSOR: &str = "x-pagination-next-cursor";

/// A page whose type the walk does not know.
pub(super) struct ErasedPage {
    pub(super) page: Box<dyn Any + Send>,
    pub(super) info: PageInfo,
}
