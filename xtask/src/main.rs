//! Tasks of the repository: `cargo xtask <command>`.

mod check;
mod codegen;
mod generate;
mod layers;
mod readmes;
mod repository;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The document, from the root of the repository.
const DOCUMENT: &str = "spec/openapi.yaml";

const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  check     Check spec/openapi.yaml with the rules of this repository, Redocly and Spectral, that no
            modules of a crate depend on each other in a cycle, and the links of READMEs;
            --without-node leaves out Redocly and Spectral
  dist      Build the tool and the sandbox as they are installed without Rust: wheels, npm packages
            and archives, and try each (xtask/dist.py); or one step: [wheels [target]..|pack]
  generate  Write what derives from spec/openapi.yaml and is checked in: the sandbox's copy of it, the
            tables of tests, public-api.txt and what the tour prints in README.md; --check writes
            nothing, and names what differs
  release   Check that a tag fits, or publish what is not published yet: check <tag>, crates, pypi,
            npm, image, github (xtask/release.py)
  release-trial
            Make a whole release, from a clean clone into registries on this machine, and install it
            (xtask/release-trial.py)
";

fn main() -> ExitCode {
    if let Some(done) = generate::in_place_of_rustdoc() {
        return done;
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["check"] => check(true),
        ["check", "--without-node"] => check(false),
        [script @ ("dist" | "release" | "release-trial"), ref arguments @ ..] => {
            exit_code(Some(python(script, arguments)))
        }
        ["generate", ref arguments @ ..] => exit_code(generate::run(arguments)),
        _ => usage_error(),
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where cargo builds.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

type TaskResult = Result<(), Box<dyn std::error::Error>>;

/// Combines results: fails with all their reasons.
fn combine<const N: usize>(results: [TaskResult; N]) -> TaskResult {
    let reasons = results.into_iter().filter_map(Result::err);
    let reasons: Vec<_> = reasons.map(|reason| reason.to_string()).collect();
    match reasons.is_empty() {
        true => Ok(()),
        false => Err(reasons.join("\n").into()),
    }
}

fn check(with_linters: bool) -> ExitCode {
    let results = [layers::check(), readmes::check(), check::run(with_linters)];
    exit_code(Some(combine(results)))
}

fn python(script: &str, arguments: &[&str]) -> TaskResult {
    let script = root().join("xtask").join(script).with_extension("py");
    run(Command::new("python3").arg(script).args(arguments))
}

/// Runs a command. Fails if it fails.
fn run(command: &mut Command) -> TaskResult {
    match command.status()?.success() {
        true => Ok(()),
        false => Err(format!("failed: {command:?}").into()),
    }
}

/// Prints why a task failed, or the usage if there was none.
fn exit_code(result: Option<TaskResult>) -> ExitCode {
    match result {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(reason)) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
        None => usage_error(),
    }
}

fn usage_error() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(2)
}
