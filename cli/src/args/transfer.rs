//! The arguments of `push`, `pull`, `prune`, `status` and `check`.

/// The files of a command.
#[derive(Debug, clap::Args)]
pub(crate) struct Selection {
    /// Files, folders or patterns, such as 'locales/{lang}/*.json', relative to the working
    /// directory [default: all files of the configuration]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Only these languages, by local or service code; `base` is the base language
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) lang: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PushArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Push only what changed since this Git revision: base files as a whole, translations (in
    /// groups that push them) text by text. A changed text overwrites that of the service; if it
    /// was edited there, too, it is a conflict and is not sent
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,
    /// Also push the translations of groups that push only the base language
    #[arg(long)]
    pub(crate) translations: bool,
    /// Overwrite the translations that differ at the service, in the files given as PATH [default:
    /// overwrite none]
    #[arg(long, requires = "paths", conflicts_with = "changed_since")]
    pub(crate) replace: bool,
    /// With `--replace`, overwrite only this key, named as the output names it; repeatable
    #[arg(long, value_name = "NAME", requires = "replace")]
    pub(crate) key: Vec<String>,
    /// Print the files and texts that would be sent, but send nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Also print unchanged files, and all texts that change
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Create the keys of a file also if the service seems to have them in another place, such as
    /// in a folder that was renamed
    #[arg(long)]
    pub(crate) confirmed: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PruneArgs {
    /// Delete the keys, with their translations in all languages
    #[arg(long)]
    pub(crate) delete: bool,
    /// Allow deleting more than 50 keys or 10 % of all keys
    #[arg(long, requires = "delete")]
    pub(crate) confirmed: bool,
    /// Also delete keys with translations that are in no local file
    #[arg(long, requires = "delete")]
    pub(crate) only_copies: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PullArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Also pull files of the base language
    #[arg(long)]
    pub(crate) base: bool,
    /// Also change files with uncommitted changes
    #[arg(long)]
    pub(crate) force: bool,
    /// Print the files and texts that would change, but change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print all texts that change
    #[arg(long)]
    pub(crate) verbose: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StatusArgs {
    /// Exit with 1 if anything differs
    #[arg(long)]
    pub(crate) check: bool,
    /// Print all texts that differ, not only the first 10 of each file
    #[arg(long)]
    pub(crate) verbose: bool,
}

/// A base file is checked with its translations.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Also exit with 1 if texts or files of the base language are missing in another one
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print all missing keys, not only the first 10 of each file
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Report only problems of texts that changed since this Git revision
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,
    /// Exit with 1 if fewer texts have a translation at the service in a language; needs a token
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) minimum: Option<u8>,
}
