//! Who may do what: credentials, token types, admin rights, projects.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

#[tokio::test]
async fn a_request_needs_a_credential_that_is_known() {
    let api = Api::start().await;
    let url = api.url("/comments");
    api.send(api.http.get(&url)).await.refused(401);
    api.send(api.http.get(&url).bearer_auth("nobody")).await.refused(401);
    api.send(api.http.get(&url).basic_auth("user", Some("password"))).await.refused(401);
    api.use_token("nobody");
    api.get("/comments").await.refused(401);
}

#[tokio::test]
async fn a_read_only_token_reads_and_exports_and_writes_nothing() {
    let api = Api::start().await;
    let token = api.sandbox.tokens().read_only;
    api.use_token(token);
    api.get("/comments").await.expect(200);
    api.post("/files/download", &json!({ "format": "json" })).await.expect(200);
    api.post("/files/async-download", &json!({ "format": "json" })).await.expect(200);
    api.post("/keys/3101/comments", &json!({ "comments": [] })).await.refused(403);
    api.delete("/contributors/1002").await.refused(403);
    api.put("/custom_translation_statuses/7101", &json!({})).await.refused(403);
    api.put("/translations/310101", &json!({ "translation": "x" })).await.refused(403);
}

#[tokio::test]
async fn admin_rights_gate_operations() {
    let api = Api::start().await;
    let upload = json!({ "data": "e30=", "filename": "a.json", "lang_iso": "en" });
    let tokens = api.sandbox.tokens();
    api.use_token(tokens.reviewer);
    for path in ["", "/contributors", "/keys/3101", "/languages"] {
        api.get(path).await.expect(200);
    }
    let comment = json!({ "comments": [{ "comment": "Yes" }] });
    api.post("/keys/3101/comments", &comment).await.expect(200);
    api.put("/translations/310101", &json!({ "translation": "Hi" })).await.expect(200);
    let languages = json!({ "languages": [{ "lang_iso": "sq" }] });
    for (method, path, body, right) in [
        (Method::PUT, "/contributors/1002", json!({}), "Manage contributors"),
        (Method::POST, "/files/upload", upload.clone(), "Upload files"),
        (Method::POST, "/files/download", json!({ "format": "json" }), "Download files"),
        (Method::PUT, "/keys/3101", json!({}), "Manage keys"),
        (Method::POST, "/languages", languages, "Manage languages"),
        (Method::PUT, "/languages/666", json!({}), "Manage languages"),
        (Method::DELETE, "/languages/666", Value::Null, "Manage languages"),
        (Method::PUT, "", json!({ "name": "a" }), "Manage settings"),
        (Method::PUT, "/empty", json!({}), "Manage settings"),
    ] {
        let refused = api.of("garnet-7041.26", method, path, body).await.refused(403);
        assert!(refused.contains(right), "{path}: {refused}");
    }

    api.use_token(tokens.read_write);
    let rights = json!({ "admin_rights": ["upload"] });
    api.put("/contributors/1004", &rights).await.expect(200);
    api.use_token(tokens.reviewer);
    api.post("/files/upload", &upload).await.expect(202);
}

#[tokio::test]
async fn a_token_needs_an_admin_role_in_the_project() {
    let api = Api::start().await;
    let tokens = api.sandbox.tokens();
    for token in [tokens.translator, tokens.outsider] {
        api.use_token(token);
        api.get("/comments").await.refused(403);
    }
    let foreign = api.project_url(api.sandbox.project().foreign_project_id, "/contributors");
    api.send(api.request(Method::GET, &foreign)).await.expect(200);
}

#[tokio::test]
async fn a_project_has_several_addresses_and_one_name() {
    let api = Api::start().await;
    let ids = api.sandbox.project();
    let uuid = ids.uuid.to_string();
    let with_branch = format!("{}:feature%2Fstart", ids.project_id);
    for address in [ids.project_id, &uuid, &with_branch] {
        let body = api
            .send(api.request(Method::GET, &api.project_url(address, "/files")))
            .await
            .expect(200);
        assert_eq!(body["project_id"], ids.project_id);
    }
    let nowhere = format!("{}:", ids.project_id);
    let unknown = format!("{}:feature%2Fcheckout", ids.project_id);
    for address in ["nothing", &nowhere, &unknown] {
        api.send(api.request(Method::GET, &api.project_url(address, "/files"))).await.refused(404);
    }
}

#[tokio::test]
async fn unknown_paths_and_methods() {
    let api = Api::start().await;
    api.get("/nothing").await.refused(404);
    let reply = api.send(api.request(Method::PATCH, &api.url("/comments"))).await;
    assert_eq!(reply.header("allow"), "GET");
    reply.refused(405);
    let outside = api.sandbox.base_url().replace("/v2", "/projects");
    api.send(api.request(Method::GET, &outside)).await.refused(404);
}
