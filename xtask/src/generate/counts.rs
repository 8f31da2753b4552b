//! The number of operations in texts that are written by hand.

use std::path::Path;

use super::read;
use crate::files::Files;

const READMES: [&str; 2] = ["README.md", "spec/README.md"];
const CHANGELOG: &str = "CHANGELOG.md";

/// What stands before and after the number.
const IN_README: (&str, &str) = ("the service's ", " API operations");
const IN_CHANGELOG: (&str, &str) = ("- ", " operations on ");

/// The texts with this number.
pub(super) fn files(root: &Path, count: usize) -> Result<Files, String> {
    let (before, after) = IN_README;
    let mut files = Files::new();
    for path in READMES {
        let readme = counted(&read(root, path)?, IN_README, count);
        let readme = readme.ok_or_else(|| {
            format!("{path}: `{before}..{after}` is gone, see xtask/src/generate/counts.rs")
        })?;
        files.insert(path.to_owned(), Some(readme));
    }
    let changelog = changelog(&read(root, CHANGELOG)?, count);
    files.insert(CHANGELOG.to_owned(), Some(changelog));
    Ok(files)
}

/// Only what has not been released, and only if it has the number.
pub(super) fn changelog(text: &str, count: usize) -> String {
    let Some(start) = text.find("\n## Unreleased\n") else { return text.to_owned() };
    let end = text[start + 1..].find("\n## ").map_or(text.len(), |end| start + 1 + end);
    match counted(&text[start..end], IN_CHANGELOG, count) {
        Some(section) => format!("{}{section}{}", &text[..start], &text[end..]),
        None => text.to_owned(),
    }
}

/// Returns the text with another number in its first place; `None` if there is no such place.
pub(super) fn counted(text: &str, (before, after): (&str, &str), count: usize) -> Option<String> {
    let number = |rest: &str| rest.find(|letter: char| !letter.is_ascii_digit());
    let (start, end) = text.match_indices(before).find_map(|(at, _)| {
        let start = at + before.len();
        let digits = number(&text[start..]).filter(|digits| *digits > 0)?;
        text[start + digits..].starts_with(after).then_some((start, start + digits))
    })?;
    Some(format!("{}{count}{}", &text[..start], &text[end..]))
}
