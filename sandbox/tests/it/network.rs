//! Where the servers are: hosts, ports and paths that are given out, and what every port answers.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use l10n_sandbox::{Builder, Fault, Misbehavior, Preset, RateLimit, ResetMoment, Sandbox};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
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
async fn get(url: &str, path: &str, headers: &str) -> String {
    let head = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
    raw(url, &head).await
}

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

/// The sandbox gives out a name, and is reached at the loopback address.
fn here(url: &str) -> String {
    let port = url.split(':').nth(2).unwrap().split('/').next();
    format!("http://127.0.0.1:{}", port.unwrap())
}

async fn refused(builder: Builder) -> String {
    let error = builder.start().await.unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{error}");
    error.to_string()
}

fn urls(of: &Sandbox) -> [&str; 5] {
    [of.base_url(), of.auth_url(), of.cursor_url(), of.bundle_url(), of.control_url()]
}

/// Uploads a file and exports, and answers with what is given out: the place of the process, and
/// the link to the bundle.
async fn given_out(api: &Api) -> (String, String) {
    let upload = json!({ "data": "e30=", "filename": "a.json", "lang_iso": "en" });
    let uploaded = api.post("/files/upload", &upload).await;
    let location = uploaded.header("location").to_owned();
    uploaded.expect(202);
    let exported = api.post("/files/download", &json!({ "format": "json" })).await;
    let link = exported.expect(200)["bundle_url"].as_str().unwrap().to_owned();
    (location, link)
}

#[tokio::test]
async fn the_public_host_is_in_all_that_is_given_out() {
    let builder = Sandbox::builder().listen("0.0.0.0:0").public_host("Sandbox");
    let sandbox = builder.start().await.unwrap();
    for url in urls(&sandbox) {
        assert!(url.starts_with("http://sandbox:"), "{url}");
    }
    let state = get(&here(sandbox.control_url()), "/state", "Host: sandbox\r\n").await;
    assert!(state.contains(&sandbox.description().to_string()), "{state}");
    let export = r#"{"format":"json"}"#;
    let head = format!(
        "POST /v2/projects/garnet-7041.26/files/download HTTP/1.1\r\nHost: a\r\n\
         X-Api-Token: {}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{export}",
        sandbox.tokens().read_write,
        export.len()
    );
    let exported = raw(&here(sandbox.base_url()), &head).await;
    assert!(exported.contains(&format!("{}/", sandbox.bundle_url())), "{exported}");
}

#[tokio::test]
async fn what_listens_everywhere_gives_out_an_address_that_can_be_reached() {
    let sandbox = Sandbox::builder().listen("0.0.0.0:0").start().await.unwrap();
    assert!(sandbox.base_url().starts_with("http://127.0.0.1:"));
    let sandbox = Sandbox::builder().listen("localhost:0").start().await.unwrap();
    assert!(sandbox.base_url().starts_with("http://localhost:"));
    let answer = reqwest::get(format!("{}/state", sandbox.control_url())).await.unwrap();
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn mapped_ports_follow_that_of_the_main_api() {
    let sandbox = Sandbox::builder().public_host("localhost:9000").start().await.unwrap();
    assert_eq!(sandbox.base_url(), "http://localhost:9000/v2");
    assert_eq!(sandbox.control_url(), "http://localhost:9004");
    let behind_a_proxy = Sandbox::builder().one_port().public_host("https://l10n.test");
    let sandbox = behind_a_proxy.start().await.unwrap();
    assert_eq!(sandbox.base_url(), "https://l10n.test/v2");
    assert_eq!(sandbox.auth_url(), "https://l10n.test");
    assert_eq!(sandbox.control_url(), "https://l10n.test/control");
}

#[tokio::test]
async fn settings_that_make_no_sense_are_told() {
    let builder = Sandbox::builder;
    for (wrong, told) in [
        (builder().listen("8080"), "a host and a port"),
        (builder().listen("127.0.0.1:http"), "a host and a port"),
        (builder().listen("nobody.invalid:0"), "--listen takes a host and a port"),
        (builder().listen("127.0.0.1:65533"), "five ports are needed"),
        (builder().public_host("http://sandbox"), "with --one-port an origin"),
        (builder().public_host("a:b"), "it takes a host"),
        (builder().one_port().public_host("https://a.test/b"), "an origin such as"),
    ] {
        let said = refused(wrong).await;
        assert!(said.contains(told), "{said}");
    }
}

#[tokio::test]
async fn a_taken_port_is_named() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = taken.local_addr().unwrap().port();
    let builder = Sandbox::builder().listen(format!("127.0.0.1:{port}"));
    let error = builder.start().await.unwrap_err();
    let message = error.to_string();
    let expected = format!("cannot listen on port {port} for the main API: ");
    assert!(message.starts_with(&expected), "{message}");
}

#[tokio::test]
async fn one_port_serves_all() {
    let api = Api::with(Sandbox::builder().one_port().compress().step_on_look()).await;
    let origin = api.sandbox.auth_url().to_owned();
    assert_eq!(api.sandbox.base_url(), format!("{origin}/v2"));
    assert_eq!(api.sandbox.cursor_url(), format!("{origin}/v1"));
    let (location, link) = given_out(&api).await;
    assert!(link.starts_with(&format!("{origin}/bundles/")), "{link}");
    let place = format!("{origin}{location}");
    api.send(api.request(Method::GET, &place)).await.expect(200);
    let bundle = api.http.get(&link).send().await.unwrap();
    assert_eq!(bundle.status(), 200);
    assert_eq!(&bundle.bytes().await.unwrap()[..2], b"PK");
    let items = format!("{origin}/v1/projects/garnet-7041.26/items");
    api.send(api.request(Method::GET, &items)).await.expect(200);
    let token = api.request(Method::POST, &format!("{origin}/oauth2/token"));
    api.send(token.json(&json!({}))).await.expect(400);
    let control = api.sandbox.control_url();
    let state: Value =
        api.http.get(format!("{control}/state")).send().await.unwrap().json().await.unwrap();
    assert_eq!(state, api.sandbox.description());
    let seen = api.sandbox.requests();
    let servers: Vec<_> = seen.iter().map(|request| json!(request.server)).collect();
    assert_eq!(servers, ["main", "main", "main", "bundle", "cursor", "auth"]);
}

#[tokio::test]
async fn health_is_answered_whatever_else_happens() {
    for builder in [Sandbox::builder(), Sandbox::builder().one_port()] {
        let api = Api::with(builder.rate_limit(RateLimit::new(0, 0))).await;
        let always = |what| Fault::new(what).times(1000);
        api.sandbox.add_fault(always(Misbehavior::Reset(ResetMoment::OnConnect))).unwrap();
        api.sandbox.add_fault(always(Misbehavior::status(503))).unwrap();
        let sandbox = &api.sandbox;
        for url in urls(sandbox) {
            let answer = get(url, "/health", "Host: elsewhere.test\r\n").await;
            assert_eq!(status(&answer), 200, "{url}");
            assert!(answer.ends_with(r#"{"status":"ok"}"#), "{answer}");
        }
        assert_eq!(get(sandbox.base_url(), "/healthy", "Host: a\r\n").await, "", "it resets");
        assert_eq!(sandbox.requests().len(), 0);
    }
}

/// Sends a request as a page of this machine does, which may read the answer.
async fn from_a_page(request: RequestBuilder) -> Response {
    let request = request.header("Origin", "http://localhost:3000");
    let answer = request.send().await.unwrap();
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    answer
}

#[tokio::test]
async fn pages_of_other_sites_may_not_use_the_apis() {
    let sandbox = Sandbox::builder().public_host("sandbox").start().await.unwrap();
    let here = here(sandbox.base_url());
    for (origin, expected) in [
        ("http://localhost:3000", 400),
        ("http://127.0.0.1", 400),
        ("https://sandbox:8443", 400),
        ("https://page.test", 403),
        ("http://192.0.2.1", 403),
        ("null", 403),
    ] {
        let headers = format!("Host: sandbox\r\nOrigin: {origin}\r\n");
        let answer = get(&here, "/v2/projects", &headers).await;
        assert_eq!(status(&answer), expected, "{origin}: {answer}");
        assert_eq!(answer.contains("access-control-allow-origin"), expected != 403, "{answer}");
    }
}

#[tokio::test]
async fn rejected_pages_are_recorded_with_the_reason_and_use_up_no_fault() {
    let sandbox = Sandbox::start().await.unwrap();
    sandbox.add_fault(Fault::new(Misbehavior::status(500))).unwrap();
    for (origin, advice) in
        [("https://page.test", "--cors https://page.test"), ("null", "--cors null")]
    {
        let headers = format!("Host: a\r\nOrigin: {origin}\r\n");
        let answer = get(sandbox.base_url(), "/v2/projects?a=1", &headers).await;
        assert_eq!(status(&answer), 403, "{answer}");
        let seen = sandbox.requests().pop().unwrap();
        assert_eq!((&*seen.target, seen.status), ("/v2/projects?a=1", Some(403)));
        let refused = seen.refused.as_deref().unwrap();
        assert!(refused.ends_with(advice), "{refused}");
        assert!(answer.contains(seen.answer.unwrap().text().unwrap()), "{answer}");
    }
    assert_eq!(sandbox.faults()[0].matched, 0);
}

#[tokio::test]
async fn pages_of_named_origins_may_use_the_apis() {
    for (allowed, expected) in
        [("https://page.test", [400, 403, 403]), ("null", [403, 403, 400]), ("*", [400; 3])]
    {
        let sandbox = Sandbox::builder().cors(allowed).start().await.unwrap();
        let mut statuses = Vec::new();
        for origin in ["https://page.test", "http://page.test", "null"] {
            let headers = format!("Host: page.test\r\nOrigin: {origin}\r\n");
            let answer = get(sandbox.base_url(), "/v2/projects", &headers).await;
            statuses.push(status(&answer));
        }
        assert_eq!(statuses, expected, "{allowed}");
        let headers = "Host: 127.0.0.1\r\nOrigin: https://page.test\r\n";
        let answer = get(sandbox.control_url(), "/state", headers).await;
        assert_eq!(status(&answer), 403, "the control endpoints are for its own page");
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
    let ended = done.await.unwrap();
    assert!(
        ended.is_ok() && begun.elapsed() < Duration::from_secs(150),
        "it stays open: {ended:?}"
    );
}

#[tokio::test]
async fn pages_of_this_machine_may_use_the_apis() {
    for builder in [Sandbox::builder(), Sandbox::builder().one_port()] {
        let api = Api::with(builder.rate_limit(RateLimit::new(1, 1))).await;
        let preflight = |url: &str| {
            let request = api.http.request(Method::OPTIONS, url);
            let request = request.header("Access-Control-Request-Method", "PUT");
            let names = "x-api-token,content-type";
            from_a_page(request.header("Access-Control-Request-Headers", names))
        };
        api.sandbox.add_fault(Fault::new(Misbehavior::status(500)).times(1)).unwrap();
        let (keys, bundle) = (api.url("/keys"), format!("{}/a/b", api.sandbox.bundle_url()));
        let token = format!("{}/oauth2/token", api.sandbox.auth_url());
        for url in [&keys, &bundle, &token] {
            let answer = preflight(url).await;
            assert_eq!(answer.status(), StatusCode::OK);
            let headers = answer.headers();
            assert_eq!(headers["access-control-allow-methods"], "PUT");
            assert_eq!(headers["access-control-allow-headers"], "x-api-token,content-type");
        }
        assert_eq!(api.sandbox.requests().len(), 0);
        let mut statuses = Vec::new();
        for _ in 0..3 {
            let answer = from_a_page(api.request(Method::GET, &api.url("/files"))).await;
            assert_eq!(answer.headers()["access-control-expose-headers"], "*");
            statuses.push(answer.status().as_u16());
        }
        assert_eq!(statuses, [500, 200, 429], "the preflights cost nothing");
        let other = api.request(Method::OPTIONS, &api.url("/files"));
        assert_eq!(other.send().await.unwrap().status(), 405, "this one is for the API");
    }
}

#[tokio::test]
async fn only_its_own_page_may_use_the_control_endpoints() {
    let builder = Sandbox::builder().public_host("sandbox");
    let one_port = builder.clone().one_port();
    for (builder, prefix) in [(builder, ""), (one_port, "/control")] {
        let sandbox = builder.start().await.unwrap();
        let here = here(sandbox.control_url());
        let own = here.trim_start_matches("http://");
        let port = own.split(':').nth(1).unwrap();
        for (headers, expected) in [
            (format!("Host: {own}\r\n"), 200),
            (format!("Host: {own}\r\nOrigin: {here}\r\n"), 200),
            (format!("Host: localhost:{port}\r\nSec-Fetch-Site: same-origin\r\n"), 200),
            (format!("Host: SANDBOX.:{port}\r\n"), 200),
            (format!("Host: sandbox:{port}\r\nOrigin: http://sandbox:{port}\r\n"), 200),
            (format!("Host: [::1]:{port}\r\n"), 200),
            (format!("Host: {own}\r\nOrigin: https://page.test\r\n"), 403),
            (format!("Host: {own}\r\nOrigin: https://{own}\r\n"), 403),
            (format!("Host: {own}\r\nOrigin: http://127.0.0.1:1\r\n"), 403),
            (format!("Host: {own}\r\nOrigin: null\r\n"), 403),
            (format!("Host: {own}\r\nOrigin: \u{e9}\r\n"), 403),
            (format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\n"), 403),
            // Somebody follows a link.
            (
                format!(
                    "Host: {own}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\
                     Sec-Fetch-Dest: document\r\n"
                ),
                200,
            ),
            (format!("Host: rebound.test:{port}\r\n"), 403),
            (format!("Host: rebound.test:{port}\r\nOrigin: http://rebound.test:{port}\r\n"), 403),
            (format!("Host: a.sandbox:{port}\r\n"), 403),
        ] {
            let answer = get(&here, &format!("{prefix}/state"), &headers).await;
            assert_eq!(status(&answer), expected, "{headers}{answer}");
            assert_eq!(answer.contains(r#"{"error":""#), expected == 403, "{answer}");
            assert!(!answer.contains("access-control-allow-origin"), "{answer}");
        }
    }
}

#[tokio::test]
async fn what_announces_too_large_a_body_is_refused() {
    let sandbox = Sandbox::builder().shapes(Preset::Sample).start().await.unwrap();
    let tokens = sandbox.tokens();
    let path = "/v2/projects/garnet-7041.26";
    for (path, token, size, expected) in [
        (format!("{path}/keys"), tokens.read_write, 1536 << 20, 413),
        (format!("{path}/files/upload"), tokens.read_write, (1536 << 20) + 1, 413),
        ("/v2/nothing".to_owned(), "nobody's", 65 << 20, 413),
    ] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: a\r\nX-Api-Token: {token}\r\n\
             Content-Length: {size}\r\nConnection: close\r\n\r\n"
        );
        let answer = raw(sandbox.base_url(), &head).await;
        assert_eq!(status(&answer), expected, "{path} {token}: {answer}");
    }
}

#[tokio::test]
async fn an_address_of_more_than_8000_bytes_is_refused() {
    let api = Api::start().await;
    let path = "/v2/projects/garnet-7041.26/keys?filter_keys=";
    for (length, status) in [(8_000, 200), (8_001, 414)] {
        let query = format!("/keys?filter_keys={}", "k".repeat(length - path.len()));
        let refused = api.get(&query).await;
        assert_eq!(refused.status, status, "{length} bytes");
    }
    assert!(api.sandbox.requests()[1].refused.as_ref().unwrap().contains("too long"));
}
