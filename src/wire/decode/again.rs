//! The second reading of an answer that did not decode at once: what cannot be read costs itself
//! alone.
//!
//! The first reading has the speed of the derived readers, and ends at the first value that is not
//! as it must be. Only then is the body read again, with the same readers. This time objects and
//! lists come to them in raw pieces, so that a piece that fails can be left out and noted: an
//! element of a list, an entry of a map, the value of an optional field. What is required of an
//! object still is, and takes the object with it.
//!
//! What is no text costs the value that it is in, and what is no JSON around the body nothing.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Error as _, IntoDeserializer, MapAccess, SeqAccess};
use serde_json::value::RawValue;

use super::Object;
use super::reason::without_values;
use super::unreadable::Unreadable;

/// Values that are noted; more are only counted. As many elements of the list are noted besides,
/// since a stream tells each in its place: an answer with more of them is none.
const MOST: usize = 10_000;
const MOST_WITH_ITEMS: usize = 2 * MOST;

/// What is known while an answer is read again.
#[derive(Default)]
struct Reading {
    /// The way to the piece at hand.
    path: Vec<Step>,
    found: Found,
}

/// What could not be read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    pub(crate) noted: Vec<Unreadable>,
    /// How many values there were besides.
    pub(crate) more: usize,
}

enum Step {
    Member(String),
    /// Its name is the service's own words.
    Entry(String),
    Element(usize),
}

thread_local! {
    /// The readers are generic over what they read from, and take no argument: whether an answer is
    /// being read again they find here. Reading never waits, so it stays on its thread.
    static READING: RefCell<Option<Reading>> = const { RefCell::new(None) };
}

/// Takes the reading away when it is over, be it by a panic in a type of the caller's.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        READING.take();
    }
}

/// What could be read of a body, and what could not.
pub(crate) fn read<T, S>(seed: S, body: &[u8]) -> Option<(T, Found)>
where
    S: for<'de> DeserializeSeed<'de, Value = T>,
{
    let guard = Guard;
    READING.set(Some(Reading::default()));
    let read = text(body).and_then(|text| super::from_slice(seed, text.as_bytes()).ok());
    let found = READING.take().map(|reading| reading.found);
    drop(guard);
    read.zip(found)
}

/// The text of a body, without a byte order mark and the NULs behind it. A byte that is no UTF-8
/// becomes the escape of half a character, so that no text can be read that has it. Nothing where
/// there are so many that it is no text at all.
pub(crate) fn text(body: &[u8]) -> Option<Cow<'_, str>> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let is_blank = |byte: &u8| *byte == 0 || byte.is_ascii_whitespace();
    let end = body.iter().rposition(|byte| !is_blank(byte));
    let body = &body[..end.map_or(0, |last| last + 1)];
    if let Ok(text) = str::from_utf8(body) {
        return Some(Cow::Borrowed(text));
    }
    let most = 2 * body.len() + (64 << 10);
    let mut text = String::with_capacity(body.len() + 16);
    for chunk in body.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // A backslash that escapes what follows it makes this one too many.
            let backslashes = text.bytes().rev().take_while(|byte| *byte == b'\\');
            let escape = match backslashes.count() % 2 {
                0 => "\\",
                _ => "",
            };
            let _ = write!(text, "{escape}udc{byte:02x}");
        }
        if text.len() > most {
            return None;
        }
    }
    Some(Cow::Owned(text))
}

/// Whether an answer is being read again.
pub(crate) fn is_on() -> bool {
    READING.with_borrow(Option::is_some)
}

/// Changes the reading, where there is one.
fn with<R>(change: impl FnOnce(&mut Reading) -> R) -> Option<R> {
    READING.with_borrow_mut(|reading| reading.as_mut().map(change))
}

/// Reads as the first time, where one failure is enough.
fn strictly<R>(read: impl FnOnce() -> R) -> R {
    let reading = READING.take();
    let result = read();
    READING.set(reading);
    result
}

/// Reads a piece of the body, on the step that leads to it.
fn piece<R>(step: Step, raw: &RawValue, read: impl FnOnce() -> R) -> R {
    let before = enter(step);
    let result = read();
    leave(before, raw);
    result
}

/// The reading is at a piece. Says how much was noted before.
///
/// This and its counterpart are apart from `piece`, which is compiled for each field of each type.
fn enter(step: Step) -> usize {
    let before = with(|reading| {
        reading.path.push(step);
        reading.found.noted.len()
    });
    before.unwrap_or_default()
}

/// The reading is behind a piece: what was noted in it has the piece for its JSON, if it has none.
fn leave(before: usize, raw: &RawValue) {
    with(|reading| {
        reading.path.pop();
        let found = reading.found.noted.iter_mut().skip(before);
        for value in found.filter(|value| value.json.is_empty()) {
            raw.get().clone_into(&mut value.json);
        }
    });
}

/// Reads raw JSON with the reader of whole bodies: each type is compiled for one.
fn read_raw<'de, S: DeserializeSeed<'de>>(
    seed: S,
    raw: &'de RawValue,
) -> serde_json::Result<S::Value> {
    seed.deserialize(&mut serde_json::Deserializer::from_slice(
        raw.get().as_bytes(),
    ))
}

/// Notes that the piece at hand cannot be read, and forgets what was noted of its parts, which are
/// in it. Not while an answer is read for the first time.
fn give_up(error: &impl Display, parts: Mark) -> bool {
    if !is_on() {
        return false;
    }
    let reason = without_values(&error.to_string()).unwrap_or_default();
    let noted = with(|reading| {
        let value = reading.unreadable(reason);
        let found = &mut reading.found;
        found.noted.truncate(parts.noted);
        found.more = parts.more;
        let is_item = value.index().is_some();
        match found.noted.len() {
            ..MOST => found.noted.push(value),
            MOST..MOST_WITH_ITEMS if is_item => found.noted.push(value),
            _ if is_item => return false,
            _ => found.more += 1,
        }
        true
    });
    noted.unwrap_or(false)
}

/// How much was found up to a place.
#[derive(Default)]
struct Mark {
    noted: usize,
    more: usize,
}

fn mark() -> Mark {
    let mark = with(|Reading { found, .. }| Mark {
        noted: found.noted.len(),
        more: found.more,
    });
    mark.unwrap_or_default()
}

impl Reading {
    fn unreadable(&self, reason: String) -> Unreadable {
        let (mut place, mut known) = (String::new(), None);
        for step in &self.path {
            let _ = match step {
                Step::Member(name) if place.is_empty() => write!(place, "{name}"),
                Step::Member(name) => write!(place, ".{name}"),
                Step::Entry(name) => {
                    known.get_or_insert(place.len());
                    write!(place, ".{name}")
                }
                Step::Element(index) => write!(place, "[{index}]"),
            };
        }
        let known = known.unwrap_or(place.len());
        let index = match self.path[..] {
            [Step::Element(index)] | [Step::Member(_), Step::Element(index)] => Some(index),
            _ => None,
        };
        Unreadable::new(place, known, index, reason)
    }
}

/// The value of an optional field, which may be missing: where it cannot be read, it is.
pub(super) fn optional<T, E: Display>(
    read: impl FnOnce() -> Result<Option<T>, E>,
) -> Result<Option<T>, E> {
    let parts = mark();
    read().or_else(|error| match give_up(&error, parts) {
        true => Ok(None),
        false => Err(error),
    })
}

/// A piece that may be left out: an element of a list, an entry of a map.
fn part<'de, T: Deserialize<'de>>(step: Step, raw: &'de RawValue) -> serde_json::Result<Option<T>> {
    let read = || read_raw(PhantomData, raw);
    if let Ok(whole) = strictly(read) {
        return Ok(Some(whole));
    }
    piece(step, raw, || optional(|| read().map(Some)))
}

/// The elements of a list that can be read.
pub(super) fn elements<'de, T, A>(mut access: A) -> Result<Vec<T>, A::Error>
where
    T: Deserialize<'de>,
    A: SeqAccess<'de>,
{
    let (mut elements, mut index) = (Vec::new(), 0);
    while let Some(raw) = access.next_element()? {
        elements.extend(element(index, raw).map_err(A::Error::custom)?);
        index += 1;
    }
    Ok(elements)
}

/// An element of a list, if it can be read.
pub(crate) fn element<'de, T: Deserialize<'de>>(
    index: usize,
    raw: &'de RawValue,
) -> serde_json::Result<Option<T>> {
    part(Step::Element(index), raw)
}

/// The entries of a map that can be read.
pub(super) fn entries<'de, T, A>(mut access: A) -> Result<Vec<(String, T)>, A::Error>
where
    T: Deserialize<'de>,
    A: MapAccess<'de>,
{
    let mut entries = Vec::new();
    while let Some((name, raw)) = access.next_entry::<String, _>()? {
        let value = part(Step::Entry(name.clone()), raw).map_err(A::Error::custom)?;
        entries.extend(value.map(|value| (name, value)));
    }
    Ok(entries)
}

/// An object, of whose optional fields those that can be read.
pub(super) fn object<'de, T, A>(access: A) -> Result<T, A::Error>
where
    T: Object<'de>,
    A: MapAccess<'de>,
{
    T::read(MapAccessDeserializer::new(members(access)?)).map_err(A::Error::custom)
}

/// The members of an object, each once.
pub(crate) fn members<'de, A: MapAccess<'de>>(mut access: A) -> Result<Members<'de>, A::Error> {
    let (mut members, mut known) = (Vec::new(), HashMap::new());
    while let Some((name, raw)) = access.next_entry::<String, &RawValue>()? {
        // The same a second time says nothing new.
        if known.insert(name.clone(), raw.get()) != Some(raw.get()) {
            members.push((name, raw));
        }
    }
    Ok(Members {
        rest: members.into_iter(),
        value: None,
    })
}

/// The members of an object, their values in raw pieces.
#[derive(Default)]
pub(crate) struct Members<'de> {
    rest: std::vec::IntoIter<(String, &'de RawValue)>,
    value: Option<(String, &'de RawValue)>,
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = serde_json::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Self::Error> {
        self.value = self.rest.next();
        let Some((name, _)) = &self.value else {
            return Ok(None);
        };
        seed.deserialize(name.as_str().into_deserializer())
            .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, Self::Error> {
        match self.value.take() {
            Some((name, raw)) => piece(Step::Member(name), raw, || read_raw(seed, raw)),
            None => Err(Self::Error::custom("a value without a name")),
        }
    }
}
