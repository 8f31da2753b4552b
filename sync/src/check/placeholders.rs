//! Finds the placeholders of a text: of printf, ICU, i18next, Rails and similar formats.

use std::collections::{BTreeMap, BTreeSet};

use crate::icu::{CATEGORIES, argument, braced, is_name};

/// The placeholders of a text, or of all plural forms of a text.
#[derive(Debug, Default)]
pub(super) struct Placeholders {
    /// The placeholders as they are written, by their meaning: `%d` is `%1$d`.
    used: BTreeMap<String, String>,
    /// Those whose values the text shows. An ICU argument may only select a form.
    shown: BTreeSet<String>,
    /// Those in a reference to another text, which a translation may spell out.
    unsure: BTreeSet<String>,
    /// The options of each `select` argument.
    options: BTreeMap<String, BTreeSet<String>>,
    /// Why the text is not a valid ICU message.
    pub(super) invalid: Option<String>,
    /// The number of printf placeholders without a position.
    unnumbered: usize,
    /// Whether the text is a format of dates, such as `%d %b %Y`.
    is_date: bool,
}

impl Placeholders {
    pub(super) fn of(text: &str) -> Self {
        let mut found = Self::default();
        found.scan(text, false);
        if found.is_date {
            found.used.retain(|name, _| !is_printf(name));
        }
        found
    }

    /// Adds the placeholders of another form.
    pub(super) fn add(&mut self, other: Self) {
        self.used.extend(other.used);
        self.shown.extend(other.shown);
        self.unsure.extend(other.unsure);
        self.options.extend(other.options);
    }

    /// Compares a translation with the base text. Requires the placeholders of `required`.
    pub(super) fn differences(&self, base: &Self, required: &Self) -> Vec<String> {
        let has_printf = base.used.keys().any(|name| is_printf(name));
        let missing = required.used.iter();
        let missing = missing.filter(|(name, _)| required.shown.contains(*name) && !self.has(name));
        // `%` is literal in a text that no program formats.
        let unknown = self.used.iter().filter(|(name, _)| !base.has(name));
        let unknown = unknown.filter(|(name, _)| has_printf || !is_printf(name));
        let missing: BTreeSet<_> = missing.map(|(_, written)| written.as_str()).collect();
        let unknown: BTreeSet<_> = unknown.map(|(_, written)| written.as_str()).collect();
        let mut differences = Vec::new();
        if !missing.is_empty() && missing == unknown {
            differences.push("other order of placeholders: number them, as in `%2$s`".to_owned());
        } else {
            for (what, found) in [("missing", missing), ("unknown", unknown)] {
                let found: Vec<_> = found.into_iter().collect();
                if !found.is_empty() {
                    differences.push(format!("{what} placeholder `{}`", found.join("`, `")));
                }
            }
        }
        for (argument, options) in &self.options {
            let Some(known) = base.options.get(argument) else { continue };
            let unknown = options.difference(known);
            differences.extend(unknown.map(|option| {
                format!(
                    "unknown option `{option}` of `{{{argument}, select}}`: do not translate it"
                )
            }));
        }
        differences
    }

    fn has(&self, name: &str) -> bool {
        self.used.contains_key(name) || self.unsure.contains(name)
    }

    fn insert(&mut self, name: String, written: &str, is_unsure: bool) {
        match is_unsure {
            true => drop(self.unsure.insert(name)),
            false => {
                self.shown.insert(name.clone());
                self.used.insert(name, written.to_owned());
            }
        }
    }

    fn scan(&mut self, text: &str, is_unsure: bool) {
        let mut at = 0;
        while let Some(found) = text[at..].find(['%', '{', '$']) {
            at += found;
            let (before, rest) = text.split_at(at);
            at += match rest.as_bytes() {
                [b'%', b'%', ..] => 2,
                [b'%', ..] if is_in_percentage_or_url(before) => 1,
                [b'%', b'{', next, ..] if *next != b'{' => {
                    1 + self.brace(&rest[1..], "%", is_unsure)
                }
                [b'%', ..] => self.percent(rest, is_unsure),
                [b'{', ..] => self.brace(rest, "", is_unsure),
                // A reference of i18next, with arguments of the other text.
                [b'$', b't', b'(', ..] => {
                    let length = rest.find(')').unwrap_or(rest.len());
                    self.scan(&rest[3..length], true);
                    length
                }
                _ => 1,
            };
        }
    }

    /// Reads a placeholder that starts with `%`, and returns its length.
    fn percent(&mut self, rest: &str, is_unsure: bool) -> usize {
        // `%(name)s` of Python, `%<name>d` of Ruby.
        for (open, close) in [("%(", ')'), ("%<", '>')] {
            let Some(name) = rest.strip_prefix(open) else { continue };
            let Some((name, format)) = name.split_once(close) else { return 1 };
            let Some((length, kind)) = conversion(format).filter(|_| is_name(name)) else {
                return 1;
            };
            let length = open.len() + name.len() + 1 + length;
            self.insert(format!("{open}{name}{close}{kind}"), &rest[..length], is_unsure);
            return length;
        }
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let position = rest[1..=digits].parse::<usize>().ok();
        let position = position.filter(|_| rest[1 + digits..].starts_with('$'));
        let start = if position.is_some() { digits + 2 } else { 1 };
        let found = conversion(&rest[start..]).map(|(length, kind)| (start + length, kind));
        // `%name%` of Symfony.
        if let Some((name, _)) = rest[1..].split_once('%')
            && name.len() > 2
            && is_name(name)
            && name.is_ascii()
            && name.starts_with(char::is_alphabetic)
            && name.ends_with(char::is_alphanumeric)
            && found.is_none_or(|(length, _)| length != name.len() + 1)
        {
            let written = &rest[..name.len() + 2];
            self.insert(written.to_owned(), written, is_unsure);
            return written.len();
        }
        let Some((length, kind)) = found else {
            self.is_date |= rest[1..].starts_with(|letter| "-aAbBHIjmMpyYZ".contains(letter));
            return 1;
        };
        let position = position.unwrap_or_else(|| {
            self.unnumbered += 1;
            self.unnumbered
        });
        self.insert(format!("%{position}${kind}"), &rest[..length], is_unsure);
        length
    }

    /// Reads a placeholder in braces, and returns its length.
    fn brace(&mut self, rest: &str, sign: &str, is_unsure: bool) -> usize {
        let Some(inner) = braced(rest) else {
            if let Some((name, kind, _)) = argument(&rest[1..]) {
                self.invalid = Some(format!("`{{{name}, {kind}, ..` has no closing brace"));
                return rest.len();
            }
            return 1;
        };
        let length = inner.len() + 2;
        // `{{name}}`, `{{- name}}`, `{{name, format}}`, `{{name | filter}}`
        if let Some(name) = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
            let name = name.trim_matches(['{', '}', '-', '&', ' ']);
            let name = name.split([',', '|']).next().unwrap_or_default().trim();
            if is_name(name) {
                self.insert(format!("{{{{{name}}}}}"), &format!("{{{{{name}}}}}"), is_unsure);
            }
            return length;
        }
        if let Some((name, kind, options)) = argument(inner) {
            if !is_unsure {
                self.used.insert(format!("{{{name}}}"), format!("{{{name}}}"));
                self.complex(name, kind, options);
            }
            return length;
        }
        // `{name}`, `{0}`, `{0:N2}`, `{date, time}`, `{name!r}`, `{}`
        let name = inner.split([',', ':', '!', '|']).next().unwrap_or_default().trim();
        if inner.is_empty() || is_name(name) {
            let written = format!("{sign}{{{name}}}");
            self.insert(written.clone(), &written, is_unsure);
            return length;
        }
        1
    }

    /// Reads the options of a `plural`, `selectordinal` or `select` argument.
    fn complex(&mut self, name: &str, kind: &str, options: &str) {
        let mut names = BTreeSet::new();
        let mut rest = options.trim_start();
        if let Some(offset) = rest.strip_prefix("offset:") {
            rest = offset.trim_start().trim_start_matches(|digit: char| digit.is_ascii_digit());
            rest = rest.trim_start();
        }
        while !rest.is_empty() {
            let Some((option, _)) = rest.split_once('{') else { break };
            let Some(message) = braced(&rest[option.len()..]) else { break };
            if kind != "select" && message.contains('#') {
                self.shown.insert(format!("{{{name}}}"));
            }
            self.scan(message, false);
            rest = rest[option.len() + message.len() + 2..].trim_start();
            names.insert(option.trim().to_owned());
        }
        let is_form = |option: &&String| {
            CATEGORIES.contains(&option.as_str())
                || option.strip_prefix('=').is_some_and(|number| number.parse::<u64>().is_ok())
        };
        let unknown = names.iter().find(|option| kind != "select" && !is_form(option));
        let reason = match unknown {
            _ if !rest.is_empty() => Some("is not a list of options in braces".to_owned()),
            Some(unknown) => Some(format!("has the unknown form `{unknown}`: do not translate it")),
            None if !names.contains("other") => Some("has no `other`".to_owned()),
            None => None,
        };
        if let Some(reason) = reason {
            self.invalid = Some(format!("`{{{name}, {kind}}}` {reason}"));
        }
        if kind == "select" {
            self.options.insert(name.to_owned(), names);
        }
    }
}

/// Whether a name is of a printf placeholder.
fn is_printf(name: &str) -> bool {
    name.strip_prefix('%')
        .is_some_and(|name| name.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether a `%` after this text is literal, as in `100%` and in `https://example.test/a%20b`.
fn is_in_percentage_or_url(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    before.ends_with(|last: char| last.is_ascii_digit()) || word.contains("://")
}

/// Reads the flags, width, precision and type of a printf placeholder. Returns the length and the
/// type. The space flag is not accepted: `50 % discount` is more common.
fn conversion(format: &str) -> Option<(usize, char)> {
    let rest = match format.strip_prefix('-') {
        Some(rest) if !rest.starts_with(|digit: char| digit.is_ascii_digit()) => return None,
        Some(rest) => rest,
        None => format.trim_start_matches(['+', '#', '0', ',']),
    };
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let rest = rest.trim_start_matches(['h', 'l', 'q', 'z']);
    let kind = match rest.chars().next()? {
        'd' | 'i' | 'u' => 'd',
        'e' | 'f' | 'g' | 'E' | 'G' => 'f',
        'x' | 'X' => 'x',
        's' | 'S' => 's',
        kind @ ('c' | '@') => kind,
        _ => return None,
    };
    Some((format.len() - rest.len() + 1, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(base: &str, text: &str) -> String {
        let [base, text] = [base, text].map(Placeholders::of);
        let invalid = text.invalid.clone().or_else(|| base.invalid.clone());
        text.differences(&base, &base).into_iter().chain(invalid).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn texts_with_the_same_placeholders_do_not_differ() {
        for (base, text) in [
            ("%s of %d", "%2$d / %1$s"),
            ("%d %%, %.2f", "%i %%, %.1f"),
            ("%d %%s", "%d %%ig"),
            ("%@ and %@", "%1$@ und %2$@"),
            ("%lld items", "%lu Artikel"),
            ("Save 50% now", "100%ig % sicher, 20 % discount"),
            ("50% discount, 20%-share", "50 % Rabatt"),
            ("https://a.test/in%20days", "https://a.test/in%20Tage"),
            ("%count% of %size%", "%size%: %count%"),
            ("%d%s", "%d%s"),
            ("%lld%%, %ld-%ld", "%lld%%, %ld-%ld"),
            ("%(name)s %<n>d", "%<n>d %(name)s"),
            ("Hi %{name}", "%{name}, hallo"),
            ("${price}", "{price} $"),
            ("{{count}} of {{- total}}", "{{total, number}}: {{ count }}"),
            ("100%{{count}}", "{{count}} %"),
            ("See $t(ok, {\"n\": {{n}}})", "Siehe OK"),
            ("Delete '{name}'?", "Supprimer \u{ab} {name} \u{bb} ?"),
            ("Delete \u{ab} {name} \u{bb}?", "'{name}' l\u{f6}schen?"),
            ("Delete {name}?", "L'utilisateur '{name}'"),
            ("{0} is {1:N2} {}", "{} {1:F1} {0}"),
            ("{ name } {d, date, short}", "{d, date} {name}"),
            (
                "{n, plural, one {# file} other {# files}}",
                "{n, plural, few {a} many {b} other {c}}",
            ),
            ("{n, plural, offset:1 =0 {no #} one {{x}'s} other {{x}}}", "{n}: {x}"),
            ("{g, select, male {He} other {They}}", "{g, select, other {'{'Sie'}'}}"),
            ("{n, selectordinal, one {#st} other {#th}}", "{n}."),
            ("{ return x; } {\"a\": 1}", "{ gib x; } {\"b\": 1}"),
            ("{n, plural, one {Studio} other {Studios}}", "\u{5236}"),
            ("{g, select, male {He} other {They}}", "x"),
            ("%d %b %Y", "%e. %B %Y"),
            ("%b %d", "%Y\u{5e74}%m"),
            ("%-d.%-m.", "%s"),
            ("Note: a 'quote", "Hinweis: 'ein {"),
        ] {
            assert_eq!(differences(base, text), "", "{base} | {text}");
        }
    }

    #[test]
    fn other_placeholders_are_differences() {
        for (base, text, expected) in [
            ("%s of %d", "%d von %s", "other order of placeholders"),
            ("%d files", "Dateien", "missing placeholder `%d`"),
            ("%d files", "%s Dateien", "missing placeholder `%d`; unknown placeholder `%s`"),
            ("%1$s", "% 1$s", "missing placeholder `%1$s`"),
            ("%(name)s", "%(nom)s", "unknown placeholder `%(nom)s`"),
            ("%count% x", "%zahl% x", "missing placeholder `%count%`"),
            ("%{name}", "% {name}", "missing placeholder `%{name}`; unknown placeholder `{name}`"),
            (
                "{{count}}",
                "{count}",
                "missing placeholder `{{count}}`; unknown placeholder `{count}`",
            ),
            ("{name}", "{\u{438}\u{43c}\u{44f}}", "unknown placeholder `{\u{438}\u{43c}\u{44f}}`"),
            ("{n, plural, other {#}}", "viele", "missing placeholder `{n}`"),
            ("{n, plural, other {{x}}}", "{n, plural, other {{y}}}", "missing placeholder `{x}`"),
            ("{n} {n, plural, other {#}}", "{z, plural, other {#}}", "unknown placeholder `{z}`"),
            ("{n}", "{n, plural, one {1} otros {2}}", "unknown form `otros`"),
            ("{n}", "{n, plural, one {1}}", "has no `other`"),
            ("{n}", "{n, plural, one {1} other 2}", "not a list of options"),
            ("{n}", "{n, plural, one {1} other {2}", "no closing brace"),
            (
                "{g, select, male {a} other {b}}",
                "{g, select, maschio {a} other {b}}",
                "unknown option `maschio` of `{g, select}`",
            ),
        ] {
            let found = differences(base, text);
            assert!(found.contains(expected), "{base} | {text}: {found}");
        }
    }

    #[test]
    fn any_text_can_be_scanned() {
        let parts = "%|{|}|'|$t(|)|a|, plural,|other|1|$|\u{e4}|(|-| |=1|%a\u{f6}b%|offset:";
        let parts: Vec<_> = parts.split('|').collect();
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..100_000 {
            let count = random.usize(1..=12);
            let text: String = (0..count).filter_map(|_| random.choice(&parts).copied()).collect();
            let found = Placeholders::of(&text);
            assert_eq!(found.differences(&found, &found), Vec::<String>::new(), "{text}");
        }
    }
}
