//! One's own world as data: the form with what is left out, what is refused and where, the
//! built-in data, and the law that what is given can be taken again.

mod control;

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
    Api::with(Sandbox::builder().variants(Preset::Sample).seed(seed)).await
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

/// A seed with a project in which this differs from the least one.
fn shop(changes: Value) -> Value {
    let mut seed = minimal();
    for (name, value) in changes.as_object().unwrap() {
        seed["projects"][0][name] = value.clone();
    }
    seed
}

#[tokio::test]
async fn a_dozen_lines_are_a_world() {
    let api = api(minimal()).await;
    let keys = get(&api, "shop", "/keys?include_translations=1").await;
    assert_eq!(keys["keys"].as_array().unwrap().len(), 1);
    let key = &keys["keys"][0];
    assert_eq!(key["key_name"]["web"], "cart.title");
    assert_eq!(key["platforms"], json!(["web"]));
    assert_eq!(key["translations"][1]["translation"], "Warenkorb");
    let languages = get(&api, "shop", "/languages").await;
    has(&languages["languages"][1], json!({ "lang_name": "German", "lang_id": 666 }));
    let people = get(&api, "shop", "/contributors").await;
    has(&people["contributors"][0], json!({ "email": "owner@sandbox.test", "is_admin": true }));
    assert_eq!(get(&api, "shop", "/branches").await["branches"][0]["name"], "master");
    let state = api.sandbox.description();
    let tokens = json!({
        "read_write": "sandbox-read-write-token",
        "read_only": "sandbox-read-only-token",
    });
    assert_eq!(state["tokens"], tokens);
    assert_eq!(state["project"], state["projects"][0]);
    assert_eq!(state["project"]["languages"], json!(["en", "de"]));
    assert_eq!(state["oauth_app"]["client_id"], "sandbox-app");
}

#[tokio::test]
async fn people_are_named_by_e_mail_or_id() {
    let seed = json!({
        "users": [
            { "email": "anna@shop.test", "fullname": "Anna" },
            { "id": 7, "email": "ben@shop.test" },
        ],
        "tokens": [
            { "name": "boss", "secret": "boss" },
            { "name": "ben", "user": "ben@shop.test", "access": "read_only" },
        ],
        "projects": [{
            "name": "Shop", "owner": 7,
            "contributors": [
                { "user": "anna@shop.test", "role_id": 5, "languages": [
                    "en", { "language": "de", "writable": false },
                ], "admin_rights": ["keys", "manage_languages"] },
                { "user": 7, "is_admin": true },
            ],
            "languages": ["en", "de"],
            "keys": [{ "name": "a" }],
            "comments": [
                { "key": "a", "text": "Why?", "author": "anna@shop.test" },
                { "key": "a", "text": "So!" },
            ],
        }],
    });
    let api = api(seed).await;
    api.use_token("boss");
    let people = get(&api, "shop", "/contributors").await;
    let anna = &people["contributors"][0];
    assert_eq!(anna["admin_rights"], json!(["keys", "manage_languages"]));
    assert_eq!(anna["languages"][1]["is_writable"], 0);
    let comments = get(&api, "shop", "/comments").await;
    let authors = [0, 1].map(|index| comments["comments"][index]["added_by_email"].clone());
    assert_eq!(authors, ["anna@shop.test", "ben@shop.test"]);
    api.use_token("sandbox-ben-token");
    get(&api, "shop", "/keys").await;
    let key = json!({ "keys": [{ "key_name": "new", "platforms": ["web"] }] });
    api.of("shop", Method::POST, "/keys", key).await.refused(403);
}

#[tokio::test]
async fn a_key_has_forms_files_and_names_of_its_own() {
    let api = api(shop(json!({
        "settings": { "per_platform_key_names": true },
        "statuses": ["Approved", { "title": "Legal", "color": "#EB5A46" }],
        "keys": [
            { "name": "files", "filename": "app/strings.xml", "tags": ["a", "b", "a"],
              "translations": { "en": { "one": "file", "other": "files" } } },
            { "name": { "ios": "Hello", "web": "hello" }, "platforms": ["ios", "web"],
              "filename": { "web": "l/%LANG_ISO%.json" },
              "translations": { "de": { "text": "Hallo", "reviewed_by": "owner@sandbox.test",
                                        "statuses": ["Legal"] } } },
        ],
        "files": ["old.json"],
    })))
    .await;
    let keys = get(&api, "shop", "/keys?include_translations=1").await;
    let files = &keys["keys"][0];
    has(files, json!({ "is_plural": true, "platforms": ["android"] }));
    assert_eq!(files["filenames"]["android"], "app/strings.xml");
    assert_eq!(files["tags"], json!(["a", "b"]));
    let forms = files["translations"][0]["translation"].as_str().unwrap();
    assert_eq!(forms, r#"{"one":"file","other":"files"}"#);
    let hello = &keys["keys"][1];
    has(&hello["key_name"], json!({ "ios": "Hello", "web": "hello" }));
    assert_eq!(hello["filenames"]["ios"], "");
    let german = &hello["translations"][1];
    assert_eq!(german["is_reviewed"], true);
    let status = &german["custom_translation_statuses"][0];
    has(status, json!({ "title": "Legal", "color": "#eb5a46" }));
}

#[tokio::test]
async fn languages_may_be_ones_own() {
    let api = api(shop(json!({ "languages": [
        "en",
        { "iso": "de_BY", "id": 666, "name": "Bavarian" },
        { "iso": "tlh", "name": "Klingon", "plural_forms": ["other"] },
        { "iso": "qya", "name": "Quenya" },
    ], "keys": [] })))
    .await;
    let languages = get(&api, "shop", "/languages").await;
    let by_code = |code: &str| {
        let mut all = languages["languages"].as_array().unwrap().iter();
        all.find(|it| it["lang_iso"] == code).unwrap().clone()
    };
    assert_eq!(by_code("de_BY")["lang_id"], 666);
    assert_eq!(by_code("de_BY")["plural_forms"], json!(["one", "other"]));
    assert_eq!(by_code("tlh")["plural_forms"], json!(["other"]));
    assert_ne!(by_code("tlh")["lang_id"], by_code("qya")["lang_id"]);
}

#[tokio::test]
async fn ids_that_are_left_out_begin_behind_those_that_are_written() {
    let seed = shop(json!({ "keys": [{ "name": "b" }, { "id": 5000, "name": "a" }] }));
    let api = api(seed).await;
    let keys = get(&api, "shop", "/keys").await;
    assert_eq!(keys["keys"][0]["key_id"], 5000);
    assert!(keys["keys"][1]["key_id"].as_u64().unwrap() > 5000);
    let branch = get(&api, "shop", "/branches").await["branches"][0]["branch_id"].clone();
    assert!(branch.as_u64().unwrap() > 5000);
}
