//! The arguments of `keys`.

use std::path::PathBuf;

use clap::Subcommand;
use clap::builder::NonEmptyStringValueParser;

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// List the keys whose names contain a text; without one, all keys
    Find(FindArgs),
    /// Print a key with its texts in all languages
    Show {
        /// Name or id of the key
        key: String,
    },
    /// Set the text of a key in a language
    Set(SetArgs),
    /// Change the tags, description or context of keys, or add screenshots
    Edit(EditArgs),
    /// Delete keys with their translations in all languages
    Delete(DeleteArgs),
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct SelectArgs {
    /// Names or ids of the keys
    #[arg(value_name = "KEY", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) keys: Vec<String>,
    /// All keys of this file: a local path, or its name at the service
    #[arg(long, value_name = "NAME")]
    pub(crate) file: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FindArgs {
    /// Part of the name (case-insensitive)
    pub(crate) text: Option<String>,
    /// Only keys of this file: a local path, or its name at the service
    #[arg(long, value_name = "NAME")]
    pub(crate) file: Option<String>,
    /// Only keys with this tag
    #[arg(long)]
    pub(crate) tag: Option<String>,
    /// Only keys without a text in this language, by its local code
    #[arg(long, value_name = "CODE")]
    pub(crate) untranslated: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SetArgs {
    /// Name or id of the key
    pub(crate) key: String,
    /// Local code of the language
    pub(crate) lang: String,
    /// The text, or `-` to read it from standard input. For a plural key, a JSON object of plural
    /// forms, such as {"one": "..", "other": ".."}; forms that you omit are unchanged
    pub(crate) text: String,
    /// Mark the text as reviewed
    #[arg(long)]
    pub(crate) reviewed: bool,
    /// Print what would be set, but set nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EditArgs {
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Print the keys, but change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Default, PartialEq, clap::Args)]
pub(crate) struct Changes {
    /// Add a tag
    #[arg(long, value_name = "TAG", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) tag: Vec<String>,
    /// Remove a tag
    #[arg(long, value_name = "TAG", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) untag: Vec<String>,
    /// Set the description; an empty text clears it
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,
    /// Set the context; an empty text clears it
    #[arg(long, value_name = "TEXT")]
    pub(crate) context: Option<String>,
    /// Add an image (PNG, JPEG, GIF or WebP) as a screenshot
    #[arg(long, value_name = "PATH")]
    pub(crate) screenshot: Vec<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DeleteArgs {
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    /// Print the keys, but delete nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}
