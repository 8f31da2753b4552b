//! References of texts to other keys: `[%key:NAME%]`.

const OPEN: &str = "[%key:";
const CLOSE: &str = "%]";
/// References lead no deeper than this, so that those in circles end.
const DEPTH: usize = 8;

/// The text with what `look_up` knows of each key that it refers to; a reference to no key stays.
pub(crate) fn resolve(text: &str, look_up: &impl Fn(&str) -> Option<String>) -> String {
    within(text, look_up, DEPTH)
}

fn within(text: &str, look_up: &impl Fn(&str) -> Option<String>, depth: usize) -> String {
    let (mut resolved, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find(OPEN) {
        let inner = &rest[start + OPEN.len()..];
        let Some(end) = inner.find(CLOSE) else {
            break;
        };
        resolved.push_str(&rest[..start]);
        let behind = start + OPEN.len() + end + CLOSE.len();
        match look_up(&inner[..end]) {
            Some(found) if depth > 0 => resolved.push_str(&within(&found, look_up, depth - 1)),
            _ => resolved.push_str(&rest[start..behind]),
        }
        rest = &rest[behind..];
    }
    resolved + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_up(name: &str) -> Option<String> {
        match name {
            "app.name" => Some("Garnet".to_owned()),
            "greeting" => Some("Hello from [%key:app.name%]".to_owned()),
            "circle" => Some("o[%key:circle%]".to_owned()),
            _ => None,
        }
    }

    #[test]
    fn the_text_of_the_other_key_takes_its_place() {
        assert_eq!(resolve("No reference", &look_up), "No reference");
        assert_eq!(
            resolve("[%key:app.name%]: [%key:greeting%]!", &look_up),
            "Garnet: Hello from Garnet!"
        );
    }

    #[test]
    fn what_refers_to_nothing_stays() {
        for text in ["[%key:nothing%] here", "[%key:app.name", "[%s:app.name]"] {
            assert_eq!(resolve(text, &look_up), text);
        }
    }

    #[test]
    fn circles_end() {
        let resolved = resolve("[%key:circle%]", &look_up);
        assert_eq!(resolved, format!("{}[%key:circle%]", "o".repeat(8)));
    }
}
