//! Tasks of the repository: `cargo xtask <command>`.

mod check;
mod codegen;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  check    Check spec/openapi.yaml against OpenAPI 3.0.3 and the rules of this repository
  codegen  Print the generated code of a server: main, auth, cursor, or exports
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["check"] => check::run(),
        ["codegen", name] => codegen::run(name),
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
