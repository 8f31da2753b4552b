//! `key_name_text`: the name of a key is an object with a name for each platform in all observed
//! responses, but is also documented as text. Requests accept either, depending on the project.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::wire::decode::{Decode, Reader, Result, deserialize};

/// The name of a key: one name, or one for each platform.
///
/// Use [`PerPlatform`](Self::PerPlatform) if the project has names per platform, otherwise
/// [`One`](Self::One), which text converts into. Responses have a name for each platform, even if
/// all four are equal: [`one`](Self::one) returns it then.
///
/// ```
/// use l10n_client::types::KeyName;
///
/// let name = KeyName::from("start.title");
/// assert_eq!((name.one(), name.on("ios")), (Some("start.title"), Some("start.title")));
///
/// let name = KeyName::PerPlatform {
///     ios: "StartTitle".into(),
///     android: "start_title".into(),
///     web: "start.title".into(),
///     other: "start.title".into(),
/// };
/// assert_eq!((name.one(), name.on("ios")), (None, Some("StartTitle")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum KeyName {
    /// The same name on every platform.
    One(String),
    /// A name for each platform.
    PerPlatform {
        /// On iOS.
        ios: String,
        /// On Android.
        android: String,
        /// On the web.
        web: String,
        /// On other platforms.
        other: String,
    },
}

/// The names of the platforms.
const PLATFORMS: [&str; 4] = ["ios", "android", "web", "other"];

impl KeyName {
    /// Returns the name, if it is the same on all platforms.
    pub fn one(&self) -> Option<&str> {
        let mut names = self.names().map(|(_, name)| name);
        let first = names.next()?;
        names.all(|name| name == first).then_some(first)
    }

    /// Returns the name on a platform; `None` if the platform is unknown.
    pub fn on(&self, platform: impl AsRef<str>) -> Option<&str> {
        let platform = platform.as_ref();
        let mut names = self.names();
        names.find(|(known, _)| *known == platform).map(|(_, name)| name)
    }

    /// Returns the four platforms and their names.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let names = match self {
            Self::One(name) => [name; 4],
            Self::PerPlatform { ios, android, web, other } => [ios, android, web, other],
        };
        PLATFORMS.into_iter().zip(names.map(String::as_str))
    }

    /// Whether the key has this name on any platform.
    pub fn has(&self, name: impl AsRef<str>) -> bool {
        self.names().any(|(_, known)| known == name.as_ref())
    }
}

/// Writes the distinct names, comma-separated.
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

impl From<&KeyName> for KeyName {
    fn from(name: &KeyName) -> Self {
        name.clone()
    }
}

impl Serialize for KeyName {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::One(name) => name.serialize(serializer),
            Self::PerPlatform { .. } => serializer.collect_map(self.names()),
        }
    }
}

impl Decode for KeyName {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        if reader.peek() != b'{' {
            return Decode::decode(reader).map(Self::One);
        }
        let mut names = [const { String::new() }; PLATFORMS.len()];
        reader.object(&mut |reader, platform| {
            match PLATFORMS.iter().position(|known| *known == platform) {
                Some(index) => names[index] = Option::decode(reader)?.unwrap_or_default(),
                None => drop(reader.skip()?),
            }
            Ok(())
        })?;
        let [ios, android, web, other] = names;
        Ok(Self::PerPlatform { ios, android, web, other })
    }
}

deserialize!(KeyName);

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
