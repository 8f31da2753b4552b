//! What a call was to: its server, its project, and for raw requests the method and path.

use std::fmt;
use std::sync::Arc;

use reqwest::Method;
use url::Url;

use super::said::one_line;
use crate::client::Client;
use crate::outgoing::Outgoing;
use crate::request::UNNAMED;
use crate::runtime::Operation;

/// What a call was to. Made for each call, and written out only in errors.
#[derive(Debug, Clone, Default)]
pub(crate) struct Target {
    url: Option<Url>,
    /// Method, and how much of the URL is that of its server.
    raw: Option<(Method, usize)>,
    project: Option<Arc<str>>,
}

impl Target {
    pub(crate) fn new(
        operation: &'static Operation,
        client: &Client,
        project: Option<Arc<str>>,
        outgoing: &Outgoing,
    ) -> Self {
        let request = outgoing.request();
        Self::of_request(operation, client, project, request.method(), request.url())
    }

    pub(crate) fn of_request(
        operation: &'static Operation,
        client: &Client,
        project: Option<Arc<str>>,
        method: &Method,
        url: &Url,
    ) -> Self {
        let base = client.base_url(operation).map_or(0, str::len);
        let raw = operation.path.is_empty();
        Self {
            url: Some(url.clone()),
            raw: raw.then(|| (method.clone(), base)),
            project,
        }
    }

    /// An operation that was not called yet, or is called again and again.
    pub(crate) fn of_project(
        operation: &'static Operation,
        client: &Client,
        project: Option<Arc<str>>,
    ) -> Self {
        let base = client.base_url(operation).ok();
        Self {
            url: base.and_then(|base| Url::parse(base).ok()),
            raw: None,
            project,
        }
    }

    /// A host alone.
    pub(crate) fn host_of(url: &Url) -> Self {
        Self {
            url: Some(url.clone()),
            ..Self::default()
        }
    }

    /// What a caller says that it was.
    pub(super) fn named(host: &str, project: Option<&str>) -> Self {
        Self {
            url: Url::parse(&format!("https://{host}/")).ok(),
            raw: None,
            project: project.map(Arc::from),
        }
    }

    /// A raw request that cannot be made.
    pub(crate) fn of_unsent(
        operation: &'static Operation,
        client: &Client,
        method: &Method,
        path: &str,
    ) -> Self {
        let base = client.base_url(operation).unwrap_or_default();
        let length = base.len();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let url = Url::parse(base).ok().map(|mut url| {
            if let Ok(mut segments) = url.path_segments_mut() {
                segments.pop_if_empty().extend(path.split('/'));
            }
            url
        });
        Self {
            url,
            raw: Some((method.clone(), length)),
            project: None,
        }
    }

    pub(super) fn host(&self) -> Option<&str> {
        self.url.as_ref()?.host_str()
    }

    pub(super) fn project(&self) -> Option<&str> {
        self.project.as_deref()
    }

    /// Host and path of a location, which may be relative to the URL that was called.
    pub(super) fn join(&self, location: &str) -> Option<String> {
        let place = self.url.as_ref()?.join(location).ok()?;
        let host = place.host_str()?;
        let port = place.port().map(|port| format!(":{port}"));
        let place = format!("{host}{}{}", port.unwrap_or_default(), place.path());
        Some(one_line(&place))
    }

    /// What stands here is kept, what is missing comes from another.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            url: self.url.or(other.url),
            raw: self.raw.or(other.raw),
            project: self.project.or(other.project),
        }
    }

    /// The operation and its project; of a raw request its name, where it has one, its method and
    /// path; then the host.
    pub(super) fn fmt(
        &self,
        operation: Option<&'static str>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match (&self.raw, &self.url, operation) {
            (Some((method, base)), Some(url), _) => {
                let path = url.as_str().get(*base..).unwrap_or_default();
                let path = path.split('?').next().unwrap_or_default();
                match operation.filter(|name| *name != UNNAMED) {
                    Some(name) => write!(f, "{name} ({method} {path})")?,
                    None => write!(f, "{method} {path}")?,
                }
            }
            (_, _, Some(operation)) => {
                f.write_str(operation)?;
                if let Some(project) = &self.project {
                    write!(f, " of {}", one_line(project))?;
                }
            }
            _ => return Ok(()),
        }
        if let Some(url) = &self.url
            && let Some(host) = url.host_str()
        {
            write!(f, " at {host}")?;
            if let Some(port) = url.port() {
                write!(f, ":{port}")?;
            }
        }
        f.write_str(": ")
    }
}
