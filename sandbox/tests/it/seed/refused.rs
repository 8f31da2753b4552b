//! What is refused, with its place and what would be right.

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

use super::minimal;
use crate::support::Api;

/// Where in the least seed, which value, and what of the error: its beginning, and more of it.
const REFUSED: &str = r##"
/projects/0/nmae                   | "x"         | projects[0].nmae: unknown field .. `name`?
/projects/0/project_id             | "a:b"       | projects[0].project_id: "a:b" is no project id
/projects/0/owner                  | "ownr@sandbox.test" | projects[0].owner: .. `owner@sandbox.test`?
/projects/0/owner                  | 5           | projects[0].owner: there is no user 5
/projects/0/created_at             | "yesterday" | projects[0].created_at: this is no moment
/projects/0/languages              | ["en", "en"]    | projects[0].languages[1]: the language en
/projects/0/languages              | ["en", "pt-BR"] | projects[0].languages[1]: .. `pt_BR`?
/projects/0/languages              | [{"iso": "en", "plural_forms": ["eno"]}] | .. "eno" .. zero, one
/projects/0/statuses               | [{"title": "a", "color": "red"}] | .. "red" is not .. #61bd4f
/projects/0/branches               | [{"name": "a"}] | projects[0]: beside `branches`
/projects/0/processes              | [{}]        | projects[0].processes[0]: .. `import` or `export`
/projects/0/comments               | [{"key": "cart.titel", "text": ""}] | .. comments[0].key: .. `cart.title`?
/projects/0/merge_bases            | [{"branches": [["master", "mster"]]}] | .. `master`?
/projects/0/contributors           | [{"user": 9}] | projects[0].contributors[0].user: there is no
/projects/0/contributors           | [{"user": "owner@sandbox.test", "role_id": 6}] | .. 1 manager
/projects/0/contributors           | [{"user": "owner@sandbox.test", "admin_rights": ["key"]}] | .. `keys`?
/projects/0/contributors           | [{"user": "owner@sandbox.test", "languages": ["fr"]}] | .. "fr"
/projects/0/keys                   | [{"name": "a"}, {"name": "a"}] | projects[0].keys[1].name: another
/projects/0/keys                   | [{"name": "a", "id": 9}, {"name": "b", "id": 9}] | .. [1].id: another key
/projects/0/keys/0/id              | -1          | projects[0].keys[0].id: invalid value
/projects/0/keys/0/id              | 9007199254740991 | the id 9007199254740991 leaves no room
/projects/0/keys/0/name            | 5           | projects[0].keys[0].name: .. `ios`, `android`, `web`
/projects/0/keys/0/translations/de | 5           | projects[0].keys[0].translations.de: .. an object
/projects/0/keys/0/translations/de | {"statuses": ["x"]} | .. translations.de.statuses[0]: .. "x"
/projects/0/keys/0/translations/de | {"text": "a", "other": "b"} | .. either `text` or plural
/projects/0/keys/0/translations/fr | "x"         | projects[0].keys[0].translations.fr: .. it has en, de
/projects/0/keys/0/translations/en | {"one": "a", "few": "b"} | .. en.few: this is no plural form
/users                             | [{"email": "a", "id": 1}, {"email": "b", "id": 1}] | users[1].id: an
/tokens                            | [{"name": "a", "secret": "a\r\nb"}] | tokens[0].secret: no header
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
        ("{} {}", "no JSON: trailing characters at line 1 column 4"),
        ("[]", "seed.json: an object is expected"),
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
        (
            json!({ "projects": [{ "name": "a", "owner": 9 }] }),
            "seed.projects[0].owner: there is no",
        ),
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
