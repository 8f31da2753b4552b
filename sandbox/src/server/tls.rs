//! A certificate authority, created at startup, and a server certificate for each name.

use std::io;
use std::sync::Arc;

use chrono::{Datelike as _, Utc};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::{default_provider, sign::any_supported_type};
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::{CertifiedKey, SigningKey};

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone)]
pub(crate) struct Tls {
    pub(crate) ca_pem: String,
    pub(crate) acceptor: TlsAcceptor,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

impl Tls {
    /// Creates an authority, and certificates for this machine, a host, and the name that a client
    /// asks for.
    ///
    /// # Errors
    ///
    /// Fails if the host is not valid in a certificate.
    pub(crate) fn new(host: &str) -> io::Result<Self> {
        make(host.trim_matches(['[', ']'])).map_err(io::Error::other)
    }
}

fn make(host: &str) -> Result<Tls, Failure> {
    let mut authority = until_next_year(CertificateParams::default());
    authority.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let name = &mut authority.distinguished_name;
    name.push(DnType::CommonName, "l10n-sandbox authority");
    // Systems find an authority by its name, so that of each start must differ.
    name.push(DnType::OrganizationalUnitName, uuid::Uuid::new_v4().to_string());
    let key = KeyPair::generate()?;
    let ca_pem = authority.self_signed(&key)?.pem();

    let mut names = ["localhost", "127.0.0.1", "::1"].map(str::to_owned).to_vec();
    names.extend(Some(host.to_owned()).filter(|host| !names.contains(host)));
    let server = KeyPair::generate()?;
    let signing = any_supported_type(&PrivatePkcs8KeyDer::from(server.serialize_der()).into())?;
    let certificates = Certificates { issuer: Issuer::new(authority, key), server, signing, names };
    certificates.of(None)?;
    let mut settings = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(certificates));
    settings.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Tls { ca_pem, acceptor: TlsAcceptor::from(Arc::new(settings)) })
}

struct Certificates {
    issuer: Issuer<'static, KeyPair>,
    server: KeyPair,
    signing: Arc<dyn SigningKey>,
    /// Those in every certificate.
    names: Vec<String>,
}

impl Certificates {
    fn of(&self, name: Option<&str>) -> Result<CertifiedKey, Failure> {
        let other = name.filter(|name| !self.names.iter().any(|known| known == name));
        let names = self.names.iter().cloned().chain(other.map(str::to_owned));
        let mut server = until_next_year(CertificateParams::new(names.collect::<Vec<_>>())?);
        server.distinguished_name.push(DnType::CommonName, "l10n-sandbox");
        server.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        server.use_authority_key_identifier_extension = true;
        let certificate = server.signed_by(&self.server, &self.issuer)?;
        Ok(CertifiedKey::new(vec![certificate.der().clone()], Arc::clone(&self.signing)))
    }
}

impl std::fmt::Debug for Certificates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certificates").finish_non_exhaustive()
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.of(hello.server_name()).ok().map(Arc::new)
    }
}

/// Valid since last year, for clients whose clock is wrong, and until next year: some clients
/// reject a longer validity.
fn until_next_year(mut params: CertificateParams) -> CertificateParams {
    let year = Utc::now().year();
    params.not_before = rcgen::date_time_ymd(year - 1, 12, 31);
    params.not_after = rcgen::date_time_ymd(year + 1, 12, 31);
    params
}
