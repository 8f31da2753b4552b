//! The example of `README.md`.

use reqwest::Method;
use serde_json::{Value, json};

use super::api;
use super::schema::schema;

/// The example, as it stands there.
fn example() -> Value {
    let readme = include_str!("../../../README.md");
    let (_, rest) = readme.split_once("<!-- seed -->\n```json\n").unwrap();
    serde_json::from_str(rest.split_once("```").unwrap().0).unwrap()
}

#[tokio::test]
async fn the_example_is_a_world() {
    assert!(schema().is_valid(&example()));
    let api = api(example()).await;
    api.use_token("my-token");
    let path = "/keys?include_translations=1";
    let keys = api.of("shop-1.26", Method::GET, path, Value::Null).await;
    let keys = keys.expect(200);
    assert_eq!(keys["keys"][0]["key_id"], 77);
    assert_eq!(keys["keys"][0]["is_plural"], true);
    let german = &keys["keys"][1]["translations"][1];
    assert_eq!(german["translation"], "Warenkorb");
    assert_eq!(german["is_reviewed"], true);
    let people = api.of("shop-1.26", Method::GET, "/contributors", Value::Null).await;
    let ben = people.expect(200)["contributors"][1].clone();
    assert_eq!(ben["languages"].as_array().unwrap().len(), 1);
    api.use_token("sandbox-ben-token");
    let path = "/translations?filter_is_reviewed=1";
    let reviewed = api.of("shop-1.26", Method::GET, path, Value::Null).await;
    let reviewed = reviewed.expect(200)["translations"].clone();
    assert_eq!(reviewed.as_array().unwrap().len(), 1);
    let files = api.sandbox.description()["project"]["filenames"].clone();
    assert_eq!(files, json!(["locales/%LANG_ISO%.json"]));
}
