//! What is written and read again is what it was, and what is no file of a format says where.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod faults;
mod others;
mod round;

use serde_json::Value;
use uuid::Uuid;

use super::{Entry, Format, Reading, Writing};
use crate::state::Language;

fn language() -> Language {
    Language {
        id: 1,
        uuid: Uuid::nil(),
        iso: "pl".to_owned(),
        name: "Polish".to_owned(),
        rtl: false,
        plural_forms: ["one", "few", "many", "other"].map(str::to_owned).to_vec(),
    }
}

fn write(format: &Format, entries: Vec<Entry>, options: &Value) -> String {
    let language = language();
    let writing = Writing {
        language: &language,
        iso: &language.iso,
        base: "en",
        filename: "a",
        rooted: false,
        options,
    };
    format.write(entries, &writing)
}

fn read(format: &Format, content: &[u8], options: &Value) -> Result<Vec<Entry>, String> {
    let language = language();
    let reading =
        Reading { language: &language, languages: std::slice::from_ref(&language), options };
    format.read(content, &reading)
}
