//! The values of the form that JSON has no type for.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use chrono::{DateTime, SecondsFormat};
use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use uuid::Uuid;

/// Whether a field need not be written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The largest id: JSON numbers up to this one are exact in every language.
pub(crate) const LARGEST_ID: u64 = (1 << 53) - 1;

/// An id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Id(pub(crate) u64);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        id(u64::deserialize(deserializer)?).map(Self)
    }
}

fn id<E: Error>(id: u64) -> Result<u64, E> {
    match id {
        1..=LARGEST_ID => Ok(id),
        _ => Err(E::custom(format!("the id {id} is none: ids go from 1 to {LARGEST_ID}"))),
    }
}

/// A moment in seconds since 1970, written as in RFC 3339.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment(pub(crate) i64);

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moment = DateTime::from_timestamp(self.0, 0).unwrap_or_default();
        serializer.serialize_str(&moment.to_rfc3339_opts(SecondsFormat::Secs, true))
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match DateTime::parse_from_rfc3339(&text) {
            Ok(moment) => Ok(Self(moment.timestamp())),
            Err(_) => {
                Err(D::Error::custom("this is no moment, which is written as 2025-03-01T09:10:00Z"))
            }
        }
    }
}

/// A UUID v7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct Uuid7(pub(crate) Uuid);

impl<'de> Deserialize<'de> for Uuid7 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let uuid = Uuid::try_parse(&text).ok();
        let is_v7 = |uuid: &Uuid| {
            text.len() == 36
                && uuid.get_version_num() == 7
                && uuid.get_variant() == uuid::Variant::RFC4122
        };
        uuid.filter(is_v7).map(Self).ok_or_else(|| {
            D::Error::custom(
                "this is no UUID v7, which is written as 01957a00-0000-7000-8000-0000000000a1",
            )
        })
    }
}

/// Text that is not empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Name(pub(crate) String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        name(String::deserialize(deserializer)?).map(Self)
    }
}

fn name<E: Error>(text: String) -> Result<String, E> {
    match text.is_empty() {
        true => Err(E::custom("this text is empty")),
        false => Ok(text),
    }
}

/// Something else in the data: by its id, or by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Reference {
    Id(u64),
    Name(String),
}

impl<'de> Deserialize<'de> for Reference {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Reference;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an id or a name")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Reference, E> {
                id(number).map(Reference::Id)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Reference, E> {
                name(text.to_owned()).map(Reference::Name)
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Reference, E> {
                name(text).map(Reference::Name)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// What may be written as a text where nothing else is to be said of it.
pub(crate) trait FromText: Sized {
    /// What it is, for messages.
    const EXPECTED: &'static str;
    /// The member that the text is.
    const MEMBER: &'static str;
    /// Whether the text may be empty.
    const MAY_BE_EMPTY: bool = false;

    fn from_text<'de, E: Error>(text: String) -> Result<Self, E>
    where
        Self: Deserialize<'de>,
    {
        let members = [(Self::MEMBER, Value::String(text))].into_iter();
        let read: Result<_, serde_json::Error> = Self::deserialize(MapDeserializer::new(members));
        read.map_err(E::custom)
    }
}

/// An object, or the text that stands for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Short<T>(pub(crate) T);

impl<'de, T: FromText + Deserialize<'de>> Deserialize<'de> for Short<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: FromText + Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = Short<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::EXPECTED)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                self.visit_string(text.to_owned())
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
                match T::MAY_BE_EMPTY {
                    true => T::from_text(text).map(Short),
                    false => name(text).and_then(T::from_text).map(Short),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Short)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}

/// What is an object in JSON, and nothing else: by themselves structures are read from lists too.
#[derive(Debug)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Members(PhantomData))
    }
}

/// Has structures, whose derived code is of `remote = "Self"`, read from objects alone.
macro_rules! objects {
    ($($type:ty),+) => { $(
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Derived($type);
                impl<'de> serde::Deserialize<'de> for Derived {
                    fn deserialize<D: serde::Deserializer<'de>>(
                        deserializer: D,
                    ) -> Result<Self, D::Error> {
                        <$type>::deserialize(deserializer).map(Self)
                    }
                }
                let read = crate::state::Object::<Derived>::deserialize(deserializer);
                read.map(|crate::state::Object(Derived(read))| read)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$type>::serialize(self, serializer)
            }
        }
    )+ };
}
pub(crate) use objects;

/// An object whose names are free, in the order in which they were written, each once.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Named<T>(pub(crate) Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut members, mut names) = (Vec::new(), HashSet::new());
                while let Some(name) = map.next_key::<String>()? {
                    if !names.insert(name.clone()) {
                        let message = format!("the name {name} is there twice");
                        return Err(A::Error::custom(message));
                    }
                    members.push((name, map.next_value()?));
                }
                Ok(Named(members))
            }
        }
        deserializer.deserialize_map(Members(PhantomData))
    }
}
