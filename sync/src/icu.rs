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

    /// Writes the argument in one style.
    fn normal(&self) -> String {
        let is_plural = self.kind == "plural";
        let options = self.options.iter().map(|(option, message)| {
            (if is_plural { category(option) } else { option }, normal(message))
        });
        let mut options: Vec<_> = options.collect();
        if is_plural {
            options.sort();
        }
        match options.as_slice() {
            [("other", text)] if is_plural && self.rest.is_empty() => text.clone(),
            _ => {
                let options = options.iter().map(|(option, text)| format!("{option}{{{text}}}"));
                let options: String = options.collect();
                format!("{{{},{},{options}{}}}", self.name, self.kind, self.rest)
            }
        }
    }
}

pub(crate) fn is_name(name: &str) -> bool {
    let is_letter =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-' | '$' | '@');
    !name.is_empty() && !name.starts_with('-') && name.chars().all(is_letter)
}

/// Whether two texts are equal, except for the style of their ICU arguments: white space, the order
/// of plural forms, `=0` for `zero`, and a plural of `other` alone for its text.
pub(crate) fn is_equal(one: &str, other: &str) -> bool {
    let may_differ = is_plural(one) || is_plural(other);
    one == other || (may_differ && normal(one) == normal(other))
}

/// Whether a text may have plural arguments.
pub(crate) fn is_plural(text: &str) -> bool {
    text.contains(", plural,") || text.contains(",plural,")
}

/// Writes the ICU arguments of a text in one style.
fn normal(text: &str) -> String {
    let (mut written, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('{')
        && let Some(inner) = braced(&rest[at..])
    {
        let (before, next) = rest.split_at(at + inner.len() + 2);
        match Argument::parse(inner) {
            Some(argument) => written.extend([&rest[..at], &argument.normal()]),
            None => written.push_str(before),
        }
        rest = next;
    }
    written + rest
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_of_icu_arguments_is_no_difference() {
        let text = "{n, plural, =0{no {x}} one {# a } other {{g, select, m {he} other {they}}}}";
        for same in [
            "{n,plural,zero {no {x}} one{# a }other{{g,select, m{he} other {they}}}}",
            "{n, plural, other {{g, select, m {he} other {they}}} one {# a } zero {no {x}}}",
        ] {
            assert!(is_equal(text, same), "{}\n{}", normal(text), normal(same));
        }
        for other in ["{n, plural, =0{no {x}} one {# a} other {b}}", "{n, plural, one {# a }", ""] {
            assert!(!is_equal(text, other), "{other}");
        }
        assert!(!is_equal("Hi  {name}", "Hi {name}"));
        // As the service exports a text that became a plural in the base language.
        assert!(is_equal("a {n} b", "a {n, plural, other {{n} b}}"));
        assert!(!is_equal("{n, plural, one {a} other {b}}", "b"));
    }
}
