//! What the tour has seen so far, and the lines it prints.

use std::fmt::Display;
use std::io::IsTerminal;
use std::process::ExitCode;

use l10n_client::{Error, Response};

#[derive(Default)]
pub(crate) struct Report {
    calls: usize,
    failed: usize,
}

impl Report {
    /// Prints the line of a call, and hands its response on.
    pub(crate) fn line<T>(
        &mut self,
        operation: &str,
        outcome: Result<Response<T>, Error>,
        what: impl FnOnce(&Response<T>) -> String,
    ) -> Option<Response<T>> {
        self.calls += 1;
        match outcome {
            Ok(response) => {
                print(operation, "32", &response.status().as_u16().to_string(), &what(&response));
                Some(response)
            }
            Err(error) => {
                self.failed += 1;
                print(operation, "31", "FAILED", &error.to_string());
                None
            }
        }
    }

    /// Prints the line of something that takes more than one call.
    pub(crate) fn done(&mut self, what: &str, outcome: Result<String, impl Display>) {
        self.calls += 1;
        match outcome {
            Ok(text) => print(what, "32", "done", &text),
            Err(error) => {
                self.failed += 1;
                print(what, "31", "FAILED", &error.to_string());
            }
        }
    }

    /// Prints that there was nothing to call an operation with.
    pub(crate) fn skipped(&self, operation: &str, reason: &str) {
        print(operation, "0", "-", reason);
    }

    /// Prints the total.
    pub(crate) fn finish(self) -> ExitCode {
        println!("{} calls, {} failed", self.calls, self.failed);
        match self.failed {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        }
    }
}

/// What there is, or a dash.
pub(crate) fn shown(value: Option<impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Prints a line of at most 80 columns, with the outcome in color on a terminal.
fn print(what: &str, color: &str, outcome: &str, detail: &str) {
    let first = detail.lines().next().unwrap_or_default();
    let detail = match first.char_indices().nth(44) {
        Some((end, _)) if color == "32" => format!("{}…", &first[..end]),
        _ => detail.to_owned(),
    };
    if std::env::var_os("NO_COLOR").is_none() && std::io::stdout().is_terminal() {
        println!("  {what:26} \u{1b}[{color}m{outcome:6}\u{1b}[0m {detail}");
    } else {
        println!("  {what:26} {outcome:6} {detail}");
    }
}
