//! Compares the texts of files: whether they are equal, and whether a pull would lose some.

mod formats;

use std::cell::OnceCell;

use crate::git::Version;
use crate::icu::is_equal;
use crate::json;
pub(crate) use formats::{
    Texts, decode, is_json, is_language, is_yaml, read_all, syntax_error, untranslatable,
};

/// A file of a format. Its texts are read when they are first needed.
pub(crate) struct File<'a> {
    format: &'a str,
    bytes: Vec<u8>,
    texts: OnceCell<Option<Texts>>,
}

impl<'a> File<'a> {
    pub(crate) fn new(format: &'a str, bytes: Vec<u8>) -> Self {
        Self { format, bytes, texts: OnceCell::new() }
    }

    /// Creates a file of the base language. Its empty texts count: their keys are in use.
    pub(crate) fn base(format: &'a str, bytes: Vec<u8>) -> Self {
        let texts = formats::read_all(format, &bytes);
        Self { format, bytes, texts: OnceCell::from(texts) }
    }

    /// Returns the texts; `None` if they cannot be read.
    pub(crate) fn texts(&self) -> Option<&Texts> {
        self.texts.get_or_init(|| formats::read(self.format, &self.bytes)).as_ref()
    }

    /// Returns the texts as those of a new file.
    pub(crate) fn added(&self) -> Vec<TextChange> {
        let texts = self.texts();
        texts.map(|texts| TextChange::between(&Texts::new(), texts)).unwrap_or_default()
    }

    /// Whether another file has the same texts, whatever its formatting.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.bytes == other.bytes
            || self.texts().zip(other.texts()).is_some_and(|(texts, others)| {
                texts.len() == others.len()
                    && texts.iter().all(|(key, text)| has_text(others, key, text))
            })
    }

    /// Returns a key of a JSON or YAML file whose value has another type in another file.
    pub(crate) fn retyped(&self, other: &Self) -> Option<String> {
        let read = |file: &File<'_>| formats::value(file.format, &file.bytes);
        json::retyped(&read(self)?, &read(other)?)
    }

    /// Whether it has no texts, as in the export of a language without translations.
    pub(crate) fn is_empty(&self) -> bool {
        match self.texts() {
            Some(texts) => texts.is_empty(),
            None => self.bytes.trim_ascii().is_empty(),
        }
    }
}

/// A text that differs between a local file and the service.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextChange {
    /// The key, by its name in the file.
    pub key: String,
    /// The text before the change; `None` if it is missing there.
    pub before: Option<String>,
    /// The text after the change; `None` if it is missing there.
    pub after: Option<String>,
}

impl TextChange {
    pub(crate) fn reversed(self) -> Self {
        Self { key: self.key, before: self.after, after: self.before }
    }

    /// Compares texts.
    pub(crate) fn between(before: &Texts, after: &Texts) -> Vec<Self> {
        let removed = before.keys().filter(|key| !after.contains_key(*key));
        let mut keys: Vec<_> = after.keys().chain(removed).collect();
        keys.sort();
        let change = |key: &String| {
            let (before, after) = (before.get(key).cloned(), after.get(key).cloned());
            let is_same = before.as_ref().zip(after.as_ref()).is_some_and(|(a, b)| is_equal(a, b));
            (!is_same).then(|| Self { key: key.clone(), before, after })
        };
        keys.into_iter().filter_map(change).collect()
    }
}

/// A text of the service that a commit replaced in the local file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OlderText {
    /// The key; empty for a file whose texts cannot be read.
    pub(crate) key: String,
    pub(crate) older: String,
    pub(crate) newer: String,
    /// The time of the last such commit, in Unix seconds.
    pub(crate) replaced_at: i64,
}

impl OlderText {
    /// Returns the advice for a text that was removed here.
    pub(crate) fn clear(&self, lang: &str) -> String {
        // Shells replace nothing within these quotes.
        let key = self.key.replace('\'', "'\\''");
        match self.key.as_str() {
            "" => "send the file with `l10n push --replace PATH`".to_owned(),
            _ => format!("clear it with `l10n keys set '{key}' {lang} ''`"),
        }
    }
}

/// A local file, and the service's that would replace it.
pub(crate) struct Compared<'a> {
    pub(crate) local: &'a File<'a>,
    pub(crate) service: &'a File<'a>,
    /// The local file of the base language.
    pub(crate) base: Option<&'a File<'a>>,
}

impl Compared<'_> {
    /// Whether the service has other forms of a lost plural, to which a push adds none.
    pub(crate) fn has_lost_form(&self) -> bool {
        let lost = self.lost_key().zip(self.service.texts());
        lost.is_some_and(|(key, texts)| {
            let stem = plural_stem(texts, &key, self.local.format);
            stem.is_some_and(|stem| stem.ends_with("::"))
        })
    }

    /// Returns why the service's file would lose a local translation; `None` if it would not.
    pub(crate) fn loss(&self) -> Option<String> {
        let lost = self.lost_key();
        let is_readable = self.local.texts().is_some() && self.service.texts().is_some();
        let is_emptied = self.service.is_empty() && !self.local.is_empty();
        match lost {
            _ if is_emptied && !(is_readable && lost.is_none()) => {
                Some("the service has no texts for it, so the pull would empty it".to_owned())
            }
            lost => lost.map(|key| {
                format!("the service has no text for the key `{key}`, which is still in use")
            }),
        }
    }

    /// Returns a key of the base file that the local file translates but the service does not.
    fn lost_key(&self) -> Option<String> {
        let service = self.service.texts()?;
        // Without a readable base file, every key counts as one in use.
        let base = self.base.and_then(File::texts);
        let is_used = |key: &str| base.is_none_or(|base| has_key(base, key, self.local.format));
        let is_lost = |key: &&String| !service.contains_key(*key) && is_used(key);
        self.local.texts()?.keys().find(is_lost).cloned()
    }

    /// Returns the texts of the service that `replaced` versions of the local file had but the
    /// current one has not. Omits keys that were removed from the repository.
    pub(crate) fn older(&self, replaced: &[Version]) -> Vec<OlderText> {
        let (Some(local), Some(service)) = (self.local.texts(), self.service.texts()) else {
            return self.older_file(replaced);
        };
        let base = self.base.and_then(File::texts);
        let differs = |(key, text): &(&String, &String)| !has_text(local, key, text);
        let is_ours = |key: &String| {
            local.contains_key(key) || base.is_some_and(|texts| texts.contains_key(key))
        };
        let format = self.local.format;
        let versions: Vec<_> = replaced
            .iter()
            .map(|version| (formats::read(format, &version.content), version))
            .collect();
        let older = service.iter().filter(differs).filter(|(key, _)| is_ours(key));
        let older = older.filter_map(|(key, text)| {
            let had = |texts: &Texts| has_text(texts, key, text);
            let replaced = versions.iter().filter(|(texts, _)| texts.as_ref().is_some_and(had));
            let replaced_at = replaced.map(|(_, version)| version.replaced_at).max()?;
            let newer = local.get(key).cloned().unwrap_or_default();
            Some(OlderText { key: key.clone(), older: text.clone(), newer, replaced_at })
        });
        older.collect()
    }

    /// The file as a whole, if its texts cannot be read.
    fn older_file(&self, replaced: &[Version]) -> Vec<OlderText> {
        let is_older = |version: &&Version| version.content == self.service.bytes;
        let replaced_at = replaced.iter().filter(is_older).map(|version| version.replaced_at).max();
        let text = |replaced_at| OlderText {
            key: String::new(),
            older: String::new(),
            newer: String::new(),
            replaced_at,
        };
        replaced_at.map(text).into_iter().collect()
    }

    /// Returns why the local file cannot be compared, if only it is damaged.
    pub(crate) fn unreadable(&self) -> Option<String> {
        let is_damaged = self.service.texts().is_some() && self.local.texts().is_none();
        is_damaged.then(|| format!("it is not valid as `{}`: correct it", self.local.format))
    }

    /// Returns a key of a JSON or YAML file whose value the service would turn into another type
    /// than that of the base language.
    pub(crate) fn retyped(&self) -> Option<String> {
        self.base.unwrap_or(self.local).retyped(self.service)
    }
}

/// Whether a key has this text.
fn has_text(texts: &Texts, key: &str, text: &str) -> bool {
    texts.get(key).is_some_and(|found| is_equal(found, text))
}

/// Whether a file has a key, or a plural form of it: languages have different forms.
pub(crate) fn has_key(texts: &Texts, key: &str, format: &str) -> bool {
    texts.contains_key(key) || plural_stem(texts, key, format).is_some()
}

/// Returns the part of a key that all plural forms of a text share; `None` if a file of the base
/// language has no such text.
pub(crate) fn plural_stem<'k>(base: &Texts, key: &'k str, format: &str) -> Option<&'k str> {
    let stem = ["zero", "one", "two", "few", "many", "other"]
        .iter()
        .find_map(|form| key.strip_suffix(form))
        .filter(|stem| stem.ends_with(['_', ':']));
    let is_form = |stem: &&str| base.contains_key(&format!("{stem}other"));
    // The forms of gettext have numbers.
    let number = key.rfind("::").filter(|_| matches!(format, "po" | "pot"));
    let number = number.map(|at| &key[..at + 2]);
    let is_number = |stem: &&str| base.contains_key(&format!("{stem}0"));
    stem.filter(is_form).or(number.filter(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = r#"{"a": "A", "b": "B", "n_one": "1", "n_other": "n"}"#;

    fn file<'a>(format: &'a str, text: &str) -> File<'a> {
        File::new(format, text.as_bytes().to_vec())
    }

    /// Returns the older texts, and the loss.
    fn compared(
        [local, service]: [&str; 2],
        replaced: &[Version],
    ) -> (Vec<OlderText>, Option<String>) {
        let [local, service, base] = [local, service, BASE].map(|text| file("json", text));
        let compared = Compared { local: &local, service: &service, base: Some(&base) };
        (compared.older(replaced), compared.loss())
    }

    fn version(content: &str, replaced_at: i64) -> Version {
        Version { content: content.as_bytes().to_vec(), replaced_at }
    }

    #[test]
    fn a_text_that_a_commit_replaced_is_older() {
        let (old, fixed) = (r#"{"a": "alt", "b": "b"}"#, r#"{"a": "neu", "b": "b"}"#);
        // Also if another text changed at the service.
        let other = r#"{"a": "alt", "b": "b2"}"#;
        for service in [old, other] {
            let (found, _) = compared([fixed, service], &[version(old, 1), version(old, 9)]);
            let [OlderText { key, older, newer, replaced_at }] = found.as_slice() else {
                panic!("{found:?}");
            };
            assert_eq!([key, older, newer], ["a", "alt", "neu"]);
            assert_eq!(*replaced_at, 9);
        }
        let (found, _) = compared([old, other], &[version(r#"{"a": "uralt"}"#, 1)]);
        assert_eq!(found, []);
    }

    #[test]
    fn the_style_of_a_file_is_no_difference() {
        let (old, fixed) = ("\"a\"=\"alt\";\"b\"=\"b\";\n", "\"a\"=\"neu\";\"b\"=\"b\";\n");
        let service = file("strings", "\"a\" = \"alt\";\n\n\"b\" = \"b\";\n");
        assert!(file("strings", old).is_same(&service));
        let local = file("strings", fixed);
        let compared = Compared { local: &local, service: &service, base: None };
        assert_eq!(compared.older(&[version(old, 1)]).len(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_compared_as_a_whole() {
        let [local, service] = ["new", "old"].map(|text| file("csv", text));
        let compared = Compared { local: &local, service: &service, base: None };
        assert_eq!(compared.older(&[version("old", 1)]).len(), 1);
        assert_eq!(compared.older(&[version("older", 1)]), []);
        assert!(!local.is_same(&service) && compared.loss().is_none());
    }

    #[test]
    fn a_key_that_the_repository_has_removed_is_not_older() {
        let before = r#"{"a": "a", "gone": "weg"}"#;
        assert_eq!(compared([r#"{"a": "a"}"#, before], &[version(before, 1)]).0, []);
    }

    #[test]
    fn a_committed_text_that_the_service_never_had_is_kept() {
        let local = r#"{"a": "a", "b": "b"}"#;
        let loss = |local, service| compared([local, service], &[]).1;
        assert!(loss(local, r#"{"a": "a"}"#).unwrap().contains("`b`"));
        assert!(loss(local, "{}").unwrap().contains("would empty it"));
        // The base language no longer has this key.
        assert_eq!(loss(r#"{"a": "a", "c": "c"}"#, r#"{"a": "x"}"#), None);
        // English has no such form.
        assert!(loss(r#"{"a": "a", "n_many": "m"}"#, r#"{"a": "a"}"#).is_some());
    }

    #[test]
    fn each_key_counts_as_used_without_a_readable_base_file() {
        let [local, service] =
            [r#"{"a": "a", "b": "b"}"#, r#"{"a": "a"}"#].map(|text| file("json", text));
        for base in [None, Some(File::base("json", b"{\"a\": \"A\",}".to_vec()))] {
            let compared = Compared { local: &local, service: &service, base: base.as_ref() };
            assert!(compared.loss().unwrap().contains("`b`"));
        }
    }

    #[test]
    fn a_catalog_may_have_more_forms_than_that_of_the_base_language() {
        let catalog = |forms: usize| {
            let forms = (0..forms).map(|form| format!("msgstr[{form}] \"x\"\n"));
            format!("msgid \"n\"\nmsgid_plural \"ns\"\n{}", forms.collect::<String>()).into_bytes()
        };
        let [local, service] = [3, 2].map(|forms| File::new("po", catalog(forms)));
        let base = File::base("po", catalog(2));
        let compared = Compared { local: &local, service: &service, base: Some(&base) };
        assert!(compared.loss().unwrap().contains("`n::2`"));
    }

    #[test]
    fn yaml_keeps_the_types_of_its_values() {
        let [local, service] = ["de:\n  a: [~, Jan]\n", "de:\n  a:\n    '1': Jan\n"]
            .map(|text| file("ruby_yaml", text));
        let compared = Compared { local: &local, service: &service, base: None };
        assert_eq!(compared.retyped().as_deref(), Some("a"));
    }

    #[test]
    fn a_base_file_with_empty_texts_has_keys() {
        let catalog = |text: &str| format!("msgid \"Save\"\nmsgstr \"{text}\"\n").into_bytes();
        let [local, service] = ["Speichern", ""].map(|text| {
            let other = b"\nmsgid \"Open\"\nmsgstr \"\xC3\x96ffnen\"\n".to_vec();
            File::new("po", [catalog(text), other].concat())
        });
        let base = File::base("po", catalog(""));
        let compared = Compared { local: &local, service: &service, base: Some(&base) };
        assert!(compared.loss().unwrap().contains("`Save`"));
    }

    #[test]
    fn a_file_without_texts_is_empty() {
        for (format, text, empty) in [
            ("json", "{\"a\": {\"b\": \"\"}}", true),
            ("json", "{\"a\": 1}", false),
            ("arb", "{\"@@locale\": \"de\"}", true),
            ("xml", "<resources>\n</resources>", true),
            ("xml", "<resources><string name=\"a\">A</string></resources>", false),
            ("strings", "/* nothing */\n", true),
            ("yaml", "de:\n  a: ''\n", true),
            ("csv", " \n", true),
        ] {
            assert_eq!(file(format, text).is_empty(), empty, "{text}");
        }
    }
}
