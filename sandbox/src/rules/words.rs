//! How many words a text has.

/// Tokens between blanks and slashes that hold a letter or a digit. Placeholders, markup and
/// entities count nothing.
pub(crate) fn count(text: &str) -> usize {
    let plain = without_marks(text);
    plain
        .split(|c: char| c.is_whitespace() || c == '/')
        .filter(|token| token.chars().any(char::is_alphanumeric))
        .count()
}

fn without_marks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let found = mark(rest);
        plain.push(if found.is_some() { ' ' } else { first });
        rest = &rest[found.unwrap_or(first.len_utf8())..];
    }
    plain
}

fn mark(text: &str) -> Option<usize> {
    let end = |close: &str| Some(text.find(close)? + close.len());
    if text.starts_with("[%") {
        return end("]");
    }
    if text.starts_with("%{") {
        return end("}");
    }
    if let Some(tag) = text.strip_prefix('<') {
        let is_tag = tag.trim_start_matches('/').starts_with(char::is_alphabetic);
        return is_tag.then(|| end(">"))?;
    }
    let name = text.strip_prefix('&')?.split(';').next()?;
    let is_entity = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#');
    is_entity.then(|| end(";"))?
}

#[test]
fn words_hold_a_letter_or_a_digit_and_marks_count_nothing() {
    for (text, words) in [
        ("", 0),
        ("Wait -- 2 minutes ...", 3),
        ("Straße\u{a0}frei", 2),
        ("don't over-think and/or See https://garnet.test/start", 8),
        ("Hello [%s:first name], you", 2),
        ("%{count} of %{total count} files", 2),
        ("<b class=\"wide\">Bold</b> text<br/>here", 3),
        ("Salt &amp; pepper&nbsp;mill &#8211; x", 4),
        ("[%open", 1),
        ("a < b & c; d", 4),
        ("50% of <3", 3),
    ] {
        assert_eq!(count(text), words, "{text}");
    }
}
