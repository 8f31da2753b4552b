//! The start of a sandbox: its port, its certificate, its servers.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use tokio::runtime::Runtime;
use tokio::sync::watch;

use super::{Builder, Sandbox};
use crate::document::Document;
use crate::seed::Seed;
use crate::server::{Guard, Port, Site, Tls, address};
use crate::settings::{Settings, Urls};
use crate::state::{DataError, parse_data};
use crate::worlds::Worlds;

#[derive(Debug, Clone)]
pub(super) enum Source {
    BuiltIn,
    File(PathBuf),
    Value(serde_json::Value),
}

impl Source {
    fn read(&self) -> io::Result<Seed> {
        let mut what = "the seed".to_owned();
        let seed = match self {
            Self::BuiltIn => Seed::built_in(),
            Self::Value(value) => Seed::new(value.clone()),
            Self::File(path) => {
                what = path.display().to_string();
                let json = fs::read(path).map_err(|error| {
                    io::Error::new(error.kind(), format!("cannot read {what}: {error}"))
                })?;
                parse_data(&json).and_then(Seed::new)
            }
        };
        let invalid = |error: DataError| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{what}: {error}"))
        };
        seed.map_err(invalid)
    }
}

impl Builder {
    /// Starts the servers on threads of their own, with or without a Tokio runtime. Unlike with
    /// [`start`](Self::start), the sandbox outlives the runtime of the caller.
    ///
    /// # Errors
    ///
    /// Fails as [`start`](Self::start) does, or if a thread cannot be started.
    pub fn start_blocking(self) -> io::Result<Sandbox> {
        let start = || {
            let runtime = Runtime::new()?;
            let mut sandbox = runtime.block_on(self.start())?;
            sandbox.runtime = Some(runtime);
            Ok(sandbox)
        };
        // `block_on` panics in the thread of another runtime.
        let started = thread::Builder::new().spawn(start)?.join();
        started.unwrap_or_else(|_| Err(io::Error::other("the sandbox panicked as it started")))
    }

    /// Starts the servers on the Tokio runtime of the caller. They stop with it, or when the
    /// sandbox is dropped.
    ///
    /// # Errors
    ///
    /// Fails if an address or host is invalid (`InvalidInput`), a port is taken, or the seed cannot
    /// be read or is invalid.
    pub async fn start(self) -> io::Result<Sandbox> {
        let document = Document::embedded().map_err(io::Error::other)?;
        let seed = self.source.read()?;
        let listener = address::bind(self.listen.trim()).await?;
        let host = address::reachable_host(&self.listen);
        let tls = match self.tls {
            true => Some(Tls::new(&host)?),
            false => None,
        };
        let scheme = if self.tls { "https" } else { "http" };
        let origin = format!("{scheme}://{host}:{}", listener.local_addr()?.port());
        let ca_pem = tls.as_ref().map(|tls| tls.ca_pem.clone());
        let settings = Settings { urls: Urls::below(&origin), ca_pem, ..self.settings };
        let worlds = Arc::new(Worlds::new(document, settings, &seed));
        let (stop, running) = watch::channel(());
        let site = Site {
            worlds: Arc::clone(&worlds),
            guard: Guard { host, origins: self.origins },
            is_tls: self.tls,
            compress: self.compress,
        };
        tokio::spawn(Port { router: site.router(), tls, running }.listen(listener));
        Ok(Sandbox::new(worlds, stop))
    }
}
