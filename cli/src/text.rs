//! How the program tells what is not its own prose: text of others, paths, names of values.

use std::path::{MAIN_SEPARATOR, Path};

use clap::ValueEnum;

/// Text as a terminal may show it: what would move its cursor or change its colors is escaped.
pub(crate) fn shown(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '\n' | '\t' => character.to_string(),
        _ if is_control_or_bidi(character) => character.escape_debug().to_string(),
        _ => character.to_string(),
    });
    escaped.collect()
}

/// What the service says, as the client has it in its own errors.
pub(crate) fn on_one_line(text: &str) -> String {
    let parts = text.split(is_control_or_bidi);
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Control characters, those that begin a line or a paragraph, and those that change the direction
/// of text.
fn is_control_or_bidi(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// A path with `/` between its parts, as the configuration has it, on Windows too.
pub(crate) fn path(path: &Path) -> String {
    let text = path.display().to_string();
    match MAIN_SEPARATOR {
        '/' => text,
        own => text.replace(own, "/"),
    }
}

/// The name of one of several values, as the help has it.
pub(crate) fn name(value: &impl ValueEnum) -> String {
    let shown = value.to_possible_value();
    shown.map_or_else(String::new, |shown| shown.get_name().to_owned())
}
