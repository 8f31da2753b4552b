//! The text of a file: its docs, its imports, and its items.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Module;
use super::docs::{WIDTH, comment};
use super::model::Model;

/// What generated code may use besides the types of the document, by the path of its parent.
const NAMES: &[(&str, &[&str])] = &[
    ("std::collections", &["BTreeMap"]),
    ("chrono", &["DateTime", "Utc"]),
    ("reqwest", &["Method"]),
    ("serde_json", &["Map", "Value"]),
    ("uuid", &["Uuid"]),
    ("crate", &["Base64", "CallOptions", "Client", "Error", "Response", "Secret", "UrlText"]),
    ("crate::call", &["Call"]),
    ("crate::call::path", &["RequestPath"]),
    ("crate::files", &["Content"]),
    ("crate::wire::operation", &["Operation", "Server"]),
    ("crate::wire", &["quirks"]),
];

/// A file that is being written.
pub(super) struct File {
    docs: String,
    pub(super) code: String,
}

impl File {
    pub(super) fn new(description: &str) -> Self {
        let docs = comment(description, 0).replace("///", "//!");
        Self { docs, code: String::new() }
    }

    /// Adds an item, after an empty line.
    pub(super) fn item(&mut self, item: &str) {
        let _ = write!(self.code, "\n{}\n", item.trim_end());
    }

    /// Returns the module, which imports the names that its code uses.
    pub(super) fn into_module(self, name: &str, model: &Model) -> Module {
        let used = identifiers(&self.code);
        let own = model.types.iter().filter(|definition| definition.group == name);
        let own: BTreeSet<_> = own.map(|definition| definition.name.as_str()).collect();
        let mut imports = "use crate::macros::*;\n".to_owned();
        for (parent, names) in NAMES {
            let names: Vec<_> =
                names.iter().filter(|name| used.contains(**name)).copied().collect();
            if !names.is_empty() {
                let _ = writeln!(imports, "use {parent}::{{{}}};", names.join(", "));
            }
        }
        let others = model.named_types().filter(|it| used.contains(it) && !own.contains(it));
        let others: BTreeSet<_> = others.collect();
        if !others.is_empty() {
            let others = others.into_iter().collect::<Vec<_>>().join(", ");
            let _ = writeln!(imports, "use crate::types::{{{others}}};");
        }
        Module { name: name.to_owned(), source: format!("{}\n{imports}{}", self.docs, self.code) }
    }
}

/// Breaks a call of a macro that is too long for a line.
pub(super) fn broken(line: String) -> String {
    match line.len() > WIDTH {
        true => line.replace('(', "(\n    ").replace(" -> ", "\n    -> ").replace(");", "\n);"),
        false => line,
    }
}

/// Joins names to lines that are not too long, for the inside of braces in a macro.
pub(super) fn listed(names: &[String]) -> String {
    const WIDTH: usize = 80;
    let one = names.join(", ");
    if one.len() <= WIDTH {
        return if names.is_empty() { one } else { format!(" {one} ") };
    }
    let (mut text, mut line) = (String::new(), String::new());
    for name in names {
        if !line.is_empty() && line.len() + name.len() > WIDTH {
            let _ = write!(text, "\n        {}", std::mem::take(&mut line).trim_end());
        }
        let _ = write!(line, "{name}, ");
    }
    format!("{text}\n        {}\n    ", line.trim_end())
}

/// Returns the identifiers of code, without those in comments and texts, and those of variants.
fn identifiers(code: &str) -> BTreeSet<&str> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let values = lines.map(|line| match line.split_once(" = ") {
        Some((variant, value)) if variant.trim_start().chars().all(is_part) => value,
        _ => line,
    });
    let outside = values.flat_map(|line| line.split('"').step_by(2));
    outside.flat_map(|part| part.split(move |letter| !is_part(letter))).collect()
}
