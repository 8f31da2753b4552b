//! The arguments of `push`, `pull` and `status`.

#[derive(Debug, Default, clap::Args)]
pub(crate) struct PushArgs {
    /// Files, folders or patterns to push, such as 'locales/{lang}/*.json', relative to the working
    /// directory [default: all files of the configuration]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Only these languages, by local or service code; `base` is the base language
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) lang: Vec<String>,
    /// Only files that differ from this Git revision
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,
    /// Also push the translations of groups that push only the base language
    #[arg(long)]
    pub(crate) translations: bool,
    /// Overwrite translations at the service that differ; by default, a push only adds missing ones
    #[arg(long)]
    pub(crate) replace: bool,
    /// Also send translations that a commit changed, if the service still has the old text
    #[arg(long)]
    pub(crate) fixes: bool,
    /// Print what would be sent, but send nothing; with a token, also the texts that would change
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print all texts that would change, not only the first 10 of each file
    #[arg(long, requires = "dry_run")]
    pub(crate) verbose: bool,
    /// Exit when the imports are queued
    #[arg(long)]
    pub(crate) without_waiting: bool,
    /// Print the keys that are in no file of the base language; in formats other than JSON, only
    /// those of removed files
    #[arg(long)]
    pub(crate) unused_keys: bool,
    /// Delete the unused keys, with their translations in all languages
    #[arg(long)]
    pub(crate) remove_unused_keys: bool,
    /// Delete only the unused keys of files that were removed or renamed
    #[arg(long, conflicts_with_all = ["remove_unused_keys", "unused_keys"])]
    pub(crate) prune_files: bool,
    /// Allow deleting more than 50 keys or 10 % of all keys
    #[arg(long)]
    pub(crate) confirmed: bool,
}

impl PushArgs {
    /// Whether to delete keys.
    pub(crate) fn removes(&self) -> bool {
        self.remove_unused_keys || self.prune_files
    }
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct PullArgs {
    /// Files, folders or patterns to pull, relative to the working directory [default: all files of
    /// the configuration]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Only these languages, by local or service code; `base` is the base language
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) lang: Vec<String>,
    /// Also pull files of the base language
    #[arg(long)]
    pub(crate) base: bool,
    /// Delete translations that the service no longer has
    #[arg(long)]
    pub(crate) prune: bool,
    /// Allow deleting more than 10 files or 10 % of the translations
    #[arg(long)]
    pub(crate) confirmed: bool,
    /// Overwrite and delete files even if they have uncommitted changes, or if the service's text
    /// is older than a commit's
    #[arg(long)]
    pub(crate) force: bool,
    /// Search for older texts only in commits after this Git revision
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,
    /// Print the files and texts that would change, but change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print all texts that would change, not only the first 10 of each file
    #[arg(long, requires = "dry_run")]
    pub(crate) verbose: bool,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct StatusArgs {
    /// Print only the progress of the languages; compare no files
    #[arg(long)]
    pub(crate) languages: bool,
    /// Exit with 1 if a file differs
    #[arg(long)]
    pub(crate) check: bool,
    /// Print all texts that differ, not only the first 10 of each file
    #[arg(long)]
    pub(crate) verbose: bool,
}
