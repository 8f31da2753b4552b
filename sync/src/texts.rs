//! Compares the texts of files: whether they are equal, and whether a pull would lose some.

use std::collections::{BTreeMap, BTreeSet};

use crate::git::Version;
use crate::json;

pub(crate) fn is_json(format: &str) -> bool {
    matches!(format, "json" | "arb" | "json_structured" | "i18next")
}

/// Whether the order and indentation of lines are irrelevant in a format.
fn is_line_based(format: &str) -> bool {
    matches!(format, "xml" | "strings" | "properties")
}

/// Whether two files have the same texts, whatever their formatting.
pub(crate) fn is_same(format: &str, one: &[u8], other: &[u8]) -> bool {
    one == other
        || (is_json(format) && json::is_same(one, other))
        || (is_line_based(format) && lines(one) == lines(other))
}

/// Whether a file has no texts, as in the export of a language without translations.
pub(crate) fn is_empty(format: &str, bytes: &[u8]) -> bool {
    if is_json(format) {
        let texts = json::texts(bytes);
        return texts.is_some_and(|texts| {
            texts.iter().all(|(key, text)| key.starts_with("@@") || text.trim().is_empty())
        });
    }
    let text = String::from_utf8_lossy(bytes);
    match format {
        "xml" | "android_sdk" => {
            !["<string", "<plurals", "<item"].iter().any(|tag| text.contains(tag))
        }
        "strings" | "properties" => !text.contains('='),
        _ => text.trim().is_empty(),
    }
}

/// A text of the service that a commit replaced in the local file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OlderText {
    pub(crate) key: String,
    /// The text as printed: with its key, or its line.
    pub(crate) display: String,
    /// The time of the last such commit, in Unix seconds.
    pub(crate) replaced_at: i64,
}

/// The versions of a file that a pull compares.
pub(crate) struct Compared<'a> {
    pub(crate) format: &'a str,
    pub(crate) local: &'a [u8],
    pub(crate) service: &'a [u8],
    /// The local file of the base language.
    pub(crate) base: Option<&'a [u8]>,
}

impl Compared<'_> {
    /// Returns why the service's file would lose a local translation; `None` if it would not.
    pub(crate) fn loss(&self) -> Option<String> {
        if is_empty(self.format, self.service) && !is_empty(self.format, self.local) {
            return Some("the service has no texts for it, so the pull would empty it".to_owned());
        }
        let key = self.lost_key()?;
        Some(format!("the service has no text for the key `{key}`, which is still in use"))
    }

    /// Returns a key of the base file that the local file translates but the service does not.
    fn lost_key(&self) -> Option<String> {
        if !is_json(self.format) {
            return None;
        }
        let (local, service) = (json::texts(self.local)?, json::texts(self.service)?);
        let base = json::texts(self.base?)?;
        let is_lost = |(key, text): &(&String, &String)| {
            !text.is_empty()
                && base.contains_key(*key)
                && service.get(*key).is_none_or(String::is_empty)
        };
        local.iter().find(is_lost).map(|(key, _)| key.clone())
    }

    /// Returns the texts of the service that `replaced` versions of the local file had but the
    /// current one has not. Omits keys that were removed from the repository.
    pub(crate) fn older(&self, replaced: &[Version]) -> Vec<OlderText> {
        let [local, service] = [self.local, self.service].map(|file| texts(self.format, file));
        let base = self.base.map(|base| texts(self.format, base)).unwrap_or_default();
        let is_line = |key: &String, text: &String| !is_json(self.format) && key == text;
        let is_ours = |key: &String, text: &String| {
            local.contains_key(key) || base.contains_key(key) || is_line(key, text)
        };
        let mut older = BTreeMap::new();
        for version in replaced {
            let texts = texts(self.format, &version.content);
            for (key, text) in &service {
                let is_older = local.get(key) != Some(text) && texts.get(key) == Some(text);
                if is_older && is_ours(key, text) {
                    let time = older.entry((key, text)).or_insert(version.replaced_at);
                    *time = version.replaced_at.max(*time);
                }
            }
        }
        let older = older.into_iter().map(|((key, text), replaced_at)| {
            let display = match is_json(self.format) {
                true => format!("{key}: {text}"),
                false => text.clone(),
            };
            OlderText { key: key.clone(), display, replaced_at }
        });
        older.collect()
    }
}

/// Returns the texts of a file by key. A line whose key is not known is its own key.
fn texts(format: &str, bytes: &[u8]) -> BTreeMap<String, String> {
    if let Some(texts) = json::texts(bytes).filter(|_| is_json(format)) {
        return texts;
    }
    let lines = lines(bytes).into_iter().map(|line| {
        let key = key_of(format, &line).map_or_else(|| line.clone(), str::to_owned);
        (key, line)
    });
    lines.collect()
}

/// Returns the key in a line of a format with one text per line.
fn key_of<'l>(format: &str, line: &'l str) -> Option<&'l str> {
    match format {
        "xml" => line.split_once("name=\"")?.1.split('"').next(),
        "strings" => line.strip_prefix('"')?.split("\" =").next(),
        "properties" => line.split(['=', ':']).next().map(str::trim_end),
        _ => None,
    }
}

/// Returns the lines that contain letters or digits, without indentation.
fn lines(bytes: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(bytes).replace("><", ">\n<");
    let lines = text.lines().map(|line| line.trim().trim_end_matches(','));
    let lines =
        lines.filter(|line| line.chars().any(char::is_alphanumeric) && !line.starts_with("<?xml"));
    lines.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &[u8] = b"{\"a\": \"A\", \"b\": \"B\"}";

    fn compared<'a>(local: &'a str, service: &'a str) -> Compared<'a> {
        let (local, service) = (local.as_bytes(), service.as_bytes());
        Compared { format: "json", local, service, base: Some(BASE) }
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
            let older = compared(fixed, service).older(&[version(old, 1), version(old, 9)]);
            let expected =
                OlderText { key: "a".to_owned(), display: "a: alt".to_owned(), replaced_at: 9 };
            assert_eq!(older, [expected]);
        }
        assert_eq!(compared(old, other).older(&[version(r#"{"a": "uralt"}"#, 1)]), []);
    }

    #[test]
    fn a_key_that_the_repository_has_removed_is_not_older() {
        let before = r#"{"a": "a", "gone": "weg"}"#;
        assert_eq!(compared(r#"{"a": "a"}"#, before).older(&[version(before, 1)]), []);
        let xml = |names: &[&str]| {
            let strings = names.iter().map(|name| format!("<string name=\"{name}\">x</string>\n"));
            format!("<resources>\n{}</resources>\n", strings.collect::<String>())
        };
        let (now, before) = (xml(&["a"]), xml(&["a", "gone"]));
        let (local, service) = (now.as_bytes(), before.as_bytes());
        let compared = Compared { format: "xml", local, service, base: Some(local) };
        assert_eq!(compared.older(&[version(&before, 1)]), []);
    }

    #[test]
    fn keys_of_lines() {
        assert_eq!(key_of("xml", "<string name=\"a\">x</string>"), Some("a"));
        assert_eq!(key_of("xml", "<item>x</item>"), None);
        assert_eq!(key_of("strings", "\"a b\" = \"x\";"), Some("a b"));
        assert_eq!(key_of("properties", "a.b = x"), Some("a.b"));
        assert_eq!(key_of("yaml", "a: x"), None);
    }

    #[test]
    fn a_committed_text_that_the_service_never_had_is_kept() {
        let local = r#"{"a": "a", "b": "b"}"#;
        let loss = |local, service| compared(local, service).loss();
        assert!(loss(local, r#"{"a": "a"}"#).unwrap().contains("`b`"));
        assert!(loss(local, "{}").unwrap().contains("would empty it"));
        // The base language no longer has this key.
        assert_eq!(loss(r#"{"a": "a", "c": "c"}"#, r#"{"a": "x"}"#), None);
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
            ("yaml", " \n", true),
        ] {
            assert_eq!(is_empty(format, text.as_bytes()), empty, "{text}");
        }
    }
}
