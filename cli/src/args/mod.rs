//! The arguments of the program.

mod keys;
mod parse;
mod transfer;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use keys::{KeysCommand, SetArgs};
pub(crate) use transfer::{CheckArgs, PruneArgs, PullArgs, PushArgs, StatusArgs};

/// The variables that are read elsewhere.
const VARIABLES: &str = "\
The token is never a command-line argument: set the variable.

Other environment variables:
  L10N_TOKEN             API token
  L10N_ALLOW_PLAIN_HTTP  1 allows plain HTTP, for a sandbox; always allowed for this machine
  GITHUB_ACTIONS         Annotate errors for GitHub Actions and compatible systems
  GITHUB_WORKSPACE       Root of the checkout in GitHub Actions";

/// Push the strings of a project to a localization service, and pull their translations.
#[derive(Debug, Parser)]
#[command(name = "l10n", bin_name = "l10n", version, max_term_width = 100)]
#[command(after_long_help = VARIABLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The name of the command, such as `keys set`: the `command` of JSON output.
    #[arg(skip)]
    pub(crate) name: String,
}

/// The options of every command.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Settings")]
pub(crate) struct Common {
    /// Configuration file [default: l10n.toml in the working directory or the nearest one above]
    #[arg(long, global = true, value_name = "FILE", env = "L10N_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Address of the API, with its version segment
    #[arg(long, global = true, value_name = "URL", env = "L10N_BASE_URL")]
    pub(crate) base_url: Option<String>,
    /// Id of the project
    #[arg(long, global = true, value_name = "ID", env = "L10N_PROJECT")]
    pub(crate) project: Option<String>,
    /// Branch of the project; `auto` uses the name of the current Git branch, and a push creates
    /// that branch at the service if needed
    #[arg(long, global = true, value_name = "NAME", env = "L10N_BRANCH")]
    pub(crate) branch: Option<String>,
    /// Code of the base language, from which others are translated
    #[arg(long, global = true, value_name = "CODE", env = "L10N_BASE_LANG")]
    pub(crate) base_lang: Option<String>,
    /// Map a local language code to the service's; repeatable, or comma-separated
    #[arg(id = "language", long, global = true, value_name = "LOCAL=SERVICE")]
    #[arg(value_delimiter = ',', value_parser = parse::pair, env = "L10N_LANGUAGES")]
    pub(crate) languages: Vec<(String, String)>,
    /// Maximum number of requests per second [default: 6]
    #[arg(long, global = true, value_name = "COUNT", env = "L10N_REQUESTS_PER_SECOND")]
    pub(crate) requests_per_second: Option<NonZeroUsize>,
    /// Maximum number of attempts for a request, including the first; a 429 (rate limit) counts only
    /// if this is 1 [default: 10]
    #[arg(long, global = true, value_name = "COUNT", env = "L10N_ATTEMPTS")]
    pub(crate) attempts: Option<NonZeroU32>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The options of every command for its output.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write the result to standard output as JSON only
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print only errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// How to report progress: as a line every few seconds, as JSON lines on standard error, or not
    /// at all [default: lines]
    #[arg(long, global = true, value_name = "WHICH", env = "L10N_PROGRESS")]
    pub(crate) progress: Option<ProgressKind>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressKind {
    Lines,
    Json,
    None,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Send the texts of the files of the configuration
    Push(PushArgs),
    /// Update the local translations that differ from those at the service
    Pull(PullArgs),
    /// List or delete the keys at the service that the base language no longer has
    Prune(PruneArgs),
    /// Print the progress of each language and the texts that differ
    Status(StatusArgs),
    /// Check the syntax, placeholders and keys of the local files; needs no token
    Check(CheckArgs),
    /// Create, merge or delete a branch
    Branch(BranchArgs),
    /// Print and translate keys
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Call any endpoint, and print the response as JSON
    Api(ApiArgs),
    /// Find the locale files of a folder, and write a configuration
    Init(InitArgs),
    /// Print the completion script of a shell
    Completions {
        /// Shell to complete for
        shell: clap_complete::Shell,
    },
    /// Print the JSON Schema of l10n.toml
    Schema,
}

impl Command {
    /// Whether the command may change the project.
    pub(crate) fn writes(&self) -> bool {
        match self {
            Self::Push(_) | Self::Branch(_) => true,
            Self::Prune(args) => args.delete,
            Self::Keys(command) => matches!(command, KeysCommand::Set(_)),
            _ => false,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct BranchArgs {
    /// `create` copies the default branch, unless the branch exists; `merge` merges the branch into
    /// the default branch; `delete` deletes it with its keys and translations
    pub(crate) action: BranchAction,
    /// Name of the branch [default: the configured branch, else the Git branch]
    pub(crate) name: Option<String>,
    /// For `merge`: whose texts to keep if both branches changed them, those of branch NAME
    /// (`source`) or of the default branch (`target`) [default: fail]
    #[arg(long, value_name = "SIDE", value_parser = ["source", "target"])]
    pub(crate) conflicts: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BranchAction {
    Create,
    Merge,
    Delete,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ApiArgs {
    /// HTTP method
    pub(crate) method: String,
    /// Path below the base URL; `{project}` is replaced by the configured project and branch
    pub(crate) path: String,
    /// Query parameter; repeatable
    #[arg(long, short = 'Q', value_name = "NAME=VALUE", value_parser = parse::equation)]
    pub(crate) query: Vec<(String, String)>,
    /// Request body: JSON, or `-` for standard input
    #[arg(long, short, value_name = "JSON")]
    pub(crate) data: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// For scripts that already have it: there are no questions
    #[arg(long, short, hide = true)]
    yes: bool,
    /// Overwrite an existing configuration
    #[arg(long)]
    pub(crate) force: bool,
    /// Print the configuration, but write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}
