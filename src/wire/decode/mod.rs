//! Tolerant decoding in one pass: observed variations of the service do not fail a page, and one
//! value does not fail the others.
//!
//! Numbers are accepted as text and vice versa (ids), flags as 0 and 1 and the texts `0`, `1`,
//! `false` and `true`, null as an empty list, an empty list as an empty object and vice versa. An
//! element of a list, an entry of a map or an optional field that still cannot be decoded is
//! omitted and reported.

pub(crate) mod issue;
mod reader;
mod serde_types;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{self, SerializeMap};
use serde_json::{Map, Value};
use uuid::Uuid;

use issue::Issues;
pub(crate) use reader::{Reader, Result, Token, failure};
pub(crate) use serde_types::Serde;

/// A type that can be decoded from a response.
pub(crate) trait Decode: Sized {
    fn decode(reader: &mut Reader<'_>) -> Result<Self>;
}

/// Decodes a body.
pub(crate) fn read<T>(
    body: &[u8],
    read: impl FnOnce(&mut Reader<'_>) -> Result<T>,
) -> Result<(T, Issues), DecodeError> {
    let text = str::from_utf8(body).map_err(|error| DecodeError {
        place: String::new(),
        position: position(&body[..error.valid_up_to()]),
        reason: None,
    })?;
    let mut reader = Reader::new(text);
    let value = read(&mut reader).and_then(|value| reader.end().map(|()| value));
    match value {
        Ok(value) => Ok((value, reader.issues)),
        Err(failure) => Err(DecodeError {
            place: reader.place(),
            position: position(text.as_bytes().get(..failure.at).unwrap_or(text.as_bytes())),
            reason: failure.reason,
        }),
    }
}

/// Why a body cannot be decoded. Quotes nothing of it.
#[derive(Debug)]
pub(crate) struct DecodeError {
    /// The path of the value; empty for the whole body.
    place: String,
    /// `None` if the body is not JSON.
    reason: Option<String>,
    /// Line and column, from 1.
    position: (usize, usize),
}

fn position(before: &[u8]) -> (usize, usize) {
    let mut lines = before.split(|byte| *byte == b'\n');
    let last = lines.next_back().unwrap_or_default();
    (lines.count() + 1, last.len() + 1)
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position;
        let Some(reason) = &self.reason else {
            return write!(f, "the body is not JSON at line {line} column {column}");
        };
        f.write_str("the body does not match the document at ")?;
        if !self.place.is_empty() {
            write!(f, "`{}`, ", self.place)?;
        }
        write!(f, "line {line} column {column}")?;
        match reason.as_str() {
            "" => Ok(()),
            reason => write!(f, ": {reason}"),
        }
    }
}

/// Decodes a type of the document from any serde format. An invalid value is an error here, because
/// nothing would report it.
pub(crate) fn from_serde<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Decode,
    D: Deserializer<'de>,
{
    let json = Value::deserialize(deserializer)?.to_string();
    let (value, issues) = read(json.as_bytes(), T::decode).map_err(|error| {
        let reason = error.reason.unwrap_or_default();
        match error.place.as_str() {
            "" => D::Error::custom(reason),
            place => D::Error::custom(format_args!("`{place}`: {reason}")),
        }
    })?;
    match issues.noted.first() {
        None => Ok(value),
        Some(issue) => Err(D::Error::custom(issue)),
    }
}

/// Implements `Deserialize` for types of the document.
macro_rules! deserialize {
    ($($type:ty),*) => {
        $(impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                crate::wire::decode::from_serde(deserializer)
            }
        })*
    };
}

/// Decodes and encodes a struct, given its fields, with their names in JSON where they differ, and
/// the field for all others.
macro_rules! object {
    (
        $type:ident { $($field:ident $(= $name:literal)?),* $(,)? }
        optional { $($optional:ident $(= $optional_name:literal)?),* $(,)? }
        $(others in $others:ident)?
    ) => {
        impl $crate::wire::decode::Decode for $type {
            fn decode(
                reader: &mut $crate::wire::decode::Reader<'_>,
            ) -> $crate::wire::decode::Result<Self> {
                use $crate::wire::decode::{Decode, name};
                $(let mut $field = None;)*
                $(let mut $optional = None;)*
                $(let mut $others = ::serde_json::Map::new();)?
                let _start = reader.object(&mut |reader, name| {
                    match name {
                        $(name!($field $($name)?) => $field = Some(Decode::decode(reader)?),)*
                        $(name!($optional $($optional_name)?) => {
                            $optional = Decode::decode(reader)?;
                        })*
                        _ => $crate::wire::decode::object!(@other reader name $($others)?),
                    }
                    Ok(())
                })?;
                Ok(Self {
                    $($field: reader.required(_start, name!($field $($name)?), $field)?,)*
                    $($optional,)*
                    $($others,)?
                })
            }
        }

        $crate::wire::decode::deserialize!($type);

        $crate::wire::decode::encoded! {
            $type { $($field $(= $name)?),* }
            optional { $($optional $(= $optional_name)?),* }
            $(others in $others)?
        }
    };
    (@other $reader:ident $name:ident) => { drop($reader.skip()?) };
    (@other $reader:ident $name:ident $others:ident) => {
        drop($others.insert($name.to_owned(), $crate::wire::decode::Decode::decode($reader)?))
    };
}

/// Encodes a struct, given its fields as [`object`] takes them.
macro_rules! encoded {
    (
        $type:ident { $($field:ident $(= $name:literal)?),* $(,)? }
        optional { $($optional:ident $(= $optional_name:literal)?),* $(,)? }
        $(others in $others:ident)?
    ) => {
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                use ::serde::ser::SerializeMap;
                use $crate::wire::decode::name;
                let mut map = serializer.serialize_map(None)?;
                $(map.serialize_entry(name!($field $($name)?), &self.$field)?;)*
                $(if let Some(value) = &self.$optional {
                    map.serialize_entry(name!($optional $($optional_name)?), value)?;
                })*
                let _known: &[&str] =
                    &[$(name!($field $($name)?),)* $(name!($optional $($optional_name)?),)*];
                $($crate::wire::decode::write_extra(&self.$others, _known, &mut map)?;)?
                map.end()
            }
        }
    };
}

/// Serializes the extra fields. A documented one is an error, because it would be sent twice.
pub(crate) fn write_extra<M: SerializeMap>(
    extra: &Map<String, Value>,
    documented: &[&str],
    map: &mut M,
) -> Result<(), M::Error> {
    for (name, value) in extra {
        if documented.contains(&name.as_str()) {
            let reason = format!("`{name}` is a documented field: use its setter, not `extra`");
            return Err(ser::Error::custom(reason));
        }
        map.serialize_entry(name, value)?;
    }
    Ok(())
}

/// The name of a field in JSON.
macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

pub(crate) use {deserialize, encoded, name, object};

/// 2^53. Integers below it are exact as floats.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Decode for i64 {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        if let Some(value) = reader.short_integer() {
            return Ok(value);
        }
        reader.scalar("an integer", |token| match token {
            Token::Number(digits) => digits.parse().ok().or_else(|| whole(digits)),
            Token::Text(text) => text.trim().parse().ok(),
            _ => None,
        })
    }
}

/// Returns an integer that is written as a float.
fn whole(number: &str) -> Option<i64> {
    let float: f64 = number.parse().ok()?;
    (float.fract() == 0.0 && float.abs() < EXACT).then_some(float as i64)
}

impl Decode for i32 {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let start = reader.start();
        let value = i64::decode(reader)?.try_into();
        value.map_err(|_| failure(start, "expected an integer of 32 bits".to_owned()))
    }
}

impl Decode for f64 {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        reader.scalar("a number", |token| {
            let value: Option<f64> = match token {
                Token::Number(digits) => digits.parse().ok(),
                Token::Text(text) => text.trim().parse().ok(),
                _ => None,
            };
            value.filter(|value| value.is_finite())
        })
    }
}

impl Decode for bool {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        reader.scalar("a boolean", |token| match token {
            Token::Bool(value) => Some(value),
            Token::Number("0") => Some(false),
            Token::Number("1") => Some(true),
            Token::Text(text) => match &*text {
                "0" | "false" => Some(false),
                "1" | "true" => Some(true),
                _ => None,
            },
            _ => None,
        })
    }
}

impl<'a> Reader<'a> {
    /// Reads text, and a number as its digits.
    pub(crate) fn lenient_text(&mut self) -> Result<Cow<'a, str>> {
        if self.peek() == b'"' {
            return self.text();
        }
        self.scalar("a string", |token| match token {
            Token::Text(text) => Some(text),
            Token::Number(digits) if has_exact_digits(digits) => Some(Cow::Borrowed(digits)),
            _ => None,
        })
    }

    /// Reads text as a type that has a form of its own.
    pub(crate) fn parsed<T>(
        &mut self,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T> {
        self.scalar(expected, |token| match token {
            Token::Text(text) => parse(&text),
            _ => None,
        })
    }
}

/// Whether a number is written without a fraction or an exponent.
fn is_integer(number: &str) -> bool {
    number.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
}

/// Whether a number is exact: a long one written as a float has lost digits.
fn has_exact_digits(number: &str) -> bool {
    is_integer(number) || number.parse().is_ok_and(|float: f64| float.abs() < EXACT)
}

impl Decode for String {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        reader.lenient_text().map(Cow::into_owned)
    }
}

impl Decode for Uuid {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        reader.parsed("a UUID", |text| text.parse().ok())
    }
}

impl Decode for Value {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        Serde::decode(reader).map(|Serde(value)| value)
    }
}

/// Decodes an optional value; `None`, with an issue, if it is invalid.
pub(crate) fn decode_or_omit<T: Decode>(reader: &mut Reader<'_>) -> Result<Option<T>> {
    let mark = reader.mark();
    match T::decode(reader) {
        Ok(value) => Ok(Some(value)),
        Err(failure) => reader.omit(&mark, failure).map(|()| None),
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        match reader.peek() {
            b'n' => reader.token().map(|_| None),
            _ => decode_or_omit(reader),
        }
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let mut elements = Vec::new();
        reader.array(&mut |reader| {
            elements.extend(decode_or_omit(reader)?);
            Ok(())
        })?;
        Ok(elements)
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    /// A null entry counts as absent.
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let mut entries = BTreeMap::new();
        reader.object(&mut |reader, name| {
            let value = Option::decode(reader)?;
            entries.extend(value.map(|value| (name.to_owned(), value)));
            Ok(())
        })?;
        Ok(entries)
    }
}
