//! Finds the lines of keys, which parsers do not report.

use std::collections::HashMap;

use crate::texts::{is_language, is_yaml};

/// The lines of the keys in a file.
#[derive(Debug, Default)]
pub(super) struct Lines(HashMap<String, usize>);

impl Lines {
    pub(super) fn of(text: &str, format: &str) -> Self {
        let mut found = Self::default();
        match format {
            "po" | "pot" => found.catalog(text),
            _ if text.trim_start().starts_with('<') => found.xml(text),
            "properties" | "strings" => text.lines().zip(1..).for_each(|(line, number)| {
                key(line.trim_start(), format).into_iter().for_each(|key| found.add(key, number));
            }),
            _ => found.tree(text, format),
        }
        found
    }

    fn catalog<'t>(&mut self, text: &'t str) {
        let mut context = String::new();
        let mut lines = text.lines().zip(1..).peekable();
        while let Some((line, number)) = lines.next() {
            let Some((field, text)) = line.split_once('"') else { continue };
            let unquoted = |text: &'t str| text.trim_end().strip_suffix('"').unwrap_or(text);
            let mut text = unquoted(text).to_owned();
            while let Some((next, _)) = lines.next_if(|(next, _)| next.starts_with('"')) {
                text.push_str(unquoted(&next[1..]));
            }
            match field.trim() {
                "msgctxt" => context = text + "::",
                "msgid" => self.add(&(std::mem::take(&mut context) + &text), number),
                _ => {}
            }
        }
    }

    fn xml(&mut self, text: &str) {
        let mut outer = "";
        for (line, number) in text.lines().zip(1..) {
            for start in [" name=\"", " id=\"", "<key>"] {
                for name in line.split(start).skip(1) {
                    outer = name.split(['"', '<']).next().unwrap_or_default();
                    self.add(outer, number);
                }
            }
            if let Some((form, _)) =
                line.split_once(" quantity=\"").and_then(|(_, form)| form.split_once('"'))
            {
                self.add(&format!("{outer}::{form}"), number);
            }
        }
    }

    /// JSON or YAML: a key is below the last key that is less indented.
    fn tree(&mut self, text: &str, format: &str) {
        let mut above: Vec<(usize, String)> = Vec::new();
        let is_top = |line: &&str| line.starts_with(|first: char| first.is_alphabetic());
        let has_root = is_yaml(format) && text.lines().filter(is_top).count() == 1;
        for (line, number) in text.lines().zip(1..) {
            let start = line.trim_start_matches([' ', '\t', '{', '-']);
            let Some(key) = key(start, format) else { continue };
            let indent = line.len() - start.len();
            // The language at the root of a file is no part of its keys.
            if has_root && indent == 0 && is_language(key) {
                continue;
            }
            above.truncate(above.iter().take_while(|(outer, _)| *outer < indent).count());
            let path = match above.last() {
                Some((_, outer)) => format!("{outer}::{key}"),
                None => key.to_owned(),
            };
            self.add(&path, number);
            above.push((indent, path));
        }
    }

    fn add(&mut self, key: &str, line: usize) {
        self.0.entry(plain(key)).or_insert(line);
    }

    /// Returns the line of a key, starting at 1; else that of the nearest key around it; else 1.
    pub(super) fn line(&self, key: &str) -> usize {
        let key = plain(key);
        let ends = key.rmatch_indices("::").map(|(end, _)| end);
        let mut names = std::iter::once(key.len()).chain(ends).map(|end| &key[..end]);
        names.find_map(|name| self.0.get(name)).copied().unwrap_or(1)
    }
}

/// Returns a key the same with and without escapes.
fn plain(key: &str) -> String {
    key.replace('\n', "n").replace('\\', "")
}

/// Returns the key of a line such as `key: text` or `"key" = "text";`, with its escapes.
fn key<'l>(line: &'l str, format: &str) -> Option<&'l str> {
    let quote = line.chars().next().filter(|first| matches!(first, '"' | '\''));
    let quote = quote.filter(|_| format != "properties");
    let is_end = |letter: char| match quote {
        Some(quote) => letter == quote,
        None => matches!(letter, ':' | '=') || format == "properties" && letter.is_whitespace(),
    };
    let line = &line[quote.map_or(0, char::len_utf8)..];
    let mut ends = line.match_indices(is_end).map(|(end, _)| end);
    let (key, rest) = line.split_at(ends.find(|end| !line[..*end].ends_with('\\'))?);
    let rest = rest.trim_start_matches(['"', '\'', ' ']);
    (rest.starts_with([':', '=']) || format == "properties").then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_in_each_format() {
        for (format, text, key, line) in [
            ("json", "{\n  \"b\": {\n    \"a\": \"x\"\n  },\n  \"a\": \"y\"\n}", "a", 5),
            ("json", "{\n  \"b\": {\n    \"a\": \"x\"\n  },\n  \"a\": \"y\"\n}", "b::a", 3),
            ("json", "{\n  \"a\": [\n    \"x\"\n  ]\n}", "a::0", 2),
            ("json", "{\"a\": {\"b\": \"x\"}}", "a::b", 1),
            ("yaml", "de:\n  b:\n    a: x\n  'a': y\n", "a", 4),
            ("properties", "# a\na.b = x\na=y\n", "a", 3),
            ("properties", "# a\na\\ \\=\\:\\ b = x\n", "a =: b", 2),
            ("po", "msgid \"x\"\n\nmsgid \"the \\\"b\\\"\"\n", "the \"b\"", 3),
            ("strings", "/* a */\n\"a b\" = \"x\";\n", "a b", 2),
            ("po", "msgctxt \"c\"\nmsgid \"a\"\nmsgid_plural \"as\"\n", "c::a::0", 2),
            ("po", "msgid \"x\"\n\nmsgid \"\"\n\"a \"\n\"b\"\nmsgstr \"c\"\n", "a b", 3),
            ("xml", "<resources>\n <plurals name=\"n\">\n  <item quantity=\"one\">", "n::one", 3),
            ("xml", "<a>\n <plurals name=\"n\">\n </plurals>", "n::one", 2),
            ("properties", "\n'a\\n=x", "'a\n", 2),
            ("stringsdict", "<plist>\n<key>n</key>\n", "n::one", 2),
        ] {
            assert_eq!(Lines::of(text, format).line(key), line, "{key} in {text}");
        }
    }
}
