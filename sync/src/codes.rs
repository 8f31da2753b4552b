//! Language codes, as the service, a repository and the platforms spell them.

use std::collections::BTreeMap;

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

/// Apple's codes for Chinese, which name the script instead of the region.
const APPLE: [(&str, &str); 2] = [("zh_CN", "zh-Hans"), ("zh_TW", "zh-Hant")];

/// Returns a code of the service as a platform spells it.
pub(crate) fn to_local(service: &str, spelling: Spelling) -> String {
    match spelling {
        Spelling::Plain => service.to_owned(),
        Spelling::Ios => match APPLE.iter().find(|(code, _)| *code == service) {
            Some((_, local)) => (*local).to_owned(),
            None => service.replace('_', "-"),
        },
        Spelling::Android => match service.split_once(['_', '-']) {
            None => service.to_owned(),
            Some((language, region)) if is_region(region) => format!("{language}-r{region}"),
            Some(_) => format!("b+{}", service.replace(['_', '-'], "+")),
        },
    }
}

/// Returns a local code as the service spells it.
pub(crate) fn to_service(local: &str, spelling: Spelling) -> String {
    match spelling {
        Spelling::Plain => local.to_owned(),
        Spelling::Ios => match APPLE.iter().find(|(_, name)| *name == local) {
            Some((code, _)) => (*code).to_owned(),
            None => local.replace('-', "_"),
        },
        Spelling::Android => match local.strip_prefix("b+") {
            Some(parts) => parts.replace('+', "_"),
            None => local.replacen("-r", "_", 1),
        },
    }
}

/// Returns whether a text looks like a code in this spelling.
pub(crate) fn is_code(text: &str, spelling: Spelling) -> bool {
    let is_language = |part: &str| {
        (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let is_part = |part: &str| {
        (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if spelling == Spelling::Android {
        return match (text.strip_prefix("b+"), text.split_once("-r")) {
            (Some(parts), _) => {
                let mut parts = parts.split('+');
                parts.next().is_some_and(is_language) && parts.all(is_part)
            }
            (None, Some((language, region))) => is_language(language) && is_region(region),
            (None, None) => is_language(text),
        };
    }
    let mut parts = text.split(['-', '_']);
    parts.next().is_some_and(is_language) && parts.all(is_part)
}

fn is_region(text: &str) -> bool {
    match text.len() {
        2 => text.bytes().all(|byte| byte.is_ascii_uppercase()),
        3 => text.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
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
        let mapped = self.map.get(local).cloned();
        mapped.unwrap_or_else(|| to_service(local, self.spelling))
    }

    pub(crate) fn is_local(&self, text: &str) -> bool {
        self.map.contains_key(text) || is_code(text, self.spelling)
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
            ("zh_CN", "zh-rCN", "zh-Hans"),
            ("zh_Hans_HK", "b+zh+Hans+HK", "zh-Hans-HK"),
        ] {
            for (spelling, local) in [(Spelling::Android, android), (Spelling::Ios, ios)] {
                assert_eq!(to_local(service, spelling), local);
                assert_eq!(to_service(local, spelling), service);
                assert!(is_code(local, spelling), "{local}");
            }
        }
    }

    #[test]
    fn other_words_are_not_codes() {
        for text in ["", "night", "v21", "land", "en-rUS", "En", "sw600dp"] {
            let spelling = if text == "en-rUS" { Spelling::Ios } else { Spelling::Android };
            assert_eq!(is_code(text, spelling), text == "en-rUS", "{text}");
        }
        assert!(is_code("en-rUS", Spelling::Android));
        assert!(!is_code("pt_BR", Spelling::Android));
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
