//! Bytes in Base64, and images.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Serialize, Serializer};

use super::decode::{Decode, Reader, Result, deserialize};

/// Bytes, serialized as Base64 (RFC 4648, with padding). `Debug` shows their number.
#[derive(Clone, PartialEq, Eq)]
pub struct Base64(Bytes);

impl Base64 {
    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} bytes]", self.0.len())
    }
}

impl From<Bytes> for Base64 {
    fn from(bytes: Bytes) -> Self {
        Self(bytes)
    }
}

impl From<Vec<u8>> for Base64 {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<String> for Base64 {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl<T: AsRef<[u8]> + ?Sized> From<&T> for Base64 {
    fn from(bytes: &T) -> Self {
        Self(Bytes::copy_from_slice(bytes.as_ref()))
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

impl Decode for Base64 {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        reader.parsed("Base64", |text| STANDARD.decode(text).ok().map(Self::from))
    }
}

deserialize!(Base64);

/// An image in the body of a request: a data URL. Converts from the bytes of a JPEG or PNG, and
/// from the text of a data URL. `Debug` shows its length.
///
/// ```
/// use l10n_client::Image;
///
/// let image = Image::from(b"\x89PNG\r\n".to_vec());
/// assert_eq!(image, Image::from("data:image/png;base64,iVBORw0K"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Image(String);

impl From<&[u8]> for Image {
    fn from(bytes: &[u8]) -> Self {
        let kind = if bytes.starts_with(b"\xff\xd8") { "jpeg" } else { "png" };
        Self(format!("data:image/{kind};base64,{}", STANDARD.encode(bytes)))
    }
}

impl From<Vec<u8>> for Image {
    fn from(bytes: Vec<u8>) -> Self {
        bytes.as_slice().into()
    }
}

impl From<Bytes> for Image {
    fn from(bytes: Bytes) -> Self {
        bytes.as_ref().into()
    }
}

impl From<String> for Image {
    fn from(url: String) -> Self {
        Self(url)
    }
}

impl From<&str> for Image {
    fn from(url: &str) -> Self {
        Self(url.to_owned())
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} bytes of Base64]", self.0.len())
    }
}

impl Serialize for Image {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl Decode for Image {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        Decode::decode(reader).map(Self)
    }
}

deserialize!(Image);
