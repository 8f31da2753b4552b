//! Settings of a sandbox, and its start.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;

use super::Sandbox;
use crate::control;
use crate::document::Document;
use crate::quirks::{Preset, Quirk, Quirks, Shape};
use crate::record::Server;
use crate::server::{
    Connection, FaultyListener, Load, Pace, RateLimit, Settings, Urls, Worlds, serve,
};

/// Settings of a sandbox.
#[derive(Debug, Clone)]
pub struct Builder {
    listen: SocketAddr,
    shapes: Quirks,
    strict: bool,
    rate_limit: Option<RateLimit>,
    pace: Pace,
    token_lifetime: Duration,
    rotate_refresh_tokens: bool,
    deletion_cooldown: Duration,
    compress: bool,
    any_branch: bool,
    load: Load,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            shapes: Preset::default().into(),
            strict: false,
            rate_limit: None,
            pace: Pace::Step(Duration::from_millis(20)),
            token_lifetime: Duration::from_secs(3600),
            rotate_refresh_tokens: false,
            deletion_cooldown: Duration::from_secs(2),
            compress: false,
            any_branch: false,
            load: Load::default(),
        }
    }
}

impl Builder {
    /// The address of the main API; the other servers take the ports that follow: authorization server, cursor API,
    /// bundle host, control endpoints. Port 0, the default, gives each a free port.
    #[must_use]
    pub fn listen(mut self, address: SocketAddr) -> Self {
        self.listen = address;
        self
    }

    /// The sides of all contradictions that are answered at the start and after a reset;
    /// [`Preset::Observed`] by default.
    #[must_use]
    pub fn shapes(mut self, preset: Preset) -> Self {
        self.shapes = preset.into();
        self
    }

    /// The side of one contradiction; [`shapes`](Self::shapes) sets it again.
    #[must_use]
    pub fn quirk(mut self, quirk: Quirk, shape: Shape) -> Self {
        self.shapes.set(quirk, shape);
        self
    }

    /// Refuses what the document does not have (400): unknown fields and parameters, and values
    /// that are written otherwise, such as a number as text. Off by default, which takes them, and
    /// tells so in [`SeenRequest`](crate::SeenRequest) and in the answer's headers.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Rate limits; none by default.
    #[must_use]
    pub fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.rate_limit = Some(limit);
        self
    }

    /// How long processes and jobs stay in each of their states; 20 ms by default.
    #[must_use]
    pub fn step(mut self, step: Duration) -> Self {
        self.pace = Pace::Step(step);
        self
    }

    /// Processes and jobs move on whenever one is read, after the answer, and at no other time.
    #[must_use]
    pub fn step_on_look(mut self) -> Self {
        self.pace = Pace::EachLook;
        self
    }

    /// How long access tokens live; one hour by default.
    #[must_use]
    pub fn token_lifetime(mut self, lifetime: Duration) -> Self {
        self.token_lifetime = lifetime;
        self
    }

    /// Gives a new refresh token with each refresh, and refuses the old one from then on; off by
    /// default.
    #[must_use]
    pub fn rotate_refresh_tokens(mut self) -> Self {
        self.rotate_refresh_tokens = true;
        self
    }

    /// For how long a project's next bulk deletion of contributors is refused (409) after one ended; 2 s by default.
    #[must_use]
    pub fn deletion_cooldown(mut self, cooldown: Duration) -> Self {
        self.deletion_cooldown = cooldown;
        self
    }

    /// Compresses answers of the APIs (gzip) for clients that ask for it; off by default.
    #[must_use]
    pub fn compress(mut self) -> Self {
        self.compress = true;
        self
    }

    /// Takes the name of a branch that does not exist for the default one instead of answering 404, so
    /// that requests can be told apart by their addresses; off by default.
    #[must_use]
    pub fn any_branch(mut self) -> Self {
        self.any_branch = true;
        self
    }

    /// Seeds the main project with so many comments more, on its last key; none by default. One takes about 200 bytes of memory.
    #[must_use]
    pub fn comments(mut self, count: u32) -> Self {
        self.load.comments = count;
        self
    }

    /// Adds a file of so many zero bytes, stored uncompressed, to every bundle; none by default. Bundles are held in memory until
    /// the sandbox is reset.
    #[must_use]
    pub fn bundle_filler(mut self, bytes: usize) -> Self {
        self.load.bundle_filler = bytes;
        self
    }

    /// Starts the servers.
    ///
    /// # Errors
    ///
    /// When a port cannot be bound, or the embedded document is malformed.
    pub async fn start(self) -> io::Result<Sandbox> {
        let document = Document::embedded().map_err(io::Error::other)?;
        let mut listeners = Vec::new();
        for offset in 0..5 {
            listeners.push(TcpListener::bind(self.address(offset)?).await?);
        }
        let urls = urls(&listeners)?;
        let settings = Settings {
            pace: self.pace,
            token_lifetime: self.token_lifetime,
            rotate_refresh_tokens: self.rotate_refresh_tokens,
            deletion_cooldown: self.deletion_cooldown,
            any_branch: self.any_branch,
            shapes: self.shapes,
            strict: self.strict,
            rate_limit: self.rate_limit,
            load: self.load,
            urls,
        };
        let http = reqwest::Client::builder()
            .no_proxy()
            .build()
            .map_err(io::Error::other)?;
        let worlds = Arc::new(Worlds::new(document, settings, http));
        let (stop, stopped) = watch::channel(());
        let servers = [Server::Main, Server::Auth, Server::Cursor, Server::Bundle];
        let mut listeners = listeners.into_iter();
        for (server, listener) in servers.into_iter().zip(&mut listeners) {
            let compress = self.compress && server != Server::Bundle;
            let worlds = Arc::clone(&worlds);
            spawn_api(server, listener, worlds, stopped.clone(), compress);
        }
        for listener in listeners {
            spawn_control(listener, Arc::clone(&worlds), stopped.clone());
        }
        Ok(Sandbox::new(worlds, stop))
    }

    fn address(&self, offset: u16) -> io::Result<SocketAddr> {
        let mut address = self.listen;
        if address.port() != 0 {
            let port = address.port().checked_add(offset);
            address
                .set_port(port.ok_or_else(|| io::Error::other("there are not enough ports left"))?);
        }
        Ok(address)
    }
}

fn urls(listeners: &[TcpListener]) -> io::Result<Urls> {
    let mut origins = Vec::new();
    for listener in listeners {
        origins.push(format!("http://{}", listener.local_addr()?));
    }
    let mut origins = origins.into_iter();
    let mut next = || origins.next().unwrap_or_default();
    Ok(Urls {
        base: next() + "/v2",
        auth: next(),
        cursor: next() + "/v1",
        bundle: next(),
        control: next(),
    })
}

fn spawn_api(
    server: Server,
    listener: TcpListener,
    worlds: Arc<Worlds>,
    stopped: watch::Receiver<()>,
    compress: bool,
) {
    let listener = FaultyListener::new(listener, Arc::clone(&worlds));
    let handler = move |ConnectInfo(connection): ConnectInfo<Connection>,
                        request: Request<Body>| {
        serve(Arc::clone(&worlds), server, connection, request)
    };
    let mut router = Router::new().fallback(handler);
    if compress {
        router = router.layer(CompressionLayer::new());
    }
    let service = router.into_make_service_with_connect_info::<Connection>();
    tokio::spawn(async move {
        let serving = axum::serve(listener, service).with_graceful_shutdown(end(stopped));
        serving.await
    });
}

fn spawn_control(listener: TcpListener, worlds: Arc<Worlds>, stopped: watch::Receiver<()>) {
    let service = control::router(worlds);
    tokio::spawn(async move {
        let serving = axum::serve(listener, service).with_graceful_shutdown(end(stopped));
        serving.await
    });
}

/// Waits until the sandbox was dropped.
async fn end(mut stopped: watch::Receiver<()>) {
    while stopped.changed().await.is_ok() {}
}
