//! The variables of the environment that the program reads, beside those of its options. An empty
//! one is none: that is how variables are unset where a job has them all.

use std::env;
use std::ffi::OsString;

use clap::ValueEnum;

use crate::exit::{Done, Failure};
use crate::text::name;

/// A variable, with what the help says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Variable {
    /// The token of the service
    L10nToken,
    /// Path of a file with that token
    L10nTokenFile,
    /// The secret of the application that users sign in with
    L10nClientSecret,
    /// Path of a file with that secret
    L10nClientSecretFile,
    /// Folder for the tokens of users, in place of the keyring
    L10nCredentials,
    /// Host that may be reached by plain HTTP, as this machine may
    L10nPlainHttpHost,
    /// Where the folder for tokens is, where it is not named
    XdgConfigHome,
    /// The same, without XDG_CONFIG_HOME
    Home,
    /// The same, on Windows
    Appdata,
    /// There are no colors
    NoColor,
    /// There are colors even where nobody looks; not with `0`
    ClicolorForce,
    /// There are no colors on a terminal that is `dumb`
    Term,
    /// Errors are annotated for GitHub Actions and its kin
    GithubActions,
    /// The root of what these have checked out
    GithubWorkspace,
    /// Errors are annotated for Azure Pipelines
    TfBuild,
    /// The root of what these have checked out
    BuildSourcesdirectory,
}

impl Variable {
    pub(crate) fn name(self) -> String {
        name(&self)
    }

    pub(crate) fn get(self) -> Option<OsString> {
        env::var_os(self.name()).filter(|value| !value.is_empty())
    }

    /// As text, which it must be.
    pub(crate) fn text(self) -> Done<Option<String>> {
        let text = self.get().map(OsString::into_string).transpose();
        text.map_err(|_| Failure::usage(format!("{} is not Unicode", self.name())))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
pub(crate) mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use clap::{Command, CommandFactory as _};

    use super::*;
    use crate::args::Args;

    const README: &str = include_str!("../README.md");

    /// The sources in a folder, from that of the package, by their names.
    pub(crate) fn sources(folder: &str) -> Vec<(String, String)> {
        let mut sources = Vec::new();
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if let Some(name) = path.file_name() {
                    let text = fs::read_to_string(&path).unwrap();
                    sources.push((name.to_string_lossy().into_owned(), text));
                }
            }
        }
        assert!(sources.len() > 20, "{}", sources.len());
        sources
    }

    /// The variables of the options of a command and of those below it.
    fn of_options(command: &Command) -> BTreeSet<String> {
        let own = command.get_arguments().filter_map(|option| option.get_env());
        let own = own.map(|name| name.to_str().unwrap().to_owned());
        let below = command.get_subcommands().flat_map(of_options);
        own.chain(below).collect()
    }

    #[test]
    fn variables_are_read_here_alone() {
        for (name, text) in sources("src") {
            let may = ["environment.rs", "read.rs"].contains(&&*name);
            assert!(may || !text.contains("env::var"), "{name}");
        }
    }

    #[test]
    fn the_readme_has_each_variable() {
        for variable in Variable::value_variants() {
            let name = format!("`{}`", variable.name());
            assert!(README.contains(&name), "{name}");
        }
    }

    #[test]
    fn no_other_variable_is_told_of() {
        let mut known = of_options(&Args::command());
        assert!(known.len() > 10, "{known:?}");
        known.extend(Variable::value_variants().iter().map(|variable| variable.name()));
        let readme = ("README.md".to_owned(), README.to_owned());
        for (name, text) in sources("src").into_iter().chain([readme]) {
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let words = text.split(|letter| !is_part(letter));
            for word in words.filter(|word| word.starts_with("L10N_") && *word != "L10N_") {
                assert!(known.contains(word), "{name}: {word}");
            }
        }
    }
}
