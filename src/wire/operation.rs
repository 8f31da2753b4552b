//! The facts of an operation that its requests do not show.

/// The name of a request that was given none.
pub(crate) const UNNAMED: &str = "request";

/// The servers of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Server {
    /// The main API.
    Main,
    /// The authorization server.
    Auth,
    /// The cursor-paginated API.
    Cursor,
}

/// What the document says of an operation that its requests do not show.
#[derive(Debug)]
pub(crate) struct Operation {
    /// The `operationId`.
    pub(crate) id: &'static str,
    /// The path template.
    pub(crate) path: &'static str,
    pub(crate) server: Server,
    /// Whether requests carry the client's credential.
    pub(crate) authenticated: bool,
    /// The redirects that are answers with a body.
    pub(crate) redirects: &'static [u16],
    /// Whether repeating it is as harmless as its method says. It is not for a deletion that starts
    /// a job, for a change that may add what another operation creates, or for one that acts on
    /// whatever exists by then.
    pub(crate) idempotent: bool,
    /// Whether a 409 passes by itself, so that the request may be repeated.
    pub(crate) retry_on_conflict: bool,
}

impl Operation {
    /// Returns an operation without peculiarities.
    pub(crate) const fn new(id: &'static str, path: &'static str, server: Server) -> Self {
        Self {
            id,
            path,
            server,
            authenticated: true,
            redirects: &[],
            idempotent: true,
            retry_on_conflict: false,
        }
    }
}
