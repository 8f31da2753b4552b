//! The body of a page whose form is known only when it comes: a list in one of its fields, or the
//! whole, and somewhere a cursor.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde_json::value::RawValue;

use super::{RawPage, hash};
use crate::types::CursorMeta;
use crate::wire::decode::{self, Tolerant, again};

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
        let text = again::text(body);
        let lists = text.and_then(|text| serde_json::from_str(&text).ok());
        let Some(Lists::Fields(mut fields)) = lists else {
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
pub(super) struct Body<'f, T> {
    /// Nothing where the body is the list.
    field: Option<&'f str>,
    items: PhantomData<fn() -> T>,
}

impl<T> Clone for Body<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Body<'_, T> {}

impl<'f, T> Body<'f, T> {
    pub(super) fn new(place: Option<&'f Found>) -> Self {
        let field = match place {
            Some(Found::Field(field)) => Some(field.as_str()),
            Some(Found::Whole) | None => None,
        };
        Self {
            field,
            items: PhantomData,
        }
    }

    fn members<'de, A: MapAccess<'de>>(self, mut access: A) -> Result<RawPage<T>, A::Error>
    where
        T: Deserialize<'de>,
    {
        let (mut listed, mut way) = (None, Way::default());
        while let Some(name) = access.next_key::<String>()? {
            match name.as_str() {
                name if Some(name) == self.field => {
                    listed = Some(access.next_value_seed(Elements::new())?)
                }
                META => way.add(access.next_value()?),
                name => way.member(name, &mut access)?,
            }
        }
        match (listed, self.field) {
            (Some(listed), _) => Ok(page(listed, way)),
            // The words that are kept of an error begin so.
            (None, Some(field)) => Err(A::Error::custom(format!("missing field `{field}`"))),
            (None, None) => Err(A::Error::invalid_type(Unexpected::Map, &self)),
        }
    }
}

fn page<T>(listed: Listed<T>, way: Way) -> RawPage<T> {
    RawPage {
        items: listed.items,
        ends: listed.ends,
        meta: way.meta,
        is_told: way.is_told,
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Body<'_, T> {
    type Value = RawPage<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RawPage<T>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Body<'_, T> {
    type Value = RawPage<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            Some(_) => f.write_str("an object with a list"),
            None => f.write_str("a list"),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<RawPage<T>, A::Error> {
        match self.field {
            Some(_) => Err(A::Error::invalid_type(Unexpected::Seq, &self)),
            None => Ok(page(Elements::new().visit_seq(access)?, Way::default())),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<RawPage<T>, A::Error> {
        match again::is_on() {
            true => self
                .members(again::members(access)?)
                .map_err(A::Error::custom),
            false => self.members(access),
        }
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
    fn member<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        access: &mut A,
    ) -> Result<(), A::Error> {
        match name {
            "next_cursor" | "nextCursor" => {
                let Tolerant(cursor): Tolerant<Option<String>> = access.next_value()?;
                self.is_told = true;
                self.meta.cursor = cursor.filter(|cursor| !cursor.is_empty());
            }
            "has_more" | "hasMore" => {
                let Tolerant(has_more): Tolerant<Option<bool>> = access.next_value()?;
                self.is_told = true;
                self.meta.has_more = has_more;
            }
            _ => drop(access.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }

    fn add(&mut self, other: Self) {
        self.is_told |= other.is_told;
        self.meta.cursor = other.meta.cursor.or(self.meta.cursor.take());
        self.meta.has_more = other.meta.has_more.or(self.meta.has_more);
        self.meta.count = other.meta.count;
    }
}

/// As the field `meta` says it.
impl<'de> Deserialize<'de> for Way {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decode::object(deserializer)
    }
}

impl<'de> decode::Object<'de> for Way {
    fn read<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Way;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Way, A::Error> {
                let (mut way, mut is_empty) = (Way::default(), true);
                while let Some(name) = access.next_key::<String>()? {
                    is_empty = false;
                    match name.as_str() {
                        "cursor" => way.member("next_cursor", &mut access)?,
                        "count" => {
                            let Tolerant(count): Tolerant<Option<i64>> = access.next_value()?;
                            way.is_told = true;
                            way.meta.count = count;
                        }
                        name => way.member(name, &mut access)?,
                    }
                }
                way.is_told |= is_empty;
                Ok(way)
            }
        }
        fields.deserialize_map(Members)
    }
}

/// The elements of a list, and what tells it from others.
struct Listed<T> {
    items: Vec<T>,
    ends: Option<(u64, u64)>,
}

/// Reads a list, and what the service writes for an empty one.
struct Elements<T>(PhantomData<fn() -> T>);

impl<T> Elements<T> {
    fn new() -> Self {
        Self(PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Elements<T> {
    type Value = Listed<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Listed<T>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

fn nothing<T>() -> Listed<T> {
    Listed {
        items: Vec::new(),
        ends: None,
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Elements<T> {
    type Value = Listed<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_unit<E: Error>(self) -> Result<Listed<T>, E> {
        Ok(nothing())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Listed<T>, E> {
        match value {
            "" => Ok(nothing()),
            _ => Err(E::invalid_type(Unexpected::Str(value), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Listed<T>, A::Error> {
        match access.next_key::<IgnoredAny>()? {
            None => Ok(nothing()),
            Some(_) => Err(A::Error::invalid_type(Unexpected::Map, &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Listed<T>, A::Error> {
        let (mut items, mut index) = (Vec::new(), 0);
        let mut ends: Option<(&RawValue, &RawValue)> = None;
        while let Some(raw) = access.next_element()? {
            ends = Some((ends.map_or(raw, |(first, _)| first), raw));
            items.extend(again::element(index, raw).map_err(A::Error::custom)?);
            index += 1;
        }
        let ends = ends.map(|(first, last)| (hash(first.get()), hash(last.get())));
        Ok(Listed { items, ends })
    }
}
