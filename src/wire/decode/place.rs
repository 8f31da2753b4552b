//! Where in a body its reader failed: the path of the value, by the position in the text.

use std::fmt::Write as _;
use std::ops::Range;

/// Beyond so many bytes no place is looked for.
const LONGEST: usize = 4 << 20;

/// The path of the value at which an error is, as `contributors[3].uuid`; empty for the whole body,
/// and where it is not known.
///
/// Up to there the text was read, so only the marks of JSON are looked at. Unlike a reader that
/// keeps its path, this is compiled once, and not for each of hundreds of types.
pub(crate) fn of(error: &serde_json::Error, body: &[u8]) -> String {
    let lines = body.split_inclusive(|byte| *byte == b'\n');
    let before: usize = lines
        .take(error.line().saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    match body.get(..before + error.column()) {
        Some(read) if read.len() <= LONGEST => path(read),
        _ => String::new(),
    }
}

/// What is around a place in the text, and which part of that the place is in.
enum Around {
    /// The name of the member in the text, with its quotes, once that is over.
    Object(Option<Range<usize>>),
    List(usize),
}

/// The path of the value that a text ends in, or behind.
fn path(text: &[u8]) -> String {
    // A list or an object that has only begun is not what its reader wanted.
    let text = text.trim_ascii_end();
    let text = text
        .strip_suffix(b"[")
        .or(text.strip_suffix(b"{"))
        .unwrap_or(text);
    let (mut around, mut string, mut index) = (Vec::new(), 0..0, 0);
    while let Some(byte) = text.get(index) {
        match (byte, around.last_mut()) {
            (b'"', _) => {
                string = index..index + length_of_string(&text[index..]);
                index = string.end - 1;
            }
            (b'{', _) => around.push(Around::Object(None)),
            (b'[', _) => around.push(Around::List(0)),
            (b'}' | b']', _) => drop(around.pop()),
            (b':', Some(Around::Object(name))) => *name = Some(string.clone()),
            (b',', Some(Around::Object(name))) => *name = None,
            (b',', Some(Around::List(element))) => *element += 1,
            _ => {}
        }
        index += 1;
    }
    let mut path = String::new();
    for step in &around {
        let _ = match step {
            Around::Object(None) => Ok(()),
            Around::Object(Some(name)) => {
                let name: String = serde_json::from_slice(&text[name.clone()]).unwrap_or_default();
                let dot = if path.is_empty() { "" } else { "." };
                write!(path, "{dot}{name}")
            }
            Around::List(element) => write!(path, "[{element}]"),
        };
    }
    path
}

/// The length of the string that a text begins with, its quotes included.
fn length_of_string(text: &[u8]) -> usize {
    let mut escaped = false;
    let inside = text.iter().skip(1).take_while(|byte| {
        let ends = **byte == b'"' && !escaped;
        escaped = **byte == b'\\' && !escaped;
        !ends
    });
    (inside.count() + 2).min(text.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    use super::*;

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "read, and never looked at")]
    struct Shelf {
        id: u8,
        #[serde(default)]
        books: Vec<Book>,
        #[serde(default)]
        labels: BTreeMap<String, Option<bool>>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "read, and never looked at")]
    struct Book {
        pages: u16,
        title: Option<String>,
    }

    fn place<T: DeserializeOwned>(body: &str) -> String {
        let error = serde_json::from_str::<T>(body).err().unwrap();
        of(&error, body.as_bytes())
    }

    #[test]
    fn it_is_that_of_the_value_which_does_not_fit() {
        for (body, expected) in [
            (r#"{"id":"one"}"#, "id"),
            (r#"{"id":1234}"#, "id"),
            (r#"{"id":-1.5e3, "books":[]}"#, "id"),
            (r#"{"id":null}"#, "id"),
            (r#"{"id":true}"#, "id"),
            (r#"{"id":[1]}"#, "id"),
            (r#"{"id":{"a":1}}"#, "id"),
            (r#"{"id":1,"books":7}"#, "books"),
            (
                r#"{"id":1,"books":[{"pages":1},{"pages":70000}]}"#,
                "books[1].pages",
            ),
            (
                r#"{"id":1,"books":[{"pages":1},{"title":"a"}]}"#,
                "books[1]",
            ),
            (
                r#"{"id":1,"books":[{"title":5,"pages":1}]}"#,
                "books[0].title",
            ),
            (
                "{\n  \"id\": 1,\n  \"books\": [\n    \"\u{e9}\"\n  ]\n}",
                "books[0]",
            ),
            (r#"{"id":1,"labels":{"a":true,"b.c":"é"}}"#, "labels.b.c"),
            (r#"{"books":[]}"#, ""),
            (r#"{"books":[{"pages":5}]}"#, ""),
            ("7", ""),
            ("[]", ""),
            ("[true]", "[0]"),
            ("{\"id\": [\n 1]}", "id"),
            ("{\"id\": {}}", "id"),
            // What is ignored may hold what no reader would take.
            (r#"{"x":"\ud800","id":"one"}"#, "id"),
            (r#"{"x":[1,{"y":1e999}],"id":"one"}"#, "id"),
            (r#"{"x":{"\\\"":["]","}",":,{"]},"i\u0064":"one"}"#, "id"),
        ] {
            assert_eq!(place::<Shelf>(body), expected, "{body}");
        }
        assert_eq!(place::<Vec<u8>>("[333]"), "[0]");
        assert_eq!(place::<Vec<u8>>("[1, 22, 333]"), "[2]");
        assert_eq!(place::<Vec<u8>>("[1, [2]]"), "[1]");
        assert_eq!(place::<Vec<(u8, u8)>>("[[1, 2], [3]]"), "[1]");
        assert_eq!(place::<Vec<Vec<u8>>>("[[1],[2,\n\n3,\n\"x\"]]"), "[1][2]");
    }

    #[test]
    fn no_body_is_too_odd() {
        let error = serde_json::from_str::<u8>("\n\n\n\"x").err().unwrap();
        for body in [
            &b""[..],
            b"{",
            b"\xff\xfe",
            b"\n",
            b"0",
            b"\n\n\n]",
            b"\n\n\n\"\\",
        ] {
            assert_eq!(of(&error, body), "", "{body:?}");
        }
        let deep = format!(
            "{{\"x\":{},\"id\":\"one\"}}",
            "[".repeat(500) + &"]".repeat(500)
        );
        assert_eq!(place::<Shelf>(&deep), "id");
        let long = format!("{{\"x\":\"{}\",\"id\":\"one\"}}", "x".repeat(LONGEST));
        assert_eq!(place::<Shelf>(&long), "");
    }
}
