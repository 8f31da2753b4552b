//! Tasks of the repository: `cargo xtask <command>`.

mod api;
mod build_cost;
mod check;
mod codegen;
mod diff;
mod fleet;
mod floors;
mod fuzz;
mod interop;
mod package;
mod page;
mod publish;
mod release;
mod repository;
mod shell;
mod soak;
mod tour;
mod width;
mod windows;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  api         Hold the public interface of the crate against public-api.txt, or write that anew:
              [--write]
  build-cost  Compare a clean build of a program that uses the crate with one by hand, with each
              TLS: [rounds]
  check       Check spec/openapi.yaml against OpenAPI 3.0.3 and the rules of this repository, that
              lines keep to its width, and that no crate's parts use each other in a circle
  diff        Tell what changed for callers since a git revision or a file of the document:
              <revision or file> [--check]
  dist        Build the sandbox as it is installed without Rust, program, wheel and npm package, and
              try each
  fleet       Tell what machines that share tokens get done, in virtual time; --help for more
  fuzz        Run the fuzz targets: [--seconds N, for each] [target]
  interop     Generate clients with the tools of other languages and run them against a sandbox:
              [recipe of spec/README.md]..
  minimums    Compile each crate to publish with the lowest versions of its dependencies that it
              declares
  notes       Print what CHANGELOG.md says of a version, or of what is not released yet: [version]
  package     Compile each crate to publish from its packaged file alone, as docs.rs would, and
              install its program
  page        Run the tests of the sandbox's page in Chromium: [pattern of their names]
  publish     Check that spec/openapi.json, the page spec/openapi.html and the sandbox's copy are
              what the document says, or write them: [--write]
  sbom        Write what each published crate is made of, as CycloneDX, into target/sbom
  semver      Hold the crates against those of a revision by the rules of SemVer: <revision>
  soak        Make random calls to a sandbox that misbehaves, and check that nothing is lost or done
              twice; --help for more
  tour        Draw what the tour prints as docs/tour.svg, the picture in the README
  windows     Build library, sandbox and tool for Windows, and run their tests of paths, files and
              programs by wine
";

fn main() -> ExitCode {
    if let Some(done) = api::in_place_of_rustdoc() {
        return done;
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["api", ref arguments @ ..] => ended(api::run(arguments)),
        ["build-cost", ref arguments @ ..] => ended(build_cost::run(arguments)),
        ["check"] => ended(Some(all([width::check(), floors::check(), check::run()]))),
        ["diff", ref arguments @ ..] => ended(diff::run(arguments)),
        ["dist", ref arguments @ ..] => ended(package::dist(arguments)),
        ["fleet", ref arguments @ ..] => ended(fleet::run(arguments)),
        ["fuzz", ref arguments @ ..] => ended(fuzz::run(arguments)),
        ["interop", ref arguments @ ..] => ended(interop::run(arguments)),
        ["minimums", ref arguments @ ..] => ended(package::minimums(arguments)),
        ["notes", ref arguments @ ..] => ended(release::notes(arguments)),
        ["package", ref arguments @ ..] => ended(package::run(arguments)),
        ["page", ref arguments @ ..] => ended(page::run(arguments)),
        ["publish", ref arguments @ ..] => ended(publish::run(arguments)),
        ["sbom", ref arguments @ ..] => ended(release::sbom(arguments)),
        ["semver", ref arguments @ ..] => ended(release::semver(arguments)),
        ["soak", ref arguments @ ..] => soak::run(arguments),
        ["tour", ref arguments @ ..] => ended(tour::run(arguments)),
        ["windows", ref arguments @ ..] => ended(windows::run(arguments)),
        _ => misused(),
    }
}

/// The document, from the root of the repository.
const DOCUMENT: &str = "spec/openapi.yaml";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reasons_are_told() {
        let told = all([Err("one".into()), Ok(()), Err("two".into())]);
        assert_eq!(told.map_err(|told| told.to_string()), Err("one\ntwo".to_owned()));
        assert!(all([Ok(()), Ok(())]).is_ok());
    }
}
