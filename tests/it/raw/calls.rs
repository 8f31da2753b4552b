//! What a raw request has of any other call: its server, options, a query, a typed body,
//! and a wait.

use l10n_client::{CallOptions, Server};
use l10n_sandbox::{Reply, ReplyBody};
use reqwest::Method;
use serde_json::{Value, json};

use super::{json_response, targets};
use crate::support::{quick, world};

#[tokio::test]
async fn each_server_is_reached_with_its_own_credential() {
    let world = world().await;
    let path = format!("projects/{}/items", world.project.project_id);
    let items = world.client.request(Method::GET, path).server(Server::Cursor);
    let page = items.query("limit", 2).send::<Value>().await.unwrap();
    assert_eq!(page["data"].as_array().unwrap().len(), 2);

    json_response(&world, json!({"keys": []}));
    let keys = world.client.request(Method::GET, "oauth2/keys").server(Server::Auth);
    keys.send::<Value>().await.unwrap();
    let seen = world.sandbox.requests();
    let token = Some(world.sandbox.tokens().read_write);
    assert_eq!(seen[0].header("x-api-token"), token);
    assert_eq!(seen[1].header("x-api-token"), None);
    assert_eq!(seen[1].header("authorization"), None);
    let auth = url::Url::parse(world.sandbox.auth_url()).unwrap();
    assert_eq!(
        seen[1].header("host"),
        auth.host_str().map(|host| format!("{host}:{}", auth.port().unwrap())).as_deref()
    );
}

#[tokio::test]
async fn a_query_holds_repeated_values() {
    let world = world().await;
    json_response(&world, json!({}));
    let call = world.client.request(Method::GET, "teams/7/keys");
    let call = call.query("q", "a&b ü").query("ids[]", 1).query("ids[]", 2);
    call.send::<Value>().await.unwrap();
    let expected = "teams/7/keys?q=a%26b+%C3%BC&ids%5B%5D=1&ids%5B%5D=2";
    assert_eq!(targets(&world), [expected]);
}

#[tokio::test]
async fn a_body_is_sent_as_it_is_and_again_after_a_429() {
    let world = world().await;
    world.respond(Reply::new(429, ReplyBody::Empty));
    json_response(&world, json!({"stored": true}));
    let call = world.client.request(Method::PUT, "teams/7/logo").body("image/png", vec![0, 0xff]);
    let call = call.options(CallOptions::new().retry(quick()));
    assert_eq!(call.send::<Value>().await.unwrap()["stored"], true);
    let seen = world.sandbox.requests();
    assert_eq!(seen.len(), 2);
    for request in seen {
        assert_eq!(request.header("content-type"), Some("image/png"));
        assert_eq!(request.header("content-length"), Some("2"));
        assert_eq!(request.body.as_ref().unwrap().bytes(), [0, 0xff]);
    }
}
