//! What generated code stands on: the facts of an operation, its parameters, and a call that is
//! ready to go.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::marker::PhantomData;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::CONTENT_LENGTH;
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use super::outgoing::{Answering, Outgoing, Payload};
use super::pipeline;
use super::response::{RawResponse, Response};
use crate::client::Client;
use crate::error::Error;
use crate::settings::options::CallOptions;
use crate::wire::decode::Decode;
use crate::wire::operation::Operation;

/// A request that is ready to go, and the type of its answer.
pub(crate) struct Call<'a, T> {
    client: &'a Client,
    operation: &'static Operation,
    request: reqwest::Request,
    options: CallOptions,
    answer: PhantomData<fn() -> T>,
}

impl<'a, T> Call<'a, T> {
    pub(crate) fn new(
        client: &'a Client,
        operation: &'static Operation,
        request: reqwest::Request,
    ) -> Self {
        Self {
            client,
            operation,
            request,
            options: CallOptions::default(),
            answer: PhantomData,
        }
    }

    /// The same call with options of its own.
    pub(crate) fn with(mut self, options: CallOptions) -> Self {
        self.options = options;
        self
    }

    /// The body, in memory.
    pub(crate) fn body(&self) -> &[u8] {
        let body = self.request.body().and_then(reqwest::Body::as_bytes);
        body.unwrap_or_default()
    }

    pub(crate) fn operation(&self) -> &'static Operation {
        self.operation
    }

    pub(crate) fn request_mut(&mut self) -> &mut reqwest::Request {
        &mut self.request
    }

    /// Sends it, with this body.
    pub(crate) async fn answer(
        self,
        payload: Payload,
        answering: Answering,
    ) -> Result<RawResponse, Error> {
        let (client, operation, request) = self.into_parts();
        let outgoing = Outgoing::new(request, payload).answering(answering);
        pipeline::send(client, operation, outgoing).await
    }

    /// Sends it with a body in the place of the one in memory, of this length where it is known.
    pub(crate) async fn answer_streamed(
        mut self,
        payload: Payload,
        length: Option<u64>,
        answering: Answering,
    ) -> Result<RawResponse, Error> {
        *self.request.body_mut() = None;
        if let Some(length) = length {
            let headers = self.request.headers_mut();
            headers.insert(CONTENT_LENGTH, length.into());
        }
        self.answer(payload, answering).await
    }

    /// The client that heeds the call's options, what is called, and the request.
    pub(crate) fn into_parts(self) -> (Client, &'static Operation, reqwest::Request) {
        let client = self.client.with_options(self.options);
        (client, self.operation, self.request)
    }
}

impl<T: Decode> Call<'_, T> {
    pub(crate) async fn send(self) -> Result<Response<T>, Error> {
        let operation = self.operation;
        let answer = self.answer(Payload::InRequest, Answering::InMemory).await?;
        answer.decode(operation)
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
            .field("operation", self.operation)
            .finish_non_exhaustive()
    }
}
