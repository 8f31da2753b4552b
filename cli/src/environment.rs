//! The environment variables that the program reads, except those of its options. An empty variable
//! counts as unset: CI jobs cannot always unset one.

use std::env;
use std::ffi::OsString;

use clap::ValueEnum;

use crate::exit::{Failure, Result};
use crate::text::name;

/// An environment variable. The comments are the help text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Variable {
    /// API token
    L10nToken,
    /// Path of a file that contains the API token
    L10nTokenFile,
    /// Secret of the application that users sign in to
    L10nClientSecret,
    /// Path of a file that contains this secret
    L10nClientSecretFile,
    /// Folder for the tokens of `l10n login`, instead of the keyring
    L10nCredentials,
    /// Host for which plain HTTP is allowed; always allowed for this machine
    L10nPlainHttpHost,
    /// Parent of the default token folder
    XdgConfigHome,
    /// The same, if XDG_CONFIG_HOME is not set
    Home,
    /// The same, on Windows
    Appdata,
    /// Disable colors
    NoColor,
    /// Use colors even if the output is not a terminal, unless it is `0`
    ClicolorForce,
    /// Disable colors if it is `dumb`
    Term,
    /// Annotate errors for GitHub Actions and compatible systems
    GithubActions,
    /// Root of the checkout in GitHub Actions
    GithubWorkspace,
    /// Job summary file in GitHub Actions; a pull appends the changed texts
    GithubStepSummary,
    /// Annotate errors for Azure Pipelines
    TfBuild,
    /// Root of the checkout in Azure Pipelines
    BuildSourcesdirectory,
}

impl Variable {
    pub(crate) fn name(self) -> String {
        name(&self)
    }

    pub(crate) fn get(self) -> Option<OsString> {
        env::var_os(self.name()).filter(|value| !value.is_empty())
    }

    /// Returns the value as text. Fails if it is not Unicode.
    pub(crate) fn text(self) -> Result<Option<String>> {
        let text = self.get().map(OsString::into_string).transpose();
        text.map_err(|_| Failure::usage(format!("{} is not Unicode", self.name())))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::PathBuf;

    use clap::{Command, CommandFactory as _};

    use super::*;
    use crate::args::Args;

    const README: &str = include_str!("../README.md");

    /// Returns the names and texts of the sources.
    fn sources() -> Vec<(String, String)> {
        let files = ignore::Walk::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
        let files = files.map(|entry| entry.unwrap().into_path()).filter(|path| path.is_file());
        let read = |path: PathBuf| (path.display().to_string(), fs::read_to_string(path).unwrap());
        let sources: Vec<_> = files.map(read).collect();
        assert!(sources.len() > 20, "{}", sources.len());
        sources
    }

    /// Returns the variables of the options of a command and its subcommands.
    fn of_options(command: &Command) -> BTreeSet<String> {
        let own = command.get_arguments().filter_map(|option| option.get_env());
        let own = own.map(|name| name.to_str().unwrap().to_owned());
        let below = command.get_subcommands().flat_map(of_options);
        own.chain(below).collect()
    }

    #[test]
    fn variables_are_read_only_here_and_those_mentioned_exist() {
        let mut known = of_options(&Args::command());
        assert!(known.len() > 10, "{known:?}");
        known.extend(Variable::value_variants().iter().map(|variable| variable.name()));
        for (name, text) in sources().into_iter().chain([("README.md".into(), README.into())]) {
            let may_read = ["environment.rs", "parse.rs"].iter().any(|file| name.ends_with(file));
            assert!(may_read || !text.contains("env::var"), "{name}");
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let words = text.split(|letter| !is_part(letter));
            for word in words.filter(|word| word.starts_with("L10N_") && *word != "L10N_") {
                assert!(known.contains(word), "{name}: {word}");
            }
        }
    }
}
