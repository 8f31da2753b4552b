//! A running sandbox, and its worlds.

mod builder;
mod start;
mod world;

use std::io;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use tokio::runtime::Runtime;
use tokio::sync::watch;

pub use builder::Builder;

use crate::worlds::{World, WorldError, Worlds};

/// The sandbox of this process, or why it cannot start.
static SHARED: LazyLock<io::Result<Sandbox>> =
    LazyLock::new(|| Sandbox::builder().start_blocking());

/// A running sandbox. It dereferences to its default [`World`]. Dropping it stops its servers.
#[derive(Debug)]
pub struct Sandbox {
    default: Arc<World>,
    worlds: Arc<Worlds>,
    /// Its own runtime, unless that of the caller serves it.
    runtime: Option<Runtime>,
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
        if let Some(runtime) = self.runtime.take() {
            // Any other way of dropping a runtime panics in a task.
            runtime.shutdown_background();
        }
    }
}

impl Sandbox {
    /// Starts a sandbox on free loopback ports, with the defaults of [`Builder`].
    ///
    /// The servers run on the Tokio runtime of the caller and stop with it. A `#[tokio::test]` has
    /// a runtime of its own, so a sandbox in a `static` stops with the first test: use
    /// [`shared`](Self::shared) for that.
    ///
    /// # Errors
    ///
    /// Fails as [`Builder::start`] does.
    pub async fn start() -> io::Result<Self> {
        Self::builder().start().await
    }

    /// Returns the sandbox that all tests of this process share. The first call starts it, on
    /// threads of its own. It runs until the process ends.
    ///
    /// Give each test a [world](Self::create_world) of its own.
    ///
    /// # Errors
    ///
    /// Fails if the sandbox cannot start: then every call does.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let world = l10n_sandbox::Sandbox::shared()?.create_world("imports")?;
    /// assert_eq!(world.tokens().read_write, "imports.sandbox-read-write-token");
    /// # Ok(())
    /// # }
    /// ```
    pub fn shared() -> io::Result<&'static Self> {
        let failed = |error: &io::Error| io::Error::new(error.kind(), error.to_string());
        SHARED.as_ref().map_err(failed)
    }

    /// Configures a sandbox.
    pub fn builder() -> Builder {
        Builder::default()
    }

    fn new(worlds: Arc<Worlds>, stop: watch::Sender<()>) -> Self {
        let default = Arc::clone(&worlds.default);
        Self { default, worlds, runtime: None, _stop: stop }
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
    pub fn create_world(&self, name: &str) -> Result<Arc<World>, WorldError> {
        self.worlds.create(Some(name), None, None)
    }

    /// Returns the world of this name.
    pub fn world(&self, name: &str) -> Option<Arc<World>> {
        self.worlds.get(name)
    }

    /// Removes a world; its credentials are then unknown.
    ///
    /// # Errors
    ///
    /// Fails if there is no such world, or it is the default one.
    pub fn remove_world(&self, name: &str) -> Result<(), WorldError> {
        self.worlds.remove(name)
    }
}
