//! HTTP/1: what becomes of requests whose connections are closed under them, and of long bodies on
//! slow lines.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use l10n_client::{CallOptions, Client, Error, ErrorKind, RetryPolicy};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::Instant;

use crate::peer::{Peer, head};

const RESPONSE: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

/// Responds to so many requests of each connection, then reads the head of one more where `reads`
/// is set, and closes. Counts the heads.
async fn closing_after(responses: usize, reads: bool) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v2", listener.local_addr().unwrap());
    let seen = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&seen);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            for number in 0..responses + usize::from(reads) {
                if head(&mut stream).await.is_none() {
                    break;
                }
                counted.fetch_add(1, Ordering::SeqCst);
                if number < responses {
                    stream.write_all(RESPONSE).await.unwrap();
                }
            }
        }
    });
    (url, seen)
}

fn client(url: String, policy: RetryPolicy) -> Client {
    let settings = Client::builder(url).api_token("c0ffee").without_rate_limit();
    settings.retry(policy).build().unwrap()
}

async fn call(client: &Client, method: Method) -> Result<(), Error> {
    client.request(method, "keys").send::<Value>().await.map(drop)
}

/// What was written on a connection that was used before is not written again by the HTTP library.
#[tokio::test]
async fn a_request_that_was_read_without_a_response_is_not_sent_again() {
    let (url, seen) = closing_after(1, true).await;
    let client = client(url, RetryPolicy::never());
    for calls in 1..=10 {
        call(&client, Method::POST).await.unwrap();
        let error = call(&client, Method::POST).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::ConnectionLost, 1), "{error}");
        assert!(error.may_have_taken_effect(), "{error}");
        assert_eq!(seen.load(Ordering::SeqCst), 2 * calls);
    }
}

#[tokio::test]
async fn a_response_that_cannot_be_read_is_not_retried() {
    let many: String = (0..130).map(|number| format!("x-{number}: 1\r\n")).collect();
    for head in [format!("HTTP/1.1 200 OK\r\n{many}\r\n"), "no HTTP\r\n\r\n".to_owned()] {
        let peer = Peer::start().await;
        let client = client(peer.url() + "/v2", RetryPolicy::default());
        let responding = async {
            let mut request = peer.head().await;
            request.respond(head).await;
            request
        };
        let put = client.request(Method::PUT, "keys");
        let put = put.options(CallOptions::new().idempotent());
        let (sent, _request) = tokio::join!(put.send::<Value>(), responding);
        let error = sent.unwrap_err();
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::Decode, 1));
        assert!(error.may_have_taken_effect(), "{error}");
        assert!(error.to_string().contains("more than 100 headers"), "{error}");
    }
}

const MIB: usize = 1 << 20;

/// Takes a long body at this rate limiter, and responds.
async fn slow_line(listener: TcpListener, pause: Duration) -> usize {
    let (mut stream, _) = listener.accept().await.unwrap();
    let head = head(&mut stream).await.unwrap();
    let length = head.split("content-length: ").nth(1).unwrap();
    let length: usize = length.split("\r\n").next().unwrap().parse().unwrap();
    let mut part = vec![0; 256 << 10];
    let mut left = length;
    while left > 0 {
        tokio::time::sleep(pause).await;
        let wanted = left.min(part.len());
        left -= stream.read_exact(&mut part[..wanted]).await.unwrap();
    }
    stream.write_all(RESPONSE).await.unwrap();
    length
}

/// As long as it takes several times the limit of silence.
#[tokio::test]
async fn an_upload_from_memory_that_goes_on_is_not_silence() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v2", listener.local_addr().unwrap());
    let settings = Client::builder(url).api_token("c0ffee");
    let settings = settings.read_timeout(Duration::from_secs(3));
    let client = settings.retry(RetryPolicy::never()).build().unwrap();
    let body = json!({ "data": "a".repeat(20 * MIB) });
    let begin = Instant::now();
    let upload = client.request(Method::POST, "files").json(&body);
    let line = slow_line(listener, Duration::from_millis(50));
    let (sent, length) = tokio::join!(upload.send::<Value>(), line);
    sent.unwrap();
    assert!(length > 20 * MIB && begin.elapsed() > Duration::from_secs(3));
}
