//! The authorization server, and what its tokens open.

use std::collections::HashMap;

use reqwest::Url;
use serde_json::{Value, json};

use crate::support::{Api, Reply, has, requests};

impl Api {
    /// The code that the user's browser brings back.
    pub(crate) async fn code(&self, client_id: &str) -> String {
        let query = [
            ("client_id", client_id),
            ("redirect_uri", "http://127.0.0.1:4711/callback"),
            ("scope", "read_comments write_comments"),
            ("state", "a&b=c"),
        ];
        let reply = self.send(self.http.get(self.url("auth//oauth2/auth")).query(&query)).await;
        let target = Url::parse(reply.header("location")).unwrap();
        assert!(target.as_str().starts_with("http://127.0.0.1:4711/callback?"), "{target}");
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
        self.send(self.http.post(self.url("auth//oauth2/token")).json(&body)).await
    }
}

#[tokio::test]
async fn a_code_becomes_tokens_that_open_what_was_granted() {
    let api = Api::start().await;
    let code = api.code(api.sandbox.oauth_app().client_id).await;
    let exchange = json!({ "grant_type": "authorization_code", "code": code });
    let mut by_other = exchange.clone();
    by_other["client_id"] = json!("sandbox-other-app");
    by_other["client_secret"] = json!("sandbox-other-app-secret");
    assert_eq!(api.token(&by_other).await.expect(400)["error"], "invalid_grant");
    let tokens = api.token(&exchange).await.expect(200);
    has(&tokens, json!({ "expires_in": 3600, "token_type": "Bearer" }));
    assert_eq!(api.token(&exchange).await.expect(400)["error"], "invalid_grant");

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

requests! {
    requests_that_fail: r#"
GET auth//oauth2/auth?client_id=nobody&scope=read_comments&state=a -> 400 {
  "error": "invalid_client", "state": "a"}
GET auth//oauth2/auth?scope=read_comments&state=a -> 400 {"error": "invalid_request", "state": "a"}
GET auth//oauth2/auth?client_id=sandbox-app&scope=read_comments -> 302
GET auth//oauth2/auth?client_id=sandbox-app&scope=read_comments%20read_all -> 400 {
  "error": "invalid_scope"}
GET auth//oauth2/auth?client_id=sandbox-app&scope=read_keys&redirect_uri=https%3A%2F%2Fevil.test
  -> 400 {"error": "invalid_request"}
GET auth//oauth2/auth?client_id=sandbox-app&scope=read_keys&redirect_uri=http%3A%2F%2F127.0.0.1.b
  -> 400 {"error": "invalid_request"}
POST auth//oauth2/token {"grant_type": "authorization_code", "code": "x",
  "client_id": "sandbox-app", "client_secret": "wrong"} -> 400 {"error": "invalid_client"}
POST auth//oauth2/token {"grant_type": "refresh_token", "refresh_token": "x",
  "client_id": "sandbox-app", "client_secret": "sandbox-app-secret"} -> 400 {
  "error": "invalid_grant"}
POST auth//oauth2/token {"grant_type": "authorization_code", "client_id": "sandbox-app",
  "client_secret": "sandbox-app-secret"} -> 400 {"error": "invalid_request"}
GET auth//oauth2/token -> 405
"#
}
