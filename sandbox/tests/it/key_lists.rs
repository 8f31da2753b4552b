//! Lists of keys and translations: by page number, by cursor, and filtered.

use serde_json::json;

use crate::support::{Api, requests};

#[tokio::test]
async fn keys_are_filtered() {
    let api = Api::start().await;
    // A list without elements does not filter.
    let all = [1, 2, 3, 4, 5, 6, 7, 8];
    api.run(r#"PUT /keys/3104 {"is_archived": true} -> 200"#).await;
    for (query, keys) in [
        ("filter_tags=nothing,start", &[1, 2][..]),
        ("filter_filenames=app/strings.properties", &[6, 7]),
        ("filter_filenames=__unassigned__", &[8]),
        ("filter_keys=app.name,cart::total", &[4, 6]),
        ("filter_keys=app", &[]),
        ("filter_key_ids=3103,3105,1", &[3, 5]),
        ("filter_platforms=ios,other", &[6, 7]),
        ("filter_platforms=", &all),
        ("filter_tags=start&filter_untranslated=1", &[2]),
        ("filter_untranslated=0", &all),
        ("filter_qa_issues=url,double_space", &[]),
        ("filter_archived=exclude", &[1, 2, 3, 5, 6, 7, 8]),
        ("filter_archived=only", &[4]),
    ] {
        let keys: Vec<_> = keys.iter().map(|key| json!({ "key_id": 3100 + key })).collect();
        api.run(&format!("GET /keys?{query} -> 200 {}", json!({ "keys": keys }))).await;
    }
}

requests! {
    // The tests of the client go from page to page.
    lists_have_pages_by_number_and_by_cursor: r#"
GET /keys?limit=3&page=3 -> 200 {"keys": [{"key_id": 3107, "comments": null, "screenshots": null,
  "translations": null}, {"key_id": 3108}]}
GET /keys?limit=3 -> 200 total 8
GET /keys?limit=3&page=2&pagination=cursor -> 200 {"keys": [{"key_id": 3101}, {}, {}]}
GET /keys?limit=5001 -> 400 limit
GET /keys?pagination=cursor&cursor=made-up -> 400 cursor
GET /translations?limit=1&page=9 -> 200 {"translations": [{"translation_id": 310102}]}
GET /translations?limit=2&pagination=cursor -> 200 {"translations": [
  {"translation_id": 310101}, {"translation_id": 310102}]}
"#

    what_is_asked_for_comes_with_the_keys_and_translations_are_filtered: r#"
GET /keys?include_comments=1&include_screenshots=1&include_translations=1&limit=1 -> 200 {
  "keys": [{"comments": [{"key_id": 3101}, {}], "screenshots": [{"width": 125}], "translations": [{}, {}, {}]}]}
GET /keys?include_translations=1&filter_translation_lang_ids=666,673&filter_keys=start.title -> 200
  {"keys": [{"translations": [{"language_iso": "de"}, {"language_iso": "fr"}]}]}
GET /translations?filter_lang_id=666 -> 200 total 8
GET /translations?filter_is_reviewed=1 -> 200 total 13
GET /translations?filter_is_reviewed=0 -> 200 total 24
GET /translations?filter_unverified=1 -> 200 total 3
GET /translations?filter_untranslated=1&filter_lang_id=673 -> 200 total 4
GET /translations?filter_qa_issues=url -> 200 total 0
"#
}
