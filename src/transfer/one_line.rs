//! Names as lines of reports show them.

use std::fmt::{self, Write as _};

/// A text with escapes in the place of what would begin a line, or turn it.
pub(super) struct OneLine(pub(super) String);

impl fmt::Display for OneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            _ if is_unsightly(character) => write!(f, "{}", character.escape_debug()),
            _ => f.write_char(character),
        })
    }
}

/// Whether a character would begin another line, or change how the rest of this one looks:
/// controls, ends of lines and paragraphs, and those that say which way text runs.
fn is_unsightly(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}
