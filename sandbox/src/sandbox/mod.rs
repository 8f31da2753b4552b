//! A running sandbox, and its worlds.

mod begin;
mod builder;
mod start;
mod world;

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::watch;

pub use builder::Builder;

use crate::worlds::{World, WorldError, Worlds};

/// A running sandbox. It stands for its default world, which [`World`] says how to steer. Dropping
/// it stops its servers.
#[derive(Debug)]
pub struct Sandbox {
    default: Arc<World>,
    worlds: Arc<Worlds>,
    /// Dropped with the sandbox, which the servers notice.
    _stop: watch::Sender<()>,
}

impl Deref for Sandbox {
    type Target = World;

    fn deref(&self) -> &World {
        &self.default
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.worlds.close();
    }
}

impl Sandbox {
    /// Starts a sandbox on free loopback ports, with the defaults of [`Builder`].
    ///
    /// # Errors
    ///
    /// As [`Builder::start`].
    pub async fn start() -> std::io::Result<Self> {
        Self::builder().start().await
    }

    /// A sandbox with other settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    fn new(worlds: Arc<Worlds>, stop: watch::Sender<()>) -> Self {
        Self { default: Arc::clone(&worlds.default), worlds, _stop: stop }
    }

    /// The certificate of the authority that clients are to trust, as PEM; `None` where the servers
    /// speak plain HTTP. See [`Builder::tls`].
    pub fn ca_pem(&self) -> Option<&str> {
        self.worlds.default.settings.ca_pem.as_deref()
    }

    /// Makes a world of this name, as new as the sandbox was at its start. Of a test suite that
    /// runs in parallel each test can have one. It stays until it is
    /// [removed](Self::remove_world).
    ///
    /// # Errors
    ///
    /// When the name is taken or cannot name a world, or there are 1,000 worlds.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let sandbox = l10n_sandbox::Sandbox::start().await?;
    /// let world = sandbox.create_world("imports")?;
    /// assert!(world.base_url().ends_with("/worlds/imports/v2"));
    /// assert_eq!(world.tokens().read_only, "imports.sandbox-read-only-token");
    /// # Ok(())
    /// # }
    /// ```
    pub fn create_world(&self, name: &str) -> Result<Arc<World>, WorldError> {
        self.worlds.create(Some(name), None, None)
    }

    /// The world of this name.
    pub fn world(&self, name: &str) -> Option<Arc<World>> {
        self.worlds.get(name)
    }

    /// Removes a world; requests to it are answered with 404 from then on.
    ///
    /// # Errors
    ///
    /// When there is none of this name, or it is the default one.
    pub fn remove_world(&self, name: &str) -> Result<(), WorldError> {
        self.worlds.remove(name)
    }
}
