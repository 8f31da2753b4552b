//! A certificate authority, created at startup, and a server certificate by it.

use std::error::Error;
use std::sync::Arc;

use chrono::{Datelike as _, Utc};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

#[derive(Clone)]
pub(crate) struct Tls {
    pub(crate) ca_pem: String,
    pub(crate) acceptor: TlsAcceptor,
}

/// Creates an authority, and a certificate for this machine and a host.
///
/// # Errors
///
/// Fails if the host is not valid in a certificate.
pub(crate) fn create(host: &str) -> Result<Tls, Box<dyn Error + Send + Sync>> {
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
    let host = host.trim_matches(['[', ']']).to_owned();
    names.extend(Some(host).filter(|host| !names.contains(host)));
    let mut server = until_next_year(CertificateParams::new(names)?);
    server.distinguished_name.push(DnType::CommonName, "l10n-sandbox");
    server.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    server.use_authority_key_identifier_extension = true;
    let server_key = KeyPair::generate()?;
    let certificate = server.signed_by(&server_key, &Issuer::new(authority, key))?;
    let server_key = PrivatePkcs8KeyDer::from(server_key.serialize_der());
    let mut settings = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], server_key.into())?;
    settings.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Tls { ca_pem, acceptor: TlsAcceptor::from(Arc::new(settings)) })
}

/// Valid since last year, for clients whose clock is wrong, and until next year: some clients
/// reject a longer validity.
fn until_next_year(mut params: CertificateParams) -> CertificateParams {
    let year = Utc::now().year();
    params.not_before = rcgen::date_time_ymd(year - 1, 12, 31);
    params.not_after = rcgen::date_time_ymd(year + 1, 12, 31);
    params
}
