//! Who may do what: credentials, token types, admin rights, projects.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

#[tokio::test]
async fn a_read_only_token_reads_and_exports_and_writes_nothing() {
    let api = Api::start().await;
    let token = api.sandbox.tokens().read_only;
    api.use_token(token);
    api.get("/comments").await.expect(200);
    api.post("/files/download", &json!({ "format": "json" })).await.expect(200);
    api.post("/files/async-download", &json!({ "format": "json" })).await.expect(200);
    for (method, path, body) in [
        (Method::POST, "/keys/3101/comments", json!({ "comments": [] })),
        (Method::DELETE, "/contributors/1002", Value::Null),
        (Method::PUT, "/custom_translation_statuses/7101", json!({})),
        (Method::PUT, "/translations/310101", json!({ "translation": "x" })),
    ] {
        api.of("garnet-7041.26", method, path, body).await.refused(403);
    }
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
        let files = api.of(address, Method::GET, "/files", Value::Null).await;
        assert_eq!(files.expect(200)["project_id"], ids.project_id);
    }
    let nowhere = format!("{}:", ids.project_id);
    let unknown = format!("{}:feature%2Fcheckout", ids.project_id);
    for address in ["nothing", &nowhere, &unknown] {
        api.of(address, Method::GET, "/files", Value::Null).await.refused(404);
    }
}

#[tokio::test]
async fn an_unknown_method_is_rejected_with_those_of_the_path() {
    let api = Api::start().await;
    let reply = api.of("garnet-7041.26", Method::PATCH, "/comments", Value::Null).await;
    assert_eq!(reply.header("allow"), "GET");
    reply.refused(405);
    let seen = api.sandbox.requests().pop().unwrap();
    assert_eq!(seen.refused.as_deref(), Some("Method not allowed: GET"));
}
