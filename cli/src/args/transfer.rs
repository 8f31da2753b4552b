//! The arguments of `push`, `pull` and `status`.

#[derive(Debug, Default, clap::Args)]
pub(crate) struct PushArgs {
    /// Files, folders or patterns to push, as 'locales/{lang}/*.json', relative to the working
    /// folder; all files of the configuration by default
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Languages to push, by local codes or the service's; `base` is the base language
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) lang: Vec<String>,
    /// Pushes only files that differ from this Git revision
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,
    /// Pushes translations too, of groups that push the base language only
    #[arg(long)]
    pub(crate) translations: bool,
    /// Replaces translations that differ; by default, a push adds those that the service lacks
    #[arg(long)]
    pub(crate) replace: bool,
    /// Prints what would be sent, and sends nothing; needs no token
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Ends when the imports are queued
    #[arg(long)]
    pub(crate) without_waiting: bool,
    /// Prints the keys that no JSON file of the base language has
    #[arg(long, alias = "absent-keys", conflicts_with = "dry_run")]
    pub(crate) unused_keys: bool,
    /// Removes these keys, with their translations in all languages
    #[arg(long, alias = "remove-absent-keys", conflicts_with = "dry_run")]
    pub(crate) remove_unused_keys: bool,
    /// Removes more than 50 keys or 10 % of them
    #[arg(long, requires = "remove_unused_keys")]
    pub(crate) confirmed: bool,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct PullArgs {
    /// Files, folders or patterns to pull, relative to the working folder; all files of the
    /// configuration by default
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Languages to pull, by local codes or the service's; `base` is the base language
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) lang: Vec<String>,
    /// Pulls files of the base language too
    #[arg(long)]
    pub(crate) base: bool,
    /// Removes translations that the service no longer has
    #[arg(long)]
    pub(crate) prune: bool,
    /// Removes more than 10 files or 10 % of them
    #[arg(long)]
    pub(crate) confirmed: bool,
    /// Replaces and removes files that Git does not have committed, or that a commit has changed
    #[arg(long)]
    pub(crate) force: bool,
    /// Looks for commits that changed a text only after this Git revision
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,
    /// Prints what would change, and changes nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct StatusArgs {
    /// Prints the progress of the languages, and compares no files
    #[arg(long)]
    pub(crate) languages: bool,
    /// Ends with 1 if a file differs
    #[arg(long)]
    pub(crate) check: bool,
}
