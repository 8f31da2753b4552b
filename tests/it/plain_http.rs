//! Plain HTTP to one host that was named, and to no other.

use std::net::SocketAddr;

use l10n_client::types::TokenRequest;
use l10n_client::{Client, ClientBuilder, Error, ErrorKind, http};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, Sandbox};
use reqwest::Request;
use serde_json::json;

use crate::support::{Fake, builder, bundle};

/// A sandbox that is known by a name, which leads here.
async fn sandbox() -> Sandbox {
    let sandbox = Sandbox::builder().public_host("sandbox");
    sandbox.start().await.unwrap()
}

/// All names of the test lead to this machine, as a network's own resolver would have it; the port
/// is that of each address.
fn known_here(builder: ClientBuilder) -> ClientBuilder {
    let here = SocketAddr::from(([127, 0, 0, 1], 0));
    builder.http(move |settings| {
        let names = ["sandbox", "sandbox.", "a.sandbox", "sandbox.test"];
        let settings = settings.no_proxy();
        names.iter().fold(settings, |settings, name| settings.resolve(name, here))
    })
}

fn client(sandbox: &Sandbox, host: &str) -> Result<Client, Error> {
    let token = sandbox.tokens().read_write;
    let settings = builder(sandbox).api_token(token).allow_plain_http_to(host);
    known_here(settings).build()
}

fn rejected(built: Result<Client, Error>) -> String {
    let error = built.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Configuration, "{error}");
    error.to_string()
}

#[tokio::test]
async fn it_is_spoken_to_the_host_that_was_named() {
    let sandbox = sandbox().await;
    for host in ["sandbox", " SandBox "] {
        let client = client(&sandbox, host).unwrap();
        let project = sandbox.project().project_id;
        client.list_files(project).send().await.unwrap();
        client.list_items(project).send().await.unwrap();
        assert_eq!(&bundle(&client, project).await.unwrap()[..2], b"PK");
        let unknown = TokenRequest::refresh_token("nobody", "hunter2", "none");
        let error = client.request_token(unknown).send().await.unwrap_err();
        assert_eq!(error.status().map(|status| status.as_u16()), Some(400), "{error}");
    }
    let servers = sandbox.requests().into_iter().map(|request| request.server);
    assert_eq!(servers.collect::<std::collections::HashSet<_>>().len(), 4);
}

#[tokio::test]
async fn it_is_spoken_to_no_other_host() {
    let sandbox = sandbox().await;
    for other in ["a.sandbox", "sandbox.test", "sandbox.", "sand", "127.0.0.1"] {
        let text = rejected(client(&sandbox, other));
        assert!(text.contains("`ClientBuilder::allow_plain_http_to`"), "{text}");
    }
    for none in ["", "http://sandbox", "sandbox:8080", "sandbox/v2", "me@sandbox"] {
        let text = rejected(client(&sandbox, none));
        assert!(text.contains("without scheme and port"), "{text}");
    }
    let elsewhere =
        || Client::builder("https://api.service.test/v2").allow_plain_http_to("sandbox");
    for url in ["http://a.sandbox", "http://sandbox.test", "http://api.service.test"] {
        rejected(elsewhere().auth_url(url).build());
        rejected(elsewhere().cursor_api_url(url).build());
    }
    elsewhere().auth_url("http://sandbox:1").build().unwrap();
    assert_eq!(sandbox.requests().len(), 0);
}

#[tokio::test]
async fn links_lead_to_no_other_host_either() {
    let sandbox = sandbox().await;
    let client = client(&sandbox, "sandbox").unwrap();
    let port = sandbox.bundle_url().rsplit_once(':').unwrap().1;
    for host in ["a.sandbox", "sandbox.test"] {
        let link = format!("http://{host}:{port}/id/bundle.zip");
        let body = json!({ "project_id": "garnet-7041.26", "bundle_url": link });
        let reply = Reply::new(200, ReplyBody::Json(body));
        sandbox
            .add_fault(Fault::new(Misbehavior::Respond(reply)).on("exportFiles").times(1))
            .unwrap();
        let error = bundle(&client, "garnet-7041.26").await.unwrap_err();
        assert!(error.to_string().contains("the link is not HTTPS"), "{host}: {error}");
    }
    let asked = sandbox.requests();
    assert!(asked.iter().all(|request| request.operation.as_deref() != Some("downloadBundle")));
}

/// A remote service must not make the client ask this machine, or a host of its network.
#[tokio::test]
async fn only_a_service_on_a_plain_host_leads_to_plain_links() {
    const REMOTE: &str = "https://api.service.test/v2";
    const LOCAL: &str = "http://127.0.0.1:1/v2";
    const NAMED: &str = "http://sandbox:1/v2";
    for (base, named, link, is_followed) in [
        (REMOTE, None, "https://storage.test/b.zip", true),
        (REMOTE, None, "http://storage.test/b.zip", false),
        (REMOTE, None, "http://127.0.0.1:6379/", false),
        (REMOTE, None, "http://[::1]/", false),
        (REMOTE, None, "http://localhost/", false),
        (REMOTE, Some("sandbox"), "http://sandbox/b.zip", false),
        (REMOTE, Some("sandbox"), "http://127.0.0.1/", false),
        (LOCAL, None, "https://storage.test/b.zip", true),
        (LOCAL, None, "http://storage.test/b.zip", false),
        (LOCAL, None, "http://[::1]:2/b.zip", true),
        (LOCAL, Some("sandbox"), "http://sandbox/b.zip", true),
        ("https://localhost/v2", None, "http://localhost:2/b.zip", true),
        (NAMED, Some("sandbox"), "http://sandbox:2/b.zip", true),
        (NAMED, Some("sandbox"), "http://127.0.0.1/", false),
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
        let client = named.into_iter().fold(builder, ClientBuilder::allow_plain_http_to);
        let client = client.build().unwrap();
        // A redirect leads from HTTPS to HTTPS only.
        let is_safe = !base.starts_with("https:") || link.starts_with("https:");
        let redirect = format!("{base}/redirect");
        for (from, is_followed) in [(link, is_followed), (&redirect, is_followed && is_safe)] {
            let case = format!("{base}, {named:?}: {from} to {link}");
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
