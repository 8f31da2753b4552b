//! `key_name_text`: the name of a key is an object with a name for each platform in every answer
//! that was seen, and documented as a text as well. Requests take either, as the project is set.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize as Derived, Serialize};

use crate::wire::decode::{self, Object};
use crate::wire::schemas::json_schema_of;

/// The name of a key: one, or one for each platform.
///
/// A project with names per platform takes [`PerPlatform`](Self::PerPlatform), any other
/// [`One`](Self::One), which is made from text. Answers have a name for each platform even where
/// all four are the same: [`one`](Self::one) says so.
///
/// ```
/// use l10n_client::types::{KeyName, PlatformNames};
///
/// let name = KeyName::from("start.title");
/// assert_eq!((name.one(), name.on("ios")), (Some("start.title"), Some("start.title")));
///
/// let name = KeyName::from(PlatformNames {
///     ios: "StartTitle".into(),
///     android: "start_title".into(),
///     web: "start.title".into(),
///     other: "start.title".into(),
/// });
/// assert_eq!((name.one(), name.on("ios")), (None, Some("StartTitle")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum KeyName {
    /// The same on every platform.
    One(String),
    /// One for each platform.
    PerPlatform(PlatformNames),
}

/// A name for each platform.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
pub struct PlatformNames {
    /// On iOS.
    pub ios: String,
    /// On Android.
    pub android: String,
    /// On the web.
    pub web: String,
    /// Elsewhere.
    pub other: String,
}

impl PlatformNames {
    /// The names with the platforms that have them, as the service calls these.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        on_each([&self.ios, &self.android, &self.web, &self.other])
    }
}

fn on_each(names: [&str; 4]) -> std::array::IntoIter<(&'static str, &str), 4> {
    let [ios, android, web, other] = names;
    let names = [
        ("ios", ios),
        ("android", android),
        ("web", web),
        ("other", other),
    ];
    names.into_iter()
}

impl KeyName {
    /// The one name, where all platforms have the same.
    pub fn one(&self) -> Option<&str> {
        match self {
            Self::One(name) => Some(name),
            Self::PerPlatform(names) => {
                let mut all = names.iter();
                all.all(|(_, name)| name == names.ios).then_some(&names.ios)
            }
        }
    }

    /// The name on a platform; nothing for one that is not known here.
    pub fn on(&self, platform: impl AsRef<str>) -> Option<&str> {
        let platform = platform.as_ref();
        let mut names = self.names();
        names
            .find(|(known, _)| *known == platform)
            .map(|(_, name)| name)
    }

    /// The names with their platforms: always four.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, &str)> {
        match self {
            Self::One(name) => on_each([name; 4]),
            Self::PerPlatform(names) => {
                on_each([&names.ios, &names.android, &names.web, &names.other])
            }
        }
    }

    /// Whether the key has this name on any platform.
    pub fn has(&self, name: impl AsRef<str>) -> bool {
        self.names().any(|(_, known)| known == name.as_ref())
    }
}

/// The one name, or each that occurs once, with commas between.
impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.one() {
            return f.pad(name);
        }
        let mut seen: Vec<&str> = Vec::new();
        for (_, name) in self.names() {
            if !name.is_empty() && !seen.contains(&name) {
                seen.push(name);
            }
        }
        f.pad(&seen.join(", "))
    }
}

impl<S: AsRef<str> + ?Sized> From<&S> for KeyName {
    fn from(name: &S) -> Self {
        Self::One(name.as_ref().to_owned())
    }
}

impl From<String> for KeyName {
    fn from(name: String) -> Self {
        Self::One(name)
    }
}

impl From<PlatformNames> for KeyName {
    fn from(names: PlatformNames) -> Self {
        Self::PerPlatform(names)
    }
}

impl From<&KeyName> for KeyName {
    fn from(name: &KeyName) -> Self {
        name.clone()
    }
}

crate::input::converted!(KeyName);

impl<'de> Object<'de> for PlatformNames {
    fn read<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        #[derive(Derived)]
        struct Wire {
            #[serde(default, deserialize_with = "crate::wire::decode::lenient")]
            ios: Option<String>,
            #[serde(default, deserialize_with = "crate::wire::decode::lenient")]
            android: Option<String>,
            #[serde(default, deserialize_with = "crate::wire::decode::lenient")]
            web: Option<String>,
            #[serde(default, deserialize_with = "crate::wire::decode::lenient")]
            other: Option<String>,
        }
        let wire = Wire::deserialize(fields)?;
        Ok(Self {
            ios: wire.ios.unwrap_or_default(),
            android: wire.android.unwrap_or_default(),
            web: wire.web.unwrap_or_default(),
            other: wire.other.unwrap_or_default(),
        })
    }
}

impl<'de> Deserialize<'de> for PlatformNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decode::object(deserializer)
    }
}

impl<'de> Deserialize<'de> for KeyName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl<'de> Visitor<'de> for Name {
            type Value = KeyName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, or an object with one for each platform")
            }

            fn visit_str<E>(self, name: &str) -> Result<KeyName, E> {
                Ok(name.into())
            }

            fn visit_i64<E: Error>(self, name: i64) -> Result<KeyName, E> {
                Ok(name.to_string().into())
            }

            fn visit_u64<E: Error>(self, name: u64) -> Result<KeyName, E> {
                Ok(name.to_string().into())
            }

            fn visit_f64<E: Error>(self, name: f64) -> Result<KeyName, E> {
                decode::lenient::<_, String>(name.into_deserializer()).map(KeyName::from)
            }

            fn visit_map<A: MapAccess<'de>>(self, names: A) -> Result<KeyName, A::Error> {
                decode::object(MapAccessDeserializer::new(names)).map(KeyName::PerPlatform)
            }
        }
        deserializer.deserialize_any(Name)
    }
}

json_schema_of!(PlatformNames, |_generator| {
    let name = || schemars::json_schema!({ "type": "string" });
    schemars::json_schema!({
        "type": "object",
        "properties": { "ios": name(), "android": name(), "web": name(), "other": name() },
        "required": ["ios", "android", "web", "other"],
    })
});

json_schema_of!(KeyName, |generator| {
    crate::wire::schemas::one_of::<String, PlatformNames>(generator)
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_and_an_object_decode() -> serde_json::Result<()> {
        let object = r#"{"ios":"a.b","android":"a.b","web":"a.b","other":"a.b"}"#;
        for (wire, written) in [(object, object), (r#""a.b""#, r#""a.b""#)] {
            let name: KeyName = serde_json::from_str(wire)?;
            assert_eq!(name.one(), Some("a.b"), "{wire}");
            assert_eq!(name.on("web"), Some("a.b"), "{wire}");
            assert_eq!(name.to_string(), "a.b", "{wire}");
            assert_eq!(serde_json::to_string(&name)?, written);
        }
        Ok(())
    }

    #[test]
    fn names_that_differ_have_their_platforms() -> serde_json::Result<()> {
        let wire = r#"{"ios":"A","android":"a","web":"a","other":null}"#;
        let name: KeyName = serde_json::from_str(wire)?;
        assert_eq!(name.one(), None);
        assert_eq!((name.on("ios"), name.on("android")), (Some("A"), Some("a")));
        assert_eq!((name.on("other"), name.on("paper")), (Some(""), None));
        assert!(name.has("A") && name.has("a") && !name.has("b"));
        assert_eq!(name.to_string(), "A, a");
        Ok(())
    }

    #[test]
    fn what_is_no_name_is_an_error() {
        for wire in ["true", "[\"a\"]", "null", "{\"ios\":[]}"] {
            assert!(serde_json::from_str::<KeyName>(wire).is_err(), "{wire}");
        }
    }
}
