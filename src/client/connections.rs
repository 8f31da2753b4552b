//! The connections of a client.

use std::fmt;
use std::sync::{Arc, OnceLock};

use reqwest::{Request, Response};
use url::Url;

use super::address::is_loopback;
use super::transport::{Transport, TransportError};

/// Where connections lead: a proxy of the environment is not used on the way to this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    ThisMachine,
    Elsewhere,
}

impl Place {
    fn of(url: &Url) -> Self {
        match is_loopback(url) {
            true => Self::ThisMachine,
            false => Self::Elsewhere,
        }
    }
}

type Make = Box<dyn Fn(Place) -> reqwest::Result<reqwest::Client> + Send + Sync>;

/// All connections of a client.
pub(crate) struct Connections {
    make: Make,
    /// Where the main API is.
    place: Place,
    http: reqwest::Client,
    /// The other place, which few clients need.
    other: OnceLock<reqwest::Client>,
    transport: Option<Arc<dyn Transport>>,
}

impl Connections {
    /// # Errors
    ///
    /// Fails if the HTTP library rejects the settings, or cannot set up TLS.
    pub(super) fn new(
        make: Make,
        main: &Url,
        transport: Option<Arc<dyn Transport>>,
    ) -> reqwest::Result<Self> {
        let place = Place::of(main);
        Ok(Self {
            http: make(place)?,
            make,
            place,
            other: OnceLock::new(),
            transport,
        })
    }

    /// Sends a request.
    pub(crate) async fn execute(&self, request: Request) -> Result<Response, TransportError> {
        if let Some(transport) = &self.transport {
            return transport.send(request).await;
        }
        Ok(self.to(request.url())?.execute(request).await?)
    }

    fn to(&self, url: &Url) -> reqwest::Result<&reqwest::Client> {
        let place = Place::of(url);
        if place == self.place {
            return Ok(&self.http);
        }
        if let Some(other) = self.other.get() {
            return Ok(other);
        }
        let made = (self.make)(place)?;
        Ok(self.other.get_or_init(|| made))
    }
}

impl fmt::Debug for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connections").finish_non_exhaustive()
    }
}
