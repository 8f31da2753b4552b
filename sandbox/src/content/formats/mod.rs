//! The formats of localization files: one row of a table each, with a reader and a writer.

mod android;
mod arb;
mod json;
mod po;
mod properties;
mod strings;
mod stringsdict;
#[cfg(test)]
mod tests;
mod text;
mod xliff;
mod xml;
mod yaml;

use std::collections::HashSet;

use serde_json::Value;

use super::names::is_same_code;
use crate::rules::plural::FORMS;
use crate::state::Text;

/// Between the names of a nested key, and between a key and the form of its plural.
const NESTING: &str = "::";

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) text: Text,
    /// In the base language; only written.
    pub(super) source: String,
    pub(super) description: String,
    pub(super) context: String,
    pub(super) plural_name: String,
}

impl Entry {
    fn new(name: impl Into<String>, text: Text) -> Self {
        Self { name: name.into(), text, ..Self::default() }
    }

    fn plain(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(name, Text::Plain(text.into()))
    }
}

/// What a reader or a writer has to know.
#[derive(Debug)]
pub(super) struct File<'f> {
    pub(super) iso: &'f str,
    pub(super) plural_forms: &'f [String],
    pub(super) base: &'f str,
    /// The names of the project's plurals.
    pub(super) plurals: &'f HashSet<String>,
    pub(super) rooted: bool,
    pub(super) options: &'f Value,
}

#[derive(Debug)]
struct Fault {
    line: usize,
    reason: String,
}

impl Fault {
    fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }

    fn at(content: &[u8], offset: usize, reason: impl Into<String>) -> Self {
        let breaks = content.iter().take(offset).filter(|byte| **byte == b'\n');
        Self::new(breaks.count() + 1, reason)
    }
}

type Found = Result<Vec<Entry>, Fault>;

#[derive(Debug)]
struct Codec {
    read: fn(&str, &File<'_>) -> Found,
    write: fn(&[Entry], &File<'_>) -> String,
    /// Whether the format has plurals; otherwise each form is a key.
    plurals: bool,
}

/// A format: its name in options, the extension of its files, and its codec.
#[derive(Debug)]
pub(super) struct Format(&'static str, &'static str, Codec);

static FORMATS: [Format; 16] = [
    Format("json", "json", json::CODEC),
    Format("arb", "arb", arb::CODEC),
    Format("yaml", "yaml", yaml::CODEC),
    Format("yml", "yml", yaml::CODEC),
    Format("ruby_yaml", "yml", yaml::CODEC),
    Format("symfony_yaml", "yaml", yaml::CODEC),
    Format("xml", "xml", android::CODEC),
    Format("strings", "strings", strings::CODEC),
    Format("stringsdict", "stringsdict", stringsdict::CODEC),
    Format("xliff", "xliff", xliff::CODEC),
    Format("xlf", "xlf", xliff::CODEC),
    Format("offline_xliff", "xliff", xliff::CODEC),
    Format("symfony_xliff", "xliff", xliff::CODEC),
    Format("po", "po", po::CODEC),
    Format("pot", "pot", po::CODEC),
    Format("properties", "properties", properties::CODEC),
];

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|Format(name, ..)| *name)
}

pub(super) fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|Format(known, ..)| known.eq_ignore_ascii_case(name))
}

impl Format {
    pub(super) fn extension(&self) -> &'static str {
        self.1
    }

    /// Reads a file, and returns its entries and whether they were below the language as a root.
    /// The error is the message of the import.
    pub(super) fn read(
        &self,
        content: &[u8],
        file: &File<'_>,
    ) -> Result<(Vec<Entry>, bool), String> {
        let Self(name, extension, codec) = self;
        let text = text::decode(content, *name == "properties");
        let found = text.and_then(|text| (codec.read)(&text, file));
        let mut entries = found.map_err(|Fault { line, reason }| {
            format!("The file could not be parsed as {name}: line {line}: {reason}")
        })?;
        let rooted = ["yml", "yaml"].contains(extension) && remove_root(&mut entries, file.iso);
        entries.retain(|entry| !entry.name.is_empty());
        if !codec.plurals {
            entries = join_forms(&entries, file.plurals);
        }
        Ok((entries, rooted))
    }

    pub(super) fn write(&self, mut entries: Vec<Entry>, file: &File<'_>) -> String {
        let Self(.., codec) = self;
        if !codec.plurals {
            entries = entries.into_iter().flat_map(split_forms).collect();
        }
        let mut text = (codec.write)(&entries, file);
        if file.options["add_newline_eof"] == true && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

/// Removes the language from the names of all entries, if they all begin with it.
fn remove_root(entries: &mut [Entry], iso: &str) -> bool {
    let below = |entry: &Entry| {
        let (root, name) = entry.name.split_once(NESTING)?;
        is_same_code(root, iso).then(|| name.to_owned())
    };
    let names: Option<Vec<String>> = entries.iter().map(below).collect();
    let Some(names) = names.filter(|names| !names.is_empty()) else {
        return false;
    };
    entries.iter_mut().zip(names).for_each(|(entry, name)| entry.name = name);
    true
}

/// Returns the forms of a plural as entries, and any other entry as it is.
fn split_forms(mut entry: Entry) -> Vec<Entry> {
    let forms = match std::mem::take(&mut entry.text) {
        Text::Forms(forms) => forms,
        text => return vec![Entry { text, ..entry }],
    };
    let named = |(form, text)| Entry {
        name: format!("{}{NESTING}{form}", entry.name),
        text: Text::Plain(text),
        ..entry.clone()
    };
    forms.into_iter().map(named).collect()
}

/// Returns the key and the form of which a name consists.
fn form(entry: &Entry) -> Option<(&str, &str)> {
    let split = entry.name.rsplit_once(NESTING);
    split.filter(|(key, form)| FORMS.contains(form) && !key.is_empty())
}

/// Joins consecutive forms to a plural if the project has that plural, or if they are several and
/// include `other`: otherwise they may be keys that are only named like forms.
fn join_forms(entries: &[Entry], plurals: &HashSet<String>) -> Vec<Entry> {
    let mut joined = Vec::with_capacity(entries.len());
    let is_same = |one: &Entry, next: &Entry| {
        form(one).zip(form(next)).is_some_and(|((key, _), (next, _))| key == next)
    };
    for group in entries.chunk_by(is_same) {
        let said = |entry: &Entry| {
            let (_, form) = form(entry)?;
            Some((form.to_owned(), entry.text.plain().to_owned()))
        };
        let forms: Vec<_> = group.iter().filter_map(said).collect();
        let is_whole = forms.len() > 1 && forms.iter().any(|(form, _)| form == "other");
        match form(&group[0]).filter(|(key, _)| is_whole || plurals.contains(*key)) {
            Some((name, _)) => {
                let text = Text::Forms(forms);
                joined.push(Entry { name: name.to_owned(), text, ..group[0].clone() });
            }
            None => joined.extend_from_slice(group),
        }
    }
    joined
}
