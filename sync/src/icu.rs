//! The syntax of ICU messages.

/// The plural categories of CLDR.
pub(crate) const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// Returns the text between the braces that a text starts with. Braces in quotes do not count.
pub(crate) fn braced(text: &str) -> Option<&str> {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(found) = text[at..].find(['{', '}', '\'']) {
        at += found;
        match text.as_bytes()[at] {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(&text[1..at]),
            b'}' => depth -= 1,
            _ if text[at + 1..].starts_with(['{', '}']) => {
                at += text[at + 1..].find('\'').map_or(0, |end| end + 1);
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// An argument with options, such as `{n, plural, one {a file} other {# files}}`.
pub(crate) struct Argument<'t> {
    pub(crate) name: &'t str,
    pub(crate) kind: &'t str,
    /// The options with their messages, in order.
    pub(crate) options: Vec<(&'t str, &'t str)>,
    /// What follows the last option: not empty if the argument is invalid.
    pub(crate) rest: &'t str,
}

impl<'t> Argument<'t> {
    /// Parses the text between the braces of an argument; `None` if it has no options.
    pub(crate) fn parse(inner: &'t str) -> Option<Self> {
        let mut parts = inner.splitn(3, ',').map(str::trim);
        let (name, kind, mut rest) = (parts.next()?, parts.next()?, parts.next()?);
        if !matches!(kind, "plural" | "selectordinal" | "select") || !is_name(name) {
            return None;
        }
        let mut options = Vec::new();
        while let Some(at) = rest.find('{')
            && let Some(message) = braced(&rest[at..])
        {
            options.push((rest[..at].trim(), message));
            rest = rest[at + message.len() + 2..].trim_start();
        }
        Some(Self { name, kind, options, rest })
    }
}

pub(crate) fn is_name(name: &str) -> bool {
    let is_letter =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-' | '$' | '@');
    !name.is_empty() && !name.starts_with('-') && name.chars().all(is_letter)
}

/// Returns the category that an option of a plural is written for.
pub(crate) fn category(option: &str) -> &str {
    match option {
        "=0" => "zero",
        "=1" => "one",
        "=2" => "two",
        name => name,
    }
}
