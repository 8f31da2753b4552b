//! Codes of languages in exports: local ones where they differ from those of the service.

use std::collections::{BTreeMap, BTreeSet};

use super::export::Export;
use crate::error::Error;
use crate::transfer::LanguageMap;
use crate::transfer::project::Languages;
use crate::types::LanguageMapping;

impl Export<'_> {
    /// Lets the export have local codes, for the languages that the project has.
    ///
    /// # Errors
    ///
    /// The map contradicts itself, or the settings; the project does not have a language.
    pub(super) async fn map_languages(&mut self, map: &LanguageMap) -> Result<(), Error> {
        map.check().map_err(Self::unfit)?;
        let Some(mut body) = self.body() else {
            return Ok(());
        };
        if body.language_mapping.is_some() {
            return Err(Self::unfit(
                "the export has a `language_mapping`, and `languages` makes one: keep one of them",
            ));
        }
        let known = self.project_languages().await?;
        for lang in body.filter_langs.iter_mut().flatten() {
            let service = map.to_service(lang);
            if known.lack(service) {
                return Err(Self::unfit(format!(
                    "the project does not have the language `{service}`{}: it has {}{}",
                    as_local(lang, service),
                    known.codes.join(", "),
                    known.nearest(service),
                )));
            }
            *lang = service.to_owned();
        }
        let mut codes: BTreeSet<_> = known.codes.into_iter().collect();
        if !known.is_whole {
            codes.extend(map.pairs().map(|(_, service)| service.to_owned()));
        }
        let mapping = mapping(map, &codes).map_err(Self::unfit)?;
        if !mapping.is_empty() {
            body.language_mapping = Some(mapping);
        }
        self.call.body = body;
        Ok(())
    }

    async fn project_languages(&self) -> Result<Languages, Error> {
        let list = self.call.client.list_languages(&self.call.project_id);
        Languages::read(list.options(self.call.options.for_what_follows())).await
    }

    /// The codes that files of the exported languages have here, where the export names them.
    #[cfg(feature = "zip")]
    pub(super) fn local_langs(&self) -> Option<Vec<String>> {
        let body = self.body()?;
        let mappings = body.language_mapping.unwrap_or_default();
        let local = |lang: String| match &self.languages {
            Some(map) => map.to_local(map.to_service(&lang)).to_owned(),
            None => {
                let own = |mapping: &&LanguageMapping| {
                    mapping.original_language_iso.as_ref() == Some(&lang)
                };
                let custom = mappings.iter().find(own);
                let custom = custom.and_then(|mapping| mapping.custom_language_iso.clone());
                custom.unwrap_or(lang)
            }
        };
        Some(body.filter_langs?.into_iter().map(local).collect())
    }
}

/// What a code stands for, where the caller has written another.
fn as_local(local: &str, service: &str) -> String {
    match local == service {
        true => String::new(),
        false => format!(" (`{local}` here)"),
    }
}

/// The languages that get another code.
fn mapping(map: &LanguageMap, codes: &BTreeSet<String>) -> Result<Vec<LanguageMapping>, String> {
    let mut taken = BTreeMap::new();
    for code in codes {
        let local = map.to_local(code);
        if let Some(other) = taken.insert(local, code) {
            return Err(format!(
                "the languages `{other}` and `{code}` of the project would both have the local \
                 code `{local}`, and one's files would replace the other's: give one of them \
                 another"
            ));
        }
    }
    let others = taken
        .into_iter()
        .filter(|(local, code)| *local != code.as_str());
    let mapping = others.map(|(local, code)| LanguageMapping {
        original_language_iso: Some(code.clone()),
        custom_language_iso: Some(local.to_owned()),
        ..LanguageMapping::default()
    });
    Ok(mapping.collect())
}
