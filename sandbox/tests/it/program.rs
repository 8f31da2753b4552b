//! The program: its options, and what it costs.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Who asks the program to end.
#[derive(Debug, Clone, Copy)]
pub(crate) enum By {
    User,
    System,
}

#[cfg(unix)]
impl By {
    pub(crate) fn ask(self, process: i32) {
        use nix::sys::signal::{Signal, kill};
        let signal = match self {
            Self::User => Signal::SIGINT,
            Self::System => Signal::SIGTERM,
        };
        kill(nix::unistd::Pid::from_raw(process), signal).unwrap();
    }
}

/// Ends the program with the test.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        self.0.wait().unwrap();
    }
}

impl Running {
    /// Starts it on free ports; what it says of itself.
    pub(crate) fn start(command: &mut Command) -> (Self, Value) {
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
    pub(crate) fn ask(&self, by: By) {
        by.ask(self.0.id().try_into().unwrap());
    }

    /// By Ctrl-Break: no program can send what the system does.
    #[cfg(windows)]
    pub(crate) fn ask(&self, _: By) {
        struct Group(u32);
        impl send_ctrlc::Interruptible for Group {
            fn pid(&mut self) -> std::io::Result<Option<u32>> {
                Ok(Some(self.0))
            }
        }
        send_ctrlc::Interruptible::interrupt(&mut Group(self.0.id())).unwrap();
    }

    /// Waits for its end, which is to come at once.
    pub(crate) async fn end(&mut self) -> ExitStatus {
        self.end_within(Duration::from_secs(1)).await
    }

    pub(crate) async fn end_within(&mut self, time: Duration) -> ExitStatus {
        let limit = Instant::now() + time;
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < limit, "it goes on");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Its address space in KiB.
    #[cfg(target_os = "linux")]
    fn memory(&self) -> u64 {
        let file = format!("/proc/{}/status", self.0.id());
        let status = std::fs::read_to_string(file).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmSize:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        number.unwrap().parse().unwrap()
    }
}

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_l10n-sandbox");

pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    piped(command)
}

pub(crate) fn piped(mut command: Command) -> Command {
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

pub(crate) const FREE_PORTS: [&str; 3] = ["--listen", "127.0.0.1:0", "--json"];

pub(crate) fn place(url: &Value) -> &str {
    url.as_str().unwrap().split('/').nth(2).unwrap()
}

#[tokio::test]
async fn it_prints_where_it_is_and_serves() {
    let mut command = program(&FREE_PORTS);
    let (_running, state) = Running::start(command.arg("--rate-limit"));
    let url = format!(
        "{}/projects/{}/files",
        state["base_url"].as_str().unwrap(),
        state["project"]["project_id"].as_str().unwrap()
    );
    let token = state["tokens"]["read_write"].as_str().unwrap();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut statuses = Vec::new();
    for _ in 0..7 {
        let request = client.get(&url).header("X-Api-Token", token);
        statuses.push(request.send().await.unwrap().status().as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 429]);
}

#[test]
fn it_explains_itself_and_refuses_what_it_does_not_know() {
    let help = program(&["--help"]).output().unwrap();
    assert!(help.status.success());
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("--rate-limit"));
    for (arguments, told) in [
        (&["--fast"][..], "'--fast'"),
        (&["--one-prt"], "'--one-port'"),
        (&["--listen", "8080"], "a host and a port"),
        (&["--step", "1s"], "a whole number of milliseconds"),
        (&["--token-lifetime", "-1"], "a number of seconds"),
        (&["--deletion-cooldown", "soon"], "a number of seconds"),
        (&["--rate-limit", "6"], "two whole numbers, as 6,10"),
        (&["--rate-limit", "0,0"], "from 1 on, as 6,10"),
        (&["--rate-limit", "6,0"], "without --rate-limit there is none"),
        (&["--nulls", "some"], "one of `off`, `values`, `all`"),
        (&["--comments", "many"], "a whole number"),
        (&["--bundle-filler", "1k"], "a whole number"),
        (&["--shapes", "seen"], "seen"),
        (&["--quirk", "timestamps"], "NAME=SHAPE"),
        (&["--ca", "ca.pem"], "--tls"),
        (&["--base-path", "v2"], "/v2, /a/b or /"),
    ] {
        let refused = program(arguments).output().unwrap();
        assert!(!refused.status.success());
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains(told), "{arguments:?}: {said}");
    }
    let refused = program(&[]).env("L10N_SANDBOX_LISTEN", "here").output();
    let said = String::from_utf8(refused.unwrap().stderr).unwrap();
    assert!(said.contains("`here` is no place to listen"), "{said}");
    let refused = program(&[]).env("L10N_SANDBOX_JSON", "maybe").output();
    let said = String::from_utf8(refused.unwrap().stderr).unwrap();
    assert!(said.contains("--json") && said.contains("true or false"), "{said}");
}

#[test]
fn flags_are_given_by_the_environment() {
    for yes in ["1", "true", "yes", "True", "on"] {
        let mut command = program(&FREE_PORTS[..2]);
        command.env("L10N_SANDBOX_JSON", yes).env("L10N_SANDBOX_STRICT", yes);
        let (_running, state) = Running::start(&mut command);
        assert_eq!(state["strict"], true, "{yes}");
    }
    for no in ["0", "false", "no", "NO", ""] {
        let mut command = program(&FREE_PORTS);
        command.args(["--step", "5"]);
        for flag in ["STRICT", "TLS", "STEP_ON_LOOK"] {
            command.env(format!("L10N_SANDBOX_{flag}"), no);
        }
        let (_running, state) = Running::start(&mut command);
        assert_eq!(state["strict"], false, "{no}");
        assert!(state["base_url"].as_str().unwrap().starts_with("http:"), "{no}");
    }
}

#[tokio::test]
async fn settings_of_the_builder_are_options() {
    let mut command = program(&FREE_PORTS);
    command.args(["--one-port", "--base-path", "/api2", "--public-host", "localhost"]);
    command.args(["--step-on-look", "--token-lifetime", "0.5", "--rotate-refresh-tokens"]);
    command.args(["--deletion-cooldown", "0", "--compress", "--rate-limit", "2,1"]);
    command.args(["--any-branch", "--comments", "3", "--bundle-filler", "10"]);
    command.args(["--shapes", "sample", "--quirk", "status_deletion=other", "--strict"]);
    let (_running, state) = Running::start(command.env("L10N_SANDBOX_NULLS", "values"));
    assert_eq!(state["nulls"], "values");
    assert_eq!(state["quirks"]["status_deletion"], "other");
    let base = state["base_url"].as_str().unwrap();
    assert!(base.starts_with("http://localhost:") && base.ends_with("/api2"), "{base}");
    let http = reqwest::Client::builder().no_proxy().no_gzip().build().unwrap();
    let mut answers = Vec::new();
    for _ in 0..3 {
        let request = http.get(format!("{base}/projects/garnet-7041.26:other/comments"));
        let token = state["tokens"]["read_write"].as_str().unwrap();
        let request = request.header("X-Api-Token", token);
        answers.push(request.header("Accept-Encoding", "gzip").send().await.unwrap());
    }
    assert_eq!(answers[0].headers()["x-total-count"], "6");
    assert_eq!(answers[0].headers()["content-encoding"], "gzip");
    assert_eq!(answers[2].status(), 429);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn heads_reserve_no_memory() {
    use tokio::io::AsyncWriteExt as _;
    let (running, state) = Running::start(&mut program(&FREE_PORTS));
    let before = running.memory();
    let mut streams = Vec::new();
    for token in ["nobody's", state["tokens"]["read_write"].as_str().unwrap()] {
        for _ in 0..4 {
            let head = format!(
                "POST /v2/projects/garnet-7041.26/files/upload HTTP/1.1\r\nHost: a\r\n\
                 X-Api-Token: {token}\r\nContent-Length: {}\r\n\r\n{{",
                1536 << 20
            );
            let mut stream =
                tokio::net::TcpStream::connect(place(&state["base_url"])).await.unwrap();
            stream.write_all(head.as_bytes()).await.unwrap();
            streams.push(stream);
        }
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let grown = running.memory().saturating_sub(before);
    assert!(grown < 512 << 10, "{grown} KiB");
}

#[tokio::test]
async fn it_tells_whether_one_is_up() {
    let up = |listen: &str, more: &[&str]| {
        let mut command = program(&["--health", "--listen", listen]);
        command.args(more).output().unwrap().status.success()
    };
    for (more, offset) in [(&[][..], 4), (&["--one-port"], 0), (&["--one-port", "--tls"], 0)] {
        let (running, state) = Running::start(program(&FREE_PORTS).args(more));
        let port: u16 = place(&state["control_url"]).split(':').nth(1).unwrap().parse().unwrap();
        let listen = format!("0.0.0.0:{}", port - offset);
        assert!(up(&listen, more), "{more:?}");
        drop(running);
        assert!(!up(&listen, more), "{more:?}");
    }
}

#[test]
fn it_says_in_a_sentence_that_none_is_up() {
    for (listen, more, told) in [
        (
            "127.0.0.1:9",
            None,
            "no sandbox answers at 127.0.0.1:13, where the control endpoints of --listen \
             127.0.0.1:9 would be: Connection refused",
        ),
        ("127.0.0.1:9", Some("--one-port"), "no sandbox answers at 127.0.0.1:9, "),
        ("nobody.invalid:80", None, "the host of --listen nobody.invalid:80 is not known here"),
        ("8080", None, "--listen 8080 is no host and port"),
    ] {
        let mut command = program(&["--health", "--listen", listen]);
        let asked = command.args(more).output().unwrap();
        assert_eq!(asked.status.code(), Some(1));
        let said = String::from_utf8(asked.stderr).unwrap();
        assert!(said.contains(told), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn shapes_and_strictness_are_chosen_at_the_start() {
    let arguments = ["--listen", "127.0.0.1:0", "--json", "--strict", "--shapes", "declared"];
    let quirks = ["--quirk", "status_deletion=both", "--quirk", "timestamps=other"];
    let mut running = Running(program(&[&arguments[..], &quirks].concat()).spawn().unwrap());
    let mut line = String::new();
    let mut printed = BufReader::new(running.0.stdout.take().unwrap());
    printed.read_line(&mut line).unwrap();
    let state: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(state["strict"], true);
    for (name, shape) in [
        ("created_comments", "other"),
        ("status_deletion", "both"),
        ("timestamps", "other"),
        ("invited_contributor", "sample"),
    ] {
        assert_eq!(state["quirks"][name], shape, "{name}");
    }
}

#[test]
fn shapes_that_are_not_there_are_refused_with_those_that_are() {
    for (arguments, said) in [
        (["--shapes", "seen"], "observed, sample, declared"),
        (["--quirk", "time=other"], "timestamps"),
        (["--quirk", "timestamps=both"], "sample, other"),
        (["--quirk", "timestamps"], "NAME=SHAPE"),
    ] {
        let refused = program(&arguments).output().unwrap();
        assert!(!refused.status.success());
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains(said), "{told}");
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
