//! Connections that can be cut and reset: the listener, its streams, and the handle that a request has on its connection.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use super::Worlds;

/// No limit to what may be written.
const UNLIMITED: u64 = u64::MAX;

/// What a request can do to the connection it came on.
#[derive(Debug, Clone)]
pub(crate) struct Connection(Arc<Control>);

#[derive(Debug)]
struct Control {
    reset: AtomicBool,
    /// How many bytes may still be written.
    budget: AtomicU64,
}

impl Connection {
    fn new() -> Self {
        Self(Arc::new(Control {
            reset: AtomicBool::new(false),
            budget: AtomicU64::new(UNLIMITED),
        }))
    }

    /// Resets the connection (RST) as soon as it is used next.
    pub(crate) fn reset(&self) {
        self.0.reset.store(true, Ordering::Release);
    }

    /// Closes the connection after that many more bytes.
    pub(crate) fn cut_after(&self, bytes: u64) {
        self.0.budget.store(bytes, Ordering::Release);
    }
}

impl Connected<IncomingStream<'_, FaultyListener>> for Connection {
    fn connect_info(stream: IncomingStream<'_, FaultyListener>) -> Self {
        stream.io().connection.clone()
    }
}

/// A listener whose connections can misbehave.
#[derive(Debug)]
pub(crate) struct FaultyListener {
    listener: TcpListener,
    worlds: Arc<Worlds>,
}

impl FaultyListener {
    pub(crate) fn new(listener: TcpListener, worlds: Arc<Worlds>) -> Self {
        Self { listener, worlds }
    }
}

impl Listener for FaultyListener {
    type Io = FaultyStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            if self.worlds.default.resets_connection() {
                tokio::spawn(reset_unread(stream));
                continue;
            }
            // Small answers shall not wait for the acknowledgement of the one before.
            let _ = stream.set_nodelay(true);
            let connection = Connection::new();
            return (FaultyStream { stream, connection }, address);
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// Resets a connection whose client has sent something, so that nobody can take it for one that was never made.
async fn reset_unread(stream: TcpStream) {
    let _ = stream.peek(&mut [0]).await;
    // Where the option cannot be set the connection is closed all the same.
    let _ = stream.set_zero_linger();
}

/// A TCP stream that obeys its [`Connection`].
#[derive(Debug)]
pub(crate) struct FaultyStream {
    stream: TcpStream,
    connection: Connection,
}

impl FaultyStream {
    fn check(&self) -> io::Result<()> {
        if self.connection.0.reset.load(Ordering::Acquire) {
            // With no time to linger, the close that follows is a RST.
            self.stream.set_zero_linger()?;
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}

impl AsyncRead for FaultyStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for FaultyStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        let budget = self.connection.0.budget.load(Ordering::Acquire);
        let allowed = usize::try_from(budget).map_or(buf.len(), |budget| buf.len().min(budget));
        if allowed == 0 && !buf.is_empty() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let written =
            std::task::ready!(Pin::new(&mut self.stream).poll_write(cx, &buf[..allowed]))?;
        if budget != UNLIMITED {
            self.connection.cut_after(budget - written as u64);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
