//! The start of a sandbox: its ports, its certificate, its servers.

use std::io;
use std::sync::Arc;

use tokio::sync::watch;

use super::{Builder, Sandbox};
use crate::control;
use crate::document::Document;
use crate::server::{Connection, FaultyListener, Guard, Part, Site, Tls};
use crate::settings::{Server, Settings, Urls};
use crate::worlds::Worlds;

/// What is behind each port, in their order.
const PARTS: [Part; 5] = [
    Part::Api(Server::Main),
    Part::Api(Server::Auth),
    Part::Api(Server::Cursor),
    Part::Api(Server::Bundle),
    Part::Control,
];

impl Builder {
    /// Starts the servers.
    ///
    /// # Errors
    ///
    /// Of the kind `InvalidInput` when an address, a host or a path is not usable, and of other
    /// kinds when a port cannot be bound, the data to begin with cannot be read or contradict
    /// themselves, or the embedded document is malformed. What they say names the setting and the
    /// port, or the place in the data.
    pub async fn start(self) -> io::Result<Sandbox> {
        let document = Document::embedded().map_err(io::Error::other)?;
        let seed = self.source.read(self.settings.load.comments)?;
        let paths = self.binding.paths()?;
        let host = self.binding.host()?;
        let listeners = self.binding.bind().await?;
        let urls = self.binding.urls(&listeners, &paths)?;
        let tls = match self.binding.tls {
            true => Some(Tls::new(&host)?),
            false => None,
        };
        let guard = self.guard(host, &urls);
        let ca_pem = tls.as_ref().map(|tls| tls.ca_pem.clone());
        let settings = Settings { urls, paths, ca_pem, ..self.settings };
        let worlds = Arc::new(Worlds::new(document, settings, &seed));
        let (stop, stopped) = watch::channel(());
        let parts = if self.binding.one_port { &[Part::All] } else { &PARTS[..] };
        for (part, listener) in parts.iter().zip(listeners) {
            let control = control::router(Arc::clone(&worlds));
            let site = Site::new(&worlds, control, *part, &guard, self.compress);
            let tls = tls.clone().filter(|_| *part != Part::Control);
            let listener =
                FaultyListener::new(listener, Arc::clone(&worlds), *part, tls, stopped.clone());
            spawn(site, listener, stopped.clone());
        }
        Ok(Sandbox::new(worlds, stop))
    }

    fn guard(&self, host: String, urls: &Urls) -> Guard {
        let listens = self.binding.listen.rsplit_once(':');
        let listens = listens.map(|(host, _)| host.trim().to_lowercase());
        let is_tls = self.binding.tls && self.binding.one_port;
        Guard {
            hosts: listens.into_iter().chain([host]).collect(),
            scheme: if is_tls { "https" } else { "http" },
            url: urls.control.clone(),
        }
    }
}

fn spawn(site: Site, listener: FaultyListener, mut stopped: watch::Receiver<()>) {
    let service = site.router().into_make_service_with_connect_info::<Connection>();
    // Ends when the sandbox was dropped.
    let end = async move { while stopped.changed().await.is_ok() {} };
    tokio::spawn(async move {
        let serving = axum::serve(listener, service).with_graceful_shutdown(end);
        serving.await
    });
}
