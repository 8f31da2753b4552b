//! Screenshots of keys: rows of a branch, with their images.

use bytes::Bytes;
use imagesize::ImageSize;
use serde_json::{Map, Value, json};

use super::Call;
use super::resource::{Action, Around, Origin, Resource, Scope};
use crate::quirks::Preset;
use crate::rules::decode;
use crate::state::{DataError, Row, State, items, now};

pub(crate) static SCREENSHOTS: Resource = Resource {
    one: "screenshot",
    many: "screenshots",
    schema: "Screenshot",
    scope: Scope::Branch,
    id: "screenshot_id",
    defaults: r#"{"title": "", "description": ""}"#,
    hidden: &["data"],
    computed: &["keys", "url"],
    operations: &[
        ("listScreenshots", Action::List),
        ("createScreenshots", Action::Create),
        ("getScreenshot", Action::Get),
        ("updateScreenshot", Action::Update),
        ("deleteScreenshot", Action::Delete),
    ],
    complete,
    show: |call, _, screenshot, shown| {
        let keys = screenshot.list("key_ids").iter().filter(|id| **id != 0);
        let keys = keys.map(|id| json!({ "key_id": id, "coordinates": null })).collect();
        // The quirk `screenshot_keys`.
        match call.preset {
            Preset::Sample => drop(shown.insert("keys".to_owned(), keys)),
            _ => drop(shown.shift_remove("keys")),
        }
        shown.insert("url".to_owned(), url(call, screenshot).into());
    },
    ..Resource::PLAIN
};

/// What is no image has no size. A deleted key is 0.
fn complete(
    around: &Around<'_>,
    row: &mut Row,
    sent: &Map<String, Value>,
) -> Result<(), DataError> {
    if let Some(size) = sent.get("data").and_then(size) {
        row.set("width", size.width);
        row.set("height", size.height);
    }
    if let Some(tags) = sent.get("tags") {
        row.set("screenshot_tags", tags.clone());
    }
    let is_key = |id: &Value| around.branch.and_then(|it| it.key(id.as_u64()?)).is_some();
    let ids = sent.get("key_ids").map_or(&[][..], items);
    match ids.iter().position(|id| *id != 0 && !is_key(id)) {
        Some(at) => Err(DataError::new(format!("key_ids.{at}"), "Unknown key.")),
        None => Ok(()),
    }
}

fn size(data: &Value) -> Option<ImageSize> {
    let size = imagesize::blob_size(&image(data)?).ok()?;
    (size.width > 0 && size.height > 0).then_some(size)
}

fn image(data: &Value) -> Option<Bytes> {
    let (_, content) = data.as_str()?.strip_prefix("data:image/")?.split_once(";base64,")?;
    decode(content.as_bytes()).ok()
}

/// The URL of the image, which has the branch: others may have a screenshot with the same id.
fn url(call: &Call<'_>, screenshot: &Row) -> String {
    let (urls, branch) = (&call.settings.urls.bundle, call.branch().id);
    let prefix = &call.state.bundles.prefix;
    let kind = if screenshot.text("data").contains("/png;") { "png" } else { "jpg" };
    let id = screenshot.id("screenshot_id");
    // The world of a request for an image is that of its signature, as with bundles.
    let signature = if prefix.is_empty() { "" } else { "?signature=" };
    format!("{urls}/screenshots/{branch}/{id}.{kind}{signature}{prefix}")
}

/// The image at `{branch_id}/{screenshot_id}.{extension}`, and its media type.
pub(crate) fn image_at(state: &State, path: &str) -> Option<(Bytes, &'static str)> {
    let (branch, name) = path.split_once('/')?;
    let (branch, id): (u64, u64) = (branch.parse().ok()?, name.split_once('.')?.0.parse().ok()?);
    let mut branches = state.projects.iter().flat_map(|project| &project.branches);
    let rows = branches.find(|it| it.id == branch)?.tables.rows(SCREENSHOTS.many);
    let image = image(rows.iter().find(|it| it.id("screenshot_id") == id)?.get("data"))?;
    let is_png = image.starts_with(b"\x89PNG");
    Some((image, if is_png { "image/png" } else { "image/jpeg" }))
}

/// Adds a screenshot to a new or changed key, as a request about keys writes it.
pub(super) fn add(call: &mut Call<'_>, key: u64, written: &Value) -> Result<(), DataError> {
    let names = ["data", "title", "description", "screenshot_tags"].into_iter();
    let sent = names.filter_map(|name| Some((name.to_owned(), written.get(name)?.clone())));
    let sent = sent.chain([("key_ids".to_owned(), json!([key]))]).collect();
    let mut row = Row::default();
    SCREENSHOTS.set(&Around::of(call, Origin::Create), &mut row, &sent)?;
    let row = SCREENSHOTS.filled(row, call.caller, now(), &mut call.state.ids);
    SCREENSHOTS.add(call, &row);
    Ok(())
}
