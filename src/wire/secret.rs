//! Secret text: tokens, client secrets, authorization codes, signed URLs.

use std::cell::RefCell;
use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use serde::{Serialize, Serializer};
use subtle::ConstantTimeEq;

use super::decode::{Decode, Reader, Result, deserialize};

/// Secret text. `Debug` redacts it, and its memory is overwritten when it is dropped.
///
/// ```
/// use l10n_client::Secret;
///
/// let token = Secret::from("c0ffee");
/// assert_eq!(format!("{token:?}"), "[redacted]");
/// assert_eq!(token.expose(), "c0ffee");
/// ```
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Returns the text.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// Removes the white space around it, such as the line break of a file that it was read from.
    pub(crate) fn trimmed(&self) -> Self {
        self.expose().trim().into()
    }
}

/// An empty text.
impl Default for Secret {
    fn default() -> Self {
        "".into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl<T: AsRef<str> + ?Sized> From<&T> for Secret {
    fn from(text: &T) -> Self {
        Self(text.as_ref().into())
    }
}

impl From<&Secret> for Secret {
    fn from(secret: &Secret) -> Self {
        secret.clone()
    }
}

impl PartialEq for Secret {
    /// Compares in constant time.
    fn eq(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.expose().as_bytes(), other.expose().as_bytes());
        ours.ct_eq(theirs).into()
    }
}

impl Eq for Secret {}

thread_local! {
    /// The secrets in the body that this thread serializes.
    static SERIALIZED: RefCell<Option<Vec<Secret>>> = const { RefCell::new(None) };
}

/// Notes a secret in the body that is being serialized, if one is.
pub(super) fn note(secret: impl Into<Secret>) {
    SERIALIZED.with_borrow_mut(|secrets| {
        if let Some(secrets) = secrets {
            secrets.push(secret.into());
        }
    });
}

/// A body in JSON, and the secrets in it, which errors must not contain.
pub(crate) type Json = (Vec<u8>, Vec<Secret>);

/// Serializes a body.
pub(crate) fn to_json(body: &(impl Serialize + ?Sized)) -> serde_json::Result<Json> {
    let outer = SERIALIZED.replace(Some(Vec::new()));
    let json = serde_json::to_vec(body);
    let secrets = SERIALIZED.replace(outer).unwrap_or_default();
    Ok((json?, secrets))
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        note(self);
        serializer.serialize_str(self.expose())
    }
}

/// Deserialized from text only: a rounded number would be another secret.
impl Decode for Secret {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        reader.parsed("a string", |text| Some(text.into()))
    }
}

deserialize!(Secret);
