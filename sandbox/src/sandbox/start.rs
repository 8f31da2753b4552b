//! The start of a sandbox: its ports, its certificate, its servers.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use tokio::runtime::Runtime;
use tokio::sync::watch;

use super::{Builder, Sandbox};
use crate::control;
use crate::document::Document;
use crate::seed::Seed;
use crate::server::{Guard, Part, Port, Site, Tls};
use crate::settings::{Server, Settings, Urls};
use crate::state::{DataError, parse_data};
use crate::worlds::Worlds;

/// What each port serves, in order.
const PARTS: [Part; 5] = [
    Part::Api(Server::Main),
    Part::Api(Server::Auth),
    Part::Api(Server::Cursor),
    Part::Api(Server::Bundle),
    Part::Control,
];

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
        let host = self.binding.host()?;
        let listeners = self.binding.bind().await?;
        let urls = self.binding.urls(&listeners)?;
        let tls = match self.binding.tls {
            true => Some(Tls::new(&host)?),
            false => None,
        };
        let guard = self.guard(host, &urls);
        let ca_pem = tls.as_ref().map(|tls| tls.ca_pem.clone());
        let one_port = self.binding.one_port;
        let settings = Settings { urls, one_port, ca_pem, ..self.settings };
        let worlds = Arc::new(Worlds::new(document, settings, &seed));
        let (stop, stopped) = watch::channel(());
        let parts = if one_port { &[Part::All] } else { &PARTS[..] };
        for (part, listener) in parts.iter().zip(listeners) {
            let site = Site {
                worlds: Arc::clone(&worlds),
                part: *part,
                guard: guard.clone(),
                control: control::router(Arc::clone(&worlds)),
                compress: self.compress,
            };
            let port = Port {
                router: site.router(),
                tls: tls.clone().filter(|_| *part != Part::Control),
                running: stopped.clone(),
            };
            tokio::spawn(port.listen(listener));
        }
        Ok(Sandbox::new(worlds, stop))
    }

    fn guard(&self, host: String, urls: &Urls) -> Guard {
        let listens = self.binding.listen.rsplit_once(':');
        let listens = listens.map(|(host, _)| host.trim().to_lowercase());
        let is_tls = self.binding.tls && self.binding.one_port;
        Guard {
            hosts: listens.into_iter().chain([host]).collect(),
            origins: self.origins.clone(),
            scheme: if is_tls { "https" } else { "http" },
            url: urls.control.clone(),
        }
    }
}
