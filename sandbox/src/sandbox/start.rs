//! The start of a sandbox: its port, its certificate, its servers.

use std::io;
use std::sync::Arc;
use std::thread;

use tokio::runtime::Runtime;
use tokio::sync::watch;

use super::{Builder, Sandbox};
use crate::document::Document;
use crate::seed;
use crate::server::{Guard, Port, Site, address, tls};
use crate::settings::{Settings, Urls};
use crate::worlds::Worlds;

impl Builder {
    /// Starts the servers on threads of their own. Unlike with [`start`](Self::start), the sandbox
    /// outlives the runtime of the caller.
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
    /// Fails if an address or host is invalid (`InvalidInput`), a port is taken, or the seed is
    /// invalid.
    pub async fn start(self) -> io::Result<Sandbox> {
        let document = Document::embedded().map_err(io::Error::other)?;
        let seed = self.seed.map_or_else(seed::built_in, seed::read);
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, format!("seed: {error}"));
        let seed = seed.map_err(invalid)?;
        let listener = address::bind(self.listen.trim()).await?;
        let host = address::reachable_host(self.listen.trim());
        let tls = self.tls.then(|| tls::create(&host)).transpose().map_err(io::Error::other)?;
        let scheme = if self.tls { "https" } else { "http" };
        let origin = format!("{scheme}://{host}:{}", listener.local_addr()?.port());
        let ca_pem = tls.as_ref().map(|tls| tls.ca_pem.clone());
        let settings = Settings { urls: Urls::new(&origin, ""), ca_pem, ..self.settings };
        let worlds = Arc::new(Worlds::new(document, settings, seed));
        let (stop, running) = watch::channel(());
        let site = Site {
            worlds: Arc::clone(&worlds),
            guard: Guard { host, origins: self.origins },
            is_tls: self.tls,
        };
        tokio::spawn(Port { site: Arc::new(site), tls, running }.listen(listener));
        Ok(Sandbox { worlds, runtime: None, _stop: stop })
    }
}
