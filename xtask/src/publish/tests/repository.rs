//! The page of the document of the repository: whole, and in order.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::super::document::Document;
use super::super::{json, page};
use super::html::{tags, words};

fn document() -> Value {
    super::super::document(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap().value
}

/// All texts that readers are meant to read, and all examples.
fn texts<'a>(value: &'a Value, found: &mut Vec<(&'a str, &'a Value)>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| texts(value, found)),
        Value::Object(members) => {
            for (key, value) in members {
                let is_text = matches!(&**key, "description" | "summary" | "title");
                match &**key {
                    "value" | "example" => found.push(("value", value)),
                    key if is_text && value.is_string() => found.push((key, value)),
                    _ => texts(value, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn all_that_the_document_tells_is_on_the_page() {
    let root = document();
    let text = words(&page::write(&root));
    let mut found = Vec::new();
    texts(&root, &mut found);
    assert!(found.len() > 500, "{}", found.len());
    let document = Document::new(&root);
    // An admin right has its own place, apart from the description that it ends.
    let parts = |(key, value): (_, &Value)| -> Vec<(&str, Value)> {
        let text = value.as_str().filter(|_| key == "description");
        let Some(text) = text else {
            return vec![(key, value.clone())];
        };
        text.split(" Admin right: ").map(|part| (key, part.into())).collect()
    };
    for (key, value) in found.into_iter().flat_map(parts) {
        let plain = |told: String| maud::html! { p { (told) } }.into_string();
        let told = match (key, value.as_str()) {
            ("description", Some(told)) => [document.markdown(told, 1).into_string()].into(),
            (_, Some(told)) => vec![plain(told.to_owned())],
            // That of a body is a block of lines, that of a parameter stands in one.
            _ => vec![plain(format!("{value:#}")), plain(value.to_string())],
        };
        let is_told = told.iter().any(|told| text.contains(&words(told)));
        assert!(is_told, "{key}: {told:?}");
    }
}

#[test]
fn the_json_is_the_document() {
    let document = document();
    let json: Value = serde_json::from_str(&json::write(&document)).unwrap();
    assert_eq!(json, document);
}

#[test]
fn every_link_within_the_page_leads_somewhere_and_every_id_is_given_once() {
    let page = page::write(&document());
    let mut ids = BTreeSet::new();
    for id in tags(&page).iter().filter_map(|tag| tag.get("id")) {
        assert!(ids.insert(id), "{id} is given twice");
    }
    for address in tags(&page).iter().filter_map(|tag| tag.get("href")) {
        let id = address.strip_prefix('#');
        assert!(id.is_none_or(|id| ids.contains(id)), "{address} leads nowhere");
    }
    let root = document();
    let document = Document::new(&root);
    let operations = document.operations.iter();
    let operations = operations.map(|one| format!("operation-{}", one.id()));
    let schemas = document.components("schemas").map(|one| format!("schema-{}", one.0));
    let tags = root["tags"].as_array().unwrap().iter();
    let tags = tags.map(|tag| format!("tag-{}", tag["name"].as_str().unwrap()));
    for id in operations.chain(schemas).chain(tags) {
        assert!(ids.contains(id.as_str()), "nothing has the id {id}");
    }
}

#[test]
fn no_level_of_headings_is_left_out() {
    let page = page::write(&document());
    let mut before = 0;
    for tag in tags(&page) {
        let level = tag.name.strip_prefix('h').and_then(|level| level.parse::<u8>().ok());
        if let Some(level) = level {
            assert!(level <= before + 1, "h{level} below h{before}");
            before = level;
        }
    }
    assert!(before > 0);
}

#[test]
fn the_files_that_are_checked_in_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    assert_eq!(super::super::check(&root), Ok(()));
}
