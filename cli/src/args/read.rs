//! Reads the arguments and their environment variables.

use clap::builder::Resettable;
use clap::{CommandFactory as _, FromArgMatches as _};

use super::Args;

impl Args {
    /// Parses the command line and the environment. An empty variable counts as unset: CI jobs
    /// cannot always unset one.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut command = without_empty_variables(Self::command());
        let mut found = command.try_get_matches_from_mut(std::env::args_os())?;
        Self::from_arg_matches_mut(&mut found).map_err(|error| error.format(&mut command))
    }
}

fn without_empty_variables(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let variable = argument.get_env().map(std::env::var_os);
        match variable.flatten().is_some_and(|value| value.is_empty()) {
            true => argument.env(Resettable::<clap::builder::OsStr>::Reset),
            false => argument,
        }
    });
    command.mut_subcommands(without_empty_variables)
}
