//! HTTPS with a certificate of its own: who trusts it, and that faults work below it.

use std::io::ErrorKind;
use std::process::Command;
use std::sync::Arc;

use l10n_sandbox::{Builder, Fault, Misbehavior, ResetMoment, Sandbox};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

async fn start(builder: Builder) -> Sandbox {
    builder.tls().start().await.unwrap()
}

fn place(url: &str) -> &str {
    url.split('/').nth(2).unwrap()
}

/// A connection to the place of a URL, by this name.
async fn connect(
    sandbox: &Sandbox,
    url: &str,
    name: &str,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    let pem = sandbox.ca_pem().unwrap().as_bytes();
    roots.add(CertificateDer::from_pem_slice(pem).unwrap()).unwrap();
    let settings = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let port = place(url).rsplit_once(':').unwrap().1;
    let stream = TcpStream::connect(format!("127.0.0.1:{port}")).await.unwrap();
    let name = ServerName::try_from(name.to_owned()).unwrap();
    TlsConnector::from(Arc::new(settings)).connect(name, stream).await
}

/// What comes of a request until the connection ends, and how that ends.
async fn get(sandbox: &Sandbox, url: &str, path: &str) -> (String, Option<ErrorKind>) {
    let mut stream = connect(sandbox, url, "127.0.0.1").await.unwrap();
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {}\r\nX-Api-Token: {}\r\nConnection: close\r\n\r\n",
        place(url),
        sandbox.tokens().read_write
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let ended = stream.read_to_end(&mut answer).await;
    let text = String::from_utf8(answer).unwrap();
    (text, ended.err().map(|error| error.kind()))
}

const FILES: &str = "/v2/projects/garnet-7041.26/files";

#[tokio::test]
async fn all_servers_but_control_speak_https() {
    let sandbox = start(Sandbox::builder()).await;
    for url in [sandbox.base_url(), sandbox.auth_url(), sandbox.cursor_url(), sandbox.bundle_url()]
    {
        assert!(url.starts_with("https://127.0.0.1:"), "{url}");
        let (answer, _) = get(&sandbox, url, "/health").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let state = reqwest::get(format!("{}/state", sandbox.control_url())).await.unwrap();
    let state: serde_json::Value = state.json().await.unwrap();
    assert_eq!(state["ca_pem"].as_str(), sandbox.ca_pem());
    let (answer, _) = get(&sandbox, sandbox.base_url(), FILES).await;
    assert!(answer.contains("locales/%LANG_ISO%.json"), "{answer}");
}

#[tokio::test]
async fn one_port_speaks_https_with_control_too() {
    let sandbox = start(Sandbox::builder().one_port()).await;
    assert!(sandbox.control_url().starts_with("https://"));
    let (answer, _) = get(&sandbox, sandbox.control_url(), "/control/state").await;
    assert!(answer.contains(&sandbox.description().to_string()), "{answer}");
}

#[tokio::test]
async fn the_certificate_has_the_names_of_the_host() {
    let sandbox = start(Sandbox::builder().public_host("sandbox")).await;
    for name in ["sandbox", "localhost", "127.0.0.1", "::1"] {
        connect(&sandbox, sandbox.base_url(), name).await.expect(name);
    }
    connect(&sandbox, sandbox.base_url(), "other").await.unwrap_err();
    let of_another = start(Sandbox::builder()).await;
    connect(&of_another, sandbox.base_url(), "localhost").await.unwrap_err();
}

#[tokio::test]
async fn a_handshake_that_never_ends_holds_nobody_up() {
    let sandbox = start(Sandbox::builder()).await;
    let mut held = Vec::new();
    for bytes in [&b""[..], b"\x16\x03\x01"] {
        for _ in 0..20 {
            let mut stream = TcpStream::connect(place(sandbox.base_url())).await.unwrap();
            stream.write_all(bytes).await.unwrap();
            held.push(stream);
        }
    }
    let answered = get(&sandbox, sandbox.base_url(), FILES);
    let (answer, _) = answered.await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn connections_are_reset_and_cut_below_encryption() {
    let sandbox = start(Sandbox::builder()).await;
    let (whole, ended) = get(&sandbox, sandbox.base_url(), FILES).await;
    assert_eq!(ended, None);
    let body = whole.split("\r\n\r\n").nth(1).unwrap();
    for moment in [ResetMoment::BeforeBody, ResetMoment::BeforeEffect, ResetMoment::AfterEffect] {
        sandbox.add_fault(Fault::new(Misbehavior::Reset(moment)).times(1)).unwrap();
        let (answer, ended) = get(&sandbox, sandbox.base_url(), FILES).await;
        assert_eq!((answer.as_str(), ended), ("", Some(ErrorKind::ConnectionReset)), "{moment:?}");
    }
    sandbox.add_fault(Fault::new(Misbehavior::CutHead(10)).times(1)).unwrap();
    let cut = get(&sandbox, sandbox.base_url(), FILES).await;
    assert_eq!(cut, (whole[..10].to_owned(), Some(ErrorKind::UnexpectedEof)));
    sandbox.add_fault(Fault::new(Misbehavior::CutBody(7)).times(1)).unwrap();
    let (cut, ended) = get(&sandbox, sandbox.base_url(), FILES).await;
    assert_eq!(cut.split("\r\n\r\n").nth(1), Some(&body[..7]));
    assert_eq!(ended, Some(ErrorKind::UnexpectedEof));
}

#[tokio::test]
async fn python_trusts_the_authority_and_nothing_else() {
    const PROGRAM: &str = "import ssl, sys, urllib.request as http
context = ssl.create_default_context(cafile=sys.argv[2] if len(sys.argv) > 2 else None)
context.verify_flags |= ssl.VERIFY_X509_STRICT
opener = http.build_opener(http.ProxyHandler({}), http.HTTPSHandler(context=context))
print(opener.open(sys.argv[1]).read().decode())";
    let sandbox = start(Sandbox::builder().listen("localhost:0")).await;
    let authority = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&authority, sandbox.ca_pem().unwrap()).unwrap();
    let url = format!("https://{}/health", place(sandbox.base_url()));
    for (file, expected) in
        [(Some(authority.path()), r#"{"status":"ok"}"#), (None, "CERTIFICATE_VERIFY_FAILED")]
    {
        let mut command = Command::new("python3");
        command.args(["-c", PROGRAM, &url]).args(file);
        let Ok(ended) = tokio::task::spawn_blocking(move || command.output()).await.unwrap() else {
            eprintln!("NOT tested: there is no python3");
            return;
        };
        let told = if file.is_some() { ended.stdout } else { ended.stderr };
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(expected), "{told}");
    }
}
