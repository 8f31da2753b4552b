//! What the contents of files say: whether they have texts, and whether a pull would lose some.

use std::collections::HashSet;

use crate::json;

/// Whether a format is JSON.
pub(crate) fn is_json(format: &str) -> bool {
    matches!(format, "json" | "arb" | "json_structured" | "i18next")
}

/// Whether the lines of a format say the same in any order and indentation.
fn is_flat(format: &str) -> bool {
    matches!(format, "xml" | "strings" | "properties")
}

/// Whether two files say the same, however they are written.
pub(crate) fn is_same(format: &str, one: &[u8], other: &[u8]) -> bool {
    one == other
        || (is_json(format) && json::is_same(one, other))
        || (is_flat(format) && entries(format, one) == entries(format, other))
}

/// Whether a file has no text at all, as exports of languages without translations do.
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

/// Why a file of the service must not replace a local one that Git has committed, if it must not.
pub(crate) fn loss(
    format: &str,
    local: &[u8],
    service: &[u8],
    base: Option<&[u8]>,
    replaced: &[Vec<u8>],
) -> Option<String> {
    if is_empty(format, service) && !is_empty(format, local) {
        return Some(
            "the service has no text for this file, so the pull would empty it".to_owned(),
        );
    }
    if let Some(key) = lost_key(format, local, service, base) {
        return Some(format!(
            "the service has no text for `{key}`, which the base language still has"
        ));
    }
    let brought = brought_back(format, local, service, replaced)?;
    Some(format!("the service has an older text, which a commit replaced: `{brought}`"))
}

/// A key that the local file translates, the base file has, and the service does not translate.
fn lost_key(format: &str, local: &[u8], service: &[u8], base: Option<&[u8]>) -> Option<String> {
    if !is_json(format) {
        return None;
    }
    let (local, service) = (json::texts(local)?, json::texts(service)?);
    let base = json::texts(base?)?;
    let is_lost = |(key, text): &(&String, &String)| {
        !text.is_empty()
            && base.contains_key(*key)
            && service.get(*key).is_none_or(String::is_empty)
    };
    local.iter().find(is_lost).map(|(key, _)| key.clone())
}

/// A text that the service has, the local file has not, and an earlier version of it had; or what
/// is missing, if the service has an earlier version as a whole.
fn brought_back(
    format: &str,
    local: &[u8],
    service: &[u8],
    replaced: &[Vec<u8>],
) -> Option<String> {
    let (local, service) = (entries(format, local), entries(format, service));
    for version in replaced {
        let version = entries(format, version);
        let mut added = service.difference(&local).filter(|entry| version.contains(*entry));
        if let Some(entry) = added.next() {
            return Some(entry.clone());
        }
        if version == service {
            let missing = local.difference(&service).next();
            return missing.map(|entry| format!("without {entry}"));
        }
    }
    None
}

/// The texts of a JSON file with their keys, or the lines of another file that say something.
fn entries(format: &str, bytes: &[u8]) -> HashSet<String> {
    if let Some(texts) = json::texts(bytes).filter(|_| is_json(format)) {
        return texts.into_iter().map(|(key, text)| format!("{key}: {text}")).collect();
    }
    let text = String::from_utf8_lossy(bytes).replace("><", ">\n<");
    let lines = text.lines().map(|line| line.trim().trim_end_matches(','));
    let lines =
        lines.filter(|line| line.chars().any(char::is_alphanumeric) && !line.starts_with("<?xml"));
    lines.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(local: &str, service: &str, replaced: &[&str]) -> Option<String> {
        let replaced: Vec<_> = replaced.iter().map(|text| text.as_bytes().to_vec()).collect();
        loss(
            "json",
            local.as_bytes(),
            service.as_bytes(),
            Some(b"{\"a\": \"A\", \"b\": \"B\"}"),
            &replaced,
        )
    }

    #[test]
    fn a_fix_that_was_committed_is_not_reverted() {
        let (old, fixed) =
            ("{\n\"a\": \"alt\",\n\"b\": \"b\"\n}", "{\n\"a\": \"neu\",\n\"b\": \"b\"\n}");
        assert!(found(fixed, old, &[old]).unwrap().contains("a: alt"));
        // Also if the service has changed another text meanwhile.
        let other = "{\n\"a\": \"alt\",\n\"b\": \"b2\"\n}";
        assert!(found(fixed, other, &[old]).unwrap().contains("a: alt"));
        assert_eq!(
            found(old, "{\n\"a\": \"alt\",\n\"b\": \"b2\"\n}", &["{\n\"a\": \"uralt\"\n}"]),
            None
        );
    }

    #[test]
    fn a_committed_text_that_the_service_never_had_is_kept() {
        let local = "{\"a\": \"a\", \"b\": \"b\"}";
        assert!(found(local, "{\"a\": \"a\"}", &[]).unwrap().contains("`b`"));
        assert!(found(local, "{}", &[]).unwrap().contains("would empty it"));
        // The base language no longer has this key.
        assert_eq!(found("{\"a\": \"a\", \"c\": \"c\"}", "{\"a\": \"x\"}", &[]), None);
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
