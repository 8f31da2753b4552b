//! The values of the form that JSON has no type for.

use std::fmt;
use std::marker::PhantomData;

use chrono::{DateTime, SecondsFormat};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::state::PerPlatform;

/// Defines structures of the form, some of which are part of the state as they are. The fields
/// after the semicolon may be left out, and are written only if they differ from their default.
macro_rules! form {
    ($(
        $(#[$about:meta])*
        $name:ident {
            $($(#[$of_required:meta])* $required:ident: $of:ty,)*;
            $($(#[$of_optional:meta])* $optional:ident: $or:ty,)*
        }
    )+) => { $(
        #[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[$about])*
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$of_required])* pub(crate) $required: $of,)*
            $(
                $(#[$of_optional])*
                #[serde(default, skip_serializing_if = "crate::state::data::is_default")]
                pub(crate) $optional: $or,
            )*
        }
    )+ };
}
pub(crate) use form;

/// Whether a field need not be written.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A moment in seconds since 1970, written as in RFC 3339.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "DateTime<chrono::Utc>"))]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Moment(pub(crate) i64);

impl TryFrom<String> for Moment {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let moment = DateTime::parse_from_rfc3339(&text);
        moment
            .map(|moment| Self(moment.timestamp()))
            .map_err(|_| "not a time: use the form 2025-03-01T09:10:00Z")
    }
}

impl From<Moment> for String {
    fn from(Moment(seconds): Moment) -> Self {
        let moment = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
        moment.to_rfc3339_opts(SecondsFormat::Secs, true)
    }
}

/// Something else in the data, by its id or by its name (a user: the e-mail).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected an id or a name")]
pub(crate) enum Reference {
    Id(u64),
    Name(String),
}

impl Default for Reference {
    fn default() -> Self {
        Self::Id(0)
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Name(name) => f.write_str(&super::error::shown(name)),
        }
    }
}

/// A text for all platforms, or one for each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "expected a text, or an object with some of `ios`, `android`, `web`, `other`"
)]
pub(crate) enum EachPlatform {
    All(String),
    Each(Box<PerPlatform>),
}

impl Default for EachPlatform {
    fn default() -> Self {
        Self::All(String::new())
    }
}

/// An object, or the text that stands for it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Short<T>(pub(crate) T);

impl<'de, T: From<String> + Deserialize<'de>> Deserialize<'de> for Short<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: From<String> + Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = Short<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or an object")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Short(T::from(text.to_owned())))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Short)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}

#[cfg(test)]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Short<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "anyOf": [{ "type": "string" }, generator.subschema_for::<T>()],
        })
    }
}
