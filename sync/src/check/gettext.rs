//! Compares format strings of gettext as `msgfmt -c` does.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::constant;

/// The flags, each with how its placeholders start and are written.
static FORMATS: LazyLock<[(&str, char, Regex); 3]> = LazyLock::new(|| {
    let c = r"(?x)^% (?: (?<name> [0-9]+ ) \$ )? [-+\ \#0'I]* [0-9]* (?: \. [0-9]* )?
        (?: [m%] | (?<kind> (?: hh? | ll? | [Lqjzt] )? [diouxXeEfFgGaAcspn] | <[0-9A-Z]+> ) )";
    let python = r"(?x)^% (?: \( (?<name> [^)]* ) \) )? [-+\ \#0]* [0-9]* (?: \. [0-9]* )?
        [hlL]? (?: % | (?<kind> [diouxXeEfFgGcrs] ) )";
    let brace = r"(?x)^\{ (?: \{ | (?<name> (?: [A-Za-z_][0-9A-Za-z_]* | [0-9]+ )
        (?: \.[0-9A-Za-z_]+ | \[[^\]]+\] )* ) (?: ![a-z] )?
        (?<kind> (?: : [^{}]* (?: \{[^{}]*\} [^{}]* )* )? ) \} )";
    [("c-format", '%', c), ("python-format", '%', python), ("python-brace-format", '{', brace)]
        .map(|(flag, sign, pattern)| (flag, sign, constant(pattern)))
});

/// The arguments of a format string as they are written, by their names or positions and types.
type Arguments = BTreeMap<(String, String), String>;

/// Returns why `msgfmt -c` rejects a translation with these flags. `is_complete` requires all
/// arguments of the id.
pub(super) fn rejection(flags: &str, id: &str, text: &str, is_complete: bool) -> Option<String> {
    let format = FORMATS.iter().find(|it| flags.split(',').any(|flag| flag.trim() == it.0))?;
    let (flag, base) = (format.0, arguments(format, id)?);
    let Some(own) = arguments(format, text) else {
        return Some(format!("not a valid format string, but its id is (`{flag}`)"));
    };
    let is_tuple = flag == "python-format" && base.keys().any(|(name, _)| name == "1");
    let unknown = own.iter().find(|it| !base.contains_key(it.0));
    let unknown = unknown.filter(|_| is_complete || format.1 == '%').map(|it| ("unknown", it));
    let missing = base.iter().find(|it| !own.contains_key(it.0));
    let missing = missing.filter(|_| is_complete || is_tuple).map(|it| ("missing", it));
    let (what, (_, written)) = unknown.or(missing)?;
    Some(format!("{what} placeholder `{written}` (`{flag}`)"))
}

/// Returns `None` if a text is no valid format string.
fn arguments((flag, sign, pattern): &(&str, char, Regex), text: &str) -> Option<Arguments> {
    let (mut found, mut at) = (Arguments::new(), 0);
    while let Some(start) = text[at..].find(*sign) {
        let parts = pattern.captures(&text[at + start..])?;
        at += start + parts[0].len();
        let Some(kind) = parts.name("kind").map(|kind| kind.as_str()) else { continue };
        let kind = match (*sign, kind.chars().last().unwrap_or_default()) {
            ('%', 'i') => kind.replace('i', "d"),
            ('%', last @ ('o' | 'u' | 'x' | 'X')) => {
                kind.replace(last, if *flag == "c-format" { "u" } else { "d" })
            }
            ('%', last @ ('e' | 'E' | 'F' | 'g' | 'G' | 'a' | 'A')) => kind.replace(last, "f"),
            ('%', 'r') => "s".to_owned(),
            _ => kind.to_owned(),
        };
        let position = || (found.len() + 1).to_string();
        let name = parts.name("name").map_or_else(position, |name| name.as_str().to_owned());
        found.insert((name, kind), parts[0].to_owned());
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_rejected_as_msgfmt_does() {
        for (flags, id, text, expected) in [
            ("c-format", "%d %5.1f %%", "%% %2$g %1$i", ""),
            ("c-format", "%d", "%ld", "unknown placeholder `%ld`"),
            ("fuzzy, c-format", "50%%", "50%", "not a valid format string"),
            ("no-c-format", "%d", "x", ""),
            ("python-format", "100% off", "100% weg", "not a valid format string"),
            ("python-format", "5% {x", "5 % {", ""),
            ("python-format", "%(n)s %(m)d %%", "%(m)i %(n)r", ""),
            ("python-format", "%(n)s", "%(n)d", "unknown placeholder `%(n)d`"),
            ("python-brace-format", "{n}", "{ n }", "not a valid format string"),
            ("python-brace-format", "{a!r} {b[0]:d} {{x}", "{b[0]:d} {a}", ""),
            ("python-brace-format", "{a.b} {c}", "{a} {c}", "unknown placeholder `{a}`"),
        ] {
            let found = rejection(flags, id, text, true).unwrap_or_default();
            assert_eq!(found.split(" (`").next().unwrap().split(',').next(), Some(expected));
        }
        // A form of few integers.
        assert_eq!(rejection("c-format", "%d", "x", false), None);
        assert!(rejection("python-format", "%d", "x", false).is_some());
    }
}
