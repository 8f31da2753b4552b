//! What the fuzzer starts from: the examples of the document, and a few lines for what it has no
//! example of.

use std::fs;
use std::path::Path;

use l10n_sandbox::document::{Document, Example};
use serde_json::Value;

/// What the document does not show.
const LINES: [(&str, &[&str]); 3] = [
    (
        "answers",
        &[
            "ItemListResponse\n{\"data\":[-7.312715117751976e-237,1e300,-0.0,18446744073709551615],\"meta\":{\"hasMore\":false}}",
        ],
    ),
    (
        "callback",
        &[
            "https://app.test/callback?code=c0ffee&state=STATE",
            "?state=STATE&error=access_denied&error_description=No%0Away#x",
            "code=a%2Bb&state=other",
        ],
    ),
    (
        "times",
        &[
            "120",
            "Wed, 21 Oct 2015 07:28:00 GMT",
            "2025-03-04 10:15:30 (UTC+05:30)",
            "+262142-12-31 23:59:59 (-23:59)",
        ],
    ),
];

/// Writes the seeds of each target to a folder of its name.
pub(super) fn write(folder: &Path) -> Result<(), String> {
    let document = Document::embedded().map_err(|error| error.to_string())?;
    let mut seeds = Vec::new();
    for (target, lines) in LINES {
        seeds.extend(lines.iter().map(|line| (target, line.as_bytes().to_vec())));
    }
    for example in document.examples() {
        seeds.extend(of_example(document, &example));
    }
    for (number, (target, seed)) in seeds.into_iter().enumerate() {
        let folder = folder.join(target);
        let written = fs::create_dir_all(&folder)
            .and_then(|()| fs::write(folder.join(number.to_string()), seed));
        written.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

/// An answer is a seed of its decoder, or of that of errors; the times in it are seeds of theirs.
fn of_example(document: &Document, example: &Example<'_>) -> Vec<(&'static str, Vec<u8>)> {
    let mut seeds = Vec::new();
    let reference = document.value().pointer(&example.schema);
    let reference = reference.and_then(|schema| schema.get("$ref")?.as_str());
    let schema = reference.and_then(|reference| reference.rsplit('/').next());
    let body = example.value.to_string();
    match schema {
        Some(schema) if schema.ends_with("ErrorResponse") => {
            seeds.push(("errors", body.into_bytes()))
        }
        Some(schema) if schema.ends_with("Response") => {
            seeds.push(("answers", format!("{schema}\n{body}").into_bytes()));
        }
        _ => {}
    }
    times(example.value, &mut |time| seeds.push(("times", time.as_bytes().to_vec())));
    seeds
}

/// Every text that looks like a time.
fn times(value: &Value, found: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) if text.ends_with("(UTC)") => found(text),
        Value::Array(elements) => elements.iter().for_each(|element| times(element, found)),
        Value::Object(members) => members.values().for_each(|member| times(member, found)),
        _ => {}
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_seeds() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
        for target in super::super::targets(&targets).unwrap() {
            let seeds = fs::read_dir(folder.path().join(&target));
            assert!(seeds.is_ok_and(|seeds| seeds.count() > 1), "{target}");
        }
    }
}
