//! Formats paths, numbers, and names of values for output.

use std::path::{MAIN_SEPARATOR, Path};

use clap::ValueEnum;

/// Returns a path with `/` as its separator, on Windows too.
pub(crate) fn path(path: &Path) -> String {
    path.display().to_string().replace(MAIN_SEPARATOR, "/")
}

pub(crate) fn name(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Returns a number and a noun, such as `2 texts`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns items as text: the first few, and the number of the others.
pub(crate) fn listed<'a>(
    items: impl IntoIterator<Item = &'a (impl AsRef<str> + 'a)>,
    max: usize,
) -> String {
    let items: Vec<_> = items.into_iter().map(AsRef::as_ref).collect();
    match items.len().saturating_sub(max) {
        0 => items.join(", "),
        more => format!("{} and {more} more", items[..max].join(", ")),
    }
}
