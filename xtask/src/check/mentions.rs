//! What texts mention: operations and quirks that exist, and what `info` promises of null.

use std::collections::BTreeSet;

use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline};
use super::provenance::{names, texts};
use super::sentences::{quoted, sentences};

/// Words against the rule that answers may have null wherever they may leave something out.
const AGAINST: [&str; 5] = ["cannot be null", "never null", "no null", "not null", "without null"];

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    let ids: BTreeSet<&str> =
        outline.of(Kind::Operation).filter_map(|operation| operation.text("operationId")).collect();
    let verbs: BTreeSet<&str> = ids.iter().filter_map(|id| verb(id)).collect();
    let mut known: BTreeSet<String> = names(outline).into_iter().map(|(name, _)| name).collect();
    let quirks: BTreeSet<&str> =
        outline.places().iter().filter_map(|place| place.text("x-quirk")).collect();
    known.extend(outline.places().iter().map(super::outline::Place::name));
    for place in outline.places().iter().filter(|place| place.reference().is_none()) {
        for (pointer, text) in texts(place) {
            for sentence in sentences(text) {
                let operations = quoted(&sentence)
                    .filter(|word| verb(word).is_some_and(|verb| verbs.contains(verb)))
                    .filter(|word| !known.contains(*word))
                    .map(|word| ("operation", word));
                let quirks = quirk_names(&sentence)
                    .filter(|name| !quirks.contains(name))
                    .map(|name| ("quirk", name));
                for (what, name) in operations.chain(quirks) {
                    report.add(
                        &pointer,
                        format!("there is no {what} `{name}`: {sentence}"),
                        "Correct the name, or add what it stands for.",
                    );
                }
            }
        }
    }
    check_promise(outline, report);
}

/// The quirks that a sentence names, as in "(quirk `name`)".
fn quirk_names(sentence: &str) -> impl Iterator<Item = &str> {
    let parts = sentence.split("quirk `").skip(1);
    parts.map(|rest| rest.split('`').next().unwrap_or_default())
}

/// The first word of a name in lowerCamelCase that has more than one.
fn verb(name: &str) -> Option<&str> {
    let end = name.find(|letter: char| letter.is_ascii_uppercase())?;
    let whole = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (end > 0 && whole).then(|| &name[..end])
}

/// The description of the document says what the rule of nullability proves.
fn check_promise(outline: &Outline<'_>, report: &mut Report) {
    let text = outline.root.pointer("/info/description").and_then(Value::as_str);
    let sentences = sentences(text.unwrap_or_default());
    if !sentences.iter().any(|one| one.contains("missing") && one.contains("may be null")) {
        report.add(
            "/info/description",
            "the description does not say that fields may be null",
            "Say that every field that is not required may be missing, and may be null.",
        );
    }
    for sentence in sentences {
        if let Some(words) = AGAINST.iter().find(|words| sentence.to_lowercase().contains(**words))
        {
            report.add(
                "/info/description",
                format!("\"{words}\", which the schemas do not promise: {sentence}"),
                "Remove it: what is required may be null as well where its schema says so.",
            );
        }
    }
}
