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

/// The text with a blank in place of each mark: of each `[%..]`, `%{..}`, `<..>` and `&..;`.
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

/// The length of the mark that a text begins with.
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

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn tokens_hold_a_letter_or_a_digit() {
        assert_eq!(count(""), 0);
        assert_eq!(count("Your cart is empty"), 4);
        assert_eq!(count("Wait -- 2 minutes ..."), 3);
        assert_eq!(count("Straße\u{a0}frei"), 2, "blanks beyond ASCII");
        assert_eq!(count("don't over-think"), 2);
    }

    #[test]
    fn slashes_part_words() {
        assert_eq!(count("and/or"), 2);
        assert_eq!(count("See https://garnet.test/start"), 4);
    }

    #[test]
    fn placeholders_markup_and_entities_count_nothing() {
        assert_eq!(count("Hello [%s:first name], you"), 2);
        assert_eq!(count("%{count} of %{total count} files"), 2);
        assert_eq!(count("<b class=\"wide\">Bold</b> text<br/>here"), 3);
        assert_eq!(count("Salt &amp; pepper&nbsp;mill &#8211; x"), 4);
    }

    #[test]
    fn what_only_looks_like_a_mark_is_text() {
        assert_eq!(count("[%open"), 1);
        assert_eq!(count("a < b & c; d"), 4);
        assert_eq!(count("50% of <3"), 3);
    }
}
