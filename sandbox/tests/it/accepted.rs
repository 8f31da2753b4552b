//! What clients send beyond the interface is taken as it is meant, and told; what breaks it is
//! refused.

use l10n_sandbox::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, Reply};

impl Reply {
    /// The body, if the request was taken and these places of it otherwise than sent.
    #[track_caller]
    fn taken(self, coerced: &str) -> Value {
        let told = self.headers.get("x-sandbox-coerced");
        let told = told.map_or("", |it| it.to_str().unwrap()).to_owned();
        let body = self.expect(200);
        assert_eq!(told, coerced, "{body}");
        body
    }
}

#[tokio::test]
async fn flags_and_lists_of_a_query_in_every_usual_form() {
    let api = Api::start().await;
    let ids = "filter_key_ids=3102,3101";
    for (sent, meant, coerced) in [
        ("include_translations=true", "include_translations=1", "include_translations"),
        ("include_translations=false", "include_translations=0", "include_translations"),
        ("include_translations=True", "include_translations=1", "include_translations"),
        ("filter_key_ids=3102&filter_key_ids=3101", ids, "filter_key_ids"),
        ("filter_key_ids[]=3102&filter_key_ids[]=3101", ids, "filter_key_ids"),
    ] {
        let meant = api.get(&format!("/keys?{meant}")).await.taken("");
        assert!(!meant["keys"].as_array().unwrap().is_empty());
        assert_eq!(api.get(&format!("/keys?{sent}")).await.taken(coerced), meant, "{sent}");
    }
}

#[tokio::test]
async fn ids_and_flags_of_a_body_as_other_types() {
    let api = Api::start().await;
    let upload = json!({
        "data": "e30=", "filename": "a.json", "lang_iso": "en",
        "custom_translation_status_ids": [7101, "7102"],
        "replace_modified": 1, "cleanup_mode": "false", "tag_inserted_keys": "1",
    });
    api.post("/files/upload", &upload).await.expect(202);
    let mut coerced = api.sandbox.requests().pop().unwrap().coerced;
    coerced.sort_unstable();
    let status = "custom_translation_status_ids.0";
    assert_eq!(coerced, ["cleanup_mode", status, "replace_modified", "tag_inserted_keys"]);

    let merge = json!({ "target_branch_id": "9101" });
    let merged = api.post("/branches/9102/merge", &merge).await;
    assert_eq!(merged.taken("target_branch_id")["branch_merged"], true);
    for (written, meant) in [("False", false), ("true", true), ("0", false), ("True", true)] {
        let update = json!({ "translation": "Hallo", "is_reviewed": written });
        let updated = api.put("/translations/310102", &update).await.taken("is_reviewed");
        assert_eq!(updated["translation"]["is_reviewed"], meant);
    }
    let update = json!({ "translation": "Hallo", "is_reviewed": "perhaps" });
    let refused = api.put("/translations/310102", &update).await;
    assert_eq!(refused.violations(), ["is_reviewed"]);
}

#[tokio::test]
async fn null_where_a_field_may_be_left_out() {
    let api = Api::start().await;
    let update = json!({ "title": "Final", "color": null });
    let path = "/custom_translation_statuses/7101";
    let updated = api.put(path, &update).await.taken("color");
    assert_eq!(updated["custom_translation_status"]["title"], "Final");
    assert!(updated["custom_translation_status"]["color"].is_string());
    let new = json!({ "title": "New", "color": null });
    let refused = api.post("/custom_translation_statuses", &new).await;
    assert_eq!(refused.violations(), ["color"]);
}

#[tokio::test]
async fn admins_and_roles_are_invited_without_languages() {
    let api = Api::start().await;
    let invite = async |item: Value| {
        let body = json!({ "contributors": [item] });
        api.post("/contributors", &body).await
    };
    let admin = invite(json!({ "email": "a@sandbox.test", "is_admin": true })).await;
    let admin = &admin.taken("contributors.0.languages")["contributor"];
    assert_eq!(admin["languages"].as_array().unwrap().len(), 3);
    let role = invite(json!({ "email": "b@sandbox.test", "role_id": 5 })).await;
    let role = &role.taken("contributors.0.languages")["contributor"];
    assert_eq!((&role["role_id"], &role["languages"]), (&json!(5), &json!([])));
    let neither = invite(json!({ "email": "c@sandbox.test" })).await;
    assert_eq!(neither.violations(), ["contributors.0.languages"]);
}

#[tokio::test]
async fn tokens_are_asked_for_in_a_form() {
    let api = Api::start().await;
    let app = api.sandbox.oauth_app();
    let (id, secret) = (app.client_id, app.client_secret);
    let url = format!("{}/oauth2/token", api.sandbox.auth_url());
    let form = format!(
        "grant_type=refresh_token&client_id={id}&client_secret={secret}&refresh_token=nothing"
    );
    let request = api.http.post(&url).body(form);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let answer = api.send(request).await;
    assert_eq!(answer.header("x-sandbox-coerced"), "body");
    assert_eq!(answer.expect(400)["error"], "invalid_grant");
}

#[tokio::test]
async fn a_json_body_may_lack_its_content_type() {
    let api = Api::start().await;
    let body = json!({ "title": "Approved", "color": "#61bd4f" }).to_string();
    let request = api.request(Method::POST, &api.url("/custom_translation_statuses")).body(body);
    let answer = api.send(request).await;
    assert_eq!(answer.header("x-sandbox-coerced"), "body");
    answer.expect(200);
}

impl Reply {
    /// The names that were told to be unknown.
    fn unknown(&self) -> Vec<&str> {
        let told = self.headers.get("x-sandbox-unknown");
        told.map_or(Vec::new(), |it| it.to_str().unwrap().split(", ").collect())
    }
}

#[tokio::test]
async fn they_are_taken_and_told_at_any_depth() {
    let api = Api::start().await;
    let keys = json!({
        "keys": [{
            "key_name": "new", "platforms": ["web"], "colour": "red",
            "translations": [{ "language_iso": "en", "translation": "New", "fuzzy": {} }],
        }],
        "use_ai": true,
    });
    let created = api.post("/keys", &keys).await;
    let expected = ["keys.0.colour", "keys.0.translations.0.fuzzy", "use_ai"];
    let mut told = created.unknown();
    told.sort_unstable();
    assert_eq!(told, expected);
    assert_eq!(created.expect(200)["keys"][0]["key_name"]["web"], "new");
    let mut seen = api.sandbox.requests().pop().unwrap();
    seen.unknown.sort_unstable();
    assert_eq!(seen.unknown, expected);
    assert_eq!(serde_json::to_value(&seen).unwrap()["unknown"], json!(expected));

    let listed = api.get("/keys?filter_name=a&limit=1").await;
    assert_eq!(listed.unknown(), ["filter_name"]);
    listed.expect(200);
    let known = api.get("/keys?filter_keys=a&limit=1").await;
    assert_eq!(known.unknown(), [""; 0]);
}

#[tokio::test]
async fn a_strict_sandbox_rejects_all_of_it_and_names_what_is_known() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let invited =
        |name: &str| json!({ "contributors": [{ "email": "a@sandbox.test", name: true }] });
    let reviewed = json!({ "translation": "Hallo", "is_reviewed": 1 });
    for (method, path, body, place, near) in [
        (Method::GET, "/keys?include_translations=true", Value::Null, "include_translations", ""),
        (Method::PUT, "/translations/310102", reviewed, "is_reviewed", ""),
        (Method::POST, "/contributors", invited("is_admin"), "contributors.0.languages", ""),
        (Method::POST, "/contributors", invited("emial"), "contributors.0.emial", "email"),
        (Method::GET, "/comments?limt=1", Value::Null, "limt", "limit"),
        (Method::GET, "/comments?zzz=1", Value::Null, "zzz", "Unknown."),
    ] {
        let reply = api.of("garnet-7041.26", method, path, body).await;
        let message = reply.expect(400)["error"]["violations"][place][0].clone();
        assert!(message.as_str().unwrap().contains(near), "{place}: {message}");
        let seen = api.sandbox.requests().pop().unwrap();
        assert!(!seen.took_effect && [seen.coerced, seen.unknown].concat().contains(&place.into()));
    }
    api.get("/comments?limit=1&page=2").await.taken("");
    assert_eq!(api.get("/contributors").await.header("x-pagination-total-count"), "5");
}

#[tokio::test]
async fn what_is_free_by_the_document_is_not_unknown() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let update = json!({ "translation": { "one": "{n} day", "other": "{n} days" } });
    let key = json!({ "key_name": "days", "platforms": ["web"], "is_plural": true });
    let key = api.new_key(key).await;
    let id = &key["translations"][0]["translation_id"];
    api.put(&format!("/translations/{id}"), &update).await.expect(200);
}

#[tokio::test]
async fn a_body_that_is_not_asked_for_is_told_unless_it_is_empty() {
    let api = Api::start().await;
    for (body, unknown) in [
        ("", &[][..]),
        ("{}", &[]),
        ("null", &[]),
        (r#"{"force":true}"#, &["body"]),
        ("not json", &["body"]),
    ] {
        let request = api.request(Method::GET, &api.url("/comments")).body(body);
        let answer = api.send(request).await;
        assert_eq!(answer.unknown(), unknown, "{body}");
        answer.expect(200);
    }
    let request = api.request(Method::DELETE, &api.url("/keys/3108"));
    let deleted = api.send(request.json(&json!({ "force": true }))).await;
    assert_eq!(deleted.unknown(), ["body"]);
    assert_eq!(deleted.expect(200)["key_removed"], true);
}

#[tokio::test]
async fn names_are_told_in_a_header_whatever_they_are() {
    let api = Api::start().await;
    let long = "x".repeat(10_000);
    let names = ["a,b", "a b", "a\r\nSet-Cookie: x", "schön", "", &*long];
    for name in names {
        let body = json!({ "comments": [], name: 1 });
        let answer = api.post("/keys/3101/comments", &body).await;
        assert_eq!(answer.unknown().len(), 1, "{name}");
        assert!(answer.headers.get("set-cookie").is_none());
        answer.expect(200);
    }
    let many: serde_json::Map<_, _> = (0..1000).map(|n| (format!("f{n}"), json!(n))).collect();
    let mut body = json!(many);
    body["comments"] = json!([]);
    let answer = api.post("/keys/3101/comments", &body).await;
    assert_eq!(answer.unknown().len(), 32);
    answer.expect(200);
    assert_eq!(api.sandbox.requests().pop().unwrap().unknown.len(), 32);
}

#[tokio::test]
async fn a_body_is_json_and_complete() {
    let api = Api::start().await;
    let url = api.url("/keys/3101/comments");
    let post = || api.request(Method::POST, &url);
    let json = "application/json; charset=utf-8";
    let cut = post().header("content-type", json).body("{\"comments\": [");
    let message = api.send(cut).await.refused(400);
    assert!(message.contains("Syntax error"), "{message}");
    assert_eq!(api.send(post()).await.violations(), ["body"]);
    for (body, field) in [
        (json!({ "comments": [{}] }), "comments.0.comment"),
        (json!({ "comments": {} }), "comments"),
        (json!([]), "body"),
    ] {
        assert_eq!(api.send(post().json(&body)).await.violations(), [field]);
    }
    assert_eq!(api.get("/comments").await.header("x-total-count"), "3", "nothing took effect");
}

#[tokio::test]
async fn enumerations_and_formats_are_checked() {
    let api = Api::start().await;
    for (name, value) in [
        ("export_sort", json!("up")),
        ("indentation", json!("9sp")),
        ("filter_data", json!(["all"])),
        ("filter_langs", json!(["xx"])),
        ("format", json!("exe")),
        ("format", json!(null)),
    ] {
        let mut export = json!({ "format": "json" });
        export[name] = value;
        let fields = api.post("/files/download", &export).await.violations();
        assert!(fields[0].starts_with(name), "{fields:?}");
    }
}
