//! The packaged files, unpacked side by side, and the workspaces that are made of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use super::{VERSION, target};
use crate::repository::{self, Member};
use crate::{Done, done};

/// The packages, outside the repository; deleted when this is dropped.
pub(super) struct Unpacked {
    folder: tempfile::TempDir,
    pub(super) packages: Vec<Member>,
}

impl Unpacked {
    pub(super) fn new(root: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let packages = repository::published()?;
        let mut cargo = Command::new("cargo");
        // What is not committed yet is what one wants to know of.
        cargo.args(["package", "--quiet", "--locked", "--no-verify", "--allow-dirty"]);
        // Packaged together, they find each other.
        cargo.args(packages.iter().flat_map(|package| ["--package", &package.name]));
        done(cargo.current_dir(root))?;
        let folder = tempfile::tempdir()?;
        for package in &packages {
            let mut tar = Command::new("tar");
            // All files are new: those of a former time, which are as old, are not taken for them.
            tar.arg("-xzmf").arg(packaged(&package.name)?).arg("-C");
            done(tar.arg(folder.path()))?;
        }
        // Somebody else's, which is none of a package's business.
        fs::create_dir(folder.path().join("spec"))?;
        fs::write(folder.path().join("spec/openapi.yaml"), "openapi: 2")?;
        Ok(Self { folder, packages })
    }

    pub(super) fn source(&self, name: &str) -> PathBuf {
        self.folder.path().join(directory(name))
    }

    /// The size of a packaged file, in bytes.
    pub(super) fn size(&self, name: &str) -> io::Result<u64> {
        Ok(fs::metadata(packaged(name)?)?.len())
    }

    /// Adds a package of a single source file.
    pub(super) fn add(&self, name: &str, manifest: &str, main: &Path) -> io::Result<()> {
        let source = self.source(name);
        fs::create_dir_all(source.join("src"))?;
        fs::write(source.join("Cargo.toml"), manifest)?;
        fs::copy(main, source.join("src/main.rs")).map(drop)
    }

    /// Makes a workspace of some of the packages, without a lock.
    pub(super) fn join(&self, members: &[&str]) -> Done {
        let joined = self.packages.iter();
        let joined = joined.filter(|package| members.contains(&&*package.name));
        let bases: BTreeSet<_> = joined.flat_map(|package| &package.stands_on).collect();
        let patches = bases.into_iter().map(|base| {
            let place = directory(base);
            format!("{base} = {{ path = {place:?} }}\n")
        });
        let members: Vec<_> = members.iter().map(|name| directory(name)).collect();
        // Built as the repository builds what it depends on, to share it.
        let manifest = format!(
            "[workspace]\nmembers = {members:?}\nresolver = \"3\"\n\n\
             [profile.dev]\ndebug = false\n\n\
             [patch.crates-io]\n{}",
            patches.collect::<String>(),
        );
        let folder = self.folder.path();
        match fs::remove_file(folder.join("Cargo.lock")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(fs::write(folder.join("Cargo.toml"), manifest)?),
        }
    }

    /// Locks the versions of the repository.
    pub(super) fn lock(&self, root: &Path) -> Done {
        let lock = "Cargo.lock";
        fs::copy(root.join(lock), self.folder.path().join(lock))?;
        done(&mut self.cargo(&["update", "--offline", "--workspace"])?)
    }

    /// Cargo in that workspace.
    pub(super) fn cargo(&self, arguments: &[&str]) -> io::Result<Command> {
        let mut cargo = Command::new("cargo");
        cargo.args(arguments).arg("--quiet").current_dir(self.folder.path());
        // What the repository has built already is not built again. Its programs are left alone.
        cargo.env("CARGO_BUILD_BUILD_DIR", target()?);
        cargo.env("CARGO_TARGET_DIR", target()?.join("packages"));
        Ok(cargo)
    }
}

/// A program that was built of them.
pub(super) fn program(name: &str) -> io::Result<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    Ok(target()?.join("packages/debug").join(file))
}

/// The packaged file.
fn packaged(name: &str) -> io::Result<PathBuf> {
    Ok(target()?.join(format!("package/{name}-{VERSION}.crate")))
}

/// The folder that is in it.
fn directory(name: &str) -> String {
    format!("{name}-{VERSION}")
}
