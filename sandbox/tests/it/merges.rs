//! Merging branches: what goes over, what stays, and what both sides changed. What has the id 3101
//! in the default branch has 3201 in the other.

use crate::support::{Api, requests};

/// Both sides change a text and a key.
const CONFLICTS: &str = r#"
PUT :feature%2Fstart/translations/320102 {"translation": "Hallo"} -> 200
PUT /translations/310102 {"translation": "Servus"} -> 200
PUT :feature%2Fstart/keys/3206 {"description": "Here"} -> 200
PUT /keys/3106 {"description": "There"} -> 200
PUT :feature%2Fstart/translations/320702 {"translation": "Ende"} -> 200
"#;

#[tokio::test]
async fn what_both_changed_is_refused_or_settled() {
    let api = Api::start().await;
    api.run(CONFLICTS).await;
    let refused = r#"
POST /branches/9102/merge {} -> 400 Both branches have changed start.title in de, app.name"
GET /translations/310702 -> 200 {"translation": {"translation": "Beenden"}}
POST /branches/9102/merge {"force_conflict_resolve_using": "mine"} -> 400
  force_conflict_resolve_using
POST /branches/9101/merge {} -> 400 into itself
POST /branches/9102/merge {"target_branch_id": 9102} -> 400 into itself
POST /branches/9102/merge {"target_branch_id": 9201} -> 400 target_branch_id
POST /branches/9201/merge {} -> 404
"#;
    api.run(refused).await;
    for (side, [source, target, text, description]) in [
        ("source", ["9102", "9101", "Hallo", "Here"]),
        ("target", ["9102", "9101", "Servus", "There"]),
        ("master", ["9102", "9101", "Servus", "There"]),
        ("master", ["9101", "9102", "Servus", "There"]),
    ] {
        let api = Api::start().await;
        api.run(CONFLICTS).await;
        let (branch, at) = if target == "9101" { ("", 31) } else { (":feature%2Fstart", 32) };
        // It is settled for good.
        let merged = format!(
            r#"
POST /branches/{source}/merge {{"force_conflict_resolve_using": "{side}",
  "target_branch_id": {target}}} -> 200
POST /branches/{source}/merge {{"target_branch_id": {target}}} -> 200
GET {branch}/translations/{at}0102 -> 200 {{"translation": {{"translation": "{text}"}}}}
GET {branch}/translations/{at}0702 -> 200 {{"translation": {{"translation": "Ende"}}}}
GET {branch}/keys/{at}06 -> 200 {{"key": {{"description": "{description}"}}}}
"#
        );
        api.run(&merged).await;
    }
}

requests! {
    keys_of_one_name_are_told_apart_by_their_contexts: r#"
POST :feature%2Fstart/keys {"keys": [
  {"key_name": "order", "platforms": ["web"], "context": "noun"},
  {"key_name": "order", "platforms": ["web"], "context": "verb"}]} -> 200
POST /branches/9102/merge {} -> 200
POST /branches/9102/merge {} -> 200
GET /keys?filter_keys=order -> 200 {"keys": [{"context": "noun"}, {"context": "verb"}]}
"#

    what_the_source_changed_goes_over_and_the_rest_stays: r#"
PUT :feature%2Fstart/keys/3201 {"description": "Title", "tags": ["new"]} -> 200
PUT :feature%2Fstart/translations/320202 {"translation": "Los"} -> 200
PUT :feature%2Fstart/translations/320602 {"translation": "Garnet", "is_reviewed": true} -> 200
PUT :feature%2Fstart/translations/320703 {"translation": "Quitter",
  "custom_translation_status_ids": [7101]} -> 200
DELETE :feature%2Fstart/keys/3204 -> 200
PUT /translations/310102 {"translation": "Hallo"} -> 200
PUT /translations/310302 {"translation": "Siehe"} -> 200
PUT /keys/3102 {"context": "Page"} -> 200
POST /branches/9102/merge {} -> 200 {"branch_merged": true}
GET /keys/3101 -> 200 {"key": {"description": "Title", "tags": ["new"], "translations": [
  {"translation_id": 310101}, {"translation": "Hallo"}, {"translation": "Bienvenue"}]}}
GET /keys/3102 -> 200 {"key": {"context": "Page"}}
GET /translations/310202 -> 200 {"translation": {"translation": "Los"}}
GET /translations/310302 -> 200 {"translation": {"translation": "Siehe"}}
GET /translations/310602 -> 200 {"translation": {"is_reviewed": true, "reviewed_by": 1001}}
GET /translations/310703 -> 200 {"translation": {
  "custom_translation_statuses": [{"status_id": 7101}]}}
GET /keys -> 200 total 8
GET /comments -> 200 total 3
GET :feature%2Fstart/keys -> 200 total 7
GET :feature%2Fstart/translations/320302 -> 200 {"translation": {
  "translation": "Siehe auch https://garnet.test/start"}}
"#

    new_keys_and_languages_go_over: r#"
POST :feature%2Fstart/languages {"languages": [{"lang_iso": "sq", "custom_iso": "sq-x"}]} -> 200
POST :feature%2Fstart/keys {"keys": [
  {"key_name": "files", "platforms": ["web"], "filenames": {"web": "new.json"}, "is_plural": true,
   "translations": [{"language_iso": "en", "translation": {"one": "file", "other": "files"}},
                    {"language_iso": "sq-x", "translation": {"one": "skedar", "other": "skeda"}}]},
  {"key_name": "start.title", "platforms": ["web"], "filenames": {"web": "new.json"}}
  ]} -> 200 {"errors": []}
PUT :feature%2Fstart/keys/3203 {"filenames": {"web": "moved.json"}} -> 200
POST /branches/9102/merge {} -> 200 {"branch_merged": true}
GET /languages -> 200 {"languages": [{"lang_iso": "sq-x"}, {}, {}, {}]}
GET /keys?filter_keys=files&include_translations=1 -> 200 {"keys": [{"is_plural": true,
  "translations": [{"translation": "{\"one\":\"file\",\"other\":\"files\"}"}, {}, {},
                   {"translation": "{\"one\":\"skedar\",\"other\":\"skeda\"}"}]}]}
GET /translations?filter_lang_id=803 -> 200 total 10
GET /keys/3101 -> 200 {"key": {"filenames": {"web": "locales/%LANG_ISO%.json"}}}
GET /keys/3103 -> 200 {"key": {"filenames": {"web": "moved.json"}}}
GET /files?filter_filename=new.json -> 200 {"files": [{"key_count": 2}]}
POST /branches/9102/merge {} -> 200
GET /keys -> 200 total 10
"#

    a_key_becomes_a_plural_and_a_new_base_text_leaves_others_unverified: r#"
PUT :feature%2Fstart/keys/3207 {"is_plural": true, "plural_name": "n"} -> 200
PUT /translations/310703 {"translation": "Sortir"} -> 200
PUT :feature%2Fstart/translations/320101 {"translation": "Hello"} -> 200
POST /branches/9102/merge {} -> 200 {"branch_merged": true}
GET /keys/3107 -> 200 {"key": {"is_plural": true, "plural_name": "n", "translations": [{},
  {"translation": "{\"one\":\"\",\"other\":\"Beenden\"}"},
  {"translation": "{\"one\":\"\",\"many\":\"\",\"other\":\"Sortir\"}"}]}}
GET /keys/3101 -> 200 {"key": {"translations": [{"translation": "Hello", "is_reviewed": false},
  {"translation": "Willkommen", "is_unverified": true}, {"is_unverified": true}]}}
"#

    // The target goes on from what it took over: that is no change of both. What went to a third
    // branch is still new to the default branch.
    branches_are_merged_time_and_again_and_back: r#"
POST /branches {"name": "b"} -> 200 {"branch": {"branch_id": "$b"}}
PUT :feature%2Fstart/translations/320102 {"translation": "Eins"} -> 200
POST /branches/9102/merge -> 200
PUT /translations/310102 {"translation": "Zwei"} -> 200
POST /branches/9102/merge {} -> 200
GET /translations/310102 -> 200 {"translation": {"translation": "Zwei"}}
POST /branches/9101/merge {"target_branch_id": 9102} -> 200 {
  "branch": {"branch_id": 9101, "name": "master"},
  "target_branch": {"branch_id": 9102, "name": "feature/start"}}
GET :feature%2Fstart/translations/320102 -> 200 {"translation": {"translation": "Zwei"}}
PUT :feature%2Fstart/translations/320103 {"translation": "Trois"} -> 200
POST /branches/9102/merge {"target_branch_id": $b} -> 200
GET :b/translations -> 200 Trois
POST /branches/9102/merge {} -> 200
GET /translations/310103 -> 200 {"translation": {"translation": "Trois"}}
"#

    the_same_change_is_no_conflict_and_deleted_keys_come_back_when_changed: r#"
POST :feature%2Fstart/keys {"keys": [{"key_name": "fresh", "platforms": ["web"],
  "translations": [{"language_iso": "en", "translation": "New"}]}]} -> 200
POST /keys {"keys": [{"key_name": "fresh", "platforms": ["web"],
  "translations": [{"language_iso": "en", "translation": "New"}]}]} -> 200
PUT :feature%2Fstart/translations/320102 {"translation": "Hallo"} -> 200
PUT /translations/310102 {"translation": "Hallo"} -> 200
DELETE /keys {"keys": [3106, 3107]} -> 200
PUT :feature%2Fstart/translations/320602 {"translation": "Granat"} -> 200
POST /branches/9102/merge {} -> 200
GET /keys?filter_keys=fresh,app.quit,app.name&include_translations=1 -> 200 {"keys": [{},
  {"translations": [{"translation": "Garnet"}, {"translation": "Granat"}, {}]}]}
GET /keys -> 200 total 8
"#

    two_languages_with_one_code_are_a_conflict: r#"
POST :feature%2Fstart/languages {"languages": [{"lang_iso": "sq", "custom_iso": "own"}]} -> 200
POST /languages {"languages": [{"lang_iso": "it", "custom_iso": "own"}]} -> 200
POST /branches/9102/merge {"force_conflict_resolve_using": "source"} -> 400 with the code own
GET /languages -> 200 total 4
"#
}
