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

fn is_ambiguous(value: &str) -> bool {
    is_word(value) || is_time(value) || is_number(value)
}

/// `yes`, `Yes` or `YES`, but not `yEs`.
fn is_word(value: &str) -> bool {
    let (lower, upper) = (value.to_ascii_lowercase(), value.to_ascii_uppercase());
    let is_capital = value.get(1..) == lower.get(1..) && value.get(..1) == upper.get(..1);
    WORDS.contains(&&*lower) && (value == lower || value == upper || is_capital)
}

/// A date, with or without a time.
fn is_time(value: &str) -> bool {
    let mut parts = value.splitn(3, '-');
    let mut has_digits = |least: usize, most: usize| {
        parts.next().is_some_and(|part| (least..=most).contains(&part.len()) && is_digits(part))
    };
    let has_month = has_digits(4, 4) && has_digits(1, 2);
    let rest = parts.next().unwrap_or_default();
    let known = |c: char| c.is_ascii_digit() || " \t:.+-TtZ".contains(c);
    has_month && rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(known)
}

/// A number in base 60 (`12:30:00`), in base 8 (`0777`), or with underscores.
fn is_number(value: &str) -> bool {
    let digits = value.trim_start_matches(['-', '+']);
    let is_octal = digits.len() > 1 && digits.starts_with('0') && is_digits(digits);
    let known = |c: char| c.is_ascii_digit() || "_:.".contains(c);
    let starts = digits.starts_with(|c: char| c.is_ascii_digit());
    is_octal || (starts && digits.chars().all(known) && digits.contains(['_', ':']))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
