//! Annotations: errors in a form that a CI system displays next to the file.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::args::Annotations;
use crate::environment::Variable;
use crate::text;

/// Returns the CI system that the program runs in, if it has annotations.
pub(super) fn of_environment() -> Annotations {
    match () {
        () if Variable::GithubActions.get().is_some() => Annotations::Github,
        () if Variable::TfBuild.get().is_some() => Annotations::Azure,
        () => Annotations::None,
    }
}

/// Formats an error or a warning as an annotation.
pub(super) fn annotation(
    kind: Annotations,
    level: &str,
    (file, line): (Option<&Path>, Option<usize>),
    message: &str,
) -> Option<String> {
    let file = file.map(|file| text::path(&from_root(kind, file)));
    let line = |name: &str| line.map_or(String::new(), |line| format!("{name}={line}"));
    match kind {
        Annotations::Github => {
            let place = file.map(|file| format!(" file={}{}", github(&file, true), line(",line")));
            let place = place.unwrap_or_default();
            Some(format!("::{level}{place}::{}", github(message, false)))
        }
        Annotations::Azure => {
            let place =
                file.map(|file| format!(";sourcepath={}{}", azure(&file), line(";linenumber")));
            let place = place.unwrap_or_default();
            Some(format!("##vso[task.logissue type={level}{place}]{}", azure(message)))
        }
        Annotations::None => None,
    }
}

/// Changes a line of output that the CI system would read as a command.
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

/// Returns the path relative to the root of the checkout if it is below that, as annotations need
/// it.
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

/// Escapes text for a workflow command. Properties need more escapes than messages.
fn github(text: &str, is_property: bool) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    match is_property {
        true => text.replace(':', "%3A").replace(',', "%2C"),
        false => text,
    }
}

/// Escapes text for a logging command.
fn azure(text: &str) -> String {
    let text = text.replace('%', "%AZP25").replace('\r', "%0D").replace('\n', "%0A");
    text.replace(';', "%3B").replace(']', "%5D")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_output_is_a_command() {
        assert_eq!(inert(Annotations::Github, "  ::error::x.json: y"), ": :error::x.json: y");
        assert_eq!(inert(Annotations::Azure, "en: ##vso[task.x]"), "en: # #vso[task.x]");
        assert_eq!(inert(Annotations::Github, "locales/a::b.json"), "locales/a::b.json");
        assert_eq!(inert(Annotations::None, "::x ##[y]"), "::x ##[y]");
    }

    #[test]
    fn nothing_breaks_out_of_an_annotation() {
        let error = |kind, file: Option<&str>, line| {
            annotation(kind, "error", (file.map(Path::new), line), "5%\n::x]; y")
        };
        let github = "::error file=a%3Ab%2Cc%25,line=7::5%25%0A::x]; y";
        let azure = "##vso[task.logissue type=error;sourcepath=a%3Bb%5D;linenumber=7]\
                     5%AZP25%0A::x%5D%3B y";
        assert_eq!(error(Annotations::Github, Some("a:b,c%"), Some(7)).as_deref(), Some(github));
        assert_eq!(error(Annotations::Azure, Some("a;b]"), Some(7)).as_deref(), Some(azure));
        let without_file = error(Annotations::Github, None, None);
        assert_eq!(without_file.as_deref(), Some("::error::5%25%0A::x]; y"));
        assert_eq!(error(Annotations::None, Some("a"), Some(7)), None);
    }
}
