//! All formats that options can name.

use super::{
    Can, Entry, Format, Found, Reading, Writing, android, arb, csv, json, lines, plist, po,
    properties, resx, strings, xliff, yaml,
};

type Read = fn(&str, &Reading<'_>) -> Found;
type Write = fn(&[Entry], &Writing<'_>) -> String;

/// Nothing beyond keys and texts.
const PLAIN: Can = Can { plurals: false, languages: false, breaks: false, latin1: false };
const PLURALS: Can = Can { plurals: true, ..PLAIN };
const BREAKS: Can = Can { breaks: true, ..PLAIN };
const BOTH: Can = Can { plurals: true, ..BREAKS };
const LANGUAGES: Can = Can { languages: true, ..PLAIN };
const LATIN1: Can = Can { latin1: true, ..BREAKS };

/// A format that is read and written, by its name and the extension of its files.
const fn known(names: [&'static str; 2], read: Read, write: Write, can: Can) -> Format {
    let [name, extension] = names;
    Format { name, extension, read: Some(read), write, can }
}

/// A format that is written as lines, and not read.
const fn other(name: &'static str) -> Format {
    Format { name, extension: name, read: None, write: lines::write, can: BREAKS }
}

#[rustfmt::skip]
static FORMATS: [Format; 36] = [
    known(["json", "json"], json::read, json::write, PLURALS),
    known(["json_structured", "json"], json::read_structured, json::write_structured, PLURALS),
    known(["arb", "arb"], arb::read, arb::write, PLURALS),
    known(["yaml", "yaml"], yaml::read, yaml::write, PLURALS),
    known(["yml", "yml"], yaml::read, yaml::write, PLURALS),
    known(["ruby_yaml", "yml"], yaml::read, yaml::write, PLURALS),
    known(["symfony_yaml", "yaml"], yaml::read, yaml::write, PLURALS),
    known(["xml", "xml"], android::read, android::write, BOTH),
    known(["strings", "strings"], strings::read, strings::write, BREAKS),
    known(["stringsdict", "stringsdict"], plist::read_strings, plist::write_strings, PLURALS),
    known(["plist", "plist"], plist::read, plist::write, PLURALS),
    known(["xliff", "xliff"], xliff::read, xliff::write, PLURALS),
    known(["xlf", "xlf"], xliff::read, xliff::write, PLURALS),
    known(["offline_xliff", "xliff"], xliff::read, xliff::write, PLURALS),
    known(["symfony_xliff", "xliff"], xliff::read, xliff::write, PLURALS),
    known(["po", "po"], po::read, po::write, BOTH),
    known(["pot", "pot"], po::read, po::write, BOTH),
    known(["properties", "properties"], properties::read, properties::write, LATIN1),
    known(["csv", "csv"], csv::read, csv::write, LANGUAGES),
    known(["resx", "resx"], resx::read, resx::write, PLAIN),
    known(["env", "env"], lines::read, lines::write, BREAKS),
    known(["ini", "ini"], lines::read, lines::write, BREAKS),
    other("android_sdk"),
    other("docx"),
    other("flutter_sdk"),
    other("html"),
    other("ios_sdk"),
    other("js"),
    other("php"),
    other("php_array"),
    other("php_ini"),
    other("php_laravel"),
    other("react_native"),
    other("ts"),
    other("xls"),
    other("xlsx"),
];

/// The format of this name.
pub(in crate::content) fn find(name: &str) -> Option<&'static Format> {
    let mut formats = FORMATS.iter();
    formats.find(|format| format.name.eq_ignore_ascii_case(name))
}

/// The names of all formats.
pub(in crate::content) fn names() -> impl Iterator<Item = &'static str> + Clone {
    FORMATS.iter().map(|format| format.name)
}

/// What stands for a format that is not known.
pub(in crate::content) fn fallback() -> &'static Format {
    &FORMATS[0]
}

/// The format of files that end like this: `wanted` where it has such files, or else the one of
/// that name.
pub(in crate::content) fn of_extension(
    extension: &str,
    wanted: &'static Format,
) -> Option<&'static Format> {
    match wanted.extension.eq_ignore_ascii_case(extension) {
        true => Some(wanted),
        false => find(extension),
    }
}
