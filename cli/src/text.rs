//! Formats untrusted text, paths, and names of values for output.

use std::path::{MAIN_SEPARATOR, Path};

use clap::ValueEnum;

/// Escapes characters that would move a terminal's cursor or change its colors. Keeps newlines and
/// tabs.
pub(crate) fn escaped(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '\n' | '\t' => character.to_string(),
        _ if is_control_or_bidi(character) => character.escape_debug().to_string(),
        _ => character.to_string(),
    });
    escaped.collect()
}

/// Whether a character is a control character, a line or paragraph separator, or changes the
/// direction of text.
fn is_control_or_bidi(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Returns a path with `/` as its separator, on Windows too.
pub(crate) fn path(path: &Path) -> String {
    path.display().to_string().replace(MAIN_SEPARATOR, "/")
}

pub(crate) fn name(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
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
