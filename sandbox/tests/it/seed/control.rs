//! Data by the control endpoints, and in worlds.

use l10n_sandbox::ProcessEnd;
use reqwest::Method;
use serde_json::{Value, json};

use super::{api, minimal};
use crate::support::Api;

#[tokio::test]
async fn what_get_gives_put_takes() {
    let api = Api::start().await;
    let (_, before) = api.control(Method::GET, "/state/data", Value::Null).await;
    assert_eq!(before, api.sandbox.data());
    let comment = json!({ "comments": [{ "comment": "new" }] });
    api.post("/keys/3101/comments", &comment).await.expect(200);
    let (_, after) = api.control(Method::GET, "/state/data", Value::Null).await;
    assert_ne!(after, before);
    let (status, _) = api.control(Method::PUT, "/state/data", before.clone()).await;
    assert_eq!(status, 204);
    assert_eq!(api.sandbox.data(), before);
    let comments = api.get("/comments").await.expect(200);
    assert_eq!(comments["comments"].as_array().unwrap().len(), 3);
    let (_, schema) = api.control(Method::GET, "/state/data/schema", Value::Null).await;
    assert_eq!(schema["title"], "The data of a sandbox");
}

#[tokio::test]
async fn more_than_two_megabytes_are_taken() {
    let api = Api::start().await;
    let text = "x".repeat(3 << 20);
    let mut data = minimal();
    data["projects"][0]["description"] = json!(text);
    let (status, _) = api.control(Method::PUT, "/state/data", data).await;
    assert_eq!(status, 204);
    assert_eq!(api.sandbox.data()["projects"][0]["description"], text);
}

#[tokio::test]
async fn a_world_has_a_seed_and_secrets_of_its_own() {
    let api = api(minimal()).await;
    let seed = json!({
        "tokens": [{ "name": "ci", "secret": "abc" }],
        "oauth_apps": [{ "client_id": "app", "client_secret": "s",
                         "redirect_uri": "https://a.test/" }],
        "projects": [{ "name": "Blog", "keys": [{ "name": "title" }] }],
    });
    let wanted = json!({ "name": "blog", "seed": seed });
    let (status, made) = api.control(Method::POST, "/worlds", wanted).await;
    assert_eq!(status, 201);
    assert_eq!(made["tokens"], json!({ "ci": "blog.abc" }));
    assert_eq!(made["oauth_app"]["client_id"], "blog.app");
    assert_eq!(made["projects"][0]["project_id"], "blog");
    let url = format!("{}/projects/blog/keys", api.sandbox.base_url());
    let read = api.http.get(url).header("X-Api-Token", "blog.abc");
    assert_eq!(read.send().await.unwrap().status(), 200);
    let world = api.sandbox.world("blog").unwrap();
    assert_eq!(world.data()["tokens"][0]["secret"], "abc", "data know of no world");
    world.set_data(&minimal()).unwrap();
    assert_eq!(world.token("read_only").unwrap(), "blog.sandbox-read-only-token");
    world.reset();
    assert_eq!(world.token("ci").unwrap(), "blog.abc");

    let (_, made) = api.control(Method::POST, "/worlds", json!({})).await;
    assert_eq!(made["projects"][0]["project_id"], "shop", "the seed of the start");
    assert_eq!(made["tokens"]["read_only"], "w1.sandbox-read-only-token");
}

#[tokio::test]
async fn refresh_tokens_and_ended_work_outlive_the_data() {
    let api = Api::start().await;
    let app = api.sandbox.oauth_app();
    let authorize = format!(
        "{}/oauth2/auth?client_id={}&scope=read_comments&redirect_uri={}",
        api.sandbox.auth_url(),
        app.client_id,
        app.redirect_uri
    );
    let redirect = api.http.get(authorize).send().await.unwrap();
    let location = redirect.headers()["location"].to_str().unwrap();
    let code = location.split_once("code=").unwrap().1;
    let ask = async |api: &Api, mut body: Value| {
        body["client_id"] = json!(app.client_id);
        body["client_secret"] = json!(app.client_secret);
        let url = format!("{}/oauth2/token", api.sandbox.auth_url());
        let answer = api.http.post(url).json(&body).send().await.unwrap();
        answer.json::<Value>().await.unwrap()
    };
    let code = json!({ "grant_type": "authorization_code", "code": code });
    let token = ask(&api, code).await["refresh_token"].clone();
    let upload = json!({ "data": "eyJhIjoiYiJ9", "filename": "a.json", "lang_iso": "en" });
    let upload = api.post("/files/upload", &upload).await.expect(202);
    let process = upload["process"]["process_id"].as_str().unwrap();
    let ended = api.ended(process).await;
    api.post("/files/async-download", &json!({ "format": "json" })).await;

    let other = super::api(api.sandbox.data()).await;
    let refresh = json!({ "grant_type": "refresh_token", "refresh_token": token });
    assert_eq!(ask(&other, refresh).await["scope"], "read_comments");
    assert_eq!(other.ended(process).await, ended);
    let known = other.get("/processes").await.expect(200);
    assert_eq!(known["processes"].as_array().unwrap().len(), 2, "the export had not ended");
}

#[tokio::test]
async fn what_became_of_files_and_processes_is_data() {
    let api = Api::start().await;
    let upload = json!({ "data": "ZGU6CiAgYTogYgo=", "filename": "de.yml", "lang_iso": "de" });
    api.sandbox.end_next_process(ProcessEnd::cancelled("Stopped by hand"));
    for end in ["cancelled", "finished"] {
        let queued = api.post("/files/upload", &upload).await.expect(202);
        let process = queued["process"]["process_id"].as_str().unwrap().to_owned();
        assert_eq!(api.ended(&process).await["status"], end);
    }
    let data = api.sandbox.data();
    let branch = &data["projects"][0]["branches"][0];
    let ends: Vec<_> =
        branch["processes"].as_array().unwrap().iter().map(|it| &it["status"]).collect();
    assert!(ends.contains(&&json!("cancelled")), "{ends:?}");
    let files = branch["files"].as_array().unwrap();
    let file = files.iter().find(|file| file["name"] == "%LANG_ISO%.yml").unwrap();
    assert_eq!(file["rooted"], true);
    api.sandbox.set_data(&data).unwrap();
    assert_eq!(api.sandbox.data(), data);
}
