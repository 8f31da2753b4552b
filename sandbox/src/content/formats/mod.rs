//! The formats of localization files: what a file says of its keys, and how that is written.

mod android;
mod arb;
mod icu;
mod json;
mod plurals;
mod po;
mod properties;
mod strings;
mod stringsdict;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod xliff;
mod xml;
mod yaml;

use serde_json::Value;

use crate::state::{Language, Text};

/// Between the names of a nested key.
pub(super) const NESTING: &str = "::";

/// What a file says of a key.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Entry {
    pub(super) name: String,
    /// In the language of the file.
    pub(super) text: Text,
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

    /// Returns its text, or each form of a plural.
    pub(super) fn texts_mut(&mut self) -> Vec<&mut String> {
        match &mut self.text {
            Text::Plain(text) => vec![text],
            Text::Forms(forms) => forms.iter_mut().map(|(_, text)| text).collect(),
        }
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

type Read = fn(&str, &Reading<'_>) -> Found;
type Write = fn(&[Entry], &Writing<'_>) -> String;

/// A format: its names, and how its files are read and written.
#[derive(Debug)]
pub(super) struct Format {
    /// The name in options.
    pub(super) name: &'static str,
    /// The extension of its files.
    pub(super) extension: &'static str,
    read: Read,
    write: Write,
    features: Features,
}

/// What a format can do that others cannot.
#[derive(Debug, Clone, Copy, Default)]
struct Features {
    /// It has plurals; others have a key for each form.
    plurals: bool,
    /// It has a way of its own to write a line break.
    breaks: bool,
    /// Its files may be in Latin-1.
    latin1: bool,
}

const NONE: Features = Features { plurals: false, breaks: false, latin1: false };
const PLURALS: Features = Features { plurals: true, ..NONE };
const BREAKS: Features = Features { breaks: true, ..NONE };
const BOTH: Features = Features { plurals: true, ..BREAKS };
const LATIN1: Features = Features { latin1: true, ..BREAKS };

const fn format(
    name: &'static str,
    extension: &'static str,
    read: Read,
    write: Write,
    features: Features,
) -> Format {
    Format { name, extension, read, write, features }
}

#[rustfmt::skip]
static FORMATS: [Format; 17] = [
    format("json", "json", json::read, json::write, PLURALS),
    format("json_structured", "json", json::read_structured, json::write_structured, PLURALS),
    format("arb", "arb", arb::read, arb::write, PLURALS),
    format("yaml", "yaml", yaml::read, yaml::write, PLURALS),
    format("yml", "yml", yaml::read, yaml::write, PLURALS),
    format("ruby_yaml", "yml", yaml::read, yaml::write, PLURALS),
    format("symfony_yaml", "yaml", yaml::read, yaml::write, PLURALS),
    format("xml", "xml", android::read, android::write, BOTH),
    format("strings", "strings", strings::read, strings::write, BREAKS),
    format("stringsdict", "stringsdict", stringsdict::read, stringsdict::write, PLURALS),
    format("xliff", "xliff", xliff::read, xliff::write, PLURALS),
    format("xlf", "xlf", xliff::read, xliff::write, PLURALS),
    format("offline_xliff", "xliff", xliff::read, xliff::write, PLURALS),
    format("symfony_xliff", "xliff", xliff::read, xliff::write, PLURALS),
    format("po", "po", po::read, po::write, BOTH),
    format("pot", "pot", po::read, po::write, BOTH),
    format("properties", "properties", properties::read, properties::write, LATIN1),
];

const STORED: &str = "android_sdk csv docx env flutter_sdk html ini ios_sdk js php php_array \
    php_ini php_laravel plist react_native resx ts xls xlsx";

/// Returns whether files of this format are stored, and neither read nor written.
pub(super) fn is_stored(name: &str) -> bool {
    STORED.split(' ').any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the format of this name.
pub(super) fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(name))
}

/// Returns the names of the formats that are read and written.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    FORMATS.iter().map(|format| format.name)
}

/// Returns what stands for a format that is not known.
pub(super) fn fallback() -> &'static Format {
    &FORMATS[0]
}

/// Returns the format of files with this extension: `wanted` if it has such files, or else the one
/// of that name.
pub(super) fn of_extension(extension: &str, wanted: &'static Format) -> Option<&'static Format> {
    match wanted.extension.eq_ignore_ascii_case(extension) {
        true => Some(wanted),
        false => find(extension),
    }
}

/// Returns whether all of an uploaded file is below the code of its language.
pub(super) fn is_rooted(format: Option<&Format>, content: &[u8], iso: &str) -> bool {
    let is_yaml = format.is_some_and(|format| ["yml", "yaml"].contains(&format.extension));
    is_yaml && text::decode(content, false).is_ok_and(|text| yaml::is_rooted(&text, iso))
}

impl Format {
    /// Returns what a file says; the error is the message of the import.
    pub(super) fn read(&self, content: &[u8], reading: &Reading<'_>) -> Result<Vec<Entry>, String> {
        let text = text::decode(content, self.features.latin1);
        let found = text.and_then(|text| (self.read)(&text, reading));
        let mut entries = found.map_err(|Fault { line, reason }| {
            let name = self.name;
            format!("The file could not be parsed as {name}: line {line}: {reason}")
        })?;
        entries.retain(|entry| !entry.name.is_empty());
        if !self.features.plurals {
            entries = plurals::fold(entries);
        }
        if reading.options["detect_icu_plurals"] == true {
            entries.iter_mut().for_each(icu::detect);
        }
        Ok(entries)
    }

    /// Returns a file that says this.
    pub(super) fn write(&self, mut entries: Vec<Entry>, writing: &Writing<'_>) -> String {
        let options = writing.options;
        if options["replace_breaks"] == true && !self.features.breaks {
            let texts = entries.iter_mut().flat_map(Entry::texts_mut);
            texts.for_each(|text| *text = text.replace('\n', "\\n"));
        }
        if options["plural_format"] == "icu" {
            entries.iter_mut().for_each(icu::spell_out);
        } else if !self.features.plurals {
            entries = entries.into_iter().flat_map(plurals::split).collect();
        }
        let mut text = (self.write)(&entries, writing);
        if options["add_newline_eof"] == true && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}
