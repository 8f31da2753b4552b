//! Worlds: which one a request belongs to, and that what happens in one is not seen in another.

use l10n_sandbox::{Fault, Misbehavior, Preset, Sandbox, World, WorldError};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

/// Lists the comments of a world.
async fn list(world: &World) -> (u16, Value) {
    let url = format!("{}/projects/garnet-7041.26/comments", world.base_url());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client.get(url).header("X-Api-Token", world.tokens().read_only);
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap_or_default())
}

/// The operations of the recorded requests, with their statuses.
fn seen(world: &World) -> String {
    let seen = world.requests().into_iter();
    let seen = seen.map(|it| format!("{} {}", it.operation.unwrap(), it.status.unwrap()));
    seen.collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn a_request_belongs_to_the_world_of_its_credential() {
    let api = Api::with(Sandbox::builder()).await;
    let (sandbox, http) = (&api.sandbox, &api.http);
    let world = sandbox.create_world("one").unwrap();
    let app = world.oauth_app();
    let granted = api.authorize(&[("client_id", Some(app.client_id))]).await;
    let code = granted.header("location").split(['=', '&']).nth(1).unwrap();
    let body = json!({
        "grant_type": "authorization_code", "code": code, "client_id": app.client_id,
    });
    let issued = api.token(&body).await.expect(200);
    let body = json!({
        "grant_type": "refresh_token", "client_id": app.client_id,
        "client_secret": app.client_secret, "refresh_token": issued["refresh_token"],
    });
    let request = http.post(format!("{}/oauth2/token", sandbox.auth_url())).json(&body);
    let access = api.send(request).await.expect(200);
    let bearer = access["access_token"].as_str().unwrap();
    api.send(http.get(api.url("/comments")).bearer_auth(bearer)).await;
    api.use_token(world.tokens().read_write);
    let export = api.post("/files/download", &json!({ "format": "json" })).await.expect(200);
    let link = export["bundle_url"].as_str().unwrap();
    api.send(http.get(link)).await;
    let expected = "authorize 302, requestToken 200, requestToken 200, listProjectComments 200, \
        exportFiles 200, downloadBundle 200";
    assert_eq!((seen(&world).as_str(), seen(sandbox).as_str()), (expected, ""));

    // Without a credential of a world.
    api.send(http.get(api.url("/comments"))).await;
    for token in ["none.sandbox-read-write-token", sandbox.tokens().read_only] {
        api.use_token(token);
        api.get("/comments").await;
    }
    api.send(http.get(link.replace("one.", ""))).await;
    let expected = "listProjectComments 400, listProjectComments 400, \
         listProjectComments 200, downloadBundle 403";
    assert_eq!(seen(sandbox), expected);
}

#[tokio::test]
async fn data_faults_variants_and_resets_are_those_of_one_world() {
    let api = Api::start().await;
    let [one, two] = ["one", "two"].map(|name| api.sandbox.create_world(name).unwrap());
    one.add_fault(Fault::new(Misbehavior::status(503)).on("listProjectComments").always()).unwrap();
    two.set_variants(Preset::Observed);
    api.use_token(one.tokens().read_write);
    let comment = json!({ "comments": [{ "comment": "only here" }] });
    api.post("/keys/3101/comments", &comment).await.expect(200);
    assert_eq!(list(&one).await.0, 503);
    for (world, zone) in [(&*two, "(Etc/UTC)"), (&*api.sandbox, "(UTC)")] {
        let (_, answer) = list(world).await;
        assert!(answer["comments"][0]["added_at"].as_str().unwrap().ends_with(zone));
        assert_eq!(answer["comments"].as_array().unwrap().len(), 3);
    }
    one.reset();
    assert_eq!(list(&one).await, list(&api.sandbox).await);
    assert_eq!([&*one, &*two, &*api.sandbox].map(|it| it.requests().len()), [1, 1, 2]);
}

#[tokio::test]
async fn worlds_are_created_and_removed_in_rust_and_by_control_endpoints() {
    let api = Api::start().await;
    let world = api.sandbox.create_world("a-1").unwrap();
    for (name, expected) in [
        ("a-1", WorldError::Taken("a-1".into())),
        ("default", WorldError::Taken("default".into())),
        ("", WorldError::BadName(String::new())),
        ("1a", WorldError::BadName("1a".into())),
        ("a.b", WorldError::BadName("a.b".into())),
    ] {
        assert_eq!(api.sandbox.create_world(name).unwrap_err(), expected);
    }
    api.sandbox.remove_world("a-1").unwrap();
    assert!(api.sandbox.world("a-1").is_none());
    assert_eq!(list(&world).await.0, 401, "its token is unknown");
    for name in ["a-1", "default"] {
        let unknown = WorldError::Unknown(name.into());
        assert_eq!(api.sandbox.remove_world(name), Err(unknown));
    }
    let (status, world) = api.control(Method::POST, "/worlds", json!({})).await;
    assert_eq!((status, &world["world"]), (201, &json!("w1")));
    assert_eq!(world["tokens"]["read_write"], "w1.sandbox-read-write-token");
    let fault = json!({ "what": { "respond": { "status": 503 } } });
    for (method, path, body, expected, text) in [
        (Method::POST, "/worlds", json!(["a"]), 400, "the body must be a JSON object"),
        (Method::POST, "/worlds", json!({ "name": "default" }), 409, "already"),
        (Method::POST, "/worlds", json!({ "nmae": "a" }), 400, "nmae"),
        (Method::POST, "/worlds/w1/faults", fault, 201, "1"),
        (Method::POST, "/worlds/w1/reset", Value::Null, 204, ""),
        (Method::GET, "/worlds/w1/state", Value::Null, 200, &world.to_string()),
        (Method::GET, "/worlds", Value::Null, 200, "\"w1\""),
        (Method::DELETE, "/worlds/w1", Value::Null, 204, ""),
        (Method::DELETE, "/worlds/w1", Value::Null, 404, "w1"),
        (Method::GET, "/worlds/w1/state", Value::Null, 404, "there is no world"),
    ] {
        let (status, answer) = api.control(method, path, body).await;
        assert_eq!(status, expected, "{path}: {answer}");
        assert!(answer.to_string().contains(text), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_sandbox_with_threads_of_its_own_is_dropped_in_a_task() {
    let sandbox = Sandbox::builder().strict().start_blocking().unwrap();
    let world = sandbox.create_world("one").unwrap();
    assert_eq!(list(&world).await.0, 200);
    drop(sandbox);
    let failed = Sandbox::builder().listen("8080").start_blocking().unwrap_err();
    assert_eq!(failed.kind(), std::io::ErrorKind::InvalidInput);
}
