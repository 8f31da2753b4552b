//! Where knowledge comes from: `x-provenance`, and the sentences that say it themselves.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};
use super::sentences::{emphasised, quoted, sentences};
use super::telling::telling;

const SOURCES: [&str; 4] = ["documented", "observed", "assumed", "mixed"];

/// How a sentence begins that is not documented; the mark holds to its end.
const MARKS: [&str; 2] = ["Observed:", "Assumed:"];

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    let names = observed_names(outline);
    for place in outline.places() {
        if place.reference().is_none() {
            check_value(place, report);
            check_texts(outline, place, &names, report);
        }
    }
}

fn check_value(place: &Place<'_>, report: &mut Report) {
    let source = place.value.get("x-provenance");
    let known = |source: &str| SOURCES.contains(&source);
    if source.is_some_and(|source| !source.as_str().is_some_and(known)) {
        report.add(
            place.below("x-provenance"),
            "where the knowledge comes from is not one of the known sources",
            format!("Write one of: {}.", SOURCES.join(", ")),
        );
    }
}

/// What the place says of itself, or else what the nearest object around it says of all in it.
pub(super) fn source<'d>(outline: &Outline<'d>, place: &Place<'d>) -> &'d str {
    let own = |place: &Place<'d>| place.value.get("x-provenance")?.as_str();
    if let Some(own) = own(place) {
        return own;
    }
    let mut pointer = place.pointer.as_str();
    while let Some((above, _)) = pointer.rsplit_once('/') {
        pointer = above;
        match outline.at(pointer).and_then(own) {
            None => {}
            // That is about the words of that object only.
            Some("mixed") => break,
            Some(source) => return source,
        }
    }
    "documented"
}

/// Whether what has a name is marked: itself, or what it refers to, or its schema.
fn is_observed(outline: &Outline<'_>, pointer: &str) -> bool {
    let resolved = outline.resolve(pointer);
    let schema = resolved.and_then(|place| outline.resolve(&place.below("schema")));
    let places = [outline.at(pointer), resolved, schema];
    let mut places = places.into_iter().flatten();
    places.any(|place| source(outline, place) == "observed")
}

/// The names on the wire that are known by observation alone, and those of such operations.
fn observed_names(outline: &Outline<'_>) -> BTreeSet<String> {
    let mut observed: BTreeMap<String, bool> = BTreeMap::new();
    for (name, pointer) in names(outline) {
        let only = observed.entry(name).or_insert(true);
        *only &= is_observed(outline, &pointer);
    }
    let only = observed.into_iter().filter(|(_, only)| *only);
    only.map(|(name, _)| name).collect()
}

/// Every place that defines a name.
pub(super) fn names(outline: &Outline<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for place in outline.places() {
        let members = match place.kind {
            Kind::Schema => "properties",
            Kind::Response | Kind::Encoding => "headers",
            _ => "",
        };
        found.extend(place.map(members).map(|(name, _)| {
            let pointer = place.below(&format!("{members}/{}", escape(name)));
            (name.clone(), pointer)
        }));
        let own = match place.kind {
            Kind::Operation => "operationId",
            Kind::Parameter => "name",
            _ => "",
        };
        if let Some(name) = place.text(own) {
            found.push((name.to_owned(), place.pointer.clone()));
        }
    }
    found
}

fn check_texts(
    outline: &Outline<'_>,
    place: &Place<'_>,
    names: &BTreeSet<String>,
    report: &mut Report,
) {
    let source = source(outline, place);
    let mut marks = 0;
    for (pointer, text) in texts(place) {
        for sentence in sentences(text) {
            let marked = is_marked(&sentence);
            marks += usize::from(marked);
            match source {
                "observed" | "assumed" => {}
                "mixed" if marked => {}
                _ if marked => report.add(
                    &pointer,
                    format!("a marked sentence in an object without the mark: {sentence}"),
                    "Add `x-provenance: mixed` to the object.",
                ),
                _ => check_sentence(&pointer, &sentence, names, report),
            }
        }
    }
    if place.text("x-provenance") == Some("mixed") && marks == 0 {
        report.add(
            place.below("x-provenance"),
            "`mixed`, and no sentence says what is not documented",
            "Begin such sentences with `Observed:` or `Assumed:`, or write another source.",
        );
    }
}

/// Whether a sentence begins with a mark: itself, or what it says of a term, as in "`404`: words".
fn is_marked(sentence: &str) -> bool {
    let term = sentence.strip_prefix('`').and_then(|rest| rest.split_once("`: "));
    let said = term.map_or(sentence, |(_, said)| said);
    MARKS.iter().any(|mark| said.starts_with(mark))
}

/// A sentence that counts as documented.
fn check_sentence(pointer: &str, sentence: &str, names: &BTreeSet<String>, report: &mut Report) {
    const REMEDY: &str = "Begin the sentence with `Observed:` and mark the object \
        `x-provenance: mixed`, mark the object `observed`, or reword it.";
    if let Some(word) = telling(sentence) {
        report.add(
            pointer,
            format!("a sentence says \"{word}\", and has no mark: {sentence}"),
            REMEDY,
        );
    }
    let named = quoted(sentence).chain(emphasised(sentence));
    for name in named.filter(|named| names.contains(last_name(named))) {
        report.add(
            pointer,
            format!(
                "`{name}` is known by observation alone, and its sentence has no mark: {sentence}"
            ),
            REMEDY,
        );
    }
}

/// The last name of a path such as `meta.cursor`.
fn last_name(quoted: &str) -> &str {
    quoted.rsplit('.').next().unwrap_or_default()
}

/// The texts of a place for people, each with its pointer.
pub(super) fn texts<'d>(place: &Place<'d>) -> Vec<(String, &'d str)> {
    let own = ["summary", "description"].into_iter();
    let mut found: Vec<_> =
        own.filter_map(|key| Some((place.below(key), place.text(key)?))).collect();
    let documents = place.value.pointer("/externalDocs/description");
    found.extend(
        documents
            .and_then(Value::as_str)
            .map(|text| (place.below("externalDocs/description"), text)),
    );
    for (flow, value) in place.map("flows").filter(|_| place.kind == Kind::SecurityScheme) {
        let scopes = value.get("scopes").and_then(|scopes| scopes.as_object());
        for (scope, text) in scopes.into_iter().flatten() {
            let pointer = format!("flows/{}/scopes/{}", escape(flow), escape(scope));
            found.extend(text.as_str().map(|text| (place.below(&pointer), text)));
        }
    }
    found
}
