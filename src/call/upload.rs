//! The bodies of requests. A long one is passed to the connection part by part by the call itself:
//! its progress shows, an error or a panic of its source reaches the caller, and dropping the call
//! ends the body.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use futures_core::stream::BoxStream;
use futures_util::stream;
use reqwest::Body;
use tokio::sync::mpsc;

use crate::error::Error;

/// The parts of a body.
pub(crate) type Parts = BoxStream<'static, Result<Bytes, Error>>;

/// The maximum length of a part of a body in memory, so that progress shows.
const PART: usize = 64 << 10;

/// The source of a request's body.
pub(crate) enum Payload {
    None,
    /// In memory.
    Bytes(Bytes),
    /// Parts that can be created for each attempt, of this length together.
    Replayable(Box<dyn Fn() -> Parts + Send + Sync>, u64),
    /// Parts that can be sent once; `None` after that. A reader need not be `Sync`.
    Once(Option<Mutex<Parts>>),
}

impl Payload {
    /// Returns the body of the next attempt, and its parts if they are to be passed on.
    pub(crate) fn next(&mut self) -> Option<(Body, Option<Upload>)> {
        let parts = match self {
            Self::None => return None,
            Self::Bytes(bytes) if bytes.len() <= PART => return Some((bytes.clone().into(), None)),
            Self::Bytes(bytes) => parts_of(bytes.clone()),
            Self::Replayable(make, _) => make(),
            Self::Once(parts) => parts.take()?.into_inner().unwrap_or_else(PoisonError::into_inner),
        };
        let (body, upload) = Upload::new(parts);
        Some((body, Some(upload)))
    }

    /// Whether there is nothing more to send.
    pub(crate) fn is_spent(&self) -> bool {
        matches!(self, Self::Once(None))
    }

    pub(crate) fn is_streamed(&self) -> bool {
        matches!(self, Self::Replayable(..) | Self::Once(..))
    }

    /// Returns the length in bytes, if it is known.
    pub(crate) fn length(&self) -> Option<u64> {
        match self {
            Self::None => Some(0),
            Self::Bytes(bytes) => Some(bytes.len() as u64),
            Self::Replayable(_, length) => Some(*length),
            Self::Once(_) => None,
        }
    }
}

fn parts_of(mut rest: Bytes) -> Parts {
    let next = move || {
        let part = rest.split_to(rest.len().min(PART));
        (!part.is_empty()).then_some(Ok(part))
    };
    Box::pin(stream::iter(std::iter::from_fn(next)))
}

/// The parts of a body, and the way to the connection. If it is dropped before the end, the body
/// fails, also if an early response has ended the attempt.
pub(crate) struct Upload {
    pub(super) parts: Parts,
    /// Takes parts, and `None` at the end.
    pub(super) connection: mpsc::Sender<Option<Bytes>>,
}

impl Upload {
    fn new(parts: Parts) -> (Body, Self) {
        let (connection, passed) = mpsc::channel(1);
        let body = stream::unfold(passed, async |mut passed| match passed.recv().await {
            Some(Some(part)) => Some((Ok(part), passed)),
            Some(None) => None,
            None => Some((Err("the attempt is over"), passed)),
        });
        (Body::wrap_stream(body), Self { parts, connection })
    }
}
