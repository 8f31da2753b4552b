//! What is refused, with its place and what would be right.

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

use super::minimal;

/// Why a sandbox does not start with a seed.
async fn refusal(seed: Value) -> String {
    let started = Sandbox::builder().seed(seed.clone()).start().await;
    started.map(drop).expect_err(&seed.to_string()).to_string()
}

/// The least seed with one value in another place.
fn with(place: &str, value: Value) -> Value {
    let mut seed = minimal();
    let (parent, name) = place.rsplit_once('/').unwrap();
    seed.pointer_mut(parent).unwrap()[name] = value;
    seed
}

const UUID: &str = "01957a00-0000-7000-8000-0000000000a1";

#[tokio::test]
async fn the_form_is_checked() {
    let cases = [
        (
            "/projects/0/nmae",
            json!("x"),
            "projects[0].nmae: unknown field `nmae`",
            "did you mean `name`?",
        ),
        (
            "/tokens",
            json!([{ "name": "a", "secret": "a\r\nb" }]),
            "tokens[0].secret: no header can carry it",
            "",
        ),
        ("/projects", json!({}), "projects: invalid type: map, expected a sequence", ""),
        (
            "/projects/0/name",
            json!(1),
            "projects[0].name: invalid type: integer `1`, expected a string",
            "",
        ),
        ("/projects/0/name", json!(""), "projects[0].name: this text is empty", ""),
        (
            "/projects/0/uuid",
            json!("0c3f4d6e-0000-4000-8000-000000000000"),
            "projects[0].uuid: this is no UUID v7",
            UUID,
        ),
        (
            "/projects/0/keys/0/id",
            json!(0),
            "projects[0].keys[0].id: the id 0 is none",
            "from 1 to 9007199254740991",
        ),
        (
            "/projects/0/keys/0/id",
            json!(-1),
            "projects[0].keys[0].id: invalid value: integer `-1`",
            "",
        ),
        (
            "/projects/0/keys/0/id",
            json!(1_u64 << 53),
            "projects[0].keys[0].id: the id 9007199254740992",
            "",
        ),
        (
            "/projects/0/keys/0/id",
            json!((1_u64 << 53) - 1),
            "the id 9007199254740991 leaves no room",
            "",
        ),
        (
            "/projects/0/keys/0/name",
            json!([]),
            "projects[0].keys[0].name: invalid type: sequence",
            "a text for each platform",
        ),
        ("/projects/0/keys/0/name", json!({}), "projects[0].keys[0].name: at least one of ios", ""),
        (
            "/projects/0/keys/0/translations/de",
            json!(5),
            "projects[0].keys[0].translations.de: invalid type",
            "a text, or an object",
        ),
        (
            "/projects/0/keys/0/translations/de",
            json!({ "tetx": "x" }),
            "projects[0].keys[0].translations.de.tetx: unknown field",
            "`text`",
        ),
        (
            "/projects/0/keys/0/platforms",
            json!(["wbe"]),
            "projects[0].keys[0].platforms[0]: unknown variant `wbe`",
            "did you mean `web`?",
        ),
        (
            "/projects/0/created_at",
            json!("yesterday"),
            "projects[0].created_at: this is no moment",
            "2025-03-01T09:10:00Z",
        ),
    ];
    for (place, value, begins, holds) in cases {
        let told = refusal(with(place, value)).await;
        assert!(told.starts_with(&format!("the seed: {begins}")), "{told}");
        assert!(told.contains(holds), "{told}");
    }
}

#[tokio::test]
async fn what_it_refers_to_is_there_and_what_it_names_is_there_once() {
    let key = json!({ "name": "cart.title" });
    let with_id = |id: u64, name: &str| json!({ "id": id, "name": name });
    let cases = [
        (
            "/projects/0/owner",
            json!("ownr@sandbox.test"),
            "projects[0].owner: no user has the e-mail",
            "did you mean owner@sandbox.test?",
        ),
        ("/projects/0/owner", json!(5), "projects[0].owner: there is no user 5", ""),
        ("/projects/0/team", json!(5), "projects[0].team: there is no team 5", ""),
        ("/tokens", json!([{ "name": "a", "user": 5 }]), "tokens[0].user: there is no user 5", ""),
        (
            "/tokens",
            json!([{ "name": "a" }, { "name": "a" }]),
            "tokens[1].name: another token has the name a",
            "",
        ),
        (
            "/tokens",
            json!([{ "name": "a", "secret": "s" }, { "name": "b", "secret": "s" }]),
            "tokens[1].secret: another token",
            "",
        ),
        (
            "/users",
            json!([{ "email": "a" }, { "email": "a" }]),
            "users[1].email: another user has the e-mail a",
            "",
        ),
        (
            "/users",
            json!([{ "email": "a", "id": 1 }, { "email": "b", "id": 1 }]),
            "users[1].id: another user has the id 1",
            "",
        ),
        (
            "/projects/0/languages",
            json!(["en", "en"]),
            "projects[0].languages[1]: the language en is there twice",
            "",
        ),
        (
            "/projects/0/languages",
            json!(["en", "pt-BR"]),
            "projects[0].languages[1]: there is no language \"pt-BR\"",
            "did you mean pt_BR?",
        ),
        (
            "/projects/0/languages",
            json!([{ "iso": "en", "plural_forms": ["eno"] }]),
            "projects[0].languages[0].plural_forms: \"eno\" is no plural form",
            "zero, one, two",
        ),
        (
            "/projects/0/keys/0/translations/fr",
            json!("x"),
            "projects[0].keys[0].translations.fr: the branch does not have this language",
            "it has en, de",
        ),
        (
            "/projects/0/keys/0/translations/de",
            json!({ "statuses": ["x"] }),
            "projects[0].keys[0].translations.de.statuses[0]: the project has no status \"x\"",
            "",
        ),
        (
            "/projects/0/keys/0/translations/de",
            json!({ "text": "a", "other": "b" }),
            "projects[0].keys[0].translations.de: it has either",
            "",
        ),
        (
            "/projects/0/keys/0/platforms",
            json!([]),
            "projects[0].keys[0].platforms: a key has at least one platform",
            "",
        ),
        (
            "/projects/0/keys",
            json!([key, key]),
            "projects[0].keys[1].name: another key of the same file",
            "",
        ),
        (
            "/projects/0/keys",
            json!([key, { "name": "cart.title", "filename": "a.json" }]),
            "projects[0].keys[1].name: a key in no file",
            "has the name \"cart.title\"",
        ),
        (
            "/projects/0/keys",
            json!([{ "name": "cart.title", "filename": "a.json" }, key]),
            "projects[0].keys[1].name: this key is in no file",
            "",
        ),
        (
            "/projects/0/keys/0/translations/en",
            json!({ "one": "a", "few": "b", "other": "c" }),
            "projects[0].keys[0].translations.en.few: this is no plural form of \"English\"",
            "which has one, other",
        ),
        (
            "/projects/0/keys",
            json!([with_id(9, "a"), with_id(9, "b")]),
            "projects[0].keys[1].id: another key has the id 9",
            "",
        ),
        (
            "/projects/0/comments",
            json!([{ "key": "cart.titel", "text": "" }]),
            "projects[0].comments[0].key: the branch has no key",
            "did you mean cart.title?",
        ),
        (
            "/projects/0/branches",
            json!([{ "name": "master" }]),
            "projects[0].keys: beside branches",
            "",
        ),
        (
            "/projects/0/processes",
            json!([{}]),
            "projects[0].processes[0]: a process has either `import` or",
            "",
        ),
        (
            "/projects/0/statuses",
            json!([{ "title": "a", "color": "red" }]),
            "projects[0].statuses[0].color: \"red\" is not of the palette",
            "#61bd4f",
        ),
        (
            "/projects/0/contributors",
            json!([{ "user": "owner@sandbox.test", "admin_rights": ["key"] }]),
            "projects[0].contributors[0].admin_rights[0]: there is no right \"key\"",
            "did you mean keys?",
        ),
        (
            "/projects/0/contributors",
            json!([{ "user": "owner@sandbox.test", "role_id": 6 }]),
            "projects[0].contributors[0].role_id: there is no such role",
            "1 manager",
        ),
        (
            "/projects/0/contributors",
            json!([{ "user": "owner@sandbox.test", "languages": ["fr"] }]),
            "projects[0].contributors[0].languages[0]: the project has no language",
            "",
        ),
        (
            "/projects/0/project_id",
            json!("a:b"),
            "projects[0].project_id: a project id has",
            "\"a:b\" is none",
        ),
        (
            "/projects/0/merge_bases",
            json!([{ "branches": [["master", "mster"]], "same_as": "master" }]),
            "projects[0].merge_bases[0].branches[0]: there is no branch \"mster\"",
            "did you mean master?",
        ),
        (
            "/oauth_grants",
            json!([{
                "refresh_token": "r", "client_id": "x", "user": "owner@sandbox.test", "scopes": [],
            }]),
            "oauth_grants[0].client_id: there is no OAuth application x",
            "",
        ),
    ];
    for (place, value, begins, holds) in cases {
        let told = refusal(with(place, value)).await;
        assert!(told.starts_with(&format!("the seed: {begins}")), "{told}");
        assert!(told.contains(holds), "{told}");
    }
    let mut twice = minimal();
    let project = json!({ "name": "a", "project_id": "a" });
    twice["projects"] = json!([project, project]);
    let told = refusal(twice).await;
    assert!(told.contains("projects[1].project_id: another project has the id a"), "{told}");
}

#[tokio::test]
async fn a_file_is_told_with_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("seed.json");
    let started = async || {
        let started = Sandbox::builder().seed_file(&file).start().await;
        started.map(drop).unwrap_err().to_string()
    };
    let told = started().await;
    assert!(told.starts_with(&format!("cannot read {}: ", file.display())), "{told}");
    std::fs::write(&file, "{\n  \"projects\": [\n    {,}\n  ]\n}").unwrap();
    let told = started().await;
    assert!(told.ends_with("at line 3 column 6"), "{told}");
    std::fs::write(&file, "{\n  \"projects\": [\n    {\"name\": 1}\n  ]\n}").unwrap();
    let told = started().await;
    let expected = "seed.json: projects[0].name: invalid type: integer `1`, expected a string";
    assert!(told.contains(expected) && told.contains("line 3"), "{told}");
    std::fs::write(
        &file,
        r#"{"projects": [{"name": "a", "keys": [{"name": "b",
        "translations": {"en": "x", "en": "y"}}]}]}"#,
    )
    .unwrap();
    let told = started().await;
    assert!(
        told.contains("projects[0].keys[0].translations: the name en is there twice"),
        "{told}"
    );
    std::fs::write(&file, "{} {}").unwrap();
    assert!(started().await.contains("no JSON: trailing characters at line 1 column 4"));
}

#[tokio::test]
async fn a_list_is_no_world() {
    for seed in [json!([]), json!(["x"]), Value::Null] {
        let told = refusal(seed.clone()).await;
        assert!(told.ends_with("expected an object"), "{told}");
        let api = super::api(minimal()).await;
        let before = api.sandbox.data();
        let put = api.control(Method::PUT, "/state/data", seed.clone()).await;
        assert_eq!(put.0, 400, "{seed}");
        assert_eq!(api.sandbox.data(), before);
        let made = api.control(Method::POST, "/worlds", json!({ "seed": seed })).await;
        assert_eq!(made.0, if seed.is_null() { 201 } else { 400 }, "{seed}");
        assert_eq!(api.control(Method::POST, "/worlds", seed).await.0, 400);
    }
}

#[tokio::test]
async fn a_list_is_no_object_at_any_depth() {
    let list = || json!([[1, "a"]]);
    for (place, refused) in [
        ("/users", "users[0]"),
        ("/tokens", "tokens[0]"),
        ("/teams", "teams[0]"),
        ("/oauth_apps", "oauth_apps[0]"),
        ("/oauth_grants", "oauth_grants[0]"),
        ("/projects", "projects[0]"),
        ("/projects/0/keys", "projects[0].keys[0]"),
        ("/projects/0/keys/0/screenshots", "projects[0].keys[0].screenshots[0]"),
        ("/projects/0/settings", "projects[0].settings"),
        ("/projects/0/contributors", "projects[0].contributors[0]"),
        ("/projects/0/branches", "projects[0].branches[0]"),
        ("/projects/0/comments", "projects[0].comments[0]"),
        ("/projects/0/processes", "projects[0].processes[0]"),
        ("/projects/0/merge_bases", "projects[0].merge_bases[0]"),
        ("/projects/0/deletion_jobs", "projects[0].deletion_jobs[0]"),
        ("/projects/0/languages", "projects[0].languages[0]"),
    ] {
        let told = refusal(with(place, list())).await;
        let expected = format!("the seed: {refused}: invalid type: sequence, expected ");
        assert!(told.starts_with(&expected) && told.contains("object"), "{told}");
    }
    let import = json!([{ "import": [1, 2, 3, 4, 5] }]);
    let told = refusal(with("/projects/0/processes", import)).await;
    assert!(told.contains("processes[0].import: invalid type: sequence"), "{told}");
}

#[tokio::test]
async fn a_byte_order_mark_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seed.json");
    std::fs::write(&path, format!("\u{feff}{}", minimal())).unwrap();
    let sandbox = Sandbox::builder().seed_file(&path).start().await.unwrap();
    assert_eq!(sandbox.data()["projects"][0]["name"], "Shop");
}
