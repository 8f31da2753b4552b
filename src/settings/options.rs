//! Settings of one call, which override the client's.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName};
use url::Url;

use super::headers::{own_header, secrets_of};
use super::retry::RetryPolicy;
use crate::wire::secret::Secret;

/// Settings of one call: retry policy, timeout, headers, query parameters that are not in the
/// document, and whether a write is idempotent.
///
/// Pass it to the method `options` of a call, or to
/// [`Client::with_options`](crate::Client::with_options) for all calls of a clone. Settings that
/// you do not set default to the client's. See the [examples](crate::guide::calls).
#[derive(Clone, Default)]
#[must_use = "options do nothing until they are given to a call or a client"]
pub struct CallOptions(Option<Arc<Settings>>);

#[derive(Clone, Default)]
pub(crate) struct Settings {
    pub(crate) retry: Option<RetryPolicy>,
    /// The timeout; `Some(None)` for no timeout.
    pub(crate) timeout: Option<Option<Duration>>,
    pub(crate) idempotent: bool,
    pub(crate) with_raw_body: bool,
    pub(crate) headers: HeaderMap,
    query: Vec<(String, String)>,
    invalid: Option<String>,
}

impl CallOptions {
    /// Creates options that change nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets when the call is retried.
    pub fn retry(self, policy: RetryPolicy) -> Self {
        self.set(|settings| settings.retry = Some(policy))
    }

    /// Sets the timeout of the whole call, instead of
    /// [`ClientBuilder::call_timeout`](crate::ClientBuilder::call_timeout). For a list, a wait or
    /// an export it applies to each request. It also covers streamed uploads, which the timeout of
    /// the client does not. Neither covers the body of a download.
    ///
    /// If no time is left, nothing is sent.
    pub fn timeout(self, limit: Duration) -> Self {
        self.set(|settings| settings.timeout = Some(Some(limit)))
    }

    /// Removes the timeout of the whole call.
    pub fn without_timeout(self) -> Self {
        self.set(|settings| settings.timeout = Some(None))
    }

    /// Declares the call idempotent: it is retried like a read, even if an attempt may have taken
    /// effect. By default, creations and uploads are not.
    pub fn idempotent(self) -> Self {
        self.set(|settings| settings.idempotent = true)
    }

    /// Keeps the body of the response as received, for [`Response::raw`](crate::Response::raw).
    pub fn with_raw_body(self) -> Self {
        self.set(|settings| settings.with_raw_body = true)
    }

    /// Adds a header to the requests. The rules are those of
    /// [`ClientBuilder::header`](crate::ClientBuilder::header); a header of the same name overrides
    /// the client's.
    pub fn header(self, name: &str, value: impl AsRef<str>) -> Self {
        let made = own_header(name, value.as_ref());
        self.set(|settings| match made {
            Ok((name, value)) => drop(settings.headers.insert(name, value)),
            Err(reason) => drop(settings.invalid.get_or_insert(reason)),
        })
    }

    /// Adds a query parameter that is not in the document. Its value is percent-encoded. Repeated
    /// calls add repeated parameters; a parameter of a call replaces those of the client of the
    /// same name. Sending fails if the call itself sets the parameter.
    pub fn query(self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        let pair = (name.into(), value.to_string());
        self.set(|settings| settings.query.push(pair))
    }

    /// Returns the options for further requests of a call, without query parameters.
    pub(crate) fn for_what_follows(&self) -> Self {
        match self.settings().query.is_empty() {
            true => self.clone(),
            false => self.clone().set(|settings| settings.query.clear()),
        }
    }

    fn set(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(Arc::make_mut(self.0.get_or_insert_default()));
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn settings(&self) -> &Settings {
        static NONE: LazyLock<Settings> = LazyLock::new(Settings::default);
        self.0.as_deref().unwrap_or(&NONE)
    }

    /// Returns these options, overridden by others.
    pub(crate) fn overridden_by(&self, other: &Self) -> Self {
        let (Some(own), Some(theirs)) = (&self.0, &other.0) else {
            return Self(other.0.clone().or_else(|| self.0.clone()));
        };
        let mut headers = own.headers.clone();
        headers.extend(theirs.headers.clone());
        let is_kept =
            |(name, _): &&(String, String)| theirs.query.iter().all(|(other, _)| other != name);
        let kept = own.query.iter().filter(is_kept);
        Self(Some(Arc::new(Settings {
            retry: theirs.retry.clone().or_else(|| own.retry.clone()),
            timeout: theirs.timeout.or(own.timeout),
            idempotent: theirs.idempotent || own.idempotent,
            with_raw_body: theirs.with_raw_body || own.with_raw_body,
            headers,
            query: kept.chain(&theirs.query).cloned().collect(),
            invalid: own.invalid.clone().or_else(|| theirs.invalid.clone()),
        })))
    }

    /// Returns the first of these names that the extra query parameters have too.
    pub(crate) fn asks_for(&self, names: &[&'static str]) -> Option<&'static str> {
        let query = &self.settings().query;
        let is_there = |name: &&&'static str| query.iter().any(|(known, _)| known == **name);
        names.iter().find(is_there).copied()
    }

    /// Returns values that errors must not contain: those long enough to be secret.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = Secret> {
        secrets_of(self.settings().headers.values())
    }

    /// Adds the parameters to the query.
    ///
    /// # Errors
    ///
    /// Returns why a setting is invalid.
    pub(crate) fn extend(&self, url: &mut Url) -> Result<(), String> {
        let settings = self.settings();
        if let Some(reason) = &settings.invalid {
            return Err(reason.clone());
        }
        let is_known =
            |(name, _): &&(String, String)| url.query_pairs().any(|(known, _)| known == *name);
        if let Some((name, _)) = settings.query.iter().find(is_known) {
            return Err(format!("the query parameter `{name}` is already set"));
        }
        if !settings.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&settings.query);
        }
        Ok(())
    }
}

/// Omits the values of headers and parameters, which may be secret.
impl fmt::Debug for CallOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings();
        let headers: Vec<_> = settings.headers.keys().map(HeaderName::as_str).collect();
        let query: Vec<_> = settings.query.iter().map(|(name, _)| name).collect();
        f.debug_struct("CallOptions")
            .field("retry", &settings.retry)
            .field("timeout", &settings.timeout)
            .field("idempotent", &settings.idempotent)
            .field("with_raw_body", &settings.with_raw_body)
            .field("headers", &headers)
            .field("query", &query)
            .finish()
    }
}
