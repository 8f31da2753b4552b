//! What lasts for the whole soak: the sandbox, the clients, and the faults.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use l10n_client::rate_limit::NoRateLimit;
use l10n_client::{
    Client, ClientBuilder, OAuthApp, OAuthTokens, RetryPolicy, StoreFuture, TokenStore,
};
use l10n_sandbox::document::Document;
use l10n_sandbox::{
    DOWNLOAD_BUNDLE, Fault, FaultError, Misbehavior, Quirk, Reply, ReplyBody, ResetMoment, Sandbox,
    Shape,
};
use reqwest::redirect;
use url::Url;

/// The share of the answers that are not what they should be.
const SHARE: f64 = 0.2;
/// The share of the connections that are reset when they are made.
const CONNECTIONS: f64 = 0.05;

/// The tokens of the session, and how often they were saved.
#[derive(Debug)]
struct MemoryStore {
    tokens: Mutex<OAuthTokens>,
    saves: Arc<AtomicU64>,
}

impl MemoryStore {
    fn tokens(&self) -> MutexGuard<'_, OAuthTokens> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TokenStore for MemoryStore {
    fn load(&self) -> StoreFuture<'_, Option<OAuthTokens>> {
        Box::pin(async { Ok(Some(self.tokens().clone())) })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> StoreFuture<'a, ()> {
        Box::pin(async {
            *self.tokens() = tokens.clone();
            self.saves.fetch_add(1, Ordering::Relaxed);
            Ok(())
        })
    }
}

/// The sandbox, and clients that live as long.
pub(crate) struct Environment {
    pub(crate) sandbox: Sandbox,
    /// For preparation and checks, while nothing is wrong.
    pub(crate) checker: Client,
    /// Clients by API token, each with connections of its own.
    pub(crate) clients: Vec<Client>,
}

impl Environment {
    pub(crate) async fn start(random: &mut Rng) -> Result<Self, crate::Failure> {
        let mut builder = Sandbox::builder()
            .step(Duration::from_millis(2))
            // The shortest that can be told in whole seconds.
            .token_lifetime(Duration::from_secs(1))
            .deletion_cooldown(Duration::from_millis(10))
            // Each call has a branch of its own in its address, by which the record tells it.
            .any_branch();
        if random.bool() {
            builder = builder.compress();
        }
        let sandbox = builder.start().await?;
        let token = sandbox.tokens().read_write;
        let patient = retries().max_attempts(8).retry_on_conflict(true);
        let clients = vec![
            client(&sandbox).api_token(token).build()?,
            client(&sandbox).api_token(token).retry(patient).build()?,
        ];
        let checker = client(&sandbox).api_token(token).build()?;
        Ok(Self { sandbox, checker, clients })
    }

    /// A client of an application, whose access tokens end every second; and how often they were
    /// refreshed.
    pub(crate) async fn session(&self) -> Result<(Client, Arc<AtomicU64>), crate::Failure> {
        let app = self.sandbox.oauth_app();
        let registered = OAuthApp::new(app.client_id, app.client_secret);
        let tokens = self.authorized(&registered, app.redirect_uri).await?;
        let saves = Arc::new(AtomicU64::new(0));
        let store = MemoryStore { tokens: Mutex::new(tokens), saves: Arc::clone(&saves) };
        let client = client(&self.sandbox).oauth_store(registered, store).build()?;
        Ok((client, saves))
    }

    /// The authorization of the application by the user, whose browser this is.
    async fn authorized(
        &self,
        app: &OAuthApp,
        redirect_uri: &str,
    ) -> Result<OAuthTokens, crate::Failure> {
        let document = Document::embedded()?;
        let operations = document.operations().iter();
        let scopes: BTreeSet<_> = operations
            .filter_map(|operation| operation.scopes("oauth2"))
            .flatten()
            .map(String::as_str)
            .collect();
        let scopes: Vec<_> = scopes.into_iter().collect();
        let request = self.checker.authorize(app, redirect_uri, &scopes)?;
        let browser =
            reqwest::Client::builder().no_proxy().redirect(redirect::Policy::none()).build()?;
        let answer = browser.get(request.url().clone()).send().await?;
        let location = answer.headers().get("location").ok_or("no redirect")?;
        let callback = Url::parse(location.to_str()?)?;
        Ok(request.finish(&self.checker, app, callback.as_str()).await?)
    }

    /// Starts over with the seeded state, in shapes drawn at random.
    pub(crate) fn reset(&self, random: &mut Rng) {
        self.sandbox.reset();
        for quirk in Quirk::ALL {
            let shape = if random.bool() { Shape::Sample } else { Shape::Other };
            self.sandbox.set_shape(quirk, shape);
        }
    }

    /// Lets the sandbox misbehave from now on.
    pub(crate) fn trouble(&self, random: &mut Rng) -> Result<(), FaultError> {
        let connections = Fault::new(Misbehavior::Reset(ResetMoment::OnConnect));
        let bundles = Misbehavior::ExpiredLink;
        let bundles = Fault::new(bundles).on(DOWNLOAD_BUNDLE);
        let answers = Fault::new(Misbehavior::OneOf(troubles()));
        for (fault, share) in [(connections, CONNECTIONS), (bundles, SHARE / 2.0), (answers, SHARE)]
        {
            let fault = fault.always().share(share).seed(random.u64(..));
            self.sandbox.add_fault(fault)?;
        }
        Ok(())
    }
}

fn client(sandbox: &Sandbox) -> ClientBuilder {
    Client::builder(sandbox.base_url())
        .auth_url(sandbox.auth_url())
        .cursor_api_url(sandbox.cursor_url())
        .rate_limiter(NoRateLimit)
        .retry(retries())
        .call_timeout(Some(Duration::from_secs(30)))
}

fn retries() -> RetryPolicy {
    RetryPolicy::default().backoff(Duration::from_millis(1), Duration::from_millis(8))
}

/// Everything that goes wrong, each as likely as any other.
fn troubles() -> Vec<Misbehavior> {
    let mut troubles: Vec<_> = [401, 408, 429, 500, 502, 503, 504].map(Misbehavior::status).into();
    let replies = [
        Reply::new(429, ReplyBody::Empty).header("Retry-After", "0"),
        Reply::new(503, ReplyBody::Text("busy".to_owned())).header("Retry-After", "0"),
        Reply::new(408, ReplyBody::Empty).with_effect(),
        Reply::new(500, ReplyBody::Empty).with_effect(),
        Reply::new(502, ReplyBody::Text("<html>".to_owned())).with_effect(),
        Reply::new(504, ReplyBody::Empty).with_effect(),
        Reply::new(200, ReplyBody::Text("<html>".to_owned())).with_effect(),
        Reply::new(200, ReplyBody::Text("not compressed".to_owned()))
            .header("Content-Encoding", "gzip")
            .with_effect(),
    ];
    troubles.extend(replies.map(Misbehavior::Respond));
    troubles.extend(
        [ResetMoment::BeforeBody, ResetMoment::BeforeEffect, ResetMoment::AfterEffect]
            .map(Misbehavior::Reset),
    );
    troubles.extend([
        Misbehavior::html(),
        Misbehavior::false_gzip(),
        Misbehavior::CutHead(0),
        Misbehavior::CutHead(30),
        Misbehavior::CutBody(0),
        Misbehavior::CutBody(20),
        Misbehavior::Delay(Duration::from_millis(5)),
        Misbehavior::Drip { chunk: 200, pause: Duration::from_millis(1) },
        Misbehavior::List { cap: None, counted: false },
    ]);
    troubles
}
