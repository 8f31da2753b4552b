//! Annotations: errors in a form that GitHub Actions and similar systems display next to a file.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::session::variable;
use crate::text;

/// Formats an error or a warning as an annotation.
pub(super) fn annotation(
    level: &str,
    (file, line): (Option<&Path>, Option<usize>),
    message: &str,
) -> String {
    let line = line.map_or(String::new(), |line| format!(",line={line}"));
    let place = file.map(|file| {
        let path = escaped(&text::path(&from_root(file)));
        format!(" file={}{line}", path.replace(':', "%3A").replace(',', "%2C"))
    });
    format!("::{level}{}::{}", place.unwrap_or_default(), escaped(message))
}

/// Changes a line of output that the CI system would read as a command.
pub(super) fn inert(line: &str) -> String {
    // An older form of commands.
    let line = line.replace("##", "# #");
    match line.trim_start().strip_prefix("::") {
        Some(rest) => format!(": :{rest}"),
        None => line,
    }
}

/// Returns the path relative to the root of the checkout if it is below that, as annotations need
/// it.
fn from_root(file: &Path) -> Cow<'_, Path> {
    let below = || {
        let root = PathBuf::from(variable("GITHUB_WORKSPACE")?).canonicalize().ok()?;
        Some(file.canonicalize().ok()?.strip_prefix(root).ok()?.to_owned())
    };
    below().map_or(file.into(), Cow::Owned)
}

/// Escapes text for the message of a workflow command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_output_is_a_command_and_nothing_breaks_out_of_an_annotation() {
        assert_eq!(inert("  ::error::x.json: y"), ": :error::x.json: y");
        assert_eq!(inert("en: ##[error]x"), "en: # #[error]x");
        assert_eq!(inert("locales/a::b.json"), "locales/a::b.json");
        let error = |file: Option<&str>, line| {
            annotation("error", (file.map(Path::new), line), "5%\n::x]; y")
        };
        assert_eq!(
            error(Some("a:b,c%"), Some(7)),
            "::error file=a%3Ab%2Cc%25,line=7::5%25%0A::x]; y"
        );
        assert_eq!(error(None, None), "::error::5%25%0A::x]; y");
    }
}
