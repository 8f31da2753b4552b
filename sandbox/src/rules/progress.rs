//! How far a project is translated, in whole percent rounded down.

/// The progress of a language with so many words to do, of the words of the base language.
pub(crate) fn of_language(base_words: usize, to_do: usize) -> usize {
    percent(base_words.saturating_sub(to_do), base_words)
}

/// The progress of all languages, the base language among them, with their words to do.
pub(crate) fn total(base_words: usize, to_do: &[usize]) -> usize {
    let done = to_do.iter().map(|to_do| base_words.saturating_sub(*to_do));
    percent(done.sum(), base_words * to_do.len())
}

fn percent(part: usize, whole: usize) -> usize {
    (100 * part).checked_div(whole).unwrap_or(0)
}
