//! Progress: bars on a terminal, a line for each file elsewhere, or JSON lines.

use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::shown;
use crate::args::ProgressKind;

/// What is shown while a command works. It is gone when this is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    kind: ProgressKind,
    bar: ProgressBar,
}

/// Files, of so many.
const FILES: &str = "{bar:30} {pos} of {len} files  {wide_msg}";
/// Bytes, of so many.
const BYTES: &str = "{bar:30} {bytes} of {total_bytes}  {wide_msg}";
/// Neither is known.
const UNKNOWN: &str = "{spinner} {wide_msg}";

impl Progress {
    pub(super) fn new(kind: ProgressKind) -> Self {
        let target = match kind {
            ProgressKind::Bars => ProgressDrawTarget::stderr_with_hz(10),
            _ => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { kind, bar }
    }

    /// What is going on, where nothing can be counted.
    pub(crate) fn phase(&self, what: &str) {
        match self.kind {
            ProgressKind::Bars => {
                self.style(UNKNOWN);
                self.bar.set_message(what.to_owned());
            }
            ProgressKind::Lines => line(what),
            ProgressKind::Json => self.json(json!({"event": "phase", "phase": what})),
            ProgressKind::None => {}
        }
    }

    /// So many files are done, of all.
    pub(crate) fn files(&self, done: u64, all: u64, about: &Path) {
        if self.kind == ProgressKind::Bars {
            self.style(FILES);
            self.bar.set_length(all);
            self.bar.set_position(done);
            self.bar.set_message(shown(&about.display().to_string()));
        }
    }

    /// So many bytes are there, of all where that is known.
    pub(crate) fn bytes(&self, done: u64, all: Option<u64>) {
        match self.kind {
            ProgressKind::Bars => {
                self.style(BYTES);
                self.bar.set_length(all.unwrap_or(done));
                self.bar.set_position(done);
            }
            // A line for each piece that comes would be the longest part of a log.
            ProgressKind::Json if all.is_none_or(|all| all == done) => {
                self.json(json!({"event": "received", "bytes": done, "total_bytes": all}));
            }
            ProgressKind::Json | ProgressKind::Lines | ProgressKind::None => {}
        }
    }

    /// Something has happened to a file: a line, or an event with more to it.
    pub(crate) fn happened(&self, text: &str, event: Value) {
        match self.kind {
            ProgressKind::Lines => line(text),
            ProgressKind::Json => self.json(event),
            ProgressKind::Bars | ProgressKind::None => {}
        }
    }

    fn json(&self, event: Value) {
        let _ = writeln!(io::stderr().lock(), "{event}");
    }

    fn style(&self, template: &'static str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shown(text));
}
