//! Plain HTTP: to this machine, and elsewhere only if it is allowed.

use std::net::SocketAddr;

use l10n_client::types::TokenRequest;
use l10n_client::{Client, ErrorKind, http};
use l10n_sandbox::Sandbox;
use reqwest::Request;

use crate::support::{Fake, bundle};

#[tokio::test]
async fn it_is_spoken_to_another_host_only_if_it_is_allowed() {
    // Known by a name, as in a network of containers.
    let sandbox = Sandbox::start().await.unwrap();
    let here = SocketAddr::from(([127, 0, 0, 1], 0));
    let named = |url: &str| url.replace("127.0.0.1", "sandbox");
    let settings = || {
        let settings = Client::builder(named(sandbox.base_url()))
            .auth_url(named(sandbox.auth_url()))
            .cursor_api_url(named(sandbox.cursor_url()))
            .without_rate_limit()
            .api_token(sandbox.tokens().read_write);
        settings.http(move |settings| settings.no_proxy().resolve("sandbox", here))
    };
    let error = settings().build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Configuration);
    assert!(error.to_string().contains("`ClientBuilder::allow_plain_http`"), "{error}");

    let client = settings().allow_plain_http().build().unwrap();
    let project = sandbox.project().project_id;
    client.list_files(project).send().await.unwrap();
    client.list_items(project).send().await.unwrap();
    assert_eq!(&bundle(&client, project).await.unwrap()[..2], b"PK");
    let unknown = TokenRequest::refresh_token("nobody", "hunter2", "none");
    let error = client.request_token(unknown).send().await.unwrap_err();
    assert_eq!(error.status().map(|status| status.as_u16()), Some(400), "{error}");
    let servers = sandbox.requests().into_iter().map(|request| request.server);
    assert_eq!(servers.collect::<std::collections::HashSet<_>>().len(), 4);
}

#[test]
fn no_server_may_have_another_host() {
    let service = || Client::builder("https://api.service.test/v2");
    for url in ["http://sandbox:1", "http://api.localhost", "http://127.0.0.1.test"] {
        let rejected = [
            Client::builder(url).build(),
            service().auth_url(url).build(),
            service().cursor_api_url(url).build(),
        ];
        for rejected in rejected {
            assert_eq!(rejected.unwrap_err().kind(), ErrorKind::Configuration, "{url}");
        }
        service().allow_plain_http().auth_url(url).build().unwrap();
    }
}

/// A remote service must not make the client ask this machine, or a host of its network.
#[tokio::test]
async fn only_a_service_of_plain_http_leads_to_plain_links() {
    const REMOTE: &str = "https://api.service.test/v2";
    const LOCAL: &str = "http://127.0.0.1:1/v2";
    const NAMED: &str = "http://sandbox:1/v2";
    for (base, allows_plain, link, is_followed) in [
        (REMOTE, false, "https://storage.test/b.zip", true),
        (REMOTE, false, "http://storage.test/b.zip", false),
        (REMOTE, false, "http://127.0.0.1:6379/", false),
        (REMOTE, false, "http://[::1]/", false),
        (REMOTE, false, "http://localhost/", false),
        (REMOTE, true, "http://sandbox/b.zip", false),
        (REMOTE, true, "http://127.0.0.1/", false),
        (LOCAL, false, "https://storage.test/b.zip", true),
        (LOCAL, false, "http://storage.test/b.zip", false),
        (LOCAL, false, "http://[::1]:2/b.zip", true),
        (LOCAL, false, "http://a.localhost:2/b.zip", false),
        (LOCAL, true, "http://sandbox/b.zip", true),
        ("https://localhost/v2", false, "http://localhost:2/b.zip", true),
        (NAMED, true, "http://sandbox:2/b.zip", true),
    ] {
        let respond = move |request: Request| {
            let response = http::Response::builder();
            let response = match request.url().path() {
                "/v2/redirect" => response.status(302).header("location", link),
                _ => response,
            };
            std::future::ready(Ok(response.body("PK".into()).unwrap()))
        };
        let builder = Client::builder(base).api_token("c0ffee").transport(Fake(respond));
        let builder = if allows_plain { builder.allow_plain_http() } else { builder };
        let client = builder.build().unwrap();
        // A redirect leads from HTTPS to HTTPS only.
        let is_safe = !base.starts_with("https:") || link.starts_with("https:");
        let redirect = format!("{base}/redirect");
        for (from, is_followed) in [(link, is_followed), (&redirect, is_followed && is_safe)] {
            let case = format!("{base}, {allows_plain}: {from} to {link}");
            match client.download(from).chunks().await {
                Ok(_) => assert!(is_followed, "{case}"),
                Err(error) => {
                    assert!(!is_followed, "{case}: {error}");
                    assert_eq!(error.kind(), ErrorKind::Bundle);
                    assert_eq!(error.attempts(), u32::from(from != link));
                }
            }
        }
    }
}
