//! Errors of others that contain a credential: of a token store, a transport, a hook, a rate
//! limiter. However they are printed, it is redacted.

use std::error::Error as StdError;
use std::sync::{Arc, Mutex};
use std::{fmt, io};

use l10n_client::hook::{AttemptInfo, CallHook, CallInfo, Hook};
use l10n_client::http::StatusCode;
use l10n_client::http::header::HeaderMap;
use l10n_client::rate_limit::{Permit, RateLimiter, RequestInfo};
use l10n_client::{
    BoxError, BoxFuture, Client, ClientBuilder, Error, OAuthApp, OAuthTokens, RetryPolicy,
    TokenStore,
};
use l10n_sandbox::{Fault, Misbehavior};

use crate::support::{builder, ended, failing, list, printed, world};

const SECRET: &str = "c0ffee-is-a-secret";

/// Prints a secret in its text, and as bytes in its source.
#[derive(Debug)]
struct Leak(String, Bytes);

#[derive(Debug)]
struct Bytes(#[allow(dead_code, reason = "printed")] Vec<u8>);

fn leak(secret: &str) -> Box<Leak> {
    Box::new(Leak(secret.to_owned(), Bytes(secret.as_bytes().to_vec())))
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {{\"token\":\"{}\"}}", self.0)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes are not valid")
    }
}

impl StdError for Bytes {}

impl StdError for Leak {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&self.1)
    }
}

fn assert_redacted(door: &str, error: &Error, secret: &str) {
    let text = printed(error);
    let bytes = format!("{:?}", secret.as_bytes());
    for form in [secret, bytes.trim_matches(['[', ']'])] {
        assert!(!text.contains(form), "{door}: {text}");
    }
    let lines: Vec<_> = secret.bytes().map(|byte| format!("{byte},")).collect();
    let packed = text.split_whitespace().collect::<String>();
    assert!(!packed.contains(&lines.concat()), "{door}: {text}");
    assert!(text.contains("[redacted]"), "{door} printed it: {text}");
}

/// Leaks through the door of this name.
#[derive(Debug, Clone)]
struct Leaking(&'static str);

impl RateLimiter for Leaking {
    fn start<'a>(&'a self, _: RequestInfo<'a>) -> BoxFuture<'a, Permit> {
        let permit = match self.0 {
            "rate limiter" => Permit::rejected(*leak(SECRET)),
            _ => Permit::new(()),
        };
        Box::pin(std::future::ready(permit))
    }
}

/// Keeps what hooks are told.
#[derive(Debug, Clone, Default)]
struct Told(Option<&'static str>, Arc<Mutex<Vec<String>>>);

impl Hook for Told {
    fn call(&self, _: &CallInfo<'_>) -> Box<dyn CallHook> {
        Box::new(self.clone())
    }
}

impl CallHook for Told {
    fn attempt(&mut self, _: u32) -> Result<HeaderMap, BoxError> {
        match self.0 {
            Some(_) => Err(leak(SECRET)),
            None => Ok(HeaderMap::new()),
        }
    }

    fn attempted(&mut self, attempt: &AttemptInfo<'_>) {
        self.1.lock().unwrap().extend(attempt.result.err().map(printed));
    }

    fn ended(&mut self, result: Result<StatusCode, &Error>) {
        self.1.lock().unwrap().extend(result.err().map(printed));
    }
}

fn client() -> ClientBuilder {
    let client = failing(async |_| Err(leak(SECRET).into())).api_token(SECRET);
    client.retry(RetryPolicy::never()).without_rate_limit()
}

#[tokio::test]
async fn no_door_of_a_call_prints_the_token() {
    for (door, told) in [("transport", None), ("rate limiter", None), ("hook", Some("hook"))] {
        let hook = Told(told, Arc::default());
        let client = client().hook(hook.clone());
        let client = match door {
            "rate limiter" => client.rate_limiter(Leaking(door)),
            _ => client,
        };
        let call = client.build().unwrap();
        let error = call.get_project("p").send().await.unwrap_err();
        assert_redacted(door, &error, SECRET);
        let told = hook.1.lock().unwrap().join("\n");
        assert!(told.contains("[redacted]") && !told.contains(SECRET), "{door}: {told}");
    }
}

/// Fails with the tokens in its words, in one of its methods.
#[derive(Debug)]
struct Store(&'static str, OAuthTokens);

impl TokenStore for Store {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        Box::pin(async {
            // A file that is not as it should be; the error quotes it.
            let read = || serde_json::from_str::<u64>(&format!("{SECRET:?}"));
            match self.0 {
                "file" => read().map(|_| None).map_err(Into::into),
                "wrapped file" => {
                    read().map(|_| None).map_err(|error| io::Error::from(error).into())
                }
                _ => Ok(Some(self.1.clone())),
            }
        })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async {
            let secret = match self.0 {
                "access token" => &tokens.access_token,
                _ => tokens.refresh_token.as_ref().unwrap(),
            };
            Err(leak(secret.expose()).into())
        })
    }
}

#[tokio::test]
async fn no_store_prints_its_tokens() {
    let world = world().await;
    for door in ["access token", "refresh token"] {
        let store = Store(door, ended(&world).await);
        let client = builder(&world.sandbox).oauth_store(world.app(), store).build().unwrap();
        let error = client.get_project("garnet-7041.26").send().await.unwrap_err();
        let text = printed(&error);
        assert!(text.contains("cannot write {\"token\":\"[redacted]\"}"), "{door}: {text}");
    }
}

/// Tokens that the client never had.
#[tokio::test]
async fn a_store_that_cannot_be_read_does_not_print_its_content() {
    let app = OAuthApp::new("client-id", "client-secret");
    for door in ["file", "wrapped file"] {
        let client = Client::builder("http://localhost/v2").auth_url("http://localhost");
        let store = Store(door, OAuthTokens::new("", ""));
        let client = client.oauth_store(app.clone(), store).build().unwrap();
        let error = client.get_project("garnet-7041.26").send().await.unwrap_err();
        let text = printed(&error);
        assert!(!text.contains(SECRET), "{door}: {text}");
        let words = "could not load the tokens: invalid JSON";
        assert!(text.contains(words), "{door}: {text}");
    }
}

/// The causes are printed once by those who print the chain.
#[tokio::test]
async fn the_line_of_an_error_does_not_repeat_its_sources() {
    let world = world().await;
    for what in [Misbehavior::CutBody(0), Misbehavior::CutBody(9), Misbehavior::html()] {
        world.meet(Fault::new(what));
        let error = list(&world.client).await.unwrap_err();
        let line = error.to_string();
        let first: Option<&(dyn StdError + 'static)> = error.source();
        for cause in std::iter::successors(first, |error| (*error).source()) {
            assert!(!line.contains(&cause.to_string()), "{line}: {cause}");
        }
        assert!(format!("{error:?}").starts_with(&line), "{error:?}");
        assert!(!format!("{error:?}").contains('\n'));
    }
}
