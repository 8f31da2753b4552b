//! One's own world as data: what is left out, what is rejected and where, the built-in data, and
//! that what is given can be taken again.

use l10n_sandbox::{Preset, Sandbox};
use serde_json::{Value, json};

use crate::support::{Api, requests};

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
async fn responses_are_data() {
    let api = Api::start().await;
    let garnet = api.run("GET / -> 200").await;
    let mut seed = json!({ "projects": [garnet], "users": api.sandbox.data()["users"] });
    let project = &mut seed["projects"][0];
    project["project_id"] = json!("copy");
    let paths = "languages custom_translation_statuses keys?include_translations=1 comments \
                 contributors screenshots tasks";
    for path in paths.split(' ') {
        let list = path.split('?').next().unwrap();
        project[list] = api.run(&format!("GET /{path} -> 200")).await[list].clone();
    }
    project["terms"] = api.run("GET /glossary-terms -> 200").await["data"].clone();
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

/// Every test reads what its sandbox holds in the end, too. These are more than two megabytes.
#[tokio::test]
async fn what_get_gives_put_takes() {
    let api = Api::start().await;
    let mut data = api.run("GET control//state/data -> 200").await;
    assert_eq!(data, api.sandbox.data());
    data["projects"][0]["description"] = json!("x".repeat(3 << 20));
    api.run(&format!("DELETE /keys/3101 -> 200\nPUT control//state/data {data} -> 204")).await;
    assert!(api.sandbox.data() == data);
}

requests! {
    a_world_has_a_seed_and_secrets_of_its_own: r#"
POST control//worlds {"name": "blog", "seed": {"tokens": [{"name": "ci", "secret": "abc"}],
  "projects": [{"name": "Blog", "keys": ["title"]}]}} -> 201 {"tokens": {"ci": "blog.abc"},
  "project": {"branches": ["master"]}}
GET control//worlds/blog/state/data -> 200 {"tokens": [{"secret": "abc"}]}
AS blog.abc
GET blog/keys -> 200 total 1
GET blog/contributors -> 200 {"contributors": [{"is_admin": true}]}
PUT control//worlds/blog/state/data {"projects": [{"name": "Shop"}]} -> 204
GET control//worlds/blog/state -> 200 {"tokens": {"read_only": "blog.sandbox-read-only-token"}}
POST control//worlds/blog/reset -> 204
GET blog/keys -> 200 total 1
"#
}

/// Where in the least seed, which value, and what of the error: its beginning, and more of it.
const REJECTED: &str = r#"
/users        | [{"email": "a"}, {"emial": "b"}] | users[1].emial: unknown field .. `email`?
/tokens       | [{"name": "a", "access": "all"}] | tokens[0].access: unknown variant
/projects/0/name         | ""          | projects[0].name: a project has a name
/projects     | [{"name": "A"}, {"name": "A"}] | projects[1].project_id: another item
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
