//! Tolerant decoding: what the service was observed to vary must not lose a page, and one value
//! never costs the others.
//!
//! Numbers are read from text and the reverse (ids), flags from 0 and 1 and the texts `0`, `1`,
//! `false` and `true`, null as an empty list or map, an empty list as an empty object or text and
//! the reverse. What cannot be read even so is left out when an answer is read [again].

pub(crate) mod again;
pub(crate) mod place;
pub(crate) mod reason;
pub(crate) mod unreadable;

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, Expected, IgnoredAny, MapAccess, SeqAccess,
    Unexpected, Visitor,
};

/// Reads a whole body.
pub(crate) fn from_slice<'de, S: DeserializeSeed<'de>>(
    seed: S,
    body: &'de [u8],
) -> serde_json::Result<S::Value> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = seed.deserialize(&mut json)?;
    json.end().map(|()| value)
}

/// Reads a field of a plain type tolerantly.
pub(crate) fn lenient<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Lenient<'de>,
{
    T::lenient(deserializer)
}

/// Reads an optional field.
pub(crate) fn optional<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    again::optional(|| Option::deserialize(deserializer))
}

/// Reads an optional list.
pub(crate) fn optional_list<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Elements<T>(Vec<T>);
    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Elements<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            list(deserializer).map(Self)
        }
    }
    let list: Option<Elements<T>> = optional(deserializer)?;
    Ok(list.map(|Elements(elements)| elements))
}

/// Reads a list, and null as an empty one; so too an empty object and an empty text, which the
/// service writes for an empty list elsewhere.
pub(crate) fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Elements<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Elements<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_unit<E: Error>(self) -> Result<Vec<T>, E> {
            Ok(Vec::new())
        }

        fn visit_str<E: Error>(self, value: &str) -> Result<Vec<T>, E> {
            match value {
                "" => Ok(Vec::new()),
                _ => Err(E::invalid_type(Unexpected::Str(value), &self)),
            }
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Vec<T>, A::Error> {
            if again::is_on() {
                return again::elements(access);
            }
            let mut elements = Vec::new();
            while let Some(element) = access.next_element()? {
                elements.push(element);
            }
            Ok(elements)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Vec<T>, A::Error> {
            match access.next_key::<IgnoredAny>()? {
                None => Ok(Vec::new()),
                Some(_) => Err(A::Error::invalid_type(Unexpected::Map, &self)),
            }
        }
    }
    deserializer.deserialize_any(Elements(PhantomData))
}

/// A type whose fields are those of an object.
pub(crate) trait Object<'de>: Sized {
    /// Reads the fields; they come as a map.
    fn read<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error>;
}

/// Reads an object, and an empty list as an empty one: where the service writes an empty list as an
/// object, expect the reverse too.
pub(crate) fn object<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Object<'de>,
{
    struct Members<T>(PhantomData<T>);
    impl<'de, T: Object<'de>> Visitor<'de> for Members<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<T, A::Error> {
            match again::is_on() {
                true => again::object(access),
                false => T::read(MapAccessDeserializer::new(access)),
            }
        }

        fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<T, A::Error> {
            empty(access, &self)?;
            T::read(MapAccessDeserializer::new(again::Members::default())).map_err(A::Error::custom)
        }
    }
    deserializer.deserialize_any(Members(PhantomData))
}

/// Refuses a list that is not empty.
fn empty<'de, A: SeqAccess<'de>>(mut access: A, expected: &dyn Expected) -> Result<(), A::Error> {
    match access.next_element::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::invalid_type(Unexpected::Seq, expected)),
    }
}

/// A plain type that can be read tolerantly.
pub(crate) trait Lenient<'de>: Sized {
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Lets a plain type stand inside lists, maps and options.
pub(crate) struct Tolerant<T>(pub(crate) T);

impl<'de, T: Lenient<'de>> Deserialize<'de> for Tolerant<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::lenient(deserializer).map(Tolerant)
    }
}

/// 2^53. Every integer below it has one float, so nothing is lost up to there.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl<'de> Lenient<'de> for i64 {
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = i64;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer, or one as text")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<i64, E> {
                Ok(value)
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<i64, E> {
                i64::try_from(value)
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<i64, E> {
                if value.fract() == 0.0 && value.abs() < EXACT {
                    Ok(value as i64)
                } else {
                    Err(E::invalid_value(Unexpected::Float(value), &self))
                }
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<i64, E> {
                value
                    .trim()
                    .parse()
                    .map_err(|_| E::invalid_value(Unexpected::Str(value), &self))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

impl<'de> Lenient<'de> for i32 {
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = i64::lenient(deserializer)?;
        value.try_into().map_err(|_| {
            D::Error::invalid_value(Unexpected::Signed(value), &"an integer of 32 bits")
        })
    }
}

impl<'de> Lenient<'de> for f64 {
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = f64;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or one as text")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
                Ok(value as f64)
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
                Ok(value as f64)
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
                Ok(value)
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<f64, E> {
                let number = value.trim().parse().ok().filter(|f: &f64| f.is_finite());
                number.ok_or_else(|| E::invalid_value(Unexpected::Str(value), &self))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

impl<'de> Lenient<'de> for bool {
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Flag;
        impl Visitor<'_> for Flag {
            type Value = bool;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a boolean, 0 or 1")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<bool, E> {
                Ok(value)
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<bool, E> {
                match value {
                    0 => Ok(false),
                    1 => Ok(true),
                    _ => Err(E::invalid_value(Unexpected::Unsigned(value), &self)),
                }
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<bool, E> {
                match value {
                    "0" | "false" => Ok(false),
                    "1" | "true" => Ok(true),
                    _ => Err(E::invalid_value(Unexpected::Str(value), &self)),
                }
            }
        }
        deserializer.deserialize_any(Flag)
    }
}

impl<'de> Lenient<'de> for String {
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = String;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text, or a number")
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<String, E> {
                Ok(value.to_owned())
            }

            fn visit_string<E: Error>(self, value: String) -> Result<String, E> {
                Ok(value)
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<String, E> {
                Ok(value.to_string())
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<String, E> {
                Ok(value.to_string())
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<String, E> {
                // The digits of a longer one would be others than those that came.
                match value.abs() < EXACT {
                    true => Ok(value.to_string()),
                    false => Err(E::invalid_value(Unexpected::Float(value), &self)),
                }
            }
        }
        deserializer.deserialize_any(Text)
    }
}

impl<'de, T: Lenient<'de>> Lenient<'de> for Option<T> {
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value: Option<Tolerant<T>> = optional(deserializer)?;
        Ok(value.map(|Tolerant(value)| value))
    }
}

impl<'de, T: Lenient<'de>> Lenient<'de> for Vec<T> {
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = list::<D, Tolerant<T>>(deserializer)?;
        Ok(values.into_iter().map(|Tolerant(value)| value).collect())
    }
}

impl<'de, T: Lenient<'de>> Lenient<'de> for BTreeMap<String, T> {
    /// As an object; and null says what an absent entry says.
    fn lenient<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Lenient<'de>> Visitor<'de> for Entries<T> {
            type Value = BTreeMap<String, T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                if again::is_on() {
                    let entries = again::entries::<Option<Tolerant<T>>, _>(access)?;
                    let entries = entries
                        .into_iter()
                        .filter_map(|(key, value)| Some((key, value?.0)));
                    return Ok(entries.collect());
                }
                let mut entries = BTreeMap::new();
                while let Some((key, value)) = access.next_entry::<_, Option<Tolerant<T>>>()? {
                    entries.extend(value.map(|Tolerant(value)| (key, value)));
                }
                Ok(entries)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<Self::Value, A::Error> {
                empty(access, &self).map(|()| BTreeMap::new())
            }
        }
        deserializer.deserialize_any(Entries(PhantomData))
    }
}
