//! Presets of shapes: where they are chosen, and what a reset goes back to.

use l10n_sandbox::{Preset, Quirk, Sandbox, Shape};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Api;

impl Api {
    /// The names of a deleted status: one, the other, or both.
    fn deletion(&self) -> Value {
        self.sandbox.description()["quirks"]["status_deletion"].clone()
    }
}

#[tokio::test]
async fn a_preset_is_set_at_the_start_and_by_call() {
    let builder = Sandbox::builder().shapes(Preset::Declared);
    let api = Api::with(builder.quirk(Quirk::Timestamps, Shape::Other)).await;
    let shapes = &api.sandbox.description()["quirks"];
    for (name, shape) in [
        ("status_envelope", "other"),
        ("created_comments", "other"),
        ("writable_flag", "other"),
        ("empty_admin_rights", "other"),
        ("admin_right_sets", "other"),
        ("invited_contributor", "sample"),
        ("status_deletion", "sample"),
        ("invalid_token", "sample"),
        ("timestamps", "other"),
    ] {
        assert_eq!(shapes[name], shape, "{name}");
    }
    let read = api.get("/custom_translation_statuses/7101").await.expect(200);
    assert!(read["custom_translation_statuses"].is_array());

    api.sandbox.set_shapes(Preset::Observed);
    assert_eq!(api.deletion(), "both");
    let read = api.get("/custom_translation_statuses/7101").await.expect(200);
    assert!(read["custom_translation_status"].is_object());
}

#[tokio::test]
async fn a_reset_goes_back_to_the_shapes_of_the_start() {
    let builder = Sandbox::builder().shapes(Preset::Observed);
    let api = Api::with(builder.quirk(Quirk::StatusDeletion, Shape::Other)).await;
    api.sandbox.set_shapes(Preset::Sample);
    assert_eq!(api.deletion(), "sample");
    api.sandbox.reset();
    assert_eq!(api.deletion(), "other");
    assert_eq!(api.sandbox.description()["quirks"]["timestamps"], "other");
    let world = api.sandbox.create_world("beside").unwrap();
    assert_eq!(world.description()["quirks"]["status_deletion"], "other");
}

#[tokio::test]
async fn presets_and_shapes_are_set_by_name_and_other_names_are_refused_with_those_there_are() {
    let api = Api::start().await;
    let set = async |path: &str, body| api.control(Method::PUT, path, body).await;
    let (status, _) = set("/shapes", json!({ "preset": "observed" })).await;
    assert_eq!((status, api.deletion()), (204, json!("both")));
    let place = "/quirks/status_deletion";
    assert_eq!(set(place, json!({ "shape": "sample" })).await.0, 204);
    assert_eq!(api.deletion(), "sample");
    assert_eq!(set(place, json!({ "shape": "both" })).await.0, 204);
    assert_eq!(api.deletion(), "both");

    for (path, body, status, names) in [
        ("/shapes", json!({ "preset": "seen" }), 400, "observed, sample, declared"),
        (place, json!({ "shape": "round" }), 400, "sample, other, both"),
        ("/quirks/timestamps", json!({ "shape": "both" }), 400, "sample, other"),
        ("/quirks/time", json!({ "shape": "other" }), 404, "timestamps"),
    ] {
        let (answered, said) = set(path, body).await;
        let said = said["error"].as_str().unwrap();
        assert_eq!(answered, status, "{said}");
        assert!(said.contains(names), "{said}");
    }
    assert_eq!(api.deletion(), "both");
}

#[tokio::test]
async fn a_world_is_made_with_a_preset() {
    let api = Api::start().await;
    let wanted = json!({ "name": "w", "shapes": "observed" });
    let (status, world) = api.control(Method::POST, "/worlds", wanted).await;
    assert_eq!((status, &world["quirks"]["timestamps"]), (201, &json!("other")));
    assert_eq!(api.deletion(), "sample");
    api.control(Method::POST, "/worlds/w/reset", Value::Null).await;
    let world = api.sandbox.world("w").unwrap().description();
    assert_eq!(world["quirks"]["timestamps"], "other");
    let wanted = json!({ "shapes": "seen" });
    assert_eq!(api.control(Method::POST, "/worlds", wanted).await.0, 400);
}

#[test]
fn all_presets_and_quirks_are_read_by_their_names() {
    for preset in Preset::ALL {
        let name = json!(preset);
        assert_eq!(name.as_str().unwrap().parse(), Ok(preset));
    }
    for quirk in Quirk::ALL {
        let name = json!(quirk);
        assert_eq!(name.as_str().unwrap().parse(), Ok(quirk));
        for preset in Preset::ALL {
            let shape = quirk.shape_in(preset);
            assert!(quirk.shapes().contains(&shape), "{quirk:?} in {preset:?}");
        }
        for shape in quirk.shapes() {
            assert_eq!(quirk.shape(json!(shape).as_str().unwrap()), Ok(*shape));
        }
    }
}
