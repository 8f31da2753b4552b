//! Which code a language has here and at the service.

use std::collections::BTreeMap;
use std::fmt;

/// Which code each language has here, in paths and names of this machine, and at the service.
///
/// A code that is in no pair is the same in both places, so only those that differ are named:
///
/// ```
/// use l10n_client::LanguageMap;
///
/// let map = LanguageMap::new().pair("pt-BR", "pt_BR").pair("zh-Hans", "zh_CN");
/// assert_eq!(map.to_service("pt-BR"), "pt_BR");
/// assert_eq!(map.to_local("zh_CN"), "zh-Hans");
/// assert_eq!(map.to_service("de"), "de");
/// ```
///
/// Several local codes may stand for one of the service (`pt-BR` in one folder, `pt-rBR` in
/// another); [`to_local`](Self::to_local) tells the first of them. A local code that was paired
/// with two different codes of the service is refused by what takes the map, before anything is
/// sent, and so is an empty code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LanguageMap {
    to_service: BTreeMap<String, String>,
    to_local: BTreeMap<String, String>,
    wrong: Option<String>,
}

impl LanguageMap {
    /// A map without pairs: every code is the same in both places.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a language: its code here, and the one that the service has for it.
    #[must_use]
    pub fn pair(mut self, local: impl Into<String>, service: impl Into<String>) -> Self {
        let (local, service) = (local.into(), service.into());
        if local.is_empty() || service.is_empty() {
            let wrong = format!(
                "the language codes `{local}` and `{service}` are a pair, and one is empty"
            );
            self.wrong.get_or_insert(wrong);
        }
        let first = self.to_service.entry(local.clone());
        let first = first.or_insert_with(|| service.clone());
        if *first != service {
            let wrong = format!(
                "the local language code `{local}` is paired with both `{first}` and `{service}`: \
                 keep one of the pairs"
            );
            self.wrong.get_or_insert(wrong);
        }
        self.to_local.entry(service).or_insert(local);
        self
    }

    /// The code that the service has for a local one.
    pub fn to_service<'a>(&'a self, local: &'a str) -> &'a str {
        self.to_service.get(local).map_or(local, String::as_str)
    }

    /// The local code for one of the service; the first of those that were paired with it.
    pub fn to_local<'a>(&'a self, service: &'a str) -> &'a str {
        self.to_local.get(service).map_or(service, String::as_str)
    }

    /// The pairs, local code first, in the order of the local codes.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.to_service.iter();
        pairs.map(|(local, service)| (local.as_str(), service.as_str()))
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.to_service.is_empty()
    }

    /// # Errors
    ///
    /// Why this is no map, in words.
    pub(super) fn check(&self) -> Result<(), &str> {
        self.wrong.as_deref().map_or(Ok(()), Err)
    }
}

impl<L: Into<String>, S: Into<String>> FromIterator<(L, S)> for LanguageMap {
    fn from_iter<I: IntoIterator<Item = (L, S)>>(pairs: I) -> Self {
        let pairs = pairs.into_iter();
        pairs.fold(Self::new(), |map, (local, service)| {
            map.pair(local, service)
        })
    }
}

impl fmt::Display for LanguageMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (local, service)) in self.pairs().enumerate() {
            let mark = if place == 0 { "" } else { ", " };
            write!(f, "{mark}{local} = {service}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_mapped_both_ways_and_others_are_themselves() {
        let map = LanguageMap::new()
            .pair("pt-BR", "pt_BR")
            .pair("pt-rBR", "pt_BR");
        assert_eq!(map.check(), Ok(()));
        assert_eq!(
            (map.to_service("pt-BR"), map.to_service("pt-rBR")),
            ("pt_BR", "pt_BR")
        );
        assert_eq!(
            (map.to_local("pt_BR"), map.to_local("pt-BR")),
            ("pt-BR", "pt-BR")
        );
        assert_eq!((map.to_service("de"), map.to_local("de")), ("de", "de"));
        let same: LanguageMap = [("pt-BR", "pt_BR"), ("pt-rBR", "pt_BR")]
            .into_iter()
            .collect();
        assert_eq!(map, same);
        assert_eq!(map.to_string(), "pt-BR = pt_BR, pt-rBR = pt_BR");
        // Swapped codes are no contradiction.
        let swapped = LanguageMap::new().pair("a", "b").pair("b", "a");
        assert_eq!((swapped.check(), swapped.to_service("a")), (Ok(()), "b"));
    }

    #[test]
    fn a_contradiction_is_told() {
        let twice = LanguageMap::new().pair("pt", "pt_BR").pair("pt", "pt_BR");
        assert_eq!(twice.check(), Ok(()));
        let said = twice.pair("pt", "pt_PT");
        let said = said.check().map_err(str::to_owned);
        let expected = "the local language code `pt` is paired with both `pt_BR` and `pt_PT`: keep \
                        one of the pairs";
        assert_eq!(said, Err(expected.to_owned()));
        assert!(LanguageMap::new().pair("", "de").check().is_err());
        assert!(LanguageMap::new().pair("de", "").check().is_err());
    }
}
