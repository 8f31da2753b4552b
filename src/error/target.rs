//! The target of a call: its server, its project, and for raw requests the method and path.

use std::fmt;

use reqwest::Method;
use url::Url;

use super::body::short;

/// The target of a call, for errors.
#[derive(Debug, Clone, Default)]
pub(crate) struct Target {
    host: Option<String>,
    port: Option<u16>,
    project: Option<String>,
    /// Method and path of a raw request.
    raw: Option<String>,
}

impl Target {
    pub(crate) fn host_of(url: &Url) -> Self {
        Self { host: url.host_str().map(str::to_owned), port: url.port(), ..Self::default() }
    }

    /// Adds the project.
    pub(crate) fn project_of(self, project: Option<String>) -> Self {
        Self { project, ..self }
    }

    pub(crate) fn raw(mut self, method: &Method, path: &str) -> Self {
        self.raw = Some(short(&format!("{method} {path}")));
        self
    }

    pub(super) fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    pub(super) fn project(&self) -> Option<&str> {
        self.project.as_deref()
    }

    /// Fills in missing parts from another target.
    pub(super) fn or(self, other: Self) -> Self {
        let (port, host) = match self.host {
            Some(host) => (self.port, Some(host)),
            None => (other.port, other.host),
        };
        Self { host, port, project: self.project.or(other.project), raw: self.raw.or(other.raw) }
    }

    /// The operation and its project, or the method and path of a raw request; then the host.
    pub(super) fn fmt(
        &self,
        operation: Option<&'static str>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match (&self.raw, operation) {
            (Some(raw), _) => f.write_str(raw)?,
            (None, Some(operation)) => {
                f.write_str(operation)?;
                if let Some(project) = self.project.as_deref().filter(|project| !project.is_empty())
                {
                    write!(f, " of {}", short(project))?;
                }
            }
            (None, None) => return Ok(()),
        }
        if let Some(host) = &self.host {
            write!(f, " at {host}")?;
            if let Some(port) = self.port {
                write!(f, ":{port}")?;
            }
        }
        f.write_str(": ")
    }
}
