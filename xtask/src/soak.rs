//! `cargo xtask soak`: builds and runs the soak. It is a program of its own, because it needs the
//! client, and the tasks here must run when a broken document keeps the client from being built.

use std::process::{Command, ExitCode};

/// Runs the soak with these arguments.
pub(crate) fn run(arguments: &[&str]) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(crate::root())
        .args(["run", "--quiet", "--locked", "--package", "l10n-soak", "--"])
        .args(arguments)
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo cannot be run: {error}");
            ExitCode::FAILURE
        }
    }
}
