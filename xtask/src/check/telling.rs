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
const RECORDS: [&str; 7] = [
    "answer",
    "answers",
    "exchange",
    "exchanges",
    "requests",
    "responses",
    "traffic",
];

/// What may stand between a verb and what it belongs to.
const ADVERBS: [&str; 7] = ["also", "always", "ever", "never", "not", "once", "only"];

/// The words by which a sentence tells of an observation or a guess.
pub(super) fn telling(sentence: &str) -> Option<String> {
    let words = words(sentence);
    let text = format!(" {} ", words.join(" "));
    let phrase = PHRASES
        .into_iter()
        .find(|phrase| text.contains(&format!(" {phrase} ")));
    let word = (0..words.len()).find(|at| tells(&words, *at));
    phrase
        .map(str::to_owned)
        .or_else(|| word.map(|at| words[at].clone()))
}

fn tells(words: &[String], at: usize) -> bool {
    let word = words[at].as_str();
    let after = words.get(at + 1).map(String::as_str);
    let mut before = words[..at].iter().rev().map(String::as_str);
    let verb = before.find(|word| !ADVERBS.contains(word));
    let is = matches!(verb, Some("is" | "are" | "be"));
    let perfect = matches!(verb, Some("has" | "have" | "had" | "having"));
    let passive = matches!(verb, None | Some("was" | "were" | "been"));
    match word {
        // "The order is undocumented" is right; "an undocumented field" tells of one.
        "undocumented" => after.is_some() && !is && verb.is_some(),
        _ if ALWAYS.contains(&word) => true,
        _ if !PERCEIVED.contains(&word) => false,
        _ if after.is_some_and(|after| RECORDS.contains(&after)) => !is && !perfect,
        _ => (passive && after != Some("by")) || (after == Some("in") && !is && !perfect),
    }
}
