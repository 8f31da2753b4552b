//! A running sandbox, and its worlds.

mod builder;
mod start;
mod world;

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::watch;

pub use builder::Builder;

use crate::worlds::{World, WorldError, Worlds};

/// A running sandbox. It dereferences to its default [`World`]. Dropping it stops its servers.
#[derive(Debug)]
pub struct Sandbox {
    default: Arc<World>,
    worlds: Arc<Worlds>,
    /// Stops the servers when it is dropped.
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
    /// Fails as [`Builder::start`] does.
    pub async fn start() -> std::io::Result<Self> {
        Self::builder().start().await
    }

    /// Configures a sandbox.
    pub fn builder() -> Builder {
        Builder::default()
    }

    fn new(worlds: Arc<Worlds>, stop: watch::Sender<()>) -> Self {
        Self { default: Arc::clone(&worlds.default), worlds, _stop: stop }
    }

    /// The certificate of the authority that clients must trust, as PEM, with [`Builder::tls`].
    pub fn ca_pem(&self) -> Option<&str> {
        self.worlds.default.settings.ca_pem.as_deref()
    }

    /// Creates a world in the state in which the sandbox started, so that parallel tests can have
    /// one each. It exists until it is [removed](Self::remove_world).
    ///
    /// # Errors
    ///
    /// Fails if the name is taken or invalid, or there are [too many](Builder::max_worlds).
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

    /// Returns the world of this name.
    pub fn world(&self, name: &str) -> Option<Arc<World>> {
        self.worlds.get(name)
    }

    /// Removes a world; later requests to it fail with 404.
    ///
    /// # Errors
    ///
    /// Fails if there is no such world, or it is the default one.
    pub fn remove_world(&self, name: &str) -> Result<(), WorldError> {
        self.worlds.remove(name)
    }
}
