//! Custom translation statuses.

use serde_json::json;

use crate::support::Api;

const PATH: &str = "/custom_translation_statuses";

#[tokio::test]
async fn a_status_is_created_updated_and_deleted() {
    let api = Api::start().await;
    let new = json!({ "title": "Draft", "color": "#EB5A46" });
    let created = api.post(PATH, &new).await.expect(200);
    let created = &created["custom_translation_status"];
    assert_eq!(created["color"], "#eb5a46");
    let path = format!("{PATH}/{}", created["status_id"]);

    let updated = api.put(&path, &json!({ "title": "Final" })).await.expect(200);
    assert_eq!(updated["custom_translation_status"]["title"], "Final");
    assert_eq!(updated["custom_translation_status"]["color"], "#eb5a46");
    assert_eq!(api.get(&path).await.expect(200), updated);
    assert_eq!(api.get(PATH).await.header("x-total-count"), "3");

    let deleted = api.delete(&path).await.expect(200);
    assert_eq!(deleted["deleted"], true);
    api.get(&path).await.refused(404);
    api.put(&path, &json!({ "title": "Late" })).await.refused(404);
    assert_eq!(api.get(PATH).await.header("x-total-count"), "2");
}

#[tokio::test]
async fn the_color_is_of_the_palette_and_the_title_is_required() {
    let api = Api::start().await;
    let colors = api.get(&format!("{PATH}/colors")).await.expect(200);
    assert!(colors["colors"].as_array().unwrap().contains(&json!("#61bd4f")));
    let off = json!({ "title": "Draft", "color": "#123456" });
    assert_eq!(api.post(PATH, &off).await.violations(), ["color"]);
    assert_eq!(
        api.put(&format!("{PATH}/7101"), &json!({ "color": "#123456" })).await.violations(),
        ["color"]
    );
    assert_eq!(api.post(PATH, &json!({ "color": "#61bd4f" })).await.violations(), ["title"]);
    assert_eq!(
        api.post(PATH, &json!({ "title": "", "color": "#61bd4f" })).await.violations(),
        ["title"]
    );
    assert_eq!(api.get(PATH).await.header("x-total-count"), "2");
}
