//! The arguments of the program.

mod branch;
mod keys;
mod parse;
mod transfer;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{ColorChoice, Parser, Subcommand, ValueEnum};

use crate::environment::Variable;
use crate::exit::Exit;
use crate::interrupt::Stop;
pub(crate) use branch::{BranchAction, BranchArgs, ConflictSide};
pub(crate) use keys::{Changes, DeleteArgs, EditArgs, FindArgs, KeysCommand, SelectArgs, SetArgs};
pub(crate) use transfer::{CheckArgs, PruneArgs, PullArgs, PushArgs, StatusArgs};

/// Push the strings of a project to a localization service, and pull their translations.
#[derive(Debug, Parser)]
#[command(name = "l10n", bin_name = "l10n", version, max_term_width = 100)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The name of the command, such as `keys find`: the `command` of JSON output.
    #[arg(skip)]
    pub(crate) name: String,
}

/// Lists the environment variables and the exit codes.
fn after_help() -> String {
    let rows = |rows: Vec<(String, String)>| -> String {
        let width = rows.iter().map(|(name, _)| name.len()).max();
        let width = width.unwrap_or_default();
        let rows = rows.iter();
        rows.map(|(name, help)| format!("\n  {name:width$}  {help}")).collect()
    };
    let stopped = [Stop::Interrupted, Stop::Terminated].map(|stop| stop.code().to_string());
    let stopped = (stopped.join(", "), "Stopped by a signal".to_owned());
    let exits = Exit::value_variants().iter();
    let exits = exits.map(|exit| ((*exit as u8).to_string(), help_of(exit)));
    let variables = Variable::value_variants().iter();
    let variables = variables.map(|variable| (variable.name(), help_of(variable)));
    format!(
        "Secrets are never command-line arguments: set a variable, name a file, or sign in with \
         `l10n login`.\n\n\
         Other environment variables:{}\n\nExit codes:{}",
        rows(variables.collect()),
        rows(exits.chain([stopped]).collect()),
    )
}

/// Returns the help text of an enum value.
fn help_of(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value();
    let help = value.as_ref().and_then(|value| value.get_help());
    help.map(ToString::to_string).unwrap_or_default()
}

/// The options of every command.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Settings")]
pub(crate) struct Common {
    /// Configuration file [default: l10n.toml in the working directory or the nearest one above]
    #[arg(long, global = true, value_name = "FILE", env = "L10N_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Address of the API, with its version segment
    #[arg(long, global = true, value_name = "URL", env = "L10N_BASE_URL")]
    pub(crate) base_url: Option<String>,
    /// Address of the authorization server
    #[arg(long, global = true, value_name = "URL", env = "L10N_AUTH_URL")]
    pub(crate) auth_url: Option<String>,
    /// Address of the cursor API, a second server that only `api --server cursor` calls
    #[arg(long, global = true, value_name = "URL", env = "L10N_CURSOR_API_URL")]
    pub(crate) cursor_api_url: Option<String>,
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
    #[arg(
        id = "language",
        long,
        global = true,
        value_name = "LOCAL=SERVICE",
        value_delimiter = ',',
        value_parser = parse::pair,
        env = "L10N_LANGUAGES"
    )]
    pub(crate) languages: Vec<(String, String)>,
    /// Maximum number of requests per second [default: 6]
    #[arg(long, global = true, value_name = "COUNT", env = "L10N_REQUESTS_PER_SECOND")]
    pub(crate) requests_per_second: Option<NonZeroUsize>,
    /// Maximum number of attempts for a request, including the first [default: 5; 429s do
    /// not count]
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
    /// How to report progress: as bars, as a line every few seconds, as JSON lines on standard
    /// error, or not at all [default: bars on a terminal, otherwise lines]
    #[arg(long, global = true, value_name = "WHICH", env = "L10N_PROGRESS")]
    pub(crate) progress: Option<ProgressKind>,
    /// When to use colors; `auto` on a terminal, unless NO_COLOR or CLICOLOR_FORCE says otherwise
    /// [default: auto]
    #[arg(long, global = true, value_name = "WHEN", env = "L10N_COLOR")]
    pub(crate) color: Option<ColorChoice>,
    /// Annotate errors for this CI system: GitHub Actions and compatible (`::error file=..::`),
    /// Azure Pipelines (`##vso[task.logissue ..]`) or none [default: the detected system, if any]
    #[arg(long, global = true, value_name = "SYSTEM", env = "L10N_ANNOTATIONS")]
    pub(crate) annotations: Option<Annotations>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressKind {
    Bars,
    Lines,
    Json,
    None,
}

/// The CI system to annotate errors for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Annotations {
    Github,
    Azure,
    None,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Upload the files of the configuration, and wait for their imports
    Push(PushArgs),
    /// Update the local translations that differ from those at the service
    Pull(PullArgs),
    /// List or delete the keys at the service that the base language no longer has
    Prune(PruneArgs),
    /// Print the progress of each language and the texts that differ
    Status(StatusArgs),
    /// Check the syntax, placeholders and keys of the local files; needs no token
    Check(CheckArgs),
    /// Create, merge or delete a branch; by default, the one named like the Git branch
    Branch(BranchArgs),
    /// Save a copy of the project, or restore one as a new project
    Snapshot(SnapshotArgs),
    /// Find, print, translate, edit and delete keys
    #[command(subcommand)]
    Keys(KeysCommand),
    /// List the service's background processes, or wait for one
    Processes(ProcessesArgs),
    /// Call any endpoint, and print the response as JSON
    Api(ApiArgs),
    /// Find the locale files of a folder, and write a configuration
    Init(InitArgs),
    /// Sign in with a browser, and store the tokens
    Login(LoginArgs),
    /// Delete the stored tokens
    Logout,
    /// Print the completion script of a shell
    Completions {
        /// Shell to complete for
        shell: clap_complete::Shell,
    },
    /// Print the JSON Schema of l10n.toml
    Schema,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ProcessesArgs {
    /// Id of a process to print with its details [default: list all]
    pub(crate) id: Option<String>,
    /// Wait until the process ends
    #[arg(long, requires = "id")]
    pub(crate) wait: bool,
    /// Maximum number of processes to list, newest first
    #[arg(long, default_value_t = 20, value_name = "COUNT")]
    pub(crate) limit: usize,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotArgs {
    /// Title of the snapshot
    #[arg(default_value = "l10n snapshot")]
    pub(crate) title: String,
    /// Restore the snapshot with this id, instead of creating one
    #[arg(long, value_name = "ID", conflicts_with = "title")]
    pub(crate) restore: Option<i64>,
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
    /// Request body: JSON, `@FILE`, or `-` for standard input
    #[arg(long, short, value_name = "JSON")]
    pub(crate) data: Option<String>,
    /// Fetch all pages of a list, and print one item per line
    #[arg(long)]
    pub(crate) paged: bool,
    /// Pagination: `number` for page numbers, `cursor` for lists with a `pagination` parameter; for
    /// other lists by cursor, the name of the parameter that takes the cursor, such as `after`
    /// [default: by cursor if the list supports it]
    #[arg(long, value_name = "number|cursor|PARAMETER", requires = "paged")]
    pub(crate) paging: Option<String>,
    /// Response field that contains the items [default: the whole response; `data` with
    /// `--server cursor`]
    #[arg(long, value_name = "FIELD", requires = "paged")]
    pub(crate) items_in: Option<String>,
    /// Server to call
    #[arg(long, value_name = "WHICH", default_value = "main")]
    pub(crate) server: ServerKind,
    /// Write the response body unchanged to a file
    #[arg(long, short, value_name = "FILE", conflicts_with = "paged")]
    pub(crate) output: Option<PathBuf>,
    /// The request is idempotent: retry it even if it may have taken effect
    #[arg(long)]
    pub(crate) idempotent: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ServerKind {
    Main,
    Cursor,
    Auth,
}

#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// Ask no questions: use the files found and the options
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Overwrite an existing configuration
    #[arg(long)]
    pub(crate) force: bool,
    /// Print the configuration, but write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LoginArgs {
    /// Id of the application; its secret is read from L10N_CLIENT_SECRET
    #[arg(long, value_name = "ID", env = "L10N_CLIENT_ID")]
    pub(crate) client_id: Option<String>,
    /// Scopes to request; repeatable, or comma-separated
    #[arg(long = "scope", value_name = "SCOPE", value_delimiter = ',', env = "L10N_SCOPES")]
    pub(crate) scopes: Vec<String>,
    /// Port of the redirect URI http://127.0.0.1:PORT/callback [default: any free port]
    #[arg(long, env = "L10N_LOGIN_PORT")]
    pub(crate) port: Option<u16>,
}
