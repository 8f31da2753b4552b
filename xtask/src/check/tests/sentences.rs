//! Where sentences end.

use super::super::sentences::{quoted, sentences, words};

#[track_caller]
fn splits(text: &str, expected: &[&str]) {
    assert_eq!(sentences(text), expected, "{text:?}");
}

#[test]
fn a_full_stop_ends_a_sentence() {
    splits("One. Two! Three? Four", &["One.", "Two!", "Three?", "Four"]);
    splits("One\ntwo.\nThree.", &["One two.", "Three."]);
    splits("**One.** (Two.) `three`.", &["**One.**", "(Two.)", "`three`."]);
    splits("Of 3. Then 4.", &["Of 3.", "Then 4."]);
}

#[test]
fn other_dots_end_none() {
    for text in [
        "At `a. B`, that is.",
        "Version 2.0 of it.",
        "Some, e.g. The one (i.e. This), etc. and so on.",
        "See https://a.test/b. c",
    ] {
        let whole = !text.starts_with("See");
        assert_eq!(sentences(text).len() == 1, whole, "{text:?}");
    }
    splits("Ends, etc. Begins.", &["Ends, etc.", "Begins."]);
}

#[test]
fn a_block_ends_a_sentence() {
    splits("One\n\nTwo", &["One", "Two"]);
    splits("One:\n- two\n  and more\n* three\n1. four", &["One:", "two and more", "three", "four"]);
    splits("# One\nTwo", &["One Two"]);
    splits("> One.\n> Two", &["One.", "Two"]);
    splits("| One | Two |\n|---|---|\n| 3 | 4 |", &["One", "Two", "---", "---", "3", "4"]);
    splits("One\n```\n- two\n```\nThree", &["One", "- two", "Three"]);
}

#[test]
fn code_is_quoted_and_no_words() {
    let sentence = "The `meta.cursor` of Each `x`";
    assert_eq!(quoted(sentence).collect::<Vec<_>>(), ["meta.cursor", "x"]);
    assert_eq!(words(sentence), ["the", "of", "each"]);
}
