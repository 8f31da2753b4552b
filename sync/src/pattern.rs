//! Path patterns such as `locales/{lang}/*.json`.

use regex::{Regex, escape};

use crate::codes::Spelling;

/// The placeholder of the language in service names.
pub(crate) const LANG_ISO: &str = "%LANG_ISO%";

/// A pattern of text, wildcards and language placeholders.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    tokens: Vec<Token>,
    /// Has one capture group for each token that is no text.
    regex: Regex,
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

/// The tokens of a pattern that are no text; a token precedes those that its start also matches.
const WILD: [(&str, Token); 6] = [
    ("**/", Token::Folders),
    ("*", Token::Star),
    ("{lang}", Token::Lang(Spelling::Plain)),
    ("{lang:android}", Token::Lang(Spelling::Android)),
    ("{lang:ios}", Token::Lang(Spelling::Ios)),
    ("{lang:dotnet}", Token::Lang(Spelling::Ios)),
];

/// The parts of a path that match the language and the wildcards of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Captures {
    pub(crate) lang: Option<String>,
    pub(crate) wildcards: Vec<String>,
}

impl Pattern {
    /// Parses a pattern in which `{lang}` matches any name. Fails with the reason why it is
    /// invalid, and what to do.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix("./").unwrap_or(text);
        check_path(&text.replace("{lang:", "{lang"))?;
        if text.ends_with("**") || text.split('/').any(|name| name != "**" && name.contains("**")) {
            return Err("has `**` next to other text: use `**/` for any folders".to_owned());
        }
        let (mut tokens, mut rest) = (Vec::new(), text);
        while !rest.is_empty() {
            let wild = WILD.iter().find(|(wild, _)| rest.starts_with(wild));
            let (token, end) = match (wild, rest.find(['*', '{']).unwrap_or(rest.len())) {
                (Some((wild, token)), _) => (token.clone(), wild.len()),
                (None, 0) => {
                    return Err("has an unknown placeholder: use `{lang}`, `{lang:android}`, \
                        `{lang:ios}` or `{lang:dotnet}`"
                        .to_owned());
                }
                (None, end) => (Token::Text(rest[..end].to_owned()), end),
            };
            tokens.push(token);
            rest = &rest[end..];
        }
        let is_used = |(wild, _): &&(&str, _)| wild.starts_with('{') && text.contains(wild);
        if WILD.iter().filter(is_used).count() > 1 {
            return Err("has two different placeholders: use the same one twice".to_owned());
        }
        Ok(Self { text: text.to_owned(), regex: regex(&tokens, "[^/]+")?, tokens })
    }

    /// Returns the pattern with a regular expression, without capture groups, for `{lang}`. Fails
    /// with the reason if it is too long.
    pub(crate) fn with_langs(&self, langs: &str) -> Result<Self, String> {
        Ok(Self { regex: regex(&self.tokens, langs)?, ..self.clone() })
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
        let wildcards =
            self.tokens.iter().filter(|token| matches!(token, Token::Star | Token::Folders));
        wildcards.map(|token| *token == Token::Folders).collect()
    }

    /// Matches a path, each part as long as possible.
    pub(crate) fn captures(&self, path: &str) -> Option<Captures> {
        let found = self.regex.captures(path)?;
        let mut captures = Captures::default();
        let wild = self.tokens.iter().filter(|token| !matches!(token, Token::Text(_)));
        for (token, part) in wild.zip(found.iter().skip(1).flatten()) {
            match (token, &captures.lang) {
                // A regular expression cannot compare two of its parts.
                (Token::Lang(_), Some(lang)) if lang != part.as_str() => {
                    return self.with_langs(&escape(lang)).ok()?.captures(path);
                }
                (Token::Lang(_), _) => captures.lang = Some(part.as_str().to_owned()),
                _ => captures.wildcards.push(part.as_str().to_owned()),
            }
        }
        Some(captures)
    }

    pub(crate) fn is_match(&self, path: &str) -> bool {
        self.captures(path).is_some()
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
}

/// Returns a regular expression that is a constant of the program.
#[expect(clippy::expect_used, reason = "each constant has a test")]
pub(crate) fn constant(text: &str) -> Regex {
    Regex::new(text).expect("a valid expression")
}

fn regex(tokens: &[Token], langs: &str) -> Result<Regex, String> {
    let parts = tokens.iter().map(|token| match token {
        Token::Text(text) => escape(text),
        Token::Star => "([^/]*)".to_owned(),
        Token::Folders => "((?:[^/]*/)*)".to_owned(),
        Token::Lang(_) => format!("({langs})"),
    });
    let parts: String = parts.collect();
    Regex::new(&format!(r"\A{parts}\z")).map_err(|_| "is too long: shorten it".to_owned())
}

/// Checks that a path is relative, stays below its folder, and contains no name that Git or Windows
/// reserves. Fails with the reason why it is invalid.
pub(crate) fn check_path(path: &str) -> Result<(), String> {
    let reject = |reason: &str| Err(reason.to_owned());
    if path.starts_with('/') || path.contains(['\\', ':']) {
        return reject("is not a relative path with `/` as separator");
    }
    // Some file systems ignore invisible characters, and so `.git` would have two names.
    if path.contains(|letter: char| letter.is_control() || is_invisible(letter)) {
        return reject("contains a control character or an invisible one");
    }
    for name in path.split('/') {
        let name = name.to_lowercase();
        if name.trim_end_matches(['.', ' ']) != name || name.is_empty() {
            return reject(
                "contains an empty name, `.`, `..`, or one that ends with a dot or space",
            );
        }
        if matches!(&*name, ".git" | "head") || name.starts_with("git~") || is_device(&name) {
            return reject("contains a name that Git or Windows reserves");
        }
    }
    Ok(())
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}'
        | '\u{feff}')
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let mut ports = ["com", "lpt"].iter().filter_map(|port| stem.strip_prefix(port));
    matches!(stem, "con" | "prn" | "aux" | "nul")
        || ports.any(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, path: &str) -> Option<(Option<String>, Vec<String>)> {
        let pattern = Pattern::parse(pattern).unwrap();
        let pattern = pattern.with_langs(pattern.spelling().unwrap().syntax()).unwrap();
        let captures = pattern.captures(path)?;
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
            ("Strings.{lang:dotnet}.resx", "Strings.sr-Latn-RS.resx", "sr-Latn-RS", vec![]),
            ("a/**/{lang}/*.json", "a/b/c/de/x.json", "de", vec!["b/c/", "x"]),
            ("{lang}/m_{lang}.po", "de/m_de.po", "de", vec![]),
            ("{lang}/*_{lang}.po", "pt_br/m_pt_br.po", "pt_br", vec!["m"]),
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
    fn paths_outside_the_folder_and_reserved_names_are_rejected() {
        let wrong = "|a//b|a/../b|a/.|/a|C:/a|a\\b|a\nb|x/.GIT/config|x/.git\u{200c}/a|git~1/a|HEAD|\
            a/con.json|a. /b|a./b";
        for path in wrong.split('|') {
            assert!(check_path(path).is_err(), "{path}");
        }
        for path in ["a", "a/b.json", ".storybook/x", "a/..b", "com/x.json", "content.json"] {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
    }
}
