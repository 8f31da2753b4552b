//! Data by the control endpoints and in worlds; and what is refused, with its place and what would
//! be right.

use l10n_sandbox::{ProcessEnd, Sandbox};
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

/// Where in the least seed, which value, and what of the error: its beginning, and more of it.
const REFUSED: &str = r##"
/projects/0/nmae                   | "x"         | projects[0].nmae: unknown field .. `name`?
/projects/0/project_id             | "a:b"       | projects[0].project_id: "a:b" is no project id
/projects/0/owner                  | "ownr@sandbox.test" | projects[0].owner: .. `owner@sandbox.test`?
/projects/0/owner                  | 5           | projects[0].owner: unknown user 5
/projects/0/created_at             | "yesterday" | projects[0].created_at: not a time
/projects/0/languages              | ["en", "en"]    | projects[0].languages[1]: the language en
/projects/0/languages              | ["en", "pt-BR"] | projects[0].languages[1]: .. `pt_BR`?
/projects/0/languages              | [{"iso": "en", "plural_forms": ["eno"]}] | .. "eno" .. zero, one
/projects/0/statuses               | [{"title": "a", "color": "red"}] | .. "red" is not .. #61bd4f
/projects/0/branches               | [{"name": "a"}] | projects[0]: with `branches`
/projects/0/processes              | [{}]        | projects[0].processes[0]: .. `import` or `export`
/projects/0/comments               | [{"key": "cart.titel", "text": ""}] | .. comments[0].key: .. `cart.title`?
/projects/0/contributors           | [{"user": 9}] | projects[0].contributors[0].user: unknown user
/projects/0/contributors           | [{"user": "owner@sandbox.test", "role_id": 6}] | .. 1 manager
/projects/0/contributors           | [{"user": "owner@sandbox.test", "admin_rights": ["key"]}] | .. `keys`?
/projects/0/contributors           | [{"user": "owner@sandbox.test", "languages": ["fr"]}] | .. "fr"
/projects/0/keys                   | [{"name": "a"}, {"name": "a"}] | projects[0].keys[1].name: another
/projects/0/keys                   | [{"name": "a", "id": 9}, {"name": "b", "id": 9}] | .. [1].id: another key
/projects/0/keys/0/id              | -1          | projects[0].keys[0].id: invalid value
/projects/0/keys/0/id              | 9007199254740991 | the id 9007199254740991 is too large
/projects/0/keys/0/name            | 5           | projects[0].keys[0].name: .. `ios`, `android`, `web`
/projects/0/keys/0/translations/de | 5           | projects[0].keys[0].translations.de: .. an object
/projects/0/keys/0/translations/de | {"statuses": ["x"]} | .. translations.de.statuses[0]: .. "x"
/projects/0/keys/0/translations/de | {"text": "a", "other": "b"} | .. either `text` or plural
/projects/0/keys/0/translations/fr | "x"         | projects[0].keys[0].translations.fr: .. it has en, de
/projects/0/keys/0/translations/en | {"one": "a", "few": "b"} | .. en.few: not a plural form
/users                             | [{"email": "a", "id": 1}, {"email": "b", "id": 1}] | users[1].id: an
/tokens                            | [{"name": "a", "secret": "a\r\nb"}] | tokens[0].secret: not allowed
/tokens                            | [{"name": "a"}, {"name": "a"}] | tokens[1].secret: another token
/oauth_grants | [{"refresh_token": "r", "client_id": "x", "user": 1, "scopes": []}] | oauth_grants[0].cl
"##;

#[tokio::test]
async fn what_is_wrong_is_refused_with_its_place() {
    let sandbox = Sandbox::builder().seed(minimal()).start().await.unwrap();
    let before = sandbox.data();
    for line in REFUSED.lines().skip(1) {
        let [place, value, expected] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        let (parent, name) = place.trim().rsplit_once('/').unwrap();
        let mut seed = minimal();
        seed.pointer_mut(parent).unwrap()[name] = serde_json::from_str(value).unwrap();
        let told = sandbox.set_data(&seed).expect_err(line).to_string();
        let mut parts = expected.split("..").map(str::trim);
        assert!(told.starts_with(parts.next().unwrap()), "{line}\n{told}");
        assert!(parts.all(|part| told.contains(part)), "{line}\n{told}");
        assert_eq!(sandbox.data(), before, "nothing has changed");
    }
}

#[tokio::test]
async fn a_file_is_told_with_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("seed.json");
    let started = async || {
        let started = Sandbox::builder().seed_file(&file).start().await;
        started.map(drop).unwrap_err().to_string()
    };
    assert!(started().await.starts_with(&format!("cannot read {}: ", file.display())));
    for (text, expected) in [
        ("{\n  \"projects\": [\n    {,}\n  ]\n}", "at line 3 column 6"),
        ("{\n  \"projects\": [\n    {\"name\": 1}\n  ]\n}", "expected a string (line 3 column 14)"),
        ("{} {}", "invalid JSON: trailing characters at line 1 column 4"),
        ("[]", "seed.json: expected an object"),
    ] {
        std::fs::write(&file, text).unwrap();
        let told = started().await;
        assert!(told.ends_with(expected), "{told}");
    }
    std::fs::write(&file, format!("\u{feff}{}", minimal())).unwrap();
    Sandbox::builder().seed_file(&file).start().await.unwrap();
}

#[tokio::test]
async fn a_world_with_a_bad_seed_is_not_made() {
    let api = Api::start().await;
    for (seed, expected) in [
        (json!({ "projects": [{ "name": "a", "owner": 9 }] }), "seed.projects[0].owner: unknown"),
        (json!({ "project": [] }), "seed.project: unknown field `project`"),
    ] {
        let wanted = json!({ "name": "one", "seed": seed });
        let (status, told) = api.control(Method::POST, "/worlds", wanted).await;
        assert_eq!(status, 400);
        assert!(told["error"].as_str().unwrap().starts_with(expected), "{told}");
    }
    assert!(api.sandbox.world("one").is_none());
    let (status, _) = api.control(Method::POST, "/worlds", Value::Null).await;
    assert_eq!(status, 400, "null is no world");
}
