//! Formats of translation files: readers that say where each text stands, and edits that change
//! nothing else.

mod android;
mod elements;
mod flat;
mod flow;
mod json;
mod po;
mod properties;
mod resx;
mod source;
mod strings;
mod stringsdict;
mod tree;
mod xliff;
mod xml;
mod yaml;

use std::ops::Range;

/// A text of a file, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The name in the file: members of nested objects are joined by `::`.
    pub(crate) key: String,
    pub(crate) text: Text,
    /// Where the value stands in the source, with its quotes; all forms of a plural.
    pub(crate) value: Range<usize>,
    /// The whole entry, with the comments before it and what separates it from the next one.
    pub(crate) span: Range<usize>,
    /// From 1.
    pub(crate) line: usize,
    pub(crate) state: EntryState,
}

/// A text, or the forms of a plural.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Text {
    One(String),
    /// By their names in the file: `one`, `few`, `other`, `0`, `1`.
    Forms(Vec<(String, String)>),
}

/// What an entry is to a translator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryState {
    /// A text.
    Ready,
    /// Not finished: fuzzy in PO, `state="new"` or `needs-..` in XLIFF.
    Unfinished,
    /// Not to be translated: `translatable="false"`, a reference, a number.
    Fixed,
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) line: usize,
    /// What is wrong, and what would be right.
    pub(crate) message: String,
}

/// A change of a file.
#[derive(Debug, Clone)]
pub(crate) enum Edit<'a> {
    /// Another text in the place of the value.
    Set {
        key: &'a str,
        text: &'a Text,
    },
    /// A copy of the base file's entry with this text, after this entry, or first.
    Insert {
        key: &'a str,
        text: &'a Text,
        after: Option<&'a str>,
    },
    Remove {
        key: &'a str,
    },
}

/// A format of files.
pub(crate) trait Format: Send + Sync {
    /// Reads the entries in their order.
    fn read(&self, source: &str) -> Result<Vec<Entry>, SyntaxError>;

    /// Returns the source with the edits, and nothing else changed. Entries to insert are copied
    /// from `base`, the file of the base language.
    fn edit(&self, source: &str, base: &str, edits: &[Edit<'_>]) -> Result<String, SyntaxError>;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::formats::json::Json;
    use crate::formats::yaml::Yaml;

    pub(crate) fn one(text: &str) -> Text {
        Text::One(text.to_owned())
    }

    pub(crate) fn set<'a>(key: &'a str, text: &'a Text) -> Edit<'a> {
        Edit::Set { key, text }
    }

    pub(crate) fn insert<'a>(key: &'a str, text: &'a Text, after: Option<&'a str>) -> Edit<'a> {
        Edit::Insert { key, text, after }
    }

    pub(crate) fn remove(key: &str) -> Edit<'_> {
        Edit::Remove { key }
    }

    #[track_caller]
    pub(crate) fn changed(
        format: &dyn Format,
        source: &str,
        base: &str,
        edits: &[Edit<'_>],
    ) -> String {
        format.edit(source, base, edits).unwrap()
    }

    /// The entries in one line; `#` instead of `=` marks those that are fixed.
    #[track_caller]
    pub(crate) fn read(format: &dyn Format, source: &str) -> String {
        let show = |entry: Entry| {
            let sign = if entry.state == EntryState::Fixed { '#' } else { '=' };
            let text = match entry.text {
                Text::One(text) => text,
                Text::Forms(forms) => {
                    let forms: Vec<_> =
                        forms.iter().map(|(name, text)| format!("{name}:{text}")).collect();
                    format!("{{{}}}", forms.join(","))
                }
            };
            format!("{}{sign}{text}", entry.key)
        };
        format.read(source).unwrap().into_iter().map(show).collect::<Vec<_>>().join("|")
    }

    /// Sets a text in each place of a file, and compares all that is around it.
    fn assert_set(format: &dyn Format, source: &str, text: &str) {
        for entry in format.read(source).unwrap() {
            let (before, after) = (&source[..entry.value.start], &source[entry.value.end..]);
            let result = changed(format, source, "", &[set(&entry.key, &one(text))]);
            assert!(result.starts_with(before) && result.ends_with(after), "{result}");
            let found = format.read(&result).unwrap();
            let found = found.iter().find(|found| found.key == entry.key).unwrap();
            assert_eq!((&found.text, found.state), (&one(text), EntryState::Ready), "{result}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_read_as_it_was_set(
            text in "(?s).{0,12}|[-:#'\"\\\\ \n{}\\[\\],&*!|>%@`?a1~]{0,8}",
        ) {
            assert_set(&Json, "{\"a\": {\"b\": \"x\"},\r\n\t\"c\": [\"\\u00e9\", \"\"]}", &text);
            let yaml = "de:\r\n  a: x # c\r\n  b: 'x'\r\n  c:\r\n  - \"x\"\r\n  - - x\r\n    \
                - {k: x, l: 'x'}\r\n\
                \x20 d: |\r\n    x\r\n\r\n  e: >-\r\n     x\r\n     y\r\n  f: &a\r\n    x\r\n  \
                h: [x, \"x\"]\r\n\
                \x20 i: !!str 5\r\n  g: |-\r\n    x";
            assert_set(&Yaml, yaml, &text);
            assert_set(&Yaml, &yaml.replace('\r', ""), &text);
        }

        #[test]
        fn entries_that_are_removed_and_added_are_as_before(
            paths in prop::collection::btree_map("[a-c](/[a-c]){0,2}", any::<bool>(), 1..12),
            style in 0..7_usize,
        ) {
            let is_leaf = |path: &str| !paths.keys().any(|it| it.starts_with(&format!("{path}/")));
            let leaves: Vec<_> = paths.iter().filter(|(path, _)| is_leaf(path)).collect();
            let names: Vec<_> = leaves.iter().map(|(path, _)| path.as_str()).collect();
            let source = written(&names, style);
            let format: &dyn Format = if style < 4 { &Json } else { &Yaml };
            let entries = format.read(&source).unwrap();
            prop_assert_eq!(entries.len(), leaves.len());
            let is_gone = |at: &usize| *leaves[*at].1 && *at > 0;
            let gone: Vec<usize> = (0..entries.len()).filter(is_gone).collect();
            let edits: Vec<_> = gone.iter().map(|at| remove(&entries[*at].key)).collect();
            let target = changed(format, &source, "", &edits);
            let insert = |at: &usize| {
                let (before, entry) = (&entries[*at - 1], &entries[*at]);
                insert(&entry.key, &entry.text, Some(&before.key))
            };
            let edits: Vec<_> = gone.iter().map(insert).collect();
            prop_assert_eq!(format.edit(&target, &source, &edits).unwrap(), source, "{}", target);
        }

        #[test]
        fn damaged_files_do_not_panic(
            source in "([ab:\\-#'\"\\\\ \r\n{}\\[\\],&*!|>%1~\u{e4}\t]|: |\n  |: [|>]\n  ){0,24}",
        ) {
            for format in [&Json as &dyn Format, &Yaml] {
                let Ok(entries) = format.read(&source) else { continue };
                assert_eq!(format.edit(&source, "", &[]).unwrap(), source);
                for entry in entries {
                    let text = one("x");
                    for edit in [set(&entry.key, &text), remove(&entry.key)] {
                        let _ = format.edit(&source, "", &[edit]);
                    }
                    for target in ["", "{}", "a:"] {
                        let _ = format.edit(target, &source, &[insert(&entry.key, &text, None)]);
                    }
                }
            }
        }
    }

    /// A file with these keys, in their order.
    fn written(paths: &[&str], style: usize) -> String {
        let (line, unit, space) = [
            ("\n", "  ", " "),
            ("\r\n", "\t", " "),
            ("", "", ""),
            ("", "", " "),
            ("\n", "  ", " "),
            ("\r\n", "    ", " "),
            ("\n\n# c\n", "  ", " "),
        ][style];
        let (is_json, mut open, mut is_first) = (style < 4, Vec::new(), true);
        let mut text = if is_json { "{" } else { "de:" }.to_owned();
        let close = |open: &mut Vec<&str>, text: &mut String, left: usize| {
            while is_json && open.len() > left {
                *text += &format!("{line}{}}}", unit.repeat(open.len()));
                open.pop();
            }
            open.truncate(left);
        };
        for path in paths {
            let parts: Vec<&str> = path.split('/').collect();
            let same = open.iter().zip(&parts).take_while(|(one, two)| one == two).count();
            close(&mut open, &mut text, same);
            for (at, part) in parts.iter().enumerate().skip(same) {
                if is_json && !is_first {
                    text.push(',');
                    text += if line.is_empty() { space } else { "" };
                }
                let indent = unit.repeat(at + 1);
                let line = line.replace('#', &format!("{indent}#"));
                let cut = usize::from(is_first && line.starts_with("\n\n"));
                text += &line[cut..];
                let (quote, brace) =
                    if is_json { ("\"", format!("{space}{{")) } else { ("", String::new()) };
                is_first = at + 1 < parts.len();
                let value = if is_first { brace } else { format!("{space}\"{part}\"") };
                text += &format!("{indent}{quote}{part}{quote}:{value}");
                if is_first {
                    open.push(part);
                }
            }
        }
        close(&mut open, &mut text, 0);
        text + if is_json { line } else { "" } + if is_json { "}" } else { "" }
    }
}
