//! Checks local files without the service: their syntax, their placeholders, and missing keys.

mod gettext;
mod placeholders;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde::Serialize;

use crate::account::Reason;
use crate::compare::{Bases, Content};
use crate::config::Group;
use crate::error::Error;
use crate::formats::{Entry, File, State};
use crate::icu::{Argument, CATEGORIES, braced};
use crate::plurals::{self, Needed};
use crate::selection::Selection;
use crate::text::Text;
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
    /// The placeholders or tags differ from those of the base text.
    Placeholders,
    /// Translations lack the key, or a form of its plural.
    MissingKey,
    /// The base language has no text for the key, or no such file, so a push does not send it.
    UnknownKey,
}

/// The local codes of the languages that lack a text of the base language: by its path, line and
/// key.
type Missing = BTreeMap<(String, usize, String), Vec<String>>;

impl Workspace {
    /// Checks the files of the configuration, and sends no request: their syntax, and whether their
    /// translations have the placeholders, tags and keys of the base language, and the plural forms
    /// of their own. `paths` selects files, folders and patterns, with the translations of a
    /// selected file of the base language; `languages` selects languages by local or service code.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if a path matches no file or no file is of the base language,
    /// with [`Error::Io`] if a file cannot be read.
    pub fn check(&self, paths: &[String], languages: &[String]) -> Result<CheckReport, Error> {
        let selection = Selection::new(paths)?;
        selection.check(self.files().iter().map(|file| file.path.as_str()))?;
        self.check_base()?;
        let is_lang =
            |file: &LocalFile, lang: &str| self.is_lang(&self.groups[file.group], lang, languages);
        let is_selected = |file: &LocalFile| selection.has(&file.path);
        let mut bases = Bases::new(self);
        let (mut report, mut missing) = (CheckReport::default(), Missing::new());
        for file in self.files().iter().filter(|file| is_lang(file, &file.lang)) {
            let source = bases.file(&file.name).cloned();
            if ![Some(file), source.as_ref()].into_iter().flatten().any(is_selected) {
                continue;
            }
            let base = bases.get(self, &file.name)?;
            let content = match &base {
                Some(content) if file.is_base => content.clone(),
                _ => self.content(file, base.as_ref().and_then(Content::texts))?,
            };
            let Some(local) = report.read(file, &content) else { continue };
            match (source, base) {
                _ if file.is_base => {}
                (Some(source), Some(Content::Texts(base)))
                    if local.lacks_root(&base) || base.lacks_root(local) =>
                {
                    let file = if local.lacks_root(&base) { file } else { &source };
                    report.add(file, None, ProblemKind::Syntax, wrong_root(file));
                }
                (Some(source), Some(Content::Texts(base))) => {
                    let group = &self.groups[file.group];
                    let comparison = Comparison::new(file, group, local, &base);
                    comparison.entries(&mut report);
                    comparison.plurals(&self.base, &mut report);
                    let entries = base.entries().iter().filter(|entry| is_translated(entry));
                    for entry in entries.filter(|entry| !comparison.has(&entry.key)) {
                        let place = (source.path.clone(), entry.line, entry.key.clone());
                        missing.entry(place).or_default().push(file.local_lang.clone());
                    }
                }
                (_, Some(Content::Invalid(_))) => {}
                _ => {
                    let message = "the base language has no such file".to_owned();
                    report.add(file, None, ProblemKind::UnknownKey, message);
                }
            }
        }
        for ((path, line, key), langs) in missing {
            let message = format!("missing in {}", langs.join(", "));
            let kind = ProblemKind::MissingKey;
            report.problems.push(Problem { path, line, key: Some(key), kind, message });
        }
        let is_sought = |file: &LocalFile, lang: &str| is_selected(file) && is_lang(file, lang);
        self.check_files(&mut bases, &mut report, is_sought)?;
        report.problems.sort();
        report.problems.dedup();
        Ok(report)
    }

    /// Reports the files that sought languages lack, although they have others.
    fn check_files(
        &self,
        bases: &mut Bases,
        report: &mut CheckReport,
        is_sought: impl Fn(&LocalFile, &str) -> bool,
    ) -> Result<(), Error> {
        let (bases_of, translations): (Vec<_>, Vec<_>) =
            self.files().iter().partition(|file| file.is_base);
        let known: HashSet<_> = translations.iter().map(|file| (&file.name, &file.lang)).collect();
        let langs: BTreeSet<_> = translations.iter().map(|file| &file.lang).collect();
        for source in bases_of {
            let group = &self.groups[source.group];
            let lacks = |lang: &&&String| {
                let captures = group.name.captures(&source.name);
                let path = captures.map(|it| self.path(source.group, &it, lang));
                is_sought(source, lang)
                    && !known.contains(&(&source.name, *lang))
                    && path.is_some_and(|path| !group.excludes(&path))
            };
            let langs = langs.iter().filter(|_| group.config.pull.has(false)).filter(lacks);
            let langs: Vec<_> = langs.map(|lang| group.codes.local(lang)).collect();
            let base = bases.get(self, &source.name)?;
            let has_texts = |base: &File| base.entries().iter().any(is_translated);
            if !langs.is_empty() && base.as_ref().and_then(Content::texts).is_some_and(has_texts) {
                let message = format!("no file in {}", langs.join(", "));
                report.add(source, None, ProblemKind::MissingKey, message);
            }
        }
        Ok(())
    }
}

/// Returns what to do about a file whose texts are not below a key that is its language.
pub(crate) fn wrong_root(file: &LocalFile) -> String {
    format!("the only key at its root must be the language: `{}`", file.local_lang)
}

fn invalid(entry: &Entry) -> Option<String> {
    forms(&entry.text).into_iter().find_map(|(_, text)| Placeholders::of(text).invalid)
}

/// Whether translations need a text for an entry of the base language.
fn is_translated(entry: &Entry) -> bool {
    entry.is_text() && !entry.base_text().is_empty()
}

impl CheckReport {
    /// Adds a problem of an entry, or of the whole file.
    fn add<'e>(
        &mut self,
        file: &LocalFile,
        entry: impl Into<Option<&'e Entry>>,
        kind: ProblemKind,
        message: String,
    ) {
        let (path, entry) = (file.path.clone(), entry.into());
        let (line, key) = (entry.map_or(1, |it| it.line), entry.map(|it| it.key.clone()));
        self.problems.push(Problem { path, line, key, kind, message });
    }

    /// Reports what is wrong in a file alone. Returns its texts, if they can be read.
    fn read<'c>(&mut self, file: &LocalFile, content: &'c Content) -> Option<&'c File> {
        self.files += 1;
        if let Content::Invalid(error) = content {
            let (path, line) = (file.path.clone(), error.line);
            let (kind, message) = (ProblemKind::Syntax, error.message.clone());
            self.problems.push(Problem { path, line, key: None, kind, message });
        }
        let texts = content.texts()?;
        for entry in texts.entries().iter().filter(|entry| entry.is_text()) {
            if let Some(reason) = invalid(entry) {
                self.add(file, entry, ProblemKind::Syntax, reason);
            }
        }
        Some(texts)
    }
}

/// The entries of plurals whose forms are keys of their own, as in i18next: by the part of the keys
/// before the form, and by form.
type Families<'f> = HashMap<&'f str, BTreeMap<&'f str, &'f Entry>>;

fn families(file: &File) -> Families<'_> {
    let mut families = Families::new();
    for entry in file.entries() {
        if let Some((stem, form)) = file.form(&entry.key) {
            families.entry(stem).or_default().insert(form, entry);
        }
    }
    families
}

/// A translation beside its file of the base language.
struct Comparison<'c> {
    file: &'c LocalFile,
    group: &'c Group,
    local: &'c File,
    base: &'c File,
    local_families: Families<'c>,
    base_families: Families<'c>,
    /// The plural forms that need all placeholders.
    complete: Vec<&'static str>,
}

impl<'c> Comparison<'c> {
    fn new(file: &'c LocalFile, group: &'c Group, local: &'c File, base: &'c File) -> Self {
        let (local_families, base_families) = (families(local), families(base));
        let complete = plurals::complete(&file.lang);
        Self { file, group, local, base, local_families, base_families, complete }
    }

    /// Whether the forms of a plural are keys of their own. Each plural of i18next has `other`.
    fn is_family(&self, stem: &str) -> bool {
        self.base_families.get(stem).is_some_and(|family| family.contains_key("other"))
    }

    /// Whether the translation has a text for a key. Of a plural, one form is enough.
    fn has(&self, key: &str) -> bool {
        let has_own = |key: &str| {
            self.local.get(key).is_some_and(|entry| !entry.is_text() || entry.done().is_some())
        };
        let stem = match self.base.form(key) {
            Some((stem, form)) if CATEGORIES.contains(&form) => stem,
            // Older i18next has `item` and `item_plural`, and numbers the forms of other languages.
            _ => key.strip_suffix("_plural").unwrap_or(key),
        };
        let is_plural = self.is_family(stem) || self.base.get(&format!("{stem}_plural")).is_some();
        has_own(key)
            || is_plural && !filled(self.local_families.get(stem)).is_empty()
            // i18next finds the plain key last.
            || self.base.get(stem).is_none() && has_own(stem)
    }

    /// Reports plurals that lack a category of the language, if those of the base language have all
    /// of theirs.
    fn plurals(&self, base_lang: &str, report: &mut CheckReport) {
        self.header(report);
        let [here, there] = [&*self.file.lang, base_lang].map(|lang| Needed::new([lang]));
        let lacked = |needed: &Needed, stem: &str, forms: &BTreeSet<String>| {
            let lacked = needed.of(stem).iter().filter(|form| !forms.contains(**form));
            lacked.map(|form| format!("`{form}`")).collect::<Vec<_>>()
        };
        let mut stems = HashSet::new();
        for entry in self.local.entries().iter().filter(|entry| entry.done().is_some()) {
            let stem = self.local.form(&entry.key).map_or(&*entry.key, |(stem, _)| stem);
            let (own, source) = match self.base.get(&entry.key) {
                // A text may have the name of a plural.
                base if self.is_family(stem)
                    && (base.is_none() || stem != entry.key)
                    && stems.insert(stem) =>
                {
                    let mut own = filled(self.local_families.get(stem));
                    // Languages without plurals have the plain key.
                    if self.base.get(stem).is_none() && self.local.get(stem).is_some() {
                        own.insert("other".to_owned());
                    }
                    (vec![own], vec![filled(self.base_families.get(stem))])
                }
                Some(base) => match (&entry.text, base.base_text()) {
                    // One text is for all numbers.
                    (Text::One(_), forms @ Text::Forms(_)) => {
                        (vec![BTreeSet::from(["other".to_owned()])], plurals(forms))
                    }
                    (own, source) => (plurals(own), plurals(source)),
                },
                None => continue,
            };
            let is_incomplete = |forms| !lacked(&there, stem, forms).is_empty();
            if source.is_empty() || source.iter().any(is_incomplete) {
                continue;
            }
            for lacked in own.iter().map(|forms| lacked(&here, stem, forms)) {
                if !lacked.is_empty() {
                    let message = format!("its plural lacks {}", lacked.join(", "));
                    report.add(self.file, entry, ProblemKind::MissingKey, message);
                }
            }
        }
    }

    /// Reports a header of gettext that has two forms, as in English, in a language with `few`.
    fn header(&self, report: &mut CheckReport) {
        let needed = plurals::required(&self.file.lang);
        let texts = needed.iter().map(|form| ((*form).to_owned(), (*form).to_owned()));
        let lost = self.local.lost_forms(&Text::forms(texts));
        let has_other = lost.iter().any(|form| matches!(form.as_str(), "few" | "many"));
        let mut entries = self.local.entries().iter();
        let has_plurals = entries.any(|entry| matches!(entry.text, Text::Forms(_)));
        if has_plurals && has_other && needed.len() <= lost.len() + 2 {
            let message = format!(
                "`Plural-Forms` has no form for `{}`: use gettext's for this language",
                lost.join("`, `")
            );
            report.add(self.file, None, ProblemKind::MissingKey, message);
        }
    }

    /// Reports keys that the base language lacks, and texts that are not like those of the base
    /// language.
    fn entries(&self, report: &mut CheckReport) {
        let is_quoted = self.group.format == "properties" && has_quotes(self.base);
        let is_gettext = self.local.is_catalog();
        for entry in self.local.entries().iter().filter(|entry| entry.is_text()) {
            let mut add = |kind, message| report.add(self.file, entry, kind, message);
            let other = self.local.other_kind(self.base, &entry.key);
            let source = self.local.base_key(self.base, &entry.key);
            let source = match (other, source.and_then(|key| self.base.model(&key))) {
                (None, Some(source)) => source,
                (other, _) => {
                    let message = match other {
                        Some((name, reason)) if name == entry.key => reason,
                        Some((name, reason)) => format!("`{name}` {reason}"),
                        None => "is not in the base language: add it there, or remove it".into(),
                    };
                    add(ProblemKind::UnknownKey, message);
                    continue;
                }
            };
            if source.state == State::Fixed && !entry.text.is_empty() {
                add(ProblemKind::UnknownKey, Reason::Fixed.to_string());
                continue;
            }
            let is_new = source.problem != entry.problem;
            if let Some(problem) = entry.problem.filter(|_| is_new) {
                add(ProblemKind::Syntax, problem.to_owned());
            }
            if entry.done().is_none() || is_ignored(self.group, &entry.key) {
                continue;
            }
            if is_gettext && has_other_ends(entry.original.as_ref(), &entry.text) {
                add(ProblemKind::Syntax, OTHER_ENDS.to_owned());
            }
            let mut messages = self.differences(entry, source);
            if messages.is_empty() && is_gettext {
                messages.extend(self.rejection(entry));
            }
            if messages.is_empty() && is_quoted && hides(entry, source) {
                messages.push("an apostrophe hides a placeholder: write `''`".to_owned());
            }
            if !messages.is_empty() {
                add(ProblemKind::Placeholders, messages.join("; "));
            }
        }
    }

    /// Returns why `msgfmt -c` rejects a text.
    fn rejection(&self, entry: &Entry) -> Option<String> {
        let ids = forms(entry.original.as_ref()?);
        let (_, id) = ids.last()?;
        let mut texts = forms(&entry.text).into_iter().filter(|(_, text)| !text.is_empty());
        texts.find_map(|(form, text)| {
            let is_complete = form.is_empty() || self.complete.contains(&form);
            gettext::rejection(&entry.flags, id, text, is_complete)
        })
    }

    /// Returns how the placeholders of a text differ from those of the base text. Forms of a plural
    /// may have those of any form; only some need all of those of `other`.
    fn differences(&self, entry: &Entry, source: &Entry) -> Vec<String> {
        let form = self.base.form(&entry.key).filter(|(stem, _)| self.is_family(stem));
        let family = form.and_then(|(stem, _)| self.base_families.get(stem));
        let base: Vec<_> = match family {
            Some(family) => {
                let text = |entry: &'c Entry| forms(&entry.text).into_iter().map(|(_, text)| text);
                family.iter().flat_map(|(form, entry)| text(entry).map(|it| (*form, it))).collect()
            }
            None => forms(source.base_text()),
        };
        if base.iter().any(|(_, text)| text.is_empty()) {
            return Vec::new();
        }
        let of_all = |texts: &[(&str, &str)]| {
            let found = texts.iter().map(|(_, text)| Placeholders::of(text));
            found.fold(Placeholders::default(), Placeholders::add)
        };
        let known = of_all(&base);
        let mut full = base;
        full.retain(|(name, _)| matches!(*name, "" | "other"));
        let (required, mut messages) = (of_all(&full), BTreeSet::new());
        for (name, text) in forms(&entry.text).into_iter().filter(|(_, text)| !text.is_empty()) {
            let name = form.map_or(name, |(_, form)| form);
            let found = Placeholders::of(text);
            if found.invalid.is_some() {
                continue;
            }
            let is_complete = name.is_empty() || self.complete.contains(&name);
            let required = if is_complete { &required } else { &Placeholders::default() };
            let differences = found.differences(&known, required);
            let is_icu = self.group.format == "arb";
            // `msgfmt` knows the signs of its formats better.
            let is_free = differences.is_empty() && !entry.flags.contains("-format");
            messages.extend(found.lone(&known, is_icu).filter(|_| is_free));
            messages.extend(differences);
        }
        if let (Text::One(own), Text::One(base)) = (&entry.text, source.base_text())
            && let (Some(own), Some(base)) = (icu_forms(own), icu_forms(base))
        {
            let required = base.iter().find(|(form, _)| *form == "other");
            let required = required.map(|(_, text)| Placeholders::of(text)).unwrap_or_default();
            for (_, text) in own.iter().filter(|(form, _)| self.complete.contains(form)) {
                messages.extend(Placeholders::of(text).differences(&known, &required));
            }
        }
        messages.into_iter().collect()
    }
}

/// Whether the placeholders of a text need not be those of the base text.
fn is_ignored(group: &Group, key: &str) -> bool {
    let is_ignored = group.config.ignore_placeholders.iter().any(|name| {
        let start = name.strip_suffix('*');
        start.map_or(key == name, |start| key.starts_with(start))
    });
    // Rails has placeholders in messages of errors that the base text need not use.
    is_ignored || group.format.contains("yaml") && key.contains("errors::")
}

/// Whether texts with placeholders double their apostrophes, as `java.text.MessageFormat` needs it.
fn has_quotes(base: &File) -> bool {
    let mut texts = base.entries().iter().flat_map(|entry| forms(&entry.text));
    texts.any(|(_, text)| text.contains("''") && text.contains('{'))
}

/// Returns the forms of each plural in a text.
fn plurals(text: &Text) -> Vec<BTreeSet<String>> {
    match text {
        Text::One(text) => Placeholders::of(text).plurals,
        Text::Forms(forms) => {
            let full = forms.iter().filter(|(_, text)| !text.trim().is_empty());
            vec![full.map(|(name, _)| name.clone()).collect()]
        }
    }
}

/// Returns the forms that have a text.
fn filled(family: Option<&BTreeMap<&str, &Entry>>) -> BTreeSet<String> {
    let forms = family.into_iter().flatten().filter(|(_, entry)| entry.done().is_some());
    forms.map(|(form, _)| (*form).to_owned()).collect()
}

/// Whether quotes of `java.text.MessageFormat` make a placeholder literal that the base text has.
fn hides(entry: &Entry, source: &Entry) -> bool {
    let [own, base] = [&entry.text, &source.text].map(|text| {
        let texts: String = forms(text).into_iter().map(|(_, text)| text).collect();
        Placeholders::of(&texts.replace("''", "").split('\'').step_by(2).collect::<String>())
    });
    !own.differences(&base, &base).is_empty()
}

/// Whether a text of gettext begins or ends with a line break and its id does not, or the reverse:
/// `msgfmt` rejects that.
pub(crate) fn has_other_ends(original: Option<&Text>, text: &Text) -> bool {
    let ends = |text: &str| (text.starts_with('\n'), text.ends_with('\n'));
    let id = original.and_then(|id| forms(id).first().map(|(_, id)| ends(id)));
    let mut texts = forms(text).into_iter().filter(|(_, text)| !text.is_empty());
    id.is_some_and(|id| texts.any(|(_, text)| id != ends(text)))
}

pub(crate) const OTHER_ENDS: &str =
    "it begins or ends with a line break unlike its id, which msgfmt rejects";

/// Returns a text with each option of its first plural argument.
fn icu_forms(text: &str) -> Option<Vec<(&str, String)>> {
    let (at, inner, Argument { name, options, .. }) =
        text.match_indices('{').find_map(|(at, _)| {
            let inner = braced(&text[at..])?;
            Some((at, inner, Argument::parse(inner).filter(|it| it.kind == "plural")?))
        })?;
    let (before, after) = (&text[..at], &text[at + inner.len() + 2..]);
    let number = format!("{{{name}}}");
    let text = |text: &str| [before, &text.replace('#', &number), after].concat();
    Some(options.into_iter().map(|(form, message)| (form, text(message))).collect())
}

/// Returns the texts of an entry with the names of their forms; of a text that is no plural, `""`.
fn forms(text: &Text) -> Vec<(&str, &str)> {
    match text {
        Text::One(text) => vec![("", text)],
        Text::Forms(forms) => forms.iter().map(|(name, text)| (&**name, &**text)).collect(),
    }
}
