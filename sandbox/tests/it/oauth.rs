//! The authorization server, and what its tokens open.

use std::collections::HashMap;
use std::time::Duration;

use l10n_sandbox::{Preset, Sandbox};
use reqwest::{Method, Url};
use serde_json::{Value, json};

use crate::support::{Api, Reply, has};

impl Api {
    pub(crate) async fn authorize(&self, changes: &[(&str, Option<&str>)]) -> Reply {
        let app = self.sandbox.oauth_app();
        let mut query = HashMap::from([
            ("client_id", app.client_id),
            ("redirect_uri", app.redirect_uri),
            ("scope", "read_comments write_comments"),
            ("state", "a&b=c"),
        ]);
        for (name, value) in changes {
            match value {
                Some(value) => query.insert(name, value),
                None => query.remove(name),
            };
        }
        let url = format!("{}/oauth2/auth", self.sandbox.auth_url());
        self.send(self.http.get(url).query(&query)).await
    }

    async fn code(&self) -> String {
        let reply = self.authorize(&[]).await;
        assert_eq!(reply.status, 302, "{}", reply.body);
        let target = Url::parse(reply.header("location")).unwrap();
        assert!(target.as_str().starts_with(self.sandbox.oauth_app().redirect_uri));
        let pairs: HashMap<_, _> = target.query_pairs().into_owned().collect();
        assert_eq!(pairs["state"], "a&b=c");
        pairs["code"].clone()
    }

    pub(crate) async fn token(&self, body: &Value) -> Reply {
        let app = self.sandbox.oauth_app();
        let mut body = body.clone();
        for (name, value) in [("client_id", app.client_id), ("client_secret", app.client_secret)] {
            if body.get(name).is_none() {
                body[name] = json!(value);
            }
        }
        let url = format!("{}/oauth2/token", self.sandbox.auth_url());
        self.send(self.http.post(url).json(&body)).await
    }

    pub(crate) async fn exchange(&self, grant_type: &str) -> Value {
        let code = self.code().await;
        self.token(&json!({ "grant_type": grant_type, "code": code })).await.expect(200)
    }

    async fn comments(&self, token: &Value) -> Reply {
        let request = self.http.get(self.url("/comments"));
        self.send(request.bearer_auth(token["access_token"].as_str().unwrap())).await
    }
}

#[tokio::test]
async fn a_code_becomes_tokens_that_open_what_was_granted() {
    let api = Api::start().await;
    for grant_type in ["authorization_code", "authorization_token"] {
        let tokens = api.exchange(grant_type).await;
        has(&tokens, json!({ "expires_in": 3600, "token_type": "Bearer" }));
        api.comments(&tokens).await.expect(200);
        let bearer = tokens["access_token"].as_str().unwrap();
        let refused =
            api.send(api.http.get(api.url("/files")).bearer_auth(bearer)).await.refused(403);
        assert!(refused.contains("read_files"), "{refused}");
        let url = format!("{}/projects/garnet-7041.26/items", api.sandbox.cursor_url());
        api.send(api.http.get(url).bearer_auth(bearer)).await.refused(401);
    }
}

#[tokio::test]
async fn a_token_that_expired_by_time_or_by_a_replacement_of_the_data_is_refreshed() {
    let short = Sandbox::builder().token_lifetime(Duration::from_millis(1));
    for (builder, is_short) in [(short, true), (Sandbox::builder(), false)] {
        let api = Api::with(builder.variants(Preset::Sample)).await;
        let tokens = api.exchange("authorization_code").await;
        match is_short {
            true => tokio::time::sleep(Duration::from_millis(2)).await,
            false => api.sandbox.set_data(&api.sandbox.data()).unwrap(),
        }
        api.comments(&tokens).await.refused(401);
        refreshed(&api, &tokens).await;
    }
}

async fn refreshed(api: &Api, tokens: &Value) {
    let refresh =
        json!({ "grant_type": "refresh_token", "refresh_token": tokens["refresh_token"] });
    let fresh = api.token(&refresh).await.expect(200);
    assert_eq!(fresh["scope"], "read_comments write_comments");
    assert_eq!(fresh.get("refresh_token"), None);
    assert_ne!(fresh["access_token"], tokens["access_token"]);
}

#[tokio::test]
async fn a_code_is_good_for_one_exchange_by_its_client() {
    let api = Api::start().await;
    let code = api.code().await;
    let exchange = json!({ "grant_type": "authorization_code", "code": code });
    let mut by_other = exchange.clone();
    by_other["client_id"] = json!("sandbox-other-app");
    by_other["client_secret"] = json!("sandbox-other-app-secret");
    assert_eq!(api.token(&by_other).await.expect(400)["error"], "invalid_grant");
    api.token(&exchange).await.expect(200);
    let again = api.token(&exchange).await.expect(400);
    has(&again, json!({ "error": "invalid_grant", "state": "a&b=c" }));
}

#[tokio::test]
async fn token_requests_that_fail() {
    let api = Api::start().await;
    for (body, error) in [
        (
            json!({ "grant_type": "authorization_code", "code": "x", "client_secret": "wrong" }),
            "invalid_client",
        ),
        (json!({ "grant_type": "refresh_token", "refresh_token": "x" }), "invalid_grant"),
        (json!({ "grant_type": "authorization_code" }), "invalid_request"),
    ] {
        assert_eq!(api.token(&body).await.expect(400)["error"], error, "{body}");
    }
    let url = format!("{}/oauth2/token", api.sandbox.auth_url());
    api.send(api.request(Method::GET, &url)).await.expect(405);
}

#[tokio::test]
async fn a_strict_sandbox_rejects_unknown_parameters_of_authorization() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let refused = api.authorize(&[("stat", Some("x"))]).await.expect(400);
    assert!(refused["error_description"].as_str().unwrap().contains("stat: "), "{refused}");
    assert_eq!(api.authorize(&[("response_type", Some("code"))]).await.status, 302);
}

#[tokio::test]
async fn authorization_requests_that_fail() {
    let api = Api::start().await;
    for (name, value, error) in [
        ("client_id", Some("nobody"), "invalid_client"),
        ("client_id", None, "invalid_request"),
        ("redirect_uri", Some("https://evil.test/"), "invalid_request"),
        ("redirect_uri", Some("http://127.0.0.1.evil.test/"), "invalid_request"),
    ] {
        let body = api.authorize(&[(name, value)]).await.expect(400);
        assert_eq!((&body["error"], &body["state"]), (&json!(error), &json!("a&b=c")), "{name}");
    }
    let loopback = api.authorize(&[("redirect_uri", Some("http://127.0.0.1:4711/callback"))]).await;
    let target = loopback.header("location");
    assert!(target.starts_with("http://127.0.0.1:4711/callback?code="));
    let registered = api.authorize(&[("redirect_uri", None)]).await;
    assert!(registered.header("location").starts_with("https://app.sandbox.test/callback?code="));
}
