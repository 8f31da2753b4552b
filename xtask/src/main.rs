//! Tasks of the repository: `cargo xtask <command>`.

mod check;
mod codegen;
#[path = "../../codegen/files.rs"]
mod files;
mod generate;
mod layers;
mod readmes;
mod repository;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use files::DOCUMENT;

const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  check     Check spec/openapi.yaml with the rules of this repository, Redocly and Spectral, that no
            modules of a crate depend on each other in a cycle, and the links of READMEs
  dist      Build the tool and the sandbox as they are installed without Rust: wheels, npm packages
            and archives, and try each (xtask/dist.py); or one step: [wheels [target]..|pack]
  generate  Write everything that derives from spec/openapi.yaml: src/generated, public-api.txt, and
            parts of the sandbox and of READMEs; --check writes nothing, and names what differs
";

fn main() -> ExitCode {
    if let Some(done) = generate::in_place_of_rustdoc() {
        return done;
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["check"] => ended(Some(all([layers::check(), readmes::check(), check::run()]))),
        ["dist", ref arguments @ ..] => ended(Some(dist(arguments))),
        ["generate", ref arguments @ ..] => ended(generate::run(arguments)),
        _ => misused(),
    }
}

/// The methods that a path of the document may have.
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where cargo builds.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// How a task ended: well, or for a reason.
type Done = Result<(), Box<dyn std::error::Error>>;

/// What several tasks come to, each with its reason.
fn all<const N: usize>(done: [Done; N]) -> Done {
    let reasons = done.into_iter().filter_map(Result::err);
    let reasons: Vec<_> = reasons.map(|reason| reason.to_string()).collect();
    match reasons.is_empty() {
        true => Ok(()),
        false => Err(reasons.join("\n").into()),
    }
}

fn dist(arguments: &[&str]) -> Done {
    done(Command::new("python3").arg(root().join("xtask/dist.py")).args(arguments))
}

/// Runs a command, which has to end well.
fn done(command: &mut Command) -> Done {
    match command.status()?.success() {
        true => Ok(()),
        false => Err(format!("failed: {command:?}").into()),
    }
}

/// Tells the reason; nothing was done where the arguments were not understood.
fn ended(done: Option<Done>) -> ExitCode {
    match done {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(reason)) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
        None => misused(),
    }
}

fn misused() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(2)
}
