//! Pages, and what the paginator needs to know of them.

use std::any::Any;

use bytes::Bytes;
use reqwest::header::HeaderName;

use crate::call::response::{RawResponse, Response};
use crate::error::Error;
use crate::wire::decode::Decode;

/// The body of a response that is a page of a list.
pub(crate) trait Page: Send + Sized + 'static {
    type Item: Send + 'static;

    /// Returns the number of items.
    fn item_count(&self) -> usize;

    /// Returns the position of the page in its list, if the body has it.
    fn position(&self) -> Option<Position>;

    fn into_items(self) -> Vec<Self::Item>;
}

/// Where a page is in its list.
#[derive(Default)]
pub(crate) struct Position {
    /// The cursor of the next page.
    pub(crate) cursor: Option<String>,
    pub(crate) has_more: Option<bool>,
}

/// Implements [`Page`], given the field with the items, and those with the next cursor and whether
/// more items exist.
macro_rules! page {
    ($page:ty { $field:ident: $item:ty $(, $($cursor:ident).+, $($more:ident).+)? }) => {
        impl $crate::pages::Page for $page {
            type Item = $item;

            fn item_count(&self) -> usize {
                self.$field.len()
            }

            fn position(&self) -> Option<$crate::pages::Position> {
                None$(.or(Some($crate::pages::Position {
                    cursor: self.$($cursor).+.as_ref().map(ToString::to_string),
                    has_more: self.$($more).+,
                })))?
            }

            fn into_items(self) -> Vec<$item> {
                self.$field
            }
        }
    };
}

pub(crate) use page;

/// A page without its items.
#[derive(Debug, Default)]
pub(super) struct PageInfo {
    pub(super) body: Bytes,
    pub(super) items: u64,
    pub(super) cursor: Option<String>,
    pub(super) has_more: Option<bool>,
    pub(super) total: Option<u64>,
    pub(super) limit: Option<u64>,
    pub(super) has_number: bool,
    /// Whether the response has no pagination data at all.
    pub(super) is_bare: bool,
}

impl PageInfo {
    fn of<B: Page>(page: &Response<B>, body: Bytes) -> Self {
        let position = page.position();
        let mut names = page.headers().keys().map(HeaderName::as_str);
        let has_data = names.any(|it| it.starts_with("x-pagination-") || it == "x-total-count");
        let is_bare = position.is_none() && !has_data;
        let Position { cursor, has_more } = position.unwrap_or_default();
        // If it is not text, the service rejects the request made from it.
        let header = page.headers().get("x-pagination-next-cursor");
        let header = header.map(|next| String::from_utf8_lossy(next.as_bytes()).trim().to_owned());
        Self {
            body,
            items: (page.item_count() + page.item_issues().count()) as u64,
            cursor: cursor.or(header).filter(|cursor| !cursor.is_empty()),
            has_more,
            total: page.total_count(),
            limit: page.count("x-pagination-limit").filter(|limit| *limit > 0),
            has_number: ["x-pagination-page", "x-pagination-page-count"]
                .into_iter()
                .any(|name| page.count(name).is_some()),
            is_bare,
        }
    }
}

/// A page whose type the walk does not know.
pub(super) struct ErasedPage {
    pub(super) page: Box<dyn Any + Send>,
    pub(super) info: PageInfo,
}

impl ErasedPage {
    /// Decodes a page, and keeps of it what `keep` returns.
    pub(super) fn decode<B: Page + Decode, P: Send + 'static>(
        raw: RawResponse,
        keep: fn(Response<B>) -> P,
    ) -> Result<Self, Error> {
        let body = raw.head.body().clone();
        let page = raw.decode::<B>()?;
        let info = PageInfo::of(&page, body);
        Ok(Self { page: Box::new(keep(page)), info })
    }
}
