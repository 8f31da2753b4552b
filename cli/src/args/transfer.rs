//! The arguments of `push`, `pull` and `status`.

use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use serde_json::{Map, Value};

use crate::config::{FinalNewline, LineEndings, parse_options};

#[derive(Debug, Default, clap::Args)]
pub(crate) struct PushArgs {
    /// Patterns of files, as locales/{lang}/*.json; in the place of all groups of the configuration
    #[arg(
        value_name = "PATTERN",
        env = "L10N_PUSH_FILES",
        hide_env_values = true,
        value_delimiter = ','
    )]
    pub(crate) files: Vec<String>,
    /// Local code of the language of all files, where no path tells it
    #[arg(
        long,
        value_name = "CODE",
        env = "L10N_PUSH_LANG",
        hide_env_values = true
    )]
    pub(crate) lang: Option<String>,
    /// Local codes of the languages to push; `base` is the base language
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        env = "L10N_PUSH_ONLY",
        hide_env_values = true
    )]
    pub(crate) only: Vec<String>,
    /// Local codes of languages to leave out
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        env = "L10N_PUSH_EXCEPT",
        hide_env_values = true
    )]
    pub(crate) except: Vec<String>,
    /// Names of the files at the service, as {path}, {name}, {lang}, {lang:_}, {local_lang}
    #[arg(
        long,
        value_name = "TEMPLATE",
        env = "L10N_PUSH_NAME",
        hide_env_values = true
    )]
    pub(crate) name: Option<String>,
    /// How files are imported, as 'replace_modified = true, tags = ["ci"]'
    #[arg(
        long,
        value_name = "FIELDS",
        value_parser = Fields::parse,
        env = "L10N_PUSH_OPTIONS",
        hide_env_values = true
    )]
    pub(crate) options: Option<Fields>,
    /// File that remembers what the service has
    #[arg(long, value_name = "FILE", env = "L10N_LEDGER", hide_env_values = true)]
    pub(crate) ledger: Option<PathBuf>,
    /// Sends all files, whatever the ledger says
    #[arg(long)]
    pub(crate) all: bool,
    /// Shows what would be sent, and sends nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Ends when the imports are queued
    #[arg(long)]
    pub(crate) without_waiting: bool,
    /// Shows the keys that no pushed file has any more
    #[arg(long)]
    pub(crate) absent_keys: bool,
    /// Removes these keys, with their translations in all languages
    #[arg(long)]
    pub(crate) remove_absent_keys: bool,
    /// Removes at most so many of them [default: 50]
    #[arg(long, value_name = "KEYS", requires = "remove_absent_keys")]
    pub(crate) up_to: Option<usize>,
    /// Removes at most this share of the keys of the pushed files [default: 10]
    #[arg(long, value_name = "PERCENT", requires = "remove_absent_keys")]
    pub(crate) up_to_percent: Option<f64>,
    /// Removes them however many they are
    #[arg(long, requires = "remove_absent_keys", conflicts_with_all = ["up_to", "up_to_percent"])]
    pub(crate) confirmed: bool,
    /// Files that are uploaded at once
    #[arg(
        long,
        value_name = "FILES",
        env = "L10N_CONCURRENCY",
        hide_env_values = true
    )]
    pub(crate) concurrency: Option<usize>,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct PullArgs {
    /// Format of the files, as json
    #[arg(long, env = "L10N_PULL_FORMAT", hide_env_values = true)]
    pub(crate) format: Option<String>,
    /// Folder that the files are put into
    #[arg(long, env = "L10N_PULL_FOLDER", hide_env_values = true)]
    pub(crate) folder: Option<PathBuf>,
    /// Local codes of the languages to pull; `base` is the base language
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        env = "L10N_PULL_ONLY",
        hide_env_values = true
    )]
    pub(crate) only: Vec<String>,
    /// Pattern of local files that are removed where the export has them no more
    #[arg(
        long,
        value_name = "PATTERN",
        env = "L10N_PULL_PRUNE",
        hide_env_values = true
    )]
    pub(crate) prune: Option<String>,
    /// Ends of lines in text files
    #[arg(
        long,
        value_name = "WHICH",
        env = "L10N_PULL_LINE_ENDINGS",
        hide_env_values = true
    )]
    pub(crate) line_endings: Option<LineEndings>,
    /// Whether text files end with a newline
    #[arg(
        long,
        value_name = "WHEN",
        env = "L10N_PULL_FINAL_NEWLINE",
        hide_env_values = true
    )]
    pub(crate) final_newline: Option<FinalNewline>,
    /// Takes files and folders whose names begin with a dot
    #[arg(
        long,
        value_parser = BoolishValueParser::new(),
        env = "L10N_PULL_DOT_NAMES",
        hide_env_values = true
    )]
    pub(crate) dot_names: bool,
    /// How the project is exported, as 'original_filenames = true'
    #[arg(
        long,
        value_name = "FIELDS",
        value_parser = Fields::parse,
        env = "L10N_PULL_OPTIONS",
        hide_env_values = true
    )]
    pub(crate) options: Option<Fields>,
    /// Shows what would change, and changes nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Exports in the background from the start
    #[arg(long)]
    pub(crate) asynchronous: bool,
    /// Takes the export that was made by this process, and makes none
    #[arg(long, value_name = "ID")]
    pub(crate) from_process: Option<String>,
    /// Writes the bundle, a zip archive, to this file; `-` is the standard output
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["dry_run", "prune", "folder", "line_endings", "final_newline"]
    )]
    pub(crate) bundle: Option<PathBuf>,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct StatusArgs {
    /// Tells the progress of the languages alone, and compares no files
    #[arg(long)]
    pub(crate) languages: bool,
    /// Ends with 1 where anything differs
    #[arg(long)]
    pub(crate) check: bool,
}

/// Fields of a body, in one text.
#[derive(Debug, Default, Clone)]
pub(crate) struct Fields(pub(crate) Map<String, Value>);

impl Fields {
    fn parse(text: &str) -> Result<Self, String> {
        parse_options(text).map(Self)
    }
}
