//! A program of somebody else's, in a folder of its own: built against the packaged crates alone,
//! with another TLS than the repository's own, and run.

use std::path::Path;
use std::process::Command;
use std::{fs, str};

use super::{PACKAGES, Unpacked, done, target};
use crate::Done;

/// What the program says when each door has opened.
const SAID: [&str; 6] = [
    "garnet-7041.26 is \"Garnet\"",
    "3101 of 9 keys",
    "getProject: doors/1.0 l10n-client/",
    "createKeys: doors/1.0 l10n-client/",
    "; open sesame; 00-00000000000000000000000000000003-0000000000000003-01",
    "unknown to the document: [\"keys.0.max_words\"]",
];

/// Builds the example `doors` against the packages, and runs it.
pub(super) fn run(root: &Path) -> Done {
    let packages = PACKAGES
        .iter()
        .filter(|package| package.stands_on.is_none());
    let packages = packages.map(|package| Unpacked::new(root, package));
    let packages: Vec<Unpacked> = packages.collect::<Result<_, _>>()?;
    let folder = tempfile::tempdir()?;
    let place = |name: &str| {
        let sources = packages
            .iter()
            .map(|package| package.source.display().to_string());
        sources
            .into_iter()
            .find(|source| source.contains(name))
            .unwrap_or_default()
    };
    let manifest = format!(
        "[package]\nname = \"stranger\"\nedition = \"2024\"\n\n[dependencies]\n\
         l10n-client = {{ path = {:?}, default-features = false, features = [\"rustls-ring\"] }}\n\
         l10n-sandbox = {{ path = {:?} }}\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n",
        place("l10n-client"),
        place("l10n-sandbox"),
    );
    fs::write(folder.path().join("Cargo.toml"), manifest)?;
    fs::create_dir(folder.path().join("src"))?;
    fs::copy(
        root.join("examples/doors.rs"),
        folder.path().join("src/main.rs"),
    )?;
    // The versions that the repository was tested with, and no network.
    fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock"))?;
    let mut build = Command::new("cargo");
    build
        .args(["build", "--quiet", "--offline"])
        .current_dir(folder.path());
    done(build.env("CARGO_TARGET_DIR", target()?.join("packages")))?;
    let output = Command::new(target()?.join("packages/debug/stranger")).output()?;
    let said = str::from_utf8(&output.stdout)?;
    let missing: Vec<_> = SAID
        .iter()
        .filter(|words| !said.contains(**words))
        .collect();
    if !output.status.success() || !missing.is_empty() {
        return Err(format!("a program of another's misses {missing:?}: {output:?}").into());
    }
    println!(
        "a program in a folder of its own, with ring: {} lines said",
        said.lines().count()
    );
    Ok(())
}
