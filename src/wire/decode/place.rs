//! Where in a body its reader failed: the path of the value, by the position in the text.

use std::fmt::{self, Write as _};
use std::io::Read as _;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The path of the value at which an error is, as `contributors[3].uuid`; empty for the whole body.
///
/// The text is read once more, as far as to the end of what the failed reader took last: what is
/// interrupted there is the value. Unlike a reader that keeps its path, this is compiled once, and
/// not for each of hundreds of types.
pub(crate) fn of(error: &serde_json::Error, body: &[u8]) -> String {
    let lines = body.split_inclusive(|byte| *byte == b'\n');
    let before: usize = lines
        .take(error.line().saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    let read = &body[..body.len().min(before + error.column())];
    let of_number = |byte: &&u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let last = match read.last() {
        // The value was only looked at.
        None | Some(b':' | b',' | b' ' | b'\t' | b'\r' | b'\n') => 0,
        Some(_) => 1.max(read.iter().rev().take_while(of_number).count()),
    };
    let begun = &read[..read.len() - last];
    // What is wrong with a whole list or object is known at its end.
    let interruption: &[u8] = match read.last() {
        Some(b']' | b'}') => b"",
        _ => b"-",
    };

    let mut path = String::new();
    let mut json = serde_json::Deserializer::from_reader(begun.chain(interruption));
    // It ends by an error, which is the point of it.
    let _ = Walk(&mut path).deserialize(&mut json);
    path
}

/// Walks through a value, and leaves its path at the part that is interrupted.
struct Walk<'p>(&'p mut String);

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Walks through a part of a value, and comes back from it.
struct Part<'p>(&'p mut String, fmt::Arguments<'p>);

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self(path, step) = self;
        let length = path.len();
        let _ = path.write_fmt(step);
        Walk(path).deserialize(deserializer)?;
        path.truncate(length);
        Ok(())
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        while let Some(name) = access.next_key::<String>()? {
            let dot = if self.0.is_empty() { "" } else { "." };
            access.next_value_seed(Part(self.0, format_args!("{dot}{name}")))?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let mut index = 0;
        while let Some(()) = access.next_element_seed(Part(self.0, format_args!("[{index}]")))? {
            index += 1;
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }
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
        for body in [&b""[..], b"{", b"\xff\xfe", b"\n", b"0", b"\n\n\n]"] {
            assert_eq!(of(&error, body), "", "{body:?}");
        }
    }
}
