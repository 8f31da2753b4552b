//! The text of a file: its docs, its imports, and its items.

use std::fmt::Write as _;

use super::Module;
use super::docs::comment;

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

    /// Returns the module, which has all that generated code uses from `crate::prelude`.
    pub(super) fn into_module(self, name: &str) -> Module {
        let imports = "use crate::prelude::*;\nuse crate::types::*;\n";
        Module { name: name.to_owned(), source: format!("{}\n{imports}{}", self.docs, self.code) }
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
