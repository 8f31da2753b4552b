//! The arguments of `keys`.

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Print a key with its texts in all languages
    Show {
        /// Name, CONTEXT::NAME, ::NAME for a key without context, or id
        key: String,
    },
    /// Set the text of a key in a language
    Set(SetArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct SetArgs {
    /// Name, CONTEXT::NAME, ::NAME for a key without context, or id
    pub(crate) key: String,
    /// Local code of the language
    pub(crate) lang: String,
    /// The text. For a plural key, a JSON object of plural forms, such as {"one": "..",
    /// "other": ".."}; forms that you omit are unchanged
    pub(crate) text: String,
    /// Print what would be set, but set nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}
