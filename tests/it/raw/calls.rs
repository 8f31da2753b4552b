//! What a raw request has of any other call: its server, options, a query, a typed body,
//! and a wait.

use l10n_client::{ErrorKind, Server};
use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{json_response, targets};
use crate::support::world;

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
async fn its_method_and_path_are_in_errors() {
    let world = world().await;
    let call = || world.client.request(Method::POST, "projects/p:main/screenshots");
    let sent = call().send::<Value>().await.unwrap_err();
    assert_eq!((sent.operation(), sent.project()), (Some("request"), Some("p:main")));
    let unsent = call().body("two\nlines", "").send::<Value>().await.unwrap_err();
    assert_eq!(unsent.kind(), ErrorKind::InvalidRequest);
    for error in [sent, unsent] {
        let words = "POST /projects/p:main/screenshots at 127.";
        assert!(error.to_string().starts_with(words), "{error}");
    }
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
async fn bodies_and_responses_are_of_the_callers_types() {
    #[derive(Serialize)]
    struct Status<'a> {
        title: &'a str,
        color: &'a str,
    }
    #[derive(Deserialize)]
    struct Created {
        custom_translation_status: Read,
    }
    #[derive(Deserialize)]
    struct Read {
        status_id: u64,
        title: String,
    }
    let world = world().await;
    let path = format!("projects/{}/custom_translation_statuses", world.project.project_id);
    let body = Status { title: "Typed", color: "#61bd4f" };
    let created =
        world.client.request(Method::POST, path).json(&body).send::<Created>().await.unwrap();
    let read = created.into_inner().custom_translation_status;
    assert!(read.status_id > 0 && read.title == "Typed");

    let unmade = std::collections::BTreeMap::from([((1, 2), 3)]);
    let call = world.client.request(Method::POST, "x").json(&unmade);
    let error = call.send::<Value>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}
