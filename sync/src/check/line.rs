//! Finds the line of a key, which parsers do not report.

/// Returns the line of a key, starting at 1: searches each part of it in the lines that are
/// indented below the part before. If a part is not found, returns the line of the part before.
pub(super) fn of(text: &str, key: &str, format: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_tree = !matches!(format, "po" | "pot") && !text.trim_start().starts_with('<');
    let is_at = |line: &str, part: &str| match is_tree {
        true => is_key(line, part),
        false => {
            line.contains(&format!("\"{part}\""))
                || line.contains(&format!(">{part}<"))
                || is_wrapped(line, part)
        }
    };
    let mut found: Option<usize> = None;
    for part in key.split("::") {
        let start = found.map_or(0, |found| found + 1);
        let is_below = |line: &str| {
            found.is_none_or(|found| line.trim().is_empty() || indent(line) > indent(lines[found]))
        };
        let block = lines[start..].iter().take_while(|line| is_below(line)).enumerate();
        let places = block.filter(|(_, line)| is_at(line, part));
        match places.min_by_key(|(_, line)| indent(line)) {
            Some((place, _)) => found = Some(start + place),
            None => break,
        }
    }
    found.map_or(1, |found| found + 1)
}

/// Whether a line is the start of a key of gettext that takes several lines.
fn is_wrapped(line: &str, key: &str) -> bool {
    let start = line.strip_prefix('"').and_then(|line| line.strip_suffix('"'));
    start.is_some_and(|start| !start.is_empty() && key.starts_with(start))
}

/// Whether a line is `key: text` or `key = text`, with or without quotes around the key.
fn is_key(line: &str, key: &str) -> bool {
    let line = line.trim_start().trim_start_matches("- ");
    let line = line.strip_prefix(['"', '\'']).unwrap_or(line);
    let rest = line.strip_prefix(key).map(|rest| rest.trim_start_matches(['"', '\'']));
    rest.is_some_and(|rest| rest.trim_start().starts_with([':', '=']))
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
            ("strings", "/* a */\n\"a b\" = \"x\";\n", "a b", 2),
            ("po", "msgctxt \"c\"\nmsgid \"a\"\nmsgid_plural \"as\"\n", "a::0", 2),
            ("po", "msgid \"x\"\n\nmsgid \"\"\n\"a \"\n\"b\"\nmsgstr \"c\"\n", "a b", 4),
            ("xml", "<resources>\n <plurals name=\"n\">\n  <item quantity=\"one\">", "n::one", 3),
            ("stringsdict", "<plist>\n<key>n</key>\n", "n::one", 2),
        ] {
            assert_eq!(of(text, key, format), line, "{key} in {text}");
        }
    }
}
