//! The program: its options, what it prints, and its end.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use base64::Engine as _;
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

async fn get(state: &Value, path: &str) -> reqwest::Response {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = http.get(format!("{}{path}", text(state, "/base_url")));
    request.header("X-Api-Token", text(state, "/tokens/read_write")).send().await.unwrap()
}

/// Sends a body to the server that this member of the state has.
async fn post(state: &Value, server: &str, path: &str, body: &Value) {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = http.post(format!("{}{path}", text(state, server))).json(body);
    let request = request.header("X-Api-Token", text(state, "/tokens/read_write"));
    assert!(request.send().await.unwrap().status().is_success());
}

#[test]
fn what_it_cannot_do_is_an_error_that_says_why() {
    // A port that is taken and does not listen.
    let taken = tokio::net::TcpSocket::new_v4().unwrap();
    taken.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (arguments, code, expected) in [
        (&["--strct"][..], 2, "'--strict'"),
        (&["--step", "1s"], 2, "'1s' for '--step <MS>'"),
        (&["--token-lifetime", "-1"], 2, "a number of seconds"),
        (&["--rate-limit", "6,0"], 2, "two positive numbers, as 6,10"),
        (&["--nulls", "some"], 2, "one of `off`, `values`, `all`"),
        (&["--variants", "declared"], 2, "`observed`, `sample`, `other`"),
        (&["--ca", "ca.pem"], 2, "--tls"),
        (&["--cors", "app.test"], 2, "an origin, as https://app.test, or null, or *"),
        (&["--cors", "https://*.app.test"], 2, "without patterns such as *.app.test"),
        (&["--listen", "8080"], 1, "a host and a port"),
        (&["--seed", "/nowhere.json"], 1, "cannot read /nowhere.json: "),
        (&["--health", "--listen", "8080"], 1, "--listen 8080: "),
        (&["--health", "--listen", &taken], 1, "no sandbox answers at 127.0.0.1:"),
    ] {
        let ended = program(arguments).output().unwrap();
        let message = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(code), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[tokio::test]
async fn options_are_those_of_the_builder_also_in_the_environment() {
    let mut command = program(&FREE_PORT);
    command.args(["--strict", "--nulls", "values"]);
    command.args(["--step-on-poll", "--token-lifetime", "0.5", "--rotate-refresh-tokens"]);
    command.args(["--rate-limit", "2,1"]);
    command.args(["--variants", "other"]);
    let (_running, state) = Running::start(&mut command);
    assert_eq!((&state["nulls"], &state["strict"]), (&json!("values"), &json!(true)));
    assert_eq!(state["rate_limit"], json!({ "per_second": 2, "in_flight": 1 }));
    assert_eq!(state["variants"], "other");

    let default = json!({ "per_second": 6, "in_flight": 10 });
    for (name, value, member, expected) in [
        ("STRICT", "true", "strict", json!(true)),
        ("STRICT", "yes", "strict", json!(true)),
        ("STRICT", "0", "strict", json!(false)),
        ("STRICT", "", "strict", json!(false)),
        ("SEED", "", "world", json!("default")),
        ("RATE_LIMIT", "true", "rate_limit", default),
        ("RATE_LIMIT", "false", "rate_limit", Value::Null),
    ] {
        let mut command = program(&["--listen", "127.0.0.1:0"]);
        command.env("L10N_SANDBOX_JSON", "1").env(format!("L10N_SANDBOX_{name}"), value);
        assert_eq!(Running::start(&mut command).1[member], expected, "{name}={value}");
    }
}

#[test]
fn the_options_fit_on_a_screen() {
    let help = program(&["--help"]).output().unwrap().stdout;
    let lines = String::from_utf8(help).unwrap().lines().count();
    assert!((20..=40).contains(&lines), "{lines}");
}

#[test]
fn health_is_checked_at_the_port_of_the_options() {
    for more in [&[][..], &["--tls"]] {
        let (_running, state) = Running::start(program(&FREE_PORT).args(more));
        let port = text(&state, "/base_url").split([':', '/']).nth(4).unwrap();
        let mut command = program(&["--health", "--listen", &format!("0.0.0.0:{port}")]);
        assert!(command.args(more).output().unwrap().status.success(), "{more:?}");
    }
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
    post(&state, "/control_url", "/faults", &fault).await;
    let mut log = BufReader::new(running.0.stderr.take().unwrap()).lines();
    for (path, start, end) in [
        ("/system/languages?limit=1", "200 ", " ms"),
        ("/projects", "503 ", " ms (fault 1)"),
        ("/projects/none/keys", "404 ", " ms: Not Found: no such project or branch: none"),
    ] {
        get(&state, path).await;
        let (line, start) = (log.next().unwrap().unwrap(), format!("GET /v2{path} {start}"));
        assert!(line.starts_with(&start) && line.ends_with(end), "{line}");
    }
}

/// As `l10n-sandbox | head -1`, and on a full disk.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn it_fails_without_a_panic_if_it_cannot_write() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let serve = ["--listen", "127.0.0.1:0", "--stop-with-stdin", "--log"];
    for (arguments, stdout, code) in [
        (&serve[..], Stdio::from(full()), 0),
        (&serve, Stdio::from(std::io::pipe().unwrap().1), 0),
        (&["--seed", "/nowhere.json"], Stdio::from(full()), 1),
    ] {
        let mut running =
            Running(program(arguments).stdout(stdout).stderr(full()).spawn().unwrap());
        drop(running.0.stdin.take());
        assert_eq!(running.end().await.code(), Some(code), "{arguments:?}");
    }
}

/// With an import under way that holds the data, a response that is being sent, a request that
/// never ends, and one thread for all.
#[tokio::test]
async fn it_ends_in_the_middle_of_its_work() {
    let ends = if cfg!(unix) { &["stdin", "-INT", "-TERM"][..] } else { &["stdin"] };
    let keys = (0..200_000).map(|key| (format!("key{key}"), Value::from("text")));
    let file = Value::Object(keys.collect()).to_string();
    let data = base64::engine::general_purpose::STANDARD.encode(file);
    let upload = json!({ "filename": "a.json", "lang_iso": "en", "data": data });
    for end in ends {
        let mut command = program(&FREE_PORT);
        command.env("TOKIO_WORKER_THREADS", "1").arg("--stop-with-stdin");
        let (mut running, state) = Running::start(&mut command);
        let fault = json!({ "operation": "listProjects", "what": { "delay_body": 3_600_000 } });
        post(&state, "/control_url", "/faults", &fault).await;
        post(&state, "/base_url", "/projects/garnet-7041.26/files/upload", &upload).await;
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
