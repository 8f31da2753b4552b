//! A program of somebody else's: built against the packaged crates alone, with another TLS than the
//! repository's own, and run.

use std::path::Path;
use std::process::Command;
use std::str;

use super::VERSION;
use super::unpacked::{Unpacked, program};
use crate::{Done, done};

/// The name of its package.
pub(super) const NAME: &str = "stranger";

/// What the program says when each door has opened.
const SAID: [&str; 6] = [
    "garnet-7041.26 is \"Garnet\"",
    "3101 of 9 keys",
    "getProject: doors/1.0 l10n-client/",
    "createKeys: doors/1.0 l10n-client/",
    "; open sesame; 00-00000000000000000000000000000003-0000000000000003-01",
    "unknown to the document: [\"keys.0.max_words\"]",
];

/// Adds the example `doors` to the packages, as a package that depends on two of them.
pub(super) fn add(root: &Path, packages: &Unpacked) -> Done {
    let manifest = format!(
        "[package]\nname = \"{NAME}\"\nversion = \"{VERSION}\"\nedition = \"2024\"\n\n\
         [dependencies]\n\
         l10n-client = {{ path = \"../l10n-client-{VERSION}\", default-features = false, \
         features = [\"rustls-ring\"] }}\n\
         l10n-sandbox = {{ path = \"../l10n-sandbox-{VERSION}\" }}\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n",
    );
    Ok(packages.add(NAME, &manifest, &root.join("examples/doors.rs"))?)
}

/// Builds it by itself, so that it has the features that it asks for, and runs it.
pub(super) fn run(packages: &Unpacked) -> Done {
    let build = ["build", "--offline", "--locked", "--package", NAME];
    done(&mut packages.cargo(&build)?)?;
    let output = Command::new(program(NAME)?).output()?;
    let said = str::from_utf8(&output.stdout)?;
    let missing: Vec<_> = SAID.iter().filter(|words| !said.contains(**words)).collect();
    if !output.status.success() || !missing.is_empty() {
        return Err(format!("a program of another's misses {missing:?}: {output:?}").into());
    }
    println!("a program of another's, with ring: {} lines said", said.lines().count());
    Ok(())
}
