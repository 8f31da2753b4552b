//! Exit codes, and the failures that lead to them.

use std::io;
use std::path::Path;

use clap::ValueEnum;
use l10n_client::reqwest::StatusCode;
use l10n_client::{Error, ErrorKind};
use serde_json::{Value, json};

use crate::text::name;

/// An exit code. Codes are part of the interface: see the README.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
#[repr(u8)]
pub(crate) enum Exit {
    /// Success
    Done = 0,
    /// Some files failed or have uncommitted changes, or a check found a problem
    SomeFailed = 1,
    /// Invalid arguments or configuration; nothing was sent
    Usage = 2,
    /// Transient error: the same command may succeed later
    #[value(name = "transient_error")]
    Transient = 3,
    /// Rejected by the service
    Rejected = 4,
    /// A local file or folder, or standard output, cannot be read or written
    #[value(name = "local_files")]
    Local = 5,
    /// Invalid response or bundle from the service
    InvalidResponse = 6,
    /// No token, as in the CI job of a fork; nothing was sent
    #[value(name = "no_token")]
    NoToken = 7,
}

impl Exit {
    /// Returns the `outcome` of JSON output.
    pub(crate) fn name(self) -> String {
        name(&self)
    }

    pub(crate) fn of(error: &Error) -> Self {
        let status = error.status();
        match error.kind() {
            ErrorKind::Configuration | ErrorKind::InvalidRequest => Self::Usage,
            ErrorKind::Io | ErrorKind::TokenStore => Self::Local,
            _ if error.is_retryable() => Self::Transient,
            ErrorKind::Status if status.is_some_and(is_transient) => Self::Transient,
            ErrorKind::Status
            | ErrorKind::Authorization
            | ErrorKind::JobFailed
            | ErrorKind::Rejected => Self::Rejected,
            ErrorKind::Incomplete => Self::SomeFailed,
            _ => Self::InvalidResponse,
        }
    }
}

/// Whether a server error may go away: all but 501.
fn is_transient(status: StatusCode) -> bool {
    status.is_server_error() && status != StatusCode::NOT_IMPLEMENTED
}

#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) message: String,
    /// The `error` of JSON output.
    pub(crate) json: Value,
}

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { exit, json: json!({"kind": exit.name(), "message": message}), message }
    }

    /// Creates the failure of an action on a file or folder: `cannot {action} {path}`.
    pub(crate) fn local(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(Exit::Local, format!("cannot {action} {}: {error}", path.display()))
    }
}

/// Returns an error of the client for JSON output.
pub(crate) fn error_json(error: &Error) -> Value {
    json!({
        "kind": Exit::of(error).name(),
        "message": with_causes(error),
        "operation": error.operation(),
        "status": error.status().map(|status| status.as_u16()),
        "violations": error.violations(),
        "process_id": error.job_id(),
        "may_have_taken_effect": error.may_have_taken_effect(),
    })
}

impl From<l10n_sync::Error> for Failure {
    fn from(error: l10n_sync::Error) -> Self {
        let exit = match error {
            l10n_sync::Error::Client(error) => return (*error).into(),
            l10n_sync::Error::Config { .. } => Exit::Usage,
            _ => Exit::Local,
        };
        Self::new(exit, error.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let (message, json) = (with_causes(&error), error_json(&error));
        Self { exit: Exit::of(&error), message, json }
    }
}

/// Returns the message of an error with its causes and what to correct here, on one line.
pub(crate) fn with_causes(error: &Error) -> String {
    let mut text = error.with_causes();
    // The status of an invalid token differs between endpoints.
    let is_token = error.message().is_some_and(|message| message.contains("X-Api-Token"));
    let is_list = |name: &str| name == "getProject" || name.starts_with("list");
    if is_token || error.status() == Some(StatusCode::UNAUTHORIZED) {
        text += ": correct L10N_TOKEN";
    } else if let Some(project) = error.project().filter(|_| error.is_not_found())
        && error.operation().is_some_and(is_list)
    {
        text += &format!(": correct the project `{project}`, or ask for access to it");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::Stop;

    #[test]
    fn the_readme_has_each_code_with_its_outcome() {
        let readme = include_str!("../README.md");
        for exit in Exit::value_variants() {
            let row = format!("\n| {} | `{}` |", *exit as u8, exit.name());
            assert!(readme.contains(&row), "{row}");
        }
        let codes = [Stop::Interrupted, Stop::Terminated].map(Stop::code);
        let row = format!("\n| {}, {} | `stopped` |", codes[0], codes[1]);
        assert!(readme.contains(&row), "{row}");
    }
}
