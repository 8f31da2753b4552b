//! `spec/assumptions.yaml`: each sentence that the document assumes has an entry, and each entry
//! has its sentence.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Report;
use crate::repository;

/// The entries and their JSON Schema, as text.
pub(super) struct Files {
    pub(super) entries: String,
    pub(super) schema: String,
}

pub(super) fn check(document: &Value, files: &Files, report: &mut Report) {
    let entries: Value = match yaml_serde::from_str(&files.entries) {
        Ok(entries) => entries,
        Err(error) => return report.add("assumptions.yaml", error.to_string()),
    };
    fits(&entries, &files.schema, report);
    let mut checker = Checker { document, entries: &entries, used: BTreeSet::new(), report };
    checker.objects(document, "");
    checker.unused();
}

/// The sandbox, push and pull name what they rest on: `assumed("id")`, or "assumption `id`".
pub(super) fn in_code(root: &Path, entries: &str, report: &mut Report) -> Result<(), String> {
    let is_source = |file: &String| {
        (file.starts_with("sandbox/src/") || file.starts_with("sync/src/")) && file.ends_with(".rs")
    };
    for file in repository::files()?.into_iter().filter(is_source) {
        let text = fs::read_to_string(root.join(&file)).map_err(|error| error.to_string())?;
        for before in ["assumed(\"", "assumption `", "assumptions `"] {
            for rest in text.split(before).skip(1) {
                let id = rest.split(['"', '`']).next().unwrap_or_default();
                if !entries.contains(&format!("- id: {id}\n")) {
                    report.add(file.as_str(), format!("no assumption is {id}"));
                }
            }
        }
    }
    Ok(())
}

fn fits(entries: &Value, schema: &str, report: &mut Report) {
    let schema = serde_json::from_str(schema).map_err(|error| error.to_string());
    match schema.and_then(|it| jsonschema::validator_for(&it).map_err(|error| error.to_string())) {
        Ok(validator) => {
            for error in validator.iter_errors(entries) {
                let place = format!("assumptions.yaml{}", error.instance_path());
                report.add(place, error.to_string());
            }
        }
        Err(error) => report.add("assumptions.schema.json", error),
    }
}

struct Checker<'a> {
    document: &'a Value,
    entries: &'a Value,
    used: BTreeSet<String>,
    report: &'a mut Report,
}

impl Checker<'_> {
    fn objects(&mut self, value: &Value, pointer: &str) {
        match value {
            Value::Object(members) => {
                if let Some(description) = members.get("description").and_then(Value::as_str) {
                    let ids = members.get("x-assumption").and_then(Value::as_array);
                    let ids = ids.map_or(&[][..], Vec::as_slice);
                    self.sentences(pointer, description, ids);
                }
                for (name, member) in members {
                    self.objects(member, &format!("{pointer}/{}", super::pointer::escape(name)));
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.objects(item, &format!("{pointer}/{index}"));
                }
            }
            _ => {}
        }
    }

    fn sentences(&mut self, pointer: &str, description: &str, ids: &[Value]) {
        let words: Vec<_> = description.split_whitespace().collect();
        let description = words.join(" ").replace("begin with `Assumed:`", "");
        let assumed = description.matches("Assumed:").count();
        if assumed > ids.len() {
            self.report.add(pointer, "name the entry of what is assumed in `x-assumption`");
        }
        if assumed == 0 && !ids.is_empty() {
            self.report.add(pointer, "nothing is `Assumed:`; remove the `x-assumption` and entry");
        }
        for id in ids {
            let entry = self.entry(id);
            let sentence = entry.and_then(|entry| entry["sentence"].as_str()).map(str::to_owned);
            match sentence {
                None => self.report.add(pointer, format!("assumptions.yaml has no sentence {id}")),
                Some(sentence) if description.contains(&sentence) => {
                    self.used.insert(id.as_str().unwrap_or_default().to_owned());
                }
                Some(sentence) => {
                    self.report.add(pointer, format!("{id} is about another sentence: {sentence}"));
                }
            }
        }
    }

    fn entry(&self, id: &Value) -> Option<&Value> {
        self.entries.as_array()?.iter().find(|entry| entry["id"] == *id)
    }

    /// Entries without their sentence, and what they name that the document lacks.
    fn unused(&mut self) {
        let known = self.document.to_string();
        for entry in self.entries.as_array().into_iter().flatten() {
            let id = entry["id"].as_str().unwrap_or_default();
            let place = format!("assumptions.yaml, {id}");
            if entry["sentence"].is_string() && !self.used.contains(id) {
                self.report.add(&place, "no `x-assumption` of the document names it");
            }
            let operations = entry["operations"].as_array().into_iter().flatten();
            let members = operations.map(|operation| ("operationId", operation));
            let quirk = Some(("x-quirk", &entry["quirk"])).filter(|(_, name)| name.is_string());
            for (member, name) in members.chain(quirk) {
                if !known.contains(&format!("\"{member}\":{name}")) {
                    self.report.add(&place, format!("the document has no {member} {name}"));
                }
            }
        }
        let ids = self.entries.as_array().into_iter().flatten().map(|entry| &entry["id"]);
        let mut seen = Vec::new();
        for id in ids {
            if seen.contains(&id) {
                self.report.add("assumptions.yaml", format!("two entries {id}"));
            }
            seen.push(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Files, Report, check};

    const SCHEMA: &str = include_str!("../../../spec/assumptions.schema.json");

    fn problems(description: &str, ids: &[&str], entries: &str) -> Vec<String> {
        let operation = json!({
            "operationId": "getBook", "description": description, "x-assumption": ids,
        });
        let files = Files { entries: entries.to_owned(), schema: SCHEMA.to_owned() };
        let mut report = Report::default();
        check(&operation, &files, &mut report);
        report.0.into_iter().map(|(place, problem)| format!("{place}: {problem}")).collect()
    }

    #[test]
    fn sentences_and_entries_belong_together() {
        let entry = "- {id: a, sentence: it is red, operations: [getBook], not_tried: no eyes}";
        assert_eq!(problems("Reads. Assumed: it is\nred.", &["a"], entry), [""; 0]);
        for (description, ids, entries, found) in [
            ("Assumed: it is red. Assumed: new.", &["a"][..], entry, "name the entry of what"),
            ("Assumed: it is blue.", &["a"], entry, "another sentence: it is red"),
            ("Assumed: it is red.", &["b"], entry, "no sentence \"b\""),
            ("It is red.", &[], entry, "no `x-assumption` of the document names it"),
            ("Observed in 2026: it is red.", &["a"], entry, "nothing is `Assumed:`"),
            ("", &[], "- {id: a, quirk: q, operations: [getBook], not_tried: x}", "no x-quirk"),
            ("", &[], "- {id: a, question: q, operations: [read], not_tried: x}", "no operationId"),
            ("", &[], "- {id: a, question: q, operations: [getBook]}", "not valid under"),
        ] {
            let problems = problems(description, ids, entries).join("\n");
            assert!(problems.contains(found), "{found}: {problems}");
        }
    }
}
