//! Connections that can be reset.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::http::Request;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

use super::Site;
use super::tls::Tls;

#[derive(Debug, Clone, Default)]
pub(crate) struct Connection {
    reset: Arc<AtomicBool>,
    flushed: Arc<Notify>,
}

impl Connection {
    pub(crate) async fn flushed(&self) {
        self.flushed.notified().await;
    }

    /// Resets the connection (RST) when it is used next.
    pub(crate) fn reset(&self) {
        self.reset.store(true, Ordering::Release);
    }
}

#[derive(Clone)]
pub(crate) struct Port {
    pub(crate) site: Arc<Site>,
    pub(crate) tls: Option<Tls>,
}

impl Port {
    /// Serves until this is dropped, which closes all connections.
    pub(crate) async fn listen(self, mut listener: TcpListener) {
        let mut connections = JoinSet::new();
        loop {
            let (stream, _) = Listener::accept(&mut listener).await;
            connections.spawn(self.clone().serve(stream));
            while connections.try_join_next().is_some() {}
        }
    }

    async fn serve(self, stream: TcpStream) {
        // Small responses shall not wait for the acknowledgement of the last one.
        let _ = stream.set_nodelay(true);
        let io = match self.tls {
            None => Either::Left(stream),
            Some(tls) => match tls.acceptor.accept(stream).await {
                Ok(stream) => Either::Right(Box::new(stream)),
                Err(_) => return,
            },
        };
        let connection = Connection::default();
        let stream = FaultyStream { io, connection: connection.clone() };
        let serve = service_fn(move |request: Request<Incoming>| {
            let (site, connection) = (Arc::clone(&self.site), connection.clone());
            async move { Ok::<_, Infallible>(site.serve(connection, request.map(Body::new)).await) }
        });
        let server = auto::Builder::new(TokioExecutor::new());
        let _ = server.serve_connection(TokioIo::new(stream), serve).await;
    }
}

type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

#[derive(Debug)]
pub(crate) struct FaultyStream {
    io: Transport,
    connection: Connection,
}

impl FaultyStream {
    /// Fails if the connection shall be reset.
    fn check(&self) -> io::Result<()> {
        if self.connection.reset.load(Ordering::Acquire) {
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
}

impl AsyncRead for FaultyStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.io).poll_read(cx, buf)
    }
}

impl AsyncWrite for FaultyStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.io).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        ready!(Pin::new(&mut self.io).poll_flush(cx))?;
        self.connection.flushed.notify_waiters();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}
