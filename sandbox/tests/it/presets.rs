//! Presets of shapes: where they are chosen, and what a reset goes back to.

use l10n_sandbox::{Preset, Quirk, Sandbox, Shape, World};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

/// Which names rights have: those of one set, of the other, or of both.
fn rights(world: &World) -> Value {
    world.description()["quirks"]["admin_right_sets"].clone()
}

#[tokio::test]
async fn shapes_are_set_at_the_start_and_by_call_and_a_reset_goes_back_to_the_start() {
    let builder = Sandbox::builder().shapes(Preset::Declared);
    let api = Api::with(builder.quirk(Quirk::Timestamps, Shape::Other)).await;
    let begun = api.sandbox.description()["quirks"].clone();
    for (name, shape) in [
        ("created_comments", "other"),
        ("invited_contributor", "sample"),
        ("status_deletion", "sample"),
        ("timestamps", "other"),
    ] {
        assert_eq!(begun[name], shape, "{name}");
    }
    let read = api.get("/custom_translation_statuses/7101").await.expect(200);
    assert!(read["custom_translation_statuses"].is_array());
    api.sandbox.set_shapes(Preset::Observed);
    assert_eq!(rights(&api.sandbox), "both");
    let read = api.get("/custom_translation_statuses/7101").await.expect(200);
    assert!(read["custom_translation_status"].is_object());

    api.sandbox.reset();
    assert_eq!(api.sandbox.description()["quirks"], begun);
    let world = api.sandbox.create_world("beside").unwrap();
    assert_eq!(world.description()["quirks"], begun);
    let wanted = json!({ "name": "w", "shapes": "observed" });
    assert_eq!(api.control(Method::POST, "/worlds", wanted).await.0, 201);
    api.control(Method::POST, "/worlds/w/reset", Value::Null).await;
    assert_eq!(rights(&api.sandbox.world("w").unwrap()), "both");
}

#[tokio::test]
async fn shapes_are_set_by_name_and_other_names_are_refused_with_those_there_are() {
    let api = Api::start().await;
    let place = "/quirks/admin_right_sets";
    for (path, body, expected) in [
        ("/shapes", json!({ "preset": "observed" }), "both"),
        (place, json!({ "shape": "sample" }), "sample"),
        (place, json!({ "shape": "both" }), "both"),
    ] {
        assert_eq!(api.control(Method::PUT, path, body).await.0, 204);
        assert_eq!(rights(&api.sandbox), expected);
    }
    for (path, body, status, names) in [
        ("/shapes", json!({ "preset": "seen" }), 400, "`observed`, `sample`, `declared`"),
        (place, json!({ "shape": "round" }), 400, "`sample`, `other`, `both`"),
        ("/quirks/timestamps", json!({ "shape": "both" }), 400, "sample, other"),
        ("/quirks/time", json!({ "shape": "other" }), 404, "timestamps"),
    ] {
        let (answered, said) = api.control(Method::PUT, path, body).await;
        let said = said["error"].as_str().unwrap();
        assert_eq!(answered, status, "{said}");
        assert!(said.contains(names), "{said}");
    }
}
