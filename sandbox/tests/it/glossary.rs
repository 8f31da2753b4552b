//! Glossary terms.

use serde_json::json;

use crate::support::{Api, requests};

requests! {
    terms_are_created_changed_and_deleted: r#"
POST /glossary-terms {"terms": [{"term": "checkout", "description": "", "caseSensitive": true,
  "translatable": true, "forbidden": false, "translations": [{"langId": 666, "translation":
  "Kasse"}]}, {"term": "cart", "description": "", "caseSensitive": false, "translatable":
  true, "forbidden": false}]} -> 200 {"data": [{"id": "$id", "term": "checkout", "caseSensitive": true,
  "projectId": "garnet-7041.26", "tags": [], "updatedAt": null, "translations": [{"langId": 640,
  "langIso": "en", "langName": "English", "translation": "", "description": ""}, {"langId": 666,
  "translation": "Kasse"}, {"langId": 673}]}], "meta": {"count": 2, "created": 1, "limit": 500},
  "errors": ["The term \"cart\" already exists"]}
POST /glossary-terms {"terms": [{"term": "cart", "description": "", "caseSensitive": false,
  "translatable": true, "forbidden": false}]} -> 422 {"data": [], "meta": {"count": 1, "created": 0,
  "limit": 500}, "errors": ["The term \"cart\" already exists"], "error": null}
GET /glossary-terms/$id -> 200 {"data": {"term": "checkout", "createdAt": "$created"}}
PUT /glossary-terms {"terms": [{"id": 4402, "description": "A stone"}, {"id": 4401, "tags": [
  "shop"]}, {"id": 1}]} -> 200 {"data": [
  {"id": 4401, "updatedAt": null}, {"id": 4402, "term": "Garnet", "description": "A stone",
  "translatable": false, "updatedAt": "$updated"}], "meta": {"count": 3, "updated": 1},
  "errors": ["The term 1 does not exist"]}
DELETE /glossary-terms {"terms": [4402, 1]} -> 200 {"data": {"deleted": {"count": 1,
  "ids": [4402]}, "failed": [{"count": 1, "ids": [1], "message": "Term not found"}]}}
GET /glossary-terms/4402 -> 404
PUT /glossary-terms {"terms": [{"id": 4401, "translations": [{"langId": 673, "translation":
  "Panier"}]}]} -> 200 {"data": [{"translations": [{}, {"translation": "Warenkorb"},
  {"translation": "Panier"}]}]}
"#

    terms_are_read_by_cursor: r#"
GET /glossary-terms?limit=1 -> 200 {"data": [{"id": 4401}], "meta": {"count": 1, "limit": 1,
  "cursor": 0, "hasMore": true, "nextCursor": 4401}}
GET /glossary-terms?limit=1&cursor=4401 -> 200 {"data": [{"id": 4402}], "meta": {"cursor": 4401,
  "hasMore": false, "nextCursor": null}}
"#
}

#[tokio::test]
async fn a_request_has_at_most_500_terms() {
    let [most, more] = [500, 501].map(|it| json!({ "terms": vec![json!({ "id": 4401 }); it] }));
    let requests =
        format!("PUT /glossary-terms {most} -> 200\nPUT /glossary-terms {more} -> 400 terms");
    Api::start().await.run(&requests).await;
}
