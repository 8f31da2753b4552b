//! Glossary terms.

use crate::support::{Api, requests};

requests! {
    terms_are_created_changed_and_deleted: r#"
POST /glossary-terms {"terms": [{"term": "checkout", "description": "", "caseSensitive": true,
  "translatable": true, "forbidden": false, "translations": [{"langId": 666, "translation":
  "Kasse"}]}, {"term": "Cart", "description": "", "caseSensitive": false, "translatable":
  true, "forbidden": false}]} -> 200 {"data": [{"id": "$id", "term": "checkout", "caseSensitive": true,
  "projectId": "garnet-7041.26", "tags": [], "updatedAt": null, "translations": [{"langId": 640,
  "langIso": "en", "langName": "English", "translation": "", "description": ""}, {"langId": 666,
  "translation": "Kasse"}, {"langId": 673}]}], "meta": {"count": 2, "created": 1, "limit": 500},
  "errors": ["The term \"Cart\" already exists"]}
GET /glossary-terms/$id -> 200 {"data": {"term": "checkout", "createdAt": "$created"}}
PUT /glossary-terms {"terms": [{"id": 4402, "description": "A stone"}, {"id": 4401, "tags": [
  "shop"], "translations": [{"langId": 666, "translation": "Warenkorb"}]}, {"id": 1}]} -> 200 {"data": [
  {"id": 4401, "updatedAt": null}, {"id": 4402, "term": "Garnet", "description": "A stone",
  "translatable": false, "updatedAt": "$updated"}], "meta": {"count": 3, "updated": 1},
  "errors": ["The term 1 does not exist"]}
PUT /glossary-terms {"terms": [{"id": 4401, "tags": [], "translations": [{"langId": 673,
  "translation": "Panier"}]}]} -> 200 {"data": [{"description": "Before paying", "tags": [],
  "translations": [{}, {"translation": "Warenkorb"}, {"translation": "Panier"}]}]}
PUT /glossary-terms {"terms": [{"id": 4401, "term": "CHECKOUT"}]} -> 200 already exists
PUT /glossary-terms {"terms": [{"id": 4401, "term": "a"}, {"id": 4401, "term": "b"}]} -> 200 {
  "data": [{"term": "b"}]}
DELETE /glossary-terms {"terms": [4402, 4402, 1]} -> 200 {"data": {"deleted": {"count": 1,
  "ids": [4402]}, "failed": [{"count": 1, "ids": [1], "message": "Term not found"}]}}
GET /glossary-terms/4402 -> 404
"#

    terms_have_the_languages_of_the_project: r#"
POST /languages {"languages": [{"lang_iso": "it"}]} -> 200
GET /glossary-terms/4401 -> 200 {"data": {"translations": [{}, {}, {}, {"langIso": "it"}]}}
DELETE /languages/666 -> 200
GET /glossary-terms/4401 -> 200 {"data": {"translations": [{}, {"langIso": "fr"}, {}]}}
"#

    bad_terms_are_rejected: r#"
POST /glossary-terms {"terms": [{"term": "cart", "description": "", "caseSensitive": false,
  "translatable": true, "forbidden": false}]} -> 422 {"data": [], "meta": {"count": 1, "created": 0,
  "limit": 500}, "errors": ["The term \"cart\" already exists"], "error": null}
PUT /glossary-terms {"terms": [{"id": 4402, "term": "x"}, {"id": 4401, "term": ""}]}
  -> 400 terms.1.term
PUT /glossary-terms {"terms": [{"id": 4402, "term": "x"}, {"id": 4401, "translations": [
  {"langId": 1}]}]} -> 400 terms.1.translations.0
GET /glossary-terms/4402 -> 200 {"data": {"term": "Garnet"}}
AS reviewer
GET /glossary-terms -> 200 {"meta": {"count": 2, "limit": 100, "cursor": 0, "hasMore": false}}
DELETE /glossary-terms {"terms": [4402]} -> 403
"#
}

#[tokio::test]
async fn terms_are_read_by_cursor() {
    let api = Api::start().await;
    let first = api.get("/glossary-terms?limit=1").await;
    assert_eq!(first.header("x-pagination-next-cursor"), "4401");
    let expected = r#"
GET /glossary-terms?limit=1 -> 200 {"data": [{"id": 4401}], "meta": {"count": 1, "limit": 1,
  "cursor": 0, "hasMore": true, "nextCursor": 4401}}
GET /glossary-terms?limit=1&cursor=4401 -> 200 {"data": [{"id": 4402}], "meta": {"cursor": 4401,
  "hasMore": false, "nextCursor": null}}
GET /glossary-terms?cursor=-1 -> 400 cursor
GET /glossary-terms?cursor=4402 -> 200 {"data": [], "meta": {"count": 0, "hasMore": false}}
"#;
    api.run(expected).await;
    let last = api.get("/glossary-terms?cursor=4401").await;
    assert_eq!(last.headers.get("x-pagination-next-cursor"), None);
}
