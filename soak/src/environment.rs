//! What lasts for the whole soak: the sandbox, the clients, and the faults.

use std::time::{Duration, SystemTime};

use fastrand::Rng;
use l10n_client::{Client, ClientBuilder, OAuthApp, OAuthTokens, RetryPolicy};
use l10n_sandbox::{
    DOWNLOAD_BUNDLE, Fault, FaultError, Misbehavior, Preset, Reply, ReplyBody, ResetMoment, Sandbox,
};
use serde_json::json;

pub(crate) const PROJECT: &str = "soak";
/// What the seed has, which nobody changes: the word in names or texts, and how many.
pub(crate) const KEYS: (&str, usize) = ("key", 30);
pub(crate) const COMMENTS: (&str, usize) = ("comment", 100);
/// The share of faulty responses.
const SHARE: f64 = 0.2;
/// The share of connections that are reset when they are made.
const CONNECTIONS: f64 = 0.05;
/// To how many requests of a round faults may apply: more than there are.
const REQUESTS: usize = 1_000;

/// The sandbox, and clients for all rounds.
pub(crate) struct Environment {
    pub(crate) sandbox: Sandbox,
    /// Clients by API token, each with connections of its own.
    pub(crate) clients: [Client; 2],
}

impl Environment {
    pub(crate) async fn start() -> Result<Self, crate::Failure> {
        let names = |(word, count)| (0..count).map(move |number| format!("{word}-{number}"));
        let keys: Vec<_> = names(KEYS).collect();
        let comments = names(COMMENTS).map(|text| json!({ "key_id": keys[0], "comment": text }));
        let comments: Vec<_> = comments.collect();
        let builder = Sandbox::builder()
            .seed(json!({
                "users": [{ "email": "anna@soak.test" }],
                "oauth_apps": [{ "client_id": "app", "client_secret": "secret",
                    "redirect_uri": "https://app.test/callback" }],
                "oauth_grants": [{ "refresh_token": "refresh", "client_id": "app",
                    "user": "anna@soak.test",
                    "scopes": ["read_comments", "read_files", "read_keys", "write_files",
                        "write_keys"] }],
                "projects": [{ "name": PROJECT, "languages": ["en", "de"], "keys": keys,
                    "comments": comments }],
            }))
            .step(Duration::from_millis(2))
            .token_lifetime(Duration::from_secs(1))
            // Each call names a branch of its own.
            .any_branch();
        let sandbox = builder.start().await?;
        let token = "sandbox-read-write-token";
        let patient = retries().max_attempts(8).retry_on_conflict(true);
        let clients = [
            client(&sandbox).api_token(token).build()?,
            client(&sandbox).api_token(token).retry(patient).build()?,
        ];
        Ok(Self { sandbox, clients })
    }

    /// A client whose access tokens expire every second.
    pub(crate) fn session(&self) -> Result<Client, l10n_client::Error> {
        let tokens = OAuthTokens::new("expired", "refresh").expires_at(SystemTime::now());
        client(&self.sandbox).oauth(OAuthApp::new("app", "secret"), tokens).build()
    }

    /// Restores the initial state, with a random preset of variants, and adds the faults.
    pub(crate) fn reset(&self, random: &mut Rng) -> Result<(), FaultError> {
        self.sandbox.reset();
        let presets = [Preset::Observed, Preset::Sample, Preset::Other];
        self.sandbox.set_variants(random.choice(presets).unwrap_or_default());
        let reset = Fault::new(Misbehavior::Reset(ResetMoment::BeforeBody));
        let expired = Fault::new(Misbehavior::status(403)).on(DOWNLOAD_BUNDLE);
        let responses: Vec<_> = misbehaviors().into_iter().map(Fault::new).collect();
        self.scatter(random, CONNECTIONS, &[reset])?;
        self.scatter(random, SHARE / 2.0, &[expired])?;
        self.scatter(random, SHARE, &responses)
    }

    /// Adds faults, drawn from these, that apply to a share of the requests.
    fn scatter(&self, random: &mut Rng, share: f64, faults: &[Fault]) -> Result<(), FaultError> {
        let mut skipped = 0;
        for _ in 0..REQUESTS {
            match Some(random.f64() < share).filter(|hit| *hit).and_then(|_| random.choice(faults))
            {
                Some(fault) => drop(self.sandbox.add_fault(fault.clone().after(skipped))?),
                None => skipped += 1,
            }
        }
        Ok(())
    }
}

fn client(sandbox: &Sandbox) -> ClientBuilder {
    Client::builder(sandbox.base_url())
        .auth_url(sandbox.auth_url())
        .without_rate_limit()
        .retry(retries())
        .call_timeout(Some(Duration::from_secs(30)))
}

fn retries() -> RetryPolicy {
    RetryPolicy::default().backoff(Duration::from_millis(1), Duration::from_millis(8))
}

/// The faults, all equally likely.
fn misbehaviors() -> Vec<Misbehavior> {
    let text = |text: &str| ReplyBody::Text(text.to_owned());
    let replies = [
        Reply::new(429, ReplyBody::Empty).header("Retry-After", "0"),
        Reply::new(500, ReplyBody::Empty).with_effect(),
        Reply::new(502, text("<html>")).with_effect(),
        Reply::new(504, ReplyBody::Empty).with_effect(),
        Reply::new(200, text("<html>")).with_effect(),
        Reply::new(200, text("no gzip")).header("Content-Encoding", "gzip").with_effect(),
    ];
    let resets = [ResetMoment::BeforeBody, ResetMoment::BeforeEffect, ResetMoment::AfterEffect];
    let mut misbehaviors = vec![
        Misbehavior::html(),
        Misbehavior::CutBody(0),
        Misbehavior::CutBody(20),
        Misbehavior::Delay(Duration::from_millis(5)),
        Misbehavior::DelayBody(Duration::from_millis(5)),
    ];
    misbehaviors.extend([401, 408, 429, 500, 502, 503, 504].map(Misbehavior::status));
    misbehaviors.extend(replies.map(Misbehavior::Respond));
    misbehaviors.extend(resets.map(Misbehavior::Reset));
    misbehaviors
}
