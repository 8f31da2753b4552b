//! The causes of an error of the HTTP library.

use std::error::Error as StdError;
use std::{io, iter};

type Cause<'a> = &'a (dyn StdError + 'static);

/// Returns the causes of an error, the deepest last. `source` of an I/O error skips the error that
/// it wraps.
pub(crate) fn causes(error: &reqwest::Error) -> impl Iterator<Item = Cause<'_>> {
    error.source().into_iter().flat_map(steps)
}

/// Returns an error and its causes, the deepest last.
pub(crate) fn steps(error: Cause<'_>) -> impl Iterator<Item = Cause<'_>> {
    fn deeper<'a>(cause: &Cause<'a>) -> Option<Cause<'a>> {
        let cause: Cause<'a> = *cause;
        match cause.downcast_ref::<io::Error>() {
            Some(wrapping) => wrapping.get_ref().map(|inner| inner as _),
            None => cause.source(),
        }
    }
    iter::successors(Some(error), deeper)
}

/// Whether a retry cannot succeed: the certificate is invalid, or the server does not support this
/// TLS.
pub(crate) fn is_final(error: &reqwest::Error) -> bool {
    causes(error).any(is_rejection)
}

/// Whether a response came whose head is not valid HTTP, or too large.
pub(crate) fn is_invalid_head(error: &reqwest::Error) -> bool {
    let mut causes = causes(error).filter_map(|cause| cause.downcast_ref::<hyper::Error>());
    causes.any(hyper::Error::is_parse)
}

#[cfg(feature = "rustls-no-provider")]
fn is_rejection(cause: Cause<'_>) -> bool {
    use rustls::Error::{InvalidCertificate, InvalidMessage, PeerIncompatible};
    let error = cause.downcast_ref::<rustls::Error>();
    let is_final = |error: &rustls::Error| {
        matches!(error, InvalidCertificate(_) | InvalidMessage(_) | PeerIncompatible(_))
    };
    error.is_some_and(is_final) || (cfg!(feature = "native-tls") && is_of_the_system(cause))
}

#[cfg(not(feature = "rustls-no-provider"))]
fn is_rejection(cause: Cause<'_>) -> bool {
    cfg!(feature = "native-tls") && is_of_the_system(cause)
}

/// The TLS libraries of systems have no common type of error.
fn is_of_the_system(cause: Cause<'_>) -> bool {
    let text = cause.to_string().to_lowercase();
    text.contains("certificate") || text.contains("wrong version number")
}
