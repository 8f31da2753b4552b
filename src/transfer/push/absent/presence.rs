//! Which names of keys files have, in doubt too many.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use icu_normalizer::ComposingNormalizerBorrowed;
use serde_json::Value;

use super::text::{decode, spells_letters, words};
use crate::error::Error;
use crate::transfer::blocking::Stopped;
use crate::transfer::source::regular;

/// What stands between the parts of a name; and where an index of a list is named.
const SEPARATORS: [char; 10] = ['.', ':', '/', '_', '-', '[', ']', '\\', '#', '|'];
/// Members of objects that hold the name of a key.
const NAMING: [&str; 6] = ["key", "id", "name", "term", "key_name", "identifier"];
/// The last parts of names that stand for a form of a plural, beside numbers.
const FORMS: [&str; 7] = ["zero", "one", "two", "few", "many", "other", "plural"];

/// The names that files have.
#[derive(Debug, Default)]
pub(super) struct Presence {
    /// Of JSON files, as [`plain`] has them.
    names: HashSet<String>,
    /// The words of all others, and all their letters and digits in a row.
    words: HashSet<String>,
    rows: Vec<String>,
    /// Words that are no words of their own, and whether they are in a row.
    known: HashMap<String, bool>,
    pub(super) unreadable: Vec<PathBuf>,
}

/// Reads files.
pub(super) fn gather(paths: &[PathBuf], stopped: &Stopped) -> Result<Presence, Error> {
    let mut presence = Presence::default();
    for path in paths {
        stopped.check()?;
        match read(path).ok().and_then(|bytes| decode(&bytes)) {
            Some(text) if presence.take(&text) => {}
            _ => presence.unreadable.push(path.clone()),
        }
    }
    Ok(presence)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    // Opening what is not a file may wait for ever.
    regular(&fs::metadata(path)?)?;
    fs::read(path)
}

impl Presence {
    /// Takes the names of a text; answers whether they can be told.
    fn take(&mut self, text: &str) -> bool {
        if text.trim_start().starts_with(['{', '['])
            && let Ok(json) = serde_json::from_str(text)
        {
            self.take_root(&json);
            return true;
        }
        if spells_letters(text) {
            return false;
        }
        let letters = |letter: &char| letter.is_ascii_alphanumeric();
        self.words.extend(words(text).map(str::to_owned));
        self.rows.push(text.chars().filter(letters).collect());
        true
    }

    /// Takes the names below a value, and those below the one object in it, around which some
    /// formats put all keys.
    fn take_root(&mut self, json: &Value) {
        self.take_json(json, "");
        if let Value::Object(members) = json {
            let mut within = members.values().filter(|value| value.is_object());
            if let (Some(only), None) = (within.next(), within.next()) {
                self.take_root(only);
            }
        }
    }

    fn take_json(&mut self, json: &Value, path: &str) {
        let join = |name: &str| plain(&format!("{path}.{name}"));
        match json {
            Value::Object(members) => {
                for (name, value) in members {
                    let name_of_key = value.as_str().filter(|_| NAMING.contains(&name.as_str()));
                    self.names.extend(name_of_key.map(plain));
                    let below = join(name);
                    self.take_json(value, &below);
                    self.take_name(below);
                }
            }
            Value::Array(items) => {
                for (index, value) in items.iter().enumerate() {
                    let below = join(&index.to_string());
                    self.take_json(value, &below);
                    self.take_name(below);
                }
            }
            _ => {}
        }
    }

    /// A name, and the one that it is a form of.
    fn take_name(&mut self, name: String) {
        if let Some((plural, form)) = name.rsplit_once('.')
            && (FORMS.contains(&form) || form.bytes().all(|digit| digit.is_ascii_digit()))
        {
            self.names.insert(plural.to_owned());
        }
        self.names.insert(name);
    }

    /// Whether a file has the key of this name, or may have it.
    pub(super) fn has(&mut self, name: &str) -> bool {
        let path = plain(name);
        if path.is_empty() || self.names.contains(&path) {
            return true;
        }
        // Files that are no JSON may write other letters in many ways.
        let is_plain = |word: &&str| word.is_ascii();
        let mut words = words(name).filter(is_plain);
        !self.rows.is_empty() && words.all(|word| self.has_word(word))
    }

    fn has_word(&mut self, word: &str) -> bool {
        if self.words.contains(word) {
            return true;
        }
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let is_there = self.rows.iter().any(|row| row.contains(word));
        self.known.insert(word.to_owned(), is_there);
        is_there
    }
}

/// A name with one separator in the place of all, as a service may have it that composes letters
/// and leaves out the space around them.
fn plain(name: &str) -> String {
    let name = ComposingNormalizerBorrowed::new_nfc().normalize(name);
    let parts = name.split(SEPARATORS).map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn presence(texts: &[&str]) -> Presence {
        let mut presence = Presence::default();
        for text in texts {
            assert!(presence.take(text), "{text}");
        }
        presence
    }

    #[test]
    fn names_in_json_are_told_exactly_whatever_joins_them() {
        let json = r#"{"a": {"b": {"c": "x"}}, "d.e": "x", "f_one": "x", "f_other": "y",
            "g_0": "x", "i#few": "x", "list": ["x", {"y": 1}], "s": {"translation": "x"},
            "h\u00e9": "x", " spaced ": "x", "cafe\u0301": "x"}"#;
        let mut names = presence(&[json]);
        for name in [
            "a", "a.b", "a.b.c", "a::b::c", "a:b/c", "a_b-c", "d.e", "d", "f", "f_one",
        ] {
            assert_eq!(names.has(name), name != "d", "{name}");
        }
        for name in [
            "g",
            "g_0",
            "i",
            "list",
            "list.0",
            "list[1].y",
            "s",
            "hé",
            "spaced",
            "caf\u{e9}",
            "",
            ".",
        ] {
            assert!(names.has(name), "{name}");
        }
        for name in ["b", "a.c", "a.b.c.d", "list.2", "x", "h", "hè"] {
            assert!(!names.has(name), "{name}");
        }
    }

    #[test]
    fn what_is_around_all_keys_is_left_out_and_named_keys_count() {
        let mut rooted = presence(&[r#"{"en": {"cart": {"title": "x"}}}"#]);
        assert!(rooted.has("cart.title") && rooted.has("en.cart.title"));
        let mut catalog = presence(&[r#"{"version": "1", "strings": {"Add %@": {}}}"#]);
        assert!(catalog.has("Add %@") && !catalog.has("Add"));
        let mut list = presence(&[r#"[{"term": "cart.title", "definition": "x"}]"#]);
        assert!(list.has("cart.title") && !list.has("definition.x"));
    }

    #[test]
    fn words_in_other_texts_count_in_doubt() {
        let yaml = "en:\n  cart:\n    title: 'It\\'s a cart'\n    to\\\n  tal: 1\n";
        let mut names = presence(&[yaml]);
        for name in [
            "cart.title",
            "title",
            "cart::title",
            "total",
            "cart.é",
            "It's a cart",
        ] {
            assert!(names.has(name), "{name}");
        }
        for name in ["cart.subtotal", "page.title", "Cart"] {
            assert!(!names.has(name), "{name}");
        }
        assert!(!presence(&[]).has("a"));
        assert!(!Presence::default().take("\\u0063art=x"));
    }
}
