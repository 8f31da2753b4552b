//! How the program ends: the exit codes, and what went wrong.

use std::fmt;
use std::io;
use std::path::Path;

use clap::ValueEnum;
use l10n_client::reqwest::StatusCode;
use l10n_client::{Error, ErrorKind};
use serde_json::{Value, json};

use crate::text::{name, on_one_line};

/// The exit codes, with what the help says of them. They are part of the interface: see the README.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
#[repr(u8)]
pub(crate) enum Exit {
    /// Done
    Done = 0,
    /// Some files failed, others were done
    #[value(name = "some_failed")]
    Some = 1,
    /// Arguments or configuration are wrong: nothing was sent
    Usage = 2,
    /// The same may succeed later
    #[value(name = "try_later")]
    Later = 3,
    /// The service, or its authorization server, refused
    Refused = 4,
    /// A local file or folder, or the standard output, cannot be read or written
    #[value(name = "local_files")]
    Local = 5,
    /// An answer of the service, or its bundle, is not what it must be
    #[value(name = "unusable_answer")]
    Unusable = 6,
    /// There is no token, as in the CI job of a fork: nothing was sent
    #[value(name = "no_token")]
    NoToken = 7,
}

impl Exit {
    /// The word for it in JSON.
    pub(crate) fn name(self) -> String {
        name(&self)
    }

    /// What an error of the client means for whoever started the program.
    pub(crate) fn of(error: &Error) -> Self {
        let status = error.status();
        match error.kind() {
            ErrorKind::Configuration | ErrorKind::InvalidRequest => Self::Usage,
            ErrorKind::Io | ErrorKind::TokenStore => Self::Local,
            _ if error.is_retryable() => Self::Later,
            ErrorKind::Status if status.is_some_and(passes) => Self::Later,
            ErrorKind::Status
            | ErrorKind::Authorization
            | ErrorKind::JobFailed
            | ErrorKind::Rejected => Self::Refused,
            ErrorKind::Incomplete => Self::Some,
            _ => Self::Unusable,
        }
    }

    /// That of many: one that all share, where none was done, and otherwise that some failed.
    pub(crate) fn of_many(done: usize, failed: &[Self]) -> Self {
        match failed {
            [] => Self::Done,
            [first, rest @ ..] if done == 0 && rest.iter().all(|exit| exit == first) => *first,
            _ => Self::Some,
        }
    }
}

/// Whether a trouble of the service passes: all of its own but what it has not got.
fn passes(status: StatusCode) -> bool {
    status.is_server_error() && status != StatusCode::NOT_IMPLEMENTED
}

/// Why the program ends without having done what it was asked for.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    message: String,
    /// What the service said, where it was the service.
    error: Option<Box<Error>>,
}

pub(crate) type Done<T = Exit> = Result<T, Failure>;

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), error: None }
    }

    /// A file or folder that something could not be done with.
    pub(crate) fn local(what: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(Exit::Local, format!("cannot {what} {}: {error}", path.display()))
    }

    /// As an object for machines.
    pub(crate) fn to_json(&self) -> Value {
        let mut said = json!({"kind": self.exit.name(), "message": self.message});
        if let Some(error) = &self.error {
            add_details(&mut said, error);
        }
        said
    }
}

/// An error of the client as an object for machines.
pub(crate) fn error_json(error: &Error) -> Value {
    let mut said = json!({"kind": Exit::of(error).name(), "message": with_causes(error)});
    add_details(&mut said, error);
    said
}

fn add_details(said: &mut Value, error: &Error) {
    said["operation"] = json!(error.operation());
    said["status"] = json!(error.status().map(|status| status.as_u16()));
    said["violations"] = json!(error.violations());
    said["process_id"] = json!(error.job_id());
    said["may_have_taken_effect"] = json!(error.may_have_taken_effect());
}

impl From<l10n_sync::Error> for Failure {
    fn from(error: l10n_sync::Error) -> Self {
        let exit = match error {
            l10n_sync::Error::Client(error) => return (*error).into(),
            l10n_sync::Error::Config { .. } => Exit::Usage,
            l10n_sync::Error::Bundle(_) => Exit::Unusable,
            _ => Exit::Local,
        };
        Self::new(exit, error.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { exit: Exit::of(&error), message: with_causes(&error), error: Some(Box::new(error)) }
    }
}

/// What errors of the client call by the names of its functions, and what it is called here.
const NAMES: [(&str, &str); 3] = [
    (
        "`ClientBuilder::allow_plain_http_to` with its host (`L10N_PLAIN_HTTP_HOST`)",
        "`L10N_PLAIN_HTTP_HOST` with its host",
    ),
    ("`ClientBuilder::auth_url`", "`--auth-url`"),
    ("`ClientBuilder::cursor_api_url`", "`--cursor-api-url`"),
];

/// An error with all that is behind it and each violation, on one line; what it says already is not
/// said again.
pub(crate) fn with_causes(error: &Error) -> String {
    let mut text = error.with_causes();
    if matches!(Exit::of(error), Exit::Usage | Exit::Unusable) {
        for (name, here) in NAMES {
            text = text.replace(name, here);
        }
    }
    for (field, messages) in error.violations() {
        let messages = messages.iter().map(|message| on_one_line(message));
        let told: Vec<_> = messages.filter(|message| !text.contains(message.as_str())).collect();
        if !told.is_empty() {
            let field = on_one_line(field);
            text.push_str(&format!("; {field}: {}", told.join(", ")));
        }
    }
    text
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::tests::sources;
    use crate::interrupt::Stop;

    #[test]
    fn many_have_the_code_that_all_share() {
        use Exit::{Done, Later, Local, Some};
        assert_eq!(Exit::of_many(0, &[]), Done);
        assert_eq!(Exit::of_many(3, &[]), Done);
        assert_eq!(Exit::of_many(0, &[Later, Later]), Later);
        assert_eq!(Exit::of_many(0, &[Later, Local]), Some);
        assert_eq!(Exit::of_many(1, &[Later]), Some);
    }

    #[test]
    fn the_client_has_each_name() {
        let sources = sources("../src");
        for (name, _) in NAMES {
            let name = name.split("` with").next().unwrap_or_default();
            let is_there = |(_, text): &(String, String)| text.contains(name.trim_matches('`'));
            assert!(sources.iter().any(is_there), "{name}");
        }
    }

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
