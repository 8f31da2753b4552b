//! Keys that are read, created and deleted.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

/// A key of the project that has names per platform.
async fn opal(api: &Api, keys: Value) -> Value {
    let body = json!({ "keys": keys });
    let created = api.of("opal-1180.26", Method::POST, "/keys", body).await;
    created.expect(200)
}

pub(crate) fn names(name: &str) -> Value {
    json!({ "ios": name, "android": name, "web": name, "other": name })
}

#[tokio::test]
async fn a_seeded_key_is_what_the_document_shows() {
    let api = Api::start().await;
    let body = api.get("/keys/3101").await.expect(200);
    assert_eq!(body["branch"], "master");
    let key = &body["key"];
    assert_eq!(key["key_name"], names("start.title"));
    assert_eq!(key["filenames"]["web"], "locales/%LANG_ISO%.json");
    assert_eq!(key["filenames"]["ios"], "");
    assert_eq!(key["platforms"], json!(["web"]));
    assert_eq!(key["base_words"], 1);
    assert_eq!(key["created_at"], "2025-03-01 09:10:00 (UTC)");
    assert_eq!(key["translations_modified_at_timestamp"], 1_740_909_600);
    assert_eq!(key["comments"].as_array().unwrap().len(), 2);
    assert_eq!(key["screenshots"], json!([]));
    let texts = key["translations"].as_array().unwrap().iter();
    let texts: Vec<_> = texts.map(|it| (&it["translation_id"], &it["translation"])).collect();
    let ids = api.sandbox.project().translation_ids;
    assert_eq!(
        json!(texts),
        json!([[ids[0], "Welcome"], [ids[1], "Willkommen"], [ids[2], "Bienvenue"]])
    );
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
    assert_eq!(key["base_words"], 2);
    assert_eq!(key["custom_attributes"], "{\"a\":1}");
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
    let names_of_errors: Vec<_> = errors.iter().map(|it| (&it["code"], &it["key_name"])).collect();
    let expected = json!([[400, names("start.title")], [400, names("fresh")]]);
    assert_eq!(json!(names_of_errors), expected);

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
    assert_eq!(created["errors"][0]["key_name"], names("cart_pay"));
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
    let deleted = api.delete("/keys/3101").await.expect(200);
    assert_eq!(
        deleted,
        json!({
            "project_id": "garnet-7041.26", "branch": "master",
            "key_removed": true, "keys_locked": 0,
        })
    );
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
    let names: Vec<_> =
        files["files"].as_array().unwrap().iter().map(|it| &it["filename"]).collect();
    assert_eq!(
        json!(names),
        json!(["locales/%LANG_ISO%.json", "__unassigned__"]),
        "the other has no key left"
    );
    let total = api.get("/translations").await;
    assert_eq!(total.header("x-pagination-total-count"), "15", "5 keys in 3 languages");
}

#[tokio::test]
async fn uploads_and_exports_see_keys_and_the_reverse() {
    let api = Api::start().await;
    let upload = json!({
        "data": STANDARD.encode(r#"{"fresh": "Fresh [%s:x]"}"#),
        "filename": "locales/%LANG_ISO%.json", "lang_iso": "en",
    });
    let queued = api.post("/files/upload", &upload).await.expect(202);
    api.ended(queued["process"]["process_id"].as_str().unwrap()).await;
    let found = api.get("/keys?filter_keys=fresh&include_translations=1").await.expect(200);
    let key = &found["keys"][0];
    assert_eq!(key["filenames"]["web"], "locales/%LANG_ISO%.json");
    assert_eq!((&key["platforms"], &key["base_words"]), (&json!(["web"]), &json!(1)));
    assert_eq!(key["translations"][1]["is_unverified"], true, "the base text came");

    let path = format!("/translations/{}", key["translations"][1]["translation_id"]);
    api.put(&path, &json!({ "translation": "Frisch" })).await.expect(200);
    api.put("/keys/3104", &json!({ "is_archived": true })).await.expect(200);
    let options = json!({ "format": "json", "filter_langs": ["de"], "original_filenames": false });
    let url = api.post("/files/download", &options).await.expect(200)["bundle_url"].clone();
    let bundle = api.http.get(url.as_str().unwrap()).send().await.unwrap();
    let mut archive =
        zip::ZipArchive::new(std::io::Cursor::new(bundle.bytes().await.unwrap())).unwrap();
    let file: Value = serde_json::from_reader(archive.by_name("locale/de.json").unwrap()).unwrap();
    assert_eq!(file["fresh"], "Frisch");
    assert_eq!(file["cart"].get("total"), None, "archived");
}

#[tokio::test]
async fn keys_need_the_right_and_the_scope() {
    let api = Api::start().await;
    let token = api.sandbox.tokens().reviewer;
    api.use_token(token);
    api.get("/keys/3101").await.expect(200);
    let refused = api.put("/keys/3101", &json!({})).await.refused(403);
    assert!(refused.contains("Manage keys"), "{refused}");
    api.put("/translations/310101", &json!({ "translation": "Hi" })).await.expect(200);
    let token = api.sandbox.tokens().read_only;
    api.use_token(token);
    api.put("/translations/310101", &json!({ "translation": "x" })).await.refused(403);
}
