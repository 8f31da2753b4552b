//! Validation against the schemas of the document.

use l10n_sandbox::document::Document;
use serde_json::json;

#[test]
fn violations_name_the_place_without_the_value() {
    let document = Document::embedded().unwrap();
    for (schema, value, expected) in [
        ("NewComment", json!({ "comment": "a" }), ""),
        ("NewComment", json!({}), "/comment: This field is missing."),
        (
            "NewComment",
            json!({ "comment": ["s3cret"] }),
            "/comment: value is not of type \"string\"",
        ),
        ("NewComments", json!({ "comments": [{}] }), "/comments/0/comment: This field is missing."),
        ("Comment", json!({ "comment_id": 1.5 }), "/comment_id: value is not of type \"integer\""),
        ("Comment", json!({ "comment_id": 1_u64 << 63 }), "/comment_id: value is greater than"),
        ("Comment", json!({ "comment_id": -2_f64.powi(63) }), "/comment_id: value is beyond 64"),
        ("Nothing", json!(6), "/: "),
    ] {
        let schema = format!("/components/schemas/{schema}");
        let found = document.violations(&schema, &value).into_iter().map(|it| it.to_string());
        let found: Vec<_> = found.filter(|it| it.starts_with(expected)).collect();
        assert_eq!(found.is_empty(), expected.is_empty(), "{schema}: {found:?}");
        assert!(!found.concat().contains("s3cret"), "{found:?}");
    }
}
