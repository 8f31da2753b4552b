//! The causes of an error of the HTTP library.

use std::error::Error as StdError;
use std::{io, iter};

type Source<'a> = &'a (dyn StdError + 'static);

/// Returns the causes of an error, the deepest last. `source` of an I/O error skips the error that
/// it wraps.
pub(crate) fn causes(error: &reqwest::Error) -> impl Iterator<Item = Source<'_>> {
    error.source().into_iter().flat_map(steps)
}

/// Returns an error and its causes, the deepest last.
pub(crate) fn steps(error: Source<'_>) -> impl Iterator<Item = Source<'_>> {
    fn deeper<'a>(cause: &Source<'a>) -> Option<Source<'a>> {
        let cause: Source<'a> = *cause;
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
    causes(error).any(is_refusal)
}

#[cfg(feature = "rustls-no-provider")]
fn is_refusal(cause: Source<'_>) -> bool {
    use rustls::Error::{InvalidCertificate, InvalidMessage, PeerIncompatible};
    let error = cause.downcast_ref::<rustls::Error>();
    let is_final = |error: &rustls::Error| {
        matches!(error, InvalidCertificate(_) | InvalidMessage(_) | PeerIncompatible(_))
    };
    error.is_some_and(is_final) || (cfg!(feature = "native-tls") && is_of_the_system(cause))
}

#[cfg(not(feature = "rustls-no-provider"))]
fn is_refusal(cause: Source<'_>) -> bool {
    cfg!(feature = "native-tls") && is_of_the_system(cause)
}

/// The TLS libraries of systems have no common type of error.
fn is_of_the_system(cause: Source<'_>) -> bool {
    let text = cause.to_string().to_lowercase();
    text.contains("certificate") || text.contains("wrong version number")
}
