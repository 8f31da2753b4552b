//! Rare inputs that once broke a promise: secrets that others repeat, uploads whose file is gone,
//! odd responses.

use std::io::{self};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::TryStreamExt;
use l10n_client::hook::{CallHook, CallInfo, Hook};
use l10n_client::http::header::{HeaderMap, HeaderValue};
use l10n_client::types::{NewKey, Platform};
use l10n_client::{BoxError, CallOptions, ErrorKind, OAuthApp, OAuthTokens, RetryPolicy, http};
use reqwest::{Body, Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::support::{failing, fake, printed};

const SECRET: &str = "d15c105ed-is-a-secret";

fn quick() -> RetryPolicy {
    let pause = Duration::from_millis(1);
    RetryPolicy::default().backoff(pause, pause)
}

fn respond(status: u16, body: impl Into<Body>) -> http::Response<Body> {
    let mut response = http::Response::new(body.into());
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}

fn with(
    mut response: http::Response<Body>,
    name: &'static str,
    value: &str,
) -> http::Response<Body> {
    response.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
    response
}

// 1. Secrets.

#[tokio::test]
async fn the_error_of_a_bulk_report_has_no_token() {
    let body = json!({"keys": [], "errors": [
        {"message": format!("token {SECRET} may not create keys"), "code": 403, "key_name": "a"},
    ]});
    let client = fake(move |_| {
        let body = body.to_string();
        async move { respond(200, body) }
    });
    let client = client.api_token(SECRET).build().unwrap();
    let call = client.create_keys("p", [NewKey::new("a", [Platform::Web])]);
    let report = call.in_batches().send().await.unwrap();
    let error = report.complete().unwrap_err();
    assert!(!printed(&error).contains(SECRET), "{}", printed(&error));
}

#[tokio::test]
async fn the_error_of_a_transport_does_not_show_a_signed_link() {
    // As middleware prints it: "error sending request for url (...)".
    let client = failing(|request: Request| async move {
        let text = format!("error sending request for url ({})", request.url());
        Err(io::Error::other(text).into())
    });
    let client = client.retry(RetryPolicy::never()).build().unwrap();
    let link = "https://store.test/b.zip?X-Signature=5160ed51607ed";
    let error = client.download(link).chunks().await.unwrap_err();
    assert!(!printed(&error).contains("5160ed51607ed"), "{}", printed(&error));
}

/// The store repeats a value as it is in the link: percent-encoded, in lower case.
#[tokio::test]
async fn the_error_of_a_store_does_not_show_an_encoded_signature() {
    for raw in ["ab%2bcd%2fef%3d", "ab-cd%2Bef_gh"] {
        let xml = format!(
            "<?xml version=\"1.0\"?><Error><Code>AuthenticationFailed</Code>\
             <Message>Signature did not match: sig={raw} is not valid</Message></Error>"
        );
        let client = fake(move |_| {
            let xml = xml.clone();
            async move { with(respond(403, xml), "content-type", "application/xml") }
        });
        let client = client.retry(RetryPolicy::never()).build().unwrap();
        let link = format!("https://store.test/b.zip?sv=2024&sig={raw}&se=x");
        let error = client.download(&link).chunks().await.unwrap_err();
        assert!(!printed(&error).contains(raw), "{}", printed(&error));
    }
}

/// With a transport, the URL that was asked in the end is not in the response.
#[tokio::test]
async fn the_error_after_a_redirect_does_not_show_its_query() {
    let client = fake(|request: Request| async move {
        match request.url().path() {
            "/b.zip" => {
                with(respond(302, ""), "location", "https://other.test/c.zip?sig=5160ed51607ed")
            }
            _ => respond(
                403,
                "<Error><Code>Denied</Code><Message>5160ed51607ed is old</Message></Error>",
            ),
        }
    });
    let client = client.retry(RetryPolicy::never()).build().unwrap();
    let error = client.download("https://store.test/b.zip").chunks().await.unwrap_err();
    assert!(!printed(&error).contains("5160ed51607ed"), "{}", printed(&error));
}

#[derive(Debug)]
struct Signing;

impl Hook for Signing {
    fn call(&self, _: &CallInfo<'_>) -> Box<dyn CallHook> {
        Box::new(Self)
    }
}

impl CallHook for Signing {
    fn attempt(&mut self, _: u32) -> Result<HeaderMap, BoxError> {
        let value = HeaderValue::from_static(SECRET);
        Ok(HeaderMap::from_iter([("x-gateway-key".parse()?, value)]))
    }
}

#[tokio::test]
async fn the_header_of_a_hook_is_as_secret_as_one_of_the_client() {
    let client = fake(|request: Request| async move {
        let key = request.headers()["x-gateway-key"].to_str().unwrap().to_owned();
        respond(403, json!({"message": format!("the key {key} is unknown")}).to_string())
    });
    let client = client.hook(Signing).build().unwrap();
    let error = client.get_project("p").send().await.unwrap_err();
    assert!(!printed(&error).contains(SECRET), "{}", printed(&error));
}

/// The title of a page is cut before it is redacted.
#[tokio::test]
async fn a_cut_text_does_not_end_with_the_start_of_a_token() {
    let title = format!("{}{SECRET}", "x".repeat(500 - SECRET.len() + 2));
    let client = fake(move |_| {
        let page = format!("<html><title>{title}</title></html>");
        async move { respond(403, page) }
    });
    let client = client.api_token(SECRET).build().unwrap();
    let error = client.get_project("p").send().await.unwrap_err();
    assert!(!printed(&error).contains(&SECRET[..14]), "{}", printed(&error));
}

/// A call whose access token is replaced meanwhile by another call.
#[tokio::test]
async fn an_access_token_that_was_replaced_meanwhile_is_still_secret() {
    let (release, released) = tokio::sync::watch::channel(false);
    let client = fake(move |request: Request| {
        let mut released = released.clone();
        async move {
            let token = request.headers().get("authorization");
            let token = token.map(|token| token.to_str().unwrap().to_owned()).unwrap_or_default();
            match request.url().path() {
                "/oauth2/token" => respond(
                    200,
                    json!({"access_token": "new-access-token", "refresh_token": "new-refresh",
                        "expires_in": 3600, "token_type": "Bearer"})
                    .to_string(),
                ),
                "/v2/projects/slow" => {
                    released.wait_for(|released| *released).await.unwrap();
                    respond(403, json!({"message": format!("{token} is not enough")}).to_string())
                }
                _ if token.contains("old") => respond(401, ""),
                _ => respond(200, r#"{"project_id":"p"}"#),
            }
        }
    });
    let app = OAuthApp::new("client-id", "client-secret");
    let tokens = OAuthTokens::new("old-access-token", "old-refresh");
    let client = client.auth_url("http://127.0.0.1").oauth(app, tokens);
    let client = client.without_rate_limit().build().unwrap();
    let (slow, ()) = tokio::join!(client.get_project("slow").send(), async {
        client.get_project("p").send().await.unwrap();
        release.send_replace(true);
    });
    let error = slow.unwrap_err();
    assert!(!printed(&error).contains("old-access-token"), "{}", printed(&error));
}

/// A request for tokens with a field that is not text.
#[tokio::test]
async fn a_code_in_a_raw_request_for_tokens_is_secret_beside_a_number() {
    let client = fake(|request: Request| async move {
        let body: Value =
            serde_json::from_slice(request.body().unwrap().as_bytes().unwrap()).unwrap();
        let text = format!("the code {} is not known", body["code"]);
        respond(400, json!({"error": "invalid_grant", "error_description": text}).to_string())
    });
    let client = client.auth_url("http://127.0.0.1").build().unwrap();
    for body in [json!({"code": SECRET}), json!({"code": SECRET, "version": 2})] {
        let call = client.request(Method::POST, "oauth2/token").json(&body);
        let call = call.server(l10n_client::Server::Auth);
        let error = call.send::<Value>().await.unwrap_err();
        assert!(!printed(&error).contains(SECRET), "{body}: {}", printed(&error));
    }
}

// 2. Writes.

#[tokio::test]
async fn an_upload_that_may_have_taken_effect_says_so_when_its_file_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("en.json");
    std::fs::write(&path, "{}").unwrap();
    let gone = path.clone();
    let requests = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&requests);
    let client = failing(move |mut request: Request| {
        let (gone, seen) = (gone.clone(), Arc::clone(&seen));
        async move {
            let mut body = std::pin::pin!(request.body_mut().take().unwrap());
            while let Some(frame) =
                std::future::poll_fn(|cx| http_body::Body::poll_frame(body.as_mut(), cx)).await
            {
                frame?;
            }
            // The service has the whole request; its response is lost.
            seen.fetch_add(1, Ordering::SeqCst);
            std::fs::remove_file(&gone)?;
            Err("connection lost".into())
        }
    });
    let client = client.retry(quick()).build().unwrap();
    let call = client.upload_file("p", "en.json", "en").file(path.as_path());
    let error = call.options(CallOptions::new().idempotent()).send().await.unwrap_err();
    assert_eq!(requests.load(Ordering::SeqCst), 1);
    assert!(error.may_have_taken_effect(), "{error}");
}

/// The first attempt was rejected, and could not read the file; the second sent all of it.
#[tokio::test]
async fn the_trouble_of_an_earlier_attempt_is_not_that_of_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("en.json");
    std::fs::write(&path, "{}").unwrap();
    let (file, requests) = (path.clone(), Arc::new(AtomicUsize::new(0)));
    let client = failing(move |mut request: Request| {
        let (file, requests) = (file.clone(), Arc::clone(&requests));
        async move {
            let is_first = requests.fetch_add(1, Ordering::SeqCst) == 0;
            if is_first {
                std::fs::remove_file(&file)?;
            }
            let mut body = std::pin::pin!(request.body_mut().take().unwrap());
            let mut failed = false;
            while let Some(frame) =
                std::future::poll_fn(|cx| http_body::Body::poll_frame(body.as_mut(), cx)).await
            {
                failed |= frame.is_err();
                if failed {
                    break;
                }
            }
            assert_eq!(failed, is_first);
            std::fs::write(&file, "{}")?;
            match is_first {
                true => Ok(respond(423, "")),
                false => Err("connection lost".into()),
            }
        }
    });
    let client = client.retry(quick()).build().unwrap();
    let call = client.upload_file("p", "en.json", "en").file(path.as_path());
    let error = call.send().await.unwrap_err();
    assert_eq!(error.attempts(), 2, "{error}");
    assert!(error.may_have_taken_effect(), "{error}");
    assert_eq!(error.kind(), ErrorKind::ConnectionLost, "{error}");
}

// 4. Codings.

#[tokio::test]
async fn a_response_without_a_body_may_name_any_coding() {
    for (method, status) in [(Method::HEAD, 200), (Method::DELETE, 204)] {
        for coding in ["gzip", "br"] {
            let client =
                fake(move |_| async move { with(respond(status, ""), "content-encoding", coding) });
            let client = client.retry(RetryPolicy::never()).build().unwrap();
            let sent = client.request(method.clone(), "x").send::<Value>().await;
            assert!(sent.is_ok(), "{method} {coding}: {:?}", sent.err());
            let chunks = client.request(method.clone(), "x").chunks().await;
            assert!(chunks.is_ok(), "{method} {coding}: {:?}", chunks.err());
        }
    }
}

// 6. Lists.

/// The number of items in a list of pages of these sizes, each with these headers and its number.
async fn listed(
    headers: &'static [(&'static str, &'static str)],
    has_number: bool,
    sizes: &'static [usize],
) -> usize {
    let client = fake(move |request: Request| async move {
        let mut query = request.url().query_pairs();
        let page = query.find(|(name, _)| name == "page");
        let page: usize = page.map_or(1, |(_, page)| page.parse().unwrap());
        let count = sizes.get(page - 1).copied().unwrap_or(0);
        let items: Vec<_> = (0..count).map(|index| json!({"id": page * 100_000 + index})).collect();
        let mut response = respond(200, Value::from(items).to_string());
        if has_number {
            response = with(response, "x-pagination-page", &page.to_string());
        }
        headers.iter().fold(response, |response, (name, value)| with(response, name, value))
    });
    let client = client.without_rate_limit().build().unwrap();
    let items = client.request(Method::GET, "things").stream::<Value>();
    items.try_collect::<Vec<_>>().await.unwrap().len()
}

#[tokio::test]
async fn a_short_page_is_the_last_unless_its_headers_say_otherwise() {
    const LIMIT: &str = "x-pagination-limit";
    let three_pages = &[("x-pagination-page-count", "3"), (LIMIT, "500")];
    assert_eq!(listed(three_pages, true, &[480, 500, 20]).await, 1000);
    assert_eq!(listed(&[(LIMIT, "5000")], true, &[500, 500, 20]).await, 1020);
    assert_eq!(listed(&[(LIMIT, "500")], true, &[500, 500, 20]).await, 1020);
    assert_eq!(listed(&[(LIMIT, "100")], true, &[100, 100, 20]).await, 220);
    assert_eq!(listed(&[], true, &[100, 100, 20]).await, 220);
    assert_eq!(listed(&[], false, &[500, 500, 20]).await, 1020);
}

// 7. Downloads.

#[cfg(unix)]
#[tokio::test]
async fn a_symbolic_link_to_a_new_file_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("new.zip"), folder.path().join("link.zip"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let client = fake(async |_| respond(200, "zip")).build().unwrap();
    client.download("https://store.test/b.zip").to_file(&link).await.unwrap();
    assert!(link.symlink_metadata().unwrap().is_symlink(), "the link was replaced");
    assert_eq!(std::fs::read(&target).unwrap(), b"zip");
}
