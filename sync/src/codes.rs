//! Language codes, as the service, a repository and the platforms spell them.

use std::collections::{BTreeMap, BTreeSet};

use regex::escape;

/// How a placeholder spells the code of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `{lang}`: as the service does, unless the configuration maps it.
    Plain,
    /// `{lang:android}`: `pt-rBR`, `b+zh+Hans`.
    Android,
    /// `{lang:ios}`: `pt-BR`, `zh-Hans`.
    Ios,
}

impl Spelling {
    /// Returns a regular expression, without capture groups, of what looks like a code.
    pub(crate) fn syntax(self) -> &'static str {
        match self {
            Self::Android => {
                r"b\+[a-z]{2,3}(?:\+[A-Za-z0-9]{2,8})*|[a-z]{2,3}(?:-r(?:[A-Z]{2}|[0-9]{3}))?"
            }
            Self::Plain | Self::Ios => "[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*",
        }
    }
}

/// Old codes that Android and Java still use, with the current ones.
const OLD: [(&str, &str, &str); 4] = [
    ("iw", "he", "Hebrew"),
    ("in", "id", "Indonesian"),
    ("ji", "yi", "Yiddish"),
    ("tl", "fil", "Filipino"),
];

/// Returns the language of a code, without script and region.
fn language(code: &str) -> &str {
    let code = code.strip_prefix("b+").unwrap_or(code);
    code.split(['-', '_', '+']).next().unwrap_or_default()
}

/// Returns the language of a local code that Android and Java spell in an old way, such as `id` for
/// `in`.
pub fn current_language(local: &str) -> Option<&'static str> {
    OLD.iter().find(|(old, ..)| *old == language(local)).map(|(_, code, _)| *code)
}

/// Returns what to do about an old code, if the project has its language.
pub(crate) fn old_code(local: &str, project: &BTreeSet<String>) -> Option<String> {
    let (old, current, name) = OLD.iter().find(|(old, ..)| *old == language(local))?;
    let code = project.iter().find(|code| language(code) == *current)?;
    Some(format!(
        "`{old}` is Android's code for {name}: map `{local} = \"{code}\"` in `languages` of the \
         group"
    ))
}

/// Returns a code without the differences of spellings.
pub(crate) fn letters(code: &str) -> String {
    code.replace('-', "_").to_lowercase()
}

/// Returns a regular expression that matches one of these texts, long ones first.
pub(crate) fn any_of<'t>(texts: impl IntoIterator<Item = &'t String>) -> String {
    let mut texts: Vec<_> = texts.into_iter().map(|text| escape(text)).collect();
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    match texts.is_empty() {
        true => r"[^\s\S]".to_owned(),
        false => texts.join("|"),
    }
}

/// Returns a code of the service as a platform spells it.
pub(crate) fn to_local(service: &str, spelling: Spelling) -> String {
    match spelling {
        Spelling::Plain => service.to_owned(),
        Spelling::Ios => service.replace('_', "-"),
        Spelling::Android => match service.split_once(['_', '-']) {
            None => service.to_owned(),
            Some((language, region)) if is_region(region) => format!("{language}-r{region}"),
            Some(_) => format!("b+{}", service.replace(['_', '-'], "+")),
        },
    }
}

fn is_region(text: &str) -> bool {
    let digit = |byte: &u8| byte.is_ascii_digit();
    matches!(text.as_bytes(), [b'A'..=b'Z', b'A'..=b'Z'])
        || (text.len() == 3 && text.as_bytes().iter().all(digit))
}

/// Converts between local and service codes: by the configuration, else by the platform's rule.
#[derive(Debug, Clone)]
pub(crate) struct Codes {
    spelling: Spelling,
    /// Local code to the service's.
    map: BTreeMap<String, String>,
}

impl Codes {
    pub(crate) fn new(spelling: Spelling, map: BTreeMap<String, String>) -> Self {
        Self { spelling, map }
    }

    pub(crate) fn local(&self, service: &str) -> String {
        let mapped = self.map.iter().find(|(_, code)| *code == service);
        mapped.map_or_else(|| to_local(service, self.spelling), |(local, _)| local.clone())
    }

    pub(crate) fn service(&self, local: &str) -> String {
        match (self.map.get(local), self.spelling) {
            (Some(mapped), _) => mapped.clone(),
            (None, Spelling::Plain) => local.to_owned(),
            (None, Spelling::Ios) => local.replace('-', "_"),
            (None, Spelling::Android) => match local.strip_prefix("b+") {
                Some(parts) => parts.replace('+', "_"),
                None => local.replacen("-r", "_", 1),
            },
        }
    }

    /// Returns a regular expression, without capture groups, of the local codes.
    pub(crate) fn syntax(&self, base: &String) -> String {
        let mapped = any_of(self.map.keys().chain([base]));
        format!("{}|{mapped}", self.spelling.syntax())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_code(text: &str, spelling: Spelling) -> bool {
        regex::Regex::new(&format!(r"\A(?:{})\z", spelling.syntax())).unwrap().is_match(text)
    }

    #[test]
    fn codes_of_platforms_convert_both_ways() {
        for (service, android, ios) in [
            ("de", "de", "de"),
            ("pt_BR", "pt-rBR", "pt-BR"),
            ("es_419", "es-r419", "es-419"),
            ("zh_CN", "zh-rCN", "zh-CN"),
            ("zh_Hans_HK", "b+zh+Hans+HK", "zh-Hans-HK"),
        ] {
            for (spelling, local) in [(Spelling::Android, android), (Spelling::Ios, ios)] {
                let codes = Codes::new(spelling, BTreeMap::new());
                assert_eq!((&*codes.local(service), &*codes.service(local)), (local, service));
                assert!(is_code(local, spelling), "{local}");
            }
        }
    }

    #[test]
    fn a_longer_code_comes_before_its_start() {
        let codes = ["en", "en_GB", "de"].map(str::to_owned);
        assert_eq!(any_of(&codes), "en_GB|en|de");
    }

    #[test]
    fn the_configuration_overrides_the_rule() {
        let map = [("zh-Hans".to_owned(), "zh_Hans_CN".to_owned())];
        let codes = Codes::new(Spelling::Ios, map.into());
        assert_eq!(codes.service("zh-Hans"), "zh_Hans_CN");
        assert_eq!(codes.local("zh_Hans_CN"), "zh-Hans");
        assert_eq!(codes.local("pt_BR"), "pt-BR");
    }
}
