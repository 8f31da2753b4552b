//! Options that have no effect.

use l10n_sandbox::Sandbox;
use serde_json::json;

use crate::support::{Api, requests};

requests! {
    options_without_an_effect_are_named: r#"
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en", "apply_tm": true,
  "convert_placeholders": true, "slashn_to_linebreak": false, "tags": ["a"]} -> 202
  ignored convert_placeholders, apply_tm
POST /files/async-download {"format": "json", "compact": true, "export_empty_as": "null"} -> 200
  ignored export_empty_as, compact
POST /files/download {"format": "json", "triggers": ["github"], "replace_breaks": false} -> 200
  ignored triggers
POST /tasks {"title": "T", "keys": [3101], "auto_close_items": false, "do_lock_translations": true,
  "languages": [{"language_iso": "fr", "users": [1002]}]} -> 200 ignored do_lock_translations
PUT /tasks/8801 {"auto_close_task": true, "closing_tags": ["a"]} -> 200
  ignored auto_close_task, closing_tags
"#
}

#[tokio::test]
async fn a_strict_sandbox_rejects_options_without_an_effect() {
    let api = Api::with(Sandbox::builder().strict()).await;
    let refused = api.post("/files/download", &json!({ "format": "json", "compact": true })).await;
    let reason = refused.expect(400)["error"]["violations"]["compact"][0].clone();
    assert_eq!(reason, "This option has no effect in the sandbox.");
    let served = json!({ "format": "json", "compact": false, "triggers": [] });
    api.post("/files/download", &served).await.expect(200);
}
