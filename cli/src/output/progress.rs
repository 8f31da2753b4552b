//! Progress: bars on a terminal, a line now and then elsewhere, or JSON lines.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::args::ProgressKind;
use crate::text::shown;

/// What is shown while a command works. It is gone when the last of its clones is dropped.
#[derive(Debug, Clone)]
pub(crate) struct Progress(Arc<Shown>);

#[derive(Debug)]
struct Shown {
    kind: ProgressKind,
    bar: ProgressBar,
    last: Mutex<Last>,
}

/// What was written last.
#[derive(Debug, Default)]
struct Last {
    phase: &'static str,
    line: Option<Instant>,
}

/// How often there is a line in a log.
const PAUSE: Duration = Duration::from_secs(5);

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
        if kind == ProgressKind::Bars {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self(Arc::new(Shown { kind, bar, last: Mutex::default() }))
    }

    /// What is going on, where nothing can be counted.
    pub(crate) fn phase(&self, what: &'static str) {
        match self.0.kind {
            ProgressKind::Bars => self.draw(UNKNOWN, what),
            ProgressKind::Lines if self.is_new(what) => line(what),
            ProgressKind::Json if self.is_new(what) => {
                self.event(json!({"event": "phase", "phase": what}));
            }
            _ => {}
        }
    }

    /// So many files are done, of all. A log gets only what is news.
    pub(crate) fn files(&self, done: usize, all: usize, what: &'static str, is_news: bool) {
        match self.0.kind {
            ProgressKind::Bars => {
                self.draw(FILES, what);
                self.0.bar.set_length(u64::try_from(all).unwrap_or(u64::MAX));
                self.0.bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
            }
            ProgressKind::Lines if is_news && self.is_due() => {
                line(&format!("{what}: {done} of {all} files"));
            }
            _ => {}
        }
    }

    /// So many bytes are there, of all where that is known.
    pub(crate) fn bytes(&self, done: u64, all: Option<u64>, what: &'static str) {
        match self.0.kind {
            ProgressKind::Bars => {
                self.draw(BYTES, what);
                self.0.bar.set_length(all.unwrap_or(done));
                self.0.bar.set_position(done);
            }
            ProgressKind::Lines if self.is_due() => match all {
                Some(all) => line(&format!("{what}: {done} of {all} bytes")),
                None => line(&format!("{what}: {done} bytes")),
            },
            _ => {}
        }
    }

    /// Something has happened: a JSON line.
    pub(crate) fn event(&self, event: Value) {
        if self.0.kind == ProgressKind::Json {
            let _ = writeln!(io::stderr().lock(), "{event}");
        }
    }

    /// Whether this is another phase than the last one.
    fn is_new(&self, phase: &'static str) -> bool {
        let mut last = self.last();
        std::mem::replace(&mut last.phase, phase) != phase
    }

    /// Whether another line may be written.
    fn is_due(&self) -> bool {
        let mut last = self.last();
        let is_due = last.line.is_none_or(|line| line.elapsed() >= PAUSE);
        if is_due {
            last.line = Some(Instant::now());
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

impl Drop for Shown {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shown(text));
}
