//! Where the servers are: the addresses that are given out, and who may use them.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use l10n_sandbox::{Builder, Fault, Misbehavior, RateLimit, ResetMoment, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::Api;

/// Sends these bytes to the place of a URL, and reads until the end.
pub(crate) async fn raw(url: &str, request: &str) -> String {
    let place = url.split('/').nth(2).unwrap();
    let mut stream = TcpStream::connect(place).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// Asks for a path with these headers.
async fn get(url: &str, path: &str, headers: &str) -> (u16, String) {
    let head = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
    let answer = raw(url, &head).await;
    (answer.split(' ').nth(1).map_or(0, |status| status.parse().unwrap()), answer)
}

fn builder() -> Builder {
    Sandbox::builder()
}

#[tokio::test]
async fn addresses_that_are_given_out_are_those_that_clients_reach() {
    for (listen, host) in
        [("127.0.0.1:0", "127.0.0.1"), ("0.0.0.0:0", "127.0.0.1"), ("localhost:0", "localhost")]
    {
        let sandbox = builder().listen(listen).start().await.unwrap();
        let port = sandbox.base_url().split([':', '/']).nth(4).unwrap();
        let found = [sandbox.base_url(), sandbox.auth_url(), sandbox.cursor_url()];
        let expected = ["/v2", "", "/v1"].map(|path| format!("http://{host}:{port}{path}"));
        assert_eq!(found, expected);
        let found = [sandbox.bundle_url(), sandbox.control_url()];
        let expected = ["/bundles", "/control"].map(|path| format!("http://{host}:{port}{path}"));
        assert_eq!(found, expected);
    }

    let api = Api::start().await;
    api.sandbox.create_world("one").unwrap();
    for (headers, origin) in [
        ("Host: sandbox:9000\r\n", "http://sandbox:9000"),
        ("Host: [::1]:9000\r\nX-Forwarded-Proto: https\r\n", "https://[::1]:9000"),
        ("Host: localhost\r\nX-Forwarded-Proto: ftp\r\n", "http://localhost"),
        ("Host: a@b\r\n", api.sandbox.base_url().trim_end_matches("/v2")),
    ] {
        let get = |path| get(api.sandbox.base_url(), path, headers);
        for (path, url) in [
            ("/control/state", "/bundles"),
            ("/control/worlds/one/state", "/control/worlds/one"),
            ("/control/worlds", "/control/worlds/one"),
        ] {
            let (_, answer) = get(path).await;
            assert!(answer.contains(&format!("\"{origin}{url}\"")), "{path}: {answer}");
        }
    }
}

/// Also of the link that an export sends to a webhook when its process ends.
#[tokio::test]
async fn links_are_below_the_address_of_the_request() {
    let api = Api::start().await;
    let post = |path: &str, body: Value| {
        let request = api.request(Method::POST, &api.url(path)).json(&body);
        let request = request.header("Host", "l10n.test").header("X-Forwarded-Proto", "https");
        async { api.send(request).await.expect(200) }
    };
    let hook = crate::webhooks::Receiver::start(&[]).await;
    let bundle = post("/files/download", json!({ "format": "json" })).await;
    let options = json!({ "format": "json", "webhook_url": hook.url });
    post("/files/async-download", options).await;
    let deliveries = loop {
        let (_, found) = api.control(Method::GET, "/deliveries", Value::Null).await;
        if found["deliveries"][0]["status"] == 204 {
            break found;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let delivered = &deliveries["deliveries"][0]["body"];
    for link in [&bundle["bundle_url"], &delivered["bundle_url"]] {
        assert!(link.as_str().unwrap().starts_with("https://l10n.test/bundles/"), "{link}");
    }
}

/// Linux has all of 127.0.0.0/8: its second address is as one of another network.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn it_is_reached_at_the_addresses_that_it_listens_at() {
    for (builder, is_reached) in [(builder().listen("0.0.0.0:0"), true), (builder(), false)] {
        let sandbox = builder.start().await.unwrap();
        let place = sandbox.base_url().split('/').nth(2).unwrap();
        let connected = TcpStream::connect(place.replace("127.0.0.1", "127.0.0.2")).await;
        assert_eq!(connected.is_ok(), is_reached);
    }
}

#[tokio::test]
async fn settings_that_make_no_sense_are_errors_that_say_what_does() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = taken.local_addr().unwrap().port();
    let of_port = format!("cannot listen on 127.0.0.1:{port}: ");
    for (wrong, expected) in [
        (builder().listen("8080"), "a host and a port"),
        (builder().listen("127.0.0.1:http"), "a host and a port"),
        (builder().listen("nobody.invalid:0"), "--listen takes a host and a port"),
        (builder().listen(format!("127.0.0.1:{port}")), &of_port),
    ] {
        let error = wrong.start().await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn health_is_answered_whatever_else_happens() {
    let sandbox = builder().rate_limit(RateLimit::new(0, 0)).start().await.unwrap();
    let always = |what| Fault::new(what).always();
    sandbox.add_fault(always(Misbehavior::Reset(ResetMoment::BeforeBody))).unwrap();
    let (status, answer) = get(sandbox.base_url(), "/health", "Host: elsewhere.test\r\n").await;
    assert_eq!(status, 200);
    assert!(answer.ends_with(r#"{"status":"ok"}"#), "{answer}");
    assert_eq!(get(sandbox.base_url(), "/healthy", "Host: a\r\n").await.1, "", "it resets");
    assert_eq!(sandbox.requests().len(), 1, "only that one");
}

#[tokio::test]
async fn pages_of_this_machine_and_of_named_origins_may_use_the_sandbox() {
    let origins = [
        "http://localhost:3000",
        "http://127.0.0.1",
        "http://[::1]:80",
        "https://page.test",
        "http://page.test",
        "http://192.0.2.1",
        "null",
    ];
    for (allowed, expected) in [
        (None, [200, 200, 200, 403, 403, 403, 403]),
        (Some("https://page.test"), [200, 200, 200, 200, 403, 403, 403]),
        (Some("null"), [200, 200, 200, 403, 403, 403, 200]),
        (Some("*"), [200; 7]),
    ] {
        let sandbox = allowed.into_iter().fold(builder(), Builder::cors).start().await.unwrap();
        for (origin, expected) in origins.into_iter().zip(expected) {
            let token = sandbox.tokens().read_write;
            let headers =
                format!("Host: 127.0.0.1\r\nOrigin: {origin}\r\nX-Api-Token: {token}\r\n");
            for path in ["/v2/projects", "/control/state"] {
                let (status, answer) = get(sandbox.base_url(), path, &headers).await;
                assert_eq!(status, expected, "{allowed:?} {origin}: {answer}");
                let is_open = answer.contains("access-control-allow-origin: *");
                assert_eq!(is_open, expected == 200, "{answer}");
                assert_eq!(answer.contains(&format!("--cors {origin}\"")), expected == 403);
            }
        }
    }
}

/// The clock of the sandbox advances as soon as it waits for nothing but time.
#[tokio::test(start_paused = true)]
async fn the_head_of_a_request_must_arrive_in_time() {
    let sandbox = Sandbox::start().await.unwrap();
    let place = sandbox.base_url().split('/').nth(2).unwrap().to_owned();
    let (sent, done) = tokio::sync::oneshot::channel();
    let begun = tokio::time::Instant::now();
    std::thread::spawn(move || {
        let mut stream = std::net::TcpStream::connect(place).unwrap();
        stream.write_all(b"GET /v2/projects HTTP/1.1\r\nHost: a\r\n").unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        sent.send(stream.read_to_end(&mut Vec::new())).unwrap();
    });
    done.await.unwrap().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(150), "it stays open");
}

#[tokio::test]
async fn preflights_are_answered_and_cost_nothing() {
    const ORIGIN: &str = "http://localhost:3000";
    let api = Api::with(builder().rate_limit(RateLimit::new(1, 1))).await;
    api.sandbox.add_fault(Fault::new(Misbehavior::status(500))).unwrap();
    for path in ["/v2/projects", "/bundles/a/b", "/oauth2/token", "/control/faults"] {
        let request = api.http.request(Method::OPTIONS, api.sandbox.auth_url().to_owned() + path);
        let request = request.header("Access-Control-Request-Method", "PUT");
        let names = "x-api-token,content-type";
        let request = request.header("Access-Control-Request-Headers", names);
        let answer = request.header("Origin", ORIGIN).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["access-control-allow-origin"], "*");
        assert_eq!(answer.headers()["access-control-allow-methods"], "PUT");
        assert_eq!(answer.headers()["access-control-allow-headers"], names);
    }
    assert_eq!(api.sandbox.requests().len(), 0);
    for expected in [500, 200, 429] {
        let request = api.request(Method::GET, &api.url("/files"));
        let answer = request.header("Origin", ORIGIN).send().await.unwrap();
        assert_eq!(answer.headers()["access-control-expose-headers"], "*");
        assert_eq!(answer.status(), expected);
    }
    let other = api.request(Method::OPTIONS, &api.url("/files"));
    assert_eq!(other.send().await.unwrap().status(), 405, "this one is for the API");
}

/// Any name can resolve to this machine.
#[tokio::test]
async fn the_control_endpoints_have_no_name_that_a_page_can_have() {
    let sandbox = builder().cors("https://proxy.test").start().await.unwrap();
    for (headers, expected) in [
        ("Host: 127.0.0.1:80", 200),
        ("Host: [::1]", 200),
        ("Host: LOCALHOST.", 200),
        ("Host: sandbox:8080\r\nOrigin: http://sandbox:8080", 200),
        ("Host: 192.0.2.1\r\nOrigin: http://192.0.2.1", 200),
        ("Host: 192.0.2.1\r\nOrigin: http://192.0.2.1:80", 403),
        ("Host: proxy.test\r\nOrigin: https://proxy.test", 200),
        ("Host: rebound.test", 403),
        ("Host: rebound.test\r\nOrigin: http://rebound.test", 403),
        ("Host: a.sandbox", 403),
    ] {
        let headers = format!("{headers}\r\n");
        let (status, answer) = get(sandbox.base_url(), "/control/state", &headers).await;
        assert_eq!(status, expected, "{headers}{answer}");
    }
    let rebound = "Host: rebound.test\r\n";
    assert_eq!(get(sandbox.base_url(), "/v2/projects", rebound).await.0, 400, "a name of a proxy");
    let page = format!("{rebound}Origin: http://rebound.test\r\n");
    assert_eq!(get(sandbox.base_url(), "/v2/projects", &page).await.0, 403);
}

#[tokio::test]
async fn too_large_bodies_and_too_long_addresses_are_rejected() {
    let api = Api::start().await;
    let path = "/v2/projects/garnet-7041.26";
    for (path, size) in [
        (format!("{path}/keys"), 1536 << 20),
        (format!("{path}/files/upload"), (1536 << 20) + 1),
        ("/v2/nothing".to_owned(), 65 << 20),
    ] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: a\r\nX-Api-Token: {}\r\nContent-Length: {size}\r\n\
             Connection: close\r\n\r\n",
            api.sandbox.tokens().read_write
        );
        let answer = raw(api.sandbox.base_url(), &head).await;
        assert!(answer.starts_with("HTTP/1.1 413"), "{path}: {answer}");
    }
    let path = format!("{path}/keys?filter_keys=");
    for (length, status) in [(8_000, 200), (8_001, 414)] {
        let query = format!("/keys?filter_keys={}", "k".repeat(length - path.len()));
        assert_eq!(api.get(&query).await.status, status, "{length} bytes");
    }
    assert!(api.sandbox.requests().pop().unwrap().refused.unwrap().contains("too long"));
}
