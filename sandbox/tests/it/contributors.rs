//! Contributors, one by one.

use serde_json::json;

use crate::support::Api;

#[tokio::test]
async fn a_contributor_is_invited_once() {
    let api = Api::start().await;
    let new = json!({ "contributors": [{
        "email": "nora@sandbox.test",
        "fullname": "Nora New",
        "languages": [
            { "lang_iso": "de", "is_writable": true },
            { "lang_iso": "en", "is_writable": false },
        ],
        "admin_rights": ["upload", "branches_create"],
    }] });
    let invited = api.post("/contributors", &new).await.expect(200);
    let contributor = &invited["contributor"];
    assert_eq!(contributor["fullname"], "Nora New");
    assert_eq!(contributor["admin_rights"], json!(["upload", "branches_create"]));
    assert_eq!(contributor["languages"][0]["lang_iso"], "en");
    assert_eq!(contributor["languages"][0]["is_writable"], 0);
    assert_eq!(contributor["languages"][1]["is_writable"], 1);
    let path = format!("/contributors/{}", contributor["user_id"]);

    assert_eq!(api.get(&path).await.expect(200), invited);
    assert_eq!(api.post("/contributors", &new).await.violations(), ["contributors.0.email"]);
}

#[tokio::test]
async fn invitations_are_checked_as_a_whole() {
    let api = Api::start().await;
    let good = json!({ "email": "a@sandbox.test", "languages": [] });
    for (second, field) in [
        (
            json!({ "email": "b@sandbox.test", "languages": [{ "lang_iso": "xx" }] }),
            "languages.0.lang_iso",
        ),
        (json!({ "email": "b@sandbox.test" }), "languages"),
        (json!({ "email": "b@sandbox.test", "languages": [], "role_id": 6 }), "role_id"),
        (good.clone(), "email"),
    ] {
        let body = json!({ "contributors": [good, second] });
        let refused = api.post("/contributors", &body).await;
        assert_eq!(refused.violations(), [format!("contributors.1.{field}")]);
    }
    assert_eq!(api.get("/contributors").await.header("x-total-count"), "5");
}

#[tokio::test]
async fn updates_follow_the_rules() {
    let api = Api::start().await;
    let path = "/contributors/1002";
    let role = json!({ "role_id": 4, "admin_rights": ["upload"] });
    let updated = api.put(path, &role).await.expect(200);
    assert_eq!(updated["contributor"]["role_id"], 4);
    assert_eq!(
        updated["contributor"]["admin_rights"],
        json!(["activity", "review"]),
        "the role wins"
    );

    let languages = json!({ "languages": [{ "lang_iso": "fr", "is_writable": true }] });
    let updated = api.put(path, &languages).await.expect(200);
    let languages = updated["contributor"]["languages"].as_array().unwrap();
    assert_eq!((languages.len(), &languages[0]["lang_iso"]), (1, &json!("fr")), "as a whole");
    assert_eq!(updated["contributor"]["role_id"], 4, "what is not sent stays");

    let updated = api.put(path, &json!({ "admin_rights": [] })).await.expect(200);
    assert_eq!(updated["contributor"]["admin_rights"], json!({}));
    let updated = api.put(path, &json!({ "is_admin": true })).await.expect(200);
    assert_eq!(
        updated["contributor"]["languages"].as_array().unwrap().len(),
        3,
        "admins have every language"
    );
}

#[tokio::test]
async fn own_record_combines_the_rights_of_a_group() {
    let api = Api::start().await;
    let token = api.sandbox.tokens().reviewer;
    api.use_token(token);
    let own = api.get("/contributors/me").await.expect(200);
    assert_eq!(own["project_uuid"], json!(api.sandbox.project().uuid));
    assert_eq!(own["contributor"]["uuid"], "01957a00-0000-7000-8000-000000001004");
    assert_eq!(own["contributor"]["admin_rights"], json!(["activity", "review", "statistics"]));
    let listed = api.get("/contributors/1004").await.expect(200);
    assert_eq!(listed["contributor"]["admin_rights"], json!(["activity", "review"]));
}

#[tokio::test]
async fn ids_of_nobody() {
    let api = Api::start().await;
    assert_eq!(api.delete("/contributors/abc").await.violations(), ["contributor_id"]);
    api.delete("/contributors/4711").await.refused(404);
    api.get("/contributors/-1").await.refused(404);
}
