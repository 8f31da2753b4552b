//! One's own world as data: the form with what is left out, what is refused and where, the
//! built-in data, and the law that what is given can be taken again.

mod control;
mod form;
mod refused;

use l10n_sandbox::{Preset, SEED_SCHEMA, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

/// The least that is a world.
fn minimal() -> Value {
    json!({ "projects": [{
        "name": "Shop",
        "languages": ["en", "de"],
        "keys": [{ "name": "cart.title", "translations": { "en": "Cart", "de": "Warenkorb" } }]
    }] })
}

async fn api(seed: Value) -> Api {
    Api::with(Sandbox::builder().shapes(Preset::Sample).seed(seed)).await
}

async fn get(api: &Api, project: &str, path: &str) -> Value {
    let answer = api.of(project, Method::GET, path, Value::Null).await;
    answer.expect(200)
}

fn built_in() -> Value {
    serde_json::from_str(include_str!("../../../seed.json")).unwrap()
}

/// The example of `README.md`, as it stands there.
fn example() -> Value {
    let readme = include_str!("../../../README.md");
    let (_, rest) = readme.split_once("<!-- seed -->\n```json\n").unwrap();
    serde_json::from_str(rest.split_once("```").unwrap().0).unwrap()
}

#[test]
fn the_schema_takes_what_the_sandbox_takes() {
    let schema: Value = serde_json::from_str(SEED_SCHEMA).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    for data in [built_in(), example(), minimal(), json!({})] {
        let errors: Vec<_> = schema.iter_errors(&data).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    let mut misspelt = example();
    misspelt["projects"][0]["keys"][0]["nmae"] = json!("x");
    assert!(!schema.is_valid(&misspelt));
}

#[tokio::test]
async fn the_example_is_a_world() {
    let api = api(example()).await;
    api.use_token("my-token");
    let keys = get(&api, "shop-1.26", "/keys?include_translations=1").await;
    has(&keys["keys"][0], json!({ "key_id": 77, "is_plural": true }));
    let german = &keys["keys"][1]["translations"][1];
    has(german, json!({ "translation": "Warenkorb", "is_reviewed": true }));
    let people = get(&api, "shop-1.26", "/contributors").await;
    let languages = people["contributors"][1]["languages"].as_array().unwrap();
    assert_eq!(languages.len(), 1);
    api.use_token("sandbox-ben-token");
    get(&api, "shop-1.26", "/keys").await;
    let files = api.sandbox.description()["project"]["filenames"].clone();
    assert_eq!(files, json!(["locales/%LANG_ISO%.json"]));
}

#[tokio::test]
async fn the_file_is_what_a_sandbox_begins_with() {
    let api = Api::start().await;
    let mut file = built_in();
    file.as_object_mut().unwrap().remove("$schema");
    assert_eq!(api.sandbox.data(), file);
    let same = Sandbox::builder().seed(file.clone()).start().await.unwrap();
    assert_eq!(same.data(), file);
}

#[tokio::test]
async fn what_the_library_names_is_in_it() {
    let sandbox = Sandbox::start().await.unwrap();
    let file = built_in();
    let ids = |items: &Value, name: &str| -> Value {
        items.as_array().unwrap().iter().map(|item| item[name].clone()).collect()
    };
    let project = |id: &Value| {
        let mut projects = file["projects"].as_array().unwrap().iter();
        projects.find(|it| it["project_id"] == *id || it["uuid"] == *id).unwrap().clone()
    };
    for (name, secret) in json!(sandbox.tokens()).as_object().unwrap() {
        assert_eq!(json!(sandbox.token(name)), *secret);
    }
    assert_eq!(file["oauth_apps"][0], json!(sandbox.oauth_app()));
    let seeded = json!(sandbox.project());
    let main = project(&seeded["project_id"]);
    assert_eq!(main["uuid"], seeded["uuid"]);
    assert_eq!(main["team"], seeded["team_id"]);
    let master = &main["branches"][0];
    for (items, name, known) in [
        (&main["languages"], "iso", "languages"),
        (&main["languages"], "id", "language_ids"),
        (&main["branches"], "name", "branches"),
        (&main["branches"], "id", "branch_ids"),
        (&main["contributors"], "user", "contributor_ids"),
        (&main["statuses"], "id", "status_ids"),
        (&master["keys"], "id", "key_ids"),
        (&master["files"], "name", "filenames"),
    ] {
        assert_eq!(ids(items, name), seeded[known], "{known}");
    }
    assert_eq!(master["processes"][0]["id"], seeded["process_id"]);
    for (translation, code) in ["en", "de", "fr"].into_iter().enumerate() {
        let first = &master["keys"][0]["translations"][code];
        assert_eq!(first["id"], seeded["translation_ids"][translation]);
    }
    assert_eq!(master["comments"][0]["id"], seeded["own_comment_id"]);
    assert_eq!(master["comments"][2]["id"], seeded["others_comment_id"]);
    assert_eq!(master["comments"][2]["author"], 1002);
    let source = project(&seeded["source_uuid"]);
    assert_eq!(ids(&source["contributors"], "uuid"), seeded["source_contributor_uuids"]);
    for other in ["foreign", "large"] {
        let uuid = &project(&seeded[format!("{other}_project_id")])["uuid"];
        assert_eq!(*uuid, seeded[format!("{other}_uuid")]);
    }
}
