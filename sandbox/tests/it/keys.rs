//! Keys that are read, created, changed and deleted.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use l10n_sandbox::{Quirk, Variant};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, has};

/// A key of the project that has names per platform.
async fn opal(api: &Api, keys: Value) -> Value {
    let body = json!({ "keys": keys });
    let created = api.of("opal-1180.26", Method::POST, "/keys", body).await;
    created.expect(200)
}

fn names(name: &str) -> Value {
    json!({ "ios": name, "android": name, "web": name, "other": name })
}

#[tokio::test]
async fn a_seeded_key_is_what_the_document_shows() {
    let api = Api::start().await;
    let key = &api.get("/keys/3101").await.expect(200)["key"];
    for (place, value) in [
        ("/key_name", names("start.title")),
        ("/filenames/web", json!("locales/%LANG_ISO%.json")),
        ("/filenames/ios", json!("")),
        ("/platforms", json!(["web"])),
        ("/base_words", json!(1)),
        ("/created_at", json!("2025-03-01 09:10:00 (UTC)")),
        ("/translations_modified_at_timestamp", json!(1_740_909_600)),
        ("/comments/1/comment_id", json!(5103)),
        ("/screenshots", json!([])),
    ] {
        assert_eq!(key.pointer(place), Some(&value), "{place}");
    }
    let texts = key["translations"].as_array().unwrap().iter();
    let texts: Vec<_> = texts.map(|it| (&it["translation_id"], &it["translation"])).collect();
    let ids = api.sandbox.project().translation_ids;
    let expected = [(ids[0], "Welcome"), (ids[1], "Willkommen"), (ids[2], "Bienvenue")];
    assert_eq!(json!(texts), json!(expected));
}

#[tokio::test]
async fn a_key_is_created_with_all_that_belongs_to_it() {
    let api = Api::start().await;
    let picture = format!("data:image/png;base64,{}", STANDARD.encode("picture"));
    let key = api
        .new_key(json!({
            "key_name": "cart.checkout",
            "platforms": ["web", "ios"],
            "description": "A button", "context": "cart", "char_limit": 20,
            "custom_attributes": "{\"a\":1}",
            "filenames": { "web": "fresh.json" },
            "tags": ["cart", "cart", "button"],
            "is_hidden": true,
            "comments": [{ "comment": "Short, please." }],
            "screenshots": [{ "data": picture, "title": "Cart", "screenshot_tags": ["s"] }],
            "translations": [{ "language_iso": "en", "translation": "Check out" }],
        }))
        .await;
    assert_eq!(key["key_name"], names("cart.checkout"));
    assert_eq!(key["platforms"], json!(["ios", "web"]), "in the order of platforms");
    assert_eq!(key["tags"], json!(["cart", "button"]), "each once");
    has(&key, json!({ "base_words": 2, "custom_attributes": "{\"a\":1}" }));
    assert_eq!(key["translations"].as_array().unwrap().len(), 3, "one for each language");
    assert_eq!(key["screenshots"][0]["title"], "Cart");
    let id = &key["key_id"];
    assert_eq!(key["screenshots"][0]["key_ids"], json!([id]));

    let comments = api.get(&format!("/keys/{id}/comments")).await.expect(200);
    assert_eq!(comments["comments"], key["comments"], "ordinary comments of the caller");
    assert_eq!(comments["comments"][0]["added_by"], 1001);
    assert_eq!(api.get(&format!("/keys/{id}")).await.expect(200)["key"], key);
    let file = api.get("/files?filter_filename=fresh.json").await.expect(200);
    assert_eq!(file["files"][0]["key_count"], 1, "the name made a file");
}

#[tokio::test]
async fn a_taken_name_is_an_error_beside_the_good_ones() {
    let api = Api::start().await;
    let key = |name: &str| json!({ "key_name": name, "platforms": ["web"] });
    let body = json!({ "keys": [key("start.title"), key("fresh"), key("fresh")] });
    let created = api.post("/keys", &body).await.expect(200);
    assert_eq!(created["keys"].as_array().unwrap().len(), 1);
    assert_eq!(created["keys"][0]["key_name"]["web"], "fresh");
    let errors = created["errors"].as_array().unwrap();
    let keys: Vec<_> = errors.iter().map(|it| (&it["code"], &it["key"])).collect();
    let named = |name| json!({ "key_name": names(name) });
    assert_eq!(json!(keys), json!([[400, named("start.title")], [400, named("fresh")]]));

    api.sandbox.set_variant(Quirk::KeyNameText, Variant::Other);
    let body = json!({ "keys": [key("start.title")] });
    let none = api.post("/keys", &body).await.expect(200);
    assert_eq!(none["keys"], json!([]));
    assert_eq!(none["errors"][0]["key"], json!({ "key_name": "start.title" }));

    let mut elsewhere = key("start.title");
    elsewhere["filenames"] = json!({ "web": "other.json" });
    api.new_key(elsewhere).await;
}

#[tokio::test]
async fn names_per_platform_are_a_setting() {
    let api = Api::start().await;
    let each = json!({ "ios": "cart_pay", "android": "cart_a", "web": "cart.pay", "other": "o" });
    let key = json!({ "key_name": each, "platforms": ["ios", "web"] });
    let created = opal(&api, json!([key])).await;
    assert_eq!(created["keys"][0]["key_name"], each);
    let created = api.new_key(key).await;
    assert_eq!(created["key_name"], names("cart_pay"), "one for all without the setting");

    let taken = json!([
        { "key_name": names("cart_a"), "platforms": ["android"] },
        { "key_name": names("cart_pay"), "platforms": ["ios"] },
    ]);
    let created = opal(&api, taken).await;
    assert_eq!(created["keys"].as_array().unwrap().len(), 1, "no key has it on android");
    assert_eq!(created["errors"][0]["key"]["key_name"], names("cart_pay"));
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused_as_a_whole() {
    let api = Api::start().await;
    let good = json!({ "key_name": "fresh", "platforms": ["web"] });
    let text = json!({ "language_iso": "en", "translation": "x" });
    for (place, value, field) in [
        ("key_name", json!(""), "keys.1.key_name"),
        ("platforms", json!([]), "keys.1.platforms"),
        ("platforms", json!(["desktop"]), "keys.1.platforms.0"),
        ("screenshots", json!([{ "data": "x" }]), "keys.1.screenshots.0.data"),
        (
            "translations",
            json!([text, { "language_iso": "xx", "translation": "x" }]),
            "keys.1.translations.1.language_iso",
        ),
        (
            "translations",
            json!([{
                "language_iso": "en", "translation": "x", "custom_translation_status_ids": [9],
            }]),
            "keys.1.translations.0.custom_translation_status_ids",
        ),
    ] {
        let mut bad = good.clone();
        bad[place] = value;
        let body = json!({ "keys": [good, bad] });
        assert_eq!(api.post("/keys", &body).await.violations(), [field]);
    }
    assert_eq!(api.get("/keys").await.header("x-pagination-total-count"), "8");
}

#[tokio::test]
async fn deleted_keys_take_their_own_with_them() {
    let api = Api::start().await;
    assert_eq!(api.delete("/keys/3101").await.expect(200)["key_removed"], true);
    api.get("/keys/3101").await.refused(404);
    api.delete("/keys/3101").await.refused(404);
    api.get("/translations/310101").await.refused(404);
    let comments = api.get("/comments").await.expect(200);
    assert_eq!(comments["comments"].as_array().unwrap().len(), 1);

    let body = json!({ "keys": [3106, 3107, 3999] });
    let request = api.request(Method::DELETE, &api.url("/keys")).json(&body);
    let deleted = api.send(request).await.expect(200);
    assert_eq!(deleted["keys_removed"], true);
    let files = api.get("/files").await.expect(200);
    let names = files["files"].as_array().unwrap().iter().map(|it| &it["filename"]);
    let names: Vec<_> = names.collect();
    assert_eq!(json!(names), json!(["locales/%LANG_ISO%.json", "__unassigned__"]));
    let total = api.get("/translations").await;
    assert_eq!(total.header("x-pagination-total-count"), "15", "5 keys in 3 languages");
}

#[tokio::test]
async fn an_update_leaves_what_it_does_not_name() {
    let api = Api::start().await;
    let path = "/keys/3101";
    let before = api.get(path).await.expect(200)["key"].clone();
    let body = json!({ "description": "First", "tags": ["first", "start"], "merge_tags": true });
    let key = api.put(path, &body).await.expect(200)["key"].clone();
    has(&key, json!({ "description": "First", "tags": ["start", "first"] }));
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
    has(&key, json!({ "tags": [], "description": "", "platforms": ["ios", "other"] }));

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
    let named = json!({ "key_name": names("app.quit") });
    has(&updated["errors"][0], json!({ "code": 400, "key": named }));
    has(&updated["errors"][1], json!({ "code": 404, "key": { "key_id": 3999 } }));

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
