//! How the document is written: what the types of OpenAPI cannot hold, references, and the
//! extensions.

use std::collections::BTreeSet;

use openapiv3::{Components, OpenAPI, Operation, Parameter, ReferenceOr, Response, Schema};
use serde::Deserialize;
use serde_json::Value;

use super::pointer::escape;
use super::{Known, Report};

const EXTENSIONS: [&str; 15] = [
    "x-quirk",
    "x-provenance",
    "x-admin-right",
    "x-enum-aliases",
    "x-assumption",
    "x-enum-varnames",
    "x-displayName",
    "x-feature",
    "x-hint",
    "x-project",
    "x-idempotent",
    "x-pagination",
    "x-job",
    "x-rust-type",
    "x-seconds-suffix",
];
const SOURCES: [&str; 4] = ["documented", "observed", "assumed", "mixed"];

/// Reads a document, and reports the keys that get lost: OpenAPI does not have them.
pub(super) fn read(document: &Value, report: &mut Report) -> Option<OpenAPI> {
    match OpenAPI::deserialize(document) {
        Ok(api) => {
            let read = serde_json::to_value(&api).unwrap_or_default();
            compare(document, &read, "", report);
            Some(api)
        }
        Err(error) => {
            let before = report.0.len();
            blame(document, report);
            if report.0.len() == before {
                report.add("", format!("this is not OpenAPI: {error}"));
            }
            None
        }
    }
}

fn compare(written: &Value, read: &Value, pointer: &str, report: &mut Report) {
    let elements =
        written.as_array().into_iter().flatten().zip(read.as_array().into_iter().flatten());
    for (index, (written, read)) in elements.enumerate() {
        compare(written, read, &format!("{pointer}/{index}"), report);
    }
    let Some(members) = read.as_object() else { return };
    for (key, value) in written.as_object().into_iter().flatten() {
        let place = format!("{pointer}/{}", escape(key));
        match members.get(key) {
            Some(read) => compare(value, read, &place, report),
            // Defaults are not kept.
            None if *value == false || value.as_array().is_some_and(Vec::is_empty) => {}
            None => {
                report.add(place, "OpenAPI has no such key here: correct its spelling or move it");
            }
        }
    }
}

/// Reports the operations and components that cannot be read.
fn blame(document: &Value, report: &mut Report) {
    fn read<'d, T: Deserialize<'d>>(place: &str, value: &'d Value, report: &mut Report) {
        if let Err(error) = ReferenceOr::<T>::deserialize(value) {
            report.add(place, format!("OpenAPI does not allow this: {error}"));
        }
    }
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let place = format!("/paths/{}/{method}", escape(path));
            if operation.get("responses").is_some() {
                read::<Operation>(&place, operation, report);
            }
        }
    }
    for (kind, them) in document["components"].as_object().into_iter().flatten() {
        for (name, it) in them.as_object().into_iter().flatten() {
            let place = format!("/components/{kind}/{name}");
            match &**kind {
                "schemas" => read::<Schema>(&place, it, report),
                "parameters" => read::<Parameter>(&place, it, report),
                "responses" => read::<Response>(&place, it, report),
                _ => {}
            }
        }
    }
}

/// Checks references and extensions. Returns whether all references lead somewhere: otherwise other
/// rules would report what follows from it.
pub(super) fn check(
    document: &Value,
    components: &Components,
    known: &Known,
    report: &mut Report,
) -> bool {
    let mut walk = Walk {
        document,
        quirks: BTreeSet::new(),
        references: BTreeSet::new(),
        is_broken: false,
        report,
    };
    walk.value(document, "");
    let Walk { quirks, references, is_broken, .. } = walk;
    if is_broken {
        return false;
    }
    for name in quirks.difference(&known.quirks) {
        report.add("", format!("the quirk `{name}` has no module in `src/wire/quirks/`"));
    }
    for name in known.quirks.difference(&quirks) {
        report.add("", format!("`src/wire/quirks/{name}.rs` has no `x-quirk`: mark it or delete"));
    }
    let schemas = components.schemas.keys().map(|name| ("schemas", name));
    let parameters = components.parameters.keys().map(|name| ("parameters", name));
    let responses = components.responses.keys().map(|name| ("responses", name));
    let examples = components.examples.keys().map(|name| ("examples", name));
    for (kind, name) in schemas.chain(parameters).chain(responses).chain(examples) {
        if !references.contains(&format!("#/components/{kind}/{name}")) {
            report.add(format!("/components/{kind}/{name}"), "nothing uses it: remove it");
        }
    }
    true
}

struct Walk<'d, 'r> {
    document: &'d Value,
    quirks: BTreeSet<String>,
    references: BTreeSet<String>,
    is_broken: bool,
    report: &'r mut Report,
}

impl Walk<'_, '_> {
    fn value(&mut self, value: &Value, pointer: &str) {
        for (index, element) in value.as_array().into_iter().flatten().enumerate() {
            self.value(element, &format!("{pointer}/{index}"));
        }
        for (key, member) in value.as_object().into_iter().flatten() {
            let place = format!("{pointer}/{}", escape(key));
            match self.problem(key, member, value) {
                Some(problem) => self.report.add(place, problem),
                // Data, not the document's own keys.
                None if key == "example" => {}
                None => self.value(member, &place),
            }
        }
    }

    fn problem(&mut self, key: &str, member: &Value, owner: &Value) -> Option<String> {
        let text = member.as_str().unwrap_or_default();
        let count = |list: &Value| list.as_array().map(Vec::len);
        match key {
            "$ref" => {
                self.references.insert(text.to_owned());
                let target = text.strip_prefix('#').and_then(|it| self.document.pointer(it));
                self.is_broken |= target.is_none();
                return target.is_none().then(|| format!("there is no `{text}`: correct the name"));
            }
            "x-quirk" => {
                self.quirks.insert(text.to_owned());
            }
            "x-provenance" if !SOURCES.contains(&text) => {
                return Some(format!("not one of {SOURCES:?}"));
            }
            "x-enum-varnames" if count(member) != count(&owner["enum"]) => {
                return Some("give each value of the `enum` one name".to_owned());
            }
            "x-enum-aliases" => {
                let values = owner["enum"].as_array().map_or(&[][..], Vec::as_slice);
                let mut meant = member.as_object().into_iter().flat_map(|them| them.values());
                return meant.find(|it| !values.contains(it)).map(|it| format!("no value is {it}"));
            }
            _ if key.starts_with("x-") && !EXTENSIONS.contains(&key) => {
                return Some("an unknown extension: see `spec/README.md`".to_owned());
            }
            _ => {}
        }
        None
    }
}
