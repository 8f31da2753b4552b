//! Screenshots of keys: rows of a branch, with their images.

use bytes::Bytes;
use imagesize::ImageSize;
use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Fault, Origin, Resource, Scope};
use super::{Call, Outcome};
use crate::http::Answer;
use crate::quirks::Quirk;
use crate::rules::decode;
use crate::state::{Row, State, each_once, items, now};

pub(super) const NO_IMAGE: &str =
    "This is not a PNG or JPEG image in Base64 behind `data:image/png;base64,`.";

pub(crate) static SCREENSHOTS: Resource = Resource {
    one: "screenshot",
    many: "screenshots",
    schema: "Screenshot",
    scope: Scope::Branch,
    id: "screenshot_id",
    shared: true,
    defaults: r#"{"title": "", "description": ""}"#,
    hidden: &["data"],
    computed: &["keys", "url"],
    operations: &[
        ("listScreenshots", Action::List),
        ("getScreenshot", Action::Get),
        ("updateScreenshot", Action::Update),
        ("deleteScreenshot", Action::Delete),
    ],
    check,
    show: |around, _, screenshot, shown| {
        let without_keys = around.quirks.other(Quirk::ScreenshotKeys);
        let ids = screenshot.list("key_ids").iter().filter(|id| without_keys || **id != 0);
        let keys = ids.clone().map(|id| json!({ "key_id": id, "coordinates": null }));
        match without_keys {
            true => drop(shown.shift_remove("keys")),
            false => drop(shown.insert("keys".to_owned(), keys.collect())),
        }
        shown.insert("key_ids".to_owned(), ids.cloned().collect());
        shown.insert("url".to_owned(), url(around, screenshot).into());
    },
    ..Resource::PLAIN
};

fn check(around: &Around<'_>, row: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    if let Some(size) = sent.get("data").and_then(size) {
        row.set("width", size.width);
        row.set("height", size.height);
    }
    if let Some(tags) = sent.get("tags") {
        row.set("screenshot_tags", tags.clone());
    }
    let Some(ids) = sent.get("key_ids").map(items) else { return Ok(()) };
    // A deleted key is 0, which only a seed names.
    let is_seed = around.origin == Origin::Seed;
    if !is_seed {
        row.set("key_ids", each_once(ids.to_vec(), Value::clone));
    }
    Fault::of_items("key_ids", ids, |id| {
        let key = around.branch.and_then(|branch| branch.key(id.as_u64()?));
        key.is_some() || is_seed && *id == 0
    })
}

fn size(data: &Value) -> Option<ImageSize> {
    let size = imagesize::blob_size(&image(data)?).ok()?;
    (size.width > 0 && size.height > 0).then_some(size)
}

pub(super) fn image(data: &Value) -> Option<Bytes> {
    let (_, content) = data.as_str()?.strip_prefix("data:image/")?.split_once(";base64,")?;
    decode(content.as_bytes()).ok()
}

/// The URL of the image, which has the branch: others may have a screenshot with the same id.
fn url(around: &Around<'_>, screenshot: &Row) -> String {
    // A seed is read before there are addresses.
    let urls = around.settings.map_or("http://sandbox.test", |settings| &settings.urls.bundle);
    let branch = around.branch.map_or(0, |branch| branch.id);
    let prefix = around.state.map_or("", |state| &state.bundles.prefix);
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
    let rows = branches.find(|it| it.id == branch)?.screenshots();
    let image = image(rows.iter().find(|it| it.id("screenshot_id") == id)?.get("data"))?;
    let is_png = image.starts_with(b"\x89PNG");
    Some((image, if is_png { "image/png" } else { "image/jpeg" }))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let items = items(&call.body[SCREENSHOTS.many]);
    let (mut created, mut errors) = (Vec::new(), Vec::new());
    for (index, item) in items.iter().enumerate() {
        // Whichever of the two the data URL names.
        if size(&item["data"]).is_none() {
            errors.push(json!({ "message": NO_IMAGE, "code": 400, "index": index }));
            continue;
        }
        let mut row = Row::default();
        SCREENSHOTS.change(call, &mut row, item, &format!("{}.{index}.", SCREENSHOTS.many))?;
        created.push(SCREENSHOTS.completed(row, call.caller, now(), &mut call.state.ids));
    }
    let around = call.around();
    let shown = created.iter().map(|row| SCREENSHOTS.show(&around, Action::Create, row));
    let mut body = call.envelope();
    body[SCREENSHOTS.many] = shown.collect();
    body["errors"] = errors.into();
    call.branch_mut().screenshots_mut().extend(created);
    Ok(Answer::ok(&body))
}

/// Adds a screenshot to a new or changed key, as a request about keys writes it.
pub(super) fn add(call: &mut Call<'_>, key: u64, written: &Value) {
    let names = ["data", "title", "description", "screenshot_tags"].into_iter();
    let sent = names.filter_map(|name| Some((name.to_owned(), written.get(name)?.clone())));
    let sent = Map::from_iter(sent.chain([("key_ids".to_owned(), json!([key]))]));
    let mut row = Row::default();
    SCREENSHOTS.set(&mut row, &sent);
    if check(&call.around(), &mut row, &sent).is_ok() {
        let row = SCREENSHOTS.completed(row, call.caller, now(), &mut call.state.ids);
        call.branch_mut().screenshots_mut().push(row);
    }
}
