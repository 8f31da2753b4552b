//! HTTPS with a certificate of its own: who trusts it, and that faults work below it.

use std::io::ErrorKind;
use std::process::Command;
use std::sync::Arc;

use l10n_sandbox::{Fault, Misbehavior, ResetMoment, Sandbox};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// What comes of a request until the connection ends, and how that ends.
async fn get(sandbox: &Sandbox, path: &str) -> (String, Option<ErrorKind>) {
    let mut roots = RootCertStore::empty();
    let pem = sandbox.ca_pem().unwrap().as_bytes();
    roots.add(CertificateDer::from_pem_slice(pem).unwrap()).unwrap();
    let settings = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let host = sandbox.base_url().split('/').nth(2).unwrap();
    let stream = TcpStream::connect(host).await.unwrap();
    let name = ServerName::try_from("::1").unwrap();
    let mut stream = TlsConnector::from(Arc::new(settings)).connect(name, stream).await.unwrap();
    let token = sandbox.tokens().read_write;
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Api-Token: {token}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let ended = stream.read_to_end(&mut answer).await;
    (String::from_utf8(answer).unwrap(), ended.err().map(|error| error.kind()))
}

#[tokio::test]
async fn connections_are_reset_and_cut_below_encryption() {
    let sandbox = Sandbox::builder().tls().start().await.unwrap();
    let files = "/v2/projects/garnet-7041.26/files";
    let (whole, ended) = get(&sandbox, files).await;
    assert!(whole.contains("locales/%LANG_ISO%.json") && ended.is_none(), "{whole}");
    let (state, _) = get(&sandbox, "/control/state").await;
    assert!(state.contains(&sandbox.description().to_string()), "{state}");
    let head = whole.find("\r\n\r\n").unwrap() + 4;
    let reset = |moment| (Misbehavior::Reset(moment), 0, ErrorKind::ConnectionReset);
    for (what, bytes, expected) in [
        reset(ResetMoment::BeforeBody),
        reset(ResetMoment::BeforeEffect),
        reset(ResetMoment::AfterEffect),
        (Misbehavior::CutBody(7), head + 7, ErrorKind::UnexpectedEof),
    ] {
        sandbox.add_fault(Fault::new(what.clone()).times(1)).unwrap();
        let (answer, ended) = get(&sandbox, files).await;
        assert_eq!((answer.len(), ended), (bytes, Some(expected)), "{what:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn python_trusts_the_authority_and_nothing_else() {
    const PROGRAM: &str = "import ssl, sys, urllib.request as http
context = ssl.create_default_context(cafile=sys.argv[2] if len(sys.argv) > 2 else None)
context.verify_flags |= ssl.VERIFY_X509_STRICT
opener = http.build_opener(http.ProxyHandler({}), http.HTTPSHandler(context=context))
print(opener.open(sys.argv[1]).read().decode())";
    let sandbox = Sandbox::builder().tls().listen("localhost:0").start().await.unwrap();
    let authority = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&authority, sandbox.ca_pem().unwrap()).unwrap();
    let url = format!("{}/health", sandbox.auth_url());
    for (file, expected) in
        [(Some(authority.path()), r#"{"status":"ok"}"#), (None, "CERTIFICATE_VERIFY_FAILED")]
    {
        let mut command = Command::new("python3");
        let Ok(ended) = command.args(["-c", PROGRAM, &url]).args(file).output() else {
            eprintln!("NOT tested: there is no python3");
            return;
        };
        let output = String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap();
        assert!(output.contains(expected), "{output}");
    }
}
