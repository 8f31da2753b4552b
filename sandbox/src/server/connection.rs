//! Connections that can be cut and reset.

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
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc, watch};
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

use super::{Part, Tls};
use crate::worlds::Worlds;

const UNLIMITED: u64 = u64::MAX;

/// A handle of a request on its connection.
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
    flushed: Notify,
}

impl Connection {
    fn new(running: watch::Receiver<()>) -> Self {
        let (reset, budget) = (AtomicBool::new(false), AtomicU64::new(UNLIMITED));
        let control = Control { reset, budget, flushed: Notify::new() };
        Self { control: Arc::new(control), running }
    }

    /// Sleeps; fails as soon as the sandbox is dropped.
    pub(crate) async fn pause(&self, time: Duration) -> io::Result<()> {
        let mut running = self.running.clone();
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            _ = running.changed() => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }

    /// Waits for the next flush of the buffers.
    pub(crate) async fn flushed(&self) {
        self.control.flushed.notified().await;
    }

    /// Resets the connection (RST) when it is used next.
    pub(crate) fn reset(&self) {
        self.control.reset.store(true, Ordering::Release);
    }

    /// Closes the connection after that many more bytes, counted before encryption.
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
    address: SocketAddr,
    accepted: mpsc::Receiver<(FaultyStream, SocketAddr)>,
}

impl FaultyListener {
    /// Accepts connections until the sandbox is dropped.
    pub(crate) fn new(
        listener: TcpListener,
        worlds: Arc<Worlds>,
        part: Part,
        tls: Option<Tls>,
        mut running: watch::Receiver<()>,
    ) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let (sender, accepted) = mpsc::channel(1);
        let mut listener = listener;
        tokio::spawn(async move {
            loop {
                let (stream, address) = tokio::select! {
                    accepted = Listener::accept(&mut listener) => accepted,
                    _ = running.changed() => return,
                };
                let (sender, tls, running) = (sender.clone(), tls.clone(), running.clone());
                let unread = Some((Arc::clone(&worlds), part));
                // A TLS handshake that never ends must not block other connections.
                tokio::spawn(async move {
                    // Small responses shall not wait for the acknowledgement of the last one.
                    let _ = stream.set_nodelay(true);
                    let connection = Connection::new(running);
                    if let Ok(io) = transport(stream, tls).await {
                        let stream = FaultyStream { io, connection, unread };
                        let _ = sender.send((stream, address)).await;
                    }
                });
            }
        });
        Ok(Self { address, accepted })
    }
}

type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

async fn transport(stream: TcpStream, tls: Option<Tls>) -> io::Result<Transport> {
    Ok(match tls {
        Some(tls) => Either::Right(Box::new(tls.acceptor.accept(stream).await?)),
        None => Either::Left(stream),
    })
}

impl Listener for FaultyListener {
    type Io = FaultyStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.accepted.recv().await {
            Some(accepted) => accepted,
            // The sandbox was dropped.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        Ok(self.address)
    }
}

/// A stream that obeys its [`Connection`].
#[derive(Debug)]
pub(crate) struct FaultyStream {
    io: Transport,
    connection: Connection,
    /// Whose faults apply when the first bytes arrive. A reset before that may look like a
    /// connection that was never made.
    unread: Option<(Arc<Worlds>, Part)>,
}

impl FaultyStream {
    fn check(&self) -> io::Result<()> {
        if self.connection.control.reset.load(Ordering::Acquire) {
            // Without time to linger, closing sends a RST.
            let tcp = match &self.io {
                Either::Left(tcp) => tcp,
                Either::Right(tls) => tls.get_ref().0,
            };
            tcp.set_zero_linger()?;
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }

    fn begin(&mut self, first: &[u8]) {
        let Some((worlds, part)) = self.unread.take_if(|_| !first.is_empty()) else {
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
        ready!(Pin::new(&mut self.io).poll_read(cx, buf))?;
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
            // The bytes within the limit are sent first, encrypted or not.
            ready!(Pin::new(&mut self.io).poll_flush(cx))?;
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let written = ready!(Pin::new(&mut self.io).poll_write(cx, &buf[..allowed]))?;
        if budget != UNLIMITED {
            self.connection.cut_after(budget - written as u64);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        ready!(Pin::new(&mut self.io).poll_flush(cx))?;
        self.connection.control.flushed.notify_waiters();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}
