//! Trials: what the READMEs say is done in an empty folder, without cargo, as by who installs the
//! packages; then the tests of each package run in what came of that.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs, io, iter};

use super::readme::{self, Step};
use crate::{Done, shell};

/// A package, whose README is one trial.
struct Package {
    folder: &'static str,
    /// What runs its tests, which are in the folder `tests`.
    tests: &'static str,
}

/// Checks the files, and unpacks the programs.
const UNPACK: &str = "sha256sum --quiet --check SHA256SUMS\n\
    tar --extract --strip-components 1 --file l10n-[0-9]*.tar.gz";

const PACKAGES: [Package; 3] = [
    Package { folder: "cli/packages", tests: "bash -euo pipefail tests/push.sh" },
    Package {
        folder: "sandbox/packages/python",
        tests: "venv/bin/pip install --quiet mypy==2.4.1\n\
                venv/bin/mypy --strict --package l10n_sandbox\n\
                venv/bin/pytest --quiet tests",
    },
    Package {
        folder: "sandbox/packages/npm",
        tests: "npm install --silent --no-fund --no-audit typescript@5.9.3 @types/node@20.19.43\n\
                npx tsc --noEmit --strict --module nodenext --target es2022 *.ts tests/*.ts\n\
                node --test tests/",
    },
];

/// The README whose sections are a trial each, where they have files.
const README: &str = "sandbox/README.md";

/// What the examples are run with and not every machine has: from Debian's packages.
const TOOLS: &str = "ruby -e 'require \"minitest\"' || \
    $(test \"$(id -u)\" = 0 || echo sudo) sh -c \
        'apt-get update --quiet=2 && apt-get install --yes --quiet=2 ruby ruby-minitest curl'";

/// Makes all trials with the files in a folder.
pub(super) fn all(built: &Path) -> Done {
    let root = crate::root().canonicalize()?;
    for Package { folder, tests } in PACKAGES {
        let folder = root.join(folder);
        let text = fs::read_to_string(folder.join("README.md"))?;
        let sections = readme::sections(&text).into_iter();
        let mut steps: Vec<_> = sections.flat_map(|section| section.steps).collect();
        steps.push(Step::Run(tests.to_owned()));
        make(&folder.display().to_string(), &steps, built, Some(&folder))?;
    }
    let (succeeded, output) = shell::run(TOOLS, &root, &[])?;
    if !succeeded {
        return Err(format!("there is no Ruby:\n{output}").into());
    }
    let text = fs::read_to_string(root.join(README))?;
    for section in readme::sections(&text) {
        if section.has_file() {
            make(&section.title, &section.steps, built, None)?;
        }
    }
    Ok(())
}

fn make(name: &str, steps: &[Step], built: &Path, package: Option<&Path>) -> Done {
    let begin = Instant::now();
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    copy_folder(built, folder)?;
    if let Some(package) = package {
        copy_folder(&package.join("tests"), &folder.join("tests"))?;
    }
    // The programs are on the PATH, as by an installation.
    let path = format!("{}:{}", folder.display(), path_without_cargo()?);
    let unpack = Step::Run(UNPACK.to_owned());
    for step in iter::once(&unpack).chain(steps) {
        match step {
            Step::Write { name, text } => fs::write(folder.join(name), text)?,
            Step::Run(script) => {
                let (succeeded, output) = shell::run(script, folder, &[("PATH", path.clone())])?;
                if !succeeded {
                    return Err(format!("{name}: this fails:\n{script}\n{output}").into());
                }
            }
        }
    }
    let taken = begin.elapsed().as_secs_f64();
    println!("{name}: as it says ({taken:.0} s)");
    Ok(())
}

/// The folders of programs but those that have cargo or a compiler of Rust.
fn path_without_cargo() -> Result<String, Box<dyn std::error::Error>> {
    let has_rust = |folder: &PathBuf| ["cargo", "rustc"].iter().any(|p| folder.join(p).exists());
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).filter(|folder| !has_rust(folder));
    let path = env::join_paths(folders)?.into_string();
    path.map_err(|path: OsString| format!("the PATH is no text: {path:?}").into())
}

/// Copies a folder's files, and its folders with theirs.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_folder(&entry.path(), &place)?,
            false => drop(fs::copy(entry.path(), place)?),
        }
    }
    Ok(())
}
