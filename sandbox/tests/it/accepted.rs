//! What clients send and the interface leaves open: it is taken as it is meant, and told.

use l10n_sandbox::Sandbox;
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
async fn flags_of_a_query_as_words() {
    let api = Api::start().await;
    for (sent, meant) in [("true", "1"), ("false", "0"), ("True", "1")] {
        let meant = api.get(&format!("/keys?include_translations={meant}")).await;
        let sent = api.get(&format!("/keys?include_translations={sent}")).await;
        assert_eq!(sent.taken("include_translations"), meant.taken(""));
    }
}

#[tokio::test]
async fn lists_of_a_query_in_every_usual_form() {
    let api = Api::start().await;
    let meant = api.get("/keys?filter_key_ids=3102,3101").await.taken("");
    assert_eq!(meant["keys"].as_array().unwrap().len(), 2);
    for query in
        ["filter_key_ids=3102&filter_key_ids=3101", "filter_key_ids[]=3102&filter_key_ids[]=3101"]
    {
        let sent = api.get(&format!("/keys?{query}")).await;
        assert_eq!(sent.taken("filter_key_ids"), meant, "{query}");
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
    let answer = api.post("/files/upload", &upload).await;
    let told = answer.header("x-sandbox-coerced").to_owned();
    answer.expect(202);
    let mut told: Vec<_> = told.split(", ").collect();
    told.sort_unstable();
    let expected = [
        "cleanup_mode",
        "custom_translation_status_ids.0",
        "replace_modified",
        "tag_inserted_keys",
    ];
    assert_eq!(told, expected);

    let merge = json!({ "target_branch_id": "9101" });
    let merged = api.post("/branches/9102/merge", &merge).await;
    assert_eq!(merged.taken("target_branch_id")["branch_merged"], true);
    let update = json!({ "translation": "Hallo", "is_reviewed": "true" });
    let updated = api.put("/translations/310102", &update).await.taken("is_reviewed");
    assert_eq!(updated["translation"]["is_reviewed"], true);
    for (written, meant) in [("False", false), ("True", true)] {
        let update = json!({ "translation": "Hallo", "is_reviewed": written });
        let updated = api.put("/translations/310102", &update).await;
        let updated = updated.taken("is_reviewed");
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
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", app.client_id),
        ("client_secret", app.client_secret),
        ("refresh_token", "nothing"),
    ];
    let url = format!("{}/oauth2/token", api.sandbox.auth_url());
    let body: String =
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = api.http.post(&url).body(body);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let answer = api.send(request).await;
    assert_eq!(answer.header("x-sandbox-coerced"), "body");
    assert_eq!(answer.expect(400)["error"], "invalid_grant");
}

#[tokio::test]
async fn a_strict_sandbox_takes_none_of_it() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let query = "/keys?include_translations=true";
    assert_eq!(api.get(query).await.violations(), ["include_translations"]);
    let update = json!({ "translation": "Hallo", "is_reviewed": 1 });
    let refused = api.put("/translations/310102", &update).await;
    assert_eq!(refused.violations(), ["is_reviewed"]);
    let admin = json!({ "contributors": [{ "email": "a@sandbox.test", "is_admin": true }] });
    let refused = api.post("/contributors", &admin).await;
    assert_eq!(refused.violations(), ["contributors.0.languages"]);
    let seen = api.sandbox.requests().pop().unwrap();
    assert!(!seen.took_effect);
    assert_eq!(seen.coerced, ["contributors.0.languages"]);
    api.get("/comments?limit=1&page=2").await.taken("");
}
