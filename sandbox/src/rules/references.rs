//! References of texts to other keys: `[%key:NAME%]`.

const OPEN: &str = "[%key:";
const CLOSE: &str = "%]";
/// References lead no deeper than this.
const DEPTH: usize = 8;
/// How many references of one text are looked up, those of what they lead to included.
const LOOK_UPS: usize = 1_000;
/// How much takes the places of one text's references altogether, in bytes.
const SIZE: usize = 64 << 10;

/// The text with what `look_up` knows of each key that it refers to. A reference stays that is to
/// no key, or to one that is being resolved, or that leads beyond the limits above.
pub(crate) fn resolve(text: &str, look_up: &impl Fn(&str) -> Option<String>) -> String {
    let mut resolver = Resolver {
        look_up,
        look_ups: LOOK_UPS,
        size: SIZE,
        path: Vec::new(),
        resolved: String::with_capacity(text.len()),
    };
    resolver.append(text);
    resolver.resolved
}

struct Resolver<'l, L> {
    look_up: &'l L,
    /// How many look-ups are left, and how many bytes.
    look_ups: usize,
    size: usize,
    /// The keys that are being resolved, each within the one before it.
    path: Vec<String>,
    resolved: String,
}

impl<L: Fn(&str) -> Option<String>> Resolver<'_, L> {
    fn append(&mut self, text: &str) {
        let mut rest = text;
        while let Some(start) = rest.find(OPEN) {
            let inner = &rest[start + OPEN.len()..];
            let Some(end) = inner.find(CLOSE) else {
                break;
            };
            self.resolved.push_str(&rest[..start]);
            let behind = start + OPEN.len() + end + CLOSE.len();
            let name = &inner[..end];
            match self.find(name) {
                Some(found) => {
                    self.path.push(name.to_owned());
                    self.append(&found);
                    self.path.pop();
                }
                None => self.resolved.push_str(&rest[start..behind]),
            }
            rest = &rest[behind..];
        }
        self.resolved.push_str(rest);
    }

    /// What takes the place of a reference.
    fn find(&mut self, name: &str) -> Option<String> {
        let is_spent = self.look_ups == 0 || self.path.len() == DEPTH;
        if is_spent || self.path.iter().any(|outer| outer == name) {
            return None;
        }
        self.look_ups -= 1;
        let found = (self.look_up)(name)?;
        self.size = self.size.checked_sub(found.len())?;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_up(name: &str) -> Option<String> {
        match name {
            "app.name" => Some("Garnet".to_owned()),
            "greeting" => Some("Hello from [%key:app.name%]".to_owned()),
            "circle" => Some("o[%key:circle%]".to_owned()),
            "circles" => Some("o[%key:circles%][%key:circles%]".to_owned()),
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
        assert_eq!(resolve("[%key:circle%]", &look_up), "o[%key:circle%]");
        let twice = "[%key:circles%]";
        assert_eq!(resolve(twice, &look_up), format!("o{twice}{twice}"));
    }

    #[test]
    fn what_grows_has_an_end() {
        let wide = |name: &str| Some(format!("[%key:{name}+%]").repeat(12));
        let resolved = resolve("[%key:a%]", &wide);
        assert!(resolved.len() < 64 << 10, "{}", resolved.len());
        let long = |_: &str| Some("o".repeat(1 << 10));
        let resolved = resolve(&"[%key:a%]".repeat(100), &long);
        assert_eq!(resolved.len(), (64 << 10) + 36 * "[%key:a%]".len());
        let asked = std::cell::Cell::new(0);
        let none = |_: &str| {
            asked.set(asked.get() + 1);
            None
        };
        resolve(&"[%key:a%]".repeat(2_000), &none);
        assert_eq!(asked.get(), 1_000);
    }
}
