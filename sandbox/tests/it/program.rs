//! The program: its options, what it prints, and its end.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// Ends the program with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        self.0.wait().unwrap();
    }
}

impl Running {
    /// Starts it on a free port, and returns what it prints.
    fn start(command: &mut Command) -> (Self, Value) {
        let mut running = Self(command.spawn().unwrap());
        let mut line = String::new();
        let mut output = BufReader::new(running.0.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let state = serde_json::from_str(&line).expect(&line);
        (running, state)
    }

    async fn end(&mut self) -> ExitStatus {
        for _ in 0..6_000 {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it goes on");
    }
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_l10n-sandbox"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

const FREE_PORT: [&str; 3] = ["--listen", "127.0.0.1:0", "--json"];

fn text<'v>(state: &'v Value, place: &str) -> &'v str {
    state.pointer(place).unwrap().as_str().unwrap()
}

async fn add_fault(state: &Value, fault: &Value) {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = http.post(format!("{}/faults", text(state, "/control_url"))).json(fault);
    assert!(request.send().await.unwrap().status().is_success());
}

#[test]
fn what_it_cannot_do_is_an_error_that_says_why() {
    // A port that is taken and does not listen.
    let taken = tokio::net::TcpSocket::new_v4().unwrap();
    taken.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let seed = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&seed, r#"{"projects": [{"name": 1}]}"#).unwrap();
    for (arguments, code, expected) in [
        (&["--strct"][..], 2, "'--strict'"),
        (&["--step", "1s"], 2, "'1s' for '--step <MS>'"),
        (&["--rate-limit", "6,0"], 2, "two positive numbers, as 6,10"),
        (&["--variants", "declared"], 2, "`observed`, `sample`, `other`"),
        (&["--ca", "ca.pem"], 2, "--tls"),
        (&["--cors", "app.test"], 2, "an origin, as https://app.test, or null, or *"),
        (&["--cors", "https://*.app.test"], 2, "without patterns such as *.app.test"),
        (&["--listen", "8080"], 1, "a host and a port"),
        (&["--listen", &taken], 1, "cannot listen on `127.0.0.1:"),
        (&["--seed", "/nowhere.json"], 1, "cannot read /nowhere.json: "),
        (&["--seed", seed.path().to_str().unwrap()], 1, "seed: projects[0].name: value is not"),
        (&["--health", "--listen", &taken], 1, "no sandbox at --listen 127.0.0.1:"),
    ] {
        let ended = program(arguments).output().unwrap();
        let message = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(code), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn options_are_those_of_the_builder_also_in_the_environment() {
    let mut command = program(&FREE_PORT);
    command.args(["--nulls", "values", "--step-on-poll", "--rate-limit", "2,1"]);
    command.args(["--cors", "https://app.test:443/", "--tls"]);
    command.env("L10N_SANDBOX_STRICT", "true").env("L10N_SANDBOX_VARIANTS", "other");
    let (_running, state) = Running::start(&mut command);
    assert_eq!((&state["nulls"], &state["strict"]), (&json!("values"), &json!(true)));
    assert_eq!(state["rate_limit"], json!({ "per_second": 2, "in_flight": 1 }));
    assert_eq!(state["variants"], "other");
    assert!(text(&state, "/ca_pem").starts_with("-----BEGIN CERTIFICATE-----"));
    let port = text(&state, "/base_url").split([':', '/']).nth(4).unwrap();
    let mut health = program(&["--health", "--listen", &format!("127.0.0.1:{port}")]);
    assert!(health.output().unwrap().status.success());
}

#[tokio::test]
async fn it_prints_its_seed_and_logs_each_request() {
    let seed = tempfile::NamedTempFile::new().unwrap();
    let shop = r#"{"tokens": [{"name": "mine", "secret": "my-secret"}],
        "projects": [{"name": "S", "project_id": "shop-1"}]}"#;
    std::fs::write(&seed, shop).unwrap();
    let mut command = program(&FREE_PORT[..2]);
    let mut running = Running(command.arg("--seed").arg(seed.path()).spawn().unwrap());
    let lines = BufReader::new(running.0.stdout.take().unwrap()).lines().map(Result::unwrap);
    let lines: Vec<_> = lines.take_while(|line| !line.starts_with("more")).collect();
    for (expected, is_there) in [("my-secret", true), ("shop-1", true), ("garnet", false)] {
        assert_eq!(lines.join("\n").contains(expected), is_there, "{expected}: {lines:?}");
    }

    let (mut running, state) = Running::start(program(&FREE_PORT).arg("--log"));
    let fault = json!({ "operation": "listProjects", "what": { "respond": { "status": 503 } } });
    add_fault(&state, &fault).await;
    let mut log = BufReader::new(running.0.stderr.take().unwrap()).lines();
    for (path, start, end) in [
        ("/system/languages?limit=1", "200 ", " ms"),
        ("/projects", "503 ", " ms (fault 1)"),
        ("/projects/none/keys", "404 ", " ms: Not Found: no such project or branch: none"),
    ] {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let request = http.get(format!("{}{path}", text(&state, "/base_url")));
        request.header("X-Api-Token", text(&state, "/tokens/read_write")).send().await.unwrap();
        let (line, start) = (log.next().unwrap().unwrap(), format!("GET /v2{path} {start}"));
        assert!(line.starts_with(&start) && line.ends_with(end), "{line}");
    }
}

/// As `l10n-sandbox | head -1`.
#[tokio::test]
async fn it_goes_on_without_a_panic_if_nobody_reads_what_it_prints() {
    let mut command = program(&["--listen", "127.0.0.1:0", "--stop-with-stdin"]);
    let mut running = Running(command.stdout(std::io::pipe().unwrap().1).spawn().unwrap());
    drop(running.0.stdin.take());
    assert_eq!(running.end().await.code(), Some(0));
}

/// With a response that is being sent, and a request that never ends.
#[tokio::test]
async fn it_ends_in_the_middle_of_its_work() {
    let ends = if cfg!(unix) { &["stdin", "-INT", "-TERM"][..] } else { &["stdin"] };
    for end in ends {
        let (mut running, state) = Running::start(program(&FREE_PORT).arg("--stop-with-stdin"));
        let fault = json!({ "operation": "listProjects", "what": { "delay_body": 3_600_000 } });
        add_fault(&state, &fault).await;
        let mut streams = Vec::new();
        let host = text(&state, "/base_url").split('/').nth(2).unwrap();
        for head in ["GET /v2/projects HTTP/1.1\r\nHost: a\r\n\r\n", "GET /v2"] {
            let mut stream = TcpStream::connect(host).await.unwrap();
            stream.write_all(head.as_bytes()).await.unwrap();
            streams.push(stream);
        }
        match *end {
            "stdin" => drop(running.0.stdin.take()),
            signal => {
                let id = running.0.id().to_string();
                assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
            }
        }
        assert_eq!(running.end().await.code(), Some(0), "{end}");
    }
}
