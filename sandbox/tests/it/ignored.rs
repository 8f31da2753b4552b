//! What a response says of itself: options that have no effect, and assumptions.

use l10n_sandbox::Sandbox;
use serde_json::json;

use crate::support::{Api, requests};

requests! {
    options_without_an_effect_are_named: r#"
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en", "apply_tm": true,
  "convert_placeholders": true, "keys_to_values": true, "slashn_to_linebreak": false,
  "tags": ["a"]} -> 202
  ignored keys_to_values, apply_tm
POST /files/async-download {"format": "json", "compact": true, "export_empty_as": "null",
  "disable_references": false, "triggers": ["github"], "plural_format": "icu"} -> 200
  ignored export_empty_as, triggers, disable_references, plural_format, compact
PUT /tasks/8801 {"auto_close_task": true, "closing_tags": ["a"]} -> 200
  ignored auto_close_task, closing_tags
"#
}

#[tokio::test]
async fn a_strict_sandbox_rejects_options_without_an_effect() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let requests = r#"
POST /files/download {"format": "json", "compact": true} -> 400 compact
POST /files/download {"format": "json", "compact": false, "triggers": [],
  "export_empty_as": "base", "disable_references": true} -> 200
"#;
    api.run(requests).await;
}

#[tokio::test]
async fn a_response_names_the_assumption_on_which_it_rests() {
    let api = Api::start().await;
    let twice = json!({ "terms": [
        { "term": "cart", "description": "", "caseSensitive": false, "translatable": true,
          "forbidden": false },
        { "term": "new", "description": "", "caseSensitive": false, "translatable": true,
          "forbidden": false } ] });
    for (reply, assumption) in [
        (api.delete("/languages/640").await, "base-language-stays"),
        (api.put("/languages/666", &json!({ "lang_iso": "fr" })).await, "language-code-unique"),
        (api.delete("/branches/9101").await, "branch-delete"),
        (api.put("/branches/9101", &json!({ "name": "trunk" })).await, "branch-rename"),
        (
            api.post("/branches/9102/merge", &json!({ "target_branch_id": 9102 })).await,
            "branch-conflicts",
        ),
        (api.post("/branches/9102/merge", &json!({})).await, "branch-merge-deletes-nothing"),
        (api.post("/glossary-terms", &twice).await, "some-terms-exist"),
        (api.delete("/files/4101").await, "file-of-a-software-project"),
        (api.put("/empty", &json!({})).await, "emptied-project"),
    ] {
        assert_eq!(reply.header("x-sandbox-assumption"), assumption, "{}", reply.body);
    }
}
