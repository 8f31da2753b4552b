//! What a raw request has of any other call: its server, a name, options, a query, a typed body,
//! and a wait.

use std::time::Duration;

use l10n_client::{CallOptions, ErrorKind, RetryPolicy, Server};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{json_response, respond, targets};
use crate::support::{builder, world};
use crate::traces::logged;

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
async fn a_server_whose_address_is_not_known_is_an_error() {
    let world = world().await;
    let client = l10n_client::Client::builder(world.sandbox.base_url()).api_token("c0ffee");
    let client = client.build().unwrap();
    let call = client.request(Method::GET, "x").server(Server::Cursor);
    let error = call.send::<Value>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Configuration);
}

#[tokio::test]
async fn a_name_is_in_errors() {
    let world = world().await;
    let call = || world.client.request(Method::POST, "projects/p:main/screenshots");
    let named = call().name("createScreenshots").json(&json!({}));
    let error = named.send::<Value>().await.unwrap_err();
    assert_eq!(error.operation(), Some("createScreenshots"));
    let words = "createScreenshots (POST /projects/p:main/screenshots) at 127.";
    assert!(error.to_string().starts_with(words), "{error}");
    assert_eq!(error.project(), Some("p:main"));

    let error = call().send::<Value>().await.unwrap_err();
    assert_eq!(error.operation(), Some("request"));
    let words = "POST /projects/p:main/screenshots at 127.";
    assert!(error.to_string().starts_with(words), "{error}");
    // That of one which cannot be sent, too.
    let error = call().name("two words").send::<Value>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().starts_with(words), "{error}");
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

#[tokio::test]
async fn a_write_is_repeated_only_where_the_caller_says_that_it_may_be() {
    let world = world().await;
    let lost = || Fault::new(Misbehavior::Reset(ResetMoment::AfterEffect));
    let pause = Duration::from_millis(1);
    let quick = CallOptions::new().retry(RetryPolicy::default().backoff(pause, pause));
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        world.sandbox.add_fault(lost()).unwrap();
        let call = world.client.request(method, "teams/7/orders").options(quick.clone());
        let error = call.send::<Value>().await.unwrap_err();
        assert!(error.may_have_taken_effect() && error.attempts() == 1, "{error}");
    }

    world.sandbox.add_fault(lost()).unwrap();
    json_response(&world, json!({"order": 7}));
    let call = world.client.request(Method::POST, "teams/7/orders");
    let options = quick.clone().idempotent().header("x-request-source", "checkout");
    let order = call.options(options).send::<Value>().await.unwrap();
    assert_eq!(order["order"], 7);
    assert_eq!(
        world.sandbox.requests().last().unwrap().header("x-request-source"),
        Some("checkout")
    );

    world.sandbox.add_fault(lost()).unwrap();
    json_response(&world, json!([]));
    let read = world.client.request(Method::GET, "teams/7/orders").options(quick);
    read.send::<Value>().await.unwrap();
}

#[tokio::test]
async fn a_limit_of_the_call_holds() {
    let world = world().await;
    let slow = Fault::new(Misbehavior::Delay(Duration::from_secs(20)));
    world.sandbox.add_fault(slow).unwrap();
    let path = format!("projects/{}/files", world.project.project_id);
    let options = CallOptions::new().timeout(Duration::from_millis(100));
    let call = world.client.request(Method::GET, path).options(options);
    assert!(call.send::<Value>().await.unwrap_err().is_timeout());
}

#[tokio::test]
async fn a_429_is_waited_out_also_for_a_write() {
    let world = world().await;
    let pause = Duration::from_millis(1);
    let client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .retry(RetryPolicy::default().backoff(pause, pause));
    let client = client.build().unwrap();
    respond(&world, Reply::new(429, ReplyBody::Empty).header("Retry-After", "0"));
    json_response(&world, json!({"made": true}));
    let call = client.request(Method::POST, "teams/7/orders").json(&[1, 2]);
    assert_eq!(call.send::<Value>().await.unwrap()["made"], true);
    let seen = world.sandbox.requests();
    assert_eq!(seen.len(), 2);
    let body = |index: usize| seen[index].body.as_ref().unwrap().bytes().to_vec();
    assert_eq!((body(0), body(1)), (b"[1,2]".to_vec(), b"[1,2]".to_vec()));
}

#[tokio::test]
async fn a_name_is_in_spans() {
    let world = world().await;
    json_response(&world, json!({}));
    let client = world.client.clone();
    let text = logged(async move {
        let call = client.request(Method::GET, "teams/7/marked");
        call.name("readMarked").send::<Value>().await.unwrap();
    });
    let text = text.await;
    assert!(text.contains(r#"operation="readMarked""#), "{text}");
}

/// Calls of all kinds may be made in tasks.
#[tokio::test]
async fn futures_of_raw_requests_can_be_sent_to_other_threads() {
    fn is_send<T: Send>(_: T) {}
    fn is_sync<T: Send + Sync>(_: T) {}
    let world = world().await;
    let call = || world.client.request(Method::GET, "teams/7").body("text/plain", vec![]);
    is_sync(call());
    is_send(call().send::<Value>());
    is_send(call().chunks());
    is_send(async { call().chunks().await?.into_inner().to_file("x").await });
    is_send(call().stream::<Value>());
    is_send(call().pages::<Value>());
}
