//! Rate limits: when a request may start, and how a 429 delays later ones.

mod window;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_core::future::BoxFuture;
pub use window::SlidingWindow;

use crate::error::BoxError;
use crate::wire::operation::Server;

/// A client-side rate limiter, which decides when a request may start. It applies to every attempt
/// of every call, including retries. All clones of a client share it.
///
/// The service has a rate limit per token and one per project. Processes that share a token can
/// share its limit: implement this trait with a store that they all use. An [`Arc`] of a rate
/// limiter is a rate limiter, so several clients can share one.
///
/// ```
/// use std::time::Duration;
/// use l10n_client::BoxFuture;
/// use l10n_client::rate_limit::{Permit, RateLimiter, RequestInfo};
///
/// /// Asks a store that all processes share.
/// #[derive(Debug)]
/// struct Shared;
///
/// impl RateLimiter for Shared {
///     fn start<'a>(&'a self, request: RequestInfo<'a>) -> BoxFuture<'a, Permit> {
///         Box::pin(async move {
///             // Wait here until the store has a slot for this token and project.
///             let key = (request.credential, request.project);
///             Permit::new(format!("a guard that releases the slot of {key:?} when dropped"))
///         })
///     }
///
///     fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
///         // Slow down all processes.
///     }
/// }
/// ```
#[doc(alias = "rate limit")]
#[doc(alias = "throttle")]
pub trait RateLimiter: fmt::Debug + Send + Sync {
    /// Waits until this request may start. The permit is dropped when the request has ended.
    ///
    /// If the future is dropped, it must release its slot. The wait counts towards the timeout of
    /// the call ([`call_timeout`](crate::ClientBuilder::call_timeout)).
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> BoxFuture<'a, Permit>;

    /// Whether permits hold slots that other requests wait for. If so, calls run in tasks of their
    /// own, so that a call that is not polled does not block others. True by default.
    fn holds_slots(&self) -> bool {
        true
    }

    /// Called when the response to this request was 429 or 423, with its `Retry-After`. Does
    /// nothing by default.
    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        let _ = (request, retry_after);
    }
}

impl<P: RateLimiter + ?Sized> RateLimiter for Arc<P> {
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> BoxFuture<'a, Permit> {
        (**self).start(request)
    }

    fn holds_slots(&self) -> bool {
        (**self).holds_slots()
    }

    fn rate_limited(&self, request: RequestInfo<'_>, retry_after: Option<Duration>) {
        (**self).rate_limited(request, retry_after);
    }
}

/// A request that needs a slot.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RequestInfo<'a> {
    /// The server it goes to.
    pub server: Server,
    /// The `operationId` of the document; for a raw request its name, or `request`.
    pub operation: &'static str,
    /// The project in the path, without the branch. If a project is addressed by both id and UUID,
    /// these count as two.
    pub project: Option<&'a str>,
    /// A number derived from the client's credential, which does not reveal it: the same for the
    /// same token in every client and process that the same version of Rust built. For an OAuth
    /// session it is derived from the tokens that the process had first, and stays the same when
    /// they are refreshed. `None` for requests without a credential.
    pub credential: Option<u64>,
    /// The number of the attempt, from 1.
    pub attempt: u32,
}

/// Permission to have one request in flight. Dropping it releases the slot.
pub struct Permit(Result<Option<Box<dyn Send + Sync>>, BoxError>);

impl Permit {
    /// Creates a permit that drops `held` when the request has ended.
    pub fn new(held: impl Send + Sync + 'static) -> Self {
        Self(Ok(Some(Box::new(held))))
    }

    /// Rejects the request: it is not sent, and its call fails with
    /// [`ErrorKind::Rejected`](crate::ErrorKind::Rejected), with this error as its source. Use it
    /// if the limiter cannot decide, for example because its store is unavailable.
    ///
    /// ```
    /// use l10n_client::rate_limit::Permit;
    ///
    /// let none = Permit::rejected("the store is unavailable");
    /// ```
    pub fn rejected(reason: impl Into<BoxError>) -> Self {
        Self(Err(reason.into()))
    }

    pub(crate) fn check(self) -> Result<Self, BoxError> {
        self.0.map(|held| Self(Ok(held)))
    }
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

#[derive(Debug)]
pub(crate) struct NoRateLimit;

impl RateLimiter for NoRateLimit {
    fn start<'a>(&'a self, _: RequestInfo<'a>) -> BoxFuture<'a, Permit> {
        Box::pin(std::future::ready(Permit(Ok(None))))
    }

    fn holds_slots(&self) -> bool {
        false
    }
}
