//! Secrets that a service, an object store or a transport repeats in its errors.

use std::io;

use l10n_client::hook::{CallHook, CallInfo, Hook};
use l10n_client::http::header::{HeaderMap, HeaderValue};
use l10n_client::types::{NewKey, Platform};
use l10n_client::{BoxError, Error, OAuthApp, OAuthTokens, Secret, http};
use reqwest::{Method, Request};
use serde_json::{Value, json};

use crate::support::{failing, fake, printed, reply};

const SECRET: &str = "d15c105ed-is-a-secret";

fn assert_hidden(error: &Error, secret: &str) {
    let text = printed(error);
    assert!(!text.contains(secret), "{text}");
}

#[tokio::test]
async fn the_error_of_a_bulk_report_has_no_token() {
    let body = json!({"keys": [], "errors": [
        {"message": format!("token {SECRET} may not create keys"), "code": 403, "key_name": "a"},
    ]});
    let client = fake(move |_| {
        let body = body.to_string();
        async move { reply(200, body) }
    });
    let client = client.api_token(SECRET).build().unwrap();
    let call = client.create_keys("p", [NewKey::new("a", [Platform::Web])]);
    let report = call.in_batches().send().await.unwrap();
    let error = report.complete().unwrap_err();
    assert_hidden(&error, SECRET);
}

#[tokio::test]
async fn the_error_of_a_transport_does_not_show_a_signed_link() {
    // As middleware prints it: "error sending request for url (...)".
    let client = failing(|request: Request| async move {
        let text = format!("error sending request for url ({})", request.url());
        Err(io::Error::other(text).into())
    });
    let client = client.build().unwrap();
    let link = "https://store.test/b.zip?X-Signature=5160ed51607ed";
    let error = client.download(link).chunks().await.unwrap_err();
    assert_hidden(&error, "5160ed51607ed");
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
            async move { reply(403, xml) }
        });
        let client = client.build().unwrap();
        let link = format!("https://store.test/b.zip?sv=2024&sig={raw}&se=x");
        let error = client.download(&link).chunks().await.unwrap_err();
        assert_hidden(&error, raw);
    }
}

/// With a transport, the URL that was asked in the end is not in the response.
#[tokio::test]
async fn the_error_after_a_redirect_does_not_show_its_query() {
    let client = fake(|request: Request| async move {
        match request.url().path() {
            "/b.zip" => {
                let to = "https://other.test/c.zip?sig=5160ed51607ed";
                let response = http::Response::builder().status(302).header("location", to);
                response.body("".into()).unwrap()
            }
            _ => reply(
                403,
                "<Error><Code>Denied</Code><Message>5160ed51607ed is old</Message></Error>",
            ),
        }
    });
    let client = client.build().unwrap();
    let error = client.download("https://store.test/b.zip").chunks().await.unwrap_err();
    assert_hidden(&error, "5160ed51607ed");
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
        reply(403, json!({"message": format!("the key {key} is unknown")}).to_string())
    });
    let client = client.hook(Signing).build().unwrap();
    let error = client.get_project("p").send().await.unwrap_err();
    assert_hidden(&error, SECRET);
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
                "/oauth2/token" => reply(
                    200,
                    json!({"access_token": "new-access-token", "refresh_token": "new-refresh",
                        "expires_in": 3600, "token_type": "Bearer"})
                    .to_string(),
                ),
                "/v2/projects/slow" => {
                    released.wait_for(|released| *released).await.unwrap();
                    reply(403, json!({"message": format!("{token} is not enough")}).to_string())
                }
                _ if token.contains("old") => reply(401, ""),
                _ => reply(200, r#"{"project_id":"p"}"#),
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
    assert_hidden(&error, "old-access-token");
}

#[tokio::test]
async fn a_secret_in_the_body_of_a_raw_request_is_redacted() {
    #[derive(serde::Serialize)]
    struct Grant {
        code: Secret,
        version: u8,
    }
    let client = fake(|request: Request| async move {
        let body: Value =
            serde_json::from_slice(request.body().unwrap().as_bytes().unwrap()).unwrap();
        let text = format!("the code {} is not known", body["code"]);
        reply(400, json!({"error": "invalid_grant", "error_description": text}).to_string())
    });
    let client = client.build().unwrap();
    let body = Grant { code: SECRET.into(), version: 2 };
    let call = client.request(Method::POST, "oauth2/token").json(&body);
    assert_hidden(&call.send::<Value>().await.unwrap_err(), SECRET);
}
