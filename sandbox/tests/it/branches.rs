//! Branches of a project, but for merging.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use l10n_sandbox::{Fault, Misbehavior, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

const PATH: &str = "/branches";
const MAIN: &str = "garnet-7041.26";
const START: &str = "garnet-7041.26:feature%2Fstart";

impl Api {
    /// Creates a branch of the main project, or of another address of it, and answers with its id.
    pub(crate) async fn new_branch(&self, original: &str, name: &str) -> u64 {
        let body = json!({ "name": name });
        let created = self.of(original, Method::POST, PATH, body).await;
        created.expect(200)["branch"]["branch_id"].as_u64().unwrap()
    }

    async fn branch_names(&self) -> Vec<String> {
        let list = self.get(PATH).await.expect(200);
        let branches = list["branches"].as_array().unwrap().iter();
        let name = |branch: &Value| branch["name"].as_str().unwrap().to_owned();
        branches.map(name).collect()
    }

    /// All of a list, without what says where it comes from.
    async fn all(&self, project: &str, list: &str) -> Vec<Value> {
        let path = format!("/{list}?limit=5000");
        let body = self.of(project, Method::GET, &path, Value::Null).await;
        body.expect(200)[list].as_array().unwrap().clone()
    }
}

#[tokio::test]
async fn branches_are_listed_by_name_and_read() {
    let api = Api::start().await;
    api.new_branch(MAIN, "Zebra").await;
    api.new_branch(MAIN, "apple").await;
    let names = ["apple", "feature/start", "master", "Zebra"];
    assert_eq!(api.branch_names().await, names);
    let page = api.get("/branches?limit=3&page=2").await;
    assert_eq!(page.header("x-pagination-total-count"), "4");
    assert_eq!(page.header("x-pagination-page-count"), "2");
    let page = page.expect(200);
    assert_eq!((&page["project_id"], &page["branch"]), (&json!(MAIN), &json!("master")));
    assert_eq!(page["branches"].as_array().unwrap().len(), 1);

    let start = api.get("/branches/9102").await.expect(200);
    has(
        &start["branch"],
        json!({
            "branch_id": 9102, "name": "feature/start", "created_by": 1001,
            "created_at": "2025-03-03 08:00:00 (UTC)", "created_at_timestamp": 1_740_988_800,
        }),
    );
    api.get("/branches/9201").await.refused(404);
    assert_eq!(api.get("/branches/master").await.violations(), ["branch_id"]);
}

#[tokio::test]
async fn a_branch_begins_as_a_copy_of_the_one_addressed_with_ids_of_its_own() {
    let api = Api::start().await;
    api.put("/languages/666", &json!({ "lang_iso": "de-x" })).await.expect(200);
    let key = json!({ "keys": [{ "key_name": "fresh", "platforms": ["web"] }] });
    api.of(START, Method::POST, "/keys", key).await.expect(200);
    api.new_branch(START, "of-start").await;
    api.new_branch(MAIN, "copy").await;
    let copy = "garnet-7041.26:copy";
    assert_eq!(api.all("garnet-7041.26:of-start", "keys").await.len(), 9);
    for (list, own) in
        [("keys", "key_id"), ("translations", "translation_id"), ("comments", "comment_id")]
    {
        let (there, here) = (api.all(MAIN, list).await, api.all(copy, list).await);
        assert_eq!(there.len(), here.len(), "{list}");
        for (there, here) in there.iter().zip(&here) {
            assert_ne!(there[own], here[own], "{list}");
            for same in ["key_name", "filenames", "translation", "comment"] {
                assert_eq!(there[same], here[same], "{list}");
            }
        }
    }
    for list in ["languages", "files", "contributors"] {
        assert_eq!(api.all(MAIN, list).await, api.all(copy, list).await, "{list}");
    }
    assert_eq!(api.all(copy, "processes").await, [Value::Null; 0]);
    // A comment goes with the copy of its key.
    let key = api.all(copy, "keys").await[0]["key_id"].clone();
    let comments = api.of(copy, Method::GET, &format!("/keys/{key}/comments"), Value::Null).await;
    assert_eq!(comments.header("x-total-count"), "2");
}

#[tokio::test]
async fn names_are_unique_and_not_empty() {
    let api = Api::start().await;
    let fields = async |name: &str| {
        let body = json!({ "name": name });
        api.post(PATH, &body).await.violations()
    };
    for name in ["", "master", "feature/start"] {
        assert_eq!(fields(name).await, ["name"], "{name}");
    }
    assert_eq!(api.post(PATH, &json!({})).await.violations(), ["name"]);
    let renamed = api.put("/branches/9102", &json!({ "name": "master" })).await;
    assert_eq!(renamed.violations(), ["name"]);
    assert_eq!(api.branch_names().await, ["feature/start", "master"]);
}

#[tokio::test]
async fn a_branch_is_renamed_and_keeps_its_id_and_content() {
    let api = Api::start().await;
    let name = json!({ "name": "feature/first:page" });
    let renamed = api.put("/branches/9102", &name).await.expect(200);
    has(&renamed["branch"], json!({ "branch_id": 9102, "name": name["name"] }));
    assert_eq!(api.get("/branches/9102").await.expect(200), renamed);
    api.of(START, Method::GET, "/keys", Value::Null).await.refused(404);
    let address = "garnet-7041.26:feature%2Ffirst%3Apage";
    let keys = api.of(address, Method::GET, "/keys/3201", Value::Null).await;
    assert_eq!(keys.expect(200)["branch"], name["name"]);
    api.put("/branches/9102", &name).await.expect(200);

    let refused = api.put("/branches/9101", &json!({ "name": "main" })).await;
    refused.refused(400);
    api.put("/branches/9101", &json!({ "name": "master" })).await.expect(200);
    api.put("/branches/9109", &json!({ "name": "x" })).await.refused(404);
}

#[tokio::test]
async fn a_deleted_branch_is_gone_with_its_content() {
    let api = Api::start().await;
    let deleted = api.delete("/branches/9102").await.expect(200);
    assert_eq!(deleted, json!({ "project_id": MAIN, "branch": "master", "branch_deleted": true }));
    api.get("/branches/9102").await.refused(404);
    api.delete("/branches/9102").await.refused(404);
    api.of(START, Method::GET, "/keys", Value::Null).await.refused(404);
    assert_eq!(api.branch_names().await, ["master"]);
    assert_eq!(api.get("/keys").await.header("x-total-count"), "8");
    let refused = api.delete("/branches/9101").await.refused(400);
    assert!(refused.contains("default branch"), "{refused}");

    // Also by its own address, and with its name free again.
    let id = api.new_branch(MAIN, "feature/start").await;
    let path = format!("/branches/{id}");
    let deleted = api.of(START, Method::DELETE, &path, Value::Null).await;
    assert_eq!(deleted.expect(200)["branch"], "feature/start");
}

#[tokio::test]
async fn the_right_to_create_branches_is_enough() {
    let api = Api::start().await;
    let tokens = api.sandbox.tokens();
    let calls = [
        (Method::POST, "/branches", json!({ "name": "new" })),
        (Method::PUT, "/branches/9102", json!({ "name": "old" })),
        (Method::POST, "/branches/9102/merge", json!({})),
        (Method::DELETE, "/branches/9102", Value::Null),
    ];
    for (rights, expected) in [
        (json!(["activity"]), [403, 403, 403, 403]),
        (json!(["branches_merge"]), [403, 403, 200, 403]),
        (json!(["branches_create"]), [200, 200, 403, 200]),
        (json!(["settings"]), [200, 200, 200, 200]),
    ] {
        api.sandbox.reset();
        api.use_token(tokens.read_write);
        let change = json!({ "admin_rights": rights });
        api.put("/contributors/1004", &change).await.expect(200);
        api.use_token(tokens.reviewer);
        api.get(PATH).await.expect(200);
        for ((method, path, body), expected) in calls.clone().into_iter().zip(expected) {
            let reply = api.of(MAIN, method.clone(), path, body).await;
            assert_eq!(reply.status, expected, "{rights}: {method} {path}");
        }
    }
}

#[tokio::test]
async fn a_branch_that_does_not_exist_can_be_taken_for_the_default_one() {
    let api = Api::with(Sandbox::builder().any_branch()).await;
    for (address, branch) in
        [(MAIN, "master"), ("garnet-7041.26:nowhere", "master"), (START, "feature/start")]
    {
        let list = api.of(address, Method::GET, "/keys", Value::Null).await;
        assert_eq!(list.expect(200)["branch"], branch, "{address}");
    }
    // One without branches has none.
    let large = api.sandbox.project().large_project_id;
    let list = api.of(large, Method::GET, PATH, Value::Null).await.expect(200);
    assert_eq!((list.get("branch"), &list["branches"]), (None, &json!([])));
    let created = api.of(large, Method::POST, PATH, json!({ "name": "new" })).await;
    assert!(created.refused(400).contains("branches"));
}

#[tokio::test]
async fn a_branch_has_content_of_its_own() {
    let api = Api::start().await;
    let of = async |method, path: &str, body| api.of(START, method, path, body).await.expect(200);
    let changed = json!({ "translation": "Hello" });
    of(Method::PUT, "/translations/320101", changed).await;
    let comment = json!({ "comments": [{ "comment": "Here only" }] });
    let created = of(Method::POST, "/keys/3201/comments", comment).await;
    assert_eq!(created["branch"], "feature/start");
    assert_eq!(api.all(START, "comments").await.len(), 4);
    assert_eq!(api.all(MAIN, "comments").await.len(), 3);
    api.of(START, Method::GET, "/keys/3101/comments", Value::Null).await.refused(404);
    of(Method::DELETE, "/keys/3202", Value::Null).await;
    let master = api.get("/keys?include_translations=1").await.expect(200);
    assert_eq!(master["keys"].as_array().unwrap().len(), 8);
    assert_eq!(master["keys"][0]["translations"][0]["translation"], "Welcome");
    assert_eq!(api.all(START, "files").await[0]["key_count"], 4);

    let data = STANDARD.encode(r#"{"fresh": "Fresh"}"#);
    let upload = json!({ "data": data, "filename": "fresh.json", "lang_iso": "en" });
    let upload = api.of(START, Method::POST, "/files/upload", upload).await.expect(202);
    let path = format!("/processes/{}", upload["process"]["process_id"].as_str().unwrap());
    while of(Method::GET, &path, Value::Null).await["process"]["status"] != "finished" {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    api.get(&path).await.refused(404);
    assert_eq!(api.all(START, "keys").await.len(), 8);
    assert_eq!(api.all(MAIN, "keys").await.len(), 8);
}

#[tokio::test]
async fn the_name_of_a_branch_may_have_bare_slashes_in_a_path() {
    let api = Api::start().await;
    for address in ["garnet-7041.26:feature/start", "garnet-7041.26%3Afeature/start"] {
        for path in ["", "/keys", "/keys/3201", "/keys/3201/comments", "/files", "/processes"] {
            let bare = api.of(address, Method::GET, path, Value::Null).await.expect(200);
            let encoded = api.of(START, Method::GET, path, Value::Null).await.expect(200);
            assert_eq!(bare, encoded, "{path}");
        }
    }
    let bare = "garnet-7041.26:feature/start";
    let tags = json!({ "tags": ["a"] });
    let updated = api.of(bare, Method::PUT, "/keys/3202", tags).await.expect(200);
    has(&updated, json!({ "branch": "feature/start" }));
    api.of("garnet-7041.26:feature/none", Method::GET, "/keys", Value::Null).await.refused(404);
    api.of(bare, Method::GET, "/nothing/at/all", Value::Null).await.refused(404);

    api.sandbox.add_fault(Fault::new(Misbehavior::status(418)).path("/tasks")).unwrap();
    assert_eq!(api.of(bare, Method::GET, "/tasks", Value::Null).await.status, 418);
    let name = json!({ "name": "a/b/c" });
    api.put("/branches/9102", &name).await.expect(200);
    let renamed = api.of("garnet-7041.26:a/b/c", Method::GET, "/keys/3201", Value::Null).await;
    assert_eq!(renamed.expect(200)["branch"], "a/b/c");
}
