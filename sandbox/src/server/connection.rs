//! Connections that can be reset.

use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::serve::Listener;
use axum::{Extension, Router};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

use super::Tls;

/// How long a TLS handshake, or the head of a request, may take.
const HEAD_TIMEOUT: Duration = Duration::from_secs(120);

#[derive(Debug, Clone)]
pub(crate) struct Connection {
    reset: Arc<AtomicBool>,
    flushed: Arc<Notify>,
    running: watch::Receiver<()>,
}

impl Connection {
    /// Sleeps; fails as soon as the sandbox is dropped.
    pub(crate) async fn pause(&self, time: Duration) -> io::Result<()> {
        let mut running = self.running.clone();
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            _ = running.changed() => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }

    pub(crate) async fn flushed(&self) {
        self.flushed.notified().await;
    }

    /// Resets the connection (RST) when it is used next.
    pub(crate) fn reset(&self) {
        self.reset.store(true, Ordering::Release);
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Port {
    pub(crate) router: Router,
    pub(crate) tls: Option<Tls>,
    pub(crate) running: watch::Receiver<()>,
}

impl Port {
    pub(crate) async fn listen(mut self, mut listener: TcpListener) {
        loop {
            let (stream, _) = tokio::select! {
                accepted = Listener::accept(&mut listener) => accepted,
                _ = self.running.changed() => return,
            };
            tokio::spawn(self.clone().serve(stream));
        }
    }

    /// Serves one connection. After the end of the sandbox, requests in progress get a response.
    async fn serve(mut self, stream: TcpStream) {
        // Small responses shall not wait for the acknowledgement of the last one.
        let _ = stream.set_nodelay(true);
        let io = match self.tls {
            None => Either::Left(stream),
            Some(tls) => match timeout(HEAD_TIMEOUT, tls.acceptor.accept(stream)).await {
                Ok(Ok(stream)) => Either::Right(Box::new(stream)),
                _ => return,
            },
        };
        let connection = Connection {
            reset: Arc::default(),
            flushed: Arc::default(),
            running: self.running.clone(),
        };
        let router = self.router.layer(Extension(connection.clone()));
        let stream = FaultyStream { io, connection };
        let mut server = auto::Builder::new(TokioExecutor::new());
        server.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
        let service = TowerToHyperService::new(router);
        let mut serving = pin!(server.serve_connection(TokioIo::new(stream), service));
        tokio::select! {
            _ = serving.as_mut() => return,
            _ = self.running.changed() => serving.as_mut().graceful_shutdown(),
        }
        let _ = serving.await;
    }
}

type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

#[derive(Debug)]
pub(crate) struct FaultyStream {
    io: Transport,
    connection: Connection,
}

impl FaultyStream {
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
