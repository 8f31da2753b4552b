//! Headers and the name of the caller's program: where they go, and what is rejected.

use l10n_client::{CallOptions, Client, ErrorKind};
use l10n_sandbox::{Reply, ReplyBody, SeenRequest, Server};

use crate::support::{World, builder, pull_bundle, sent_to, world};

const APP: &str = "ci-sync/2.1 (nightly; linux) corp-http";

async fn world_with_headers() -> World {
    let world = world().await;
    let builder = world.builder().user_agent(APP);
    let client = builder.header("X-Gateway-Key", "open sesame").build().unwrap();
    World { client, ..world }
}

fn to(world: &World, server: Server) -> Vec<SeenRequest> {
    let requests = world.sandbox.requests().into_iter();
    requests.filter(|request| request.server == server).collect()
}

#[tokio::test]
async fn every_server_of_the_service_gets_them_and_the_host_of_bundles_does_not() {
    let world = world_with_headers().await;
    let (client, project) = (&world.client, world.project.project_id);
    client.get_project(project).send().await.unwrap();
    client.list_items(world.project.uuid).send().await.unwrap();
    let app = world.app();
    let callback = world.sandbox.oauth_app().redirect_uri;
    let request = client.authorize(&app, callback, &["read_keys"]).unwrap();
    let callback = sent_to(request.url().clone()).await;
    request.finish(client, &app, callback.as_str()).await.unwrap();
    pull_bundle(client, project).await;

    let ours = format!("{APP} l10n-client/{}", env!("CARGO_PKG_VERSION"));
    for server in [Server::Main, Server::Auth, Server::Cursor] {
        let by_us = |request: &SeenRequest| request.header("user-agent") == Some(&ours);
        let requests: Vec<_> = to(&world, server).into_iter().filter(by_us).collect();
        assert!(!requests.is_empty(), "{server:?}");
        for request in requests {
            assert_eq!(request.header("x-gateway-key"), Some("open sesame"), "{server:?}");
        }
    }
    let [bundle] = &to(&world, Server::Bundle)[..] else {
        panic!("one request for the bundle");
    };
    assert_eq!(bundle.header("user-agent"), Some(&*ours));
    assert_eq!(bundle.header("x-gateway-key"), None);
}

#[tokio::test]
async fn a_call_adds_its_own_and_its_value_goes_before_the_clients() {
    let world = world_with_headers().await;
    let call = world.client.get_project(world.project.project_id);
    let options = CallOptions::new().header("x-gateway-key", "other").header("x-run", "7");
    call.options(options).send().await.unwrap();
    let requests = world.sandbox.requests();
    assert_eq!(requests[0].header("x-gateway-key"), Some("other"));
    assert_eq!(requests[0].header("x-run"), Some("7"));
}

#[tokio::test]
async fn headers_of_the_client_itself_are_rejected_before_anything_is_sent() {
    let world = world().await;
    let cases = [
        ("Authorization", "x", "the header `authorization` is set by the client itself"),
        ("X-API-Token", "x", "the header `x-api-token` is set by the client itself"),
        ("host", "x", "the header `host` is set by the client itself"),
        ("user-agent", "x", "the header `user-agent` is reserved: use `ClientBuilder::user_agent`"),
        ("no name", "x", "\"no name\" is not a valid header name"),
        (
            "x-run",
            "a\r\nb",
            "the value of the header `x-run` contains characters that are not allowed in a header",
        ),
    ];
    for (name, value, words) in cases {
        let made = builder(&world.sandbox).api_token("t").header(name, value).build();
        let error = made.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        assert!(error.to_string().ends_with(words), "{error}");

        let call = world.client.get_project(world.project.project_id);
        let call = call.options(CallOptions::new().header(name, value));
        let error = call.send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.to_string().ends_with(words), "{error}");
    }
    assert_eq!(world.sandbox.requests().len(), 0);
}

#[test]
fn a_program_is_named_by_products() {
    let made = |app: &str| Client::builder("https://a.test").api_token("t").user_agent(app).build();
    for app in ["ci", "ci-sync/2.1", "a/1 b/2", "a (comment (within); x) b/2"] {
        assert!(made(app).is_ok(), "{app}");
    }
    for app in ["", " ", "a\n", "naïve/1"] {
        let error = made(app).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration, "{app:?}");
        assert!(error.to_string().contains("is not a valid product"), "{error}");
    }
}

#[tokio::test]
async fn values_that_a_service_repeats_are_in_no_error() {
    let world = world_with_headers().await;
    let words = r#"{"error": {"code": 400, "message": "bad key open sesame, and 4711-0815"}}"#;
    world.respond(Reply::new(400, ReplyBody::Text(words.to_owned())));
    let call = world.client.get_project(world.project.project_id);
    let call = call.options(CallOptions::new().header("x-run-key", "4711-0815"));
    let error = call.send().await.unwrap_err();
    for text in [error.to_string(), format!("{error:?}"), error.message().unwrap().to_owned()] {
        assert!(!text.contains("sesame") && !text.contains("4711"), "{text}");
    }
}
