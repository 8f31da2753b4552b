//! `cargo xtask minimums`: whether each crate compiles by itself, with the lowest versions that its
//! manifest declares.

use std::path::Path;

use super::Unpacked;
use crate::repository::Member;
use crate::{Done, done};

/// Compiles each crate with the lowest versions of its dependencies; nothing where there are
/// arguments.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    arguments.is_empty().then(|| check_all(&crate::root()))
}

fn check_all(root: &Path) -> Done {
    let unpacked = Unpacked::new(root)?;
    let mut packages = unpacked.packages.iter();
    packages.try_for_each(|package| check(&unpacked, package))
}

fn check(unpacked: &Unpacked, package: &Member) -> Done {
    unpacked.join(&[&package.name])?;
    // Cargo resolves so for those only who ask for what is not stable. What those dependencies
    // declare themselves is their matter.
    let mut resolve = unpacked.cargo(&["update", "-Z", "direct-minimal-versions"])?;
    done(resolve.env("RUSTC_BOOTSTRAP", "1"))?;

    let mut cargo = unpacked.cargo(&["check", "--locked", "--package", &package.name])?;
    done(cargo.arg("--features").arg(package.features.join(",")))?;
    println!("{}: compiles with the lowest versions it declares", package.name);
    Ok(())
}
