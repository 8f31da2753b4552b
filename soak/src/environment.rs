//! What lasts for the whole soak: the sandbox, the clients, and the faults.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use l10n_client::{
    BoxError, BoxFuture, Client, ClientBuilder, OAuthApp, OAuthTokens, RetryPolicy, TokenStore,
};
use l10n_sandbox::document::Document;
use l10n_sandbox::{
    DOWNLOAD_BUNDLE, Fault, FaultError, Misbehavior, Quirk, Reply, ReplyBody, ResetMoment, Sandbox,
    Variant,
};
use reqwest::redirect;
use url::Url;

/// The share of faulty responses.
const SHARE: f64 = 0.2;
/// The share of connections that are reset when they are made.
const CONNECTIONS: f64 = 0.05;

/// The tokens of the session, and a count of their saves.
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
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        Box::pin(async { Ok(Some(self.tokens().clone())) })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async {
            *self.tokens() = tokens.clone();
            self.saves.fetch_add(1, Ordering::Relaxed);
            Ok(())
        })
    }
}

/// The sandbox, and clients for all rounds.
pub(crate) struct Environment {
    pub(crate) sandbox: Sandbox,
    /// Clients by API token, each with connections of its own.
    pub(crate) clients: [Client; 2],
}

impl Environment {
    pub(crate) async fn start(random: &mut Rng) -> Result<Self, crate::Failure> {
        let builder = Sandbox::builder()
            .step(Duration::from_millis(2))
            .token_lifetime(Duration::from_secs(1))
            // Each call names a branch of its own.
            .any_branch();
        let builder = if random.bool() { builder.compress() } else { builder };
        let sandbox = builder.start().await?;
        let token = sandbox.tokens().read_write;
        let patient = retries().max_attempts(8).retry_on_conflict(true);
        let clients = [
            client(&sandbox).api_token(token).build()?,
            client(&sandbox).api_token(token).retry(patient).build()?,
        ];
        Ok(Self { sandbox, clients })
    }

    /// A client whose access tokens expire every second, and a count of their refreshes.
    pub(crate) async fn session(&self) -> Result<(Client, Arc<AtomicU64>), crate::Failure> {
        let app = self.sandbox.oauth_app();
        let registered = OAuthApp::new(app.client_id, app.client_secret);
        let tokens = self.authorized(&registered, app.redirect_uri).await?;
        let saves = Arc::new(AtomicU64::new(0));
        let store = MemoryStore { tokens: Mutex::new(tokens), saves: Arc::clone(&saves) };
        let client = client(&self.sandbox).oauth_store(registered, store).build()?;
        Ok((client, saves))
    }

    /// Authorizes the application as a user would in a browser.
    async fn authorized(
        &self,
        app: &OAuthApp,
        redirect_uri: &str,
    ) -> Result<OAuthTokens, crate::Failure> {
        let document = Document::embedded()?;
        let operations = document.operations().iter();
        let scopes = operations.filter_map(|operation| operation.scopes("oauth2")).flatten();
        let scopes: BTreeSet<_> = scopes.map(String::as_str).collect();
        let scopes: Vec<_> = scopes.into_iter().collect();
        let request = self.clients[0].authorize(app, redirect_uri, &scopes)?;
        let browser =
            reqwest::Client::builder().no_proxy().redirect(redirect::Policy::none()).build()?;
        let response = browser.get(request.url().clone()).send().await?;
        let location = response.headers().get("location").ok_or("no redirect")?;
        let callback = Url::parse(location.to_str()?)?;
        Ok(request.finish(&self.clients[0], app, callback.as_str()).await?)
    }

    /// Restores the initial state, with random variants of the quirks.
    pub(crate) fn reset(&self, random: &mut Rng) {
        self.sandbox.reset();
        for quirk in Quirk::ALL {
            let variant = if random.bool() { Variant::Sample } else { Variant::Other };
            self.sandbox.set_variant(quirk, variant);
        }
    }

    /// Adds the faults.
    pub(crate) fn add_faults(&self, random: &mut Rng) -> Result<(), FaultError> {
        let connections = Fault::new(Misbehavior::Reset(ResetMoment::BeforeBody));
        let bundles = Fault::new(Misbehavior::status(403)).on(DOWNLOAD_BUNDLE);
        let responses = Fault::new(Misbehavior::OneOf(misbehaviors()));
        for (fault, share) in
            [(connections, CONNECTIONS), (bundles, SHARE / 2.0), (responses, SHARE)]
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
        .without_rate_limit()
        .retry(retries())
        .call_timeout(Some(Duration::from_secs(30)))
}

fn retries() -> RetryPolicy {
    RetryPolicy::default().backoff(Duration::from_millis(1), Duration::from_millis(8))
}

/// The faults, all equally likely.
fn misbehaviors() -> Vec<Misbehavior> {
    let mut misbehaviors: Vec<_> =
        [401, 408, 429, 500, 502, 503, 504].map(Misbehavior::status).into();
    let replies = [
        Reply::new(429, ReplyBody::Empty).header("Retry-After", "0"),
        Reply::new(500, ReplyBody::Empty).with_effect(),
        Reply::new(502, ReplyBody::Text("<html>".to_owned())).with_effect(),
        Reply::new(504, ReplyBody::Empty).with_effect(),
        Reply::new(200, ReplyBody::Text("<html>".to_owned())).with_effect(),
        Reply::new(200, ReplyBody::Text("not compressed".to_owned()))
            .header("Content-Encoding", "gzip")
            .with_effect(),
    ];
    misbehaviors.extend(replies.map(Misbehavior::Respond));
    misbehaviors.extend(
        [ResetMoment::BeforeBody, ResetMoment::BeforeEffect, ResetMoment::AfterEffect]
            .map(Misbehavior::Reset),
    );
    misbehaviors.extend([
        Misbehavior::html(),
        Misbehavior::false_gzip(),
        Misbehavior::CutHead(0),
        Misbehavior::CutHead(30),
        Misbehavior::CutBody(0),
        Misbehavior::CutBody(20),
        Misbehavior::Delay(Duration::from_millis(5)),
        Misbehavior::Drip { chunk: 200, pause: Duration::from_millis(1) },
    ]);
    misbehaviors
}
