//! Plain scalars that YAML 1.1 reads as another type than YAML 1.2: Python reads an unquoted time
//! as a date.

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::Report;

/// The booleans of YAML 1.1 that are text in YAML 1.2.
const WORDS: [&str; 6] = ["y", "yes", "n", "no", "on", "off"];

pub(super) fn check(text: &str, report: &mut Report) {
    // The document was parsed before: what this parser rejects is no scalar.
    for (event, span) in Parser::new_from_str(text).map_while(Result::ok) {
        if let Event::Scalar(value, ScalarStyle::Plain, _, None) = event
            && is_ambiguous(&value)
        {
            let place = format!("line {}", span.start.line());
            report.add(place, format!("quote `{value}`: YAML 1.1 does not read it as written"));
        }
    }
}

/// Whether it may be a boolean, a date, a time, or a number with underscores, in base 8 or in base
/// 60.
fn is_ambiguous(value: &str) -> bool {
    let digits = value.trim_start_matches(['-', '+']);
    let is_part = |c: char| c.is_ascii_digit() || " \t:.+-_TtZ".contains(c);
    let is_octal = digits.starts_with('0') && digits.len() > 1 && !digits.contains('.');
    WORDS.contains(&&*value.to_ascii_lowercase())
        || (digits.starts_with(|c: char| c.is_ascii_digit())
            && (is_octal || digits.contains(['-', ':', '_']))
            && digits.chars().all(is_part))
}
