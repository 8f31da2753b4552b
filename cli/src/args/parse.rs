//! Parses the arguments and their environment variables.

use clap::builder::{OsStr, Resettable};
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};

use super::Args;

impl Args {
    /// Parses the command line and the environment. An empty variable counts as unset: CI jobs
    /// cannot always unset one.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut command = with_variables(Self::command());
        let mut found = command.try_get_matches_from_mut(std::env::args_os())?;
        let name = command_name(&found);
        let args = Self::from_arg_matches_mut(&mut found);
        let args = args.map_err(|error| error.format(&mut command))?;
        Ok(Self { name, ..args })
    }
}

fn command_name(found: &ArgMatches) -> String {
    match found.subcommand() {
        None => String::new(),
        Some((name, below)) => format!("{name} {}", command_name(below)).trim_end().to_owned(),
    }
}

/// Ignores variables that are empty, and hides the values of the others in help texts. Hides global
/// options in `-h`.
fn with_variables(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let is_global = argument.is_global_set();
        let argument = argument.hide_env_values(true).hide_short_help(is_global);
        let variable = argument.get_env().map(std::env::var_os);
        match variable.flatten().is_some_and(|value| value.is_empty()) {
            true => argument.env(Resettable::<OsStr>::Reset),
            false => argument,
        }
    });
    command.mut_subcommands(with_variables)
}

/// Parses a language: its local code, and the service's.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let (local, service) = equation(text)?;
    match service.is_empty() {
        true => {
            Err(format!("`{text}` has no code after `=`: write LOCAL=SERVICE, such as pt-BR=pt_BR"))
        }
        false => Ok((local, service)),
    }
}

/// Parses a name and a value.
pub(super) fn equation(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` is not of the form NAME=VALUE")),
    }
}
