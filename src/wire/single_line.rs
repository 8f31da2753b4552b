//! Text on one line, for errors and reports.

/// Replaces characters that would start a line or change the text direction by spaces.
pub(crate) fn single_line(text: &str) -> String {
    text.split(is_control_or_bidi).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether a character is a control character, a line or paragraph separator, or changes the text
/// direction.
fn is_control_or_bidi(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_a_line_or_turns_it() {
        let turning = ["a\nb", "a\r\nb", "a\u{1b}b", "a\u{2028}b", "a\u{61c}b", "a\u{202e}b"];
        for text in turning {
            assert_eq!(single_line(text), "a b", "{text:?}");
        }
    }
}
