//! Both variants of every quirk and presets of them; and nulls wherever a schema leaves room
//! for them. That each answer still fits the document, the sandbox checks itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use l10n_sandbox::{Nulls, Preset, Sandbox, World};
use reqwest::Method;
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
older_statistics | GET | /statistics/qa_issues | {} | 0
older_answers | GET /files | /branch | "master" | -
older_answers | GET /files | /files/0/file_id | 4101 | -
older_answers | DELETE /keys/3101 | /keys_locked | 0 | -
older_answers | POST /branches/9102/merge {} | /target_branch/name | "master" | -
older_answers | GET /languages/666 | /language/plural_forms | ["one","other"] | null
upload_status | POST /files/upload {"data":"e30=","filename":"a.json","lang_iso":"en"}
    | status | 202 | 200
total_count | GET /comments | x-total-count | 3 | -
total_count | GET /comments | x-pagination-total-count | 3 | 3
own_contributor | GET /contributors/me | /project_id | "garnet-7041.26" | -
task_language_status | GET /tasks/8801 | /task/languages/0/status | "in_progress" | "in progress"
tm_leverage_list | GET /tasks | /tasks/0/languages/0/initial_tm_leverage
    | {"0%+":0,"60%+":0,"75%+":0,"95%+":0,"100%":0} | []
glossary_delete_meta | DELETE /glossary-terms {"terms":[4401]} | /meta | - | []
restore_counts | POST /snapshots/5501 | /statistics/keys_total | 8 | 0
screenshot_keys | GET /screenshots/6601 | /screenshot/keys | .. | -
error_wrapper | GET /keys/1 | /error/message | "Not Found" | -
error_wrapper | GET /keys/1 | /message | - | "Not Found"
"##;

/// What is at a place of the response to a request.
async fn found(api: &Api, request: &str, place: &str) -> String {
    let mut parts = request.splitn(3, ' ');
    let method: Method = parts.next().unwrap().parse().unwrap();
    let path = parts.next().unwrap_or_default();
    let mut sent = api.request(method, &api.url_of(path));
    if let Some(body) = parts.next() {
        sent = sent.json(&serde_json::from_str::<Value>(body).unwrap());
    }
    let reply = api.send(sent).await;
    let found = match place {
        "status" => Some(reply.status.as_str().to_owned()),
        _ if place.starts_with('/') => reply.body.pointer(place).map(Value::to_string),
        "x-pagination-next-cursor" => reply.headers.get(place).map(|it| format!("{it:?}")),
        _ => reply.headers.get(place).map(|it| it.to_str().unwrap().to_owned()),
    };
    found.unwrap_or_else(|| "-".to_owned())
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
            let fits = if expected == ".." { found != "-" } else { found == expected };
            assert!(fits, "{line}\n{preset:?}: {found}");
        }
    }
}

#[tokio::test]
async fn rights_that_were_recorded_have_the_names_of_both_operations() {
    let api = Api::with(Sandbox::builder()).await;
    let requests = r#"
PUT /contributors/1005 {"admin_rights": ["create_branches", "upload"]} -> 200 {"contributor": {
  "admin_rights": ["branches_create", "create_branches", "upload"]}}
"#;
    api.run(requests).await;
}

#[tokio::test]
async fn an_export_that_has_ended_leaves_out_and_nulls() {
    let api = Api::with(Sandbox::builder().variants(Preset::Observed)).await;
    let started = api.post("/files/async-download", &json!({ "format": "json" })).await;
    let id = started.expect(200)["process_id"].as_str().unwrap().to_owned();
    let process = api.ended(&id).await;
    assert_eq!((&process["message"], &process["created_by"]), (&Value::Null, &json!("1001")));
    assert_eq!(process.get("created_by_email"), None);
    assert!(process["created_at"].as_str().unwrap().ends_with(" (Europe/Berlin)"), "{process}");
    let listed = api.get("/processes").await.expect(200);
    let listed = listed["processes"].as_array().unwrap();
    let import = listed.iter().find(|it| it["type"] == "file-import").unwrap();
    assert_eq!((&import["message"], &import["created_by"]), (&json!(""), &json!(1001)));
}

#[tokio::test]
async fn credentials_are_refused_in_two_variants() {
    let api = Api::start().await;
    let client = format!("{}/oauth2/auth?client_id=nobody&state=a1", api.sandbox.auth_url());
    let client = client + "&redirect_uri=https%3A%2F%2Fapp.sandbox.test%2Fcallback&scope=x";
    for (preset, status, member) in
        [(Preset::Sample, 401, "state"), (Preset::Observed, 400, "error_uri")]
    {
        api.sandbox.set_variants(preset);
        api.send(api.http.get(api.url("/comments"))).await.refused(status);
        api.use_token("nobody");
        api.get("/comments").await.refused(status);
        api.send(api.http.get(api.url("/comments")).bearer_auth("nobody")).await.refused(401);
        let refused = api.send(api.http.get(&client)).await.expect(400);
        let members: Vec<_> = refused.as_object().unwrap().keys().collect();
        assert_eq!(members, ["error", "error_description", member]);
    }
}

/// The names in the marks of a document.
fn marks(value: &Value) -> BTreeSet<&str> {
    let (own, inner): (_, Vec<_>) = match value {
        Value::Object(members) => (members.get("x-quirk"), members.values().collect()),
        Value::Array(elements) => (None, elements.iter().collect()),
        _ => (None, Vec::new()),
    };
    let own = own.and_then(Value::as_str);
    inner.into_iter().flat_map(marks).chain(own).collect()
}

#[test]
fn the_documentation_has_each_quirk() {
    let document = l10n_sandbox::document::Document::embedded().unwrap();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/control.md");
    let docs = fs::read_to_string(docs).unwrap();
    for name in marks(document.value()) {
        assert!(docs.contains(&format!("`{name}`")), "{name}");
    }
}

#[tokio::test]
async fn variants_are_set_at_the_start_and_by_call_and_a_reset_goes_back_to_the_start() {
    let api = Api::with(Sandbox::builder().variants(Preset::Other)).await;
    let selected = |world: &World| world.description()["variants"].clone();
    assert_eq!(selected(&api.sandbox), "other");
    let observed = json!({ "preset": "observed" });
    assert_eq!(api.control(Method::PUT, "/variants", observed).await.0, 204);
    assert_eq!(selected(&api.sandbox), "observed");
    let unknown = json!({ "preset": "seen" });
    let (status, message) = api.control(Method::PUT, "/variants", unknown).await;
    assert_eq!(status, 400);
    let message = message["error"].as_str().unwrap();
    assert!(message.contains("`observed`, `sample`, `other`"), "{message}");

    api.sandbox.set_nulls(Nulls::All);
    api.sandbox.reset();
    assert_eq!(selected(&api.sandbox), "other");
    assert_eq!(api.sandbox.description()["nulls"], "off");
    let wanted = json!({ "name": "w", "variants": "sample" });
    assert_eq!(api.control(Method::POST, "/worlds", wanted).await.0, 201);
    assert_eq!(selected(&api.sandbox.world("w").unwrap()), "sample");
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
        let is_there = expected == ".." && !["-", "null"].contains(&&*found);
        assert!(is_there || found == expected, "{line}\n{found}");
    }
}
