//! Errors: those that `info` lists are those of operations, and their examples show their status.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    let answers = answers(outline);
    check_list(outline, &answers, report);
    let mut told = BTreeSet::new();
    for (status, answer, _) in answers {
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
    for status in listed.iter().filter(|status| !of_operations.contains_key(*status)) {
        report.add(
            "/info/description",
            format!("the error `{status}` is listed, and no operation has it"),
            "Remove it from the list, or name it at the operations that end in it.",
        );
    }
    for (status, pointer) in of_operations {
        if !listed.contains(status) {
            report.add(
                pointer,
                format!("the error `{status}` is not in the list of errors"),
                format!("Add the line \"- `{status}`: ...\" to the description in `info`."),
            );
        }
    }
}

/// The statuses that lines such as "- `404`: words" name.
fn listed(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter_map(|line| {
        let item = line.trim().strip_prefix(['-', '*', '+'])?;
        let (status, _) = item.trim_start().strip_prefix('`')?.split_once("`:")?;
        let digits = status.bytes().all(|digit| digit.is_ascii_digit());
        (status.len() == 3 && digits).then_some(status)
    });
    lines.collect()
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
