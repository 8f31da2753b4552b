//! A capture of everything that any crate logs on this thread, as text.

use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};

use tracing::Dispatch;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::{DefaultGuard, NoSubscriber};
use tracing_subscriber::fmt::format::FmtSpan;

/// Hears what is logged on its thread, at the most talkative level, for as long as it lives: by the
/// tasks of a runtime of one thread too, such as those that the HTTP library has for its
/// connections.
pub(crate) struct LogCapture {
    log: Log,
    _heard: DefaultGuard,
}

#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// With a single subscriber alive, a place in the code that is first reached in another test, which
/// has none, would be taken for one that nobody wants to hear of. And the `log` crate has one ear
/// for the whole process.
static OTHERS: LazyLock<Dispatch> = LazyLock::new(|| {
    tracing_log::LogTracer::init().unwrap();
    Dispatch::new(NoSubscriber::new())
});

impl LogCapture {
    pub(crate) fn open() -> Self {
        let (log, subscriber) = Log::with_subscriber();
        Self { log, _heard: tracing::dispatcher::set_default(&subscriber) }
    }

    /// What was heard since the last time.
    pub(crate) fn take(&self) -> String {
        self.log.take()
    }
}

impl Log {
    /// A log, and the subscriber that writes it.
    pub(crate) fn with_subscriber() -> (Self, Dispatch) {
        LazyLock::force(&OTHERS);
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(LevelFilter::TRACE)
            .with_span_events(FmtSpan::NEW | FmtSpan::CLOSE)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        (log, subscriber.into())
    }

    pub(crate) fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap());
        String::from_utf8(bytes).unwrap()
    }
}
