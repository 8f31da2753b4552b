//! Worlds side by side: what happens in one is not seen in another.

use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, Quirk, RequestFilter, Sandbox, Variant, World, WorldError};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

/// The comments of the main project, asked for at an address with a token.
async fn comments(api: &Api, base_url: &str, token: &str) -> (u16, Value) {
    let project = api.sandbox.project().project_id;
    let url = format!("{base_url}/projects/{project}/comments");
    let request = api.http.get(url).header("X-Api-Token", token);
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, response.json().await.unwrap_or_default())
}

fn count(answer: &Value) -> usize {
    answer["comments"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn a_world_is_reached_by_its_address_and_by_its_tokens() {
    let api = Api::start().await;
    let world = api.sandbox.create_world("one").unwrap();
    let comment = json!({ "comments": [{ "comment": "only here" }] });
    for (base, token) in
        [(world.base_url(), api.sandbox.tokens().read_only), (world.base_url(), "no token")]
    {
        let (status, _) = comments(&api, base, token).await;
        assert_eq!(status, 401, "{token} is not of this world");
    }
    assert_eq!(world.requests().len(), 2);
    let url = format!("{}/projects/garnet-7041.26/keys/3101/comments", api.sandbox.base_url());
    let post = api.http.post(url).header("X-Api-Token", world.tokens().read_write);
    assert_eq!(post.json(&comment).send().await.unwrap().status(), 200);
    for base in [world.base_url(), api.sandbox.base_url()] {
        let (_, there) = comments(&api, base, world.tokens().read_only).await;
        assert_eq!(count(&there), 4);
    }
    assert_eq!(count(&api.get("/comments").await.expect(200)), 3);
    assert_eq!(world.requests().len(), 5);
    assert_eq!(api.sandbox.requests().len(), 1);
}

#[tokio::test]
async fn faults_variants_and_resets_are_those_of_one_world() {
    let api = Api::start().await;
    let (one, two) =
        (api.sandbox.create_world("one").unwrap(), api.sandbox.create_world("two").unwrap());
    one.add_fault(Fault::new(Misbehavior::status(503)).always()).unwrap();
    two.set_variant(Quirk::Timestamps, Variant::Other);
    let of =
        async |world: &World| comments(&api, world.base_url(), world.tokens().read_write).await;
    assert_eq!(of(&one).await.0, 503);
    let (_, answer) = of(&two).await;
    assert!(answer["comments"][0]["added_at"].as_str().unwrap().ends_with("(Etc/UTC)"));
    let answer = api.get("/comments").await.expect(200);
    assert!(answer["comments"][0]["added_at"].as_str().unwrap().ends_with("(UTC)"));
    one.reset();
    assert_eq!(of(&one).await.0, 200);
    assert_eq!(api.sandbox.requests().len(), 1, "a reset of another world leaves this record");
}

#[tokio::test]
async fn an_upload_and_a_bundle_stay_in_their_world() {
    let api = Api::start().await;
    let world = api.sandbox.create_world("files").unwrap();
    let token = world.tokens().read_write;
    let post = async |path: &str, body: Value| {
        let url = format!("{}/projects/garnet-7041.26{path}", world.base_url());
        api.http.post(url).header("X-Api-Token", token).json(&body).send().await.unwrap()
    };
    let upload = json!({ "data": "e30=", "filename": "a.json", "lang_iso": "en" });
    let uploaded = post("/files/upload", upload).await;
    let location = uploaded.headers()["location"].to_str().unwrap();
    assert!(location.starts_with("/worlds/files/v2/projects/"), "{location}");

    let exported: Value =
        post("/files/download", json!({ "format": "json" })).await.json().await.unwrap();
    let link = exported["bundle_url"].as_str().unwrap();
    assert!(link.starts_with(world.bundle_url()), "{link}");
    assert_eq!(api.http.get(link).send().await.unwrap().status(), 200);
    let elsewhere = link.replace("/worlds/files", "");
    assert_eq!(api.http.get(elsewhere).send().await.unwrap().status(), 403);
}

#[tokio::test]
async fn worlds_are_made_and_removed_by_name() {
    let api = Api::start().await;
    api.sandbox.create_world("a-1").unwrap();
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
    for name in ["a-1", "default"] {
        let unknown = WorldError::Unknown(name.into());
        assert_eq!(api.sandbox.remove_world(name), Err(unknown));
    }
    let gone = api.sandbox.base_url().replace("/v2", "/worlds/a-1/v2");
    assert_eq!(comments(&api, &gone, "a-1.sandbox-read-only-token").await.0, 404);
    assert_eq!(api.sandbox.create_world("a-1").unwrap().name(), "a-1");
}

#[tokio::test]
async fn the_requests_of_a_removed_world_can_be_read() {
    let api = Api::start().await;
    let world = api.sandbox.create_world("a-1").unwrap();
    comments(&api, world.base_url(), world.tokens().read_only).await;
    api.sandbox.remove_world("a-1").unwrap();
    let read = |path| api.control(Method::GET, path, Value::Null);
    let (status, body) = read("/worlds/a-1/requests?status=200").await;
    assert_eq!((status, body["requests"][0]["status"].as_u64()), (200, Some(200)), "{body}");
    assert_eq!(read("/worlds").await.1["removed"], json!(["a-1"]));
    assert_eq!(read("/worlds/a-1/state").await.0, 404);
    assert_eq!(read("/worlds/a-2/requests").await.0, 404);
}

#[tokio::test]
async fn the_requests_of_all_worlds_are_read_together() {
    let api = Api::start().await;
    let world = api.sandbox.create_world("a-1").unwrap();
    let token = world.tokens().read_only;
    api.get("/files").await.expect(200);
    comments(&api, world.base_url(), token).await;
    api.get("/files").await.expect(200);
    let delay = Misbehavior::Delay(Duration::from_secs(60));
    world.add_fault(Fault::new(delay)).unwrap();
    let third = RequestFilter::new().since(3);
    tokio::select! {
        _ = comments(&api, world.base_url(), token) => panic!("it is delayed"),
        seen = world.wait_for_requests(&third, 1, Duration::from_secs(60)) => {
            seen.unwrap();
            api.sandbox.remove_world("a-1").unwrap();
        }
    }
    let read = |query| api.control(Method::GET, query, Value::Null);
    let (status, body) = read("/worlds/*/requests?since=1").await;
    assert_eq!((status, &body["last"]), (200, &json!(4)));
    let seen: Vec<_> = body["requests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["number"].as_u64().unwrap(),
                it["world"].as_str().unwrap(),
                it["stage"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [(2, "a-1", "answered"), (3, "default", "answered"), (4, "a-1", "lost")];
    assert_eq!(seen, expected);
    let (status, body) = read("/worlds/*/requests?wait=1").await;
    assert_eq!(status, 400, "{body}");
}

#[tokio::test]
async fn too_many_worlds_are_refused_with_the_option_that_allows_more() {
    let api = Api::with(l10n_sandbox::Sandbox::builder().max_worlds(2)).await;
    for expected in [201, 201, 429] {
        let (status, answer) = api.control(Method::POST, "/worlds", json!({})).await;
        assert_eq!(status, expected, "{answer}");
        let is_told = answer["error"].as_str().is_some_and(|it| it.contains("--max-worlds 4"));
        assert_eq!(is_told, expected == 429, "{answer}");
    }
    api.sandbox.remove_world("w1").unwrap();
    assert!(api.sandbox.create_world("another").is_ok());
}

#[tokio::test]
async fn tests_in_other_languages_make_worlds_too() {
    let api = Api::start().await;
    let made = api.control(Method::POST, "/worlds", Value::Null).await;
    assert_eq!(made.0, 400, "null is no description of a world");
    let (status, told) = api.control(Method::POST, "/worlds", json!(["a"])).await;
    assert_eq!((status, &told["error"]), (400, &json!("the body must be a JSON object")));
    let (status, world) = api.control(Method::POST, "/worlds", json!({})).await;
    assert_eq!((status, &world["world"]), (201, &json!("w1")));
    assert_eq!(world["tokens"]["read_write"], "w1.sandbox-read-write-token");
    let control = world["control_url"].as_str().unwrap();
    assert_eq!(control, format!("{}/worlds/w1", api.sandbox.control_url()));

    let fault = json!({ "times": "always", "what": { "respond": { "status": 503 } } });
    assert_eq!(api.control(Method::POST, "/worlds/w1/faults", fault).await.0, 201);
    let base = world["base_url"].as_str().unwrap();
    assert_eq!(comments(&api, base, "").await.0, 503);
    let seen = api.control(Method::GET, "/worlds/w1/requests", Value::Null).await.1;
    assert_eq!(seen["requests"].as_array().unwrap().len(), 1);
    assert_eq!(api.control(Method::POST, "/worlds/w1/reset", Value::Null).await.0, 204);
    let state = api.control(Method::GET, "/worlds/w1/state", Value::Null).await.1;
    assert_eq!(state, world);
    let quirk = json!({ "variant": "other" });
    assert_eq!(api.control(Method::PUT, "/worlds/w1/quirks/timestamps", quirk).await.0, 204);

    let listed = api.control(Method::GET, "/worlds", Value::Null).await.1;
    assert_eq!(listed["worlds"][1]["world"], "w1");
    for (name, status) in [("w1", 204), ("w1", 404), ("default", 404)] {
        let path = format!("/worlds/{name}");
        assert_eq!(api.control(Method::DELETE, &path, Value::Null).await.0, status);
    }
    let taken = json!({ "name": "default" });
    assert_eq!(api.control(Method::POST, "/worlds", taken).await.0, 409);
    let unknown = json!({ "nmae": "a" });
    assert_eq!(api.control(Method::POST, "/worlds", unknown).await.0, 400);
    let gone = api.control(Method::GET, "/worlds/w1/state", Value::Null).await;
    assert_eq!(gone.0, 404);
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

/// The status of a list, by a client of this runtime alone.
async fn status(world: &World) -> u16 {
    let url = format!("{}/projects/garnet-7041.26/keys", world.base_url());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client.get(url).header("X-Api-Token", world.tokens().read_only);
    request.send().await.unwrap().status().as_u16()
}

#[test]
fn the_shared_sandbox_outlives_the_runtime_that_started_it() {
    for name in ["first-runtime", "second-runtime"] {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let answered = runtime.block_on(async {
            let world = Sandbox::shared().unwrap().create_world(name).unwrap();
            (status(&world).await, world.requests().len())
        });
        assert_eq!(answered, (200, 1), "{name}");
    }
}

#[tokio::test]
async fn a_test_has_a_world_of_the_shared_sandbox() {
    let world = Sandbox::shared().unwrap().create_world("of-a-test").unwrap();
    world.add_fault(Fault::new(Misbehavior::status(503)).times(1)).unwrap();
    assert_eq!([status(&world).await, status(&world).await], [503, 200]);
}

#[tokio::test]
async fn another_test_has_another_world_of_it() {
    let world = Sandbox::shared().unwrap().create_world("of-another-test").unwrap();
    assert_eq!(status(&world).await, 200);
    assert_eq!(world.requests().len(), 1);
}

#[tokio::test]
async fn a_sandbox_with_threads_of_its_own_is_dropped_in_a_task() {
    let sandbox = Sandbox::builder().strict().start_blocking().unwrap();
    let world = sandbox.create_world("one").unwrap();
    assert_eq!(status(&world).await, 200);
    drop(sandbox);
    let taken = Sandbox::builder().listen("8080").start_blocking().unwrap_err();
    assert_eq!(taken.kind(), std::io::ErrorKind::InvalidInput);
}
