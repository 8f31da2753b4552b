//! One's own world as data: what is left out, what is rejected and where, the built-in data, and
//! that what is given can be taken again.

use l10n_sandbox::{Preset, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

/// The least that is a world.
fn minimal() -> Value {
    json!({ "projects": [{
        "name": "Shop",
        "languages": ["en", "de"],
        "keys": [{ "key_name": "cart.title", "translations": { "en": "Cart", "de": "Warenkorb" } }]
    }] })
}

async fn api(seed: Value) -> Api {
    Api::with(Sandbox::builder().variants(Preset::Sample).seed(seed)).await
}

#[tokio::test]
async fn the_example_of_the_readme_is_a_world() {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme.split_once("<!-- seed -->\n```json\n").unwrap();
    let example: Value = serde_json::from_str(rest.split_once("```").unwrap().0).unwrap();
    let api = api(example).await;
    api.use_token("my-token");
    let requests = r##"
GET shop-1.26/keys?include_translations=1 -> 200 {"keys": [{"key_id": 77, "is_plural": true,
  "translations": [{"translation": "{\"one\":\"%d item\",\"other\":\"%d items\"}"}, {}, {}]},
  {"key_name": {"ios": "cart.title", "web": "cart.title"}, "platforms": ["web"],
   "filenames": {"ios": "locales/%LANG_ISO%.json", "web": "locales/%LANG_ISO%.json"}, "translations": [{}, {
     "translation": "Warenkorb", "is_reviewed": true, "custom_translation_statuses": [
     {"title": "Approved", "color": "#61bd4f"}]}, {}]}]}
GET shop-1.26/files -> 200 {"files": [{"filename": "locales/%LANG_ISO%.json"}]}
GET shop-1.26/languages -> 200 {"languages": [{}, {"lang_name": "German", "lang_id": 666},
  {"lang_iso": "tlh", "plural_forms": ["other"]}]}
GET shop-1.26/contributors -> 200 {"contributors": [{"email": "anna@shop.test"}, {
  "languages": [{"lang_iso": "de"}]}]}
GET shop-1.26/comments -> 200 {"comments": [{"added_by_email": "ben@shop.test"}]}
AS ben
GET shop-1.26/keys -> 200
POST shop-1.26/keys {"keys": [{"key_name": "new", "platforms": ["web"]}]} -> 403
"##;
    api.run(requests).await;
}

#[tokio::test]
async fn what_the_library_names_is_in_the_built_in_data() {
    let sandbox = Sandbox::start().await.unwrap();
    let (state, data, named) = (sandbox.description(), sandbox.data(), sandbox.project());
    assert_eq!(state["tokens"]["read_only"], sandbox.tokens().read_only);
    assert_eq!(state["oauth_app"], json!(sandbox.oauth_app()));
    let project = json!({ "project_id": named.project_id, "uuid": named.uuid,
                          "key_ids": named.key_ids });
    has(&state["project"], project);
    let key = &data["projects"][0]["branches"][0]["keys"][0];
    let ids = ["en", "de", "fr"].map(|code| key["translations"][code]["translation_id"].clone());
    assert_eq!(ids, named.translation_ids);
    let contributors = named.contributor_ids.map(|id| json!({ "user_id": id }));
    has(&data["projects"][0], json!({ "contributors": contributors }));
}

#[tokio::test]
async fn responses_are_data() {
    let api = Api::start().await;
    let garnet = api.get("").await.expect(200);
    let mut seed = json!({ "projects": [garnet], "users": api.sandbox.data()["users"] });
    let project = &mut seed["projects"][0];
    project["project_id"] = json!("copy");
    let paths = "languages custom_translation_statuses keys?include_translations=1 comments \
                 contributors screenshots tasks";
    for path in paths.split(' ') {
        let list = path.split('?').next().unwrap();
        project[list] = api.get(&format!("/{path}")).await.expect(200)[list].clone();
    }
    project["terms"] = api.get("/glossary-terms").await.expect(200)["data"].clone();
    let requests = r#"
GET copy -> 200 {"base_language_iso": "en", "team_id": 501, "name": "Garnet"}
GET copy/translations?filter_is_reviewed=1 -> 200 total 13
GET copy/comments -> 200 total 3
GET copy/contributors -> 200 total 5
GET copy/screenshots -> 200 {"screenshots": [{"key_ids": [3101]}]}
GET copy/tasks -> 200 {"tasks": [{"task_id": 8801, "languages": [{"users": [{
  "user_id": 1002}], "keys": [3102, 3107]}]}]}
GET copy/glossary-terms/4401 -> 200 {"data": {"projectId": "copy", "createdAt":
  "2025-03-04 09:00:00 (UTC)", "translations": [{}, {}, {"translation": "Warenkorb"}]}}
"#;
    self::api(seed).await.run(requests).await;
}

/// Every test reads what its sandbox holds in the end, too.
#[tokio::test]
async fn what_get_gives_put_takes() {
    let api = Api::start().await;
    let (_, before) = api.control(Method::GET, "/state/data", Value::Null).await;
    assert_eq!(before, api.sandbox.data());
    api.run("DELETE /keys/3101 -> 200").await;
    let (status, _) = api.control(Method::PUT, "/state/data", before.clone()).await;
    assert_eq!((status, api.sandbox.data()), (204, before));
    let large = json!({ "projects": [{ "name": "x", "description": "x".repeat(3 << 20) }] });
    let (status, _) = api.control(Method::PUT, "/state/data", large).await;
    assert_eq!(status, 204, "more than two megabytes");
}

#[tokio::test]
async fn a_world_has_a_seed_and_secrets_of_its_own() {
    let api = api(minimal()).await;
    api.run(r#"GET shop/contributors -> 200 {"contributors": [{"is_admin": true}]}"#).await;
    let seed = json!({ "tokens": [{ "name": "ci", "secret": "abc" }],
                       "projects": [{ "name": "Blog", "keys": ["title"] }] });
    let wanted = json!({ "name": "blog", "seed": seed });
    let (_, made) = api.control(Method::POST, "/worlds", wanted).await;
    has(&made, json!({ "tokens": { "ci": "blog.abc" }, "project": { "branches": ["master"] } }));
    api.use_token("blog.abc");
    api.run("GET blog/keys -> 200 total 1").await;
    let world = api.sandbox.world("blog").unwrap();
    assert_eq!(world.data()["tokens"][0]["secret"], "abc", "data know of no world");
    world.set_data(&minimal()).unwrap();
    assert_eq!(world.token("read_only").unwrap(), "blog.sandbox-read-only-token");
    world.reset();
    assert_eq!(world.token("ci").unwrap(), "blog.abc");
    let wanted = json!({ "name": "one", "seed": { "project": [] } });
    let (status, told) = api.control(Method::POST, "/worlds", wanted).await;
    assert_eq!(status, 400);
    assert!(told["error"].as_str().unwrap().starts_with("seed.project: unknown field"), "{told}");
}

/// Where in the least seed, which value, and what of the error: its beginning, and more of it.
const REJECTED: &str = r#"
/users        | [{"email": "a"}, {"emial": "b"}] | users[1].emial: unknown field .. `email`?
/tokens       | [{"name": "a", "access": "all"}] | tokens[0].access: unknown variant
/projects/0/name         | ""          | projects[0].name: a project has a name
/projects/0/created_by   | "ownr@sandbox.test" | projects[0].created_by: .. `owner@sandbox.test`?
/projects/0/created_at   | "yesterday" | projects[0].created_at: not a time
/projects/0/settings     | {"branchng": true} | projects[0].settings.branchng: .. `branching`?
/projects/0/languages    | ["en", "en"]    | projects[0].languages[1].lang_iso: another item
/projects/0/languages    | ["en", "pt-BR"] | projects[0].languages[1].lang_iso: .. `pt_BR`?
/projects/0/branches     | ["master"]  | projects[0]: set all lists of `master`
/projects/0/comments     | [{"key_id": "cart.titel"}] | .. comments[0].key_id: .. `cart.title`?
/projects/0/keys         | 5           | projects[0].keys: expected a list
/projects/0/keys         | [{"key_id": "x"}] | projects[0].keys[0].key_id: .. integer
/projects/0/keys/0/key_name | null     | projects[0].keys[0].key_name: a key has a name
/projects/0/keys/0/translations/de | 5 | projects[0].keys[0].translations.de: .. an object
/projects/0/keys/0/translations/de | {"custom_translation_statuses": ["x"]} | .. unknown status
/projects/0/keys/0/translations/ed | "x" | projects[0].keys[0].translations.ed: .. `en`? .. en, de
"#;

#[tokio::test]
async fn what_is_wrong_is_rejected_with_its_place() {
    let sandbox = Sandbox::builder().seed(minimal()).start().await.unwrap();
    let before = sandbox.data();
    for line in REJECTED.lines().skip(1) {
        let [place, value, expected] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        let (parent, name) = place.trim().rsplit_once('/').unwrap();
        let mut seed = minimal();
        seed.pointer_mut(parent).unwrap()[name] = serde_json::from_str(value).unwrap();
        let told = sandbox.set_data(&seed).expect_err(line).to_string();
        let mut parts = expected.split("..").map(str::trim);
        assert!(told.starts_with(parts.next().unwrap()), "{line}\n{told}");
        assert!(parts.all(|part| told.contains(part)), "{line}\n{told}");
    }
    assert_eq!(sandbox.data(), before, "nothing has changed");
}
