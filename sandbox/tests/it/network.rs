//! Where the servers are: hosts, ports and paths that are given out, and what every port answers.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use l10n_sandbox::{Builder, Fault, Misbehavior, RateLimit, ResetMoment, Sandbox};
use reqwest::Method;
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

/// The sandbox gives out a name, and is reached at the loopback address.
fn here(url: &str) -> String {
    let port = url.split(':').nth(2).unwrap().split('/').next();
    format!("http://127.0.0.1:{}", port.unwrap())
}

fn urls(of: &Sandbox) -> [&str; 5] {
    [of.base_url(), of.auth_url(), of.cursor_url(), of.bundle_url(), of.control_url()]
}

fn builder() -> Builder {
    Sandbox::builder()
}

#[tokio::test]
async fn addresses_that_are_given_out_are_those_that_clients_reach() {
    let everywhere = || builder().listen("0.0.0.0:0");
    let mapped = [
        "localhost:9000/v2",
        "localhost:9001",
        "localhost:9002/v1",
        "localhost:9003",
        "localhost:9004",
    ]
    .map(|it| format!("http://{it}"));
    let proxy =
        ["/v2", "", "/v1", "/bundles", "/control"].map(|it| format!("https://l10n.test{it}"));
    let start = |text: &str| [(); 5].map(|()| text.to_owned());
    for (builder, expected) in [
        (everywhere(), start("http://127.0.0.1:")),
        (everywhere().public_host("Sandbox"), start("http://sandbox:")),
        (builder().listen("localhost:0"), start("http://localhost:")),
        (builder().public_host("localhost:9000"), mapped),
        (builder().one_port().public_host("https://l10n.test"), proxy),
    ] {
        let sandbox = builder.start().await.unwrap();
        for (url, expected) in urls(&sandbox).into_iter().zip(expected) {
            assert!(
                url == expected || expected.ends_with(':') && url.starts_with(&expected),
                "{url}"
            );
        }
    }
}

/// Linux has all of 127.0.0.0/8: its second address is as one of another network.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn it_is_reached_at_the_addresses_that_it_listens_at() {
    for (builder, is_reached) in [(builder().listen("0.0.0.0:0"), true), (builder(), false)] {
        let sandbox = builder.start().await.unwrap();
        for url in urls(&sandbox) {
            let place = here(url).replace("http://127.0.0.1", "127.0.0.2");
            let connected = TcpStream::connect(place).await;
            assert_eq!(connected.is_ok(), is_reached, "{url}");
        }
    }
}

#[tokio::test]
async fn settings_that_make_no_sense_are_errors_that_say_what_does() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = taken.local_addr().unwrap().port();
    let of_port = format!("cannot listen on port {port} for the main API: ");
    for (wrong, expected) in [
        (builder().listen("8080"), "a host and a port"),
        (builder().listen("127.0.0.1:http"), "a host and a port"),
        (builder().listen("nobody.invalid:0"), "--listen takes a host and a port"),
        (builder().listen("127.0.0.1:65533"), "five ports are needed"),
        (builder().listen(format!("127.0.0.1:{port}")), &of_port),
        (builder().public_host("http://sandbox"), "with --one-port an origin"),
        (builder().public_host("a:b"), "it takes a host"),
        (builder().one_port().public_host("https://a.test/b"), "an origin such as"),
    ] {
        let error = wrong.start().await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn health_is_answered_whatever_else_happens() {
    for builder in [builder(), builder().one_port()] {
        let sandbox = builder.rate_limit(RateLimit::new(0, 0)).start().await.unwrap();
        let always = |what| Fault::new(what).times(1000);
        sandbox.add_fault(always(Misbehavior::Reset(ResetMoment::BeforeBody))).unwrap();
        sandbox.add_fault(always(Misbehavior::status(503))).unwrap();
        for url in urls(&sandbox) {
            let (status, answer) = get(url, "/health", "Host: elsewhere.test\r\n").await;
            assert_eq!(status, 200, "{url}");
            assert!(answer.ends_with(r#"{"status":"ok"}"#), "{answer}");
        }
        assert_eq!(get(sandbox.base_url(), "/healthy", "Host: a\r\n").await.1, "", "it resets");
        assert_eq!(sandbox.requests().len(), 1, "only that one");
    }
}

/// Others are recorded with the reason, and use up no fault.
#[tokio::test]
async fn pages_of_this_machine_and_of_named_origins_may_use_the_apis() {
    let origins = [
        "http://localhost:3000",
        "http://127.0.0.1",
        "https://sandbox:8443",
        "https://page.test",
        "http://page.test",
        "http://192.0.2.1",
        "null",
    ];
    for (allowed, expected) in [
        (None, [400, 400, 400, 403, 403, 403, 403]),
        (Some("https://page.test"), [400, 400, 400, 400, 403, 403, 403]),
        (Some("null"), [400, 400, 400, 403, 403, 403, 400]),
        (Some("*"), [400; 7]),
    ] {
        let builder = allowed.into_iter().fold(builder().public_host("sandbox"), Builder::cors);
        let sandbox = builder.start().await.unwrap();
        sandbox.add_fault(Fault::new(Misbehavior::status(400)).always()).unwrap();
        for (origin, expected) in origins.into_iter().zip(expected) {
            let headers = format!("Host: page.test\r\nOrigin: {origin}\r\n");
            let (status, answer) = get(&here(sandbox.base_url()), "/v2/none?a=1", &headers).await;
            assert_eq!(status, expected, "{allowed:?} {origin}: {answer}");
            assert_eq!(answer.contains("access-control-allow-origin"), expected != 403, "{answer}");
            let seen = sandbox.requests().pop().unwrap();
            assert_eq!((&*seen.target, seen.status), ("/v2/none?a=1", Some(expected)));
            assert_eq!(seen.misbehaved, expected != 403);
            let is_explained = |why: String| {
                let told = seen.answer.unwrap();
                why.ends_with(&format!("--cors {origin}")) && answer.contains(told.text().unwrap())
            };
            assert_eq!(seen.refused.is_some_and(is_explained), expected == 403);
        }
        let headers = "Host: 127.0.0.1\r\nOrigin: https://page.test\r\n";
        let (status, _) = get(&here(sandbox.control_url()), "/state", headers).await;
        assert_eq!(status, 403, "the control endpoints are for its own page");
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
    for builder in [builder(), builder().one_port()] {
        let api = Api::with(builder.rate_limit(RateLimit::new(1, 1))).await;
        api.sandbox.add_fault(Fault::new(Misbehavior::status(500)).times(1)).unwrap();
        let (bundles, auth) = (api.sandbox.bundle_url(), api.sandbox.auth_url());
        for url in [api.url("/keys"), format!("{bundles}/a/b"), format!("{auth}/oauth2/token")] {
            let request = api.http.request(Method::OPTIONS, url);
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
}

#[tokio::test]
async fn only_its_own_page_may_use_the_control_endpoints() {
    let builder = builder().public_host("sandbox");
    for (builder, path) in [(builder.clone(), "/state"), (builder.one_port(), "/control/state")] {
        let sandbox = builder.start().await.unwrap();
        let here = here(sandbox.control_url());
        let port = here.rsplit_once(':').unwrap().1;
        const LINK: &str = "127.0.0.1:PORT\r\nSec-Fetch-Site: cross-site\r\n\
             Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document";
        for (host, expected) in [
            ("127.0.0.1:PORT", 200),
            ("127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT", 200),
            ("localhost:PORT\r\nSec-Fetch-Site: same-origin", 200),
            ("SANDBOX.:PORT", 200),
            ("sandbox:PORT\r\nOrigin: http://sandbox:PORT", 200),
            ("[::1]:PORT", 200),
            ("127.0.0.1:PORT\r\nOrigin: https://page.test", 403),
            ("127.0.0.1:PORT\r\nOrigin: https://127.0.0.1:PORT", 403),
            ("127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:1", 403),
            ("127.0.0.1:PORT\r\nOrigin: null", 403),
            ("127.0.0.1:PORT\r\nOrigin: \u{e9}", 403),
            ("127.0.0.1:PORT\r\nSec-Fetch-Site: cross-site", 403),
            (LINK, 200),
            ("rebound.test:PORT", 403),
            ("rebound.test:PORT\r\nOrigin: http://rebound.test:PORT", 403),
            ("a.sandbox:PORT", 403),
        ] {
            let headers = format!("Host: {host}\r\n").replace("PORT", port);
            let (status, answer) = get(&here, path, &headers).await;
            assert_eq!(status, expected, "{headers}{answer}");
            assert_eq!(answer.contains(r#"{"error":""#), expected == 403, "{answer}");
            assert!(!answer.contains("access-control-allow-origin"), "{answer}");
        }
    }
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
