//! Changes of keys, one by one and several at once.

use reqwest::Method;
use serde_json::json;

use crate::keys::names;
use crate::support::Api;

#[tokio::test]
async fn an_update_leaves_what_it_does_not_name() {
    let api = Api::start().await;
    let path = "/keys/3101";
    let before = api.get(path).await.expect(200)["key"].clone();
    let body = json!({ "description": "First", "tags": ["first", "start"], "merge_tags": true });
    let key = api.put(path, &body).await.expect(200)["key"].clone();
    assert_eq!(key["description"], "First");
    assert_eq!(key["tags"], json!(["start", "first"]));
    assert_ne!(key["modified_at_timestamp"], before["modified_at_timestamp"]);
    for kept in ["key_name", "filenames", "translations", "translations_modified_at"] {
        assert_eq!(key[kept], before[kept], "{kept}");
    }
    api.put(path, &json!({ "key_name": "app.name" })).await.expect(200);
    let moved = json!({ "filenames": { "web": "locales/%LANG_ISO%.json", "ios": "x.strings" } });
    api.put(path, &moved).await.expect(200);
    let refused = api.put(path, &json!({ "key_name": "start.button" })).await;
    assert!(refused.refused(400).contains("taken"));
    let platforms = ["other", "ios"];
    let body = json!({ "tags": [], "description": "", "platforms": platforms });
    let key = api.put(path, &body).await.expect(200)["key"].clone();
    assert_eq!((&key["tags"], &key["description"]), (&json!([]), &json!("")));
    assert_eq!(key["platforms"], json!(["ios", "other"]));

    api.put("/keys/9999", &json!({})).await.refused(404);
}

#[tokio::test]
async fn several_are_updated_and_listed_by_id() {
    let api = Api::start().await;
    let before = api.get("/keys/3102").await.expect(200)["key"].clone();
    let body = json!({ "keys": [
        {
            "key_id": 3105, "key_name": "app.quit", "platforms": ["other"],
            "filenames": { "web": "", "other": "app/strings.properties" },
        },
        {
            "key_id": 3102,
            "translations": [
                { "language_iso": "fr", "translation": "Commencer", "is_reviewed": true },
            ],
        },
        { "key_id": 3999, "description": "x" },
        { "key_id": 3101, "description": "x" },
    ] });
    let updated = api.put("/keys", &body).await.expect(200);
    let ids: Vec<_> = updated["keys"].as_array().unwrap().iter().map(|it| &it["key_id"]).collect();
    assert_eq!(json!(ids), json!([3101, 3102]), "not in the order sent");
    assert_eq!(updated["errors"][0]["code"], 400);
    assert_eq!(updated["errors"][0]["key_name"], names("app.quit"));
    assert_eq!(updated["errors"][1]["code"], 404);
    assert_eq!(updated["errors"][1]["key_id"], 3999);

    let key = &updated["keys"][1];
    assert_eq!(key["translations"][2]["translation"], "Commencer");
    assert_eq!(key["translations"][2]["reviewed_by"], 0, "in the answer that sets it");
    assert_eq!(key["modified_at"], before["modified_at"], "the key itself is as it was");
    assert_ne!(key["translations_modified_at"], before["translations_modified_at"]);
    let key = api.get("/keys/3102").await.expect(200);
    assert_eq!(key["key"]["translations"][2]["reviewed_by"], 1001);
}

#[tokio::test]
async fn a_platform_that_comes_brings_its_name() {
    let api = Api::start().await;
    let opal = "opal-1180.26";
    let name =
        |ios: &str, web: &str| json!({ "ios": ios, "android": ios, "web": web, "other": web });
    let keys = json!({ "keys": [
        { "key_name": name("left", "both"), "platforms": ["ios"] },
        { "key_name": name("right", "both"), "platforms": ["web"] },
    ] });
    let created = api.of(opal, Method::POST, "/keys", keys).await.expect(200);
    assert_eq!(created["errors"], json!([]));
    let path = format!("/keys/{}", created["keys"][0]["key_id"]);
    let body = json!({ "platforms": ["ios", "web"] });
    let refused = api.of(opal, Method::PUT, &path, body).await.refused(400);
    assert!(refused.contains("taken"), "{refused}");
}
