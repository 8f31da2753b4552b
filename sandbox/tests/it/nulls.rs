//! Nulls wherever a schema leaves room for them; that each answer still fits the document, the
//! sandbox checks itself.

use l10n_sandbox::{Nulls, Quirk, Shape};
use serde_json::{Value, json};

use crate::support::Api;

#[tokio::test]
async fn values_are_null_and_what_holds_them_is_there() {
    let api = Api::start().await;
    api.sandbox.set_nulls(Nulls::Values);
    let body = api.get("/contributors/1002").await.expect(200);
    let contributor = &body["contributor"];
    assert_eq!(body["project_id"], Value::Null);
    assert_eq!(contributor["user_id"], 1002, "required");
    assert_eq!(contributor["email"], Value::Null);
    // A property of the document that the state does not have.
    assert_eq!(contributor.get("is_reviwer"), Some(&Value::Null));
    let languages = contributor["languages"].as_array().unwrap();
    assert!(!languages.is_empty());
    assert!(languages.iter().all(|language| language["lang_iso"].is_null()));
    assert!(contributor["admin_rights"].is_array(), "an alternative");
}

#[tokio::test]
async fn all_that_is_not_required_is_null() {
    let api = Api::start().await;
    api.sandbox.set_nulls(Nulls::All);
    let body = api.get("/contributors/1002").await.expect(200);
    let contributor = &body["contributor"];
    assert_eq!(contributor["user_id"], 1002, "required");
    for name in ["languages", "admin_rights", "role_id", "email"] {
        assert_eq!(contributor.get(name), Some(&Value::Null), "{name}");
    }
}

#[tokio::test]
async fn the_alternative_that_fits_says_what_is_required() {
    let api = Api::start().await;
    api.sandbox.set_nulls(Nulls::All);
    let body = json!({ "comments": [{ "comment": "One" }] });
    let created = api.post("/keys/3101/comments", &body).await.expect(200);
    assert!(created["comments"][0]["comment_id"].is_u64(), "{created}");
    assert_eq!(created["comments"][0]["comment"], Value::Null);
    assert_eq!(created.get("comment"), None, "of the other alternative");

    api.sandbox.set_shape(Quirk::InvitedContributor, Shape::Other);
    let languages = json!([{ "lang_iso": "de" }]);
    let body = json!({ "contributors": [{ "email": "a@sandbox.test", "languages": languages }] });
    let invited = api.post("/contributors", &body).await.expect(200);
    assert_eq!(invited.get("project_uuid"), None, "optional in the other alternative: {invited}");
}

#[tokio::test]
async fn errors_have_nulls_too() {
    let api = Api::start().await;
    let status = json!({ "title": "Approved", "color": "#000001" });
    for (nulls, violations) in [
        (Nulls::Values, json!({ "color": ["This color is not of the palette."] })),
        (Nulls::All, Value::Null),
    ] {
        api.sandbox.set_nulls(nulls);
        let refused = api.post("/custom_translation_statuses", &status).await;
        let expected = json!({ "message": null, "code": null, "violations": violations });
        assert_eq!(refused.expect(400)["error"], expected);
    }
}
