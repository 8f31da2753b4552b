//! `cargo xtask minimums`: whether the crates compile with the lowest versions that their manifests declare.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Package, Unpacked, done, each, target};
use crate::Done;

/// Compiles each crate with the lowest versions of its dependencies; nothing where there are arguments.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    each(arguments, check)
}

fn check(root: &Path, package: &Package) -> Done {
    let unpacked = Unpacked::new(root, package)?;
    let source = &unpacked.source;
    fs::remove_file(source.join("Cargo.lock"))?;
    // Cargo resolves so for those only who ask for what is not stable. What those dependencies declare themselves is their matter.
    let resolve = ["update", "--quiet", "-Z", "direct-minimal-versions"];
    let mut cargo = Command::new("cargo");
    done(
        cargo
            .args(resolve)
            .env("RUSTC_BOOTSTRAP", "1")
            .current_dir(source),
    )?;

    let mut cargo = Command::new("cargo");
    cargo.args([
        "check",
        "--quiet",
        "--locked",
        "--features",
        package.features,
    ]);
    let target = target()?.join("minimums");
    done(cargo.env("CARGO_TARGET_DIR", target).current_dir(source))?;
    println!(
        "{}: compiles with the lowest versions it declares",
        package.name
    );
    Ok(())
}
