//! Settings of the client: what is rejected, and why. Nothing of a token or of a password in a URL
//! is shown.

use l10n_client::rate_limit::SlidingWindow;
use l10n_client::{CallOptions, Client, Error, ErrorKind, RetryPolicy};

use crate::support::{child, fake, is_child, printed, reply, world};

fn rejected(error: Error) -> String {
    assert_eq!(error.kind(), ErrorKind::Configuration, "{error}");
    assert!(!printed(&error).contains("hunter"), "{error}");
    error.with_causes()
}

fn build(base_url: &str) -> Result<Client, Error> {
    Client::builder(base_url).api_token("token").build()
}

#[test]
fn base_urls() {
    for good in [
        "https://api.service.test/v2",
        "https://api.service.test/v2/",
        "http://127.0.0.1:8080/v2",
        "http://[::1]:8080",
        "http://[::ffff:127.0.0.1]:8080",
        "http://localhost:8080/v2",
    ] {
        assert!(build(good).is_ok(), "{good}");
    }
    for (bad, reason) in [
        ("http://api.service.test/v2", "plain HTTP"),
        ("http://127.0.0.1.evil.test/v2", "plain HTTP"),
        ("http://[64:ff9b::7f00:1]/v2", "plain HTTP"),
        ("ftp://api.service.test/v2", "must begin with"),
        ("api.service.test/v2", "must begin with"),
        ("localhost:8080/v2", "must begin with"),
        ("//api.service.test/v2", "must begin with"),
        ("https://", "is not a URL"),
        ("", "must begin with"),
        ("https://user:hunter2@api.service.test/v2", "contains credentials"),
        ("https://api.service.test/v2?token=hunter2", "query"),
        ("https://api.service.test/v2#hunter2", "fragment"),
        ("http://api.service.test/hunter2", "plain HTTP"),
        ("hunter2", "must begin with"),
    ] {
        let text = rejected(build(bad).unwrap_err());
        assert!(text.contains(reason), "{bad}: {text}");
    }
}

/// What the HTTP library says is not lost: to say it again in other words takes somebody who has
/// seen it.
#[cfg(feature = "rustls")]
#[test]
fn settings_that_the_http_library_refuses() {
    let settings = Client::builder("https://api.service.test/v2").api_token("token");
    let settings = settings.http(|settings| settings.user_agent("two\nlines"));
    let error = settings.build().unwrap_err();
    assert!(std::error::Error::source(&error).is_some());
    let text = rejected(error);
    assert!(
        text.contains("cannot build the HTTP client: ") && text.contains("header value"),
        "{text}"
    );
}

#[test]
fn tokens() {
    let with =
        |token: &str| Client::builder("https://api.service.test/v2").api_token(token).build();
    assert_eq!(rejected(with("").unwrap_err()), "configuration: the API token is empty");
    assert_eq!(rejected(with(" \n").unwrap_err()), "configuration: the API token is empty");
    let text = rejected(with("hunter\n2").unwrap_err());
    assert!(text.contains("not allowed in a header"), "{text}");
    let bearer = Client::builder("https://api.service.test/v2").access_token("hunter\u{7f}2");
    rejected(bearer.build().unwrap_err());
    assert!(with("c0ffee\n").is_ok(), "a line break at the end comes from a file");
}

#[tokio::test]
async fn a_server_or_a_credential_that_is_missing_is_named() {
    let client = build("https://api.service.test/v2").unwrap();
    let text = rejected(client.list_items("p").send().await.unwrap_err());
    assert!(
        text.starts_with("listItems of p: ") && text.contains("`ClientBuilder::cursor_api_url`"),
        "{text}"
    );

    let world = world().await;
    let anonymous = Client::builder(world.sandbox.base_url()).build().unwrap();
    let text = rejected(anonymous.list_files("p").send().await.unwrap_err());
    assert!(text.contains("no credential"), "{text}");
    assert_eq!(world.sandbox.requests().len(), 0);
}

#[test]
fn the_environment_makes_a_client() {
    if is_child() {
        match Client::from_env() {
            Ok(client) => println!("made {client:?}"),
            Err(error) => println!("rejected {error}"),
        }
        return;
    }
    let probe = |variables: &[(&str, &str)]| {
        let mut child = child("configuration::the_environment_makes_a_client", variables);
        String::from_utf8(child.output().unwrap().stdout).unwrap()
    };
    let base = ("L10N_BASE_URL", "https://api.service.test/v2");
    let token = ("L10N_TOKEN", "hunter2");
    assert!(probe(&[token]).contains("rejected configuration: L10N_BASE_URL is not set"));
    assert!(probe(&[base]).contains("rejected configuration: L10N_TOKEN is not set"));
    assert!(
        probe(&[base, ("L10N_TOKEN", "")])
            .contains("rejected configuration: the API token is empty")
    );
    let plain = ("L10N_BASE_URL", "http://sandbox:8080/v2");
    assert!(probe(&[plain, token]).contains("(`L10N_ALLOW_PLAIN_HTTP=1`)"));
    let allowed = |value| probe(&[plain, token, ("L10N_ALLOW_PLAIN_HTTP", value)]);
    assert!(allowed("1").contains("made ") && allowed("0").contains("plain HTTP"));
    assert!(allowed("sandbox").contains("L10N_ALLOW_PLAIN_HTTP is not 0 or 1"));
    let made = probe(&[base, token, ("L10N_CURSOR_API_URL", "https://cursor.service.test/v1")]);
    assert!(made.contains("made ") && made.contains("https://cursor.service.test/v1"), "{made}");
}

#[tokio::test]
async fn no_setting_is_too_large() {
    let forever = std::time::Duration::MAX;
    let policy = RetryPolicy::default().max_attempts(u32::MAX).max_elapsed(forever);
    let client = fake(async |_| reply(200, r#"{"files":[]}"#))
        .connect_timeout(forever)
        .read_timeout(forever)
        .call_timeout(Some(forever))
        .max_response_size(usize::MAX)
        .retry(policy.backoff(forever, forever))
        .rate_limiter(SlidingWindow::new(usize::MAX, usize::MAX))
        .build()
        .unwrap();
    let options = CallOptions::new().timeout(forever);
    let mut files = client.list_files("p").options(options).stream();
    assert!(files.next().await.is_none());
}
