//! Why no connection was made, in words, and whether it may pass.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use super::ErrorKind;
use crate::wire::one_line::one_line;

type Source<'a> = &'a (dyn StdError + 'static);

/// Why no connection was made.
#[derive(Debug)]
pub(crate) struct Reason {
    pub(crate) kind: ErrorKind,
    pub(crate) words: String,
}

impl Reason {
    /// Looks for the first in the chain of causes that tells something.
    pub(crate) fn of(error: &reqwest::Error) -> Self {
        let told = causes(error).find_map(Self::told_by);
        let mut told = told.unwrap_or_else(|| {
            Self::passing(if error.is_timeout() {
                "timed out: see `ClientBuilder::connect_timeout`".to_owned()
            } else if error.is_dns() {
                let last = causes(error).last();
                no_address(&last.map(ToString::to_string).unwrap_or_default()).to_owned()
            } else {
                // In the words of who noticed.
                causes(error)
                    .last()
                    .map_or_else(String::new, |last| one_line(&last.to_string()))
            })
        });
        let is_proxys = causes(error).any(|cause| of_proxy(cause).is_some());
        if is_proxys && !told.words.starts_with("the proxy") {
            told.words = format!("the proxy: {}", told.words);
        }
        told
    }

    fn told_by(cause: Source<'_>) -> Option<Self> {
        match of_proxy(cause).as_deref() {
            Some("proxy authorization required") => {
                let words =
                    "the proxy wants a user name and a password (407): give them in its URL";
                return Some(Self::lasting(ErrorKind::Configuration, words.to_owned()));
            }
            Some("unsuccessful") => {
                let words = "the proxy refused to connect, or gave no answer that can be read";
                return Some(Self::passing(words.to_owned()));
            }
            Some("unexpected end of file") => {
                return Some(Self::passing("the proxy closed the connection".to_owned()));
            }
            _ => {}
        }
        if cause.is::<LeadsInside>() {
            return Some(Self::lasting(ErrorKind::Bundle, cause.to_string()));
        }
        #[cfg(feature = "rustls-no-provider")]
        if let Some(error) = cause.downcast_ref::<rustls::Error>() {
            return Some(by_rustls::told_by(error));
        }
        #[cfg(feature = "native-tls")]
        if let Some(words) = by_the_system::told_by(&cause.to_string()) {
            return Some(Self::lasting(ErrorKind::Tls, words.to_owned()));
        }
        // What wraps another one is not the cause.
        let error = cause.downcast_ref::<io::Error>()?;
        if error.get_ref().is_some() {
            return None;
        }
        let words = match error.kind() {
            io::ErrorKind::ConnectionRefused => "connection refused",
            io::ErrorKind::ConnectionReset => "connection reset",
            io::ErrorKind::HostUnreachable => "host unreachable",
            io::ErrorKind::NetworkUnreachable => "network unreachable",
            io::ErrorKind::TimedOut => "timed out",
            io::ErrorKind::UnexpectedEof => "closed by the other side before it was secure",
            _ => return None,
        };
        Some(Self::passing(words.to_owned()))
    }

    fn passing(words: String) -> Self {
        Self {
            kind: ErrorKind::Connect,
            words,
        }
    }

    fn lasting(kind: ErrorKind, words: String) -> Self {
        Self { kind, words }
    }
}

/// What led to an error, the deepest last. What an I/O error wraps is not among its sources.
pub(crate) fn causes(error: &reqwest::Error) -> impl Iterator<Item = Source<'_>> {
    fn deeper<'a>(cause: &Source<'a>) -> Option<Source<'a>> {
        let cause: Source<'a> = *cause;
        match cause.downcast_ref::<io::Error>() {
            Some(wrapping) => wrapping.get_ref().map(|inner| inner as _),
            None => cause.source(),
        }
    }
    std::iter::successors(error.source(), deeper)
}

/// What the HTTP library says of a proxy that was to connect: its error has no public type, and no
/// status.
fn of_proxy(cause: Source<'_>) -> Option<String> {
    let text = cause.to_string();
    text.strip_prefix("tunnel error: ").map(str::to_owned)
}

/// Why what came is no answer, where something came. The HTTP library tells in words alone.
pub(crate) fn unreadable(error: &reqwest::Error) -> Option<String> {
    let told = causes(error).find_map(|cause| cause.downcast_ref::<h2::Error>());
    if told.is_some_and(h2::Error::is_library) {
        return Some("it does not keep to HTTP/2".to_owned());
    }
    let error = causes(error).find_map(|cause| cause.downcast_ref::<hyper::Error>())?;
    let text = error.to_string();
    let words = match text.as_str() {
        "message head is too large" => "its head is too long, or has too many headers",
        "invalid content-length parsed" => "its `content-length` is not one number",
        "invalid HTTP header parsed" => "a header is malformed",
        "invalid HTTP status-code parsed" => "its status is no number of three digits",
        "invalid HTTP version parsed" => "it does not begin with a version of HTTP",
        other => other,
    };
    error.is_parse().then(|| one_line(words))
}

/// Whether it was the connection that ended a body, and not its content.
pub(super) fn is_cut(error: &reqwest::Error) -> bool {
    causes(error).any(|cause| cause.is::<hyper::Error>())
}

/// The resolvers of systems have numbers for this, which the standard library turns into words.
fn no_address(text: &str) -> &'static str {
    const UNKNOWN: [&str; 5] = [
        "name or service not known",
        "nodename nor servname",
        "no such host",
        "no address associated",
        "name does not resolve",
    ];
    let text = text.to_lowercase();
    match UNKNOWN.iter().any(|words| text.contains(words)) {
        true => "no such host",
        false => "its name could not be looked up",
    }
}

#[cfg(feature = "rustls-no-provider")]
mod by_rustls {
    use rustls::{AlertDescription, CertificateError, Error};

    use super::{ErrorKind, Reason};
    use crate::wire::one_line::one_line;

    pub(super) fn told_by(error: &Error) -> Reason {
        let lasting = |words: String| Reason::lasting(ErrorKind::Tls, words);
        match error {
            Error::InvalidCertificate(why) => lasting(format!("its certificate {}", unfit(why))),
            Error::InvalidMessage(_) => lasting("it does not speak TLS".to_owned()),
            Error::PeerIncompatible(_) => lasting("no common version of TLS".to_owned()),
            Error::AlertReceived(
                AlertDescription::InternalError
                | AlertDescription::UserCanceled
                | AlertDescription::CloseNotify,
            ) => Reason::passing("TLS ended by the other side".to_owned()),
            Error::AlertReceived(alert) => lasting(format!("TLS refused: {alert:?}")),
            other => Reason::passing(one_line(&other.to_string())),
        }
    }

    fn unfit(why: &CertificateError) -> &'static str {
        use CertificateError::{
            BadSignature, Expired, ExpiredContext, NotValidForName, NotValidForNameContext,
            NotValidYet, NotValidYetContext, Revoked, UnknownIssuer,
        };
        match why {
            Expired | ExpiredContext { .. } => "has expired",
            NotValidYet | NotValidYetContext { .. } => "is not valid yet",
            NotValidForName | NotValidForNameContext { .. } => "is for another name",
            UnknownIssuer | BadSignature => "is untrusted: its issuer is unknown",
            Revoked => "was revoked",
            _ => "is not valid",
        }
    }
}

#[cfg(feature = "native-tls")]
mod by_the_system {
    /// The systems' own words, as far as they are known: they have no common errors.
    pub(super) fn told_by(text: &str) -> Option<&'static str> {
        const WORDS: [(&str, &str); 8] = [
            ("certificate has expired", "its certificate has expired"),
            ("hostname mismatch", "its certificate is for another name"),
            ("ip address mismatch", "its certificate is for another name"),
            ("not yet valid", "its certificate is not valid yet"),
            ("certificate verify failed", UNTRUSTED),
            ("not trusted", UNTRUSTED),
            ("wrong version number", "it does not speak TLS"),
            ("packet length too long", "it does not speak TLS"),
        ];
        const UNTRUSTED: &str = "its certificate is untrusted: its issuer is unknown";
        let text = text.to_lowercase();
        let known = WORDS.iter().find(|(theirs, _)| text.contains(theirs));
        known.map(|(_, words)| *words)
    }
}

/// A name that the service gave leads to this machine or into a network that is not the service's
/// own.
#[derive(Debug)]
pub(crate) struct LeadsInside;

impl fmt::Display for LeadsInside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("leads to this machine, or into a network that is no part of the internet")
    }
}

impl StdError for LeadsInside {}
