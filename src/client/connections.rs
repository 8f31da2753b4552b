//! The connections of a client: kept for as long as they are good, and made anew where they may
//! hang.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::{Request, Response, Version};
use tokio::runtime::{self, Handle};
use url::Url;

use super::reach::Reach;
use super::resolver::Resolver;
use super::transport::{Transport, TransportError};

/// Where connections lead, which decides whether they pass a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    ThisMachine,
    Elsewhere,
}

impl Place {
    fn of(url: &Url) -> Self {
        match Reach::of_url(url) {
            Reach::ThisMachine => Self::ThisMachine,
            _ => Self::Elsewhere,
        }
    }
}

type Make = Box<dyn Fn(Place) -> reqwest::Result<reqwest::Client> + Send + Sync>;

/// All connections of a client.
pub(crate) struct Connections {
    make: Make,
    /// Makes requests, and sends none.
    maker: reqwest::Client,
    resolver: Resolver,
    transport: Option<Arc<dyn Transport>>,
    /// The latest last.
    kept: Mutex<Vec<Kept>>,
}

/// Connections that are kept for the requests to a place, made on one runtime: those of a runtime
/// that stands still would answer to nobody.
struct Kept {
    place: Place,
    /// Nothing before the first request.
    runtime: Option<runtime::Id>,
    pool: Pool,
}

impl Connections {
    /// # Errors
    ///
    /// Those of the HTTP library, from its settings or from TLS.
    pub(super) fn new(
        make: Make,
        resolver: Resolver,
        main: &Url,
        transport: Option<Arc<dyn Transport>>,
    ) -> reqwest::Result<Self> {
        let place = Place::of(main);
        let maker = make(place)?;
        let first = Kept {
            place,
            runtime: None,
            pool: Pool::new(maker.clone(), transport.as_ref()),
        };
        Ok(Self {
            make,
            maker,
            resolver,
            transport,
            kept: Mutex::new(vec![first]),
        })
    }

    /// Makes requests. Whoever sends one asks for the connections [`to`](Self::to) its host.
    pub(crate) fn maker(&self) -> &reqwest::Client {
        &self.maker
    }

    /// The connections to a host from this runtime: those that there are, or new ones where one of
    /// them may hang.
    pub(crate) fn to(&self, url: &Url) -> reqwest::Result<Pool> {
        const RUNTIMES: usize = 16;
        let (place, runtime) = (Place::of(url), Handle::try_current().ok());
        let runtime = runtime.map(|runtime| runtime.id());
        // Held while a pool is made, which takes some milliseconds: whoever comes meanwhile needs
        // the same one.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_ours = |kept: &&mut Kept| {
            kept.place == place && (kept.runtime.is_none() || kept.runtime == runtime)
        };
        if let Some(ours) = kept.iter_mut().find(is_ours) {
            ours.runtime = runtime;
            // What may hang may not, should there be no other.
            if ours.pool.is_abandoned()
                && let Ok(http) = (self.make)(place)
            {
                ours.pool = Pool::new(http, self.transport.as_ref());
            }
            return Ok(ours.pool.clone());
        }
        let pool = Pool::new((self.make)(place)?, self.transport.as_ref());
        if kept.len() == RUNTIMES {
            kept.remove(0);
        }
        kept.push(Kept {
            place,
            runtime,
            pool: pool.clone(),
        });
        Ok(pool)
    }

    pub(crate) fn resolver(&self) -> &Resolver {
        &self.resolver
    }
}

impl fmt::Debug for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connections").finish_non_exhaustive()
    }
}

/// Connections that belong together. A request keeps those that it was sent over.
#[derive(Clone)]
pub(crate) struct Pool(Arc<State>);

struct State {
    http: reqwest::Client,
    /// The caller's, which knows its connections itself.
    transport: Option<Arc<dyn Transport>>,
    /// Whether an answer came over HTTP/1, whose connections carry one request at a time: the one
    /// that hangs ends with its request.
    has_http_1: AtomicBool,
    has_http_2: AtomicBool,
    is_abandoned: AtomicBool,
}

impl Pool {
    fn new(http: reqwest::Client, transport: Option<&Arc<dyn Transport>>) -> Self {
        Self(Arc::new(State {
            http,
            transport: transport.cloned(),
            has_http_1: AtomicBool::new(false),
            has_http_2: AtomicBool::new(false),
            is_abandoned: AtomicBool::new(false),
        }))
    }

    fn is_abandoned(&self) -> bool {
        self.0.is_abandoned.load(Ordering::Relaxed)
    }

    /// Sends a request. The answer knows its connections: see [`abandon_connections_of`].
    pub(crate) async fn execute(&self, request: Box<Request>) -> Result<Response, TransportError> {
        if let Some(transport) = &self.0.transport {
            return transport.send(*request).await;
        }
        let mut response = self.0.http.execute(*request).await?;
        let spoken = match response.version() < Version::HTTP_2 {
            true => &self.0.has_http_1,
            false => &self.0.has_http_2,
        };
        spoken.store(true, Ordering::Relaxed);
        response.extensions_mut().insert(self.clone());
        Ok(response)
    }

    /// Says that an answer did not come, or did not go on. Over HTTP/2, later requests would be
    /// sent over the connection that may hang: they get another. What is under way goes on.
    pub(crate) fn abandon(&self) {
        let (http_1, http_2) = (&self.0.has_http_1, &self.0.has_http_2);
        if http_2.load(Ordering::Relaxed) || !http_1.load(Ordering::Relaxed) {
            self.0.is_abandoned.store(true, Ordering::Relaxed);
        }
    }
}

/// See [`Pool::abandon`].
pub(crate) fn abandon_connections_of(response: &Response) {
    if let Some(pool) = response.extensions().get::<Pool>() {
        pool.abandon();
    }
}
