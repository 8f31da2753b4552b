//! Prints results to standard output, and everything else to standard error.

mod annotations;
mod progress;

use std::io;
use std::path::Path;
use std::sync::OnceLock;

use l10n_sync::printed;
use serde_json::{Value, json};

pub(crate) use progress::Progress;

use crate::args::{OutputArgs, ProgressKind};
use crate::exit::{Exit, Failure, Result};
use crate::interrupt::{Stop, Underway};
use crate::session::variable;
use crate::text;

/// Where and how the program prints.
#[derive(Debug)]
pub(crate) struct Output {
    command: String,
    pub(crate) json: bool,
    quiet: bool,
    progress: ProgressKind,
    /// Whether the CI system displays annotations.
    has_annotations: bool,
    /// Why a write to standard output failed.
    lost: OnceLock<io::Error>,
}

impl Output {
    pub(crate) fn new(command: &str, args: &OutputArgs) -> Self {
        let progress = match (args.progress, args.quiet) {
            (Some(ProgressKind::Json), _) => ProgressKind::Json,
            (_, true) => ProgressKind::None,
            (Some(kind), false) => kind,
            (None, false) if args.json => ProgressKind::None,
            (None, false) => ProgressKind::Lines,
        };
        Self {
            command: command.to_owned(),
            json: args.json,
            quiet: args.quiet,
            progress,
            has_annotations: variable("GITHUB_ACTIONS").is_some(),
            lost: OnceLock::new(),
        }
    }

    /// Prints a line of the result, unless JSON is wanted.
    pub(crate) fn line(&self, text: &str) {
        if !self.json && !self.quiet {
            self.always(&self.single_line(text));
        }
    }

    /// Prints a remark to standard error.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            self.remark(text);
        }
    }

    fn remark(&self, text: &str) {
        match self.is_json_lines() {
            true => stderr_line(&json!({"event": "note", "message": text}).to_string()),
            false => stderr_line(&self.single_line(text)),
        }
    }

    /// Prints to standard output, even if `--quiet` or `--json` is set.
    pub(crate) fn always(&self, text: &str) {
        if let Err(error) = write_line(&mut io::stdout().lock(), text) {
            let _ = self.lost.set(error);
        }
    }

    /// Returns the failure to write to standard output, as on a full disk. A reader that closed it,
    /// such as `head`, is no failure.
    pub(crate) fn lost(&self) -> Option<Failure> {
        let lost = self.lost.get();
        let error = lost.filter(|error| error.kind() != io::ErrorKind::BrokenPipe)?;
        Some(Failure::local("write to", Path::new("standard output"), error))
    }

    /// Prints an error, of a file if one is given, and its annotation.
    pub(crate) fn error(&self, file: Option<&Path>, message: &str) {
        self.problem("error", (file, None), message);
    }

    /// Prints an error or a warning about a file or a line of it, and its annotation.
    pub(crate) fn problem(
        &self,
        level: &str,
        place: (Option<&Path>, Option<usize>),
        message: &str,
    ) {
        let (file, line) = place;
        if level == "warning" && self.quiet {
            return;
        }
        if self.is_json_lines() {
            let path = file.map(text::path);
            let event = json!({"event": level, "path": path, "line": line, "message": message});
            return stderr_line(&event.to_string());
        }
        let prefix = if level == "error" { "" } else { "warning: " };
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        let text = match file {
            Some(file) => {
                self.single_line(&format!("{}{line}: {prefix}{message}", text::path(file)))
            }
            None => self.lines(&format!("{level}: {message}")),
        };
        // A problem of a line is a result, as of a linter.
        match place.1.is_some() && !self.json {
            true => self.always(&text),
            false => stderr_line(&text),
        }
        if self.has_annotations {
            let lines: Vec<_> = message.split('\n').map(printed).collect();
            stderr_line(&annotations::annotation(level, place, &lines.join("\n")));
        }
    }

    fn is_json_lines(&self) -> bool {
        self.progress == ProgressKind::Json
    }

    /// Escapes text for one line of output, so that a CI system reads no command in it.
    fn single_line(&self, text: &str) -> String {
        let line = printed(text);
        if self.has_annotations { annotations::inert(&line) } else { line }
    }

    fn lines(&self, text: &str) -> String {
        let lines: Vec<_> = text.lines().map(|line| self.single_line(line)).collect();
        lines.join("\n")
    }

    /// Prints the result, if JSON is wanted.
    pub(crate) fn result(&self, exit: Exit, mut fields: Value) {
        if !self.json {
            return;
        }
        fields["command"] = json!(self.command);
        fields["outcome"] = json!(exit.name());
        fields["exit_code"] = json!(exit as u8);
        self.always(&fields.to_string());
    }

    /// Prints the result of a success, if JSON is wanted.
    pub(crate) fn done(&self, fields: Value) -> Result<Exit> {
        self.result(Exit::Done, fields);
        Ok(Exit::Done)
    }

    pub(crate) fn failed(&self, failure: &Failure) {
        self.error(None, &failure.message);
        self.result(failure.exit, json!({"error": failure.json}));
    }

    /// Reports that a signal stopped the program, and what the service may still be doing.
    pub(crate) fn stopped(&self, stop: Stop, underway: &Underway) {
        self.error(None, &format!("stopped by {}", stop.name()));
        let keys = underway.keys();
        if keys > 0 {
            self.remark(&format!(
                "the service may still apply the request in progress, with {keys} keys: push again"
            ));
        }
        if self.json {
            let result = json!({"command": self.command, "outcome": "stopped",
                "exit_code": stop.code(), "keys_underway": keys});
            self.always(&result.to_string());
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress::new(self.progress)
    }
}

fn stderr_line(text: &str) {
    let _ = write_line(&mut io::stderr().lock(), text);
}

fn write_line(stream: &mut impl io::Write, text: &str) -> io::Result<()> {
    writeln!(stream, "{text}")?;
    stream.flush()
}
