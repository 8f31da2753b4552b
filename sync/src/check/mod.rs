//! Checks local files without the service: their syntax, their placeholders, and missing keys.

mod placeholders;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use crate::compare::{Bases, Content};
use crate::config::Group;
use crate::error::Error;
use crate::formats::{Entry, File, Text};
use crate::selection::Selection;
use crate::workspace::{LocalFile, Workspace};
use placeholders::Placeholders;

/// The result of [`Workspace::check`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CheckReport {
    /// The problems, ordered by path and line.
    pub problems: Vec<Problem>,
    /// The number of checked files.
    pub files: usize,
    /// The paths of files in formats that cannot be checked.
    pub unchecked: Vec<String>,
    /// The paths of translations without a file of the base language to compare them with.
    pub orphans: Vec<String>,
}

/// A problem in a local file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// The path relative to the root, with `/` as separator. For a missing key, that of the base
    /// language.
    pub path: String,
    /// The line, starting at 1.
    pub line: usize,
    /// The key, if the problem is not of the whole file.
    pub key: Option<String>,
    /// The kind.
    pub kind: ProblemKind,
    /// What is wrong.
    pub message: String,
}

/// The kind of a [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProblemKind {
    /// The file, or an ICU message in it, is not valid.
    Syntax,
    /// The placeholders differ from those of the base text.
    Placeholders,
    /// Translations lack the key, or a form of its plural.
    MissingKey,
    /// The base language lacks the key, so a push does not send it.
    UnknownKey,
}

/// The local codes of the languages that lack a key, by the name of its file and the key.
type Missing<'w> = HashMap<(&'w str, String), Vec<&'w str>>;

impl Workspace {
    /// Checks the files of the configuration, and sends no request: their syntax, and whether their
    /// translations have the placeholders and keys of the base language. `paths` selects files,
    /// folders and patterns, with the translations of a selected file of the base language;
    /// `languages` selects languages by local or service code.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if a path matches no file or no file is of the base language,
    /// with [`Error::Io`] if a file cannot be read.
    pub fn check(&self, paths: &[String], languages: &[String]) -> Result<CheckReport, Error> {
        let selection = Selection::new(paths)?;
        selection.check(self.files().iter().map(|file| file.path.as_str()))?;
        self.check_base()?;
        let mut bases = Bases::new(self);
        let mut missing = Missing::new();
        let mut report = CheckReport::default();
        let is_lang =
            |file: &LocalFile, lang: &str| self.is_lang(&self.groups[file.group], lang, languages);
        let is_selected = |file: &LocalFile| selection.has(&file.path);
        for file in self.files().iter().filter(|file| is_lang(file, &file.lang)) {
            let source = bases.file(&file.name).filter(|_| !file.is_base).cloned();
            if !is_selected(file) && !source.as_ref().is_some_and(is_selected) {
                continue;
            }
            if file.is_base {
                bases.get(self, &file.name)?.map(|content| report.read(file, content));
                continue;
            }
            let content = self.content(file)?;
            let Some(local) = report.read(file, &content) else { continue };
            match bases.get(self, &file.name)? {
                None => report.orphans.push(file.path.clone()),
                Some(Content::Texts(base)) if local.lacks_root(base) => report.add_root(file),
                Some(Content::Texts(base)) if base.lacks_root(local) => {
                    source.iter().for_each(|source| report.add_root(source));
                }
                Some(Content::Texts(base)) => {
                    report.compare(file, &self.groups[file.group], local, base);
                    for entry in missing_in(local, base) {
                        let langs = missing.entry((&file.name, entry.key.clone())).or_default();
                        langs.push(&file.local_lang);
                    }
                }
                Some(_) => {}
            }
        }
        let is_sought = |file: &LocalFile, lang: &str| is_selected(file) && is_lang(file, lang);
        self.check_missing(&missing, &mut bases, &mut report, is_sought)?;
        report.problems.sort();
        report.problems.dedup();
        Ok(report)
    }

    /// Reports the keys that translations lack, and the files that sought languages lack but have
    /// others of the group.
    fn check_missing(
        &self,
        missing: &Missing<'_>,
        bases: &mut Bases,
        report: &mut CheckReport,
        is_sought: impl Fn(&LocalFile, &str) -> bool,
    ) -> Result<(), Error> {
        let mut known = HashSet::new();
        let mut langs: HashMap<usize, BTreeMap<&str, &str>> = HashMap::new();
        for file in self.files().iter().filter(|file| !file.is_base) {
            known.insert((&file.name, file.lang.as_str()));
            langs.entry(file.group).or_default().insert(&file.lang, &file.local_lang);
        }
        for source in self.files().iter().filter(|file| file.is_base) {
            let Some(base) = bases.get(self, &source.name)?.and_then(Content::texts) else {
                continue;
            };
            for entry in base.entries() {
                if let Some(langs) = missing.get(&(&source.name, entry.key.clone())) {
                    let message = format!("missing in {}", langs.join(", "));
                    report.add(source, entry, ProblemKind::MissingKey, message);
                }
            }
            let langs = langs.get(&source.group).into_iter().flatten();
            let langs = langs.filter(|(lang, _)| {
                !known.contains(&(&source.name, *lang)) && is_sought(source, lang)
            });
            let langs: Vec<_> = langs.map(|(_, local)| *local).collect();
            let has_texts = base.entries().iter().any(is_translated);
            if !langs.is_empty() && has_texts {
                let message = format!("no file in {}", langs.join(", "));
                report.add_file(source, 1, ProblemKind::MissingKey, message);
            }
        }
        Ok(())
    }
}

/// Returns what to do about a file whose texts are not below a key that is its language.
pub(crate) fn wrong_root(file: &LocalFile) -> String {
    format!("the key at its root is not the language: rename it `{}`", file.local_lang)
}

/// Returns the line of the first text that is not a valid ICU message, and the reason.
pub(crate) fn invalid_message(file: &File) -> Option<(usize, String)> {
    file.entries().iter().find_map(|entry| Some((entry.line, invalid(entry)?)))
}

fn invalid(entry: &Entry) -> Option<String> {
    forms(&entry.text).into_iter().find_map(|text| Placeholders::of(text).invalid)
}

/// Whether translations need a text for an entry of the base language.
fn is_translated(entry: &Entry) -> bool {
    entry.is_text() && !entry.base_text().is_empty()
}

/// Returns the entries of the base language without a text in a translation. Of a plural, one form
/// is enough.
fn missing_in<'b>(local: &File, base: &'b File) -> Vec<&'b Entry> {
    let has = |key: &str| {
        local.model(key).is_some_and(|entry| !entry.is_text() || entry.done().is_some())
    };
    // Older i18next has `item` and `item_plural`, and numbers the forms of other languages.
    let has_numbered = |key: &str| {
        let stem = match key.strip_suffix("_plural") {
            None => base.get(&format!("{key}_plural")).map(|_| key),
            stem => stem,
        };
        stem.is_some_and(|stem| (0..6).any(|form| has(&format!("{stem}_{form}"))))
    };
    let entries = base.entries().iter().filter(|entry| is_translated(entry));
    entries.filter(|entry| !has(&entry.key) && !has_numbered(&entry.key)).collect()
}

impl CheckReport {
    fn add(&mut self, file: &LocalFile, entry: &Entry, kind: ProblemKind, message: String) {
        let (path, key) = (file.path.clone(), Some(entry.key.clone()));
        self.problems.push(Problem { path, line: entry.line, key, kind, message });
    }

    fn add_file(&mut self, file: &LocalFile, line: usize, kind: ProblemKind, message: String) {
        self.problems.push(Problem { path: file.path.clone(), line, key: None, kind, message });
    }

    fn add_root(&mut self, file: &LocalFile) {
        self.add_file(file, 1, ProblemKind::Syntax, wrong_root(file));
    }

    /// Reports what is wrong in a file alone. Returns its texts, if they can be read.
    fn read<'c>(&mut self, file: &LocalFile, content: &'c Content) -> Option<&'c File> {
        let texts = match content {
            Content::Unknown => {
                self.unchecked.push(file.path.clone());
                return None;
            }
            Content::Invalid(error) => {
                self.files += 1;
                self.add_file(file, error.line, ProblemKind::Syntax, error.message.clone());
                return None;
            }
            Content::Texts(texts) => texts,
        };
        self.files += 1;
        for entry in texts.entries().iter().filter(|entry| entry.is_text()) {
            if let Some(reason) = invalid(entry) {
                self.add(file, entry, ProblemKind::Syntax, reason);
            }
            let Text::Forms(forms) = &entry.text else { continue };
            let has_other = forms.iter().any(|(name, _)| name == "other" || is_number(name));
            if !has_other {
                let message = "its plural has no form `other`".to_owned();
                self.add(file, entry, ProblemKind::Syntax, message);
            }
            let empty = forms.iter().find(|(_, text)| text.trim().is_empty());
            if let Some((form, _)) = empty.filter(|_| !file.is_base && !entry.text.is_empty()) {
                let message = format!("its plural form `{form}` is empty");
                self.add(file, entry, ProblemKind::MissingKey, message);
            }
        }
        Some(texts)
    }

    /// Reports keys that the base language lacks, and texts with other placeholders than those of
    /// the base language.
    fn compare(&mut self, file: &LocalFile, group: &Group, local: &File, base: &File) {
        let families = families(base);
        for entry in local.entries().iter().filter(|entry| entry.is_text()) {
            if let Some((name, reason)) = local.other_kind(base, &entry.key) {
                let message = if name == entry.key { reason } else { format!("`{name}` {reason}") };
                self.add(file, entry, ProblemKind::UnknownKey, message);
                continue;
            }
            let Some(source) = base.model(&entry.key) else {
                let message = "is not in the base language: add it there, or remove it".to_owned();
                self.add(file, entry, ProblemKind::UnknownKey, message);
                continue;
            };
            let is_ignored = group.config.ignore_placeholders.iter().any(|name| {
                let start = name.strip_suffix('*');
                start.map_or(entry.key == *name, |start| entry.key.starts_with(start))
            });
            // Rails has placeholders in messages of errors that the base text need not use.
            let is_error = group.format.contains("yaml") && entry.key.contains("errors::");
            if entry.text.is_empty() || is_ignored || is_error {
                continue;
            }
            if matches!(group.format.as_str(), "po" | "pot" | "gettext") && has_other_ends(entry) {
                let message = "begins or ends with a line break unlike its id".to_owned();
                self.add(file, entry, ProblemKind::Syntax, message);
            }
            let messages = differences(entry, source, &families);
            if !messages.is_empty() {
                self.add(file, entry, ProblemKind::Placeholders, messages.join("; "));
            }
        }
    }
}

/// The texts of plurals whose forms are keys of their own, by the part of the keys before the form.
type Families<'b> = HashMap<&'b str, Vec<&'b str>>;

fn families(base: &File) -> Families<'_> {
    let mut families = Families::new();
    for entry in base.entries() {
        if let (Some((stem, _)), Text::One(text)) = (base.form(&entry.key), &entry.text) {
            families.entry(stem).or_default().push(text);
        }
    }
    families
}

/// Returns how the placeholders of a text differ from those of the base text. Forms of a plural may
/// have those of any form; only `other` needs all of its own.
fn differences(entry: &Entry, source: &Entry, families: &Families<'_>) -> Vec<String> {
    let base = source.base_text();
    let stem = entry.key.rsplit_once('_').map_or("", |(stem, _)| stem);
    let all = match (base, families.get(stem)) {
        (Text::One(_), Some(family)) => family.clone(),
        _ => forms(base),
    };
    if all.iter().any(|text| text.is_empty()) {
        return Vec::new();
    }
    let of_all = |texts: &[&str]| {
        let mut found = Placeholders::default();
        texts.iter().for_each(|text| found.add(Placeholders::of(text)));
        found
    };
    let (known, mut messages) = (of_all(&all), Vec::new());
    let own: Vec<(&str, &str)> = match &entry.text {
        Text::One(text) => vec![("", text)],
        Text::Forms(forms) => forms.iter().map(|(name, text)| (&**name, &**text)).collect(),
    };
    for (name, text) in own.into_iter().filter(|(_, text)| !text.is_empty()) {
        let required = match base {
            Text::One(_) if all.len() > 1 && !entry.key.ends_with("_other") => Vec::new(),
            Text::One(_) if !matches!(name, "" | "other") => Vec::new(),
            Text::One(text) => vec![text.as_str()],
            Text::Forms(forms) => {
                let same = forms.iter().find(|form| form.0 == "other" && name == "other");
                same.map(|(_, text)| text.as_str()).into_iter().collect()
            }
        };
        let found = Placeholders::of(text);
        if found.invalid.is_none() {
            messages.extend(found.differences(&known, &of_all(&required)));
        }
    }
    messages.dedup();
    messages
}

/// Whether a form is one of gettext.
fn is_number(form: &str) -> bool {
    form.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text of gettext begins or ends with a line break and its id does not, or the reverse:
/// `msgfmt` rejects that.
fn has_other_ends(entry: &Entry) -> bool {
    let Some(original) = &entry.original else { return false };
    let ends = |text: &str| (text.starts_with('\n'), text.ends_with('\n'));
    let id = forms(original).first().map(|id| ends(id));
    let texts = forms(&entry.text).into_iter().filter(|text| !text.is_empty());
    texts.into_iter().any(|text| id != Some(ends(text)))
}

/// Returns the texts of an entry: one, or the forms of a plural.
fn forms(text: &Text) -> Vec<&str> {
    match text {
        Text::One(text) => vec![text],
        Text::Forms(forms) => forms.iter().map(|(_, text)| text.as_str()).collect(),
    }
}
