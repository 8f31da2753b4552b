//! Whether the project has the languages of the files.

use std::collections::BTreeMap;

use super::prepare::Ready;
use super::wanted::refuse;
use crate::error::Error;
use crate::transfer::project::Languages;

/// # Errors
///
/// The project does not have the language of each file: all such languages are told at once.
pub(super) fn check_languages(languages: &Languages, files: &[Ready]) -> Result<(), Error> {
    let mut unknown: BTreeMap<&str, Vec<&Ready>> = BTreeMap::new();
    for ready in files {
        if languages.lack(&ready.file.lang) {
            unknown.entry(&ready.file.lang).or_default().push(ready);
        }
    }
    if unknown.is_empty() {
        return Ok(());
    }
    let each = unknown.iter().map(|(code, files)| {
        let first = files
            .first()
            .map(|ready| ready.file.path.display().to_string());
        let others = match files.len() - 1 {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        let nearest = languages.nearest(code);
        format!("`{code}` ({}{others}{nearest})", first.unwrap_or_default())
    });
    let each: Vec<_> = each.collect();
    Err(refuse(format!(
        "the project does not have the language {}; it has {}: pair local codes with those of the \
         service by `languages`, or leave files out by `except_languages`",
        each.join(", "),
        languages.codes.join(", "),
    )))
}
