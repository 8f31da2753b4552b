//! The preset `observed`: what recorded exchanges show, a row each.

use l10n_sandbox::{Preset, Quirk, Sandbox, Shape};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

impl Api {
    async fn observed() -> Self {
        Self::with(Sandbox::builder().shapes(Preset::Observed)).await
    }

    async fn contributor(&self, id: u64) -> Value {
        let answer = self.get(&format!("/contributors/{id}")).await.expect(200);
        answer["contributor"].clone()
    }
}

fn names(body: &Value) -> Vec<&str> {
    body.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn contributors_are_invited_into_a_list() {
    let api = Api::observed().await;
    let body = json!({ "contributors": [{ "email": "a@sandbox.test", "languages": [] }] });
    let invited = api.post("/contributors", &body).await.expect(200);
    assert_eq!(names(&invited), ["project_id", "branch", "contributors"]);
    assert_eq!(invited["contributors"][0]["email"], "a@sandbox.test");
}

#[tokio::test]
async fn comments_are_added_into_a_list() {
    let api = Api::observed().await;
    let body = json!({ "comments": [{ "comment": "One" }] });
    let added = api.post("/keys/3101/comments", &body).await.expect(200);
    assert_eq!(names(&added), ["project_id", "branch", "comments"]);
    assert_eq!(added["comments"][0]["comment"], "One");
}

#[tokio::test]
async fn a_status_has_one_envelope_however_it_is_met() {
    let api = Api::observed().await;
    let new = json!({ "title": "Done", "color": "#61bd4f" });
    let path = "/custom_translation_statuses/7101";
    for answer in [
        api.get(path).await,
        api.post("/custom_translation_statuses", &new).await,
        api.put(path, &new).await,
    ] {
        let body = answer.expect(200);
        let expected = ["project_id", "branch", "custom_translation_status"];
        assert_eq!(names(&body), expected);
        assert!(body["custom_translation_status"]["status_id"].is_u64());
    }
}

#[tokio::test]
async fn a_deleted_status_is_told_under_the_recorded_name() {
    let api = Api::observed().await;
    let deleted = api.delete("/custom_translation_statuses/7101").await;
    let deleted = deleted.expect(200);
    assert_eq!(names(&deleted), ["project_id", "branch", "custom_translation_status_deleted"]);
    assert_eq!(deleted["custom_translation_status_deleted"], true);
}

#[tokio::test]
async fn contributors_have_booleans_lists_and_the_right_spelling() {
    let api = Api::observed().await;
    let translator = api.contributor(1005).await;
    assert_eq!(translator["admin_rights"], json!([]));
    assert_eq!(translator["is_reviewer"], false);
    assert_eq!(translator.get("is_reviwer"), None);
    assert_eq!(translator["languages"][0]["is_writable"], false);
}

#[tokio::test]
async fn rights_of_both_sets_are_mixed_in_one_list() {
    let api = Api::observed().await;
    let owner = api.contributor(1001).await;
    let rights = owner["admin_rights"].as_array().unwrap();
    for right in [
        "languages",
        "create_branches",
        "branches_create",
        "custom_status_modify",
        "glossary",
        "glossary_edit",
        "glossary_delete",
    ] {
        let times = rights.iter().filter(|it| *it == right).count();
        assert_eq!(times, 1, "{right} in {rights:?}");
    }
}

#[tokio::test]
async fn times_are_of_another_zone() {
    let api = Api::observed().await;
    let comment = api.get("/keys/3101/comments/5101").await.expect(200);
    let comment = &comment["comment"];
    assert_eq!(comment["added_at"], "2025-03-04 10:15:30 (Etc/UTC)");
    assert_eq!(comment["added_at_timestamp"], 1_741_083_330);
}

#[tokio::test]
async fn the_palette_is_the_recorded_one() {
    let api = Api::observed().await;
    let palette = api.get("/custom_translation_statuses/colors").await;
    let colors = [
        "#61bd4f", "#f2d600", "#ff9f1a", "#eb5a46", "#c377e0", "#0079bf", "#00c2e0", "#344563",
        "#ff78cb",
    ];
    assert_eq!(palette.expect(200)["colors"], json!(colors));
}

#[tokio::test]
async fn answers_about_a_branch_name_it() {
    let api = Api::observed().await;
    let upload = json!({ "data": "e30=", "filename": "a.json", "lang_iso": "en" });
    let export = json!({ "format": "json" });
    for (answer, status) in [
        (api.get("/comments").await, 200),
        (api.get("/contributors").await, 200),
        (api.get("/custom_translation_statuses").await, 200),
        (api.get("/files").await, 200),
        (api.post("/files/upload", &upload).await, 202),
        (api.post("/files/download", &export).await, 200),
        (api.get("/processes").await, 200),
    ] {
        assert_eq!(answer.expect(status)["branch"], "master");
    }
    let branch = "garnet-7041.26:feature%2Fstart";
    let files = api.of(branch, Method::GET, "/files", Value::Null).await;
    let files = files.expect(200);
    assert_eq!(files["branch"], "feature/start");
    assert_eq!(files["project_id"], "garnet-7041.26");

    api.sandbox.set_shape(Quirk::OlderAnswers, Shape::Other);
    let files = api.get("/files").await.expect(200);
    assert_eq!(files.get("branch"), None);
}

#[tokio::test]
async fn files_have_ids_unless_the_answer_is_older() {
    let api = Api::observed().await;
    let files = api.get("/files").await.expect(200);
    assert_eq!(files["files"][0]["file_id"], 4101);
    api.sandbox.set_shape(Quirk::OlderAnswers, Shape::Other);
    let files = api.get("/files").await.expect(200);
    assert_eq!(names(&files["files"][0]), ["filename", "key_count"]);
}

#[tokio::test]
async fn an_upload_is_answered_with_202_or_in_the_other_shape_200() {
    let api = Api::observed().await;
    let upload = json!({ "data": "e30=", "filename": "a.json", "lang_iso": "en" });
    let queued = api.post("/files/upload", &upload).await.expect(202);
    assert_eq!(queued["process"]["status"], "queued");
    api.sandbox.set_shape(Quirk::UploadStatus, Shape::Other);
    let queued = api.post("/files/upload", &upload).await.expect(200);
    assert_eq!(queued["process"]["status"], "queued");
}

#[tokio::test]
async fn the_own_contributor_comes_with_id_and_uuid_of_the_project() {
    let api = Api::observed().await;
    let own = api.get("/contributors/me").await.expect(200);
    assert_eq!(names(&own), ["project_uuid", "contributor", "project_id"]);
    assert_eq!(own["project_id"], "garnet-7041.26");
    assert_eq!(own["project_uuid"], json!(api.sandbox.project().uuid));
    assert!(own["contributor"]["uuid"].is_string());
}

#[tokio::test]
async fn an_export_that_has_ended_leaves_out_and_nulls() {
    let api = Api::observed().await;
    let export = json!({ "format": "json" });
    let started = api.post("/files/async-download", &export).await;
    let id = started.expect(200)["process_id"].clone();
    let path = format!("/processes/{}", id.as_str().unwrap());
    let ended = loop {
        let answer = api.get(&path).await.expect(200);
        match answer["process"]["status"].as_str().unwrap() {
            "finished" => break answer,
            _ => {
                assert_eq!(answer["project_id"], "garnet-7041.26");
                assert_eq!(answer["process"]["created_by"], 1001);
            }
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    };
    assert_eq!(names(&ended), ["process"]);
    let process = &ended["process"];
    assert_eq!(process["message"], Value::Null);
    assert_eq!(process["created_by"], "1001");
    assert_eq!(process.get("created_by_email"), None);
    let created = process["created_at"].as_str().unwrap();
    assert!(created.ends_with(" (Europe/Berlin)"), "{created}");
    assert!(process["details"]["download_url"].is_string());

    let listed = api.get("/processes").await.expect(200);
    assert_eq!(listed["project_id"], "garnet-7041.26");
    let listed = listed["processes"].as_array().unwrap();
    let import = listed.iter().find(|it| it["type"] == "file-import").unwrap();
    assert_eq!((&import["message"], &import["created_by"]), (&json!(""), &json!(1001)));
    let export = listed.iter().find(|it| it["process_id"] == id).unwrap();
    assert_eq!((&export["message"], &export["created_by"]), (&Value::Null, &json!("1001")));
}

#[tokio::test]
async fn totals_come_under_one_name_and_of_branches_one_short() {
    let api = Api::observed().await;
    let comments = api.get("/comments?limit=2").await;
    assert_eq!(comments.headers.get("x-total-count"), None);
    for (name, value) in [
        ("x-pagination-total-count", "3"),
        ("x-pagination-page-count", "2"),
        ("x-pagination-limit", "2"),
        ("x-pagination-page", "1"),
    ] {
        assert_eq!(comments.header(name), value, "{name}");
    }
    let branches = api.get("/branches").await;
    assert_eq!(branches.headers.get("x-total-count"), None);
    assert_eq!(branches.header("x-pagination-total-count"), "1");
    let branches = branches.expect(200);
    assert_eq!(branches["branches"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_token_that_is_not_valid_is_400() {
    let api = Api::observed().await;
    let missing = api.send(api.http.get(api.url("/comments"))).await;
    assert_eq!(missing.refused(400), "Invalid `X-Api-Token` header");
    api.use_token("nobody");
    let wrong = api.get("/comments").await.refused(400);
    assert_eq!(wrong, "Invalid `X-Api-Token` header");
    // Access tokens were not seen to be refused so.
    let url = api.url("/comments");
    let bearer = api.send(api.http.get(url).bearer_auth("nobody")).await;
    bearer.refused(401);
}

#[tokio::test]
async fn not_found_comes_with_the_wrapper_and_without() {
    let api = Api::observed().await;
    let wrapped = api.get("/keys/1").await;
    assert_eq!(wrapped.refused(404), "Not Found");
    api.sandbox.set_shape(Quirk::ErrorWrapper, Shape::Other);
    let bare = api.get("/keys/1").await.expect(404);
    assert_eq!(bare["code"], 404);
    assert_eq!(bare["message"], "Not Found");
    assert_eq!(bare.get("error"), None);
    // Of other errors only the wrapped form was seen.
    api.get("/keys/x").await.refused(400);
}

#[tokio::test]
async fn a_refusal_of_the_authorization_server_has_an_address_and_no_state() {
    let api = Api::observed().await;
    let url = format!("{}/oauth2/auth?client_id=nobody&state=a1&", api.sandbox.auth_url());
    let url = format!("{url}redirect_uri=https%3A%2F%2Fapp.sandbox.test%2Fcallback&scope=x");
    let refused = api.send(api.http.get(&url)).await.expect(400);
    assert_eq!(names(&refused), ["error", "error_description", "error_uri"]);
    api.sandbox.set_shapes(Preset::Sample);
    let refused = api.send(api.http.get(&url)).await.expect(400);
    assert_eq!(names(&refused), ["error", "error_description", "state"]);
}

#[tokio::test]
async fn too_large_to_export_at_once_is_413() {
    let api = Api::observed().await;
    let export = json!({ "format": "json" });
    let large = api.of("basalt-9900.26", Method::POST, "/files/download", export);
    large.await.refused(413);
}

#[tokio::test]
async fn a_list_by_cursor_has_its_header_alone() {
    let api = Api::observed().await;
    let keys = api.get("/keys?pagination=cursor&limit=2").await;
    assert!(!keys.header("x-pagination-next-cursor").is_empty());
    assert_eq!(keys.headers.get("x-pagination-total-count"), None);
    let cursor = keys.header("x-pagination-next-cursor");
    let request = api.request(Method::GET, &api.url("/keys"));
    let query = [("pagination", "cursor"), ("cursor", cursor), ("limit", "2")];
    let next = api.send(request.query(&query)).await.expect(200);
    assert_eq!(next["keys"][0]["key_id"], 3103);
}
