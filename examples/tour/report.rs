//! What the tour has seen so far, and the lines it prints.

use std::fmt::Display;
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
                println!("  {operation:33} {}  {}", response.status().as_u16(), what(&response));
                Some(response)
            }
            Err(error) => {
                self.failed += 1;
                println!("  {operation:33} FAILED  {error}");
                None
            }
        }
    }

    /// Prints the line of something that takes more than one call.
    pub(crate) fn done(&mut self, what: &str, outcome: Result<String, impl Display>) {
        self.calls += 1;
        match outcome {
            Ok(text) => println!("  {what:33} done {text}"),
            Err(error) => {
                self.failed += 1;
                println!("  {what:33} FAILED  {error}");
            }
        }
    }

    /// Prints that there was nothing to call an operation with.
    pub(crate) fn skipped(&self, operation: &str, reason: &str) {
        println!("  {operation:33} -    {reason}");
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
