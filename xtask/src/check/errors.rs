//! Errors: those that `info` lists are those of operations, and their examples show their status.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};
use super::provenance;

/// What every call with a credential may end in.
const COMMON: [&str; 5] = ["400", "401", "403", "404", "429"];

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    for operation in outline.operations() {
        check_common(operation, report);
    }
    let answers = answers(outline);
    check_list(outline, &answers, report);
    let mut told = BTreeSet::new();
    for (status, answer, pointer) in answers {
        if !has_body(answer) {
            report.add(
                pointer,
                "an error without an example of its body",
                "Add its `content` with its schema and examples.",
            );
        }
        for (example, code) in codes(outline, answer) {
            if !fits(code, &status) && told.insert((example.clone(), status.clone())) {
                report.add(
                    example,
                    format!("an example with the code {code} stands below the status {status}"),
                    "Correct the code, or give the status an example of its own.",
                );
            }
        }
    }
}

fn check_common(operation: &Place<'_>, report: &mut Report) {
    if operation.list("security").next().is_none() {
        return;
    }
    let answers = operation.value.get("responses");
    for status in COMMON {
        if answers.is_some_and(|answers| answers.get(status).is_none()) {
            report.add(
                &operation.pointer,
                format!("the operation has no answer for {status}"),
                format!(
                    "Add '{status}' with its component: every call with a credential may end in it."
                ),
            );
        }
    }
}

/// An error of an operation: the status, the answer and where it stands.
type Answer<'o, 'd> = (String, &'o Place<'d>, String);

/// The errors of operations.
fn answers<'o, 'd>(outline: &'o Outline<'d>) -> Vec<Answer<'o, 'd>> {
    let mut found = Vec::new();
    for operation in outline.operations() {
        for (status, _) in operation.map("responses") {
            let pointer = operation.below(&format!("responses/{}", escape(status)));
            let error = status == "default" || status.starts_with(['4', '5']);
            if let Some(answer) = outline.resolve(&pointer).filter(|_| error) {
                found.push((status.clone(), answer, pointer));
            }
        }
    }
    found
}

/// The list in the description of the document against the statuses that operations have.
fn check_list(outline: &Outline<'_>, answers: &[Answer<'_, '_>], report: &mut Report) {
    let mut of_operations = BTreeMap::new();
    for (status, _, pointer) in answers {
        if status.bytes().all(|digit| digit.is_ascii_digit()) {
            of_operations.entry(status.as_str()).or_insert(pointer);
        }
    }
    let text = outline.root.pointer("/info/description");
    let listed = listed(text.and_then(Value::as_str).unwrap_or_default());
    check_marks(outline, answers, &listed, report);
    for status in listed.keys().filter(|status| !of_operations.contains_key(*status)) {
        report.add(
            "/info/description",
            format!("the error `{status}` is listed, and no operation has it"),
            "Remove it from the list, or name it at the operations that end in it.",
        );
    }
    for (status, pointer) in of_operations {
        if !listed.contains_key(status) {
            report.add(
                pointer,
                format!("the error `{status}` is not in the list of errors"),
                format!("Add the line \"- `{status}`: ...\" to the description in `info`."),
            );
        }
    }
}

/// An error that no operation has documented is marked in the list too.
fn check_marks(
    outline: &Outline<'_>,
    answers: &[Answer<'_, '_>],
    listed: &BTreeMap<&str, &str>,
    report: &mut Report,
) {
    for (wanted, said) in listed {
        for (source, mark) in [("observed", "Observed:"), ("assumed", "Assumed:")] {
            let mut of_status = answers.iter().filter(|(status, ..)| status == wanted).peekable();
            let known = of_status.peek().is_some()
                && of_status.all(|(_, answer, _)| provenance::source(outline, answer) == source);
            if known && !said.trim().starts_with(mark) {
                report.add(
                    "/info/description",
                    format!("every answer with `{wanted}` is {source}, and the list has no mark"),
                    format!("Write \"- `{wanted}`: {mark} ...\"."),
                );
            }
        }
    }
}

/// The statuses that lines such as "- `404`: words" name, each with the words.
fn listed(text: &str) -> BTreeMap<&str, &str> {
    let lines = text.lines().filter_map(|line| {
        let item = line.trim().strip_prefix(['-', '*', '+'])?;
        let (status, said) = item.trim_start().strip_prefix('`')?.split_once("`:")?;
        let digits = status.bytes().all(|digit| digit.is_ascii_digit());
        (status.len() == 3 && digits).then_some((status, said))
    });
    lines.collect()
}

fn has_body(answer: &Place<'_>) -> bool {
    answer.map("content").next().is_some()
}

/// The codes that the examples of an answer show, each with its place.
fn codes(outline: &Outline<'_>, answer: &Place<'_>) -> Vec<(String, i64)> {
    let mut found = Vec::new();
    for (kind, _) in answer.map("content") {
        let body = answer.below(&format!("content/{}", escape(kind)));
        let Some(body) = outline.at(&body).filter(|body| body.kind == Kind::MediaType) else {
            continue;
        };
        let single = body.value.get("example").map(|value| (body.below("example"), value));
        let named = body.map("examples").filter_map(|(name, _)| {
            let example = outline.resolve(&body.below(&format!("examples/{}", escape(name))))?;
            Some((example.below("value"), example.value.get("value")?))
        });
        for (pointer, value) in single.into_iter().chain(named) {
            for path in ["/error/code", "/code"] {
                let code = value.pointer(path).and_then(Value::as_i64);
                found.extend(code.map(|code| (format!("{pointer}{path}"), code)));
            }
        }
    }
    found
}

/// Whether a code is a status, or one of a range such as `4XX`.
fn fits(code: i64, status: &str) -> bool {
    let code = code.to_string();
    let same = |(digit, wanted): (u8, u8)| wanted == b'X' || digit == wanted;
    status == "default"
        || (code.len() == status.len() && code.bytes().zip(status.bytes()).all(same))
}
