//! The program and its options.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Who asks the program to end.
#[derive(Debug, Clone, Copy)]
pub(crate) enum By {
    User,
    System,
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
        use nix::sys::signal::{Signal, kill};
        let signal = match by {
            By::User => Signal::SIGINT,
            By::System => Signal::SIGTERM,
        };
        kill(nix::unistd::Pid::from_raw(self.0.id().try_into().unwrap()), signal).unwrap();
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

    /// Waits for its end.
    pub(crate) async fn end(&mut self) -> ExitStatus {
        for _ in 0..6_000 {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it goes on");
    }
}

pub(crate) fn program(arguments: &[&str]) -> Command {
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

pub(crate) const FREE_PORTS: [&str; 3] = ["--listen", "127.0.0.1:0", "--json"];

pub(crate) fn place(url: &Value) -> &str {
    url.as_str().unwrap().split('/').nth(2).unwrap()
}

/// Arguments and what is said of them.
const REFUSED: [(&[&str], &str); 16] = [
    (&["--fast"], "'--fast'"),
    (&["--one-prt"], "'--one-port'"),
    (&["--listen", "8080"], "a host and a port"),
    (&["--listen", "here"], "cannot listen on `here`"),
    (&["--step", "1s"], "a whole number of milliseconds"),
    (&["--token-lifetime", "-1"], "a number of seconds"),
    (&["--rate-limit", "6"], "two positive numbers, as 6,10"),
    (&["--rate-limit", "6,0"], "two positive numbers, as 6,10"),
    (&["--comments", "many"], "invalid digit"),
    (&["--shapes", "seen"], "`observed`, `sample`, `declared`"),
    (&["--quirk", "time=other"], "timestamps"),
    (&["--quirk", "timestamps=both"], "sample, other"),
    (&["--quirk", "timestamps"], "NAME=SHAPE"),
    (&["--ca", "ca.pem"], "--tls"),
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
        Running::start(&mut command).1
    };
    for (flag, is_set) in [("true", true), ("yes", true), ("0", false), ("", false)] {
        let state = start(flag);
        assert_eq!(state["strict"], is_set, "{flag}");
        assert_eq!(state["ca_pem"].is_string(), is_set, "{flag}");
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
    command.args(["--shapes", "sample", "--quirk", "status_deletion=other", "--strict"]);
    let (_running, state) = Running::start(&mut command);
    assert_eq!(state["quirks"]["status_deletion"], "other");
    let base = state["base_url"].as_str().unwrap();
    assert!(base.starts_with("http://localhost:") && base.ends_with("/v2"), "{base}");
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut answers = Vec::new();
    for _ in 0..3 {
        let request = http.get(format!("{base}/projects/garnet-7041.26/comments"));
        let token = state["tokens"]["read_write"].as_str().unwrap();
        let request = request.header("X-Api-Token", token);
        answers.push(request.send().await.unwrap());
    }
    assert_eq!(answers[0].headers()["x-total-count"], "6");
    assert_eq!(answers[2].status(), 429);
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

#[test]
fn the_program_tells_what_is_wrong_with_a_seed() {
    let directory = tempfile::tempdir().unwrap();
    let seed = directory.path().join("seed.json");
    std::fs::write(&seed, r#"{"projects": [{"name": "a", "langauges": []}]}"#).unwrap();
    let output = program(&["--seed", seed.to_str().unwrap()]).output().unwrap();
    assert!(!output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    let place = "seed.json: projects[0].langauges: unknown field `langauges`";
    assert!(told.contains(place) && told.contains("did you mean `languages`?"), "{told}");
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
