//! Annotations: errors in the form that a CI system shows beside the file.

use std::path::Path;

use crate::args::Annotations;

/// The CI system that the program runs in, as far as it has annotations.
pub(super) fn of_environment() -> Annotations {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match () {
        () if is_set("GITHUB_ACTIONS") => Annotations::Github,
        () if is_set("TF_BUILD") => Annotations::Azure,
        () => Annotations::None,
    }
}

/// An error as an annotation, of a file where it is of one; nothing where there are none.
pub(super) fn error(kind: Annotations, file: Option<&Path>, message: &str) -> Option<String> {
    let file = file.map(|file| file.display().to_string());
    match kind {
        Annotations::Github => {
            let place = file.map(|file| format!(" file={}", github(&file, true)));
            let place = place.unwrap_or_default();
            Some(format!("::error{place}::{}", github(message, false)))
        }
        Annotations::Azure => {
            let place = file.map(|file| format!(";sourcepath={}", azure(&file)));
            let place = place.unwrap_or_default();
            Some(format!(
                "##vso[task.logissue type=error{place}]{}",
                azure(message)
            ))
        }
        Annotations::None => None,
    }
}

/// Escaped as workflow commands are; in a property more than in a message.
fn github(text: &str, is_property: bool) -> String {
    let text = text
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    match is_property {
        true => text.replace(':', "%3A").replace(',', "%2C"),
        false => text,
    }
}

/// Escaped as logging commands are.
fn azure(text: &str) -> String {
    let text = text
        .replace('%', "%AZP25")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    text.replace(';', "%3B").replace(']', "%5D")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out_of_an_annotation() {
        let file = Some(Path::new("a:b,c%.json"));
        let told = "50%\n::error::x]; y";
        assert_eq!(
            error(Annotations::Github, file, told).as_deref(),
            Some("::error file=a%3Ab%2Cc%25.json::50%25%0A::error::x]; y")
        );
        assert_eq!(
            error(Annotations::Azure, Some(Path::new("a;b]c")), told).as_deref(),
            Some(
                "##vso[task.logissue type=error;sourcepath=a%3Bb%5Dc]50%AZP25%0A::error::x%5D%3B y"
            )
        );
        assert_eq!(
            error(Annotations::Github, None, "x").as_deref(),
            Some("::error::x")
        );
        assert_eq!(error(Annotations::None, file, told), None);
    }
}
