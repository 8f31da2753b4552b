//! The formats of localization files: what a file says of its keys, and how that is written.

mod android;
mod arb;
mod csv;
mod depth;
mod icu;
mod json;
mod lines;
mod plist;
mod plurals;
mod po;
mod properties;
mod quoting;
mod resx;
mod strings;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod xliff;
mod xml;
mod yaml;

use serde_json::Value;

pub(super) use plurals::split;
pub(super) use table::{fallback, find, names, of_extension};

use crate::state::{Language, Text};

/// Between the names of a nested key.
pub(super) const NESTING: &str = "::";

/// What a file says of a key.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Entry {
    pub(super) name: String,
    /// In the language of the file.
    pub(super) text: Text,
    /// In other languages, by their codes; only some formats hold several.
    pub(super) others: Vec<(String, Text)>,
    /// In the base language, where a file of another language says that too; else empty.
    pub(super) source: String,
    pub(super) description: String,
    pub(super) context: String,
    pub(super) plural_name: String,
    pub(super) tags: Vec<String>,
    /// The limit of characters; 0 is none.
    pub(super) limit: u64,
}

impl Entry {
    pub(super) fn new(name: impl Into<String>, text: Text) -> Self {
        Self { name: name.into(), text, ..Self::default() }
    }

    fn plain(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(name, Text::Plain(text.into()))
    }
}

/// What is known where a file is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading<'r> {
    /// The language of the upload.
    pub(super) language: &'r Language,
    /// Those of the project, the base language first.
    pub(super) languages: &'r [Language],
    /// The options of the upload.
    pub(super) options: &'r Value,
}

/// What is known where a file is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Writing<'w> {
    pub(super) language: &'w Language,
    /// The code of the language in this export.
    pub(super) iso: &'w str,
    /// The code of the base language in this export.
    pub(super) base: &'w str,
    /// The name of the file.
    pub(super) filename: &'w str,
    /// Whether the file had a language for its root when it was uploaded.
    pub(super) rooted: bool,
    /// The options of the export.
    pub(super) options: &'w Value,
}

/// Why a file is none of its format: the line, and what is wrong there.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    line: usize,
    reason: String,
}

/// What a reader finds.
type Found = Result<Vec<Entry>, Fault>;

impl Fault {
    fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }

    /// A fault at a byte of a text.
    fn at(text: &str, offset: usize, reason: impl Into<String>) -> Self {
        let before = text.as_bytes().iter().take(offset);
        Self::new(before.filter(|byte| **byte == b'\n').count() + 1, reason)
    }
}

/// A format: its names, and how its files are read and written.
#[derive(Debug)]
pub(super) struct Format {
    /// As options name it.
    pub(super) name: &'static str,
    /// That of its files.
    pub(super) extension: &'static str,
    /// `None` where the keys of its files are not read.
    read: Option<fn(&str, &Reading<'_>) -> Found>,
    write: fn(&[Entry], &Writing<'_>) -> String,
    /// What it can do.
    can: Can,
}

/// What a format can do that others cannot.
#[derive(Debug, Clone, Copy, Default)]
struct Can {
    /// It has plurals; others have a key for each form.
    plurals: bool,
    /// A file can hold several languages.
    languages: bool,
    /// It has a way of its own to write a line break.
    breaks: bool,
    /// Its files may be in Latin-1.
    latin1: bool,
}

/// Whether all of an uploaded file is below the code of its language.
pub(super) fn is_rooted(format: Option<&Format>, content: &[u8], iso: &str) -> bool {
    let is_yaml = format.is_some_and(|format| ["yml", "yaml"].contains(&format.extension));
    is_yaml && text::decode(content, false).is_ok_and(|text| yaml::is_rooted(&text, iso))
}

impl Format {
    /// Whether the keys of its files are read.
    pub(super) fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// Whether a file can hold several languages.
    pub(super) fn holds_languages(&self) -> bool {
        self.can.languages
    }

    /// What a file says; the error is the message of the import.
    pub(super) fn read(&self, content: &[u8], reading: &Reading<'_>) -> Result<Vec<Entry>, String> {
        let Some(read) = self.read else {
            return Ok(Vec::new());
        };
        let found = text::decode(content, self.can.latin1).and_then(|text| read(&text, reading));
        let mut entries = found.map_err(|Fault { line, reason }| {
            let name = self.name;
            format!("The file could not be parsed as {name}: line {line}: {reason}")
        })?;
        entries.retain(|entry| !entry.name.is_empty());
        if !self.can.plurals {
            entries = plurals::fold(entries);
        }
        if reading.options["detect_icu_plurals"] == true {
            entries.iter_mut().for_each(icu::detect);
        }
        Ok(entries)
    }

    /// A file that says this.
    pub(super) fn write(&self, mut entries: Vec<Entry>, writing: &Writing<'_>) -> String {
        let options = writing.options;
        if options["replace_breaks"] == true && !self.can.breaks {
            entries.iter_mut().for_each(plurals::escape_breaks);
        }
        if options["plural_format"] == "icu" {
            entries.iter_mut().for_each(icu::spell_out);
        } else if !self.can.plurals {
            entries = plurals::expand(entries);
        }
        let mut text = (self.write)(&entries, writing);
        if options["add_newline_eof"] == true && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}
