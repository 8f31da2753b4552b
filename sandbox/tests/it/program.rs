//! The program: its options and its end.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use base64::Engine as _;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// Who asks the program to end.
#[derive(Debug, Clone, Copy)]
enum By {
    User,
    System,
}

/// Ends the program with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        self.0.wait().unwrap();
    }
}

impl Running {
    /// Starts it on free ports; what it says of itself.
    fn start(command: &mut Command) -> (Self, Value) {
        let mut running = Self(command.spawn().unwrap());
        let mut line = String::new();
        let mut output = BufReader::new(running.0.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        if line.is_empty() {
            let mut told = String::new();
            let mut error = running.0.stderr.take().unwrap();
            error.read_to_string(&mut told).unwrap();
            panic!("{told}");
        }
        let state = serde_json::from_str(&line).unwrap();
        (running, state)
    }

    /// Asks it to end.
    #[cfg(unix)]
    fn ask(&self, by: By) {
        use nix::sys::signal::{Signal, kill};
        let signal = match by {
            By::User => Signal::SIGINT,
            By::System => Signal::SIGTERM,
        };
        kill(nix::unistd::Pid::from_raw(self.0.id().try_into().unwrap()), signal).unwrap();
    }

    /// By Ctrl-Break: no program can send what the system does.
    #[cfg(windows)]
    fn ask(&self, _: By) {
        struct Group(u32);
        impl send_ctrlc::Interruptible for Group {
            fn pid(&mut self) -> std::io::Result<Option<u32>> {
                Ok(Some(self.0))
            }
        }
        send_ctrlc::Interruptible::interrupt(&mut Group(self.0.id())).unwrap();
    }

    /// Waits for its end.
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
    command.args(arguments);
    // In a group of its own, so that it alone can be asked to end.
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

const FREE_PORTS: [&str; 3] = ["--listen", "127.0.0.1:0", "--json"];

fn place(url: &Value) -> &str {
    url.as_str().unwrap().split('/').nth(2).unwrap()
}

/// Arguments and what is said of them.
const REFUSED: [(&[&str], &str); 12] = [
    (&["--one-prt"], "'--one-port'"),
    (&["--listen", "8080"], "a host and a port"),
    (&["--step", "1s"], "a whole number of milliseconds"),
    (&["--token-lifetime", "-1"], "a number of seconds"),
    (&["--rate-limit", "6,0"], "two positive numbers, as 6,10"),
    (&["--nulls", "some"], "one of `off`, `values`, `all`"),
    (&["--quirk", "timestamps=both"], "sample, other"),
    (&["--ca", "ca.pem"], "--tls"),
    (&["--cors", "app.test"], "an origin, as https://app.test, or null, or *"),
    (&["--cors", "https://*.app.test"], "without patterns such as *.app.test"),
    (&["--seed", "/nowhere.json"], "cannot read /nowhere.json: "),
    (&["--health", "--listen", "8080"], "--listen 8080: "),
];

#[test]
fn what_it_does_not_know_is_refused_with_what_it_does() {
    for (arguments, told) in REFUSED {
        let refused = program(arguments).output().unwrap();
        assert!(!refused.status.success());
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains(told), "{arguments:?}: {said}");
    }
}

#[test]
fn options_are_given_by_the_environment() {
    let start = |flag: &str| {
        let mut command = program(&[]);
        command.env("L10N_SANDBOX_LISTEN", "127.0.0.1:0").env("L10N_SANDBOX_JSON", "1");
        command.env("L10N_SANDBOX_STRICT", flag).env("L10N_SANDBOX_TLS", flag);
        command.env("L10N_SANDBOX_SEED", "").env("L10N_SANDBOX_STEP", "");
        Running::start(&mut command).1
    };
    for (flag, is_set) in [("true", true), ("yes", true), ("0", false), ("", false)] {
        let state = start(flag);
        assert_eq!(state["strict"], is_set, "{flag}");
        assert_eq!(state["ca_pem"].is_string(), is_set, "{flag}");
    }
    let default = json!({ "per_second": 6, "in_flight": 10 });
    for (value, limit) in [("true", default), ("false", Value::Null)] {
        let mut command = program(&FREE_PORTS);
        command.env("L10N_SANDBOX_RATE_LIMIT", value);
        assert_eq!(Running::start(&mut command).1["rate_limit"], limit, "{value}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn to_announce_a_large_body_takes_no_memory() {
    use tokio::io::AsyncWriteExt as _;
    let (running, state) = Running::start(&mut program(&FREE_PORTS));
    let memory = || {
        let file = format!("/proc/{}/status", running.0.id());
        let status = std::fs::read_to_string(file).unwrap();
        let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
        size.split_whitespace().next().unwrap().parse::<u64>().unwrap()
    };
    let before = memory();
    let mut streams = Vec::new();
    for token in ["nobody's", state["tokens"]["read_write"].as_str().unwrap()] {
        for _ in 0..4 {
            let head = format!(
                "POST /v2/projects/garnet-7041.26/files/upload HTTP/1.1\r\nHost: a\r\n\
                 X-Api-Token: {token}\r\nContent-Length: {}\r\n\r\n{{",
                1536 << 20
            );
            let address = place(&state["base_url"]);
            let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
            stream.write_all(head.as_bytes()).await.unwrap();
            streams.push(stream);
        }
    }
    // An answer to a request that came later: the others were read.
    let health = format!("http://{}/health", place(&state["base_url"]));
    reqwest::Client::builder().no_proxy().build().unwrap().get(health).send().await.unwrap();
    let grown = memory().saturating_sub(before);
    assert!(grown < 512 << 10, "{grown} KiB");
}

#[tokio::test]
async fn settings_of_the_builder_are_options() {
    let mut command = program(&FREE_PORTS);
    command.args(["--one-port", "--public-host", "localhost"]);
    command.args(["--step-on-look", "--token-lifetime", "0.5", "--rotate-refresh-tokens"]);
    command.args(["--rate-limit", "2,1", "--comments", "3", "--bundle-filler", "10"]);
    command.args(["--variants", "sample", "--quirk", "status_deletion=other", "--strict"]);
    let (_running, state) = Running::start(command.args(["--nulls", "values"]));
    assert_eq!(state["nulls"], "values");
    assert_eq!(state["rate_limit"], json!({ "per_second": 2, "in_flight": 1 }));
    assert_eq!(state["quirks"]["status_deletion"], "other");
    let base = state["base_url"].as_str().unwrap();
    assert!(base.starts_with("http://localhost:"), "{base}");
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = http.get(format!("{base}/projects/garnet-7041.26/comments"));
    let token = state["tokens"]["read_write"].as_str().unwrap();
    let answer = request.header("X-Api-Token", token).send().await.unwrap();
    assert_eq!(answer.headers()["x-total-count"], "6");
}

#[tokio::test]
async fn it_tells_whether_one_is_up() {
    let up = |listen: &str, more: &[&str]| {
        let mut command = program(&["--health", "--listen", listen]);
        command.args(more).output().unwrap().status.success()
    };
    for (more, offset) in [(&[][..], 4), (&["--one-port"], 0), (&["--one-port", "--tls"], 0)] {
        let (_running, state) = Running::start(program(&FREE_PORTS).args(more));
        let port: u16 = place(&state["control_url"]).split(':').nth(1).unwrap().parse().unwrap();
        let listen = format!("0.0.0.0:{}", port - offset);
        assert!(up(&listen, more), "{more:?}");
    }
}

#[tokio::test]
async fn what_it_prints_is_what_it_was_seeded_with() {
    let folder = tempfile::tempdir().unwrap();
    let seed = folder.path().join("shop.json");
    let shop = concat!(
        r#"{"tokens": [{"name": "mine", "secret": "my-secret"}], "#,
        r#""projects": [{"name": "S", "project_id": "shop-1"}]}"#
    );
    std::fs::write(&seed, shop).unwrap();
    let mut command = program(&FREE_PORTS[..2]);
    let mut running = Running(command.arg("--seed").arg(&seed).spawn().unwrap());
    let output = BufReader::new(running.0.stdout.take().unwrap());
    let lines = output.lines().map(Result::unwrap);
    let said: Vec<_> = lines.take_while(|line| !line.starts_with("more")).collect();
    let said = said.join("\n");
    for (expected, there) in [("my-secret", true), ("shop-1", true), ("garnet", false)] {
        assert_eq!(said.contains(expected), there, "{expected}: {said}");
    }
}

/// As `l10n-sandbox | head -1` does.
#[cfg(unix)]
#[tokio::test]
async fn it_serves_although_nobody_reads_what_it_prints() {
    // The reader is dropped at once.
    let (_, writer) = std::io::pipe().unwrap();
    let mut command = program(&["--listen", "127.0.0.1:0", "--stop-with-stdin"]);
    command.stdin(Stdio::piped()).stdout(writer);
    let mut running = Running(command.spawn().unwrap());
    drop(running.0.stdin.take());
    assert_eq!(running.end().await.code(), Some(0));
}

/// As on a full disk.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn it_fails_without_a_panic_if_it_cannot_write() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for (arguments, code) in [
        (&["--listen", "127.0.0.1:0", "--stop-with-stdin", "--log"][..], 0),
        (&["--seed", "/nowhere.json"], 1),
    ] {
        let mut command = program(arguments);
        command.stdin(Stdio::piped()).stdout(full()).stderr(full());
        let mut running = Running(command.spawn().unwrap());
        drop(running.0.stdin.take());
        assert_eq!(running.end().await.code(), Some(code), "{arguments:?}");
    }
}

#[tokio::test]
async fn a_log_has_a_line_for_each_request() {
    let (mut running, state) = Running::start(program(&FREE_PORTS).arg("--log"));
    let base = state["base_url"].as_str().unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let token = state["tokens"]["read_write"].as_str().unwrap();
    let fault = json!({ "operation": "listProjects", "what": { "respond": { "status": 503 } } });
    let faults = http.post(format!("{}/faults", state["control_url"].as_str().unwrap()));
    faults.json(&fault).send().await.unwrap();
    for path in ["/system/languages?limit=1", "/projects", "/projects/none/keys"] {
        http.get(format!("{base}{path}")).header("X-Api-Token", token).send().await.unwrap();
    }
    let lines = BufReader::new(running.0.stderr.take().unwrap()).lines();
    let lines: Vec<_> = lines.take(3).map(Result::unwrap).collect();
    for (line, [start, end]) in lines.iter().zip([
        ["GET /v2/system/languages?limit=1 200 ", " ms"],
        ["GET /v2/projects 503 ", " ms (fault 1)"],
        ["GET /v2/projects/none/keys 404 ", " ms: Not Found: no such project or branch: none"],
    ]) {
        assert!(line.starts_with(start) && line.ends_with(end), "{line}");
    }
}

#[test]
fn it_says_that_none_is_up() {
    // A port that is taken and does not listen.
    let taken = tokio::net::TcpSocket::new_v4().unwrap();
    taken.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let place = taken.local_addr().unwrap().to_string();
    let asked = program(&["--health", "--one-port", "--listen", &place]).output().unwrap();
    assert_eq!(asked.status.code(), Some(1));
    let said = String::from_utf8(asked.stderr).unwrap();
    assert!(said.contains(&format!("no sandbox answers at {place}: ")), "{said}");
}

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
