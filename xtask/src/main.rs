//! Tasks of the repository: `cargo xtask <command>`.

mod build_cost;
mod check;
mod codegen;
mod fuzz;
mod interop;
mod soak;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  build-cost  Compare a clean build of a program that uses the crate with one where the generated code is checked in: [rounds]
  check       Check spec/openapi.yaml against OpenAPI 3.0.3 and the rules of this repository
  codegen     Print the generated code of a server: main, auth, cursor, or exports
  fuzz        Run the fuzz targets: [--seconds N, for each] [target]
  interop     Generate clients with the tools of other languages and run them against a sandbox: [recipe of spec/README.md]..
  soak        Make random calls to a sandbox that misbehaves, and check that nothing is lost or done twice; --help for more
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["build-cost", ref arguments @ ..] => build_cost::run(arguments).unwrap_or_else(misused),
        ["check"] => check::run(),
        ["codegen", name] => codegen::run(name),
        ["fuzz", ref arguments @ ..] => fuzz::run(arguments).unwrap_or_else(misused),
        ["interop", ref arguments @ ..] => interop::run(arguments).unwrap_or_else(misused),
        ["soak", ref arguments @ ..] => soak::run(arguments),
        _ => misused(),
    }
}

fn misused() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(2)
}
