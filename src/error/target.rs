//! What a call was to: its server, its project, and for raw requests the method and path.

use std::fmt;
use std::sync::Arc;

use reqwest::Method;
use url::Url;

use crate::wire::one_line::one_line;
use crate::wire::operation::UNNAMED;

/// What a call was to. Made for each call, and written out only in errors.
#[derive(Debug, Clone, Default)]
pub(crate) struct Target {
    url: Option<Url>,
    /// Method, and how much of the URL is that of its server.
    raw: Option<(Method, usize)>,
    project: Option<Arc<str>>,
}

impl Target {
    /// What was called; of a raw request its method, and how much of the URL is that of its server.
    pub(crate) fn of(
        url: Option<Url>,
        raw: Option<(Method, usize)>,
        project: Option<Arc<str>>,
    ) -> Self {
        Self { url, raw, project }
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
