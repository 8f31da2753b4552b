//! A sandbox and a client for a test, and time that passes without waiting.

use std::fmt;
use std::process::{Command, Stdio};
use std::time::Duration;

use l10n_client::pages::Items;
use l10n_client::transport::Transport;
use l10n_client::{
    BoxError, BoxFuture, CallOptions, Client, ClientBuilder, Error, OAuthApp, OAuthTokens,
    RetryPolicy, Secret, http,
};
use l10n_sandbox::{Fault, Misbehavior, Preset, Reply, ReplyBody, Sandbox, SeededProject};
use reqwest::{Body, Request, Response};
use serde_json::Value;
use url::Url;

use crate::every::{browser, tokens};

/// A running sandbox with a client of its owner, who may do everything.
pub(crate) struct World {
    pub(crate) sandbox: Sandbox,
    pub(crate) client: Client,
    pub(crate) project: SeededProject,
}

pub(crate) async fn world() -> World {
    world_of(Sandbox::builder().strict().start().await.expect("loopback ports are free"))
}

pub(crate) fn world_of(sandbox: Sandbox) -> World {
    let client = builder(&sandbox)
        .api_token(sandbox.tokens().read_write)
        .build()
        .expect("the sandbox's addresses are valid");
    let project = sandbox.project();
    World { sandbox, client, project }
}

impl World {
    /// The settings of the owner's client.
    pub(crate) fn builder(&self) -> ClientBuilder {
        builder(&self.sandbox).api_token(self.sandbox.tokens().read_write)
    }

    /// The owner's client with this retry policy.
    pub(crate) fn retrying(&self, policy: RetryPolicy) -> Client {
        self.client.with_options(CallOptions::new().retry(policy))
    }

    /// The application that the authorization server knows.
    pub(crate) fn app(&self) -> OAuthApp {
        let app = self.sandbox.oauth_app();
        OAuthApp::new(app.client_id, app.client_secret)
    }

    /// How many requests of an operation came.
    pub(crate) fn count(&self, operation: &str) -> usize {
        let seen = self.sandbox.requests();
        seen.iter().filter(|seen| seen.operation.as_deref() == Some(operation)).count()
    }

    /// The JSON bodies of all requests so far.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        let requests = self.sandbox.requests();
        let bodies = requests.iter().filter_map(|seen| seen.body.as_ref());
        bodies.map(|body| serde_json::from_slice(body.bytes()).unwrap()).collect()
    }

    /// The body that went out last.
    pub(crate) fn last_body(&self) -> Value {
        self.bodies().pop().unwrap()
    }

    /// Adds a fault.
    pub(crate) fn meet(&self, fault: Fault) {
        self.sandbox.add_fault(fault).unwrap();
    }

    /// Responds to the next request with this, whatever it is.
    pub(crate) fn respond(&self, reply: Reply) {
        self.meet(Fault::new(Misbehavior::Respond(reply)));
    }

    /// Responds to the next request of an operation with this.
    pub(crate) fn respond_to(&self, operation: &str, reply: Reply) {
        self.meet(Fault::new(Misbehavior::Respond(reply)).on(operation));
    }

    /// Waits until so many requests of an operation were read by the service.
    pub(crate) async fn until_read(&self, operation: &str, count: usize) {
        let limit = Duration::from_secs(120);
        self.sandbox.wait_for_requests(operation, count, limit).await.unwrap();
    }
}

/// A project of every sandbox.
pub(crate) const PROJECT: &str = "garnet-7041.26";

/// Makes a call, as good as any.
pub(crate) async fn list(client: &Client) -> Result<(), Error> {
    client.list_files(PROJECT).send().await.map(drop)
}

/// A world that gives a new refresh token with each refresh, and takes each once.
pub(crate) async fn rotating_world() -> World {
    let sandbox = Sandbox::builder().strict().rotate_refresh_tokens();
    world_of(sandbox.start().await.unwrap())
}

/// A world that responds with one side of every contradiction.
pub(crate) async fn world_in(variants: Preset) -> World {
    let world = world().await;
    world.sandbox.set_variants(variants);
    world
}

pub(crate) const VARIANTS: [Preset; 2] = [Preset::Sample, Preset::Other];

/// New tokens of a user.
pub(crate) async fn granted(world: &World) -> OAuthTokens {
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    granted
}

/// Tokens whose access token is rejected, and whose refresh token is good once.
pub(crate) async fn ended(world: &World) -> OAuthTokens {
    let mut tokens = granted(world).await;
    tokens.access_token = "ended".into();
    tokens
}

/// Where the user's browser is sent to by the authorization server.
pub(crate) async fn sent_to(url: Url) -> Url {
    let response = browser().get(url).send().await.unwrap();
    let location = response.headers()["location"].to_str().unwrap();
    location.parse().unwrap()
}

/// A client of all three servers, without a credential yet. It sends every request once, and at
/// once.
pub(crate) fn builder(sandbox: &Sandbox) -> ClientBuilder {
    Client::builder(sandbox.base_url())
        .without_rate_limit()
        .retry(RetryPolicy::never())
        .auth_url(sandbox.auth_url())
        .cursor_api_url(sandbox.cursor_url())
        .http(without_certificates)
}

/// To read the certificates of the system takes longer than a call.
pub(crate) fn without_certificates(settings: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
    settings.tls_certs_only([])
}

/// Makes this time pass at once, in a runtime with one thread. Wait for an event first that shows
/// that the timer has started.
pub(crate) async fn skip_time(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

/// A transport that responds instead of the service, or fails. Without sockets, a test in paused
/// time does not depend on the machine.
pub(crate) struct Fake<F>(pub(crate) F);

impl<F, R> Transport for Fake<F>
where
    F: Fn(Request) -> R + Send + Sync,
    R: Future<Output = Result<http::Response<Body>, BoxError>> + Send + 'static,
{
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        let response = (self.0)(request);
        Box::pin(async move { Ok(response.await?.into()) })
    }
}

impl<F> fmt::Debug for Fake<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fake")
    }
}

/// A response of a fake service.
pub(crate) fn reply(status: u16, body: impl Into<Body>) -> http::Response<Body> {
    http::Response::builder().status(status).body(body.into()).unwrap()
}

/// Three attempts, with pauses of no length to speak of.
pub(crate) fn quick() -> RetryPolicy {
    let pause = Duration::from_millis(1);
    RetryPolicy::default().max_attempts(3).backoff(pause, pause)
}

/// A client of a fake service, with the default settings.
pub(crate) fn fake<F, R>(respond: F) -> ClientBuilder
where
    F: Fn(Request) -> R + Send + Sync + 'static,
    R: Future<Output = http::Response<Body>> + Send + 'static,
{
    failing(move |request| {
        let response = respond(request);
        async { Ok(response.await) }
    })
}

/// A client of a fake service that may fail.
pub(crate) fn failing<F, R>(respond: F) -> ClientBuilder
where
    F: Fn(Request) -> R + Send + Sync + 'static,
    R: Future<Output = Result<http::Response<Body>, BoxError>> + Send + 'static,
{
    Client::builder("http://127.0.0.1/v2").api_token("c0ffee").transport(Fake(respond))
}

/// A redirect to any URL.
pub(crate) fn redirect(url: &str) -> Misbehavior {
    Misbehavior::Respond(Reply::new(302, ReplyBody::Empty).header("Location", url))
}

/// This binary, to run one of its tests in a process whose environment has these variables alone:
/// this process has other tests in it.
pub(crate) fn child(test: &str, variables: &[(&str, &str)]) -> Command {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", test, "--nocapture"]).env_clear();
    child.env(CHILD, "1").envs(variables.iter().copied());
    child
}

/// Whether this is such a process.
pub(crate) fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

const CHILD: &str = "L10N_TEST_CHILD";

/// A program of the guide as such a child, for a sandbox.
pub(crate) fn program(test: &str, sandbox: &Sandbox) -> Command {
    let app = sandbox.oauth_app();
    let variables = [
        ("L10N_BASE_URL", sandbox.base_url()),
        ("L10N_AUTH_URL", sandbox.auth_url()),
        ("L10N_CLIENT_ID", app.client_id),
        ("L10N_CLIENT_SECRET", app.client_secret),
        ("L10N_PROJECT", sandbox.project().project_id),
    ];
    let mut program = child(test, &variables);
    program.stdout(Stdio::null());
    program
}

/// The text of an error without the addresses, which are others each time.
pub(crate) fn without_addresses(error: &Error) -> String {
    let text = error.with_causes();
    let mut parts = text.split(" at 127.0.0.1:");
    let first = parts.next().unwrap_or_default().to_owned();
    let port = |digit: char| digit.is_ascii_digit();
    parts.fold(first, |text, part| text + part.trim_start_matches(port))
}

/// Returns every text that an error and its sources print.
pub(crate) fn printed(error: &Error) -> String {
    let mut texts = vec![error.with_causes(), format!("{:?}", error.message())];
    let first: &(dyn std::error::Error + 'static) = error;
    for step in std::iter::successors(Some(first), |error| (*error).source()) {
        texts.push(format!("{step}\n{step:#}\n{step:?}\n{step:#?}"));
    }
    texts.join("\n")
}

/// What a walk yields until its error, and the error, which must be the last.
pub(crate) async fn until_error<T: Send + 'static>(mut items: Items<T>) -> (Vec<T>, Error) {
    let mut walked = Vec::new();
    loop {
        match items.next().await.expect("the list does not end before its error") {
            Ok(item) => walked.push(item),
            Err(error) => {
                assert!(items.next().await.is_none());
                return (walked, error);
            }
        }
    }
}

/// Exports JSON files, and downloads the bundle.
pub(crate) async fn bundle(client: &Client, project: &str) -> Result<Vec<u8>, Error> {
    let export = client.export_files(project, "json").send().await?;
    download(client, &export.bundle_url).await
}

/// Downloads what a link leads to.
pub(crate) async fn download(client: &Client, link: &Secret) -> Result<Vec<u8>, Error> {
    Ok(client.download(link).bytes().await?.to_vec())
}

/// Exports a bundle, and throws it away.
pub(crate) async fn pull_bundle(client: &Client, project: &str) {
    bundle(client, project).await.expect("the bundle comes");
}
