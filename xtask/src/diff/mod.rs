//! `cargo xtask diff`: what a change of the document means for its callers, and which version it
//! asks for.
//!
//! A change is judged by where it stands. In requests it is harmless that more is allowed than
//! before, in answers that less is: `change` has the rule, `schemas` and `operations` find what it
//! is applied to.

mod access;
mod change;
mod differ;
mod document;
mod nulls;
mod open;
mod operations;
mod references;
mod schemas;
mod surroundings;
#[cfg(test)]
mod tests;
mod uses;
mod values;
mod versions;

use std::fs;
use std::path::Path;
use std::process::Command;

use semver::Version;
use serde_json::Value;

use crate::{DOCUMENT, Done};
use change::{Change, Effect, Group};
use differ::Differ;
use versions::Versions;

const MANIFEST: &str = "Cargo.toml";

/// The document at one time, and the versions of that time.
struct State {
    document: Value,
    versions: Versions,
}

impl State {
    fn read(document: &str, manifest: Option<&str>) -> Result<Self, String> {
        let document: Value = yaml_serde::from_str(document)
            .map_err(|error| format!("the document cannot be read: {error}"))?;
        let versions = Versions::read(&document, manifest)?;
        Ok(Self { document, versions })
    }

    /// What the working tree holds.
    fn now(root: &Path) -> Result<Self, String> {
        let read = |name: &str| {
            fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"))
        };
        Self::read(&read(DOCUMENT)?, Some(&read(MANIFEST)?))
    }

    /// What a file holds, or else a revision of git.
    fn before(root: &Path, name: &str) -> Result<Self, String> {
        if Path::new(name).is_file() {
            let text = fs::read_to_string(name).map_err(|error| format!("{name}: {error}"))?;
            return Self::read(&text, None).map_err(|error| format!("{name}: {error}"));
        }
        let [document, manifest] = [DOCUMENT, MANIFEST].map(|file| at_revision(root, name, file));
        Self::read(&document?, Some(&manifest?)).map_err(|error| format!("at {name}: {error}"))
    }
}

fn at_revision(root: &Path, revision: &str, file: &str) -> Result<String, String> {
    let object = format!("{revision}:{file}");
    // The end of options: a revision that begins with a dash is none.
    let arguments = ["show", "--end-of-options", &object];
    let output = Command::new("git").current_dir(root).args(arguments).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "`{revision}` is neither a file nor a revision with {file}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}

/// Prints what changed since a revision or a file; nothing where the arguments are not understood.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    let (base, check) = match *arguments {
        [base] if !base.starts_with('-') => (base, false),
        [base, "--check"] | ["--check", base] if !base.starts_with('-') => (base, true),
        _ => return None,
    };
    Some(tell(&crate::root(), base, check).map_err(Into::into))
}

fn tell(root: &Path, base: &str, check: bool) -> Result<(), String> {
    let verdict = Verdict::of(&State::before(root, base)?, &State::now(root)?);
    print!("{verdict}");
    match check && !verdict.holds() {
        true => Err("a version is too low for what changed".to_owned()),
        false => Ok(()),
    }
}

/// All changes between two documents, the worst first.
fn compare(old: &Value, new: &Value) -> Vec<Change> {
    let mut differ = Differ::new(old, new);
    differ.surroundings();
    differ.operations();
    differ.components();
    let mut changes = differ.changes;
    changes.sort_by(|a, b| (b.effect, &a.place, &a.what).cmp(&(a.effect, &b.place, &b.what)));
    changes.dedup();
    changes
}

/// What changed, and which versions that asks for.
struct Verdict {
    changes: Vec<Change>,
    due: [Due; 2],
}

/// The version of something, and what it has to be at least.
struct Due {
    what: &'static str,
    was: Version,
    is: Version,
    least: Version,
}

impl Due {
    fn new(what: &'static str, was: &Version, is: &Version, effect: Option<Effect>) -> Self {
        Self { what, was: was.clone(), is: is.clone(), least: versions::next(was, effect) }
    }

    fn holds(&self) -> bool {
        self.is >= self.least
    }
}

impl Verdict {
    fn of(old: &State, new: &State) -> Self {
        let changes = compare(&old.document, &new.document);
        let worst = changes.iter().map(|change| change.effect).max();
        let worst_of_crate = changes.iter().map(Change::crate_effect).max();
        let (old, new) = (&old.versions, &new.versions);
        let document = "info.version of spec/openapi.yaml";
        let package = "version in Cargo.toml";
        let due = [
            Due::new(document, &old.document, &new.document, worst),
            Due::new(package, &old.package, &new.package, worst_of_crate),
        ];
        Self { changes, due }
    }

    /// Whether the versions are as high as the changes ask for.
    fn holds(&self) -> bool {
        self.due.iter().all(Due::holds)
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for group in Group::all(&self.changes) {
            writeln!(f, "{group}")?;
        }
        let count = |effect| self.changes.iter().filter(|change| change.effect == effect).count();
        writeln!(
            f,
            "{} changes: {} breaking, {} additive, {} documentation",
            self.changes.len(),
            count(Effect::Breaking),
            count(Effect::Additive),
            count(Effect::Documentation),
        )?;
        for due in &self.due {
            let holds = due.holds();
            let Due { what, was, is, least } = due;
            match holds {
                true => writeln!(f, "{what}: {is} will do ({least} or higher, after {was})")?,
                false => {
                    writeln!(f, "{what}: {is} is too low, {least} or higher is due after {was}")?
                }
            }
        }
        Ok(())
    }
}
