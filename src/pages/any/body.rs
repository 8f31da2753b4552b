//! The body of a page whose form is known only when it comes: a list in one of its fields, or the
//! whole, and somewhere a cursor.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;

use super::{RawPage, hash};
use crate::types::CursorMeta;
use crate::wire::decode::{Decode, Foreign, Reader, Result, lossy};

/// Where the items of a page are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// The body is the list.
    Whole,
    Field(String),
}

impl Found {
    /// Looks for the only list of a body. What cannot be read is found out by who reads it.
    ///
    /// # Errors
    ///
    /// Why it cannot be told, in words.
    pub(super) fn look(body: &[u8]) -> Result<Self, String> {
        let Ok(Lists::Fields(mut fields)) = serde_json::from_slice(body) else {
            return Ok(Self::Whole);
        };
        let advice = "say which field holds the items with `RawRequest::items_in`";
        match (fields.pop(), fields.is_empty()) {
            (Some(field), true) => Ok(Self::Field(field)),
            (None, _) => Err(format!("the answer holds no list: {advice}")),
            (Some(last), false) => {
                let others = fields.join("`, `");
                Err(format!(
                    "the answer holds several lists, `{others}` and `{last}`: {advice}"
                ))
            }
        }
    }
}

/// The lists that a body holds.
enum Lists {
    Whole,
    /// The names of the fields that are one.
    Fields(Vec<String>),
}

impl<'de> Deserialize<'de> for Lists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Look;
        impl<'de> Visitor<'de> for Look {
            type Value = Lists;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object or a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Lists, A::Error> {
                while access.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Lists::Whole)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Lists, A::Error> {
                let mut fields = Vec::new();
                while let Some((name, value)) = access.next_entry::<String, &RawValue>()? {
                    if value.get().starts_with('[') && !(name == META && is_empty(value)) {
                        fields.push(name);
                    }
                }
                Ok(Lists::Fields(fields))
            }
        }
        deserializer.deserialize_any(Look)
    }
}

/// The service was seen to write an empty object so.
const META: &str = "meta";

fn is_empty(list: &RawValue) -> bool {
    list.get()[1..].trim_start().starts_with(']')
}

/// Reads a page.
pub(super) fn read<T: DeserializeOwned>(
    reader: &mut Reader<'_>,
    place: Option<&Found>,
) -> Result<RawPage<T>> {
    let Some(Found::Field(field)) = place else {
        return Ok(page(elements(reader)?, Way::default()));
    };
    let (mut listed, mut way) = (None, Way::default());
    let start = reader.object(&mut |reader, name| match name {
        name if name == field => elements(reader).map(|elements| listed = Some(elements)),
        META => way.meta(reader),
        name => way.member(name, reader),
    })?;
    Ok(page(reader.required(start, field, listed)?, way))
}

fn page<T>(listed: Listed<T>, way: Way) -> RawPage<T> {
    RawPage {
        items: listed.items,
        ends: listed.ends,
        meta: way.meta,
        is_told: way.is_told,
    }
}

/// What a body says of what follows.
#[derive(Default)]
struct Way {
    meta: CursorMeta,
    is_told: bool,
}

impl Way {
    /// Reads a member that may say where the next page is.
    fn member(&mut self, name: &str, reader: &mut Reader<'_>) -> Result<()> {
        match name {
            "next_cursor" | "nextCursor" => {
                let cursor: Option<String> = Decode::decode(reader)?;
                self.meta.cursor = cursor
                    .filter(|cursor| !cursor.is_empty())
                    .or(self.meta.cursor.take());
            }
            "has_more" | "hasMore" => {
                self.meta.has_more = Option::decode(reader)?.or(self.meta.has_more);
            }
            _ => return reader.skip().map(drop),
        }
        self.is_told = true;
        Ok(())
    }

    /// Reads the field `meta`.
    fn meta(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let mut is_empty = true;
        reader.object(&mut |reader, name| {
            is_empty = false;
            match name {
                "cursor" => self.member("next_cursor", reader),
                "count" => {
                    self.is_told = true;
                    Decode::decode(reader).map(|count| self.meta.count = count)
                }
                name => self.member(name, reader),
            }
        })?;
        self.is_told |= is_empty;
        Ok(())
    }
}

/// The elements of a list, and what tells it from others.
struct Listed<T> {
    items: Vec<T>,
    ends: Option<(u64, u64)>,
}

fn elements<T: DeserializeOwned>(reader: &mut Reader<'_>) -> Result<Listed<T>> {
    let mut items = Vec::new();
    let mut ends: Option<(&str, &str)> = None;
    reader.array(&mut |reader| {
        let start = reader.start();
        items.extend(lossy(reader)?.map(|Foreign(item)| item));
        let raw = reader.since(start);
        ends = Some((ends.map_or(raw, |(first, _)| first), raw));
        Ok(())
    })?;
    let ends = ends.map(|(first, last)| (hash(first), hash(last)));
    Ok(Listed { items, ends })
}
