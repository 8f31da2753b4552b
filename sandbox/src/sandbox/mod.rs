//! A running sandbox, and its worlds.

mod builder;

use std::io;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use tokio::runtime::Runtime;
use tokio::task::JoinSet;

pub use builder::Builder;

use crate::worlds::{World, WorldError, Worlds};

/// The sandbox of this process, or why it cannot start.
static SHARED: LazyLock<io::Result<Sandbox>> =
    LazyLock::new(|| Sandbox::builder().start_blocking());

/// A running sandbox. It dereferences to its default [`World`]. Dropping it stops its servers.
#[derive(Debug)]
pub struct Sandbox {
    worlds: Arc<Worlds>,
    /// Its own runtime, unless that of the caller serves it.
    runtime: Option<Runtime>,
    /// Serves until it is dropped.
    _port: JoinSet<()>,
}

impl Deref for Sandbox {
    type Target = World;

    fn deref(&self) -> &World {
        &self.worlds.default
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
    /// Starts a sandbox with the defaults of [`Builder`], on the Tokio runtime of the caller.
    ///
    /// It stops with that runtime. Each `#[tokio::test]` has its own: in a `static`, use
    /// [`shared`](Self::shared).
    ///
    /// # Errors
    ///
    /// Fails as [`Builder::start`] does.
    pub async fn start() -> io::Result<Self> {
        Self::builder().start().await
    }

    /// Returns the sandbox that all tests of this process share. The first call starts it, on
    /// threads of its own. Give each test a [world](Self::create_world) of its own.
    ///
    /// # Errors
    ///
    /// Fails if the sandbox cannot start: then every call does.
    pub fn shared() -> io::Result<&'static Self> {
        let failed = |error: &io::Error| io::Error::new(error.kind(), error.to_string());
        SHARED.as_ref().map_err(failed)
    }

    /// Configures a sandbox.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The certificate of the authority that clients must trust, as PEM, with [`Builder::tls`].
    pub fn ca_pem(&self) -> Option<&str> {
        self.settings.ca_pem.as_deref()
    }

    /// Creates a world with the data of the start. It exists until it is
    /// [removed](Self::remove_world).
    ///
    /// # Errors
    ///
    /// Fails if the name is taken or invalid.
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
