//! What generated code uses: a call with the type of its response, and parameters.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::marker::PhantomData;

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use super::response::Response;
use super::upload::Payload;
use crate::client::Client;
use crate::error::Error;
use crate::settings::options::CallOptions;
use crate::wire::decode::Decode;
use crate::wire::operation::Operation;

/// A call that is ready to be sent, and the type of its response.
pub(crate) struct Call<'a, T> {
    call: super::Call,
    response: PhantomData<(&'a (), fn() -> T)>,
}

impl<'a, T> Call<'a, T> {
    pub(crate) fn new(
        client: &'a Client,
        operation: &'static Operation,
        mut request: reqwest::Request,
    ) -> Self {
        let body = request.body_mut().take();
        let body = body.as_ref().and_then(reqwest::Body::as_bytes);
        let (method, url) = (request.method().clone(), request.url().clone());
        let call = super::Call::new(client.clone(), operation, method, url);
        let call = match body {
            Some(body) => call.payload(Payload::Bytes(Bytes::copy_from_slice(body))),
            None => call,
        };
        call.into()
    }

    /// The same call with options of its own.
    pub(crate) fn with(self, options: CallOptions) -> Self {
        self.call.with(options).into()
    }

    pub(crate) fn operation(&self) -> &'static Operation {
        self.call.operation()
    }

    /// The call, whatever its response.
    pub(crate) fn into_inner(self) -> super::Call {
        self.call
    }
}

impl<T> From<super::Call> for Call<'_, T> {
    fn from(call: super::Call) -> Self {
        Self {
            call,
            response: PhantomData,
        }
    }
}

impl<T: Decode> Call<'_, T> {
    pub(crate) async fn send(self) -> Result<Response<T>, Error> {
        self.call.send().await
    }
}

/// A query parameter as the document's default style writes it: absent when it is not set, repeated
/// when it is a list.
pub(crate) struct QueryParam<'a, T> {
    name: &'a str,
    value: &'a T,
}

impl<'a, T> QueryParam<'a, T> {
    pub(crate) fn new(name: &'a str, value: &'a T) -> Self {
        Self { name, value }
    }
}

impl<T: Serialize> Serialize for QueryParam<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde_json::Value;
        let value = serde_json::to_value(self.value).map_err(serde::ser::Error::custom)?;
        let values = match value {
            Value::Null => Vec::new(),
            Value::Array(values) => values,
            value => vec![value],
        };
        let mut pairs = serializer.serialize_seq(Some(values.len()))?;
        for value in values {
            match value {
                Value::String(text) => pairs.serialize_element(&(self.name, text))?,
                value => pairs.serialize_element(&(self.name, value.to_string()))?,
            }
        }
        pairs.end()
    }
}

/// What a path segment may hold besides letters and digits without being encoded.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b':');

/// A path parameter as one segment of the path. URLs resolve `.` and `..` even when they are
/// encoded, so these are refused.
pub(crate) fn path_segment(
    operation: &'static Operation,
    name: &str,
    value: &impl Display,
) -> Result<String, Error> {
    let value = value.to_string();
    match value.as_str() {
        "" | "." | ".." => Err(Error::invalid_request(
            operation,
            format!(
                "`{name}` is `{value}`, which is no part of a path: give the id of an existing \
                 thing"
            ),
        )),
        _ => Ok(match utf8_percent_encode(&value, SEGMENT).into() {
            Cow::Borrowed(_) => value,
            Cow::Owned(encoded) => encoded,
        }),
    }
}

/// Enforces the limits of a parameter, of those that the document names.
pub(crate) fn check_limits<T>(
    operation: &'static Operation,
    name: &str,
    value: &Option<T>,
    (minimum, maximum): (Option<i64>, Option<i64>),
) -> Result<(), Error>
where
    T: Copy + Into<i64>,
{
    let Some(value) = value.map(Into::into) else {
        return Ok(());
    };
    let below = minimum.filter(|minimum| value < *minimum);
    let above = maximum.filter(|maximum| value > *maximum);
    let (limit, word) = match (below, above) {
        (Some(minimum), _) => (minimum, "minimum"),
        (None, Some(maximum)) => (maximum, "maximum"),
        (None, None) => return Ok(()),
    };
    let reason = format!("`{name}` is {value}, and {limit} is the {word}");
    Err(Error::invalid_request(operation, reason))
}

impl<T> fmt::Debug for Call<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", self.operation())
            .finish_non_exhaustive()
    }
}
