//! Merging branches: what goes over, what stays, and what both sides changed. What has the id 3101
//! in the default branch has 3201 in the other.

use crate::support::{Api, requests};

#[tokio::test]
async fn what_both_changed_is_refused_or_settled() {
    for (side, [source, target, text]) in [
        ("source", ["9102", "9101", "Hallo"]),
        ("target", ["9102", "9101", "Servus"]),
        ("master", ["9102", "9101", "Servus"]),
        ("master", ["9101", "9102", "Servus"]),
    ] {
        let api = Api::start().await;
        let (branch, at) = if target == "9101" { ("", 31) } else { (":feature%2Fstart", 32) };
        // It is settled for good.
        let requests = format!(
            r#"
PUT :feature%2Fstart/translations/320102 {{"translation": "Hallo"}} -> 200
PUT /translations/310102 {{"translation": "Servus"}} -> 200
PUT :feature%2Fstart/translations/320702 {{"translation": "Ende"}} -> 200
POST /branches/9102/merge {{}} -> 400 Both branches have changed start.title"
GET /translations/310702 -> 200 {{"translation": {{"translation": "Beenden"}}}}
POST /branches/{source}/merge {{"force_conflict_resolve_using": "{side}",
  "target_branch_id": {target}}} -> 200
POST /branches/{source}/merge {{"target_branch_id": {target}}} -> 200
GET {branch}/translations/{at}0102 -> 200 {{"translation": {{"translation": "{text}"}}}}
GET {branch}/translations/{at}0702 -> 200 {{"translation": {{"translation": "Ende"}}}}
"#
        );
        api.run(&requests).await;
    }
}

requests! {
    what_cannot_be_merged_is_refused: r#"
POST /branches/9102/merge {"force_conflict_resolve_using": "mine"} -> 400
  force_conflict_resolve_using
POST /branches/9101/merge {} -> 400 into itself
POST /branches/9102/merge {"target_branch_id": 9201} -> 400 target_branch_id
POST /branches/9201/merge {} -> 404
"#

    what_the_source_changed_goes_over_and_the_rest_stays: r#"
PUT :feature%2Fstart/keys/3201 {"description": "Title", "tags": ["new"]} -> 200
PUT :feature%2Fstart/translations/320602 {"translation": "Garnet", "is_reviewed": true} -> 200
PUT :feature%2Fstart/translations/320703 {"translation": "Quitter",
  "custom_translation_status_ids": [7101]} -> 200
DELETE :feature%2Fstart/keys/3204 -> 200
PUT /keys/3102 {"context": "Page"} -> 200
POST :feature%2Fstart/languages {"languages": [{"lang_iso": "sq", "custom_iso": "sq-x"}]} -> 200
POST :feature%2Fstart/keys {"keys": [
  {"key_name": "files", "platforms": ["web"], "filenames": {"web": "new.json"}, "is_plural": true,
   "translations": [{"language_iso": "en", "translation": {"one": "file", "other": "files"}},
                    {"language_iso": "sq-x", "translation": {"one": "skedar", "other": "skeda"}}]}
  ]} -> 200 {"errors": []}
POST /branches/9102/merge {} -> 200 {"branch_merged": true}
GET /keys/3101 -> 200 {"key": {"description": "Title", "tags": ["new"], "translations": [
  {"translation_id": 310101}, {"translation": "Willkommen"}, {"translation": "Bienvenue"}, {}]}}
GET /keys/3102 -> 200 {"key": {"context": "Page"}}
GET /translations/310602 -> 200 {"translation": {"is_reviewed": true, "reviewed_by": 1001}}
GET /translations/310703 -> 200 {"translation": {
  "custom_translation_statuses": [{"status_id": 7101}]}}
GET /comments -> 200 total 3
GET /keys?filter_keys=files&include_translations=1 -> 200 {"keys": [{"is_plural": true,
  "translations": [{"translation": "{\"one\":\"file\",\"other\":\"files\"}"}, {}, {},
                   {"translation": "{\"one\":\"skedar\",\"other\":\"skeda\"}"}]}]}
GET /files?filter_filename=new.json -> 200 {"files": [{"key_count": 1}]}
POST /branches/9102/merge {} -> 200
GET /keys -> 200 total 9
"#

    // The target goes on from what it took over: that is no change of both.
    a_branch_is_merged_again_and_again: r#"
PUT :feature%2Fstart/translations/320102 {"translation": "Eins"} -> 200
POST /branches/9102/merge {} -> 200
PUT :feature%2Fstart/translations/320102 {"translation": "Zwei"} -> 200
POST /branches/9102/merge {} -> 200
GET /translations/310102 -> 200 {"translation": {"translation": "Zwei"}}
PUT /translations/310102 {"translation": "Drei"} -> 200
POST /branches/9101/merge {"target_branch_id": 9102} -> 200
GET :feature%2Fstart/translations/320102 -> 200 {"translation": {"translation": "Drei"}}
"#
}
