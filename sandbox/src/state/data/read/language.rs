//! Languages, and what names them.

use std::collections::{HashMap, HashSet};

use super::Reader;
use crate::rules::plural::FORMS;
use crate::state::data::error::{DataError, Within as _, shown, suggestion};
use crate::state::data::form::{self, Reference, Short};
use crate::state::{Language, system_languages};

/// The system languages, by code.
pub(super) struct System {
    by_code: HashMap<String, Language>,
    codes_by_id: HashMap<u64, String>,
}

impl System {
    pub(super) fn new() -> Self {
        let all = system_languages::all();
        let by_code: HashMap<_, _> = all.map(|it| (it.iso.clone(), it)).collect();
        let codes_by_id = by_code.iter().map(|(code, it)| (it.id, code.clone()));
        Self { codes_by_id: codes_by_id.collect(), by_code }
    }

    /// The system language that a language is made of: that with its id, or else with its code, or
    /// else, if it has a name of its own, one without.
    fn language(
        &self,
        language: &form::Language,
        used: &HashSet<u64>,
    ) -> Result<Language, DataError> {
        let code = &language.iso.0;
        if let Some(id) = language.id {
            let known = self.codes_by_id.get(&id.0);
            let known = known.and_then(|code| self.by_code.get(code));
            let known = known.or_else(|| self.by_code.get(code)).cloned();
            let language = known.unwrap_or_else(|| nameless(code));
            return Ok(Language { id: id.0, ..language });
        }
        if let Some(known) = self.by_code.get(code) {
            return Ok(known.clone());
        }
        if language.name.is_none() {
            let codes = self.by_code.keys().map(String::as_str);
            return Err(DataError::new(format!(
                "there is no language {}{}; one of your own is an object with a `name`",
                shown(code),
                suggestion(code, codes)
            )));
        }
        let mut free = system_languages::own().filter(|it| !used.contains(&it.id));
        free.next().ok_or_else(|| DataError::new("there are too many languages of your own"))
    }
}

/// A language of which no more is known than its code.
fn nameless(code: &str) -> Language {
    Language {
        id: 0,
        uuid: uuid::Uuid::nil(),
        iso: code.to_owned(),
        name: code.to_owned(),
        rtl: false,
        plural_forms: FORMS.map(str::to_owned).to_vec(),
    }
}

impl Reader {
    /// The languages of a branch; each once.
    pub(super) fn read_languages(
        &mut self,
        languages: Vec<Short<form::Language>>,
    ) -> Result<Vec<Language>, DataError> {
        let written = languages.iter().filter_map(|language| language.0.id);
        // An id that is written is none that can be given.
        let mut used: HashSet<u64> = written.map(|id| id.0).collect();
        let (mut ids, mut codes) = (HashSet::new(), HashSet::new());
        let mut read = Vec::new();
        for (index, Short(language)) in languages.into_iter().enumerate() {
            let place = || format!("languages[{index}]");
            let language = self.read_language(language, &used).within(place)?;
            used.insert(language.id);
            if !ids.insert(language.id) || !codes.insert(language.iso.clone()) {
                let message = format!("the language {} is there twice", language.iso);
                return Err(DataError::new(message).within(&place()));
            }
            read.push(language);
        }
        Ok(read)
    }

    fn read_language(
        &mut self,
        language: form::Language,
        used: &HashSet<u64>,
    ) -> Result<Language, DataError> {
        let system = self.system.language(&language, used)?;
        let plural_forms = match language.plural_forms {
            Some(forms) => check_forms(forms)?,
            None => system.plural_forms,
        };
        Ok(Language {
            id: system.id,
            // The same language has the same UUID on several branches.
            uuid: language.uuid.map_or_else(|| self.new_uuid(), |uuid| uuid.0),
            iso: language.iso.0,
            name: language.name.map_or(system.name, |name| name.0),
            rtl: language.rtl.unwrap_or(system.rtl),
            plural_forms,
        })
    }
}

fn check_forms(forms: Vec<String>) -> Result<Vec<String>, DataError> {
    let message = match forms.iter().position(|form| !FORMS.contains(&&**form)) {
        _ if forms.is_empty() => "a language has at least one plural form".to_owned(),
        None if forms.len() <= FORMS.len() => return Ok(forms),
        None => "a form is there twice".to_owned(),
        Some(index) => {
            format!("{} is no plural form: there are {}", shown(&forms[index]), FORMS.join(", "))
        }
    };
    Err(DataError::new(message).within("plural_forms"))
}

/// The languages of all branches, for what names them.
pub(super) struct Languages {
    by_code: HashMap<String, u64>,
    ids: HashSet<u64>,
}

impl Languages {
    pub(super) fn of<'l>(languages: impl Iterator<Item = &'l Language>) -> Self {
        let (mut by_code, mut ids) = (HashMap::new(), HashSet::new());
        for language in languages {
            by_code.entry(language.iso.clone()).or_insert(language.id);
            ids.insert(language.id);
        }
        Self { by_code, ids }
    }

    pub(super) fn find(&self, reference: &Reference) -> Result<u64, DataError> {
        match reference {
            Reference::Id(id) if self.ids.contains(id) => Ok(*id),
            Reference::Id(id) => {
                Err(DataError::new(format!("the project has no language with the id {id}")))
            }
            Reference::Name(code) => self.by_code.get(code).copied().ok_or_else(|| {
                let known = self.by_code.keys().map(String::as_str);
                let (shown, suggestion) = (shown(code), suggestion(code, known));
                DataError::new(format!("the project has no language {shown}{suggestion}"))
            }),
        }
    }
}
