//! What the probe prints, and `probe-report.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use l10n_sandbox::document::Document;
use serde_json::{Map, Value, json};

use crate::entries::Entry;
use crate::lacks;
use crate::run::{Exchange, Outcome};

#[derive(Default)]
pub(crate) struct Report {
    results: Vec<(String, &'static str, String)>,
    lacks: BTreeSet<String>,
    exchanges: Vec<Value>,
}

impl Report {
    /// Prints and keeps the result of an entry.
    pub(crate) fn add(&mut self, entry: &Entry, outcome: Outcome) {
        let (result, detail) = match outcome {
            Outcome::Confirmed => ("confirmed", String::new()),
            Outcome::Refuted(means) => ("REFUTED", means),
            Outcome::Answered(means) => ("answered", means),
            Outcome::NotTried(reason) => ("not tried", reason),
        };
        println!("{result:9} {}, {}: {}", entry.id, entry.operations.join(", "), entry.about());
        if !detail.is_empty() {
            println!("          {}", detail.chars().take(300).collect::<String>());
        }
        self.results.push((entry.id.clone(), result, detail));
    }

    pub(crate) fn exchanges(&mut self, document: &Document, exchanges: &[Exchange]) {
        let text = document.value().to_string().to_lowercase();
        for exchange in exchanges {
            self.lacks.extend(lacks::of(document, &text, exchange));
            self.exchanges.push(scrubbed(document, exchange));
        }
    }

    /// Prints the totals, and returns whether nothing was refuted.
    pub(crate) fn finish(&self) -> bool {
        for lack in &self.lacks {
            println!("the document lacks {lack}");
        }
        let count = |result| self.results.iter().filter(|it| it.1 == result).count();
        let [confirmed, refuted, answered, not_tried] =
            ["confirmed", "REFUTED", "answered", "not tried"].map(count);
        println!(
            "{confirmed} confirmed, {refuted} refuted, {answered} answered, {not_tried} not tried; \
             {} requests",
            self.exchanges.len()
        );
        refuted == 0
    }

    pub(crate) fn save(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let results = self
            .results
            .iter()
            .map(|(id, result, detail)| json!({"id": id, "result": result, "detail": detail}));
        let report = json!({
            "results": results.collect::<Vec<_>>(),
            "lacks": self.lacks,
            "exchanges": self.exchanges,
        });
        Ok(std::fs::write(path, serde_json::to_string_pretty(&report)? + "\n")?)
    }

    /// Prints what an earlier report says otherwise.
    pub(crate) fn compare(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let old: Value = serde_json::from_slice(&std::fs::read(path)?)?;
        let results = old["results"].as_array().into_iter().flatten();
        let results: BTreeMap<_, _> =
            results.map(|it| (it["id"].as_str().unwrap_or_default(), it)).collect();
        for (id, result, detail) in &self.results {
            match results.get(id.as_str()) {
                Some(old) if old["result"] == *result && old["detail"] == *detail => {}
                Some(old) => println!("changed: {id} was {old}, is {result}: {detail}"),
                None => println!("new: {id} is {result}: {detail}"),
            }
        }
        let known = old["lacks"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let known: BTreeSet<_> = known.map(str::to_owned).collect();
        for lack in self.lacks.difference(&known) {
            println!("new: the document lacks {lack}");
        }
        Ok(())
    }
}

/// An exchange without names and addresses of people and hosts; the token is not in it.
fn scrubbed(document: &Document, exchange: &Exchange) -> Value {
    let headers = exchange.headers.iter().filter(|(name, _)| {
        name.as_str().starts_with("x-") || *name == "location" || *name == "retry-after"
    });
    let headers: Map<_, _> = headers
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into()))
        .collect();
    let mut shown = json!({
        "operation": lacks::operation(document, exchange).map(|it| &it.id),
        "method": exchange.method.as_str(),
        "path": exchange.path,
        "query": exchange.query,
        "request": exchange.sent,
        "status": exchange.status,
        "headers": headers,
        "body": exchange.body,
    });
    scrub("", &mut shown);
    shown
}

fn scrub(name: &str, value: &mut Value) {
    match value {
        Value::Object(members) => members.iter_mut().for_each(|(name, it)| scrub(name, it)),
        Value::Array(items) => items.iter_mut().for_each(|it| scrub(name, it)),
        Value::String(text) if text.is_empty() => {}
        Value::String(_) if matches!(name, "fullname" | "secret") => *value = "Somebody".into(),
        Value::String(text) if text.contains("://") => *value = "https://host.test/path".into(),
        Value::String(text) if text.contains('@') && name.contains("mail") => {
            *value = "somebody@host.test".into();
        }
        _ => {}
    }
}
