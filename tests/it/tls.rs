//! TLS: what does not fit is rejected once, and said in words with the host.

use l10n_client::types::NewComment;
use std::time::Duration;

use l10n_client::{Client, ClientBuilder, Error, ErrorKind};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::secure::{Authority, HERE, Server, Shown};
use crate::support::quick;

fn settings(settings: ClientBuilder) -> Client {
    settings.retry(quick()).build().unwrap()
}

/// A server that sends nothing over secure connections, if it gets so far.
async fn server(shown: Shown) -> Server {
    Server::start(shown, "http/1.1", |_, _| async {}).await
}

/// The error of a call that reads, and of one that writes.
async fn errors(client: &Client) -> [Error; 2] {
    let list = client.list_files("garnet-7041.26");
    let create = client.create_key_comments("garnet-7041.26", 1, Vec::<NewComment>::new());
    [list.send().await.unwrap_err(), create.send().await.unwrap_err()]
}

/// Whether calls fail at once, say why and where, and were not sent.
async fn assert_rejected(client: &Client, server: &Server, why: &str) {
    for error in errors(client).await {
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::Tls, 1), "{error}");
        assert!(!error.is_retryable() && !error.may_have_taken_effect());
        let text = error.with_causes();
        assert!(text.contains(&server.address.to_string()), "{text}");
        assert!(text.contains(why), "{text}");
    }
    assert_eq!(server.connections(), 2, "one for each call");
}

#[tokio::test]
async fn a_certificate_that_does_not_fit_is_rejected_once() {
    let authority = Authority::new();
    for (shown, why) in [
        (Authority::new().certificate_for(HERE), "UnknownIssuer"),
        (authority.certificate_in(2001..2002), "certificate expired"),
        (authority.certificate_in(3001..3002), "certificate not valid yet"),
        (authority.certificate_for("api.service.test"), "certificate not valid for name"),
    ] {
        let server = server(shown).await;
        let client = settings(authority.trusted_by(server.url()));
        assert_rejected(&client, &server, why).await;
    }
}

#[tokio::test]
async fn plain_http_on_a_port_for_tls_is_told_once() {
    let listener = TcpListener::bind((HERE, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            stream.read_u8().await.unwrap();
            let response = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(response).await.unwrap();
        }
    });
    let client = settings(Authority::new().trusted_by(format!("https://{address}/v2")));
    for error in errors(&client).await {
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::Tls, 1), "{error}");
        let text = error.with_causes();
        assert!(text.contains(&format!("{address}: no secure connection: ")), "{text}");
    }
}

/// Who accepts and then says nothing, or is being replaced, may do better the next time.
#[tokio::test]
async fn a_handshake_that_stalls_or_is_cut_is_tried_again() {
    for is_cut in [false, true] {
        let listener = TcpListener::bind((HERE, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let _server = tokio::spawn(async move {
            let mut kept = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                stream.read_u8().await.unwrap();
                kept.extend((!is_cut).then_some(stream));
            }
        });
        let client = Authority::new().trusted_by(format!("https://{address}/v2"));
        let client = settings(client.connect_timeout(Duration::from_millis(100)));
        for error in errors(&client).await {
            assert_eq!((error.kind(), error.attempts()), (ErrorKind::Connect, 3), "{error}");
            assert!(error.is_retryable() && !error.may_have_taken_effect());
            let text = error.with_causes();
            assert!(text.contains(&format!("{address}: no connection (3 attempts")), "{text}");
        }
    }
}
