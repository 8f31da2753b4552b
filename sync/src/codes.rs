//! Language codes, as the service, a repository and the platforms spell them.

use std::collections::BTreeMap;

use regex::escape;

/// How a placeholder spells the code of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `{lang}`: as the service does, unless the configuration maps it.
    Plain,
    /// `{lang:android}`: `pt-rBR`, `b+zh+Hans`.
    Android,
    /// `{lang:ios}` and `{lang:dotnet}`: `pt-BR`, `zh-Hans`.
    Ios,
}

impl Spelling {
    /// Returns a regular expression, without capture groups, of what looks like a code.
    pub(crate) fn syntax(self) -> &'static str {
        match self {
            Self::Android => {
                r"b\+[a-z]{2,3}(?:\+[A-Za-z0-9]{2,8})*|[a-z]{2,3}(?:-r(?:[A-Z]{2}|[0-9]{3}))?"
            }
            Self::Plain => "[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*(?:@[A-Za-z0-9]+)?",
            Self::Ios => "[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*",
        }
    }
}

/// Old codes that Android and Java still use, with the current ones.
const OLD: [(&str, &str); 4] = [("iw", "he"), ("in", "id"), ("ji", "yi"), ("tl", "fil")];

/// Returns the language of a code, without script and region.
fn language(code: &str) -> &str {
    let code = code.strip_prefix("b+").unwrap_or(code);
    code.split(['-', '_', '+']).next().unwrap_or_default()
}

/// Returns the language of a local code that Android and Java spell in an old way, such as `id` for
/// `in`.
pub fn current_language(local: &str) -> Option<&'static str> {
    OLD.iter().find(|(old, _)| *old == language(local)).map(|(_, current)| *current)
}

/// Whether a local code stands for a language of the service: in another spelling, or as an old
/// code.
pub(crate) fn is_alike(local: &str, service: &str) -> bool {
    letters(local) == letters(service) || current_language(local) == Some(language(service))
}

/// Returns a code without the differences of spellings.
fn letters(code: &str) -> String {
    code.replace('-', "_").to_lowercase()
}

/// Returns a code of the service as a platform spells it.
pub(crate) fn to_local(service: &str, spelling: Spelling) -> String {
    let is_region = |text: &str| match text.len() {
        2 => text.bytes().all(|byte| byte.is_ascii_uppercase()),
        3 => text.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    };
    match (spelling, service.split_once(['_', '-'])) {
        (Spelling::Plain, _) | (_, None) => service.to_owned(),
        (Spelling::Ios, _) => service.replace('_', "-"),
        (_, Some((language, region))) if is_region(region) => format!("{language}-r{region}"),
        _ => format!("b+{}", service.replace(['_', '-'], "+")),
    }
}

/// Converts between local and service codes: by the configuration, else by the platform's rule.
#[derive(Debug, Clone)]
pub(crate) struct Codes {
    pub(crate) spelling: Spelling,
    /// Local code to the service's.
    pub(crate) map: BTreeMap<String, String>,
}

impl Codes {
    pub(crate) fn local(&self, service: &str) -> String {
        let mapped = self.map.iter().find(|(_, code)| *code == service);
        mapped.map_or_else(|| to_local(service, self.spelling), |(local, _)| local.clone())
    }

    pub(crate) fn service(&self, local: &str) -> String {
        match (self.map.get(local), self.spelling, local.strip_prefix("b+")) {
            (Some(mapped), ..) => mapped.clone(),
            (_, Spelling::Plain, _) => local.to_owned(),
            (_, Spelling::Ios, _) => local.replace('-', "_"),
            (_, Spelling::Android, Some(parts)) => parts.replace('+', "_"),
            (_, Spelling::Android, None) => local.replacen("-r", "_", 1),
        }
    }

    /// Returns a regular expression, without capture groups, of the local codes, long ones first.
    pub(crate) fn syntax(&self, base: &String) -> String {
        let mut codes: Vec<_> = self.map.keys().chain([base]).map(|code| escape(code)).collect();
        codes.sort_by_key(|code| std::cmp::Reverse(code.len()));
        format!("{}|{}", self.spelling.syntax(), codes.join("|"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_platforms_convert_both_ways() {
        for (service, android, ios) in [
            ("de", "de", "de"),
            ("pt_BR", "pt-rBR", "pt-BR"),
            ("es_419", "es-r419", "es-419"),
            ("zh_Hans_HK", "b+zh+Hans+HK", "zh-Hans-HK"),
        ] {
            for (spelling, local) in [(Spelling::Android, android), (Spelling::Ios, ios)] {
                let codes = Codes { spelling, map: BTreeMap::new() };
                assert_eq!((&*codes.local(service), &*codes.service(local)), (local, service));
                let syntax = regex::Regex::new(&format!(r"\A(?:{})\z", spelling.syntax()));
                assert!(syntax.unwrap().is_match(local), "{local}");
            }
        }
    }

    #[test]
    fn the_configuration_overrides_the_rule() {
        let map = [("zh-Hans".to_owned(), "zh_Hans_CN".to_owned())];
        let codes = Codes { spelling: Spelling::Ios, map: map.into() };
        assert_eq!(codes.service("zh-Hans"), "zh_Hans_CN");
        assert_eq!(codes.local("zh_Hans_CN"), "zh-Hans");
        assert_eq!(codes.local("pt_BR"), "pt-BR");
    }
}
