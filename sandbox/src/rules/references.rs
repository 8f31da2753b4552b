//! References of texts to other keys: `[%key:NAME%]`.

const OPEN: &str = "[%key:";
const CLOSE: &str = "%]";

/// Replaces each reference by the text of its key, as it is stored. A reference to no key stays.
pub(crate) fn resolve(text: &str, look_up: impl Fn(&str) -> Option<String>) -> String {
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inner)) = rest.split_once(OPEN)
        && let Some((name, after)) = inner.split_once(CLOSE)
    {
        let found = look_up(name).unwrap_or_else(|| format!("{OPEN}{name}{CLOSE}"));
        resolved.extend([before, &found]);
        rest = after;
    }
    resolved + rest
}
