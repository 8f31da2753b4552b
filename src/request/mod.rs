//! Raw requests: for the endpoints that the document does not hold.

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
use crate::wire::decode::Foreign;
use crate::wire::operation::{Operation, Server, UNNAMED};

/// A request to an endpoint that the document does not hold: see [`Client::request`].
#[must_use = "nothing is sent until it is sent or streamed"]
pub struct RawRequest<'a> {
    client: &'a Client,
    method: Method,
    path: String,
    server: Server,
    name: Option<&'static str>,
    options: CallOptions,
    query: Vec<(String, String)>,
    body: Option<(HeaderValue, Bytes)>,
    paging: Option<Paging>,
    items_in: Option<String>,
    /// The first thing that was given and cannot be sent.
    invalid: Option<String>,
}

impl Client {
    /// A request to any endpoint, for those that the document does not hold: with the rate limiter,
    /// credential, retries, hooks and errors of any other call, and with its streams, files and
    /// waits. The guide has [a page on it](crate::guide::any_endpoint).
    ///
    /// `path` is relative to the base URL and cannot leave it. What is encoded in it stays as it
    /// is.
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
    pub fn request(&self, method: Method, path: impl Into<String>) -> RawRequest<'_> {
        RawRequest {
            client: self,
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

impl<'a> RawRequest<'a> {
    /// The server that it goes to; the main API by default. Each gets the credential that its other
    /// calls get: the authorization server none.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::rate_limit::Server;
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::Value;
    ///
    /// let call = client.request(Method::GET, "projects/garnet-7041.26/glossaries");
    /// println!("{:?}", call.server(Server::Cursor).send::<Value>().await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn server(mut self, server: Server) -> Self {
        self.server = server;
        self
    }

    /// The name of the operation, as an `operationId` is: for errors, spans, hooks and the rate
    /// limiter. `request` where none is given.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) {
    /// use l10n_client::reqwest::Method;
    ///
    /// let call = client.request(Method::DELETE, "projects/garnet-7041.26/screenshots/7");
    /// let error = call.name("deleteScreenshot").send::<()>().await.unwrap_err();
    /// assert_eq!(error.operation(), Some("deleteScreenshot"));
    /// # }
    /// ```
    ///
    /// Letters, digits, `_`, `-` and `.`, as in an `operationId`; anything else is an invalid
    /// request.
    pub fn name(mut self, operation: &'static str) -> Self {
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        match !operation.is_empty() && operation.bytes().all(is_fit) {
            true => self.name = Some(operation),
            false => self.invalid(format!("{operation:?} is not the name of an operation")),
        }
        self
    }

    /// What is other for this call than for its client: see [`CallOptions`].
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::CallOptions;
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::{Value, json};
    ///
    /// let path = "projects/garnet-7041.26/webhooks/7/secret/regenerate";
    /// let options = CallOptions::new().idempotent().header("x-request-source", "rotation");
    /// client.request(Method::PATCH, path).options(options).send::<Value>().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = self.options.overridden_by(&options);
        self
    }

    /// Adds a parameter to the query. It is encoded as needed. Given again it is sent again, as
    /// lists in repeated names are.
    ///
    /// ```no_run
    /// # fn example(client: &l10n_client::Client) {
    /// # use l10n_client::reqwest::Method;
    /// let call = client.request(Method::GET, "projects/garnet-7041.26/screenshots")
    ///     .query("filter_key_ids[]", 3101).query("filter_key_ids[]", 3102);
    /// # drop(call);
    /// # }
    /// ```
    pub fn query(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.query.push((name.into(), value.to_string()));
        self
    }

    /// Adds a list to the query as one comma-separated text, `3101,3102`. Sending fails if a value
    /// contains a comma or is empty, and if the list is empty.
    ///
    /// ```no_run
    /// # fn example(client: &l10n_client::Client) {
    /// # use l10n_client::reqwest::Method;
    /// let call = client.request(Method::GET, "projects/garnet-7041.26/screenshots")
    ///     .query_list("filter_key_ids", [3101, 3102]);
    /// # drop(call);
    /// # }
    /// ```
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

    /// Adds a flag to the query, which the service takes as `1` and `0`.
    ///
    /// ```no_run
    /// # fn example(client: &l10n_client::Client) {
    /// # use l10n_client::reqwest::Method;
    /// let call = client.request(Method::GET, "projects/garnet-7041.26/screenshots")
    ///     .query_flag("include_tags", true);
    /// # drop(call);
    /// # }
    /// ```
    pub fn query_flag(self, name: impl Into<String>, flag: bool) -> Self {
        self.query(name, u8::from(flag))
    }

    /// Sets the body: JSON, of any type that can be written as such.
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
            Err(error) => self.invalid(format!("the body is not JSON: {error}")),
        }
        self
    }

    /// Sets the body and its content type, for what is not [JSON](Self::json).
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    ///
    /// let image = client.request(Method::PUT, "projects/garnet-7041.26/screenshots/7/image");
    /// image.body("image/png", b"..".as_slice()).send::<()>().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn body(mut self, content_type: &str, body: impl Into<Bytes>) -> Self {
        match HeaderValue::try_from(content_type) {
            Ok(kind) => self.body = Some((kind, body.into())),
            Err(_) => self.invalid(format!("{content_type:?} is not a content type")),
        }
        self
    }

    /// Sends the request, and decodes the answer; an empty one decodes as `null`.
    ///
    /// A write whose effect is unknown is not repeated, whatever its method, since it may add or
    /// start something each time: unless the caller says that it is
    /// [repeatable](CallOptions::idempotent).
    ///
    /// # Errors
    ///
    /// As for every call. A path that would leave the base URL, or holds a query, is an invalid
    /// request.
    pub async fn send<T: DeserializeOwned>(self) -> Result<Response<T>, Error> {
        let mut answer = self.call()?.run().await?;
        if answer.head.body().is_empty() {
            *answer.head.body_mut() = Bytes::from_static(b"null");
        }
        let response = answer.decode::<Foreign<T>>()?;
        Ok(response.map(|Foreign(body)| body))
    }

    /// The call, with a body in memory.
    pub(crate) fn call(mut self) -> Result<Call, Error> {
        self.made().map_err(|error| {
            let operation = self.operation();
            let path = self.path.split(['?', '#']).next().unwrap_or_default();
            let path = format!("/{}", path.trim_start_matches('/'));
            let target = Target::of_project(operation, self.client, None);
            error.at(target.raw(&self.method, &path))
        })
    }

    /// Takes what it needs of this, but for what an error tells.
    fn made(&mut self) -> Result<Call, Error> {
        let operation = self.operation();
        let invalid = |reason: String| Error::invalid_request(operation, reason);
        if let Some(reason) = self.invalid.take() {
            return Err(invalid(reason));
        }
        if self.method == Method::CONNECT {
            return Err(invalid("CONNECT opens a tunnel: it has no endpoint".to_owned()));
        }
        let path = path::relative_path(operation, &self.path)?;
        let mut url = self.client.url(operation, &format!("/{path}"))?;
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        let client = self.client.with_options(std::mem::take(&mut self.options));
        let call = Call::new(client, operation, self.method.clone(), url);
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

    /// Whether each page of a list can be asked for in this way.
    pub(crate) fn only_asks(&self) -> bool {
        self.method == Method::GET && self.body.is_none()
    }
}

impl fmt::Debug for RawRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawRequest")
            .field("method", &self.method)
            .field("path", &self.path)
            .field("server", &self.server)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
