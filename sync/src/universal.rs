//! Universal placeholders: how the service stores the placeholders of texts that it imported with
//! `convert_placeholders`. A push and a pull send none.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::pattern::constant;

/// `[%s]`, `[%1$.2f:name]`, `[%]`; any other text in such brackets is an unknown placeholder.
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    constant(
        r"(?x) \[% (?:
            (?<format> (?: [0-9]* \$ )? \.? [0-9]* ) (?<kind> [sif] ) (?: : (?<name> [^\]]* ) )? \]
            | (?<sign> \] )
            | [^\]]* \]
        )",
    )
});

/// Returns a text of the service with the placeholders of a format, as the service documents them:
/// `[%s]`, `[%1$i:name]`, `[%.2f]`. `None` if the text has none.
///
/// # Errors
///
/// Fails if the spelling of one is unknown.
pub(crate) fn spelled(text: &str, format: &str) -> Option<Result<String, ()>> {
    let is_ios = matches!(format, "strings" | "stringsdict");
    let is_printf = is_ios
        || matches!(format, "xml" | "android_sdk" | "android_resources" | "po" | "pot" | "gettext");
    let is_icu = matches!(format, "json" | "arb");
    // A percent sign depends on the other placeholders.
    let is_sign = |found: &Captures<'_>| found.name("sign").is_some();
    let has_placeholders = PLACEHOLDER.captures_iter(text).any(|found| !is_sign(&found));
    let percent = if has_placeholders && is_printf { "%%" } else { "%" };
    let mut is_unknown = false;
    let written = PLACEHOLDER.replace_all(text, |found: &Captures<'_>| {
        let part = |name| found.name(name).map(|part| part.as_str());
        match (part("kind"), part("name")) {
            (Some(_), Some(name)) if is_icu => format!("{{{name}}}"),
            (Some(kind), None) if is_printf => {
                let kind = match kind {
                    "s" if is_ios => "@",
                    "i" if is_ios => "li",
                    "i" => "d",
                    kind => kind,
                };
                format!("%{}{kind}", &found["format"])
            }
            _ if is_sign(found) => percent.to_owned(),
            _ => {
                is_unknown = true;
                String::new()
            }
        }
    });
    match written {
        Cow::Borrowed(_) => None,
        Cow::Owned(_) if is_unknown => Some(Err(())),
        Cow::Owned(written) => Some(Ok(written)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_spelled_as_documented() {
        for (text, format, expected) in [
            ("Hi [%s], [%1$s] [%i] [%.2f]", "xml", Some(Ok("Hi %s, %1$s %d %.2f"))),
            ("[%s] [%2$i]", "strings", Some(Ok("%@ %2$li"))),
            ("Hi [%s:name], [%1$i:n]", "json", Some(Ok("Hi {name}, {n}"))),
            ("100[%] of [%i]", "po", Some(Ok("100%% of %d"))),
            ("100[%]", "po", Some(Ok("100%"))),
            ("[%s]", "json", Some(Err(()))),
            ("[%s:name]", "xml", Some(Err(()))),
            ("[%key_id:7%]", "json", Some(Err(()))),
            ("[%s:name]", "ruby_yaml", Some(Err(()))),
            ("[x] 5% [", "json", None),
        ] {
            let found = spelled(text, format);
            assert_eq!(found, expected.map(|it| it.map(str::to_owned)), "{text}");
        }
    }
}
