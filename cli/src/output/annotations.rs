//! Annotations: errors in the form that a CI system shows beside the file.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::args::Annotations;
use crate::environment::Variable;
use crate::text;

/// The CI system that the program runs in, as far as it has annotations.
pub(super) fn of_environment() -> Annotations {
    match () {
        () if Variable::GithubActions.get().is_some() => Annotations::Github,
        () if Variable::TfBuild.get().is_some() => Annotations::Azure,
        () => Annotations::None,
    }
}

/// An error as an annotation, of a file where it is of one; nothing where there are none.
pub(super) fn error(kind: Annotations, file: Option<&Path>, message: &str) -> Option<String> {
    let file = file.map(|file| text::path(&from_root(kind, file)));
    match kind {
        Annotations::Github => {
            let place = file.map(|file| format!(" file={}", github(&file, true)));
            let place = place.unwrap_or_default();
            Some(format!("::error{place}::{}", github(message, false)))
        }
        Annotations::Azure => {
            let place = file.map(|file| format!(";sourcepath={}", azure(&file)));
            let place = place.unwrap_or_default();
            Some(format!("##vso[task.logissue type=error{place}]{}", azure(message)))
        }
        Annotations::None => None,
    }
}

/// A line of a log that holds no command of the CI system, whatever names and texts are in it.
pub(super) fn inert(kind: Annotations, line: &str) -> String {
    let line = match kind {
        Annotations::None => return line.to_owned(),
        _ => line.replace("##", "# #"),
    };
    match line.trim_start().strip_prefix("::") {
        Some(rest) => format!(": :{rest}"),
        None => line,
    }
}

/// The path from the root of what the CI system has checked out, which annotations go by, where it
/// is below that.
fn from_root(kind: Annotations, file: &Path) -> Cow<'_, Path> {
    let variable = match kind {
        Annotations::Github => Variable::GithubWorkspace,
        Annotations::Azure => Variable::BuildSourcesdirectory,
        Annotations::None => return file.into(),
    };
    let root = variable.get();
    let root = root.and_then(|root| PathBuf::from(root).canonicalize().ok());
    let found =
        root.and_then(|root| Some(file.canonicalize().ok()?.strip_prefix(root).ok()?.into()));
    found.map_or(file.into(), Cow::Owned)
}

/// Escaped as workflow commands are; in a property more than in a message.
fn github(text: &str, is_property: bool) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    match is_property {
        true => text.replace(':', "%3A").replace(',', "%2C"),
        false => text,
    }
}

/// Escaped as logging commands are.
fn azure(text: &str) -> String {
    let text = text.replace('%', "%AZP25").replace('\r', "%0D").replace('\n', "%0A");
    text.replace(';', "%3B").replace(']', "%5D")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_log_is_no_command() {
        let inert = |kind, line| super::inert(kind, line);
        assert_eq!(inert(Annotations::Github, "  ::error::x.json: y"), ": :error::x.json: y");
        assert_eq!(inert(Annotations::Azure, "en: ##vso[task.x]"), "en: # #vso[task.x]");
        assert_eq!(inert(Annotations::Github, "locales/a::b.json"), "locales/a::b.json");
        assert_eq!(inert(Annotations::None, "::x ##[y]"), "::x ##[y]");
    }

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
        assert_eq!(error(Annotations::Github, None, "x").as_deref(), Some("::error::x"));
        assert_eq!(error(Annotations::None, file, told), None);
    }
}
