//! Raw requests, for endpoints that are not in the document.

mod path;

use std::fmt;
use std::path::Path;

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::HeaderValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::builder::with_options;
use crate::call::chunks::{Chunks, chunks};
use crate::call::response::Response;
use crate::call::upload::Payload;
use crate::call::{Call, JSON};
use crate::client::Client;
use crate::error::{Error, Target};
use crate::settings::options::CallOptions;
use crate::settings::retry;
use crate::wire::decode::Serde;
use crate::wire::operation::{Operation, Server};
use crate::wire::secret::{Secret, to_json};

/// A request to an endpoint that is not in the document: see [`Client::request`].
#[must_use = "nothing is sent until it is sent"]
pub struct RawRequest {
    client: Client,
    method: Method,
    path: String,
    server: Server,
    options: CallOptions,
    query: Vec<(String, String)>,
    body: Option<(HeaderValue, Bytes)>,
    /// Those in the body.
    secrets: Vec<Secret>,
    /// The first invalid setting.
    invalid: Option<String>,
}

impl Client {
    /// Creates a request to any endpoint, with the rate limiter, credential, retries, hooks and
    /// errors of every other call; in them, its operation is named `request`. See [the
    /// guide](crate::guide::any_endpoint).
    ///
    /// `path` is relative to the base URL and cannot leave it. It must be percent-encoded.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::Value;
    ///
    /// let call = client.request(Method::GET, "projects/garnet-7041.26/keys").query("limit", 10);
    /// let keys = call.send::<Value>().await?;
    /// println!("{} of {:?}", keys["keys"], keys.total_count());
    /// # Ok(())
    /// # }
    /// ```
    pub fn request(&self, method: Method, path: impl Into<String>) -> RawRequest {
        RawRequest {
            client: self.clone(),
            method,
            path: path.into(),
            server: Server::Main,
            options: CallOptions::default(),
            query: Vec::new(),
            body: None,
            secrets: Vec::new(),
            invalid: None,
        }
    }
}

impl RawRequest {
    /// Sets the server; the main API by default. The credential is that of the server's other
    /// calls; the authorization server gets none.
    pub fn server(mut self, server: Server) -> Self {
        self.server = server;
        self
    }

    /// Sets options of this call: see [`CallOptions`].
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = self.options.overridden_by(&options);
        self
    }

    /// Adds a query parameter, percent-encoded. Repeated calls add repeated parameters.
    pub fn query(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.query.push((name.into(), value.to_string()));
        self
    }

    /// Sets a JSON body. Errors redact the values that are a [`Secret`].
    pub fn json(mut self, body: &(impl Serialize + ?Sized)) -> Self {
        match to_json(body) {
            Ok((json, secrets)) => {
                (self.body, self.secrets) = (Some((JSON, json.into())), secrets);
            }
            Err(error) => self.invalid(format!("the body cannot be serialized: {error}")),
        }
        self
    }

    /// Sets a body of another content type than [JSON](Self::json).
    pub fn body(mut self, content_type: &str, body: impl Into<Bytes>) -> Self {
        match HeaderValue::try_from(content_type) {
            Ok(kind) => self.body = Some((kind, body.into())),
            Err(_) => self.invalid(format!("{content_type:?} is not a valid content type")),
        }
        self
    }

    /// Sends the request and decodes the response. An empty body decodes as `null`.
    ///
    /// A write whose effect is unknown is not retried, whatever its method, unless the caller
    /// declares it [idempotent](CallOptions::idempotent): it may create or start something each
    /// time.
    ///
    /// # Errors
    ///
    /// Fails as every call does. A path that would leave the base URL, or contains a query, is an
    /// invalid request.
    pub async fn send<T: DeserializeOwned>(self) -> Result<Response<T>, Error> {
        let mut raw = self.call()?.run().await?;
        if raw.head.body().is_empty() {
            *raw.head.body_mut() = Bytes::from_static(b"null");
        }
        let response = raw.decode::<Serde<T>>()?;
        Ok(response.map(|Serde(body)| body))
    }

    /// Sends the request and streams the body of the response, of any size and content type, as it
    /// comes: an encoding that the request does not ask for is not decoded. Only the idle timeout applies to the body, not the maximum response size or the timeout of the
    /// call.
    ///
    /// The request is retried like any other until the response begins. The body holds no slot of
    /// the [rate limiter](crate::rate_limit), so reading it slowly does not block other calls.
    ///
    /// # Errors
    ///
    /// Fails as [`send`](Self::send) does. An incomplete body is an error of the stream.
    pub async fn chunks(self) -> Result<Response<Chunks>, Error> {
        Ok(chunks(self.call()?.streamed().run().await?))
    }

    /// Sends the request, writes the body of the response to a file, and returns its length in
    /// bytes: see [`Chunks::to_file`].
    ///
    /// # Errors
    ///
    /// Fails as [`chunks`](Self::chunks) and [`Chunks::to_file`] do.
    pub async fn to_file(self, path: impl AsRef<Path>) -> Result<u64, Error> {
        self.chunks().await?.into_inner().to_file(path).await
    }

    /// Returns the call, with a body in memory.
    fn call(mut self) -> Result<Call, Error> {
        self.made().map_err(|error| {
            let operation = self.operation();
            let path = self.path.split(['?', '#']).next().unwrap_or_default();
            let path = format!("/{}", path.trim_start_matches('/'));
            let target = Target::of_project(operation, &self.client, None);
            error.with_target(target.raw(&self.method, &path))
        })
    }

    /// Moves the parts of the request into a call, except those that errors need.
    fn made(&mut self) -> Result<Call, Error> {
        let operation = self.operation();
        let invalid = |reason: String| Error::invalid_request(operation, reason);
        if let Some(reason) = self.invalid.take() {
            return Err(invalid(reason));
        }
        if self.method == Method::CONNECT {
            return Err(invalid("the method CONNECT is not supported".to_owned()));
        }
        let path = path::relative_path(operation, &self.path)?;
        let mut url = self.client.url(operation, &format!("/{path}"))?;
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        let client = self.client.clone().overridden_by(&self.options);
        let url = with_options(url, &client).map_err(invalid)?;
        let project = path::project(path);
        let mut call = Call::new(client, operation, self.method.clone(), url, project);
        call.secrets = std::mem::take(&mut self.secrets);
        if let Some((content_type, body)) = self.body.take() {
            call.content_type = content_type;
            call.payload = Payload::Bytes(body);
        }
        Ok(call)
    }

    fn operation(&self) -> &'static Operation {
        operation_of(self.server, retry::only_reads(&self.method))
    }

    fn invalid(&mut self, reason: String) {
        self.invalid.get_or_insert(reason);
    }
}

/// Returns the operation of a raw request. A write that is not in the document may create or start
/// something each time, whatever its method.
fn operation_of(server: Server, idempotent: bool) -> &'static Operation {
    const fn raw(server: Server, idempotent: bool) -> Operation {
        // The authorization server authenticates by the body.
        let authenticated = !matches!(server, Server::Auth);
        let method = if idempotent { &Method::GET } else { &Method::POST };
        Operation { idempotent, authenticated, ..Operation::new("request", method, "", server) }
    }
    static MAIN: [Operation; 2] = [raw(Server::Main, false), raw(Server::Main, true)];
    static AUTH: [Operation; 2] = [raw(Server::Auth, false), raw(Server::Auth, true)];
    static CURSOR: [Operation; 2] = [raw(Server::Cursor, false), raw(Server::Cursor, true)];
    let [write, read] = match server {
        Server::Main => &MAIN,
        Server::Auth => &AUTH,
        Server::Cursor => &CURSOR,
    };
    if idempotent { read } else { write }
}

impl fmt::Debug for RawRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawRequest")
            .field("method", &self.method)
            .field("path", &self.path)
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}
