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

/// Returns the name, type and options of an ICU argument that has options.
pub(crate) fn argument(inner: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = inner.split_once(',')?;
    let (kind, options) = rest.split_once(',')?;
    let (name, kind) = (name.trim(), kind.trim());
    let is_complex = matches!(kind, "plural" | "selectordinal" | "select");
    (is_complex && is_name(name)).then_some((name, kind, options))
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
    while let Some(at) = rest.find('{') {
        let Some(inner) = braced(&rest[at..]) else { break };
        let (before, next) = rest.split_at(at + inner.len() + 2);
        match argument(inner) {
            Some((name, kind, options)) => {
                let options = normal_options(kind, options);
                let only = options.strip_prefix("other").filter(|_| kind == "plural");
                let only =
                    only.and_then(|rest| braced(rest).filter(|text| text.len() + 2 == rest.len()));
                written.push_str(&rest[..at]);
                written.push_str(
                    &only.map_or_else(|| format!("{{{name},{kind},{options}}}"), str::to_owned),
                );
            }
            None => written.push_str(before),
        }
        rest = next;
    }
    written + rest
}

fn normal_options(kind: &str, options: &str) -> String {
    let (mut written, mut rest) = (Vec::new(), options);
    while let Some((option, _)) = rest.split_once('{') {
        let Some(message) = braced(&rest[option.len()..]) else { break };
        let name = match (kind, option.trim()) {
            ("plural", "=0") => "zero",
            ("plural", "=1") => "one",
            ("plural", "=2") => "two",
            (_, name) => name,
        };
        written.push(format!("{name}{{{}}}", normal(message)));
        rest = &rest[option.len() + message.len() + 2..];
    }
    if kind == "plural" {
        written.sort();
    }
    written.concat() + rest.trim()
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
