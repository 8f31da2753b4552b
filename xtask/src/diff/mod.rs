//! `cargo xtask diff`: what a change of the document means for its callers, and which version of the
//! document it needs.
//!
//! A change is judged by its side of a call. In requests it is harmless to allow more than before, in
//! responses to allow less: `change` has the rule, `operations` and `schemas` find what it is applied
//! to. What the change means for the crate is for `cargo semver-checks` to say.

mod change;
mod operations;
mod schemas;
#[cfg(test)]
mod tests;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use semver::Version;
use serde_json::Value;

use crate::{DOCUMENT, Done};
use change::{Change, Effect, Shift, Spot};
use uses::Uses;

/// Reports what changed since a revision or a file; `None` if the arguments are wrong.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    let (base, check) = match *arguments {
        [base] if !base.starts_with('-') => (base, false),
        [base, "--check"] | ["--check", base] if !base.starts_with('-') => (base, true),
        _ => return None,
    };
    Some(report(&crate::root(), base, check).map_err(Into::into))
}

fn report(root: &Path, base: &str, check: bool) -> Result<(), String> {
    let old = read(&before(root, base)?).map_err(|error| format!("{base}: {error}"))?;
    let new = fs::read_to_string(root.join(DOCUMENT)).map_err(|error| error.to_string());
    let new = new.and_then(|text| read(&text)).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let changes = compare(&old, &new);
    print(&changes);
    let [was, is] = [version(&old)?, version(&new)?];
    let due = next(&was, changes.iter().map(|change| change.effect).max());
    println!("info.version: {is}, after {was}; {due} or higher is due");
    match check && is < due {
        true => Err("the version is too low for what changed".to_owned()),
        false => Ok(()),
    }
}

/// The document in a file, or else at a Git revision.
fn before(root: &Path, base: &str) -> Result<String, String> {
    if Path::new(base).is_file() {
        return fs::read_to_string(base).map_err(|error| format!("{base}: {error}"));
    }
    let object = format!("{base}:{DOCUMENT}");
    // The end of options: a revision that begins with a dash is none.
    let show = ["show", "--end-of-options", &object];
    let output = Command::new("git").current_dir(root).args(show).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "`{base}` is neither a file nor a revision with {DOCUMENT}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}

fn read(text: &str) -> Result<Value, String> {
    yaml_serde::from_str(text).map_err(|error| error.to_string())
}

fn version(document: &Value) -> Result<Version, String> {
    let text = document["info"]["version"].as_str().unwrap_or_default();
    Version::parse(text).map_err(|error| format!("info.version is `{text}`: {error}"))
}

/// The lowest version that may follow `before` after a change with this effect. Before 1.0.0 the
/// minor number takes the place of the major one. Texts can be corrected in any version.
fn next(before: &Version, effect: Option<Effect>) -> Version {
    let Version { major, minor, patch, .. } = *before;
    match (effect, major) {
        (None | Some(Effect::Documentation), _) => before.clone(),
        (Some(Effect::Breaking), 1..) => Version::new(major + 1, 0, 0),
        (Some(Effect::Breaking), 0) | (Some(Effect::Additive), 1..) => {
            Version::new(major, minor + 1, 0)
        }
        (Some(Effect::Additive), 0) => Version::new(major, minor, patch + 1),
    }
}

/// Prints the changes, those that differ only in their place on one line.
fn print(changes: &[Change]) {
    let mut groups: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for Change { place, what, effect } in changes {
        groups.entry((std::cmp::Reverse(*effect), what)).or_default().push(place);
    }
    for ((effect, what), places) in groups {
        println!("{:<13}  {what}: {}", effect.0.to_string(), places.join(", "));
    }
    let count = |effect| changes.iter().filter(|change| change.effect == effect).count();
    let [breaking, additive, documentation] =
        [Effect::Breaking, Effect::Additive, Effect::Documentation].map(count);
    println!("{breaking} breaking, {additive} additive, {documentation} documentation");
}

/// All changes between two documents.
fn compare(old: &Value, new: &Value) -> Vec<Change> {
    let mut differ = Differ { old, new, uses: Uses::of(old, new), changes: Vec::new(), depth: 0 };
    differ.operations();
    differ.components();
    let around = ["info", "servers", "tags", "externalDocs", "openapi"];
    for key in around.into_iter().filter(|key| old[key] != new[key]) {
        let [mut before, mut after] = [old[key].clone(), new[key].clone()];
        if key == "info" {
            before["version"] = Value::Null;
            after["version"] = Value::Null;
        }
        if before != after {
            differ.add(key, Effect::Documentation, "the text changed, or the defaults");
        }
    }
    differ.changes
}

/// Two documents side by side, and what differs.
struct Differ<'d> {
    old: &'d Value,
    new: &'d Value,
    uses: Uses,
    changes: Vec<Change>,
    /// How many references that differ the comparison has followed.
    depth: usize,
}

impl<'d> Differ<'d> {
    fn add(&mut self, place: &str, effect: Effect, what: impl Into<String>) {
        let change = Change { place: place.to_owned(), what: what.into(), effect };
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    /// Adds a change of the values that are allowed, with its effect on the side of the spot.
    fn shift(&mut self, spot: &Spot, shift: Shift, what: impl Into<String>) {
        self.add(&spot.place, spot.side.effect(shift), format!("{} ({})", what.into(), spot.side));
    }

    /// What is at both places, references followed; `None` if they are the same: a component that
    /// both refer to is compared by its name.
    fn differing(&self, old: &'d Value, new: &'d Value) -> Option<(&'d Value, &'d Value)> {
        (old != new).then(|| (resolve(self.old, old), resolve(self.new, new)))
    }

    /// Compares the members that no rule has judged: texts are documentation, anything unknown
    /// counts as breaking.
    fn rest(&mut self, place: &str, old: &Value, new: &Value, judged: &[&str]) {
        for key in keys(old, new) {
            if judged.contains(&&*key) || old[&key] == new[&key] {
                continue;
            }
            if key == "deprecated" && new[&key] == true {
                self.add(place, Effect::Additive, "is deprecated now");
            } else if TEXTS.contains(&&*key) || key.starts_with("x-") {
                self.add(place, Effect::Documentation, format!("`{key}` changed"));
            } else {
                let what = format!("`{key}` changed, which no rule judges");
                self.add(place, Effect::Breaking, what);
            }
        }
    }
}

/// Keys that change nothing on the wire.
const TEXTS: [&str; 8] = [
    "description",
    "summary",
    "title",
    "example",
    "examples",
    "externalDocs",
    "links",
    "deprecated",
];

/// What a reference leads to; the value itself if it is none.
fn resolve<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    let reference = value["$ref"].as_str();
    reference
        .and_then(|reference| document.pointer(reference.trim_start_matches('#')))
        .unwrap_or(value)
}

/// The keys of either object.
fn keys(old: &Value, new: &Value) -> BTreeSet<String> {
    let objects = [old, new].into_iter().filter_map(Value::as_object);
    objects.flat_map(|object| object.keys().cloned()).collect()
}
