//! `cargo xtask windows`: the library, the sandbox and the tool as they are on Windows: built with
//! mingw-w64, and their tests of paths, files and programs run by wine.

mod needs;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs};

use serde_json::Value;

use crate::Done;

/// With mingw-w64, which other systems have; whoever is on Windows seldom has it.
const TARGET: &str = "x86_64-pc-windows-gnu";

/// Which tests of a program of tests are run.
struct Suite {
    package: &'static str,
    /// As cargo calls the target that it is.
    kind: &'static str,
    /// Those whose names begin so; all where there is none.
    names: &'static [&'static str],
    /// Those whose names begin so, and that cannot pass or take long here.
    skipped: &'static [&'static str],
}

/// Wine 8 refuses to send Ctrl-Break to a group of processes, with or without a console.
const NO_CTRL_BREAK: [&str; 3] =
    ["program_end::a_signal_ends_it", "program_end::what_cannot_be_saved_in_the_end", "signals::"];

const SUITES: [Suite; 6] = [
    Suite { package: "l10n-client", kind: "lib", names: &[], skipped: &[] },
    Suite {
        package: "l10n-client",
        kind: "test",
        names: &["uploads::", "files::", "raw::"],
        // It counts on the speed of the system itself.
        skipped: &["uploads::an_upload_may_take_its_time"],
    },
    Suite { package: "l10n-sync", kind: "lib", names: &[], skipped: &[] },
    Suite {
        package: "l10n-sandbox",
        kind: "test",
        names: &["program::", "program_end::", "stdin::", "files_kept::"],
        skipped: &[NO_CTRL_BREAK[0], NO_CTRL_BREAK[1]],
    },
    Suite { package: "l10n-cli", kind: "bin", names: &[], skipped: &[] },
    Suite { package: "l10n-cli", kind: "test", names: &[], skipped: &[NO_CTRL_BREAK[2]] },
];

/// Builds and runs; nothing where there are arguments.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    arguments.is_empty().then(build_and_run)
}

fn build_and_run() -> Done {
    needs::see_to()?;
    let began = Instant::now();
    let programs = build()?;
    println!("windows: built in {} s", began.elapsed().as_secs());
    let prefix = wine_prefix()?;
    let mut failed = Vec::new();
    for suite in &SUITES {
        let name = format!("{} ({})", suite.package, suite.kind);
        let found = programs
            .iter()
            .find(|program| program.package == suite.package && program.kind == suite.kind);
        let program = found.ok_or_else(|| format!("windows: nothing was built of {name}"))?;
        println!("windows: {name}");
        for skipped in suite.skipped {
            println!("windows: NOT tested: {skipped}*");
        }
        if !suite.run(program, &prefix)? {
            failed.push(name);
        }
    }
    println!("windows: {} s in all", began.elapsed().as_secs());
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("windows: FAILED: {}", failed.join(", ")).into()),
    }
}

/// A program of tests.
struct Program {
    package: String,
    kind: String,
    /// Where its package is, which tests count on.
    folder: PathBuf,
    path: PathBuf,
}

impl Program {
    /// From a message of cargo, where it is about one.
    fn of(message: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        message["profile"]["test"].as_bool().filter(|is_test| *is_test)?;
        let manifest = PathBuf::from(text(&message["manifest_path"])?);
        let folder = manifest.parent()?.to_owned();
        let id = text(&message["package_id"])?;
        let package = SUITES.iter().map(|suite| suite.package);
        let is_of = |package: &&str| {
            id.contains(&format!("#{package}@")) || {
                // A folder that has the name of its package is not followed by it.
                id.contains(&format!("/{package}#"))
            }
        };
        Some(Self {
            package: package.into_iter().find(is_of)?.to_owned(),
            kind: text(&message["target"]["kind"][0])?,
            folder,
            path: PathBuf::from(text(&message["executable"])?),
        })
    }
}

/// All at once, so that each dependency is built once.
fn build() -> Result<Vec<Program>, Box<dyn std::error::Error>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(crate::root()).stdout(Stdio::piped());
    cargo.args(["test", "--no-run", "--locked", "--target", TARGET]);
    cargo.args(["--lib", "--bins", "--test", "it"]);
    cargo.arg("--message-format=json-render-diagnostics");
    for package in SUITES.iter().map(|suite| suite.package).collect::<BTreeSet<_>>() {
        cargo.args(["--package", package]);
    }
    let output = cargo.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err("windows: it does not build".into());
    }
    let messages = String::from_utf8(output.stdout)?;
    let messages = messages.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    Ok(messages.iter().filter_map(Program::of).collect())
}

impl Suite {
    fn run(&self, program: &Program, prefix: &Path) -> Result<bool, std::io::Error> {
        let mut wine = wine(prefix);
        wine.arg(&program.path).args(self.names);
        for name in self.skipped {
            wine.args(["--skip", name]);
        }
        wine.arg("--test-threads=4");
        let status = wine.current_dir(&program.folder).status()?;
        Ok(status.success())
    }
}

/// Wine, with settings and a Windows of its own, which says nothing of itself.
fn wine(prefix: &Path) -> Command {
    let mut wine = Command::new("wine");
    wine.env("WINEPREFIX", prefix).env("WINEDEBUG", "-all");
    wine.stdin(Stdio::null());
    wine
}

/// A Windows for wine, made where there is none.
fn wine_prefix() -> Result<PathBuf, Box<dyn std::error::Error>> {
    fs::create_dir_all(crate::target())?;
    let prefix = crate::target().canonicalize()?.join("wine");
    let system = prefix.join("drive_c/windows/system32");
    if !system.is_dir() {
        let mut boot = wine(&prefix);
        boot.arg("wineboot").arg("--init").stderr(Stdio::null());
        boot.status()?;
    }
    let random = system.join("bcryptprimitives.dll");
    if !random.exists() {
        random_numbers(&random)?;
    }
    Ok(prefix)
}

/// Rust takes its random numbers from a library that old wines do not have: the same by another
/// name.
fn random_numbers(library: &Path) -> Done {
    const SOURCE: &str = "\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return SystemFunction036(bytes, count);
}
";
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    compiler.args(["-shared", "-x", "c", "-", "-ladvapi32", "-o"]);
    let mut compiler = compiler.arg(library).stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = compiler.stdin.take() {
        input.write_all(SOURCE.as_bytes())?;
    }
    match compiler.wait()?.success() {
        true => Ok(()),
        false => Err("windows: the library of random numbers does not compile".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_tests_are_told_from_others() -> Done {
        let message = |id: &str, test: bool| {
            serde_json::json!({
                "reason": "compiler-artifact",
                "package_id": id,
                "manifest_path": "/w/cli/Cargo.toml",
                "target": { "kind": ["test"] },
                "profile": { "test": test },
                "executable": "/w/it.exe",
            })
        };
        let id = "path+file:///w/cli#l10n-cli@0.1.0";
        let program = Program::of(&message(id, true)).ok_or("it is one")?;
        assert_eq!((&*program.package, &*program.kind), ("l10n-cli", "test"));
        assert_eq!(program.folder, Path::new("/w/cli"));
        assert!(Program::of(&message(id, false)).is_none());
        let id = "path+file:///w/l10n-client#0.1.0";
        let program = Program::of(&message(id, true)).ok_or("it is one")?;
        assert_eq!(program.package, "l10n-client");
        Ok(())
    }
}
