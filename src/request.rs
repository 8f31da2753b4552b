//! Raw requests: for the endpoints that the document does not hold.

use std::fmt;

use percent_encoding::percent_decode_str;
use reqwest::header::{ACCEPT, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::client::Client;
use crate::error::Error;
use crate::outgoing::{Outgoing, Payload};
use crate::pipeline;
use crate::response::Response;
use crate::retry;
use crate::runtime::{Operation, Server};

const RAW: Operation = Operation::undescribed("request", Server::Main);

/// A write that is not described may add or start something each time, whatever its method.
const RAW_WRITE: Operation = Operation { once: true, ..RAW };

/// A request to an endpoint of the main API that the document does not hold: see [`Client::request`].
#[must_use = "nothing is sent until `send` is awaited"]
pub struct RawRequest<'a> {
    client: &'a Client,
    method: Method,
    path: String,
    query: Vec<(String, String)>,
    body: Option<Result<Vec<u8>, String>>,
}

impl Client {
    /// A request to any endpoint of the main API, for those that the document does not hold: JSON in and out, with the same pace,
    /// credential, retries and errors as any other call.
    ///
    /// `path` is relative to the base URL and cannot leave it. What is encoded in it stays as it is.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use reqwest::Method;
    /// use serde_json::{Value, json};
    ///
    /// let keys = client.request(Method::GET, "projects/garnet-7041.26/keys").query("limit", 10).send::<Value>().await?;
    /// println!("{} of {:?}", keys["keys"], keys.total_count());
    /// # Ok(())
    /// # }
    /// ```
    pub fn request(&self, method: Method, path: impl Into<String>) -> RawRequest<'_> {
        RawRequest {
            client: self,
            method,
            path: path.into(),
            query: Vec::new(),
            body: None,
        }
    }
}

impl RawRequest<'_> {
    /// Adds a parameter to the query. It is encoded as needed.
    pub fn query(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.query.push((name.into(), value.to_string()));
        self
    }

    /// Sets the body.
    pub fn json(mut self, body: &(impl Serialize + ?Sized)) -> Self {
        self.body =
            Some(serde_json::to_vec(body).map_err(|error| format!("the body is no JSON: {error}")));
        self
    }

    /// Sends the request, and decodes the answer; an empty one decodes as `null`.
    ///
    /// A write whose effect is unknown is not repeated, whatever its method, since it may add or
    /// start something each time.
    ///
    /// # Errors
    ///
    /// As for every call. A path that would leave the base URL, or holds a query, is an invalid request.
    pub async fn send<T: DeserializeOwned>(self) -> Result<Response<T>, Error> {
        let operation = match retry::only_reads(&self.method) {
            true => &RAW,
            false => &RAW_WRITE,
        };
        let mut request = to_path(self.client, operation, self.method, &self.path)?;
        if !self.query.is_empty() {
            request = request.query(&self.query);
        }
        if let Some(body) = self.body {
            let body = body.map_err(|reason| Error::invalid_request(operation, reason))?;
            request = request
                .header(reqwest::header::CONTENT_TYPE, "application/json")
                .body(body);
        }
        let request = request
            .build()
            .map_err(|error| Error::unsendable(operation, &error))?;
        let outgoing = Outgoing::new(request, Payload::InRequest);
        let mut answer = pipeline::send(self.client.clone(), operation, outgoing).await?;
        if answer.body.is_empty() {
            answer.body = bytes::Bytes::from_static(b"null");
        }
        answer.decode(operation)
    }
}

/// A request to a path below the base URL of the operation's server.
pub(crate) fn to_path(
    client: &Client,
    operation: &'static Operation,
    method: Method,
    path: &str,
) -> Result<RequestBuilder, Error> {
    let base = client.base_url(operation)?;
    let path = relative_path(operation, path)?;
    let request = client.http().request(method, format!("{base}/{path}"));
    Ok(request.header(ACCEPT, HeaderValue::from_static("application/json")))
}

/// A path below a base URL, without the slash at its start. URLs resolve `.` and `..` even when they are encoded, take a backslash
/// for a slash, and drop line breaks and tabs: what would lead elsewhere is refused.
fn relative_path<'p>(operation: &'static Operation, path: &'p str) -> Result<&'p str, Error> {
    let refuse = |reason: &str| {
        Err(Error::invalid_request(
            operation,
            format!("the path {path:?} {reason}"),
        ))
    };
    let relative = path.strip_prefix('/').unwrap_or(path);
    if path.contains("://") {
        return refuse("is a whole URL: give what follows the base URL of the client");
    }
    if relative.contains(['?', '#']) {
        return refuse("holds a query or a fragment: give parameters with `query`");
    }
    if relative.contains('\\') || relative.contains(|character: char| character.is_control()) {
        return refuse("holds a backslash or a control character: encode it");
    }
    for segment in relative.split('/') {
        let decoded = percent_decode_str(segment).collect::<Vec<u8>>();
        match decoded.as_slice() {
            b"" => return refuse("has an empty segment, and is relative to the base URL"),
            b"." | b".." => return refuse("would leave the base URL"),
            _ => {}
        }
    }
    Ok(relative)
}

impl fmt::Debug for RawRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawRequest")
            .field("method", &self.method)
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}
