//! By which words a sentence tells of what somebody has observed, or takes for true.

use super::sentences::words;

/// What always tells of it.
const ALWAYS: [&str; 8] = [
    "apparently",
    "observation",
    "observations",
    "observed",
    "presumably",
    "recordings",
    "reportedly",
    "seemingly",
];

/// The same in several words.
const PHRASES: [&str; 13] = [
    "captured traffic",
    "in practice",
    "in traffic",
    "it appears",
    "it seems",
    "live traffic",
    "our experience",
    "real traffic",
    "turns out",
    "we assume",
    "we believe",
    "we found",
    "we saw",
];

/// What may tell of it, and may be what the service does, as in "is recorded with each comment".
const PERCEIVED: [&str; 5] = ["captured", "encountered", "noticed", "recorded", "seen"];

/// What records of the service's traffic consist of.
const RECORDS: [&str; 7] =
    ["answer", "answers", "exchange", "exchanges", "requests", "responses", "traffic"];

/// What may stand between a verb and what it belongs to.
const ADVERBS: [&str; 7] = ["also", "always", "ever", "never", "not", "once", "only"];

/// What a clause begins with that is about an event in the service.
const ABOUT: [&str; 4] = ["when", "whether", "who", "whom"];

/// The words by which a sentence tells of an observation or a guess.
pub(super) fn telling(sentence: &str) -> Option<String> {
    sentence.split([',', ';', ':']).find_map(in_clause)
}

fn in_clause(clause: &str) -> Option<String> {
    let words = words(clause);
    let text = format!(" {} ", words.join(" "));
    let phrase = PHRASES.into_iter().find(|phrase| text.contains(&format!(" {phrase} ")));
    let word = (0..words.len()).find(|at| tells(&words, *at));
    phrase.map(str::to_owned).or_else(|| word.map(|at| words[at].clone()))
}

/// Whether one of the words of a clause tells of it, by what is around.
fn tells(words: &[String], at: usize) -> bool {
    let word = words[at].as_str();
    let after = words.get(at + 1).map(String::as_str);
    let mut before = words[..at].iter().rev().map(String::as_str);
    let verb = before.find(|word| !ADVERBS.contains(word));
    let other = matches!(
        verb,
        Some("is" | "are" | "be" | "remain" | "remains" | "has" | "have" | "had" | "having")
    );
    let passive = matches!(verb, None | Some("was" | "were" | "been"));
    let about = words.iter().any(|word| ABOUT.contains(&word.as_str()));
    match word {
        // "The order is undocumented" is right; "an undocumented field" tells of one.
        "undocumented" => after.is_some() && !other,
        _ if ALWAYS.contains(&word) => true,
        _ if !PERCEIVED.contains(&word) || other => false,
        _ if after.is_some_and(|after| RECORDS.contains(&after)) => true,
        _ => (passive && after != Some("by") && !about) || after == Some("in"),
    }
}
