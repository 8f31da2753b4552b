//! Tasks of the repository: `cargo xtask <command>`.

mod check;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  check    Check spec/openapi.yaml against OpenAPI 3.0.3 and the rules of this repository
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["check"] => check::run(),
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
