//! What the program says: results on the standard output, all else on the standard error.

mod annotations;
mod progress;

use std::io::{self, IsTerminal as _};
use std::path::Path;

use clap::builder::styling::{AnsiColor, Color, Style};
use serde_json::{Value, json};

pub(crate) use progress::Progress;

use crate::args::{Annotations, Common, ProgressKind, When};
use crate::exit::{Exit, Failure};
use crate::interrupt::{Stop, Underway};

/// Where and how the program speaks.
#[derive(Debug)]
pub(crate) struct Output {
    command: &'static str,
    pub(crate) json: bool,
    quiet: bool,
    /// Whether each stream has colors.
    colors: [bool; 2],
    progress: ProgressKind,
    annotations: Annotations,
}

/// How a line is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Note,
    Bad,
}

impl Output {
    pub(crate) fn new(command: &'static str, common: &Common) -> Self {
        let [out, err] = [io::stdout().is_terminal(), io::stderr().is_terminal()];
        let progress = match (common.progress, common.quiet) {
            (_, true) => ProgressKind::None,
            (Some(kind), false) => kind,
            (None, false) if common.json => ProgressKind::None,
            (None, false) if err => ProgressKind::Bars,
            (None, false) => ProgressKind::Lines,
        };
        Self {
            command,
            json: common.json,
            quiet: common.quiet,
            colors: [out, err].map(|is_terminal| has_colors(common.color, is_terminal)),
            progress,
            annotations: common
                .annotations
                .unwrap_or_else(annotations::of_environment),
        }
    }

    /// Where the arguments are not understood, and JSON is wanted.
    pub(crate) fn of_json() -> Self {
        let common = Common {
            json: true,
            ..Common::default()
        };
        Self::new("l10n", &common)
    }

    /// A line of the result, for people.
    pub(crate) fn line(&self, tone: Tone, text: &str) {
        if !self.json && !self.quiet {
            write_line(
                &mut io::stdout().lock(),
                &painted(self.colors[0], tone, &shown(text)),
            );
        }
    }

    /// Something beside the result, for people.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            write_line(
                &mut io::stderr().lock(),
                &painted(self.colors[1], Tone::Note, &shown(text)),
            );
        }
    }

    /// A line that has to be read whatever else is said, on the standard output: a question, or
    /// what was asked for in so many words.
    pub(crate) fn always(&self, text: &str) {
        write_line(&mut io::stdout().lock(), text);
    }

    /// What somebody is asked to do, whatever else is said, on the standard error.
    pub(crate) fn ask(&self, text: &str) {
        write_line(&mut io::stderr().lock(), text);
    }

    /// An error of a file, or of none, with its annotation.
    pub(crate) fn error(&self, file: Option<&Path>, message: &str) {
        let text = match file {
            Some(file) => format!("{}: {message}", file.display()),
            None => format!("error: {message}"),
        };
        let mut stream = io::stderr().lock();
        write_line(
            &mut stream,
            &painted(self.colors[1], Tone::Bad, &shown(&text)),
        );
        if let Some(annotation) = annotations::error(self.annotations, file, message) {
            write_line(&mut stream, &annotation);
        }
    }

    /// The result for machines: an object with what the command says of itself.
    pub(crate) fn result(&self, exit: Exit, mut fields: Value) {
        if !self.json {
            return;
        }
        fields["command"] = json!(self.command);
        fields["outcome"] = json!(exit.name());
        fields["exit_code"] = json!(exit as u8);
        self.always(&fields.to_string());
    }

    pub(crate) fn failed(&self, failure: &Failure) {
        self.error(None, &failure.to_string());
        self.result(failure.exit, json!({"error": failure.to_json()}));
    }

    /// That a signal has stopped the program, and what the service may still be doing.
    pub(crate) fn stopped(&self, stop: Stop, underway: &Underway) {
        self.error(None, &format!("stopped by {}", stop.name()));
        for line in underway.lines() {
            write_line(&mut io::stderr().lock(), &shown(&line));
        }
        if self.json {
            let underway = underway.list().into_iter();
            let underway: Vec<_> = underway
                .map(|(what, process)| json!({"what": what, "process_id": process}))
                .collect();
            let said = json!({"command": self.command, "outcome": "stopped",
                "exit_code": stop.code(), "underway": underway});
            self.always(&said.to_string());
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress::new(self.progress)
    }
}

/// By the usual rules: what was asked for, then `NO_COLOR`, then `CLICOLOR_FORCE`, then whether
/// somebody looks.
fn has_colors(asked: Option<When>, is_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match asked {
        Some(When::Always) => true,
        Some(When::Never) => false,
        Some(When::Auto) | None if is_set("NO_COLOR") => false,
        Some(When::Auto) | None => {
            let forced = std::env::var_os("CLICOLOR_FORCE");
            let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            forced.is_some_and(|value| !value.is_empty() && value != "0")
                || (is_terminal && !is_dumb)
        }
    }
}

fn painted(colors: bool, tone: Tone, text: &str) -> String {
    let color = match tone {
        Tone::Good => AnsiColor::Green,
        Tone::Note => AnsiColor::Cyan,
        Tone::Bad => AnsiColor::Red,
        Tone::Plain => return text.to_owned(),
    };
    match colors {
        true => {
            let style = Style::new().fg_color(Some(Color::Ansi(color)));
            format!("{style}{text}{style:#}")
        }
        false => text.to_owned(),
    }
}

/// Text as a terminal may show it: what would move its cursor or change its colors is escaped.
pub(crate) fn shown(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '\n' | '\t' => character.to_string(),
        _ if is_unsightly(character) => character.escape_debug().to_string(),
        _ => character.to_string(),
    });
    escaped.collect()
}

/// Control characters, and those that change the direction of text.
fn is_unsightly(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Writes a line. Who has closed the stream does not want to know more, as `head` does.
fn write_line(stream: &mut impl io::Write, text: &str) {
    let _ = writeln!(stream, "{text}").and_then(|()| stream.flush());
}
