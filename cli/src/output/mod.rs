//! Prints results to standard output, and everything else to standard error.

mod annotations;
mod progress;

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::OnceLock;

use clap::ColorChoice;
use clap::builder::styling::{AnsiColor, Color, Style};
use serde_json::{Value, json};

pub(crate) use progress::Progress;

use crate::args::{Annotations, OutputArgs, ProgressKind};
use crate::environment::Variable;
use crate::exit::{Exit, Failure, Result};
use crate::interrupt::{Stop, Underway};
use crate::text::{self, escaped};

/// Where and how the program prints.
#[derive(Debug)]
pub(crate) struct Output {
    command: String,
    pub(crate) json: bool,
    quiet: bool,
    /// Whether standard output and standard error have colors.
    colors: [bool; 2],
    progress: ProgressKind,
    annotations: Annotations,
    /// Why a write to standard output failed.
    lost: OnceLock<io::Error>,
}

/// The meaning of a line, which decides its color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Note,
    Bad,
}

impl Output {
    pub(crate) fn new(command: &str, args: &OutputArgs) -> Self {
        let [out, err] = [io::stdout().is_terminal(), io::stderr().is_terminal()];
        let progress = match (args.progress, args.quiet) {
            (Some(ProgressKind::Json), _) => ProgressKind::Json,
            (_, true) => ProgressKind::None,
            (Some(kind), false) => kind,
            (None, false) if args.json => ProgressKind::None,
            (None, false) if err => ProgressKind::Bars,
            (None, false) => ProgressKind::Lines,
        };
        Self {
            command: command.to_owned(),
            json: args.json,
            quiet: args.quiet,
            colors: [out, err].map(|is_terminal| has_colors(args.color, is_terminal)),
            progress,
            annotations: args.annotations.unwrap_or_else(annotations::of_environment),
            lost: OnceLock::new(),
        }
    }

    /// Creates the output for invalid arguments that ask for JSON or JSON lines.
    pub(crate) fn of_json(json: bool, lines: bool) -> Self {
        let progress = lines.then_some(ProgressKind::Json);
        Self::new("l10n", &OutputArgs { json, progress, ..OutputArgs::default() })
    }

    /// Prints a line of the result, unless JSON is wanted.
    pub(crate) fn line(&self, tone: Tone, text: &str) {
        if !self.json && !self.quiet {
            self.always(&colored(self.colors[0], tone, &self.single_line(text)));
        }
    }

    /// Prints a remark to standard error.
    pub(crate) fn note(&self, text: &str) {
        if self.is_json_lines() && !self.quiet {
            self.event(json!({"event": "note", "message": text}));
        } else if !self.quiet {
            self.ask(&colored(self.colors[1], Tone::Note, &self.single_line(text)));
        }
    }

    /// Prints to standard output, even if `--quiet` or `--json` is set.
    pub(crate) fn always(&self, text: &str) {
        if let Err(error) = write_line(&mut io::stdout().lock(), text) {
            let _ = self.lost.set(error);
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lost.get().is_some()
    }

    /// Returns the failure to write to standard output, as on a full disk. A reader that closed it,
    /// such as `head`, is no failure.
    pub(crate) fn lost(&self) -> Option<Failure> {
        let lost = self.lost.get();
        let error = lost.filter(|error| error.kind() != io::ErrorKind::BrokenPipe)?;
        Some(Failure::local("write to", Path::new("standard output"), error))
    }

    /// Prints to standard error, even if `--quiet` is set.
    pub(crate) fn ask(&self, text: &str) {
        if self.is_json_lines() {
            return self.event(json!({"event": "ask", "message": text}));
        }
        let _ = write_line(&mut io::stderr().lock(), text);
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
            return self.event(event);
        }
        let prefix = if level == "error" { "" } else { "warning: " };
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        let text = match file {
            Some(file) => {
                self.single_line(&format!("{}{line}: {prefix}{message}", text::path(file)))
            }
            None => self.lines(&format!("{level}: {message}")),
        };
        let tone = if level == "error" { Tone::Bad } else { Tone::Note };
        // A problem of a line is a result, as of a linter.
        match place.1.is_some() && !self.json {
            true => self.always(&colored(self.colors[0], tone, &text)),
            false => self.ask(&colored(self.colors[1], tone, &text)),
        }
        if let Some(annotation) =
            annotations::annotation(self.annotations, level, place, &escaped(message))
        {
            self.ask(&annotation);
        }
    }

    fn is_json_lines(&self) -> bool {
        self.progress == ProgressKind::Json
    }

    fn event(&self, event: Value) {
        let _ = write_line(&mut io::stderr().lock(), &event.to_string());
    }

    /// Escapes text for one line of output, so that a CI system reads no command in it.
    fn single_line(&self, text: &str) -> String {
        annotations::inert(self.annotations, &escaped(text).replace('\n', "\\n"))
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
        self.result(failure.exit, json!({"error": failure.to_json()}));
    }

    /// Reports that a signal stopped the program, and what the service may still be doing.
    pub(crate) fn stopped(&self, stop: Stop, underway: &Underway) {
        self.error(None, &format!("stopped by {}", stop.name()));
        for (path, process_id) in underway.all().iter() {
            let line = match process_id {
                None => format!("{path}: upload interrupted; the service may still import it"),
                Some(id) => format!("{path}: the service is still importing it (process {id})"),
            };
            match self.is_json_lines() {
                true => self.note(&line),
                false => self.ask(&self.single_line(&line)),
            }
        }
        if self.json {
            let entry =
                |(path, id): (&String, &Option<String>)| json!({"what": path, "process_id": id});
            let underway: Vec<_> = underway.all().iter().map(entry).collect();
            let result = json!({"command": self.command, "outcome": "stopped",
                "exit_code": stop.code(), "underway": underway});
            self.always(&result.to_string());
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress::new(self.progress)
    }
}

/// Whether to use colors: decided by the option, else `NO_COLOR`, else `CLICOLOR_FORCE`, else by
/// whether the stream is a terminal.
fn has_colors(option: Option<ColorChoice>, is_terminal: bool) -> bool {
    match option {
        Some(ColorChoice::Always) => true,
        Some(ColorChoice::Never) => false,
        Some(ColorChoice::Auto) | None if Variable::NoColor.get().is_some() => false,
        Some(ColorChoice::Auto) | None => {
            let forced = Variable::ClicolorForce.get();
            let is_dumb = Variable::Term.get().is_some_and(|term| term == "dumb");
            forced.is_some_and(|value| value != "0") || (is_terminal && !is_dumb)
        }
    }
}

fn colored(colors: bool, tone: Tone, text: &str) -> String {
    let color = match tone {
        Tone::Good if colors => AnsiColor::Green,
        Tone::Note if colors => AnsiColor::Cyan,
        Tone::Bad if colors => AnsiColor::Red,
        _ => return text.to_owned(),
    };
    let style = Style::new().fg_color(Some(Color::Ansi(color)));
    format!("{style}{text}{style:#}")
}

fn write_line(stream: &mut impl io::Write, text: &str) -> io::Result<()> {
    writeln!(stream, "{text}")?;
    stream.flush()
}
