//! Rate limits: when a request may start, and what a 429 does to those that follow.

mod window;

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use window::SlidingWindow;

pub use crate::wire::operation::Server;

/// A future that a [`RateLimiter`] answers with.
pub type PermitFuture<'a> = Pin<Box<dyn Future<Output = Permit> + Send + 'a>>;

/// Decides when a request may start: a rate limiter on the client's side. Every attempt of every
/// call asks, retries included; all clones of a client share one.
///
/// The service has a rate limit for each token, and one for each project. Processes that share a
/// token can share their budget: implement this trait on a store that they already run. An
/// [`Arc`] of a rate limiter is a rate limiter, so several clients can share one.
///
/// ```
/// use std::time::Duration;
/// use l10n_client::rate_limit::{RateLimiter, Permit, PermitFuture, RequestInfo};
///
/// /// Asks a store that all processes share.
/// #[derive(Debug)]
/// struct Shared;
///
/// impl RateLimiter for Shared {
///     fn start<'a>(&'a self, request: RequestInfo<'a>) -> PermitFuture<'a> {
///         Box::pin(async move {
///             // wait here until the store has a place for this token and project
///             let key = (request.credential, request.project);
///             Permit::new(format!("what to drop when the request of {key:?} has ended"))
///         })
///     }
///
///     fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
///         // tell all processes to slow down
///     }
/// }
/// ```
#[doc(alias = "rate limit")]
#[doc(alias = "throttle")]
pub trait RateLimiter: fmt::Debug + Send + Sync {
    /// Waits until this request may start. The permit is dropped when the request has ended.
    ///
    /// Dropping the future must give its place back. The time it takes counts for the
    /// limit of the whole call ([`call_timeout`](crate::ClientBuilder::call_timeout)).
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> PermitFuture<'a>;

    /// Whether permits hold slots that other requests wait for. If so, calls run in tasks of their
    /// own, so that a call that nobody polls holds up no other. True by default.
    fn holds_slots(&self) -> bool {
        true
    }

    /// The service has answered this request with 429, and asked for a pause where it says so.
    /// Nothing by default.
    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        let _ = (request, retry_after);
    }
}

impl<P: RateLimiter + ?Sized> RateLimiter for Arc<P> {
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> PermitFuture<'a> {
        (**self).start(request)
    }

    fn holds_slots(&self) -> bool {
        (**self).holds_slots()
    }

    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        (**self).rate_limited(request, retry_after);
    }
}

/// The request that asks for a slot.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RequestInfo<'a> {
    /// The server it goes to.
    pub server: Server,
    /// The `operationId`, as the document spells it; of a raw request its name, or `request`.
    pub operation: &'static str,
    /// The project in its path, without a branch. The same project may have an id and a UUID,
    /// which are not known to be one.
    pub project: Option<&'a str>,
    /// A number that stands for the client's credential, and does not reveal it: the same for the
    /// same token, in every client, process and version of a program. That of an OAuth session
    /// stays when its tokens are refreshed; in processes that load its tokens at other times it is
    /// the same if the store returns its [user](crate::TokenStore::user). `None` for requests
    /// without a credential.
    pub credential: Option<u64>,
    /// Which attempt of its call this is, from 1.
    pub attempt: u32,
}

/// The right to have one request in flight; dropping it gives the place to another.
pub struct Permit(Given);

enum Given {
    Nothing,
    Held(#[allow(dead_code, reason = "held for its drop")] Box<dyn Send + Sync>),
    Refused(RateLimiterError),
}

/// Why a [`RateLimiter`] lets a request not start.
pub type RateLimiterError = Box<dyn StdError + Send + Sync>;

impl Permit {
    /// A permit that keeps `held` for as long as the request is in flight.
    pub fn new(held: impl Send + Sync + 'static) -> Self {
        Self(Given::Held(Box::new(held)))
    }

    /// No permit: the request is not sent, and its call ends with
    /// [`ErrorKind::Rejected`](crate::ErrorKind::Rejected), whose source this is. For a rate
    /// limiter that cannot say when there will be a place, as when the store that it asks is away.
    ///
    /// ```
    /// use l10n_client::rate_limit::Permit;
    ///
    /// let none = Permit::refused("the store of the fleet is away");
    /// ```
    pub fn refused(reason: impl Into<RateLimiterError>) -> Self {
        Self(Given::Refused(reason.into()))
    }

    pub(crate) fn check(self) -> Result<Self, RateLimiterError> {
        match self.0 {
            Given::Refused(reason) => Err(reason),
            given => Ok(Self(given)),
        }
    }
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

/// No limits, as for the sandbox.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoRateLimit;

impl RateLimiter for NoRateLimit {
    fn start<'a>(&'a self, _: RequestInfo<'a>) -> PermitFuture<'a> {
        Box::pin(std::future::ready(Permit(Given::Nothing)))
    }

    fn holds_slots(&self) -> bool {
        false
    }
}
