//! The way to a server: errors of connections, and proxies, which are not for this machine.

use std::time::Duration;

use l10n_client::{Client, ClientBuilder, ErrorKind, RetryPolicy};
use reqwest::dns::{Name, Resolve, Resolving};
use tokio::net::TcpListener;

use crate::support::{child, is_child, list, world};

fn once(base_url: impl Into<String>) -> ClientBuilder {
    let settings = Client::builder(base_url).api_token("marked-token");
    settings.retry(RetryPolicy::never())
}

async fn trouble(settings: ClientBuilder) -> String {
    let error = list(&settings.build().unwrap()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connect, "{error}");
    assert!(error.is_retryable() && !error.may_have_taken_effect());
    error.with_causes()
}

#[tokio::test]
async fn a_refused_connection_says_so_with_the_host() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let text = trouble(once(format!("http://{address}/v2/marked-path"))).await;
    assert!(
        text.contains(&format!("{address}: no connection: ")) && text.contains("refused"),
        "{text}"
    );
    assert!(!text.contains("marked"), "{text}");
}

struct Nobody;

impl Resolve for Nobody {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(async { Err("no such name".into()) })
    }
}

#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
#[tokio::test]
async fn a_name_that_nobody_has_says_so() {
    let settings = once("https://api.service.test/v2");
    // Else the proxy would be asked.
    let settings = settings.http(|settings| settings.no_proxy().dns_resolver(Nobody));
    let text = trouble(settings).await;
    assert!(
        text.contains("api.service.test: no connection: ") && text.contains("dns error"),
        "{text}"
    );
}

/// A listener that accepts nobody, and whose queue is full: more packets are dropped.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_connection_has_its_time_to_be_made() {
    use tokio::net::{TcpSocket, TcpStream};
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(0).unwrap();
    let address = listener.local_addr().unwrap();
    let _queue = TcpStream::connect(address).await.unwrap();
    let limit = Duration::from_millis(150);
    let settings = once(format!("http://{address}/v2")).connect_timeout(limit);
    tokio::time::pause();
    let begin = tokio::time::Instant::now();
    let text = trouble(settings).await;
    assert!(text.contains(&format!("{address}: no connection: ")), "{text}");
    assert!((limit..limit * 2).contains(&begin.elapsed()));
}

/// Runs a test of this file again, in a process with these variables; returns whether it succeeded.
async fn succeeds_with(test: &str, variables: &[(&str, &str)]) -> bool {
    let mut child = child(&format!("network::{test}"), variables);
    let output = tokio::task::spawn_blocking(move || child.output().unwrap()).await.unwrap();
    println!("{}", String::from_utf8_lossy(&output.stdout));
    output.status.success()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_of_the_environment_is_not_for_this_machine() {
    if is_child() {
        let world = world().await;
        list(&world.client).await.unwrap();
        // A proxy that the caller asks for is used.
        let proxy = reqwest::Proxy::all(std::env::var("HTTP_PROXY").unwrap()).unwrap();
        let settings = once(world.sandbox.base_url());
        let client = settings.http(move |settings| settings.proxy(proxy.clone()));
        let client = client.read_timeout(Duration::from_millis(300)).build().unwrap();
        assert!(list(&client).await.unwrap_err().is_timeout());
        return;
    }
    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", proxy.local_addr().unwrap());
    let names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"];
    let variables = names.map(|name| (name, &*address));
    let test = "a_proxy_of_the_environment_is_not_for_this_machine";
    assert!(succeeds_with(test, &variables).await);
    let mut visits = 0;
    while let Ok(Ok(_)) = tokio::time::timeout(Duration::from_millis(50), proxy.accept()).await {
        visits += 1;
    }
    assert_eq!(visits, 1, "the one that was asked for");
}

/// And it is for all others.
#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_of_the_environment_is_for_those_elsewhere() {
    if is_child() {
        let settings = once("https://api.service.test/v2");
        let client = settings.connect_timeout(Duration::from_millis(300));
        list(&client.build().unwrap()).await.unwrap_err();
        return;
    }
    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", proxy.local_addr().unwrap());
    let variables = [("HTTPS_PROXY", &*address)];
    let test = "a_proxy_of_the_environment_is_for_those_elsewhere";
    let (succeeded, visit) = tokio::join!(succeeds_with(test, &variables), proxy.accept());
    assert!(succeeded && visit.is_ok());
}
