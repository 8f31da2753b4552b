//! Connections that can be cut and reset: the listener, its streams, and the handle that a request
//! has on its connection.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpListener;
use tokio::sync::{Notify, watch};

use super::transport::Transport;
use super::{Part, Tls};
use crate::worlds::Worlds;

/// No limit to what may be written.
const UNLIMITED: u64 = u64::MAX;

/// What a request can do to the connection it came on.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    control: Arc<Control>,
    /// Ends with the sandbox.
    running: watch::Receiver<()>,
}

#[derive(Debug)]
struct Control {
    reset: AtomicBool,
    /// How many bytes may still be written.
    budget: AtomicU64,
    /// Notified when all that was written has left the buffers.
    flushed: Notify,
}

impl Connection {
    fn new(running: watch::Receiver<()>) -> Self {
        let (reset, budget) = (AtomicBool::new(false), AtomicU64::new(UNLIMITED));
        let control = Control { reset, budget, flushed: Notify::new() };
        Self { control: Arc::new(control), running }
    }

    /// Waits for so long; fails as soon as the sandbox is dropped.
    pub(crate) async fn pause(&self, time: Duration) -> io::Result<()> {
        let mut running = self.running.clone();
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            _ = running.changed() => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }

    /// Waits until all that was written before has left the buffers.
    pub(crate) async fn flushed(&self) {
        self.control.flushed.notified().await;
    }

    /// Resets the connection (RST) as soon as it is used next.
    pub(crate) fn reset(&self) {
        self.control.reset.store(true, Ordering::Release);
    }

    /// Closes the connection after that many more bytes, as they are before encryption.
    pub(crate) fn cut_after(&self, bytes: u64) {
        self.control.budget.store(bytes, Ordering::Release);
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
    part: Part,
    tls: Option<Tls>,
    running: watch::Receiver<()>,
}

impl FaultyListener {
    /// What a part listens with.
    pub(crate) fn new(
        listener: TcpListener,
        worlds: Arc<Worlds>,
        part: Part,
        tls: Option<Tls>,
        running: watch::Receiver<()>,
    ) -> Self {
        Self { listener, worlds, part, tls, running }
    }
}

impl Listener for FaultyListener {
    type Io = FaultyStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // Small answers shall not wait for the acknowledgement of the one before.
        let _ = stream.set_nodelay(true);
        let acceptor = self.tls.as_ref().map(|tls| tls.acceptor.clone());
        let stream = FaultyStream {
            transport: Transport::new(stream, acceptor),
            connection: Connection::new(self.running.clone()),
            unread: Some((Arc::clone(&self.worlds), self.part)),
        };
        (stream, address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// A stream that obeys its [`Connection`].
#[derive(Debug)]
pub(crate) struct FaultyStream {
    transport: Transport,
    connection: Connection,
    /// Whose faults are asked when the first bytes come: a connection that is reset before could be
    /// taken for one that was never made.
    unread: Option<(Arc<Worlds>, Part)>,
}

impl FaultyStream {
    fn check(&self) -> io::Result<()> {
        if self.connection.control.reset.load(Ordering::Acquire) {
            // With no time to linger, the close that follows is a RST.
            self.transport.reset_on_close()?;
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }

    /// Looks at what came first: some faults befall whole connections.
    fn begin(&mut self, first: &[u8]) {
        let Some((worlds, part)) = self.unread.take().filter(|_| !first.is_empty()) else {
            return;
        };
        if !part.is_spared(first) && worlds.default.resets_connection() {
            self.connection.reset();
        }
    }
}

impl AsyncRead for FaultyStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        let start = buf.filled().len();
        ready!(self.transport.poll_read(cx, buf))?;
        self.begin(&buf.filled()[start..]);
        Poll::Ready(self.check())
    }
}

impl AsyncWrite for FaultyStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        let budget = self.connection.control.budget.load(Ordering::Acquire);
        let allowed = usize::try_from(budget).map_or(buf.len(), |budget| buf.len().min(budget));
        if allowed == 0 && !buf.is_empty() {
            // What may go out does, encrypted or not.
            ready!(self.transport.poll_flush(cx))?;
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let written = ready!(self.transport.poll_write(cx, &buf[..allowed]))?;
        if budget != UNLIMITED {
            self.connection.cut_after(budget - written as u64);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        ready!(self.transport.poll_flush(cx))?;
        self.connection.control.flushed.notify_waiters();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        self.transport.poll_shutdown(cx)
    }
}
