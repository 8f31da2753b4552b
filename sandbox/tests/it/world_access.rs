//! Which world a request belongs to where its address names none.

use l10n_sandbox::{Fault, Misbehavior, RequestFilter, ResetMoment, Sandbox, Stage, World};
use reqwest::Response;
use serde_json::{Value, json};

use crate::support::Api;

/// The default world's address for a path of the authorization server.
fn auth(api: &Api, path: &str) -> String {
    format!("{}/oauth2/{path}", api.sandbox.auth_url())
}

async fn code(api: &Api, world: &World) -> String {
    let app = world.oauth_app();
    let query = [
        ("client_id", app.client_id),
        ("scope", "read_comments"),
        ("redirect_uri", app.redirect_uri),
    ];
    let sent = api.http.get(auth(api, "auth")).query(&query).send().await;
    let answer = sent.unwrap();
    assert_eq!(answer.status(), 302);
    let location = answer.headers()["location"].to_str().unwrap();
    location.split_once("code=").unwrap().1.to_owned()
}

fn exchange(world: &World, code: &str) -> [(&'static str, String); 4] {
    let app = world.oauth_app();
    [
        ("grant_type", "authorization_code".to_owned()),
        ("client_id", app.client_id.to_owned()),
        ("client_secret", app.client_secret.to_owned()),
        ("code", code.to_owned()),
    ]
}

async fn access(answer: Response) -> String {
    assert_eq!(answer.status(), 200);
    let tokens: Value = answer.json().await.unwrap();
    tokens["access_token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_client_id_leads_to_its_world_at_the_address_of_all() {
    for builder in [Sandbox::builder(), Sandbox::builder().one_port()] {
        let api = Api::with(builder).await;
        let world = api.sandbox.create_world("one").unwrap();
        for is_form in [false, true] {
            let body = exchange(&world, &code(&api, &world).await);
            let post = api.http.post(auth(&api, "token"));
            let post = match is_form {
                true => post
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .body(body.map(|(name, value)| format!("{name}={value}")).join("&")),
                false => {
                    let body = body.map(|(name, value)| (name.to_owned(), json!(value)));
                    post.json(&serde_json::Map::from_iter(body))
                }
            };
            let token = access(post.send().await.unwrap()).await;
            assert!(token.starts_with("one."), "{token}");
            let called = api.http.get(api.url("/comments")).bearer_auth(token);
            assert_eq!(called.send().await.unwrap().status(), 200);
        }
        let seen = world.requests();
        let seen: Vec<_> = seen.iter().map(|it| it.operation.as_deref()).collect();
        let login = [Some("authorize"), Some("requestToken"), Some("listProjectComments")];
        assert_eq!(seen, [login, login].concat());
        assert!(api.sandbox.requests().is_empty());
        let reset = Misbehavior::Reset(ResetMoment::BeforeBody);
        world.add_fault(Fault::new(reset).on("requestToken")).unwrap();
        let body = exchange(&world, "any").map(|(name, value)| (name.to_owned(), json!(value)));
        let post = api.http.post(auth(&api, "token"));
        let body: serde_json::Map<_, _> = body.into_iter().collect();
        assert!(post.json(&body).send().await.is_err());
        assert_eq!(world.requests()[6].stage, Stage::Lost);
    }
}

#[tokio::test]
async fn what_names_no_world_to_the_authorization_server_is_of_the_default_one() {
    let api = Api::start().await.unchecked();
    let world = api.sandbox.create_world("one").unwrap();
    for (sent, start) in [
        (String::new(), "nothing"),
        (r#"{"client_id": 1}"#.to_owned(), "a number"),
        (r#"{"client_id": "nobody.sandbox-app"}"#.to_owned(), "another world"),
        (format!("{{\"a\": \"{}\"}}", "a".repeat(100 << 10)), "more than is looked at"),
    ] {
        let post = api.http.post(auth(&api, "token")).body(sent);
        let post = post.header("Content-Type", "application/json").send().await.unwrap();
        assert_eq!(post.status(), 400, "{start}");
    }
    let refused = RequestFilter::new().operation("requestToken").status(400);
    let refused = api.sandbox.requests_like(&refused).unwrap();
    assert_eq!(refused.len(), 4);
    let body = refused[2].body.as_ref().unwrap().json().unwrap();
    assert_eq!(body["client_id"], "nobody.sandbox-app");
    assert!(world.requests().is_empty());
}

#[tokio::test]
async fn a_credential_of_the_default_world_leads_to_no_other() {
    let api = Api::start().await;
    let mut data = api.sandbox.data();
    data["tokens"][0]["secret"] = json!("shop.token");
    api.sandbox.set_data(&data).unwrap();
    let shop = api.sandbox.create_world("shop").unwrap();
    let status = async |token: &str| {
        let get = api.http.get(api.url("/comments")).header("X-Api-Token", token);
        get.send().await.unwrap().status().as_u16()
    };
    assert_eq!(status("shop.token").await, 200);
    assert_eq!(api.sandbox.requests().len(), 1);
    assert_eq!(status(shop.tokens().read_only).await, 200);
    assert_eq!(shop.requests().len(), 1);
}
