//! The web application of the guide, in processes of its own that are killed and started again,
//! with this test in the place of the users' browsers.

use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, SystemTime};

use futures_util::future::join;
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, Sandbox};
use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::{Response, StatusCode};
use serde_json::json;
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::every::browser;
use crate::support;

#[path = "../../src/guide/oauth_web.rs"]
mod program;

/// No test: the program, which the test starts by running this binary again.
#[test]
fn the_program() {
    if support::is_child() {
        program::main().unwrap();
    }
}

/// The application, whichever process it is.
struct Application {
    sandbox: Sandbox,
    folder: TempDir,
    address: String,
    process: Process,
}

/// Only a hang takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// Ends with the test, however that ends.
struct Process(Child);

impl Process {
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// As the system ends a service.
    #[cfg(unix)]
    fn terminate(&self) {
        use nix::sys::signal::{Signal, kill};
        let id = nix::unistd::Pid::from_raw(self.0.id().try_into().unwrap());
        kill(id, Signal::SIGTERM).unwrap();
    }

    async fn end(&mut self) -> ExitStatus {
        let ended = async {
            loop {
                if let Some(status) = self.0.try_wait().unwrap() {
                    return status;
                }
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, ended).await.expect("it goes on")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Application {
    async fn start() -> Self {
        let sandbox = Sandbox::builder().strict().rotate_refresh_tokens();
        let sandbox = sandbox.start().await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let address = free_address();
        let process = process(&sandbox, folder.path(), &address);
        let application = Self { sandbox, folder, address, process };
        listens(&application.address).await;
        application
    }

    async fn kill(&mut self) {
        self.process.kill();
        assert!(browser().get(self.place("/")).send().await.is_err());
    }

    async fn start_again(&mut self) {
        self.process = process(&self.sandbox, self.folder.path(), &self.address);
        listens(&self.address).await;
    }

    /// A second process of the same application, beside the first.
    async fn beside(&self) -> (Process, String) {
        let address = free_address();
        let process = process(&self.sandbox, self.folder.path(), &address);
        listens(&address).await;
        (process, format!("http://{address}/"))
    }

    fn place(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What a browser with this session is shown.
    async fn visit(&self, place: &str, session: &str) -> Response {
        let visit = browser().get(place).header(COOKIE, session);
        visit.send().await.unwrap()
    }

    async fn home(&self, session: &str) -> String {
        let page = self.visit(&self.place("/"), session).await;
        page.text().await.unwrap()
    }

    /// Rejects the access token of the next request.
    fn end_token(&self) {
        let rejected = Fault::new(Misbehavior::status(401)).on("getOwnContributor");
        self.sandbox.add_fault(rejected).unwrap();
    }

    /// Delays the response to the next request of this operation.
    fn delay(&self, operation: &str, by: Duration) {
        let slow = Fault::new(Misbehavior::Delay(by)).on(operation);
        self.sandbox.add_fault(slow).unwrap();
        self.sandbox.clear_requests();
    }

    /// Waits until the sandbox has received a request of this operation.
    async fn until(&self, operation: &str) {
        self.sandbox.wait_for_requests(operation, 1, PATIENCE).await.unwrap();
    }

    /// Requests for tokens that ended with this status.
    fn refreshes(&self, status: u16) -> usize {
        let seen = self.sandbox.requests();
        let of_it = seen.iter().filter(|seen| {
            seen.operation.as_deref() == Some("requestToken") && seen.status == Some(status)
        });
        of_it.count()
    }
}

/// An address that nothing else takes while no process of the application listens on it. On Linux
/// its host is of this test alone.
fn free_address() -> String {
    static COUNT: AtomicU8 = AtomicU8::new(1);
    let [.., high, low] = std::process::id().to_be_bytes();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let host = match cfg!(target_os = "linux") {
        true => format!("127.{}.{low}.{count}", high / 2 + 1),
        false => "127.0.0.1".to_owned(),
    };
    let port = TcpListener::bind((host, 0)).unwrap();
    port.local_addr().unwrap().to_string()
}

fn process(sandbox: &Sandbox, folder: &Path, address: &str) -> Process {
    let mut program = support::program("web::the_program", sandbox);
    program.env("APP_ADDRESS", address).env("APP_FOLDER", folder);
    Process(program.spawn().unwrap())
}

async fn listens(address: &str) {
    let listening = async {
        while browser().get(format!("http://{address}/")).send().await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, listening).await.expect("the program does not start");
}

fn location(response: &Response) -> String {
    assert!(response.status().is_redirection(), "{response:?}");
    response.headers()[LOCATION].to_str().unwrap().to_owned()
}

/// Starts to sign in: where the browser is sent, and its session.
async fn sign_in(application: &Application) -> (String, String) {
    let start = browser().get(application.place("/sign-in"));
    let response = start.send().await.unwrap();
    let cookie = response.headers()[SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
    let session = cookie.split(';').next().unwrap().to_owned();
    (location(&response), session)
}

/// An application, and the session of a user who has signed in.
async fn signed_in() -> (Application, String) {
    let application = Application::start().await;
    let (server, session) = sign_in(&application).await;
    let back = location(&application.visit(&server, "").await);
    application.visit(&back, &session).await;
    (application, session)
}

#[tokio::test]
async fn users_of_the_web_application_outlive_its_restarts() {
    let mut application = Application::start().await;
    assert!(application.home("").await.contains("Sign in"));
    let (server, session) = sign_in(&application).await;

    // The process goes while the browser is away.
    application.kill().await;
    let back = location(&application.visit(&server, "").await);
    application.start_again().await;
    let signed_in = application.visit(&back, &session).await;
    assert_eq!(location(&signed_in), "/");
    let name = application.home(&session).await;
    assert!(name.starts_with("hello, "), "{name}");

    // The next one refreshes the tokens, and the one after that has what it was given.
    for _ in 0..2 {
        application.kill().await;
        application.end_token();
        application.sandbox.clear_requests();
        application.start_again().await;
        assert_eq!(application.home(&session).await, name);
        assert_eq!(application.refreshes(200), 1);
    }
}

#[tokio::test]
async fn processes_of_the_web_application_share_the_tokens_of_its_users() {
    let (application, session) = signed_in().await;
    let (_process, second) = application.beside().await;
    application.sandbox.clear_requests();
    for _ in 0..10 {
        application.end_token();
        let visits = join(application.home(&session), application.visit(&second, &session));
        let (one, other) = visits.await;
        let other = other.text().await.unwrap();
        assert!(one.starts_with("hello, ") && one == other, "{one} {other}");
    }
    // After each refresh, the other process may find the new tokens once. No refresh token was used
    // twice.
    let refreshes = application.refreshes(200);
    assert!(refreshes >= 5, "{refreshes} refreshes");
    assert_eq!(application.refreshes(400), 0);
}

#[tokio::test]
async fn a_browser_that_goes_away_while_its_code_is_exchanged_is_signed_in() {
    let application = Application::start().await;
    let (server, session) = sign_in(&application).await;
    let back = location(&application.visit(&server, "").await);
    application.delay("requestToken", Duration::from_millis(300));
    tokio::select! {
        response = application.visit(&back, &session) => panic!("{response:?}"),
        () = application.until("requestToken") => {}
    }
    let signed_in = async {
        while !application.home(&session).await.starts_with("hello, ") {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, signed_in).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_web_application_that_is_terminated_finishes_its_requests() {
    let (mut application, session) = signed_in().await;
    application.delay("getOwnContributor", Duration::from_secs(2));
    let terminate = async {
        application.until("getOwnContributor").await;
        application.process.terminate();
        while browser().get(application.place("/")).send().await.is_ok() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    let (home, ()) = join(application.home(&session), terminate).await;
    assert!(home.starts_with("hello, "), "{home}");
    assert!(application.process.end().await.success());
}

#[cfg(unix)]
#[tokio::test]
async fn a_web_application_that_is_terminated_saves_the_tokens_that_it_refreshes() {
    let (mut application, session) = signed_in().await;
    application.end_token();
    application.delay("requestToken", Duration::from_secs(1));
    // The browser goes away, so that no request waits for the tokens.
    tokio::select! {
        home = application.home(&session) => panic!("{home}"),
        () = application.until("requestToken") => {}
    }
    application.process.terminate();
    assert!(application.process.end().await.success());
    assert_eq!(application.refreshes(200), 1);

    // The old refresh token is not valid any more.
    application.start_again().await;
    let home = application.home(&session).await;
    assert!(home.starts_with("hello, "), "{home}");
    assert_eq!(application.refreshes(400), 0);
}

/// The files of the application with this extension.
fn files(application: &Application, extension: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(application.folder.path()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|it| it == extension)).collect()
}

fn grow_old(file: &Path, age: Duration) {
    let file = File::options().write(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

#[tokio::test]
async fn sign_ins_and_sessions_that_nobody_ends_are_removed() {
    const HOUR: Duration = Duration::from_secs(60 * 60);
    let (application, session) = signed_in().await;
    let tokens = files(&application, "tokens").remove(0);
    let unused = application.folder.path().join("unused.tokens");
    std::fs::copy(&tokens, &unused).unwrap();
    grow_old(&tokens, HOUR);
    grow_old(&unused, 31 * 24 * HOUR);

    sign_in(&application).await;
    grow_old(&files(&application, "authorization")[0], HOUR);
    let (_, begun) = sign_in(&application).await;
    let begun = begun.replace("session=", "");
    let kept = files(&application, "authorization");
    assert_eq!(kept, [application.folder.path().join(begun).with_extension("authorization")]);
    assert_eq!(files(&application, "tokens"), [tokens]);
    assert!(application.home(&session).await.starts_with("hello, "));
}

#[tokio::test]
async fn a_session_whose_tokens_are_rejected_is_removed() {
    let (application, session) = signed_in().await;
    let rejected = json!({"error": "invalid_grant"});
    let rejected = Misbehavior::Respond(Reply::new(400, ReplyBody::Json(rejected)));
    application.sandbox.add_fault(Fault::new(rejected).on("requestToken").always()).unwrap();
    application.end_token();
    assert!(application.home(&session).await.contains("Sign in"));
    assert!(files(&application, "tokens").is_empty());
}

#[tokio::test]
async fn the_web_application_signs_in_nobody_else() {
    let application = Application::start().await;
    let (server, session) = sign_in(&application).await;
    let back = location(&application.visit(&server, "").await);
    let (_, other) = sign_in(&application).await;
    for stranger in ["", "session=../../etc/passwd", other.as_str()] {
        let response = application.visit(&back, stranger).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{stranger}");
        assert!(application.home(stranger).await.contains("Sign in"));
    }
    assert_eq!(
        location(&application.visit(&back, &session).await),
        "/",
        "the attempts have cost the user nothing"
    );
    let again = application.visit(&back, &session).await;
    assert_eq!(again.status(), StatusCode::FORBIDDEN);
    assert!(application.home(&session).await.starts_with("hello, "));
}
