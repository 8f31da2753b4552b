//! The end of the program: signals, and its standard input.

use std::process::Stdio;

use base64::Engine as _;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::program::{By, FREE_PORTS, Running, place, program};

/// A request whose answer is still being sent, and one that is never finished.
async fn keep_busy(state: &Value) -> [TcpStream; 3] {
    let control = place(&state["control_url"]);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let fault = r#"{"what": {"drip": {"chunk": 1, "pause": 1000}}}"#;
    let faults = http.post(format!("http://{control}/faults")).body(fault);
    assert!(faults.send().await.unwrap().status().is_success());
    let mut streams = Vec::new();
    for head in [
        "GET /v2/projects/garnet-7041.26/comments HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /v2/projects/garnet-7041.26/comments HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
        "GET /v2",
    ] {
        let mut stream = TcpStream::connect(place(&state["base_url"])).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    streams.try_into().unwrap()
}

#[tokio::test]
async fn a_signal_ends_it_at_once() {
    for by in [By::System, By::User] {
        let (mut running, state) = Running::start(&mut program(&FREE_PORTS));
        let _streams = keep_busy(&state).await;
        running.ask(by);
        assert_eq!(running.end().await.code(), Some(0), "{by:?}");
    }
}

/// Uploads a file whose import takes its time and holds the data meanwhile.
async fn keep_importing(state: &Value) {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let keys = (0..200_000).map(|key| (format!("key{key}"), Value::from("text")));
    let file = Value::Object(keys.collect()).to_string();
    let base = state["base_url"].as_str().unwrap();
    let token = state["tokens"]["read_write"].as_str().unwrap();
    let data = base64::engine::general_purpose::STANDARD.encode(file);
    let upload = http
        .post(format!("{base}/projects/garnet-7041.26/files/upload"))
        .header("X-Api-Token", token)
        .json(&json!({ "filename": "a.json", "lang_iso": "en", "data": data }));
    assert_eq!(upload.send().await.unwrap().status(), 202);
}

/// With an import under way that takes its time, and one thread for requests.
#[tokio::test]
async fn it_ends_in_the_middle_of_its_work() {
    for by_stdin in [false, true] {
        let mut command = program(&FREE_PORTS);
        command.env("TOKIO_WORKER_THREADS", "1");
        command.args(by_stdin.then_some("--stop-with-stdin")).stdin(Stdio::piped());
        let (mut running, state) = Running::start(&mut command);
        keep_importing(&state).await;
        match by_stdin {
            true => drop(running.0.stdin.take()),
            false => running.ask(By::System),
        }
        assert_eq!(running.end().await.code(), Some(0));
    }
}
