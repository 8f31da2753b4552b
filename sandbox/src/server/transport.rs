//! What a connection carries its bytes over: TCP, or TLS on it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;
use tokio_rustls::{Accept, TlsAcceptor};

/// The first byte of a handshake (RFC 8446, section 5.1).
const HANDSHAKE: u8 = 0x16;

/// A connection. The handshake is a part of what is first read, so that one that never ends holds
/// up nobody else.
pub(super) enum Transport {
    Plain(TcpStream),
    /// Its first byte will tell whether the client speaks TLS.
    Silent(TcpStream, TlsAcceptor),
    Shaking(Box<Accept<TcpStream>>),
    Tls(Box<TlsStream<TcpStream>>),
    /// It could not be made.
    Failed,
}

impl Transport {
    pub(super) fn new(stream: TcpStream, tls: Option<TlsAcceptor>) -> Self {
        match tls {
            Some(acceptor) => Self::Silent(stream, acceptor),
            None => Self::Plain(stream),
        }
    }

    /// Waits until bytes can be read or written; whether these are encrypted.
    pub(super) fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        loop {
            match self {
                Self::Plain(_) => return Poll::Ready(Ok(false)),
                Self::Tls(_) => return Poll::Ready(Ok(true)),
                Self::Failed => return Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
                Self::Silent(stream, _) => {
                    let mut first = [0];
                    let mut buffer = ReadBuf::new(&mut first);
                    ready!(stream.poll_peek(cx, &mut buffer))?;
                    let is_tls = buffer.filled().first().is_none_or(|byte| *byte == HANDSHAKE);
                    if let Self::Silent(stream, acceptor) = std::mem::replace(self, Self::Failed) {
                        *self = match is_tls {
                            true => Self::Shaking(Box::new(acceptor.accept(stream))),
                            false => Self::Plain(stream),
                        };
                    }
                }
                Self::Shaking(accept) => {
                    let shaken = ready!(Pin::new(accept).poll(cx));
                    *self = Self::Failed;
                    *self = Self::Tls(Box::new(shaken?));
                }
            }
        }
    }

    /// Makes the close that follows a reset (RST).
    pub(super) fn reset_on_close(&self) -> io::Result<()> {
        let stream = match self {
            Self::Plain(stream) | Self::Silent(stream, _) => Some(stream),
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
            Self::Plain(stream) | Self::Silent(stream, _) => Pin::new(stream).poll_shutdown(cx),
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
