//! Where the servers are: the addresses that are given out, and who may use them.

use l10n_sandbox::{Builder, Fault, Misbehavior, RateLimit, ResetMoment, Sandbox};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::Api;

/// Asks for a path with these headers.
async fn get(url: &str, path: &str, headers: &str) -> (u16, String) {
    let place = url.split('/').nth(2).unwrap();
    let mut stream = TcpStream::connect(place).await.unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    (answer.split(' ').nth(1).map_or(0, |status| status.parse().unwrap()), answer)
}

#[tokio::test]
async fn addresses_that_are_given_out_are_those_that_clients_reach() {
    for (listen, host) in
        [("127.0.0.1:0", "127.0.0.1"), ("0.0.0.0:0", "127.0.0.1"), ("localhost:0", "localhost")]
    {
        let sandbox = Sandbox::builder().listen(listen).start().await.unwrap();
        let port = sandbox.base_url().split([':', '/']).nth(4).unwrap();
        assert_eq!(sandbox.base_url(), format!("http://{host}:{port}/v2"));
    }

    let api = Api::start().await;
    api.sandbox.create_world("one").unwrap();
    for (headers, origin) in [
        ("Host: sandbox:9000\r\n", "http://sandbox:9000"),
        ("Host: [::1]:9000\r\nX-Forwarded-Proto: https\r\n", "https://[::1]:9000"),
        ("Host: localhost\r\nX-Forwarded-Proto: ftp\r\n", "http://localhost"),
        ("Host: a@b\r\n", api.sandbox.auth_url()),
    ] {
        for (path, url) in [
            ("/control/state", "/bundles"),
            ("/control/worlds/one/state", "/control/worlds/one"),
            ("/control/worlds", "/control/worlds/one"),
        ] {
            let (_, answer) = get(api.sandbox.base_url(), path, headers).await;
            assert!(answer.contains(&format!("\"{origin}{url}\"")), "{path}: {answer}");
        }
    }
    let export = api.request(Method::POST, &api.url("/files/download"));
    let export = export.header("Host", "l10n.test").json(&json!({ "format": "json" }));
    let export = api.send(export).await.expect(200);
    assert!(export["bundle_url"].as_str().unwrap().starts_with("http://l10n.test/bundles/"));
}

#[tokio::test]
async fn health_is_answered_whatever_else_happens() {
    let sandbox = Sandbox::builder().rate_limit(RateLimit::new(0, 0)).start().await.unwrap();
    let reset = Misbehavior::Reset(ResetMoment::BeforeBody);
    sandbox.add_fault(Fault::new(reset).always()).unwrap();
    let (status, answer) = get(sandbox.base_url(), "/health", "Host: elsewhere.test\r\n").await;
    assert_eq!(status, 200);
    assert!(answer.ends_with(r#"{"status":"ok"}"#), "{answer}");
    assert_eq!(get(sandbox.base_url(), "/healthy", "Host: a\r\n").await.1, "", "it resets");
    assert_eq!(sandbox.requests().len(), 1, "only that one");
}

#[tokio::test]
async fn long_addresses_are_rejected() {
    let api = Api::start().await;
    let path = "/v2/projects/garnet-7041.26/keys?filter_keys=";
    for (length, status) in [(8_000, 200), (8_001, 414)] {
        let query = format!("/keys?filter_keys={}", "k".repeat(length - path.len()));
        assert_eq!(api.get(&query).await.status, status, "{length} bytes");
    }
}

#[tokio::test]
async fn pages_of_this_machine_and_of_named_origins_may_use_the_sandbox() {
    let origins = [
        "http://localhost:3000",
        "http://[::1]:80",
        "https://page.test",
        "http://page.test",
        "http://192.0.2.1",
        "null",
    ];
    for (allowed, expected) in [
        (None, [200, 200, 403, 403, 403, 403]),
        (Some("https://page.test"), [200, 200, 200, 403, 403, 403]),
        (Some("null"), [200, 200, 403, 403, 403, 200]),
        (Some("*"), [200; 6]),
    ] {
        let builder = allowed.into_iter().fold(Sandbox::builder(), Builder::cors);
        let sandbox = builder.start().await.unwrap();
        for (origin, expected) in origins.into_iter().zip(expected) {
            let token = sandbox.tokens().read_write;
            let headers =
                format!("Host: 127.0.0.1\r\nOrigin: {origin}\r\nX-Api-Token: {token}\r\n");
            for path in ["/v2/projects", "/control/state"] {
                let (status, answer) = get(sandbox.base_url(), path, &headers).await;
                assert_eq!(status, expected, "{allowed:?} {origin}: {answer}");
                assert!(answer.contains(&format!("access-control-allow-origin: {origin}")));
                assert_eq!(answer.contains(&format!("--cors {origin}\"")), expected == 403);
            }
        }
    }
}

#[tokio::test]
async fn preflights_are_answered_and_cost_nothing() {
    const ORIGIN: &str = "http://localhost:3000";
    let api = Api::with(Sandbox::builder().rate_limit(RateLimit::new(1, 1))).await;
    api.sandbox.add_fault(Fault::new(Misbehavior::status(500))).unwrap();
    for path in ["//projects", "auth//bundles/a/b", "auth//oauth2/token", "control//faults"] {
        let request = api.http.request(Method::OPTIONS, api.url(path));
        let request = request.header("Access-Control-Request-Method", "PUT");
        let names = "x-api-token,content-type";
        let request = request.header("Access-Control-Request-Headers", names);
        let answer = request.header("Origin", ORIGIN).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["access-control-allow-origin"], ORIGIN);
        assert_eq!(answer.headers()["access-control-allow-methods"], "PUT");
        assert_eq!(answer.headers()["access-control-allow-headers"], names);
    }
    let foreign = api.http.request(Method::OPTIONS, api.url("/files"));
    let foreign = foreign.header("Origin", "https://page.test").send().await.unwrap();
    assert_eq!(foreign.status(), 403);
    assert_eq!(api.sandbox.requests().len(), 0);
    for expected in [500, 200, 429] {
        let request = api.request(Method::GET, &api.url("/files"));
        let answer = request.header("Origin", ORIGIN).send().await.unwrap();
        assert_eq!(answer.headers()["access-control-expose-headers"], "*");
        assert_eq!(answer.status(), expected);
    }
}

/// Any name can resolve to this machine.
#[tokio::test]
async fn the_control_endpoints_have_no_name_that_a_page_can_have() {
    let sandbox = Sandbox::builder().cors("https://proxy.test").start().await.unwrap();
    for (host, expected) in [
        ("127.0.0.1:80", 200),
        ("[::1]", 200),
        ("LOCALHOST", 200),
        ("sandbox:8080", 200),
        ("192.0.2.1", 200),
        ("proxy.test", 200),
        ("rebound.test", 403),
    ] {
        let headers = format!("Host: {host}\r\n");
        let (status, answer) = get(sandbox.base_url(), "/control/state", &headers).await;
        assert_eq!(status, expected, "{headers}{answer}");
        let (status, _) = get(sandbox.base_url(), "/v2/projects", &headers).await;
        assert_eq!(status, 400, "there is no token");
    }
}
