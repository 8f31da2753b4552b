//! Checks local files without the service: their syntax, their placeholders, and missing keys.

mod line;
mod placeholders;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::config::Group;
use crate::error::Error;
use crate::selection::Selection;
use crate::texts::{
    File, Texts, decode, is_yaml, plural_stem, read_all, syntax_error, untranslatable,
};
use crate::workspace::{LocalFile, Workspace};
use line::Lines;
use placeholders::Placeholders;

/// The result of [`Workspace::check`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Problem {
    /// The path relative to the root, with `/` as separator. For a missing key, that of the base
    /// language.
    pub path: String,
    /// The line, starting at 1. If the key cannot be found, that of a key around it, or 1.
    pub line: usize,
    /// The key, if the problem is not of the whole file.
    pub key: Option<String>,
    /// The kind.
    pub kind: ProblemKind,
    /// What is wrong.
    pub message: String,
}

/// The kind of a [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The file, or an ICU message in it, is not valid.
    Syntax,
    /// The placeholders differ from those of the base text.
    Placeholders,
    /// Translations lack the key, or a form of its plural.
    MissingKey,
}

impl ProblemKind {
    /// Returns the name of the kind, such as `missing_key`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Placeholders => "placeholders",
            Self::MissingKey => "missing_key",
        }
    }
}

/// A file that is checked.
struct Checked<'w> {
    file: &'w LocalFile,
    group: &'w Group,
    format: &'w str,
    text: String,
    read: File<'w>,
    lines: OnceCell<Lines>,
    texts: Texts,
}

impl Workspace {
    /// Checks the files of the configuration, and sends no request: their syntax, and whether their
    /// translations have the placeholders and keys of the base language. `paths` selects files,
    /// folders and patterns, with the translations of a selected file of the base language;
    /// `languages` selects languages by local or service code.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if a path matches no file, with [`Error::Io`] if a file cannot
    /// be read.
    pub fn check(&self, paths: &[String], languages: &[String]) -> Result<CheckReport, Error> {
        let selection = Selection::new(paths)?;
        selection.check(self.files().iter().map(|file| file.path.as_str()))?;
        let sources = self.sources();
        let mut bases: HashMap<&str, Option<Checked<'_>>> = HashMap::new();
        let mut missing: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
        let mut report = CheckReport::default();
        for file in self.files() {
            let source = sources.get(file.name.as_str()).copied().filter(|_| !file.is_base);
            let is_selected = |file: &LocalFile| selection.has(&file.path);
            if !(is_selected(file) || source.is_some_and(is_selected))
                || !self.is_lang(&self.groups[file.group], &file.lang, languages)
            {
                continue;
            }
            let Some(checked) = self.read_checked(file, &mut report)? else { continue };
            checked.check_messages(&mut report);
            let Some(source) = source else {
                if !file.is_base {
                    report.orphans.push(file.path.clone());
                }
                continue;
            };
            if !bases.contains_key(source.name.as_str()) {
                // Its own problems are reported if it is selected.
                let base = self.read_checked(source, &mut CheckReport::default())?;
                bases.insert(&source.name, base);
            }
            if let Some(base) = bases.get(source.name.as_str()).and_then(Option::as_ref) {
                checked.compare(base, &mut report);
                checked.check_forms(base, &mut report);
                for key in checked.missing(base) {
                    let langs = missing.entry((&source.name, key)).or_default();
                    langs.push(&checked.file.local_lang);
                }
            }
        }
        for ((name, key), langs) in missing {
            let Some(base) = bases.get(name).and_then(Option::as_ref) else { continue };
            let message = format!("missing in {}", langs.join(", "));
            report.problems.push(base.problem(ProblemKind::MissingKey, key, message));
        }
        self.check_missing_files(&selection, languages, &mut report)?;
        report.problems.sort();
        Ok(report)
    }

    /// Reports files of the base language without one in a language that others of the group have.
    fn check_missing_files(
        &self,
        selection: &Selection,
        languages: &[String],
        report: &mut CheckReport,
    ) -> Result<(), Error> {
        let mut known = HashSet::new();
        let mut langs: BTreeMap<usize, BTreeMap<&str, &str>> = BTreeMap::new();
        for file in self.files().iter().filter(|file| !file.is_base) {
            known.insert((&file.name, file.lang.as_str()));
            langs.entry(file.group).or_default().insert(&file.lang, &file.local_lang);
        }
        for source in self.files().iter().filter(|file| file.is_base && selection.has(&file.path)) {
            let langs = langs.get(&source.group).into_iter().flatten();
            let langs = langs.filter(|(lang, _)| {
                !known.contains(&(&source.name, *lang))
                    && self.is_lang(&self.groups[source.group], lang, languages)
            });
            let langs: Vec<_> = langs.map(|(_, local)| *local).collect();
            if langs.is_empty() {
                continue;
            }
            let base = self.read_checked(source, &mut CheckReport::default())?;
            if base.is_some_and(|base| base.texts.values().any(|text| !text.is_empty())) {
                let message = format!("no file in {}", langs.join(", "));
                report.problems.push(of_file(source, 1, ProblemKind::MissingKey, message));
            }
        }
        Ok(())
    }

    /// Reads a file, and reports an error of its syntax. Returns `None` if it has no texts.
    fn read_checked<'w>(
        &'w self,
        file: &'w LocalFile,
        report: &mut CheckReport,
    ) -> Result<Option<Checked<'w>>, Error> {
        let group = &self.groups[file.group];
        let format = &group.format;
        let bytes = self.read(&file.path)?;
        if let Some((line, message)) = syntax_error(format, &bytes) {
            report.files += 1;
            report.problems.push(of_file(file, line.max(1), ProblemKind::Syntax, message));
            return Ok(None);
        }
        let text = decode(&bytes).into_owned();
        let read = match (file.is_base, format.as_str()) {
            (true, _) => File::base(format, bytes),
            (false, "po") => File::new(format, without_fuzzy(&text).into_bytes()),
            (false, _) => File::new(format, bytes),
        };
        let Some(mut texts) = read.texts().cloned() else {
            report.unchecked.push(file.path.clone());
            return Ok(None);
        };
        if file.is_base && text.contains("translatable") {
            let fixed = untranslatable(&text);
            texts.retain(|key, _| !fixed.iter().any(|name| key.split("::").next() == Some(name)));
        }
        report.files += 1;
        Ok(Some(Checked { file, group, format, text, read, lines: OnceCell::new(), texts }))
    }
}

/// Returns a problem of a whole file.
fn of_file(file: &LocalFile, line: usize, kind: ProblemKind, message: String) -> Problem {
    Problem { path: file.path.clone(), line, key: None, kind, message }
}

/// Removes the fuzzy entries of a catalog, which no program uses.
fn without_fuzzy(catalog: &str) -> String {
    let is_fuzzy = |line: &str| line.starts_with("#,") && line.contains("fuzzy");
    let text = catalog.replace("\r\n", "\n");
    let entries = text.split("\n\n").filter(|entry| !entry.lines().any(is_fuzzy));
    entries.collect::<Vec<_>>().join("\n\n")
}

impl Checked<'_> {
    fn problem(&self, kind: ProblemKind, key: String, message: String) -> Problem {
        let line = self.lines.get_or_init(|| Lines::of(&self.text, self.format)).line(&key);
        Problem { path: self.file.path.clone(), line, key: Some(key), kind, message }
    }

    /// Reports texts that are not valid ICU messages.
    fn check_messages(&self, report: &mut CheckReport) {
        for (key, text) in &self.texts {
            if let Some(reason) = Placeholders::of(text).invalid {
                report.problems.push(self.problem(ProblemKind::Syntax, key.clone(), reason));
            }
        }
    }

    /// Reports lists that are no lists, and texts with other placeholders than those of the base
    /// language.
    fn compare(&self, base: &Self, report: &mut CheckReport) {
        let retyped = base.read.retyped(&self.read);
        if let Some(key) = retyped.filter(|key| !base.texts.contains_key(key)) {
            let message = format!("is a list or object in {}, but not here", base.file.path);
            report.problems.push(self.problem(ProblemKind::Syntax, key, message));
        }
        for (key, text) in &self.texts {
            let found = Placeholders::of(text);
            // Rails has placeholders in messages of errors that the base text need not use.
            if found.invalid.is_some()
                || is_yaml(self.format) && key.contains("errors::")
                || self.is_ignored(key)
            {
                continue;
            }
            let differences = match plural_stem(&base.texts, key, self.format) {
                None => match base.text(key) {
                    None => continue,
                    Some(text) => {
                        let base = Placeholders::of(&text);
                        found.differences(&base, &base)
                    }
                },
                // Forms other than `other` may omit a number, and forms of gettext have no names.
                Some(stem) => {
                    let (mut known, mut required) = <(Placeholders, Placeholders)>::default();
                    let forms = base.texts.range(stem.to_owned()..);
                    let forms = forms.take_while(|(form, _)| form.starts_with(stem));
                    if forms.clone().any(|(_, text)| text.is_empty()) {
                        continue;
                    }
                    for (form, text) in forms {
                        known.add(Placeholders::of(text));
                        if form == key && key.ends_with("other") {
                            required.add(Placeholders::of(text));
                        }
                    }
                    found.differences(&known, &required)
                }
            };
            if !differences.is_empty() {
                let (key, message) = (key.clone(), differences.join("; "));
                report.problems.push(self.problem(ProblemKind::Placeholders, key, message));
            }
        }
    }

    /// Reports empty forms of plurals that have other forms.
    fn check_forms(&self, base: &Self, report: &mut CheckReport) {
        let texts = read_all(self.format, self.text.as_bytes()).unwrap_or_default();
        for (key, _) in texts.into_iter().filter(|(_, text)| text.trim().is_empty()) {
            if let Some(stem) = plural_stem(&base.texts, &key, self.format)
                && self.has_forms(stem)
            {
                let message = "an empty plural form".to_owned();
                report.problems.push(self.problem(ProblemKind::MissingKey, key, message));
            }
        }
    }

    fn has_forms(&self, stem: &str) -> bool {
        let mut forms = self.texts.range(stem.to_owned()..);
        forms.next().is_some_and(|(form, _)| form.starts_with(stem))
    }

    fn is_ignored(&self, key: &str) -> bool {
        let mut ignored = self.group.ignore_placeholders.iter();
        ignored.any(|name| match name.strip_suffix('*') {
            Some(start) => key.starts_with(start),
            None => key == name,
        })
    }

    /// Returns the base text of a key that is no plural. In gettext, an empty one is its id.
    fn text<'k>(&'k self, key: &'k str) -> Option<Cow<'k, str>> {
        match self.texts.get(key)?.as_str() {
            "" if matches!(self.format, "po" | "pot") => Some(key.into()),
            "" => None,
            text => Some(text.into()),
        }
    }

    /// Returns the keys of the base language without a text here. Of a plural, one form is enough.
    fn missing(&self, base: &Self) -> Vec<String> {
        let has_empty_texts = matches!(self.format, "po" | "pot" | "xliff");
        let keys = base.texts.iter().filter(|(_, text)| has_empty_texts || !text.is_empty());
        let is_missing = |key: &str| match plural_stem(&base.texts, key, self.format) {
            None => !self.texts.contains_key(key) && !self.has_numbered(base, key),
            Some(stem) => (key.ends_with("other") || key.ends_with("::0")) && !self.has_forms(stem),
        };
        keys.map(|(key, _)| key).filter(|key| is_missing(key)).cloned().collect()
    }

    /// Whether a key is a plural of older i18next, such as `item` beside `item_plural`, that is here
    /// as numbered forms, such as `item_0`.
    fn has_numbered(&self, base: &Self, key: &str) -> bool {
        let stem = match key.strip_suffix("_plural") {
            Some(stem) => stem,
            None if base.texts.contains_key(&format!("{key}_plural")) => key,
            None => return false,
        };
        (0..6).any(|form| self.texts.contains_key(&format!("{stem}_{form}")))
    }
}
