//! What a connection carries its bytes over: TCP, or TLS on it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;
use tokio_rustls::{Accept, TlsAcceptor};

/// A connection. The handshake is a part of what is first read, so that one that never ends holds
/// up nobody else.
pub(super) enum Transport {
    Plain(TcpStream),
    Shaking(Box<Accept<TcpStream>>),
    Tls(Box<TlsStream<TcpStream>>),
    /// It could not be made.
    Failed,
}

impl Transport {
    pub(super) fn new(stream: TcpStream, tls: Option<TlsAcceptor>) -> Self {
        match tls {
            Some(acceptor) => Self::Shaking(Box::new(acceptor.accept(stream))),
            None => Self::Plain(stream),
        }
    }

    /// Waits until bytes can be read or written.
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if let Self::Shaking(accept) = self {
            let shaken = ready!(Pin::new(accept).poll(cx));
            *self = Self::Failed;
            *self = Self::Tls(Box::new(shaken?));
        }
        Poll::Ready(Ok(()))
    }

    /// Makes the close that follows a reset (RST).
    pub(super) fn reset_on_close(&self) -> io::Result<()> {
        let stream = match self {
            Self::Plain(stream) => Some(stream),
            Self::Shaking(accept) => accept.get_ref(),
            Self::Tls(stream) => Some(stream.get_ref().0),
            Self::Failed => None,
        };
        stream.map_or(Ok(()), TcpStream::set_zero_linger)
    }

    pub(super) fn poll_read(
        &mut self,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.poll_ready(cx))?;
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, buf),
            Self::Tls(stream) => Pin::new(stream).poll_read(cx, buf),
            _ => Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
        }
    }

    pub(super) fn poll_write(
        &mut self,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_ready(cx))?;
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_write(cx, buf),
            Self::Tls(stream) => Pin::new(stream).poll_write(cx, buf),
            _ => Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
        }
    }

    pub(super) fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Self::Tls(stream) => Pin::new(stream).poll_flush(cx),
            // Nothing was written yet.
            _ => Poll::Ready(Ok(())),
        }
    }

    pub(super) fn poll_shutdown(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Shaking(_) | Self::Failed => Poll::Ready(Ok(())),
        }
    }
}

impl std::fmt::Debug for Transport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transport").finish_non_exhaustive()
    }
}
