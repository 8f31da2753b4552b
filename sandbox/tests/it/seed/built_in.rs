//! The built-in data are a file like any other.

use l10n_sandbox::Sandbox;
use serde_json::{Value, json};

use crate::support::Api;

fn file() -> Value {
    serde_json::from_str(include_str!("../../../seed.json")).unwrap()
}

fn project<'f>(file: &'f Value, id: &str) -> &'f Value {
    let mut projects = file["projects"].as_array().unwrap().iter();
    projects.find(|it| it["project_id"] == id || it["uuid"] == id).unwrap()
}

fn ids(items: &Value, name: &str) -> Vec<Value> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item[name].clone()).collect()
}

#[tokio::test]
async fn the_file_is_what_a_sandbox_begins_with() {
    let api = Api::start().await;
    let mut file = file();
    file.as_object_mut().unwrap().remove("$schema");
    assert_eq!(api.sandbox.data(), file);
    let same = Sandbox::builder().seed(file.clone()).start().await.unwrap();
    assert_eq!(same.data(), file);
}

#[tokio::test]
async fn what_the_library_names_is_in_it() {
    let sandbox = Sandbox::start().await.unwrap();
    let file = file();
    let tokens = sandbox.tokens();
    for (name, secret, user) in [
        ("read_write", tokens.read_write, 1001),
        ("read_only", tokens.read_only, 1001),
        ("reviewer", tokens.reviewer, 1004),
        ("translator", tokens.translator, 1005),
        ("outsider", tokens.outsider, 3001),
    ] {
        let mut known = file["tokens"].as_array().unwrap().iter();
        let token = known.find(|token| token["name"] == name).unwrap();
        assert_eq!(token["secret"], secret);
        assert_eq!(token["user"], user);
        assert_eq!(sandbox.token(name).as_deref(), Some(secret));
    }
    let app = serde_json::to_value(sandbox.oauth_app()).unwrap();
    assert_eq!(file["oauth_apps"][0], app);
    let seeded = serde_json::to_value(sandbox.project()).unwrap();
    let main = project(&file, seeded["project_id"].as_str().unwrap());
    assert_eq!(main["uuid"], seeded["uuid"]);
    assert_eq!(main["team"], seeded["team_id"]);
    assert_eq!(json!(ids(&main["languages"], "iso")), seeded["languages"]);
    assert_eq!(json!(ids(&main["languages"], "id")), seeded["language_ids"]);
    assert_eq!(json!(ids(&main["branches"], "name")), seeded["branches"]);
    assert_eq!(json!(ids(&main["branches"], "id")), seeded["branch_ids"]);
    assert_eq!(json!(ids(&main["contributors"], "user")), seeded["contributor_ids"]);
    assert_eq!(json!(ids(&main["statuses"], "id")), seeded["status_ids"]);
    let master = &main["branches"][0];
    assert_eq!(json!(ids(&master["keys"], "id")), seeded["key_ids"]);
    assert_eq!(json!(ids(&master["files"], "name")), seeded["filenames"]);
    assert_eq!(master["processes"][0]["id"], seeded["process_id"]);
    let first = master["keys"][0]["translations"].as_object().unwrap();
    let translations: Vec<_> = first.values().map(|it| it["id"].clone()).collect();
    assert_eq!(json!(translations), seeded["translation_ids"]);
    assert_eq!(master["comments"][0]["id"], seeded["own_comment_id"]);
    assert_eq!(master["comments"][2]["id"], seeded["others_comment_id"]);
    assert_eq!(master["comments"][2]["author"], 1002);
    let source = project(&file, seeded["source_uuid"].as_str().unwrap());
    let uuids = ids(&source["contributors"], "uuid");
    assert_eq!(json!(uuids), seeded["source_contributor_uuids"]);
    for other in ["foreign", "large"] {
        let id = seeded[format!("{other}_project_id")].as_str().unwrap();
        assert_eq!(project(&file, id)["uuid"], seeded[format!("{other}_uuid")]);
    }
}

#[tokio::test]
async fn comments_in_bulk_come_beside_any_seed() {
    let builder = Sandbox::builder().seed(super::minimal()).comments(3);
    let data = builder.start().await.unwrap().data();
    let branch = &data["projects"][0]["branches"][0];
    let on = ids(&branch["comments"], "key");
    assert_eq!(on, vec![branch["keys"][0]["id"].clone(); 3]);
    assert_eq!(
        Sandbox::builder().seed(json!({})).comments(3).start().await.unwrap().data()["projects"],
        json!([])
    );
}
