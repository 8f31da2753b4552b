//! HTTP/2: what refused, cut and hung streams and connections mean for calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::TryStreamExt;
use l10n_client::http::Response;
use l10n_client::types::NewComment;
use l10n_client::{Client, ErrorKind, RetryPolicy};
use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_rustls::server::TlsStream;

use crate::secure::{Authority, HERE, Server};
use crate::support::quick;

/// The server's end of a connection, frame by frame (RFC 9113, section 6).
struct Line(TlsStream<TcpStream>);

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;

const END_STREAM: u8 = 1;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;

const NO_ERROR: u32 = 0;
const INTERNAL_ERROR: u32 = 2;
const REFUSED_STREAM: u32 = 7;

/// `:status: 200`, from the static table (RFC 7541, appendix A).
const OK: &[u8] = &[0x88];

impl Line {
    /// Greets.
    async fn open(mut stream: TlsStream<TcpStream>) -> Self {
        stream.read_exact(&mut [0; 24]).await.unwrap();
        let mut line = Self(stream);
        line.send(SETTINGS, 0, 0, &[]).await;
        line
    }

    async fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        let head = [&length[1..], &[kind, flags], &stream.to_be_bytes()].concat();
        // Who is no longer heard is not spoken to.
        let _ = self.0.write_all(&[&head, payload].concat()).await;
        let _ = self.0.flush().await;
    }

    /// The stream of the next request that has come to its end; nothing at the end of the
    /// connection.
    async fn request(&mut self) -> Option<u32> {
        loop {
            let mut head = [0; 9];
            self.0.read_exact(&mut head).await.ok()?;
            let [a, b, c, kind, flags, id @ ..] = head;
            let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
            self.0.read_exact(&mut payload).await.ok()?;
            match kind {
                SETTINGS | PING if flags & ACK == 0 => {
                    let echo = if kind == PING { &payload[..] } else { &[] };
                    self.send(kind, ACK, 0, echo).await;
                }
                HEADERS | DATA if flags & END_STREAM != 0 => {
                    return Some(u32::from_be_bytes(id));
                }
                _ => {}
            }
        }
    }

    /// Responds with an empty page of files, which is a response to any call here.
    async fn respond(&mut self, stream: u32) {
        self.send(HEADERS, END_HEADERS, stream, OK).await;
        self.send(DATA, END_STREAM, stream, br#"{"files":[],"comments":[]}"#).await;
    }

    async fn reset(&mut self, stream: u32, reason: u32) {
        self.send(RST_STREAM, 0, stream, &reason.to_be_bytes()).await;
    }

    /// Says up to which stream requests were looked at, and that nothing else will be.
    async fn go_away(&mut self, last: u32) {
        let payload = [last.to_be_bytes(), NO_ERROR.to_be_bytes()].concat();
        self.send(GOAWAY, 0, 0, &payload).await;
    }
}

/// A server of HTTP/2, a client that trusts it, and how many requests have come.
struct Scene {
    authority: Authority,
    server: Server,
    requests: Arc<AtomicUsize>,
}

impl Scene {
    /// `speak` is told of each connection its number and where to count requests.
    async fn set<F>(
        speak: impl Fn(usize, Line, Arc<AtomicUsize>) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let authority = Authority::new();
        let requests = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&requests);
        let shown = authority.certificate_for(HERE);
        let server = Server::start(shown, "h2", move |number, stream| {
            let (speak, seen) = (speak.clone(), Arc::clone(&seen));
            async move { speak(number, Line::open(stream).await, seen).await }
        });
        Self { server: server.await, authority, requests }
    }

    fn client(&self, policy: RetryPolicy) -> Client {
        let settings = self.authority.trusted_by(self.server.url());
        let settings = settings.read_timeout(PATIENCE).without_rate_limit();
        settings.retry(policy).build().unwrap()
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

const PATIENCE: Duration = Duration::from_secs(5);

async fn get(client: &Client) -> Result<(), l10n_client::Error> {
    let list = client.list_files("garnet-7041.26");
    list.send().await.map(drop)
}

async fn post(client: &Client) -> Result<(), l10n_client::Error> {
    let create = client.create_key_comments("garnet-7041.26", 1, Vec::<NewComment>::new());
    create.send().await.map(drop)
}

/// Responds, and then reads no more: what a balancer leaves behind that has forgotten the
/// connection.
async fn fall_silent(mut line: Line, responses: usize, seen: Arc<AtomicUsize>) {
    for _ in 0..responses {
        let Some(stream) = line.request().await else {
            return;
        };
        seen.fetch_add(1, Ordering::SeqCst);
        line.respond(stream).await;
    }
    std::future::pending::<()>().await;
}

async fn serve(line: Line, seen: Arc<AtomicUsize>) {
    fall_silent(line, usize::MAX, seen).await;
}

/// Long before the limit of silence, and though nobody has ever waited as long as that.
#[tokio::test]
async fn a_hung_connection_is_found_out_by_pings() {
    let scene = Scene::set(|number, line, seen| async move {
        match number {
            0 => fall_silent(line, 1, seen).await,
            _ => serve(line, seen).await,
        }
    })
    .await;
    let settings = scene.authority.trusted_by(scene.server.url());
    let client = settings.retry(RetryPolicy::never()).build().unwrap();
    get(&client).await.unwrap();
    tokio::time::pause();
    let begin = Instant::now();
    let error = get(&client).await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    let waited = begin.elapsed().as_secs();
    assert!((10..=30).contains(&waited), "{waited} s");
    tokio::time::resume();
    get(&client).await.unwrap();
    assert_eq!(scene.server.connections(), 2);
}

#[tokio::test]
async fn a_refused_stream_was_not_looked_at_and_is_the_policys_to_try_again() {
    let scene = Scene::set(|_, mut line, seen| async move {
        while let Some(stream) = line.request().await {
            // Every third is looked at.
            match seen.fetch_add(1, Ordering::SeqCst) % 3 {
                2 => line.respond(stream).await,
                _ => line.reset(stream, REFUSED_STREAM).await,
            }
        }
    })
    .await;
    let client = scene.client(quick());
    post(&client).await.unwrap();
    get(&client).await.unwrap();
    assert_eq!(scene.requests(), 6);

    let error =
        post(&client.with_options(l10n_client::CallOptions::new().retry(RetryPolicy::never())))
            .await
            .unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::ConnectionLost, 1));
    assert!(error.is_retryable() && !error.may_have_taken_effect(), "{error}");
    assert_eq!(scene.requests(), 7, "the HTTP library sends nothing again");
}

#[tokio::test]
async fn what_a_server_that_goes_away_has_not_looked_at_is_tried_again() {
    let scene = Scene::set(|number, mut line, seen| async move {
        while let Some(stream) = line.request().await {
            seen.fetch_add(1, Ordering::SeqCst);
            match number {
                0 => line.go_away(0).await,
                _ => line.respond(stream).await,
            }
        }
    })
    .await;
    post(&scene.client(quick())).await.unwrap();
    assert_eq!((scene.requests(), scene.server.connections()), (2, 2));
}

#[tokio::test]
async fn what_a_server_that_goes_away_may_have_done_is_not_done_again() {
    let scene = Scene::set(|_, mut line, seen| async move {
        let stream = line.request().await.unwrap();
        seen.fetch_add(1, Ordering::SeqCst);
        line.go_away(stream).await;
    })
    .await;
    let error = post(&scene.client(quick())).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::ConnectionLost, 1));
    assert!(error.may_have_taken_effect(), "{error}");
    assert_eq!(scene.requests(), 1);
    get(&scene.client(quick())).await.unwrap_err();
    assert_eq!(scene.requests(), 4, "to read does no harm");
}

#[tokio::test]
async fn a_reset_for_any_other_reason_tells_nothing_of_what_was_done() {
    let scene = Scene::set(|_, mut line, seen| async move {
        while let Some(stream) = line.request().await {
            seen.fetch_add(1, Ordering::SeqCst);
            line.reset(stream, INTERNAL_ERROR).await;
        }
    })
    .await;
    let error = post(&scene.client(quick())).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::ConnectionLost, 1));
    assert!(error.may_have_taken_effect(), "{error}");
    assert_eq!(scene.requests(), 1);
}

#[tokio::test]
async fn a_reset_after_the_head_is_a_response_that_was_cut() {
    let scene = Scene::set(|_, mut line, seen| async move {
        while let Some(stream) = line.request().await {
            seen.fetch_add(1, Ordering::SeqCst);
            line.send(HEADERS, END_HEADERS, stream, OK).await;
            line.send(DATA, 0, stream, b"{").await;
            line.reset(stream, INTERNAL_ERROR).await;
        }
    })
    .await;
    let client = scene.client(quick());
    for (error, attempts, effect) in
        [(post(&client).await.unwrap_err(), 1, true), (get(&client).await.unwrap_err(), 3, false)]
    {
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::ConnectionLost, attempts));
        assert_eq!(error.may_have_taken_effect(), effect, "{error}");
        assert_eq!(error.status().unwrap(), 200);
    }
    assert_eq!((scene.requests(), scene.server.connections()), (4, 1));
}

/// The windows of their streams are full, and that of the connection is not.
#[tokio::test]
async fn downloads_that_nobody_reads_hold_up_no_other_call() {
    const LONG: usize = 4 << 20;
    let authority = Authority::new();
    let server = Server::start(authority.certificate_for(HERE), "h2", |_, stream| async {
        let mut connection = h2::server::handshake(stream).await.unwrap();
        while let Some(Ok((request, mut respond))) = connection.accept().await {
            let body = match request.uri().path().ends_with("/logo") {
                true => vec![0; LONG],
                false => br#"{"files": []}"#.to_vec(),
            };
            let mut stream = respond.send_response(Response::new(()), false).unwrap();
            stream.send_data(body.into(), true).unwrap();
        }
    });
    let server = server.await;
    let client = authority.trusted_by(server.url()).without_rate_limit();
    let client = client.read_timeout(PATIENCE).retry(RetryPolicy::never()).build().unwrap();
    let mut unread = Vec::new();
    for _ in 0..8 {
        let logo = client.request(Method::GET, "logo");
        unread.push(logo.chunks().await.unwrap().into_inner());
    }
    get(&client).await.unwrap();
    assert_eq!(server.connections(), 1);
    for chunks in unread {
        let read: Vec<_> = chunks.try_collect().await.unwrap();
        assert_eq!(read.concat().len(), LONG);
    }
}
