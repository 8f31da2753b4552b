//! Links to bundles: where they may lead, seen from those who must not be asked.

use l10n_client::{Client, Error, ErrorKind, RetryPolicy};

use crate::host::{Host, answer, lead_to};
use crate::support::world;

async fn pull(client: &Client) -> Error {
    let folder = tempfile::tempdir().unwrap();
    let pull = client
        .pull("garnet-7041.26")
        .export(|body| body.format("json"));
    let pulled = pull.to_file(folder.path().join("bundle.zip")).await;
    pulled.unwrap_err()
}

fn assert_leads_inside(error: &Error) {
    assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
    let text = error.to_string();
    assert!(
        text.contains("leads to this machine, or into a network"),
        "{text}"
    );
    assert!(!text.contains("marked"), "{text}");
}

/// The service is on this machine, and its links lead into a network, or to who knows the machine's
/// secrets.
#[tokio::test]
async fn a_service_on_this_machine_leads_into_no_network() {
    let world = world().await;
    for place in [
        "10.0.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "[fe80::1]",
        "0.0.0.0",
    ] {
        world.sandbox.reset();
        lead_to(
            &world.sandbox,
            &format!("https://{place}/marked-path?marked-query"),
        );
        assert_leads_inside(&pull(&world.client).await);
        let moved = format!("302 Found\r\nlocation: https://{place}/marked-path\r\n");
        let host = Host::start([answer(moved.trim_end(), "")]).await;
        world.sandbox.reset();
        lead_to(&world.sandbox, &host.link);
        assert_leads_inside(&pull(&world.client).await);
        assert_eq!(host.seen().len(), 1);
    }
}

#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
mod from_elsewhere {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use crate::secure::{Authority, Server};

    const NAME: &str = "api.service.test";

    /// Somebody on this machine, who must not be asked.
    struct Bystander(TcpListener);

    impl Bystander {
        async fn start() -> Self {
            Self(TcpListener::bind("0.0.0.0:0").await.unwrap())
        }

        fn port(&self) -> u16 {
            self.0.local_addr().unwrap().port()
        }

        async fn was_asked(&self) -> bool {
            let visit = tokio::time::timeout(Duration::from_millis(50), self.0.accept());
            visit.await.is_ok()
        }
    }

    /// A service that for all the client knows is on the internet, and whose exports have this
    /// link.
    async fn service(name: &'static str, link: String) -> (Server, Client) {
        let authority = Authority::new();
        let shown = authority.certificate_for(name);
        let server = Server::start(shown, "http/1.1", move |_, mut stream| {
            let body = format!(r#"{{"project_id":"garnet-7041.26","bundle_url":"{link}"}}"#);
            async move {
                let mut buffer = [0; 4096];
                while stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {
                    let answer = answer("200 OK", &body);
                    stream.write_all(&answer).await.unwrap();
                }
            }
        });
        let server = server.await;
        let (root, address) = (authority.root(), server.address);
        let settings = Client::builder(format!("https://{name}:{}/v2", address.port()));
        let settings = settings.api_token("c0ffee").http(move |settings| {
            let settings = settings.no_proxy().resolve(name, address);
            settings.tls_certs_only([root.clone()])
        });
        (server, settings.build().unwrap())
    }

    #[tokio::test]
    async fn a_service_elsewhere_does_not_lead_to_this_machine() {
        let bystander = Bystander::start().await;
        let port = bystander.port();
        for place in [
            format!("http://127.0.0.1:{port}"),
            format!("https://127.0.0.1:{port}"),
            format!("https://localhost:{port}"),
            format!("https://a.localhost.:{port}"),
            format!("https://localhost..:{port}"),
            format!("https://localhost.localdomain:{port}"),
            format!("https://ip6-localhost:{port}"),
            format!("https://[::ffff:127.0.0.1]:{port}"),
            format!("https://2130706433:{port}"),
        ] {
            let (_server, client) =
                service(NAME, format!("{place}/marked-path?marked-query")).await;
            assert_leads_inside(&pull(&client).await);
            assert!(!bystander.was_asked().await, "{place}");
        }
    }

    /// Whoever answers for a bundle's host is not asked again, and is told of in the same words.
    #[tokio::test]
    async fn a_host_of_bundles_with_an_unfit_certificate_is_refused_once() {
        let world = world().await;
        let shown = Authority::new().certificate_for("bundles.service.test");
        let host = Server::start(shown, "http/1.1", |_, _| async {}).await;
        lead_to(
            &world.sandbox,
            &format!("https://{}/marked-path", host.address),
        );
        let error = pull(&world.client.with_retry(RetryPolicy::default())).await;
        assert_eq!(
            (error.kind(), error.attempts()),
            (ErrorKind::Tls, 1),
            "{error}"
        );
        let text = error.to_string();
        assert!(
            text.contains("no connection: its certificate is "),
            "{text}"
        );
        assert!(
            text.contains(&host.address.to_string()) && !text.contains("marked"),
            "{text}"
        );
        assert_eq!(host.connections(), 1);
    }

    /// Nor by a name that is one of this machine, or of its network.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_service_elsewhere_does_not_lead_here_by_a_name() {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        let name = name.trim().to_lowercase();
        if tokio::net::lookup_host((name.clone(), 0)).await.is_err() {
            // A machine that does not know itself.
            return;
        }
        let bystander = Bystander::start().await;
        let link = format!(
            "https://{name}:{}/marked-path?marked-query",
            bystander.port()
        );
        let (_server, client) = service(NAME, link.clone()).await;
        assert_leads_inside(&pull(&client).await);
        // Its network may be the machine's: the name is looked up.
        let (_server, client) = service("l10n", link).await;
        let error = pull(&client).await;
        assert_leads_inside(&error);
        assert_eq!(error.attempts(), 1);
        assert!(!bystander.was_asked().await);
    }
}
