//! An authority made for a test, and servers with its certificates.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use l10n_client::{Client, ClientBuilder};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs::default_provider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::server::TlsStream;
use tokio_rustls::{TlsAcceptor, rustls};

/// Signs certificates.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: reqwest::Certificate,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let name = uuid::Uuid::new_v4().to_string();
        params.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        Self {
            certificate: reqwest::Certificate::from_der(certificate.der()).unwrap(),
            issuer: Issuer::new(params, key),
        }
    }

    /// What a server shows that has this name.
    pub(crate) fn certificate_for(&self, name: &str) -> Shown {
        self.sign(CertificateParams::new([name.to_owned()]).unwrap())
    }

    /// What a server shows that has a certificate for this time.
    pub(crate) fn certificate_in(&self, years: std::ops::Range<i32>) -> Shown {
        let mut params = CertificateParams::new([HERE.to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(years.start, 1, 1);
        params.not_after = rcgen::date_time_ymd(years.end, 1, 1);
        self.sign(params)
    }

    fn sign(&self, params: CertificateParams) -> Shown {
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let key = PrivatePkcs8KeyDer::from(key.serialize_der());
        let settings = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key.into());
        Shown(settings.unwrap())
    }

    /// Settings of a client that trusts this authority and nobody else.
    pub(crate) fn trusted_by(&self, base_url: String) -> ClientBuilder {
        let certificate = self.certificate.clone();
        Client::builder(base_url)
            .api_token("c0ffee")
            .http(move |settings| settings.tls_certs_only([certificate.clone()]))
    }
}

/// A certificate that a server shows.
pub(crate) struct Shown(ServerConfig);

/// The address that servers of tests have.
pub(crate) const HERE: &str = "127.0.0.1";

/// A server whose connections are numbered from 0.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl Server {
    /// Speaks the protocol of that name over each connection as `speak` says.
    pub(crate) async fn start<F>(
        shown: Shown,
        protocol: &str,
        speak: impl Fn(usize, TlsStream<TcpStream>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let mut settings: rustls::ServerConfig = shown.0;
        settings.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        let acceptor = TlsAcceptor::from(Arc::new(settings));
        let listener = TcpListener::bind((HERE, 0)).await.unwrap();
        let server = Self { address: listener.local_addr().unwrap(), connections: Arc::default() };
        let connections = Arc::clone(&server.connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let number = connections.fetch_add(1, Ordering::SeqCst);
                if let Ok(stream) = acceptor.accept(stream).await {
                    tokio::spawn(speak(number, stream));
                }
            }
        });
        server
    }

    /// How many connections were made.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn url(&self) -> String {
        format!("https://{}/v2", self.address)
    }
}
