//! Raw requests, for endpoints that are not in the document.

mod chunks;
mod list;
mod name;
mod path;

use std::fmt;

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::HeaderValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::path::comma_separated;
use crate::call::response::Response;
use crate::call::upload::Payload;
use crate::call::{Call, JSON};
use crate::client::Client;
use crate::error::{Error, Target};
use crate::pages::Paging;
use crate::settings::options::CallOptions;
use crate::settings::retry;
use crate::wire::decode::Serde;
use crate::wire::operation::{Operation, Server, UNNAMED};

/// A request to an endpoint that is not in the document: see [`Client::request`].
#[must_use = "nothing is sent until it is sent or streamed"]
pub struct RawRequest {
    client: Client,
    method: Method,
    path: String,
    server: Server,
    name: Option<&'static str>,
    options: CallOptions,
    query: Vec<(String, String)>,
    body: Option<(HeaderValue, Bytes)>,
    paging: Option<Paging>,
    items_in: Option<String>,
    /// The first invalid setting.
    invalid: Option<String>,
}

impl Client {
    /// Creates a request to any endpoint, with the rate limiter, credential, retries, hooks and
    /// errors of every other call, and with streams, files and waits. See [the
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
            name: None,
            options: CallOptions::default(),
            query: Vec::new(),
            body: None,
            paging: None,
            items_in: None,
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

    /// Sets the name of the operation, like an `operationId`, for errors, spans, hooks and the rate
    /// limiter. Defaults to `request`.
    ///
    /// It may contain letters, digits, `_`, `-` and `.`; otherwise sending fails.
    pub fn name(mut self, operation: &'static str) -> Self {
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        match !operation.is_empty() && operation.bytes().all(is_fit) {
            true => self.name = Some(operation),
            false => self.invalid(format!(
                "{operation:?} is not a valid operation name: use letters, digits, `_`, `-` and `.`"
            )),
        }
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

    /// Adds a list to the query as one comma-separated value, `3101,3102`. Sending fails if a value
    /// is empty or contains a comma, or if the list is empty.
    pub fn query_list<V: fmt::Display>(
        mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        let name = name.into();
        let values: Vec<V> = values.into_iter().collect();
        match comma_separated(&values) {
            Ok(text) => self.query(name, text),
            Err((place, why)) => {
                self.invalid(format!("`{name}{place}` {why}"));
                self
            }
        }
    }

    /// Adds a flag to the query, as `1` or `0`.
    pub fn query_flag(self, name: impl Into<String>, flag: bool) -> Self {
        self.query(name, u8::from(flag))
    }

    /// Sets a JSON body.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    ///
    /// #[derive(serde::Serialize)]
    /// struct NewWebhook<'a> {
    ///     url: &'a str,
    ///     events: &'a [&'a str],
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Created {
    ///     webhook: Webhook,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Webhook {
    ///     webhook_id: String,
    /// }
    ///
    /// let webhook = NewWebhook { url: "https://ci.test/l10n", events: &["project.imported"] };
    /// let path = "projects/garnet-7041.26/webhooks";
    /// let created = client.request(Method::POST, path).json(&webhook).send::<Created>().await?;
    /// println!("{}", created.webhook.webhook_id);
    /// # Ok(())
    /// # }
    /// ```
    pub fn json(mut self, body: &(impl Serialize + ?Sized)) -> Self {
        match serde_json::to_vec(body) {
            Ok(json) => self.body = Some((JSON, json.into())),
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

    /// Returns the call, with a body in memory.
    pub(crate) fn call(mut self) -> Result<Call, Error> {
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
        let call = Call::new(client, operation, self.method.clone(), url, path::project(path));
        Ok(match self.body.take() {
            Some((kind, body)) => call.content_type(kind).payload(Payload::Bytes(body)),
            None => call,
        })
    }

    pub(crate) fn operation(&self) -> &'static Operation {
        let idempotent = retry::only_reads(&self.method);
        name::operation_of(self.name.unwrap_or(UNNAMED), self.server, idempotent)
    }

    pub(crate) fn invalid(&mut self, reason: String) {
        self.invalid.get_or_insert(reason);
    }

    /// Whether this can be the request of a list.
    pub(crate) fn only_asks(&self) -> bool {
        self.method == Method::GET && self.body.is_none()
    }
}

impl fmt::Debug for RawRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawRequest")
            .field("method", &self.method)
            .field("path", &self.path)
            .field("server", &self.server)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
