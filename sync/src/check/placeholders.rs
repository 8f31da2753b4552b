//! Finds the placeholders of a text: of printf, ICU, i18next, Rails and similar formats, and tags.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::icu::{Argument, CATEGORIES, braced, category, is_name};
use crate::pattern::constant;

/// `%d`, `%1$.2f`, `%(name)s` of Python and `%<name>d` of Ruby. The space flag is not accepted:
/// `50 % discount` is more common.
static PRINTF: LazyLock<Regex> = LazyLock::new(|| {
    constant(
        r"(?x)^%
        (?: (?<position> [0-9]+ ) \$ | \( (?<python> [^)]* ) \) | < (?<ruby> [^>]* ) > )?
        (?: -[0-9] | [+\#0,]* ) [0-9.]* [hlqz]* (?<kind> [diueEfgGxXsSc@] )",
    )
});

/// `%name%` of Symfony.
static SYMFONY: LazyLock<Regex> =
    LazyLock::new(|| constant("^%([A-Za-z][0-9A-Za-z_.$@-]+[0-9A-Za-z])%"));

/// `%#@name@` of `.stringsdict`.
static VARIABLE: LazyLock<Regex> = LazyLock::new(|| constant(r"^%(?:[0-9]+\$)?#@([^@]+)@"));

/// A tag of HTML, XML or JSX.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    constant(
        r#"(?x)^<(?<end> /? )
        (?<name> [0-9A-Za-z\x{80}-\x{10FFFF}] [0-9A-Za-z\x{80}-\x{10FFFF}_:.-]* )
        (?<attributes> (?: [\ \t\r\n] (?: [^<>"'] | "[^"]*" | '[^']*' )* )? /? )>"#,
    )
});

static ID: LazyLock<Regex> =
    LazyLock::new(|| constant(r#"[ \t\r\n]id[ \t\r\n]*=[ \t\r\n]*["']([^"']*)["']"#));

/// The placeholders of a text, or of all plural forms of a text.
#[derive(Debug, Default)]
pub(super) struct Placeholders {
    /// The placeholders as they are written, by their meaning: `%d` is `%1$d`.
    used: BTreeMap<String, String>,
    /// Those that a translation must show. An ICU argument may only select a form.
    shown: BTreeSet<String>,
    /// The options of each `select` argument.
    options: BTreeMap<String, BTreeSet<String>>,
    /// The forms of each `plural` argument.
    pub(super) plurals: Vec<BTreeSet<String>>,
    /// A tag without its counterpart.
    unpaired: Option<String>,
    /// Why the text is not a valid ICU message.
    pub(super) invalid: Option<String>,
    /// The tags that are open where the text is read.
    open: Vec<String>,
    /// The number of printf placeholders without a position.
    unnumbered: usize,
    /// Each `%` and `{` that neither starts a placeholder nor is doubled.
    lone: BTreeSet<char>,
    /// Whether the text is a format of dates, such as `%d %b %Y`.
    is_date: bool,
}

impl Placeholders {
    pub(super) fn of(text: &str) -> Self {
        let (mut found, mut at) = (Self::default(), 0);
        while let Some(length) = text[at..].find(['%', '{', '<']) {
            let (before, rest) = text.split_at(at + length);
            at = before.len()
                + match rest.as_bytes() {
                    [b'%', b'%', ..] => 2,
                    [b'%', ..] if is_in_percentage_or_url(before) => {
                        found.lone.insert('%');
                        1
                    }
                    [b'%', b'{', next, ..] if *next != b'{' => 1 + found.brace(&rest[1..], "%"),
                    [b'%', ..] => found.percent(rest),
                    [b'{', ..] if before.ends_with('\'') && braced(rest).is_none() => 1,
                    [b'{', ..] => found.brace(rest, ""),
                    _ => found.tag(rest),
                };
        }
        found.unpaired = found.unpaired.or(found.open.pop());
        if found.is_date {
            found.used.retain(|name, _| !is_printf(name));
        }
        found
    }

    /// Adds the placeholders of another form.
    pub(super) fn add(mut self, other: Self) -> Self {
        self.used.extend(other.used);
        self.shown.extend(other.shown);
        self.options.extend(other.options);
        self.plurals.extend(other.plurals);
        self.unpaired = self.unpaired.or(other.unpaired);
        self.invalid = self.invalid.or(other.invalid);
        self.lone.extend(other.lone);
        self
    }

    /// Compares a translation with the base text. Requires the placeholders of `required`.
    pub(super) fn differences(&self, base: &Self, required: &Self) -> Vec<String> {
        let has_printf = base.used.keys().any(|name| is_printf(name));
        let has_tags = base.unpaired.is_none() && base.used.keys().any(|name| is_tag(name));
        // `%` is literal in a text that no program formats, and `<` in one without markup.
        let counts = |name: &str| (has_printf || !is_printf(name)) && (has_tags || !is_tag(name));
        let missing = required.used.iter();
        let missing = missing
            .filter(|(name, _)| required.shown.contains(*name) && !self.used.contains_key(*name));
        let missing = missing.filter(|(name, _)| counts(name));
        let unknown =
            self.used.iter().filter(|(name, _)| !base.used.contains_key(*name) && counts(name));
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
        let unpaired = self.unpaired.as_ref().filter(|_| has_tags);
        differences.extend(unpaired.map(|tag| format!("unbalanced tag `{tag}`")));
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

    /// Returns what is wrong about a `%` or `{` outside of placeholders, if the base text has none
    /// and placeholders that start with it: programs that replace these reject the text.
    pub(super) fn lone(&self, base: &Self, is_icu: bool) -> Option<String> {
        let mut base_names = base.used.keys();
        let (is_printf, is_icu) = (
            base_names.clone().any(|name| is_printf(name) || name.starts_with("%(")),
            is_icu || base_names.any(|name| name.starts_with('{') && !name.starts_with("{{")),
        );
        self.lone.difference(&base.lone).find_map(|sign| match sign {
            '%' if is_printf => Some("a `%` is not part of a placeholder: write `%%`".to_owned()),
            '{' if is_icu => Some("a `{` has no closing brace".to_owned()),
            _ => None,
        })
    }

    fn insert(&mut self, name: String, written: &str) {
        self.shown.insert(name.clone());
        self.used.insert(name, written.to_owned());
    }

    /// Reads a tag. Returns its length, up to its attributes if these may have placeholders.
    fn tag(&mut self, rest: &str) -> usize {
        let Some(tag) = TAG.captures(rest) else { return 1 };
        let (name, attributes) = (&tag["name"], &tag["attributes"]);
        let is_end = !tag["end"].is_empty();
        let mut length = tag[0].len() - attributes.len() - 1;
        let local = name.strip_prefix("xliff:").unwrap_or(name);
        let is_inline = matches!(local, "x" | "g" | "ph" | "bx" | "ex" | "bpt" | "ept" | "pc");
        if let Some(id) = ID.captures(attributes).filter(|_| is_inline) {
            let key = format!("<{local} id=\"{}\">", &id[1]);
            // Programs that use resources of Android ignore its tags.
            if local == name {
                self.shown.insert(key.clone());
            }
            self.used.insert(key, format!("<{name} id=\"{}\">", &id[1]));
            length = tag[0].len();
        } else if !is_end && !matches!(name, "br" | "wbr" | "hr") {
            self.insert(format!("<{name}>"), &format!("<{name}>"));
        }
        let is_void = matches!(name, "br" | "wbr" | "hr" | "img" | "input");
        if is_end && self.open.pop().is_none_or(|open| open != format!("<{name}>")) {
            self.unpaired.get_or_insert(format!("</{name}>"));
        } else if !is_end && !is_void && !attributes.ends_with('/') {
            self.open.push(format!("<{name}>"));
        }
        length
    }

    /// Reads a placeholder that starts with `%`, and returns its length.
    fn percent(&mut self, rest: &str) -> usize {
        if let Some(variable) = VARIABLE.captures(rest) {
            self.insert(format!("%#@{}@", &variable[1]), &variable[0]);
            return variable[0].len();
        }
        let symfony = SYMFONY.captures(rest);
        // `%lld%%` is of printf.
        let is_long = |name: &str| name.trim_start_matches(['h', 'l', 'q', 'z']).len() > 1;
        if let Some(symfony) = symfony.filter(|found| is_long(&found[1])) {
            self.insert(symfony[0].to_owned(), &symfony[0]);
            return symfony[0].len();
        }
        let Some(printf) = PRINTF.captures(rest) else {
            self.lone.insert('%');
            self.is_date |= rest[1..].starts_with(|letter| "-aAbBHIjmMpyYZ".contains(letter));
            return 1;
        };
        let kind = match &printf["kind"] {
            "d" | "i" | "u" => "d",
            "e" | "f" | "g" | "E" | "G" => "f",
            "X" => "x",
            "S" => "s",
            kind => kind,
        };
        let part = |name| printf.name(name).map(|part| part.as_str());
        let name = match (part("position"), part("python"), part("ruby")) {
            (Some(position), ..) => format!("%{position}${kind}"),
            (_, Some(name), _) if is_name(name) => format!("%({name}){kind}"),
            (.., Some(name)) if is_name(name) => format!("%<{name}>{kind}"),
            (None, None, None) => {
                self.unnumbered += 1;
                format!("%{}${kind}", self.unnumbered)
            }
            _ => return 1,
        };
        self.insert(name, &printf[0]);
        printf[0].len()
    }

    /// Reads a placeholder in braces after a sign, and returns its length.
    fn brace(&mut self, rest: &str, sign: &str) -> usize {
        let inner = braced(rest);
        let doubled = rest.strip_prefix("{{").and_then(Argument::parse);
        let unclosed = Argument::parse(&rest[1..]).filter(|_| inner.is_none());
        if let Some(Argument { name, kind, .. }) = doubled {
            self.invalid = Some(format!("`{{{{{name}, {kind}, ..` has two braces: remove one"));
            return rest.len();
        }
        if let Some(Argument { name, kind, .. }) = unclosed {
            self.invalid = Some(format!("`{{{name}, {kind}, ..` has no closing brace"));
            return rest.len();
        }
        let Some(inner) = inner else {
            self.lone.insert('{');
            return 1;
        };
        let length = inner.len() + 2;
        if let Some(argument) = Argument::parse(inner) {
            self.argument(&argument);
            return length;
        }
        // `{{name}}`, `{{- name}}`, `{{name, format}}`, `{{name | filter}}`; `{name}`, `{0}`,
        // `{0:N2}`, `{date, time}`, `{name!r}`, `{}`
        let double = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
        let name = double.map_or(inner, |name| name.trim_matches(['{', '}', '-', '&', ' ']));
        let ends: &[char] = if double.is_some() { &[',', '|'] } else { &[',', ':', '!', '|'] };
        let name = name.split(ends).next().unwrap_or_default().trim();
        let written = match double {
            Some(_) => format!("{{{{{name}}}}}"),
            None => format!("{sign}{{{name}}}"),
        };
        if is_name(name) || inner.is_empty() {
            self.insert(written.clone(), &written);
        } else if double.is_none() {
            return 1;
        }
        length
    }

    /// Adds a `plural`, `selectordinal` or `select` argument.
    fn argument(&mut self, Argument { name, kind, options, rest }: &Argument<'_>) {
        let (written, is_select) = (format!("{{{name}}}"), *kind == "select");
        self.used.insert(written.clone(), written.clone());
        let mut names = BTreeSet::new();
        for (option, message) in options {
            if !is_select && message.contains('#') {
                self.shown.insert(written.clone());
            }
            *self = std::mem::take(self).add(Self::of(message));
            let is_offset = |letter: char| letter.is_ascii_digit() || letter == ' ';
            let after_offset = option.strip_prefix("offset:");
            names.insert(after_offset.map_or(*option, |it| it.trim_start_matches(is_offset)));
        }
        let is_form = |option: &str| {
            CATEGORIES.contains(&option)
                || option.strip_prefix('=').is_some_and(|number| number.parse::<u64>().is_ok())
        };
        let unknown = names.iter().find(|option| !is_select && !is_form(option));
        let reason = match unknown {
            _ if !rest.is_empty() => Some("is not a list of options in braces".to_owned()),
            Some(unknown) => Some(format!("has the unknown form `{unknown}`: do not translate it")),
            None if !names.contains("other") => Some("has no `other`".to_owned()),
            None => None,
        };
        if let Some(reason) = reason {
            self.invalid = Some(format!("`{{{name}, {kind}}}` {reason}"));
        } else if *kind == "plural" {
            self.plurals.push(names.iter().map(|name| category(name).to_owned()).collect());
        }
        if is_select {
            self.options.insert((*name).to_owned(), names.into_iter().map(str::to_owned).collect());
        }
    }
}

fn is_tag(name: &str) -> bool {
    name.starts_with('<')
}

/// Whether a name is of a printf placeholder without a name.
fn is_printf(name: &str) -> bool {
    matches!(name.as_bytes(), [b'%', b'0'..=b'9', ..])
}

/// Whether a `%` after this text is literal, as in `100%` and in `https://example.test/a%20b`.
fn is_in_percentage_or_url(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    before.ends_with(|last: char| last.is_ascii_digit()) || word.contains("://")
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
            ("%@ and %lld items", "%1$@ und %2$lu Artikel"),
            ("Save 50% now", "100%ig % sicher, 20 % discount"),
            ("50% discount, 20%-share", "50 % Rabatt"),
            ("https://a.test/in%20days", "https://a.test/in%20Tage"),
            ("%count% of %size%", "%size%: %count%"),
            ("%d%s %lld%%, %ld-%ld", "%d%s %lld%%, %ld-%ld"),
            ("%(name)s %<n>d", "%<n>d %(name)s"),
            ("Hi %{name} ${price}", "{price} $, %{name}, hallo"),
            ("{{count}} of {{- total}}", "{{total, number}}: {{ count }}"),
            ("100%{{count}}", "{{count}} %"),
            ("See $t(ok)", "Siehe OK"),
            ("See $t(ok, {\"n\": {{n}}})", "Siehe {{n}} OK"),
            ("Delete '{name}'?", "Supprimer l'utilisateur \u{ab} {name} \u{bb} ?"),
            ("{0} is {1:N2} {}", "{} {1:F1} {0}"),
            ("{ name } {d, date, short}", "{d, date} {name}"),
            ("{n, plural, one {#} other {#}}", "{n, plural, few {a} many {b} other {c}}"),
            ("{n, plural, offset:1 =0 {no #} one {{x}'s} other {{x}}}", "{n}: {x}"),
            ("{g, select, male {He} other {They}}", "{g, select, other {'{'Sie'}'}}"),
            ("{g, select, male {He} other {They}}", "x"),
            ("{n, selectordinal, one {#st} other {#th}}", "{n}."),
            ("{n, plural, one {Studio} other {Studios}}", "\u{5236}"),
            ("{ return x; } {\"a\": 1}", "{ gib x; } {\"b\": 1}"),
            ("%d %b %Y", "%e. %B %Y"),
            ("%-d.%-m.", "%s"),
            ("<1>A</1> <link>b</link>.", "<link>B</link>: <1>a</1>"),
            ("a < b and c > d", "a < b und c > d"),
            ("One<br>two <b>three</b>", "Eins <b>drei</b><br/>zwei"),
            ("Save as <name>", "Als <Name> sichern"),
            ("Mail", "Mail <a@b.test> <x"),
            ("<a href=\"{url}\" class='x>'>{x}</a>", "<a href='{url}'>{x}</a>"),
            ("<x id=\"A\" equiv-text=\"{{a}}\"/> <x id='B'/>", "<x id=\"B\"/><x id=\"A\"/>"),
            ("<xliff:g id=\"n\">%s</xliff:g>", "%s"),
            ("{n, plural, one {<b>#</b>} other {x}}", "{n, plural, other {<b>#</b>}}"),
        ] {
            assert_eq!(differences(base, text), "", "{base} | {text}");
        }
    }

    #[test]
    fn other_placeholders_are_differences() {
        for (base, text, expected) in [
            ("%s of %d", "%d von %s", "other order of placeholders"),
            ("%d files", "%s Dateien", "missing placeholder `%d`; unknown placeholder `%s`"),
            ("%1$s", "% 1$s", "missing placeholder `%1$s`"),
            ("%(name)s", "%(nom)s", "unknown placeholder `%(nom)s`"),
            ("%count% x", "%zahl% x", "missing placeholder `%count%`"),
            ("%{name}", "% {name}", "missing placeholder `%{name}`; unknown placeholder `{name}`"),
            ("{{n}}", "{n}", "missing placeholder `{{n}}`; unknown placeholder `{n}`"),
            ("{name}", "{\u{438}\u{43c}\u{44f}}", "unknown placeholder `{\u{438}\u{43c}\u{44f}}`"),
            ("{n, plural, other {#}}", "viele", "missing placeholder `{n}`"),
            ("{n, plural, other {{x}}}", "{n, plural, other {{y}}}", "missing placeholder `{x}`"),
            ("{n} {n, plural, other {#}}", "{z, plural, other {#}}", "unknown placeholder `{z}`"),
            ("{n}", "{n, plural, one {1} otros {2}}", "unknown form `otros`"),
            ("{n}", "{n, plural, one {1}}", "has no `other`"),
            ("{n}", "{n, plural, one {1} other 2}", "not a list of options"),
            ("{n}", "{n, plural, one {1} other {2}", "no closing brace"),
            ("{n}", "{{n, plural, one {1} other {2}", "has two braces"),
            ("{n}", "{{n, plural, one {1} other {2}}}", "has two braces"),
            ("{g, select, m {a} other {b}}", "{g, select, f {a} other {b}}", "unknown option `f`"),
            ("<1>a</1>", "< 1 >a</1>", "missing placeholder `<1>`; unbalanced tag `</1>`"),
            ("<2>a</2>", "<2>a<2/>", "unbalanced tag `<2>`"),
            ("<b><i>a</i></b>", "<b><i>a</b></i>", "unbalanced tag `</b>`"),
            ("<a>a</a>", "<\u{e1}>a</\u{e1}>", "`<a>`; unknown placeholder `<\u{e1}>`"),
            ("<x id=\"A\"/>", "<x id=\"B\"/>", "unknown placeholder `<x id=\"B\">`"),
            ("<xliff:g id='n'>x</xliff:g>", "<xliff:g id='m'>x</xliff:g>", "unknown placeholder"),
        ] {
            let found = differences(base, text);
            assert!(found.contains(expected), "{base} | {text}: {found}");
        }
    }

    #[test]
    fn any_text_can_be_scanned() {
        let parts = "<b>|</b>|<|/|>|\"|%|{|}|'|$t(|)|a|, plural,|other|1|$|\u{e4}|(|-| |=1|\
            %a\u{f6}b%|offset:";
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
