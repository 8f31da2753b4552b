//! Worlds: which one a request belongs to, and that what happens in one is not seen in another.

use l10n_sandbox::{Sandbox, World, WorldError};
use serde_json::json;

use crate::support::{Api, requests};

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
    let code = api.code(app.client_id).await;
    let exchange = json!({
        "grant_type": "authorization_code", "code": code, "client_id": app.client_id,
    });
    let issued = api.token(&exchange).await.expect(200);
    let bearer = issued["access_token"].as_str().unwrap();
    api.send(http.get(api.url("/comments")).bearer_auth(bearer)).await;
    api.use_token(world.tokens().read_write);
    let export = api.post("/files/download", &json!({ "format": "json" })).await.expect(200);
    let link = export["bundle_url"].as_str().unwrap();
    api.send(http.get(link)).await;
    let expected = "authorize 302, requestToken 200, listProjectComments 200, exportFiles 200, \
        downloadBundle 200";
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
async fn a_world_has_a_name_of_its_own_and_is_removed() {
    let api = Api::start().await;
    let world = api.sandbox.create_world("a-1").unwrap();
    for name in ["a-1", "default"] {
        let taken = WorldError::Taken(name.into());
        assert_eq!(api.sandbox.create_world(name).unwrap_err(), taken);
    }
    for name in ["", "1a", "a.b"] {
        let bad = WorldError::BadName(name.into());
        assert_eq!(api.sandbox.create_world(name).unwrap_err(), bad);
    }
    api.sandbox.remove_world("a-1").unwrap();
    assert!(api.sandbox.world("a-1").is_none());
    api.use_token(world.tokens().read_write);
    api.get("/comments").await.refused(401);
    for name in ["a-1", "default"] {
        let unknown = WorldError::Unknown(name.into());
        assert_eq!(api.sandbox.remove_world(name), Err(unknown));
    }
}

requests! {
    data_faults_variants_and_resets_are_those_of_one_world: r#"
POST control//worlds {"name": "one"} -> 201
POST control//worlds {"name": "two", "variants": "observed"} -> 201 {"variants": "observed"}
POST control//worlds/one/faults {"operation": "listProjectComments", "times": "always",
  "what": {"respond": {"status": 503}}} -> 201 {"id": 1}
AS one.sandbox-read-write-token
POST /keys/3101/comments {"comments": [{"comment": "only here"}]} -> 200
GET /comments -> 503
GET /keys/3101/comments -> 200 total 3
AS two.sandbox-read-write-token
GET /keys/3101/comments -> 200 (Etc/UTC)
GET /comments -> 200 {"comments": [{}, {}, {}]}
AS read_write
GET /comments -> 200 (UTC)
POST control//worlds/one/reset -> 204
AS one.sandbox-read-write-token
GET /comments -> 200 total 3
GET control//worlds/one/requests -> 200 {"requests": [{}]}
GET control//worlds/two/requests -> 200 {"requests": [{}, {}]}
"#

    control_endpoints_create_and_remove_worlds: r#"
POST control//worlds {} -> 201 {"world": "w1",
  "tokens": {"read_write": "w1.sandbox-read-write-token"}}
POST control//worlds ["a"] -> 400 the body must be a JSON object
POST control//worlds {"name": "default"} -> 409 already
POST control//worlds {"nmae": "a"} -> 400 nmae
POST control//worlds {"seed": {"project": []}} -> 400 seed.project: unknown field
GET control//worlds/w1/state -> 200 {"world": "w1"}
GET control//worlds -> 200 {"worlds": [{}, {"world": "w1"}]}
DELETE control//worlds/w1 -> 204
DELETE control//worlds/w1 -> 404 w1
GET control//worlds/w1/state -> 404 there is no world
"#
}

#[tokio::test]
async fn a_sandbox_with_threads_of_its_own_is_dropped_in_a_task() {
    let sandbox = Sandbox::builder().start_blocking().unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let health = http.get(format!("{}/health", sandbox.auth_url())).send().await.unwrap();
    assert_eq!(health.status(), 200);
    drop(sandbox);
    let failed = Sandbox::builder().listen("8080").start_blocking().unwrap_err();
    assert_eq!(failed.kind(), std::io::ErrorKind::InvalidInput);
}
