//! Quality checks of translations: the few that can be told from the text alone.

use super::words::{marks, without_marks};

/// The checks by the names of filters, and what statistics call each.
pub(crate) const ISSUES: [(&str, &str); 14] = [
    ("spelling_and_grammar", "spelling_grammar"),
    ("placeholders", "inconsistent_placeholders"),
    ("html", "inconsistent_html"),
    ("url_count", "different_number_of_urls"),
    ("url", "different_urls"),
    ("leading_whitespace", "leading_whitespace"),
    ("trailing_whitespace", "trailing_whitespace"),
    ("email_count", "different_number_of_email_address"),
    ("email", "different_email_address"),
    ("brackets", "different_brackets"),
    ("numbers", "different_numbers"),
    ("double_space", "double_space"),
    ("special_placeholder", "special_placeholder"),
    ("unbalanced_brackets", "unbalanced_brackets"),
];

/// Whether a text has an issue, by the name of its filter, beside that of the base language. An
/// empty text has none, and spelling is not checked.
pub(crate) fn has(issue: &str, base: &str, text: &str) -> bool {
    if text.is_empty() {
        return false;
    }
    let differ = |parts: fn(&str) -> Vec<String>| parts(base) != parts(text);
    let counts = |parts: fn(&str) -> Vec<String>| parts(base).len() != parts(text).len();
    match issue {
        "placeholders" => differ(placeholders),
        "html" => differ(tags),
        "url_count" => counts(urls),
        "url" => differ(urls),
        "email_count" => counts(emails),
        "email" => differ(emails),
        "brackets" => differ(brackets),
        "numbers" => differ(numbers),
        "leading_whitespace" => text.starts_with(char::is_whitespace),
        "trailing_whitespace" => text.ends_with(char::is_whitespace),
        "double_space" => text.contains("  "),
        "unbalanced_brackets" => !is_balanced(text),
        _ => false,
    }
}

/// Whether a text has each of [`ISSUES`] beside that of the base language.
pub(crate) fn issues(base: &str, text: &str) -> [bool; ISSUES.len()] {
    match is_plain(base) && is_plain(text) {
        true => [false; ISSUES.len()],
        false => ISSUES.map(|(issue, _)| has(issue, base, text)),
    }
}

/// Whether no check can find anything in a text, as in most texts of large projects.
fn is_plain(text: &str) -> bool {
    let may_matter = |c: char| !c.is_alphabetic() && !" ,.;!?'-".contains(c);
    !text.contains(may_matter) && !text.contains("  ") && text.trim() == text
}

fn sorted<'t>(parts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut sorted: Vec<String> = parts.map(str::to_owned).collect();
    sorted.sort();
    sorted
}

fn placeholders(text: &str) -> Vec<String> {
    sorted(marks(text).filter(|mark| mark.starts_with(['[', '%'])))
}

fn tags(text: &str) -> Vec<String> {
    sorted(marks(text).filter(|mark| mark.starts_with('<')))
}

fn urls(text: &str) -> Vec<String> {
    let is_url = |word: &&str| word.starts_with("https://") || word.starts_with("http://");
    sorted(text.split_whitespace().filter(is_url))
}

fn emails(text: &str) -> Vec<String> {
    let is_email = |word: &&str| {
        let parts = word.split_once('@');
        parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
    };
    sorted(text.split_whitespace().filter(is_email))
}

fn numbers(text: &str) -> Vec<String> {
    let plain = without_marks(text);
    let digits = plain.split(|c: char| !c.is_numeric());
    sorted(digits.filter(|run| !run.is_empty()))
}

fn brackets(text: &str) -> Vec<String> {
    let plain = without_marks(text);
    sorted(plain.matches(['(', ')', '[', ']', '{', '}']))
}

fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for bracket in without_marks(text).chars() {
        match bracket {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(bracket) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the issues that a text has.
    fn found(base: &str, text: &str) -> Vec<&'static str> {
        let names = ISSUES.iter().map(|(filter, _)| *filter);
        let found: Vec<_> = names.filter(|issue| has(issue, base, text)).collect();
        let flags = issues(base, text).iter().filter(|found| **found).count();
        assert_eq!(flags, found.len());
        found
    }

    #[test]
    fn a_faithful_translation_has_none() {
        let base = "Mail [%s:name] (2) at a@b.test or see https://a.test <b>now</b>";
        let text = "Schreib (2) an [%s:name], a@b.test, <b>jetzt</b>, oder sieh https://a.test";
        assert_eq!(found(base, &text.replace("test,", "test")), [""; 0]);
        assert_eq!(found(base, ""), [""; 0], "an untranslated one neither");
    }

    #[test]
    fn each_finds_its_own() {
        assert_eq!(found("%{n} files", "Dateien"), ["placeholders"]);
        assert_eq!(found("<b>x</b>", "<i>x</i>"), ["html"]);
        assert_eq!(found("https://a.test", "https://b.test"), ["url"]);
        assert_eq!(found("at https://a.test", "dort"), ["url_count", "url"]);
        assert_eq!(found("a@b.test", "c@b.test"), ["email"]);
        assert_eq!(found("2 or 3", "2 oder 4"), ["numbers"]);
        assert_eq!(found("x", " x"), ["leading_whitespace"]);
        assert_eq!(found("x", "x\n"), ["trailing_whitespace"]);
        assert_eq!(found("a b", "a  b"), ["double_space"]);
        assert_eq!(found("(x)", "[x]"), ["brackets"]);
        assert_eq!(found("(x)", ")x("), ["unbalanced_brackets"]);
    }
}
