//! The methods that all generated calls and bodies have.

/// Defines the streams of a list, by its kind of pagination.
macro_rules! list {
    (page $call:ident -> $page:ty => $item:ty) => {
        list! { @streams $call $page, $item, Number,
            ", from `page` if it is set. Requests pages of `limit` items, or of 500. If items are \
             removed meanwhile, later ones move to earlier pages and are missed: to remove items, \
             or to change them so that they leave the list, [collect it first, or request page 1 \
             until it is empty](crate::guide::lists#change-what-you-list)" }
    };
    (cursor_or_page $call:ident -> $page:ty => $item:ty) => {
        list! { @streams $call $page, $item, CursorOrNumber,
            ": by cursor, from `cursor` if it is set; or by page number if `page` is set, or \
             `pagination` is `offset`. Requests pages of `limit` items, or of 500" }
    };
    (after $call:ident -> $page:ty => $item:ty) => {
        list! { @streams $call $page, $item, Cursor("after"),
            ": forward from `after`, or from the start, or backward from `before` if it is set" }
    };
    (body $call:ident -> $page:ty => $item:ty) => {
        list! { @streams $call $page, $item, Cursor("cursor"),
            ", from `cursor` if it is set" }
    };
    (@streams $call:ident $page:ty, $item:ty, $kind:ident$(($by:literal))?, $docs:literal) => {
        impl $call {
            /// Sends the request for one page.
            pub async fn send(self) -> Result<$crate::Response<$page>, Error> {
                self.call()?.send().await
            }

            #[doc = concat!("Streams the items of all pages", $docs, ". ")]
            #[doc = "See [`pages`](crate::pages)."]
            pub fn stream(self) -> $crate::pages::Items<$item> {
                $crate::pages::Items::new::<$page>(self.call(), Paging::$kind$(($by))?)
            }

            #[doc = concat!("Streams the pages", $docs, ". See [`pages`](crate::pages).")]
            pub fn pages(self) -> $crate::pages::Pages<$page> {
                $crate::pages::Pages::new(self.call(), Paging::$kind$(($by))?)
            }
        }
    };
}

// A generated file imports all of this module: for its own code, and for the expansions.
pub(crate) use std::collections::BTreeMap;

pub(crate) use chrono::{DateTime, Utc};
pub(crate) use reqwest::Method;
pub(crate) use serde_json::Value;
pub(crate) use uuid::Uuid;

pub(crate) use crate::call::Call;
pub(crate) use crate::call::path::RequestPath;
pub(crate) use crate::files::Content;
pub(crate) use crate::optional::{IntoOption, IntoOptionList};
pub(crate) use crate::pages::{Paging, page};
pub(crate) use crate::wire::decode::object;
pub(crate) use crate::wire::open::{open_enum, open_integer_enum};
pub(crate) use crate::wire::operation::{Operation, Server};
pub(crate) use crate::wire::quirks;
pub(crate) use crate::wire::secret::to_json;
pub(crate) use crate::{Base64, CallOptions, Client, Error, Image, Secret, UrlText};
pub(crate) use list;
