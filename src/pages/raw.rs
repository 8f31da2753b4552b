//! Lists with items of the caller's type.

use serde::de::DeserializeOwned;

use super::paginator::{Paginator, Paging};
use super::source::Source;
use super::summary::{ErasedPage, Page, PageInfo, Position, Summary, fingerprint};
use super::{Items, Pages};
use crate::call::Call;
use crate::call::response::{RawResponse, Response};
use crate::error::Error;
use crate::wire::decode::{self, Decode, Reader, Serde, decode_or_omit};
use crate::wire::operation::Server;

/// A page of a list with items of the caller's type.
struct RawPage<T> {
    items: Vec<T>,
    /// The position of the page in its list, if the body has it, as in lists by cursor.
    position: Option<Position>,
    fingerprint: u64,
}

impl<T: Send + 'static> Page for RawPage<T> {
    type Item = T;

    fn summary(&self) -> Summary {
        Summary::new(self.items.len(), self.fingerprint, self.position.clone())
    }

    fn into_items(self) -> Vec<T> {
        self.items
    }
}

/// A list with items of the caller's type. `None` means the default of its server.
fn list<T: DeserializeOwned + Send + 'static>(
    call: Result<Call, Error>,
    paging: Option<Paging>,
    items_in: Option<String>,
    erase: fn(Response<RawPage<T>>) -> ErasedPage,
) -> Result<(Source, Paginator), Error> {
    let call = call?;
    let is_by_cursor = call.operation.server == Server::Cursor;
    let paging = paging.unwrap_or(match is_by_cursor {
        true => Paging::Cursor("after"),
        false => Paging::Number,
    });
    let field = items_in.or_else(|| is_by_cursor.then(|| "data".to_owned()));
    let read = move |response: RawResponse| {
        let page = response.decode_by(|reader| decode_page(reader, field.as_deref()));
        page.map(erase)
    };
    super::list(call, paging, Box::new(read))
}

impl<T: DeserializeOwned + Send + 'static> Items<T> {
    pub(crate) fn foreign(
        call: Result<Call, Error>,
        paging: Option<Paging>,
        items_in: Option<String>,
    ) -> Self {
        Self::start(list::<T>(call, paging, items_in, super::read_items))
    }
}

impl<T: DeserializeOwned + Send + 'static> Pages<Vec<T>> {
    pub(crate) fn foreign(
        call: Result<Call, Error>,
        paging: Option<Paging>,
        items_in: Option<String>,
    ) -> Self {
        Self::start(list::<T>(call, paging, items_in, read_page))
    }
}

fn read_page<T: Send + 'static>(page: Response<RawPage<T>>) -> ErasedPage {
    let info = PageInfo::of(&page);
    let items = page.map(|page| page.items).with_next_cursor(info.next_cursor());
    ErasedPage { page: Box::new(items), info }
}

/// Decodes a page whose items are in a field, or are the whole body.
fn decode_page<T: DeserializeOwned>(
    reader: &mut Reader<'_>,
    field: Option<&str>,
) -> decode::Result<RawPage<T>> {
    let (mut position, mut list) = (None, None);
    let Some(field) = field else {
        return Ok(page(read_list(reader)?, position));
    };
    let start = reader.object(&mut |reader, name| {
        if name == field {
            list = Some(read_list(reader)?);
        } else if name == "meta" {
            position.get_or_insert_default();
            reader.object(&mut |reader, name| read_position(&mut position, name, reader))?;
        } else if name != "cursor" {
            read_position(&mut position, name, reader)?;
        } else {
            reader.skip()?;
        }
        Ok(())
    })?;
    Ok(page(reader.required(start, field, list)?, position))
}

/// Reads a field if it is about the position of the page.
fn read_position(
    position: &mut Option<Position>,
    name: &str,
    reader: &mut Reader<'_>,
) -> decode::Result<()> {
    match name {
        "next_cursor" | "nextCursor" => {
            let position = position.get_or_insert_default();
            position.cursor = Option::decode(reader)?.or(position.cursor.take());
        }
        // Beside a next cursor, it is that of the page itself.
        "cursor" => {
            let position = position.get_or_insert_default();
            position.cursor = position.cursor.take().or(Option::decode(reader)?);
        }
        "has_more" | "hasMore" => {
            let position = position.get_or_insert_default();
            position.has_more = Option::decode(reader)?.or(position.has_more);
        }
        _ => drop(reader.skip()?),
    }
    Ok(())
}

/// The items of a page, and their fingerprint.
type List<T> = (Vec<T>, u64);

fn read_list<T: DeserializeOwned>(reader: &mut Reader<'_>) -> decode::Result<List<T>> {
    let (mut items, mut ends) = (Vec::new(), None);
    reader.array(&mut |reader| {
        let start = reader.start();
        items.extend(decode_or_omit(reader)?.map(|Serde(item)| item));
        let raw = reader.since(start);
        ends = Some((ends.map_or(raw, |(first, _)| first), raw));
        Ok(())
    })?;
    Ok((items, fingerprint(&ends)))
}

fn page<T>((items, fingerprint): List<T>, position: Option<Position>) -> RawPage<T> {
    RawPage { items, position, fingerprint }
}
