//! Path patterns such as `locales/{lang}/*.json`.

use crate::codes::Spelling;

/// The placeholder of the language in service names.
pub(crate) const LANG_ISO: &str = "%LANG_ISO%";

/// A pattern of text, wildcards and language placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    tokens: Vec<Token>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Text(String),
    /// `*`: any characters except `/`.
    Star,
    /// `**/`: any number of folders.
    Folders,
    Lang(Spelling),
}

/// The parts of a path that match the language and the wildcards of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Captures {
    pub(crate) lang: Option<String>,
    pub(crate) wildcards: Vec<String>,
}

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    ///
    /// Fails with the reason why it is invalid, and what to do.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix("./").unwrap_or(text);
        check_path(&text.replace("{lang:", "{lang"))?;
        let mut tokens = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            rest = Self::next(rest, &mut tokens)?;
        }
        let spellings: Vec<_> =
            tokens.iter().filter(|token| matches!(token, Token::Lang(_))).collect();
        if spellings.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err("has two different placeholders: use the same one twice".to_owned());
        }
        Ok(Self { text: text.to_owned(), tokens })
    }

    /// Parses the first token of a text, and returns the rest.
    fn next<'t>(rest: &'t str, tokens: &mut Vec<Token>) -> Result<&'t str, String> {
        const PLACEHOLDERS: [(&str, Token); 3] = [
            ("{lang}", Token::Lang(Spelling::Plain)),
            ("{lang:android}", Token::Lang(Spelling::Android)),
            ("{lang:ios}", Token::Lang(Spelling::Ios)),
        ];
        let at_name = match tokens.last() {
            None | Some(Token::Folders) => true,
            Some(Token::Text(text)) => text.ends_with('/'),
            Some(_) => false,
        };
        if let Some(rest) = rest.strip_prefix("**") {
            let Some(rest) = rest.strip_prefix('/').filter(|_| at_name) else {
                return Err("has `**` next to other text: use `**/` for any folders".to_owned());
            };
            tokens.push(Token::Folders);
            return Ok(rest);
        }
        if let Some(rest) = rest.strip_prefix('*') {
            tokens.push(Token::Star);
            return Ok(rest);
        }
        if rest.starts_with('{') {
            for (placeholder, token) in PLACEHOLDERS {
                if let Some(rest) = rest.strip_prefix(placeholder) {
                    tokens.push(token);
                    return Ok(rest);
                }
            }
            return Err(
                "has an unknown placeholder: use `{lang}`, `{lang:android}` or `{lang:ios}`"
                    .to_owned(),
            );
        }
        let end = rest.find(['*', '{']).unwrap_or(rest.len());
        tokens.push(Token::Text(rest[..end].to_owned()));
        Ok(&rest[end..])
    }

    /// Returns the spelling of the placeholder; `None` if there is none.
    pub(crate) fn spelling(&self) -> Option<Spelling> {
        self.tokens.iter().find_map(|token| match token {
            Token::Lang(spelling) => Some(*spelling),
            _ => None,
        })
    }

    /// Returns the wildcards in order: true for `**/`. Patterns with the same wildcards can fill in
    /// each other's captures.
    pub(crate) fn wildcards(&self) -> Vec<bool> {
        let tokens = self.tokens.iter();
        tokens
            .filter_map(|token| match token {
                Token::Star => Some(false),
                Token::Folders => Some(true),
                Token::Text(_) | Token::Lang(_) => None,
            })
            .collect()
    }

    /// Returns the parts between slashes.
    pub(crate) fn segments(&self) -> Vec<Segment<'_>> {
        self.text
            .split('/')
            .map(|segment| match segment {
                "**" => Segment::Folders,
                name if name.contains(['*', '{']) => Segment::Wild(name),
                name => Segment::Name(name),
            })
            .collect()
    }

    /// Matches a path whose language `is_lang` accepts.
    pub(crate) fn captures(&self, path: &str, is_lang: &dyn Fn(&str) -> bool) -> Option<Captures> {
        let mut captures = Captures::default();
        step(&self.tokens, path, is_lang, &mut captures).then_some(captures)
    }

    /// Whether a path matches, with any language.
    pub(crate) fn is_match(&self, path: &str) -> bool {
        self.captures(path, &|_| true).is_some()
    }

    /// Returns the path with these captures and this language.
    pub(crate) fn fill(&self, captures: &Captures, lang: &str) -> String {
        let mut wildcards = captures.wildcards.iter();
        let parts = self.tokens.iter().map(|token| match token {
            Token::Text(text) => text.as_str(),
            Token::Lang(_) => lang,
            Token::Star | Token::Folders => wildcards.next().map_or("", String::as_str),
        });
        parts.collect()
    }

    /// Returns an example of a matching path, to compare patterns.
    pub(crate) fn sample(&self, lang: &str) -> String {
        let wildcards = self.wildcards().into_iter();
        let wildcards = wildcards.map(|folders| if folders { "s/" } else { "s" }.to_owned());
        self.fill(&Captures { lang: None, wildcards: wildcards.collect() }, lang)
    }
}

/// A part of a pattern between slashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Segment<'p> {
    Name(&'p str),
    Wild(&'p str),
    Folders,
}

/// Matches tokens against the rest of a path, longest captures first.
fn step(
    tokens: &[Token],
    path: &str,
    is_lang: &dyn Fn(&str) -> bool,
    captures: &mut Captures,
) -> bool {
    let Some((token, tokens)) = tokens.split_first() else {
        return path.is_empty();
    };
    match token {
        Token::Text(text) => path
            .strip_prefix(text.as_str())
            .is_some_and(|rest| step(tokens, rest, is_lang, captures)),
        Token::Lang(_) => match captures.lang.clone() {
            Some(lang) => {
                path.strip_prefix(&*lang).is_some_and(|rest| step(tokens, rest, is_lang, captures))
            }
            None => ends_in_name(path).any(|end| {
                let (lang, rest) = path.split_at(end);
                if end == 0 || !is_lang(lang) {
                    return false;
                }
                captures.lang = Some(lang.to_owned());
                step(tokens, rest, is_lang, captures) || {
                    captures.lang = None;
                    false
                }
            }),
        },
        Token::Star => ends_in_name(path).any(|end| wildcard(tokens, path, end, is_lang, captures)),
        Token::Folders => {
            let slashes = path.match_indices('/').map(|(at, _)| at + 1);
            let mut ends: Vec<_> = std::iter::once(0).chain(slashes).collect();
            ends.reverse();
            ends.into_iter().any(|end| wildcard(tokens, path, end, is_lang, captures))
        }
    }
}

fn wildcard(
    tokens: &[Token],
    path: &str,
    end: usize,
    is_lang: &dyn Fn(&str) -> bool,
    captures: &mut Captures,
) -> bool {
    let count = captures.wildcards.len();
    captures.wildcards.push(path[..end].to_owned());
    step(tokens, &path[end..], is_lang, captures) || {
        captures.wildcards.truncate(count);
        false
    }
}

/// Returns the offsets at which a capture within the first name may end, last one first.
fn ends_in_name(path: &str) -> impl Iterator<Item = usize> {
    let name = path.find('/').unwrap_or(path.len());
    let inner = path[..name].char_indices().map(|(at, _)| at);
    let mut ends: Vec<_> = inner.chain([name]).collect();
    ends.reverse();
    ends.into_iter()
}

/// Checks that a path is relative, stays below its folder, and contains no name that Git or Windows
/// reserves.
///
/// # Errors
///
/// Fails with the reason why it is invalid.
pub(crate) fn check_path(path: &str) -> Result<(), String> {
    let reject = |reason: &str| Err(reason.to_owned());
    if path.starts_with('/') || path.contains(['\\', ':']) {
        return reject("is not a relative path with `/` as separator");
    }
    if path.contains(char::is_control) {
        return reject("contains a control character");
    }
    if path.split('/').count() > 64 {
        return reject("has more than 64 levels");
    }
    for name in path.split('/') {
        let plain: String = name.chars().filter(|letter| !is_ignorable(*letter)).collect();
        let plain = plain.to_lowercase();
        let trimmed = plain.trim_end_matches(['.', ' ']);
        match trimmed {
            "" => return reject("contains an empty name, `.` or `..`"),
            ".git" | "head" => return reject("contains a name that Git reserves"),
            _ if trimmed.starts_with("git~") => return reject("contains a name that Git reserves"),
            _ if trimmed != plain => {
                return reject("contains a name that ends with a dot or space");
            }
            _ if is_device(trimmed) => return reject("contains a name that Windows reserves"),
            _ => {}
        }
    }
    Ok(())
}

/// Whether some file systems ignore a character in names.
fn is_ignorable(letter: char) -> bool {
    matches!(letter, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}'
        | '\u{feff}')
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let is_port = |prefix: &str| {
        let number = stem.strip_prefix(prefix);
        number.is_some_and(|number| {
            number.len() == 1 && number != "0" && number.parse::<u8>().is_ok()
        })
    };
    matches!(stem, "con" | "prn" | "aux" | "nul") || is_port("com") || is_port("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::is_code;

    fn found(pattern: &str, path: &str) -> Option<(Option<String>, Vec<String>)> {
        let pattern = Pattern::parse(pattern).unwrap();
        let spelling = pattern.spelling().unwrap_or(Spelling::Plain);
        let captures = pattern.captures(path, &|text| is_code(text, spelling))?;
        assert_eq!(pattern.fill(&captures, captures.lang.as_deref().unwrap_or("")), path);
        Some((captures.lang, captures.wildcards))
    }

    #[test]
    fn paths_match_with_their_language_and_wildcards() {
        for (pattern, path, lang, wildcards) in [
            ("locales/{lang}/*.json", "locales/pt-BR/a.b.json", "pt-BR", vec!["a.b"]),
            ("app_{lang}.arb", "app_pt_BR.arb", "pt_BR", vec![]),
            ("values-{lang:android}/*.xml", "values-pt-rBR/s.xml", "pt-rBR", vec!["s"]),
            ("**/{lang}.json", "de.json", "de", vec![""]),
            ("a/**/{lang}/*.json", "a/b/c/de/x.json", "de", vec!["b/c/", "x"]),
            ("{lang}/m_{lang}.po", "de/m_de.po", "de", vec![]),
        ] {
            let wildcards: Vec<_> = wildcards.into_iter().map(str::to_owned).collect();
            assert_eq!(found(pattern, path), Some((Some(lang.to_owned()), wildcards)), "{path}");
        }
        for (pattern, path) in [
            ("locales/{lang}/*.json", "locales/de/x/y.json"),
            ("locales/{lang}/*.json", "package.json"),
            ("{lang}/m_{lang}.po", "de/m_fr.po"),
            ("values-{lang:android}/*.xml", "values-night/s.xml"),
        ] {
            assert_eq!(found(pattern, path), None, "{path}");
        }
    }

    #[test]
    fn an_invalid_pattern_is_rejected_with_a_reason() {
        for (pattern, reason) in [
            ("/etc/{lang}.json", "relative"),
            ("../{lang}.json", "`..`"),
            ("a/{language}.json", "unknown placeholder"),
            ("a**/x", "`**/`"),
            (".git/{lang}", "Git"),
            ("{lang}/{lang:ios}", "two different placeholders"),
            ("", "empty"),
        ] {
            let error = Pattern::parse(pattern).unwrap_err();
            assert!(error.contains(reason), "{pattern}: {error}");
        }
    }

    #[test]
    fn random_names_are_filled_as_they_were_captured() {
        const PARTS: [&str; 12] =
            ["{lang}", "*", "**/", "/", "a", "de", "pt-BR", ".", "..", "_", ".json", "\u{f6}"];
        let mut random = fastrand::Rng::with_seed(7);
        let mut text = |most: usize| {
            let count = random.usize(1..=most);
            (0..count).filter_map(|_| random.choice(PARTS)).collect::<String>()
        };
        let mut matched = 0;
        for _ in 0..100_000 {
            let (pattern, path) = (text(6), text(8).replace(['{', '}', '*'], ""));
            let Ok(pattern) = Pattern::parse(&pattern) else { continue };
            let captures = pattern.captures(&path, &|text| is_code(text, Spelling::Plain));
            if let Some(captures) = captures {
                matched += 1;
                let lang = captures.lang.clone().unwrap_or_default();
                assert_eq!(pattern.fill(&captures, &lang), path, "{pattern:?}");
                assert!(lang.is_empty() || pattern.spelling().is_some());
            }
        }
        assert!(matched > 1000, "{matched} names matched");
    }

    #[test]
    fn paths_outside_the_folder_and_reserved_names_are_rejected() {
        for path in [
            "",
            "a//b",
            "a/../b",
            "a/.",
            "/a",
            "C:/a",
            "a\\b",
            "a\nb",
            "x/.GIT/config",
            "x/.git\u{200c}/a",
            "git~1/a",
            "HEAD",
            "a/con.json",
            "a. /b",
            "a./b",
        ] {
            assert!(check_path(path).is_err(), "{path}");
        }
        for path in ["a", "a/b.json", ".storybook/x", "a/..b", "com/x.json", "content.json"] {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
    }
}
