//! Progress: bars on a terminal, a line every few seconds elsewhere, or JSON lines.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::args::ProgressKind;
use crate::text::escaped;

/// Reports the progress of a command. Dropping the last clone clears the bar.
#[derive(Debug, Clone)]
pub(crate) struct Progress(Arc<Display>);

#[derive(Debug)]
struct Display {
    kind: ProgressKind,
    bar: ProgressBar,
    last: Mutex<Last>,
}

#[derive(Debug)]
struct Last {
    phase: &'static str,
    line: Instant,
}

/// The time between two lines of a log.
const PAUSE: Duration = Duration::from_secs(5);

const FILES: &str = "{bar:30} {pos} of {len} files  {wide_msg}";
const BYTES: &str = "{bar:30} {bytes} of {total_bytes}  {wide_msg}";
const UNKNOWN: &str = "{spinner} {wide_msg}";

impl Progress {
    pub(super) fn new(kind: ProgressKind) -> Self {
        let target = match kind {
            ProgressKind::Bars => ProgressDrawTarget::stderr_with_hz(10),
            _ => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if kind == ProgressKind::Bars {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        // A short run prints no line.
        let last = Mutex::new(Last { phase: "", line: Instant::now() });
        Self(Arc::new(Display { kind, bar, last }))
    }

    /// Reports a phase without a count.
    pub(crate) fn phase(&self, what: &'static str) {
        match self.0.kind {
            ProgressKind::Bars => self.draw(UNKNOWN, what),
            ProgressKind::Lines if self.is_due() => line(what),
            ProgressKind::Json if self.is_new(what) => {
                self.event(json!({"event": "phase", "phase": what}));
            }
            _ => {}
        }
    }

    pub(crate) fn files(&self, done: usize, all: usize, what: &'static str) {
        let [done, all] = [done, all].map(|count| u64::try_from(count).unwrap_or(u64::MAX));
        self.count(FILES, what, (done, Some(all)), "files");
    }

    /// Reports that `done` bytes have arrived, of `all` if that is known.
    pub(crate) fn bytes(&self, done: u64, all: Option<u64>, what: &'static str) {
        self.count(BYTES, what, (done, all), "bytes");
    }

    fn count(
        &self,
        template: &'static str,
        what: &'static str,
        (done, all): (u64, Option<u64>),
        unit: &str,
    ) {
        match self.0.kind {
            ProgressKind::Bars => {
                self.draw(template, what);
                self.0.bar.set_length(all.unwrap_or(done));
                self.0.bar.set_position(done);
            }
            ProgressKind::Lines if self.is_due() => {
                let of = all.map(|all| format!(" of {all}")).unwrap_or_default();
                line(&format!("{what}: {done}{of} {unit}"));
            }
            _ => {}
        }
    }

    /// Writes an event, if progress is JSON lines.
    pub(crate) fn event(&self, event: Value) {
        if self.0.kind == ProgressKind::Json {
            let _ = writeln!(io::stderr().lock(), "{event}");
        }
    }

    fn is_new(&self, phase: &'static str) -> bool {
        std::mem::replace(&mut self.last().phase, phase) != phase
    }

    fn is_due(&self) -> bool {
        let mut last = self.last();
        let is_due = last.line.elapsed() >= PAUSE;
        if is_due {
            last.line = Instant::now();
        }
        is_due
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.0.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self, template: &'static str, message: &'static str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.bar.set_style(style);
        }
        self.0.bar.set_message(message);
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escaped(text));
}
