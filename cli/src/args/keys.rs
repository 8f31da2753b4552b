//! The arguments of `keys`.

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Lists the keys whose names hold a text; all without one
    Find(FindArgs),
    /// Shows a key with its texts in all languages
    Show(ShowArgs),
    /// Sets the text of a key in a language
    Set(SetArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct FindArgs {
    /// What the name holds, in upper or lower case
    pub(crate) text: Option<String>,
    /// Keys of this file only: a local path, or its name at the service
    #[arg(long, value_name = "NAME")]
    pub(crate) file: Option<String>,
    /// Keys with this tag only
    #[arg(long)]
    pub(crate) tag: Option<String>,
    /// Keys that this language lacks only, by its local code
    #[arg(long, value_name = "CODE")]
    pub(crate) untranslated: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// Name of the key, or its id
    pub(crate) key: String,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SetArgs {
    /// Name of the key, or its id
    pub(crate) key: String,
    /// Local code of the language
    pub(crate) lang: String,
    /// The text; `-` reads it from the standard input. For a plural key a JSON object, form to
    /// text; forms that it does not have stay as they are
    pub(crate) text: String,
    /// Whether the text counts as reviewed
    #[arg(long)]
    pub(crate) reviewed: bool,
    /// Shows what would be set, and sets nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}
