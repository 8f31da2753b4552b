//! Both variants of every quirk and presets of them; and nulls wherever a schema leaves room
//! for them. That each answer still fits the document, the sandbox checks itself.

use l10n_sandbox::Preset;
use serde_json::{Value, json};

use crate::support::Api;

/// Quirk, request, a place in its response, and what is there in both variants: `-` for nothing,
/// `..` for anything. A place is a pointer, a header, or the status. An indented line continues the
/// one before.
const VARIANTS: &str = r##"
reviewer_spelling | GET /contributors/1005 | /contributor/is_reviewer | false | -
reviewer_spelling | GET /contributors/1005 | /contributor/is_reviwer | - | false
empty_admin_rights | PUT /contributors/1005 {"admin_rights":[]} | /contributor/admin_rights | {} | []
admin_right_sets | PUT /contributors/1005 {"admin_rights":["branches_create"]}
    | /contributor/admin_rights | ["branches_create"] | ["create_branches"]
writable_flag | GET /contributors/1005 | /contributor/languages/0/is_writable | 0 | false
created_comments | POST /keys/3101/comments {"comments":[{"comment":"A"},{"comment":"B"}]}
    | /comments/1/comment | "B" | -
created_comments | POST /keys/3101/comments {"comments":[{"comment":"A"},{"comment":"B"}]}
    | /comment/comment | - | "B"
created_comments | POST /keys/3101/comments {"comments":[]} | /comments | [] | []
invited_contributor | POST /contributors {"contributors":[{"email":"a@b.test","languages":[]}]}
    | /contributor/email | "a@b.test" | -
invited_contributor | POST /contributors {"contributors":[{"email":"a@b.test","languages":[]}]}
    | /contributors/0/email | - | "a@b.test"
status_envelope | GET /custom_translation_statuses/7101
    | /custom_translation_status/status_id | 7101 | -
status_envelope | GET /custom_translation_statuses/7101
    | /custom_translation_statuses/0/status_id | - | 7101
status_deletion | DELETE /custom_translation_statuses/7101 | /deleted | true | -
status_deletion | DELETE /custom_translation_statuses/7101
    | /custom_translation_status_deleted | - | true
timestamps | GET /keys/3101/comments/5101
    | /comment/added_at | "2025-03-04 10:15:30 (UTC)" | "2025-03-04 10:15:30 (Etc/UTC)"
language_id_text | POST /languages {"languages":[{"lang_iso":"sq"}]}
    | /languages/0/lang_id | 803 | "803"
branch_totals | GET /branches | x-pagination-total-count | 2 | 1
unverified_name | GET /translations/310101 | /translation/is_unverified | false | -
unverified_name | GET /translations/310101 | /translation/is_fuzzy | false | false
key_name_text | GET /keys/3101
    | /key/key_name |
    {"ios":"start.title","android":"start.title","web":"start.title","other":"start.title"}
    | "start.title"
empty_cursor | GET /keys?pagination=cursor | x-pagination-next-cursor | - | ""
older_statistics | GET | /statistics/keys_total | 8 | -
older_statistics | GET | /statistics/progress | - | 66
older_statistics | GET | /statistics/qa_issues/double_space | 0 | -
older_answers | GET /files | /branch | "master" | -
older_answers | GET /files | /files/0/file_id | 4101 | -
older_answers | DELETE /keys/3101 | /keys_locked | 0 | -
older_answers | POST /branches/9102/merge {} | /target_branch/name | "master" | -
older_answers | GET /languages/666 | /language/plural_forms | ["one","other"] | null
upload_status | POST /files/upload {"data":"e30=","filename":"a.json","lang_iso":"en"}
    | status | 202 | 200
total_count | GET /comments | x-total-count | 3 | -
total_count | GET /comments | x-pagination-total-count | 3 | 3
total_count | GET /keys?limit=3&page=2 | x-pagination-page-count | 3 | 3
total_count | GET /keys?limit=3&page=2 | x-pagination-page | 2 | 2
total_count | GET /keys?limit=3&page=2 | x-pagination-limit | 3 | 3
total_count | GET /keys?limit=3&pagination=cursor | x-pagination-total-count | - | -
own_contributor | GET /contributors/me | /project_id | "garnet-7041.26" | -
task_language_status | GET /tasks/8801 | /task/languages/0/status | "in_progress" | "in progress"
tm_leverage_list | GET /tasks | /tasks/0/languages/0/initial_tm_leverage
    | {"0%+":0,"60%+":0,"75%+":0,"95%+":0,"100%":0} | []
glossary_delete_meta | DELETE /glossary-terms {"terms":[4401]} | /meta | - | []
restore_counts | POST /snapshots/5501 | /statistics/keys_total | 8 | 0
restore_counts | POST /snapshots/5501 | /statistics/languages/1/words_to_do | 5 | 0
screenshot_keys | GET /screenshots/6601 | /screenshot/keys | .. | -
error_wrapper | GET /keys/1 | /error/message | "Not Found" | -
error_wrapper | GET /keys/1 | /message | - | "Not Found"
oauth_refusal | GET auth//oauth2/auth?client_id=nobody&state=a | /state | "a" | -
oauth_refusal | GET auth//oauth2/auth?client_id=nobody&state=a | /error_uri | - | ..
"##;

/// What is at a place of the response to a request.
async fn found(api: &Api, request: &str, place: &str) -> String {
    let reply = api.call(request).await;
    let found = match place {
        "status" => Some(reply.status.as_str().to_owned()),
        _ if place.starts_with('/') => reply.body.pointer(place).map(Value::to_string),
        "x-pagination-next-cursor" => reply.headers.get(place).map(|it| format!("{it:?}")),
        _ => reply.headers.get(place).map(|it| it.to_str().unwrap().to_owned()),
    };
    found.unwrap_or_else(|| "-".to_owned())
}

fn fits(found: &str, expected: &str) -> bool {
    found == expected || expected == ".." && !["-", "null"].contains(&found)
}

#[tokio::test]
async fn a_quirk_has_two_variants() {
    let api = Api::start().await;
    for line in VARIANTS.replace("\n    ", " ").lines().skip(1) {
        let [_, request, place, sample, other] =
            line.split(" | ").map(str::trim).collect::<Vec<_>>().try_into().unwrap();
        for (preset, expected) in [(Preset::Sample, sample), (Preset::Other, other)] {
            api.sandbox.reset();
            api.sandbox.set_variants(preset);
            let found = found(&api, request, place).await;
            assert!(fits(&found, expected), "{line}\n{preset:?}: {found}");
        }
    }
}

#[test]
fn the_documentation_has_each_quirk() {
    let docs = include_str!("../../docs/control.md");
    let document = include_str!("../../openapi.yaml");
    let names = document.lines().filter_map(|line| line.split_once("x-quirk: "));
    let names: Vec<_> = names.map(|(_, name)| format!("`{name}`")).collect();
    let missing: Vec<_> = names.iter().filter(|name| !docs.contains(*name)).collect();
    assert!(names.len() > 30 && missing.is_empty(), "{missing:?}");
}

/// Which properties are null, a request, a place in its response, and what is there. The state
/// lacks `is_reviwer`; of alternatives, the one that fits says what is required.
const NULLS: &str = r##"
values | GET /contributors/1002 | /contributor/user_id | 1002
values | GET /contributors/1002 | /contributor/email | null
values | GET /contributors/1002 | /contributor/is_reviwer | null
values | GET /contributors/1002 | /contributor/admin_rights | ..
all | GET /contributors/1002 | /contributor/admin_rights | null
all | POST /keys/3101/comments {"comments":[{"comment":"One"}]} | /comments/0/comment | null
all | POST /keys/3101/comments {"comments":[{"comment":"One"}]} | /comment | -
values | GET /keys/1 | /error | {"message":null,"code":null}
all | GET /keys/x | /error | {"message":null,"code":null,"violations":null}
"##;

#[tokio::test]
async fn all_that_is_not_required_can_be_null() {
    let api = Api::start().await;
    for line in NULLS.lines().skip(1) {
        let [nulls, request, place, expected] =
            line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        api.sandbox.set_nulls(serde_json::from_value(json!(nulls)).unwrap());
        let found = found(&api, request, place).await;
        assert!(fits(&found, expected), "{line}\n{found}");
    }
}
