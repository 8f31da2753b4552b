//! Who may do what: credentials, token types, admin rights, projects.

use crate::support::requests;

requests! {
    a_read_only_token_reads_and_exports_and_writes_nothing: r#"
AS read_only
GET /comments -> 200
POST /files/download {"format": "json"} -> 200
POST /files/async-download {"format": "json"} -> 200
POST /keys/3101/comments {"comments": []} -> 403
DELETE /contributors/1002 -> 403
PUT /custom_translation_statuses/7101 {} -> 403
PUT /translations/310101 {"translation": "x"} -> 403
"#

    admin_rights_gate_operations: r#"
AS reviewer
GET / -> 200
GET /contributors -> 200
GET /keys/3101 -> 200
GET /languages -> 200
POST /keys/3101/comments {"comments": [{"comment": "Yes"}]} -> 200
PUT /translations/310101 {"translation": "Hi"} -> 200
PUT /contributors/1002 {} -> 403 Manage contributors
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en"} -> 403 Upload files
POST /files/download {"format": "json"} -> 403 Download files
PUT /keys/3101 {} -> 403 Manage keys
POST /languages {"languages": [{"lang_iso": "sq"}]} -> 403 Manage languages
PUT /languages/666 {} -> 403 Manage languages
DELETE /languages/666 -> 403 Manage languages
PUT / {"name": "a"} -> 403 Manage settings
PUT /empty {} -> 403 Manage settings
AS read_write
PUT /contributors/1004 {"admin_rights": ["upload", "branches_create"]} -> 200
AS reviewer
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en"} -> 202
POST /branches {"name": "new"} -> 200
PUT /branches/9102 {"name": "old"} -> 200
POST /branches/9102/merge {} -> 403
DELETE /branches/9102 -> 200
"#

    a_token_needs_an_admin_role_in_the_project: r#"
AS translator
GET /comments -> 403
AS outsider
GET /comments -> 403
GET onyx-2290.26/contributors -> 200
"#

    a_project_has_several_addresses_and_one_name: r#"
GET garnet-7041.26/files -> 200 {"project_id": "garnet-7041.26"}
GET 01957a00-0000-7000-8000-0000000000a1/files -> 200 {"project_id": "garnet-7041.26"}
GET garnet-7041.26:feature%2Fstart/files -> 200 {"project_id": "garnet-7041.26"}
GET nothing/files -> 404
GET garnet-7041.26:/files -> 404
GET garnet-7041.26:feature%2Fcheckout/files -> 404
PATCH /comments -> 405
"#
}
