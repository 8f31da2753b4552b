//! Branches of a project, but for merging.

use l10n_sandbox::Sandbox;

use crate::support::{Api, requests};

#[tokio::test]
async fn a_branch_that_does_not_exist_can_be_taken_for_the_default_one() {
    let requests = r#"
GET :nowhere/keys -> 200 {"branch": "master"}
GET :feature%2Fstart/keys -> 200 {"branch": "feature/start"}
POST basalt-9900.26/branches {"name": "new"} -> 400 branches
"#;
    Api::with(Sandbox::builder().any_branch()).await.run(requests).await;
}

requests! {
    the_name_of_a_branch_may_have_bare_slashes_in_a_path: r#"
GET :feature/start -> 200 {"project_id": "garnet-7041.26"}
GET :feature/start/keys/3201/comments -> 200 {"branch": "feature/start"}
GET garnet-7041.26%3Afeature/start/keys -> 200 {"branch": "feature/start"}
PUT :feature/start/keys/3202 {"tags": ["a"]} -> 200 {"branch": "feature/start"}
GET :feature/none/keys -> 404
GET :feature/start/nothing/at/all -> 404
PUT /branches/9102 {"name": "a/b/c"} -> 200
GET :a/b/c/keys/3201 -> 200 {"branch": "a/b/c"}
"#

    a_branch_has_content_of_its_own: r#"
PUT :feature%2Fstart/translations/320101 {"translation": "Hello"} -> 200
POST :feature%2Fstart/keys/3201/comments {"comments": [{"comment": "Here only"}]} -> 200 {
  "branch": "feature/start"}
GET :feature%2Fstart/comments -> 200 total 4
GET /comments -> 200 total 3
GET :feature%2Fstart/keys/3101/comments -> 404
DELETE :feature%2Fstart/keys/3202 -> 200
GET /keys -> 200 total 8
GET /translations/310101 -> 200 {"translation": {"translation": "Welcome"}}
GET :feature%2Fstart/files?limit=1 -> 200 {"files": [{"key_count": 4}]}
POST :feature%2Fstart/files/upload {"data": "e30=", "filename": "fresh.json", "lang_iso": "en"} -> 202 {
  "process": {"process_id": "$id"}}
GET :feature%2Fstart/processes/$id -> 200
GET /processes/$id -> 404
"#

    // Also by its own address, and with its name free again.
    branches_are_listed_by_name_and_renamed_and_deleted: r#"
POST /branches {"name": "Zebra"} -> 200
POST /branches {"name": "apple"} -> 200
GET /branches -> 200 {"branches": [{"name": "apple"}, {"name": "feature/start"},
  {"name": "master"}, {"name": "Zebra"}]}
GET /branches?limit=3&page=2 -> 200 {"project_id": "garnet-7041.26", "branch": "master",
  "branches": [{}]}
GET /branches/9102 -> 200 {"branch": {"branch_id": 9102, "name": "feature/start",
  "created_by": 1001, "created_at": "2025-03-03 08:00:00 (UTC)",
  "created_at_timestamp": 1740988800}}
POST /branches {"name": "master"} -> 400 name
POST /branches {"name": ""} -> 400 name
PUT /branches/9109 {"name": "x"} -> 404
PUT /branches/9102 {"name": "feature/first:page"} -> 200 {"branch": {"branch_id": 9102,
  "name": "feature/first:page"}}
GET :feature%2Fstart/keys -> 404
GET :feature%2Ffirst%3Apage/keys/3201 -> 200 {"branch": "feature/first:page"}
DELETE /branches/9102 -> 200 {"project_id": "garnet-7041.26", "branch": "master",
  "branch_deleted": true}
GET /branches/9102 -> 404
DELETE /branches/9101 -> 400 default branch
POST /branches {"name": "feature/start"} -> 200 {"branch": {"branch_id": "$id"}}
DELETE :feature%2Fstart/branches/$id -> 200 {"branch": "feature/start"}
"#

    a_branch_begins_as_a_copy_of_the_one_addressed_with_ids_of_its_own: r#"
PUT /languages/666 {"lang_iso": "de-x"} -> 200
POST :feature%2Fstart/keys {"keys": [{"key_name": "fresh", "platforms": ["web"]}]} -> 200
POST :feature%2Fstart/branches {"name": "of-start"} -> 200
GET :of-start/keys -> 200 total 9
POST /branches {"name": "copy"} -> 200
GET :copy/keys/3101 -> 404
GET :copy/translations/310101 -> 404
GET :copy/keys?limit=1&include_comments=1&include_translations=1 -> 200 {"keys": [{
  "key_name": {"web": "start.title"}, "filenames": {"web": "locales/%LANG_ISO%.json"},
  "comments": [{}, {}], "translations": [{"translation": "Welcome"},
  {"language_iso": "de-x", "translation": "Willkommen"}, {"translation": "Bienvenue"}]}]}
GET :copy/comments -> 200 total 3
GET /files -> 200 {"files": "$files"}
GET :copy/files -> 200 {"files": $files}
GET :copy/processes -> 200 {"processes": []}
"#
}
