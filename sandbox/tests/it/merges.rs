//! Merging branches: what goes over, what stays, and what both sides changed.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, Reply, has};

const MAIN: &str = "garnet-7041.26";
const START: &str = "garnet-7041.26:feature%2Fstart";

impl Api {
    /// A key of a branch with its translations; null where the branch has none of this name.
    async fn key_of(&self, branch: &str, name: &str) -> Value {
        let path = format!("/keys?include_translations=1&filter_keys={name}");
        let list = self.of(branch, Method::GET, &path, Value::Null).await;
        list.expect(200)["keys"][0].clone()
    }

    async fn change_key(&self, branch: &str, name: &str, change: Value) {
        let path = format!("/keys/{}", self.key_of(branch, name).await["key_id"]);
        self.of(branch, Method::PUT, &path, change).await.expect(200);
    }

    async fn remove_key(&self, branch: &str, name: &str) {
        let path = format!("/keys/{}", self.key_of(branch, name).await["key_id"]);
        let removed = self.of(branch, Method::DELETE, &path, Value::Null).await;
        removed.expect(200);
    }

    async fn translation_of(&self, branch: &str, name: &str, iso: &str) -> Value {
        let key = self.key_of(branch, name).await;
        let mut translations = key["translations"].as_array().unwrap().iter();
        let found = translations.find(|it| it["language_iso"] == iso);
        found.unwrap().clone()
    }

    async fn text_of(&self, branch: &str, name: &str, iso: &str) -> Value {
        self.translation_of(branch, name, iso).await["translation"].clone()
    }

    async fn set_text(&self, branch: &str, name: &str, iso: &str, text: &str) {
        let change = json!({ "translation": text });
        self.change_translation(branch, name, iso, change).await;
    }

    async fn change_translation(&self, branch: &str, name: &str, iso: &str, change: Value) {
        let id = &self.translation_of(branch, name, iso).await["translation_id"];
        let path = format!("/translations/{id}");
        self.of(branch, Method::PUT, &path, change).await.expect(200);
    }

    async fn merge(&self, branch: u64, options: Value) -> Reply {
        let path = format!("/branches/{branch}/merge");
        self.post(&path, &options).await
    }

    async fn merged(&self, branch: u64, options: Value) {
        let answer = self.merge(branch, options).await.expect(200);
        assert_eq!(answer["branch_merged"], true);
    }
}

#[tokio::test]
async fn what_the_source_changed_goes_over_and_the_rest_stays() {
    let api = Api::start().await;
    api.set_text(START, "start.button", "de", "Los").await;
    api.set_text(MAIN, "start.link", "de", "Siehe").await;
    api.change_key(START, "start.title", json!({ "description": "Title", "tags": ["new"] })).await;
    api.change_key(MAIN, "start.title", json!({ "context": "Page" })).await;
    api.remove_key(START, "app.quit").await;
    let before = api.key_of(MAIN, "start.title").await;

    let merged = api.merge(9102, json!({})).await.expect(200);
    let start = api.get("/branches/9102").await.expect(200);
    let master = api.get("/branches/9101").await.expect(200);
    assert_eq!(merged["branch_merged"], true);
    assert_eq!(
        (&merged["branch"], &merged["target_branch"]),
        (&start["branch"], &master["branch"])
    );
    let button = api.key_of(MAIN, "start.button").await;
    assert_eq!(api.text_of(MAIN, "start.button", "de").await, "Los");
    assert_ne!(button["translations_modified_at"], "2025-03-02 10:00:00 (UTC)");
    assert_eq!(button["modified_at"], button["created_at"]);
    assert_eq!(api.text_of(MAIN, "start.link", "de").await, "Siehe");
    let title = api.key_of(MAIN, "start.title").await;
    has(&title, json!({ "description": "Title", "context": "Page", "tags": ["new"] }));
    assert_eq!(title["key_id"], before["key_id"]);
    assert_eq!(title["translations"], before["translations"], "ids stay");
    assert_ne!(api.key_of(MAIN, "app.quit").await, Value::Null, "nothing is deleted");
    assert_eq!(api.get("/comments").await.header("x-total-count"), "3");

    // The source is as it was.
    assert_ne!(api.text_of(START, "start.link", "de").await, "Siehe");
    assert_eq!(api.key_of(START, "app.quit").await, Value::Null);
}

#[tokio::test]
async fn new_keys_and_languages_go_over() {
    let api = Api::start().await;
    let languages = json!({ "languages": [{ "lang_iso": "sq", "custom_iso": "sq-x" }] });
    api.of(START, Method::POST, "/languages", languages).await.expect(200);
    let key = json!({
        "key_name": "files", "platforms": ["web", "ios"], "is_plural": true,
        "filenames": { "ios": "", "android": "", "web": "new.json", "other": "" },
        "translations": [
            { "language_iso": "en", "translation": { "one": "file", "other": "files" } },
            { "language_iso": "sq-x", "translation": { "one": "skedar", "other": "skeda" } },
        ],
    });
    let created = api.of(START, Method::POST, "/keys", json!({ "keys": [key] })).await;
    let created = created.expect(200)["keys"][0].clone();
    api.set_text(START, "start.title", "sq-x", "Mirë").await;

    api.merged(9102, json!({})).await;
    let codes = api.get("/languages").await.expect(200);
    assert_eq!(codes["languages"][0]["lang_name"], "Albanian");
    let files = api.key_of(MAIN, "files").await;
    assert_ne!(files["key_id"], created["key_id"]);
    assert_eq!(files["platforms"], json!(["ios", "web"]));
    assert_eq!(api.text_of(MAIN, "files", "sq-x").await, r#"{"one":"skedar","other":"skeda"}"#);
    assert_eq!(api.text_of(MAIN, "files", "en").await, r#"{"one":"file","other":"files"}"#);
    assert_eq!(api.text_of(MAIN, "start.title", "sq-x").await, "Mirë");
    assert_eq!(api.text_of(MAIN, "app.name", "sq-x").await, "");
    let file = api.get("/files?filter_filename=new.json").await.expect(200);
    assert_eq!(file["files"][0]["key_count"], 1);
    let ids = |key: &Value| {
        let all = key["translations"].as_array().unwrap().iter();
        all.map(|it| it["translation_id"].clone()).collect::<Vec<_>>()
    };
    let (there, here) = (ids(&created), ids(&files));
    assert!(here.iter().all(|id| !there.contains(id)));

    // Both sides have it now, so that there is nothing more to do.
    api.merged(9102, json!({})).await;
    assert_eq!(api.get("/keys").await.header("x-total-count"), "9");
}

#[tokio::test]
async fn a_branch_is_merged_time_and_again_and_back() {
    let api = Api::start().await;
    let text = async |branch| api.text_of(branch, "start.title", "de").await;
    api.set_text(START, "start.title", "de", "Eins").await;
    api.merged(9102, json!({})).await;
    // The target goes on from what it took over: that is no change of both.
    api.set_text(MAIN, "start.title", "de", "Zwei").await;
    api.merged(9102, json!({})).await;
    assert_eq!(text(MAIN).await, "Zwei");
    api.merged(9101, json!({ "target_branch_id": 9102 })).await;
    assert_eq!(text(START).await, "Zwei");
}

#[tokio::test]
async fn branches_of_one_original_are_merged_into_each_other() {
    let api = Api::start().await;
    let (first, second) =
        (api.new_branch(MAIN, "first").await, api.new_branch(MAIN, "second").await);
    let [at_first, at_second] = ["garnet-7041.26:first", "garnet-7041.26:second"];
    api.set_text(at_first, "start.title", "de", "Eins").await;
    api.set_text(at_second, "start.button", "de", "Zwei").await;
    api.merged(first, json!({ "target_branch_id": second })).await;
    assert_eq!(api.text_of(at_second, "start.title", "de").await, "Eins");
    assert_eq!(api.text_of(at_second, "start.button", "de").await, "Zwei");
    assert_eq!(api.text_of(MAIN, "start.title", "de").await, "Willkommen");
    // What was merged elsewhere is still new to the default branch.
    api.merged(first, json!({})).await;
    assert_eq!(api.text_of(MAIN, "start.title", "de").await, "Eins");
}

#[tokio::test]
async fn the_target_is_another_branch_of_the_project() {
    let api = Api::start().await;
    api.merge(9101, json!({})).await.refused(400);
    api.merge(9102, json!({ "target_branch_id": 9102 })).await.refused(400);
    let unknown = api.merge(9102, json!({ "target_branch_id": 9201 })).await;
    assert_eq!(unknown.violations(), ["target_branch_id"]);
    api.merge(9201, json!({})).await.refused(404);

    // No body is one without wishes.
    let url = api.url("/branches/9102/merge");
    api.send(api.request(Method::POST, &url)).await.expect(200);
}

#[tokio::test]
async fn a_key_goes_to_another_file_and_another_of_its_name_comes() {
    let api = Api::start().await;
    let files = |file: &str| json!({ "ios": "", "android": "", "web": file, "other": "" });
    let change = json!({ "filenames": files("moved.json") });
    api.change_key(START, "start.link", change).await;
    let new = json!({
        "key_name": "start.title", "platforms": ["web"], "filenames": files("other.json"),
    });
    let created = api.of(START, Method::POST, "/keys", json!({ "keys": [new] })).await;
    assert_eq!(created.expect(200)["errors"], json!([]));
    api.merged(9102, json!({})).await;
    let moved = api.key_of(MAIN, "start.link").await;
    assert_eq!(moved["filenames"]["web"], "moved.json");
    assert_eq!(moved["key_id"], 3103);
    assert_eq!(api.get("/keys").await.header("x-total-count"), "9");
    assert_eq!(api.text_of(MAIN, "start.title", "de").await, "Willkommen");
}

#[tokio::test]
async fn a_key_becomes_a_plural() {
    let api = Api::start().await;
    api.change_key(START, "app.quit", json!({ "is_plural": true, "plural_name": "n" })).await;
    api.set_text(MAIN, "app.quit", "fr", "Sortir").await;
    api.merged(9102, json!({})).await;
    let key = api.key_of(MAIN, "app.quit").await;
    assert_eq!((&key["is_plural"], &key["plural_name"]), (&json!(true), &json!("n")));
    let german = api.text_of(MAIN, "app.quit", "de").await;
    assert_eq!(german, r#"{"one":"","other":"Beenden"}"#);
    let french = api.text_of(MAIN, "app.quit", "fr").await;
    assert_eq!(french, r#"{"one":"","many":"","other":"Sortir"}"#);
}

#[tokio::test]
async fn marks_go_with_their_text() {
    let api = Api::start().await;
    // A change of the base text makes the others unverified, here as there.
    api.set_text(START, "start.title", "en", "Hello").await;
    let reviewed = json!({ "translation": "Beenden", "is_reviewed": true });
    api.change_translation(START, "app.quit", "de", reviewed).await;
    let status = json!({ "translation": "Quitter", "custom_translation_status_ids": [7101] });
    api.change_translation(START, "app.quit", "fr", status).await;

    api.merged(9102, json!({})).await;
    for (name, iso, member, value) in [
        ("start.title", "de", "translation", json!("Willkommen")),
        ("start.title", "de", "is_unverified", json!(true)),
        ("start.title", "en", "translation", json!("Hello")),
        ("start.title", "en", "is_reviewed", json!(false)),
        ("app.quit", "de", "is_reviewed", json!(true)),
        ("app.quit", "de", "reviewed_by", json!(1001)),
    ] {
        assert_eq!(api.translation_of(MAIN, name, iso).await[member], value, "{name} {member}");
    }
    let quit = api.translation_of(MAIN, "app.quit", "fr").await;
    assert_eq!(quit["custom_translation_statuses"][0]["status_id"], 7101);
}

#[tokio::test]
async fn what_both_changed_is_refused_or_settled() {
    let changed = async || {
        let api = Api::start().await;
        api.set_text(START, "start.title", "de", "Hallo").await;
        api.set_text(MAIN, "start.title", "de", "Servus").await;
        api.change_key(START, "app.name", json!({ "description": "Here" })).await;
        api.change_key(MAIN, "app.name", json!({ "description": "There" })).await;
        api.set_text(START, "app.quit", "de", "Ende").await;
        api
    };
    let outcome = async |api: &Api| {
        let title = api.text_of(MAIN, "start.title", "de").await;
        let name = api.key_of(MAIN, "app.name").await["description"].clone();
        let quit = api.text_of(MAIN, "app.quit", "de").await;
        [title, name, quit]
    };
    let api = changed().await;
    let refused = api.merge(9102, json!({})).await.refused(400);
    for conflict in ["start.title in de", "app.name (description)"] {
        assert!(refused.contains(conflict), "{refused}");
    }
    assert!(!refused.contains("app.quit"), "{refused}");
    assert_eq!(outcome(&api).await, ["Servus", "There", "Beenden"], "nothing is merged");
    let wrong = api.merge(9102, json!({ "force_conflict_resolve_using": "mine" })).await;
    assert_eq!(wrong.violations(), ["force_conflict_resolve_using"]);

    for (side, expected) in [
        ("source", ["Hallo", "Here", "Ende"]),
        ("target", ["Servus", "There", "Ende"]),
        ("master", ["Servus", "There", "Ende"]),
    ] {
        let api = changed().await;
        let options = json!({ "force_conflict_resolve_using": side });
        api.merged(9102, options).await;
        assert_eq!(outcome(&api).await, expected, "{side}");
        // It is settled for good.
        api.merged(9102, json!({})).await;
        assert_eq!(outcome(&api).await, expected, "{side}");
    }
    let api = changed().await;
    let options = json!({ "force_conflict_resolve_using": "master", "target_branch_id": 9102 });
    api.merged(9101, options).await;
    assert_eq!(api.text_of(START, "start.title", "de").await, "Servus", "master is the source");
}

#[tokio::test]
async fn the_same_change_on_both_sides_is_no_conflict() {
    let api = Api::start().await;
    for branch in [START, MAIN] {
        api.set_text(branch, "start.title", "de", "Hallo").await;
        let key = json!({
            "key_name": "fresh", "platforms": ["web"],
            "translations": [{ "language_iso": "en", "translation": "New" }],
        });
        let keys = json!({ "keys": [key] });
        api.of(branch, Method::POST, "/keys", keys).await.expect(200);
    }
    api.set_text(START, "fresh", "de", "Neu").await;
    api.merged(9102, json!({})).await;
    assert_eq!(api.text_of(MAIN, "fresh", "de").await, "Neu");
    assert_eq!(api.get("/keys").await.header("x-total-count"), "9", "it is one key");
}

#[tokio::test]
async fn keys_that_the_target_lost_come_back_only_when_changed() {
    let api = Api::start().await;
    for name in ["app.quit", "app.name"] {
        api.remove_key(MAIN, name).await;
    }
    api.set_text(START, "app.name", "de", "Granat").await;
    api.merged(9102, json!({})).await;
    assert_eq!(api.text_of(MAIN, "app.name", "de").await, "Granat");
    assert_eq!(api.key_of(MAIN, "app.quit").await, Value::Null);
}

#[tokio::test]
async fn two_languages_with_one_code_are_a_conflict() {
    let api = Api::start().await;
    let new = |iso| json!({ "languages": [{ "lang_iso": iso, "custom_iso": "own" }] });
    api.of(START, Method::POST, "/languages", new("sq")).await.expect(200);
    api.of(MAIN, Method::POST, "/languages", new("it")).await.expect(200);
    let options = json!({ "force_conflict_resolve_using": "source" });
    let refused = api.merge(9102, options).await.refused(400);
    assert!(refused.contains("the code own"), "{refused}");
    assert_eq!(api.get("/languages").await.header("x-total-count"), "4");
}
