//! Custom translation statuses.

use serde_json::json;

use crate::support::Api;

const PATH: &str = "/custom_translation_statuses";

#[tokio::test]
async fn the_color_is_of_the_palette_and_the_title_is_required() {
    let api = Api::start().await;
    let palette = api.get(&format!("{PATH}/colors")).await.expect(200);
    let colors = [
        "#61bd4f", "#f2d600", "#ff9f1a", "#eb5a46", "#c377e0", "#0079bf", "#00c2e0", "#344563",
        "#ff78cb",
    ];
    assert_eq!(palette["colors"], json!(colors));
    for (status, field) in [
        (json!({ "title": "Draft", "color": "#123456" }), "color"),
        (json!({ "color": "#61bd4f" }), "title"),
        (json!({ "title": "", "color": "#61bd4f" }), "title"),
    ] {
        assert_eq!(api.post(PATH, &status).await.violations(), [field]);
    }
    let off = json!({ "color": "#123456" });
    assert_eq!(api.put(&format!("{PATH}/7101"), &off).await.violations(), ["color"]);
    assert_eq!(api.get(PATH).await.header("x-total-count"), "2");

    let new = json!({ "title": "Draft", "color": "#EB5A46" });
    let created = api.post(PATH, &new).await.expect(200)["custom_translation_status"].clone();
    let path = format!("{PATH}/{}", created["status_id"]);
    let updated = api.put(&path, &json!({ "title": "Final" })).await.expect(200);
    assert_eq!(updated["custom_translation_status"]["color"], "#eb5a46");
    api.delete(&path).await.expect(200);
    api.put(&path, &json!({ "title": "Late" })).await.refused(404);
    assert_eq!(api.get(PATH).await.header("x-total-count"), "2");
}
