//! URLs in bodies.

use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};
use url::{Position, Url};

use super::decode::{Decode, Reader, Result, deserialize};
use super::secret::note;

/// A URL in a body, as text: the service may return any. Dereferences to the text.
///
/// The URL may contain a credential, so `Debug` redacts user name, password, query and fragment;
/// and the whole text if it is not a URL with a host.
///
/// ```
/// use l10n_client::UrlText;
///
/// let url = UrlText::from("https://hooks.sandbox.test/in?key=c0ffee");
/// assert_eq!(format!("{url:?}"), r#""https://hooks.sandbox.test/in?[redacted]""#);
/// assert_eq!(url.as_str(), "https://hooks.sandbox.test/in?key=c0ffee");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct UrlText(String);

impl UrlText {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for UrlText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for UrlText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(url) = Url::parse(&self.0).ok().filter(Url::has_host) else {
            return f.write_str("[redacted]");
        };
        let rest = match url.query().or(url.fragment()) {
            Some(_) => "?[redacted]",
            None => "",
        };
        let place = &url[Position::BeforeHost..Position::AfterPath];
        write!(f, "{:?}", format_args!("{}://{place}{rest}", url.scheme()).to_string())
    }
}

impl From<String> for UrlText {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<Url> for UrlText {
    fn from(url: Url) -> Self {
        Self(url.into())
    }
}

impl<T: AsRef<str> + ?Sized> From<&T> for UrlText {
    fn from(text: &T) -> Self {
        Self(text.as_ref().to_owned())
    }
}

impl Serialize for UrlText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(url) = Url::parse(&self.0) {
            let user = (!url.username().is_empty()).then(|| url.username());
            let parts = [user, url.password(), url.query(), url.fragment()];
            parts.into_iter().flatten().for_each(note);
        }
        serializer.serialize_str(&self.0)
    }
}

impl Decode for UrlText {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        Decode::decode(reader).map(Self)
    }
}

deserialize!(UrlText);
