//! One's own world as data: what is left out, what is rejected and where, the built-in data, and
//! that what is given can be taken again.

use l10n_sandbox::{Preset, Sandbox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

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

async fn get(api: &Api, project: &str, path: &str) -> Value {
    let answer = api.of(project, Method::GET, path, Value::Null).await;
    answer.expect(200)
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
async fn the_example_of_the_readme_is_a_world() {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme.split_once("<!-- seed -->\n```json\n").unwrap();
    let example: Value = serde_json::from_str(rest.split_once("```").unwrap().0).unwrap();
    let api = api(example).await;
    api.use_token("my-token");
    let requests = r#"
GET shop-1.26/keys?include_translations=1 -> 200 {"keys": [{"key_id": 77, "is_plural": true},
  {"translations": [{}, {"translation": "Warenkorb", "is_reviewed": true}, {}]}]}
GET shop-1.26/contributors -> 200 {"contributors": [{}, {"languages": [{}]}]}
AS ben
GET shop-1.26/keys -> 200
"#;
    api.run(requests).await;
    let files = api.sandbox.description()["project"]["filenames"].clone();
    assert_eq!(files, json!(["locales/%LANG_ISO%.json"]));
}

/// Where the built-in data have what the library names.
const NAMED: &str = "
projects/0/team_id                                          | team_id
projects/0/project_id                                       | project_id
projects/0/uuid                                             | uuid
projects/0/branches/0/languages/*/lang_iso                  | languages
projects/0/branches/0/languages/*/lang_id                   | language_ids
projects/0/branches/*/name                                  | branches
projects/0/branches/*/branch_id                             | branch_ids
projects/0/contributors/*/user_id                           | contributor_ids
projects/0/custom_translation_statuses/*/status_id          | status_ids
projects/0/branches/0/keys/*/key_id                         | key_ids
projects/0/branches/0/files/*/filename                      | filenames
projects/0/branches/0/processes/0/process_id                | process_id
projects/0/branches/0/keys/0/translations/en/translation_id | translation_ids/0
projects/0/branches/0/keys/0/translations/de/translation_id | translation_ids/1
projects/0/branches/0/keys/0/translations/fr/translation_id | translation_ids/2
projects/0/branches/0/comments/0/comment_id                 | own_comment_id
projects/2/project_id                                       | foreign_project_id
projects/2/uuid                                             | foreign_uuid
projects/3/project_id                                       | large_project_id
projects/3/uuid                                             | large_uuid
";

#[tokio::test]
async fn what_the_library_names_is_in_the_built_in_data() {
    let sandbox = Sandbox::start().await.unwrap();
    let data = sandbox.data();
    for (name, secret) in json!(sandbox.tokens()).as_object().unwrap() {
        assert_eq!(json!(sandbox.token(name)), *secret);
    }
    assert_eq!(data["oauth_apps"][0], json!(sandbox.oauth_app()));
    let seeded = json!(sandbox.project());
    let at = |value: &Value, place: &str| value.pointer(&format!("/{place}")).cloned();
    for line in NAMED.trim().lines() {
        let (place, name) = line.split_once('|').unwrap();
        let found = match place.trim().split_once("/*/") {
            None => at(&data, place.trim()),
            Some((list, field)) => at(&data, list)
                .map(|list| list.as_array().unwrap().iter().map(|it| it[field].clone()).collect()),
        };
        assert!(found.is_some() && found == at(&seeded, name.trim()), "{line}: {found:?}");
    }
}

#[tokio::test]
async fn a_dozen_lines_are_a_world() {
    let api = api(minimal()).await;
    let requests = r#"
GET shop/keys?include_translations=1 -> 200 {"keys": [{"key_name": {"web": "cart.title"},
  "platforms": ["web"], "translations": [{}, {"translation": "Warenkorb"}]}]}
GET shop/languages -> 200 {"languages": [{}, {"lang_name": "German", "lang_id": 666}]}
GET shop/contributors -> 200 {"contributors": [
  {"email": "owner@sandbox.test", "is_admin": true}]}
GET shop/branches -> 200 {"branches": [{"name": "master"}]}
"#;
    api.run(requests).await;
    let state = api.sandbox.description();
    let tokens = json!({
        "read_write": "sandbox-read-write-token",
        "read_only": "sandbox-read-only-token",
    });
    assert_eq!(state["tokens"], tokens);
    assert_eq!(state["project"], state["projects"][0]);
    assert_eq!(state["oauth_app"]["client_id"], "sandbox-app");
}

#[tokio::test]
async fn people_are_named_by_e_mail_or_id() {
    let seed = json!({
        "users": [
            { "email": "anna@shop.test", "fullname": "Anna" },
            { "user_id": 7, "email": "ben@shop.test" },
        ],
        "tokens": [
            { "name": "boss", "secret": "boss" },
            { "name": "ben", "user": "ben@shop.test", "access": "read_only" },
        ],
        "projects": [{
            "name": "Shop", "created_by": 7,
            "contributors": [
                { "user_id": "anna@shop.test", "admin_rights": ["keys", "manage_languages"],
                  "languages": ["en", { "lang_iso": "de", "is_writable": false }] },
                { "user_id": 7, "is_admin": true },
            ],
            "languages": ["en", "de"],
            "keys": [{ "key_name": "a" }],
            "comments": [
                { "key_id": "a", "comment": "Why?", "added_by": "anna@shop.test" },
                { "key_id": "a", "comment": "So!" },
            ],
        }],
    });
    let requests = r#"
AS boss
GET shop/contributors -> 200 {"contributors": [{"admin_rights": ["keys", "manage_languages"],
  "languages": [{}, {"is_writable": 0}]}, {}]}
GET shop/comments -> 200 {"comments": [{"added_by_email": "anna@shop.test"},
  {"added_by_email": "ben@shop.test"}]}
AS ben
GET shop/keys -> 200
POST shop/keys {"keys": [{"key_name": "new", "platforms": ["web"]}]} -> 403
"#;
    api(seed).await.run(requests).await;
}

#[tokio::test]
async fn keys_and_languages_have_forms_files_names_and_ids_of_their_own() {
    let seed = shop(json!({
        "settings": { "per_platform_key_names": true },
        "custom_translation_statuses": ["Approved", { "title": "Legal", "color": "#EB5A46" }],
        "languages": [
            "en",
            { "lang_iso": "de_BY", "lang_id": 666, "lang_name": "Bavarian" },
            { "lang_iso": "tlh", "lang_name": "Klingon", "plural_forms": ["other"] },
        ],
        "keys": [
            { "key_name": "files", "filenames": "app/strings.xml", "tags": ["a", "b", "a"],
              "translations": { "en": { "one": "file", "other": "files" } } },
            { "key_name": { "ios": "Hello", "web": "hello" }, "platforms": ["ios", "web"],
              "filenames": { "web": "l/%LANG_ISO%.json" }, "key_id": 5000,
              "translations": { "de_BY": {
                  "translation": "Servus", "reviewed_by": "owner@sandbox.test",
                  "custom_translation_statuses": ["Legal"] } } },
        ],
        "files": ["old.json"],
    }));
    // Ids begin behind those that are written.
    let requests = r##"
GET shop/keys?include_translations=1 -> 200 {"keys": [
  {"key_id": 5000, "key_name": {"ios": "Hello", "web": "hello"}, "filenames": {"ios": ""},
   "translations": [{}, {"is_reviewed": true, "custom_translation_statuses": [
     {"title": "Legal", "color": "#eb5a46"}]}, {}]},
  {"is_plural": true, "platforms": ["android"], "filenames": {"android": "app/strings.xml"},
   "tags": ["a", "b"], "translations": [
     {"translation": "{\"one\":\"file\",\"other\":\"files\"}"}, {}, {}]}]}
GET shop/languages -> 200 {"languages": [{"lang_id": 666, "plural_forms": ["one", "other"]},
  {"lang_iso": "en"}, {"lang_iso": "tlh", "plural_forms": ["other"]}]}
"##;
    api(seed).await.run(requests).await;
}

#[tokio::test]
async fn responses_are_data() {
    let api = Api::start().await;
    let project = api.sandbox.project().project_id;
    let mut seed = json!({ "projects": [get(&api, project, "").await] });
    seed["projects"][0]["project_id"] = json!("copy");
    for list in [
        "languages",
        "custom_translation_statuses",
        "keys?include_translations=1&include_screenshots=1",
        "comments",
        "contributors",
        "tasks",
    ] {
        let name = list.split('?').next().unwrap();
        seed["projects"][0][name] = get(&api, project, &format!("/{list}")).await[name].clone();
    }
    let terms = get(&api, project, "/glossary-terms").await;
    seed["projects"][0]["terms"] = terms["data"].clone();
    seed["users"] = api.sandbox.data()["users"].clone();
    let requests = r#"
GET copy -> 200 {"base_language_iso": "en", "team_id": 501, "name": "Garnet"}
GET copy/languages -> 200 total 3
GET copy/keys -> 200 total 8
GET copy/translations?filter_is_reviewed=1 -> 200 total 13
GET copy/comments -> 200 total 3
GET copy/contributors -> 200 total 5
GET copy/tasks -> 200 {"tasks": [{"task_id": 8801, "languages": [{"users": [{
  "user_id": 1002}], "keys": [3102, 3107]}]}]}
GET copy/glossary-terms/4401 -> 200 {"data": {"projectId": "copy", "createdAt":
  "2025-03-04 09:00:00 (UTC)", "translations": [{}, {}, {"translation": "Warenkorb"}]}}
"#;
    self::api(seed).await.run(requests).await;
}

#[tokio::test]
async fn what_get_gives_put_takes() {
    let api = Api::start().await;
    let upload = json!({ "data": "e30=", "filename": "de.json", "lang_iso": "de" });
    let queued = api.post("/files/upload", &upload).await.expect(202);
    api.ended(queued["process"]["process_id"].as_str().unwrap()).await;
    let (_, before) = api.control(Method::GET, "/state/data", Value::Null).await;
    assert_eq!(before, api.sandbox.data());
    api.run("DELETE /keys/3101 -> 200").await;
    assert_ne!(api.sandbox.data(), before);
    let (status, _) = api.control(Method::PUT, "/state/data", before.clone()).await;
    assert_eq!(status, 204);
    assert_eq!(api.sandbox.data(), before);
    let large = shop(json!({ "description": "x".repeat(3 << 20) }));
    let (status, _) = api.control(Method::PUT, "/state/data", large).await;
    assert_eq!(status, 204, "more than two megabytes");
}

#[tokio::test]
async fn a_world_has_a_seed_and_secrets_of_its_own() {
    let api = api(minimal()).await;
    let seed = json!({
        "tokens": [{ "name": "ci", "secret": "abc" }],
        "oauth_apps": [{ "client_id": "app", "client_secret": "s",
                         "redirect_uri": "https://a.test/" }],
        "projects": [{ "name": "Blog", "keys": [{ "key_name": "title" }] }],
    });
    let wanted = json!({ "name": "blog", "seed": seed });
    let (status, made) = api.control(Method::POST, "/worlds", wanted).await;
    assert_eq!(status, 201);
    assert_eq!(made["tokens"], json!({ "ci": "blog.abc" }));
    assert_eq!(made["oauth_app"]["client_id"], "blog.app");
    api.use_token("blog.abc");
    api.run("GET blog/keys -> 200 total 1").await;
    let world = api.sandbox.world("blog").unwrap();
    assert_eq!(world.data()["tokens"][0]["secret"], "abc", "data know of no world");
    world.set_data(&minimal()).unwrap();
    assert_eq!(world.token("read_only").unwrap(), "blog.sandbox-read-only-token");
    world.reset();
    assert_eq!(world.token("ci").unwrap(), "blog.abc");
    let (_, made) = api.control(Method::POST, "/worlds", json!({})).await;
    assert_eq!(made["projects"][0]["project_id"], "shop", "the seed of the start");
    for (seed, expected) in [
        (json!({ "projects": [{ "name": "a", "created_by": 9 }] }), "seed.projects[0].created_by"),
        (json!({ "project": [] }), "seed.project: unknown field"),
    ] {
        let wanted = json!({ "name": "one", "seed": seed });
        let (status, told) = api.control(Method::POST, "/worlds", wanted).await;
        assert_eq!(status, 400);
        assert!(told["error"].as_str().unwrap().starts_with(expected), "{told}");
    }
    assert!(api.sandbox.world("one").is_none());
}

/// Where in the least seed, which value, and what of the error: its beginning, and more of it.
const REJECTED: &str = r##"
/projects/0/nmae         | "x"         | projects[0].nmae: unknown field .. `name`?
/projects/0/project_id   | "a:b"       | projects[0].project_id: "a:b" is no project id
/projects/0/created_by   | "ownr@sandbox.test" | projects[0].created_by: .. `owner@sandbox.test`?
/projects/0/created_by   | 5           | projects[0].created_by: unknown user 5
/projects/0/created_at   | "yesterday" | projects[0].created_at: not a time
/projects/0/name         | ""          | projects[0].name: a project has a name
/projects/0/settings     | {"branchng": true} | projects[0].settings.branchng: .. `branching`?
/projects/0/languages    | ["en", "en"]    | projects[0].languages[1]: the language en
/projects/0/languages    | ["en", "pt-BR"] | projects[0].languages[1]: .. `pt_BR`?
/projects/0/languages    | [{"lang_iso": "en", "plural_forms": ["eno"]}] | .. "eno" .. zero, one
/projects/0/custom_translation_statuses | [{"title": "a", "color": "red"}] | .. palette .. #61bd4f
/projects/0/branches     | [{"name": "a"}] | projects[0]: with `branches`
/projects/0/comments     | [{"key_id": "cart.titel"}] | .. comments[0].key_id: .. `cart.title`?
/projects/0/contributors | [{"user_id": 9}] | projects[0].contributors[0].user_id: unknown user
/projects/0/contributors | [{"is_admin": true}] | projects[0].contributors[0].user_id: .. missing
/projects/0/contributors | ["owner@sandbox.test", {"user_id": "owner@sandbox.test"}] | .. another
/projects/0/contributors | [{"user_id": "owner@sandbox.test", "admin_rights": ["key"]}] | .. `keys`?
/projects/0/contributors | [{"user_id": "owner@sandbox.test", "languages": ["fr"]}] | .. language
/projects/0/tasks        | [{"languages": [{"language_iso": "fr"}]}] | projects[0].tasks[0].languages.0
/projects/0/tasks | [{"title": "t", "languages": [{"language_iso": "de", "completed_by": "x"}]}] | projects[0].tasks[0]: no response can show it: /languages/0/completed_by
/projects/0/keys         | [{"key_name": "a"}, {"key_name": "a"}] | projects[0].keys[1].key_name:
/projects/0/keys         | [{"key_name": "a", "key_id": 9}, {"key_name": "b", "key_id": 9}] | .. [1]
/projects/0/keys/0/key_id | "x"        | projects[0].keys[0].key_id: .. integer
/projects/0/keys/0/key_id | 9007199254740991 | the id 9007199254740991 is too large
/projects/0/keys/0/key_name | 5        | projects[0].keys[0].key_name: .. `ios`, `android`, `web`
/projects/0/keys/0/translations/de | 5 | projects[0].keys[0].translations.de: .. an object
/projects/0/keys/0/translations/de | {"custom_translation_statuses": ["x"]} | .. "x"
/projects/0/keys/0/translations/fr | "x" | projects[0].keys[0].translations.fr: .. it has en, de
/projects/0/keys/0/translations/en | {"one": "a", "few": "b"} | .. en.few: not a plural form
/users        | [{"email": "a", "user_id": 1}, {"email": "b", "user_id": 1}] | users[1].user_id: an
/tokens       | [{"name": "a", "secret": "a\r\nb"}] | tokens[0].secret: not allowed
/tokens       | [{"name": "a"}, {"name": "a"}] | tokens[1].secret: another token
/tokens       | [{"name": "a", "access": "all"}] | tokens[0].access: unknown variant
/projects/0/team_id      | "x"         | projects[0].team_id: .. integer
/projects/0/uuid         | "01957a00-0000-4000-8000-0000000000a1" | projects[0].uuid: .. UUID v7
/projects/0/created_at   | 9223372036854775807 | projects[0].created_at: not a time
/projects/0/keys/0/platforms | ["windows"] | projects[0].keys[0].platforms: .. web or other
/projects/0/keys/0/key_name | {"ios": "a", "web": "b"} | .. key_name: .. per_platform_key_names
/projects/0/keys/0/translations | [{"translation": "x"}] | .. translations[0].language_iso: .. missing
/projects/0/keys/0/translations/en | {"one": "a", "others": "b"} | .. en.others: not a plural form
/projects/0/keys/0/translations/en | {"text": "x"} | .. en.text: unknown field .. translation
/users        | [] | users: .. at least one
/users        | [{"email": "a"}, {"email": "a"}] | users[1].email: another user
/users        | [{"email": "a", "user_id": "x"}] | users[0].user_id: expected a number
/last_id      | 18446744073709551615 | the id 18446744073709551615 is too large
/projects/0/terms | [{"id": 18446744073709551615}] | the id 18446744073709551615 is too large
/last_id      | "x" | last_id: expected a number
/oauth_grants | [{"refresh_token": "r", "client_id": "x", "scopes": []}] | oauth_grants[0].client_id
"##;

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
        assert_eq!(sandbox.data(), before, "nothing has changed");
    }
}
