//! The authorization server, and what its tokens open.

use std::collections::HashMap;

use reqwest::Url;
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
}

#[tokio::test]
async fn a_code_becomes_tokens_that_open_what_was_granted() {
    let api = Api::start().await;
    let exchange = json!({ "grant_type": "authorization_code", "code": api.code().await });
    let mut by_other = exchange.clone();
    by_other["client_id"] = json!("sandbox-other-app");
    by_other["client_secret"] = json!("sandbox-other-app-secret");
    assert_eq!(api.token(&by_other).await.expect(400)["error"], "invalid_grant");
    let tokens = api.token(&exchange).await.expect(200);
    has(&tokens, json!({ "expires_in": 3600, "token_type": "Bearer" }));
    let again = api.token(&exchange).await.expect(400);
    has(&again, json!({ "error": "invalid_grant", "state": "a&b=c" }));

    let access = async |path: &str, tokens: &Value| {
        // HTTP does not care for the case.
        let token = format!("bearer {}", tokens["access_token"].as_str().unwrap());
        api.send(api.http.get(api.url(path)).header("authorization", token)).await
    };
    access("/comments", &tokens).await.expect(200);
    assert!(access("/files", &tokens).await.refused(403).contains("read_files"));
    access("v1//projects/garnet-7041.26/items", &tokens).await.refused(401);

    api.sandbox.set_data(&api.sandbox.data()).unwrap();
    access("/comments", &tokens).await.refused(401);
    let refresh =
        json!({ "grant_type": "refresh_token", "refresh_token": tokens["refresh_token"] });
    let fresh = api.token(&refresh).await.expect(200);
    has(&fresh, json!({ "scope": "read_comments write_comments", "refresh_token": null }));
    access("/comments", &fresh).await.expect(200);
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
    api.run("GET auth//oauth2/token -> 405").await;
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
