//! What the probe prints, and `probe-report.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

use l10n_sandbox::document::Document;
use serde_json::{Value, json};

use crate::entries::Entry;
use crate::lacks;
use crate::run::Outcome;

#[derive(Default)]
pub(crate) struct Report {
    results: Vec<Value>,
    lacks: BTreeSet<String>,
    exchanges: Vec<Value>,
}

impl Report {
    /// Prints and keeps the result of an entry.
    pub(crate) fn add(&mut self, entry: &Entry, outcome: Outcome, count: usize) {
        let Outcome { result, detail, mut response } = outcome;
        scrub("", &mut response);
        let shown = if response.is_null() { String::new() } else { response.to_string() };
        let parts = [&detail, &shown].into_iter().filter(|part| !part.is_empty());
        let parts: String = parts.map(|part| format!("\n    {part:.600}")).collect();
        let (number, id) = (self.results.len() + 1, &entry.id);
        say(&format!("[{number}/{count}] {result:9} {id}: {}{parts}", entry.about()));
        let kept = json!({"id": id, "result": result, "detail": detail, "response": response});
        self.results.push(kept);
    }

    pub(crate) fn exchanges(&mut self, document: &Document, exchanges: Vec<Value>) {
        let text = document.value().to_string().to_lowercase();
        for mut exchange in exchanges {
            self.lacks.extend(lacks::of(document, &text, &exchange));
            exchange["operation"] = lacks::operation(document, &exchange).map(|it| &*it.id).into();
            if let Some(headers) = exchange["headers"].as_object_mut() {
                headers.retain(|it, _| {
                    it.starts_with("x-") || it == "location" || it == "retry-after"
                });
            }
            scrub("", &mut exchange);
            self.exchanges.push(exchange);
        }
    }

    /// Prints the totals, and returns whether something was refuted.
    pub(crate) fn finish(&self) -> bool {
        self.lacks.iter().for_each(|lack| say(&format!("the document lacks {lack}")));
        let with = |result| self.results.iter().filter(move |it| it["result"] == result);
        for it in with("REFUTED") {
            say(&format!("REFUTED: search spec/openapi.yaml for {}; {}", it["id"], it["response"]));
        }
        let count = |result| with(result).count();
        let counts = ["confirmed", "REFUTED", "answered", "unclear", "not tried"];
        let counts = counts.map(|result| format!("{} {}", count(result), result.to_lowercase()));
        let (lacks, requests) = (self.lacks.len(), self.exchanges.len());
        say(&format!("{}; {lacks} not in the document; {requests} requests", counts.join(", ")));
        count("REFUTED") > 0
    }

    pub(crate) fn save(&self, path: &Path) -> Result<(), String> {
        let Self { results, lacks, exchanges } = self;
        let report = json!({"results": results, "lacks": lacks, "exchanges": exchanges});
        let written = std::fs::write(path, format!("{report:#}\n"));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        say(&format!("report: {}", path.display()));
        Ok(())
    }

    /// Prints what has changed since an earlier report.
    pub(crate) fn compare(&self, old: &Value) {
        let mut lines: BTreeMap<String, [&str; 2]> = BTreeMap::new();
        let new = json!({"results": self.results, "lacks": self.lacks});
        for (side, report) in [old, &new].into_iter().enumerate() {
            let list = |name: &str| report[name].as_array().into_iter().flatten();
            for it in list("results") {
                let [id, detail] = ["id", "detail"].map(|name| it[name].as_str().unwrap_or("-"));
                let line = lines.entry(format!("{id}: {detail}")).or_insert(["-"; 2]);
                line[side] = it["result"].as_str().unwrap_or("-");
            }
            for lack in list("lacks").filter_map(Value::as_str) {
                lines.entry(lack.to_owned()).or_insert(["-"; 2])[side] = "not in the document";
            }
        }
        lines.retain(|_, [was, is]| was != is);
        lines.iter().for_each(|(what, [was, is])| say(&format!("{was} -> {is}: {what}")));
        say(&format!("{} changes since the earlier report", lines.len()));
    }
}

pub(crate) fn read(path: &Path) -> Result<Value, String> {
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Prints a line, also if nobody reads it: the project must be deleted.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Replaces names and addresses of people and hosts; the token is in no exchange.
fn scrub(name: &str, value: &mut Value) {
    match value {
        Value::Object(members) => members.iter_mut().for_each(|(name, it)| scrub(name, it)),
        Value::Array(items) => {
            // A report is read, and committed.
            items.truncate(20);
            items.iter_mut().for_each(|it| scrub(name, it));
        }
        Value::String(text) if text.is_empty() => {}
        Value::String(_) if matches!(name, "fullname" | "secret") => *value = "Somebody".into(),
        Value::String(text) if text.contains("://") => *value = "https://host.test/path".into(),
        Value::String(text) if text.contains('@') => *value = "somebody@host.test".into(),
        _ => {}
    }
}
