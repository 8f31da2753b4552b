//! The second reading of an answer that did not decode at once: what cannot be read costs itself
//! alone.
//!
//! The first reading has the speed of the derived readers, and ends at the first value that is not
//! as it must be. Only then is the body read again, with the same readers. This time objects and
//! lists come to them in raw pieces, so that a piece that fails can be left out and noted: an
//! element of a list, an entry of a map, the value of an optional field. What is required of an
//! object still is, and takes the object with it.

use std::cell::RefCell;
use std::fmt::{Display, Write};

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Error as _, IntoDeserializer, MapAccess, SeqAccess};
use serde_json::value::RawValue;

use super::Object;
use super::unreadable::Unreadable;
use crate::error::reason::without_values;

/// An answer with more values that cannot be read is none; its parts would be no use to anybody.
const MOST: usize = 10_000;

/// What is known while an answer is read again.
#[derive(Default)]
struct Reading {
    /// The way to the piece at hand.
    path: Vec<Step>,
    found: Vec<Unreadable>,
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
pub(crate) fn read<'de, T: Deserialize<'de>>(body: &'de [u8]) -> Option<(T, Vec<Unreadable>)> {
    let guard = Guard;
    READING.set(Some(Reading::default()));
    let read = serde_json::from_slice(body).ok();
    let found = READING.take().map(|reading| reading.found);
    drop(guard);
    read.zip(found)
}

/// Whether an answer is being read again.
pub(super) fn is_on() -> bool {
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
    let before = with(|reading| {
        reading.path.push(step);
        reading.found.len()
    });
    let result = read();
    with(|reading| {
        reading.path.pop();
        let found = reading.found.iter_mut().skip(before.unwrap_or_default());
        for value in found.filter(|value| value.json.is_empty()) {
            raw.get().clone_into(&mut value.json);
        }
    });
    result
}

/// Notes that the piece at hand cannot be read, and forgets what was noted of its parts, which are
/// in it. Not while an answer is read for the first time, and not without end.
fn give_up(error: &impl Display, parts: usize) -> bool {
    if !is_on() {
        return false;
    }
    let reason = without_values(&error.to_string()).unwrap_or_default();
    let noted = with(|reading| {
        reading.found.truncate(parts);
        let is_one_more = reading.found.len() < MOST;
        if is_one_more {
            reading.found.push(reading.unreadable(reason));
        }
        is_one_more
    });
    noted.unwrap_or(false)
}

fn count() -> usize {
    with(|reading| reading.found.len()).unwrap_or_default()
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
            [Step::Member(_), Step::Element(index)] => Some(index),
            _ => None,
        };
        Unreadable::new(place, known, index, reason)
    }
}

/// The value of an optional field, which may be missing: where it cannot be read, it is.
pub(super) fn optional<T, E: Display>(
    read: impl FnOnce() -> Result<Option<T>, E>,
) -> Result<Option<T>, E> {
    let parts = count();
    read().or_else(|error| match give_up(&error, parts) {
        true => Ok(None),
        false => Err(error),
    })
}

/// A piece that may be left out: an element of a list, an entry of a map.
fn part<'de, T: Deserialize<'de>>(step: Step, raw: &'de RawValue) -> serde_json::Result<Option<T>> {
    if let Ok(whole) = strictly(|| T::deserialize(raw)) {
        return Ok(Some(whole));
    }
    piece(step, raw, || optional(|| T::deserialize(raw).map(Some)))
}

/// The elements of a list that can be read.
pub(super) fn elements<'de, T, A>(mut access: A) -> Result<Vec<T>, A::Error>
where
    T: Deserialize<'de>,
    A: SeqAccess<'de>,
{
    let (mut elements, mut index) = (Vec::new(), 0);
    while let Some(raw) = access.next_element()? {
        elements.extend(part(Step::Element(index), raw).map_err(A::Error::custom)?);
        index += 1;
    }
    Ok(elements)
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
pub(super) fn object<'de, T, A>(mut access: A) -> Result<T, A::Error>
where
    T: Object<'de>,
    A: MapAccess<'de>,
{
    let mut members = Vec::new();
    while let Some(member) = access.next_entry()? {
        members.push(member);
    }
    let members = Members {
        rest: members.into_iter(),
        value: None,
    };
    T::read(MapAccessDeserializer::new(members)).map_err(A::Error::custom)
}

/// The members of an object, their values in raw pieces.
struct Members<'de> {
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
            Some((name, raw)) => piece(Step::Member(name), raw, || seed.deserialize(raw)),
            None => Err(Self::Error::custom("a value without a name")),
        }
    }
}
