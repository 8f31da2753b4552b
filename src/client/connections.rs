//! The connections of a client: kept for as long as they are good, and made anew where they may
//! hang.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::{Request, Response, Version};
use url::Url;

use super::reach::Reach;
use super::resolver::Resolver;

/// Where connections lead, which decides whether they pass a proxy.
#[derive(Debug, Clone, Copy)]
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
    here: Mutex<Option<Pool>>,
    elsewhere: Mutex<Option<Pool>>,
}

impl Connections {
    /// # Errors
    ///
    /// Those of the HTTP library, from its settings or from TLS.
    pub(super) fn new(make: Make, resolver: Resolver, main: &Url) -> reqwest::Result<Self> {
        let place = Place::of(main);
        let maker = make(place)?;
        let first = Some(Pool::new(maker.clone()));
        let (here, elsewhere) = match place {
            Place::ThisMachine => (first, None),
            Place::Elsewhere => (None, first),
        };
        Ok(Self {
            make,
            maker,
            resolver,
            here: Mutex::new(here),
            elsewhere: Mutex::new(elsewhere),
        })
    }

    /// Makes requests. Whoever sends one asks for the connections [`to`](Self::to) its host.
    pub(crate) fn maker(&self) -> &reqwest::Client {
        &self.maker
    }

    /// The connections to a host: those that there are, or new ones where one of them may hang.
    pub(crate) fn to(&self, url: &Url) -> reqwest::Result<Pool> {
        let place = Place::of(url);
        let pool = match place {
            Place::ThisMachine => &self.here,
            Place::Elsewhere => &self.elsewhere,
        };
        // Held while a pool is made, which takes some milliseconds: whoever comes meanwhile needs
        // the same one.
        let mut pool = pool.lock().unwrap_or_else(PoisonError::into_inner);
        match &*pool {
            Some(good) if !good.0.is_abandoned.load(Ordering::Relaxed) => Ok(good.clone()),
            stale => match ((self.make)(place), stale) {
                (Ok(http), _) => Ok(pool.insert(Pool::new(http)).clone()),
                // What may hang may not.
                (Err(_), Some(stale)) => Ok(stale.clone()),
                (Err(error), None) => Err(error),
            },
        }
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
    /// Whether an answer came over HTTP/1, whose connections carry one request at a time: the one
    /// that hangs ends with its request.
    has_http_1: AtomicBool,
    has_http_2: AtomicBool,
    is_abandoned: AtomicBool,
}

impl Pool {
    fn new(http: reqwest::Client) -> Self {
        Self(Arc::new(State {
            http,
            has_http_1: AtomicBool::new(false),
            has_http_2: AtomicBool::new(false),
            is_abandoned: AtomicBool::new(false),
        }))
    }

    /// Sends a request. The answer knows its connections: see [`abandon_connections_of`].
    pub(crate) async fn execute(&self, request: Request) -> reqwest::Result<Response> {
        let mut response = self.0.http.execute(request).await?;
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
