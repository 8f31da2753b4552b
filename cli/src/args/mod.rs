//! The arguments of the program.

mod keys;
mod language;
mod read;
mod transfer;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::environment::Variable;
use crate::exit::Exit;
use crate::interrupt::Stop;
pub(crate) use keys::{FindArgs, KeysCommand, SetArgs, ShowArgs};
pub(crate) use transfer::{PullArgs, PushArgs, StatusArgs};

/// Moves the strings of a project to a localization service, and their translations back.
#[derive(Debug, Parser)]
#[command(name = "l10n", bin_name = "l10n", version, max_term_width = 100)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is to be known beside commands and options.
fn after_help() -> String {
    let rows = |rows: Vec<(String, String)>| -> String {
        let width = rows.iter().map(|(name, _)| name.len()).max();
        let width = width.unwrap_or_default();
        let rows = rows.iter();
        rows.map(|(name, words)| format!("\n  {name:width$}  {words}")).collect()
    };
    let stopped = [Stop::Interrupted, Stop::Terminated].map(|stop| stop.code().to_string());
    let stopped = (stopped.join(", "), "Stopped by a signal".to_owned());
    let exits = Exit::value_variants().iter();
    let exits = exits.map(|exit| ((*exit as u8).to_string(), words(exit)));
    let variables = Variable::value_variants().iter();
    let variables = variables.map(|variable| (variable.name(), words(variable)));
    format!(
        "Secrets never come from the command line: they are in variables or in files, or a user \
         signs in with `l10n login`.\n\n\
         Variables beside those of options:{}\n\nExit codes:{}",
        rows(variables.collect()),
        rows(exits.chain([stopped]).collect()),
    )
}

/// What is said of one of several values.
fn words(value: &impl ValueEnum) -> String {
    let shown = value.to_possible_value();
    let words = shown.as_ref().and_then(|shown| shown.get_help());
    words.map(ToString::to_string).unwrap_or_default()
}

/// What every command takes.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Settings")]
pub(crate) struct Common {
    /// The configuration; by default the nearest l10n.toml, from the working folder upwards
    #[arg(long, global = true, value_name = "FILE", env = "L10N_CONFIG", hide_env_values = true)]
    pub(crate) config: Option<PathBuf>,
    /// Address of the API, with its version segment
    #[arg(long, global = true, value_name = "URL", env = "L10N_BASE_URL", hide_env_values = true)]
    pub(crate) base_url: Option<String>,
    /// Address of the authorization server
    #[arg(long, global = true, value_name = "URL", env = "L10N_AUTH_URL", hide_env_values = true)]
    pub(crate) auth_url: Option<String>,
    /// Address of the cursor-paginated API
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "L10N_CURSOR_API_URL",
        hide_env_values = true
    )]
    pub(crate) cursor_api_url: Option<String>,
    /// Id of the project; leaves out the branch that the configuration says
    #[arg(long, global = true, value_name = "ID", env = "L10N_PROJECT", hide_env_values = true)]
    pub(crate) project: Option<String>,
    /// Branch of the project; `auto` is the current Git branch, which a push creates
    #[arg(long, global = true, value_name = "NAME", env = "L10N_BRANCH", hide_env_values = true)]
    pub(crate) branch: Option<String>,
    /// Code of the language that translations start from
    #[arg(
        long,
        global = true,
        value_name = "CODE",
        env = "L10N_BASE_LANG",
        hide_env_values = true
    )]
    pub(crate) base_lang: Option<String>,
    /// A language, by its local code and that of the service; repeated, or with commas
    #[arg(
        id = "language",
        long,
        global = true,
        value_name = "LOCAL=SERVICE",
        value_delimiter = ',',
        value_parser = language::pair,
        env = "L10N_LANGUAGES",
        hide_env_values = true
    )]
    pub(crate) languages: Vec<(String, String)>,
    /// Requests a second, at most [default: 6]
    #[arg(
        long,
        global = true,
        value_name = "COUNT",
        env = "L10N_REQUESTS_PER_SECOND",
        hide_env_values = true
    )]
    pub(crate) requests_per_second: Option<NonZeroUsize>,
    /// Attempts at a request that fails with a transient error, the first included [default:
    /// 5, and those that a rate limit rejects do not count]
    #[arg(
        long,
        global = true,
        value_name = "COUNT",
        env = "L10N_ATTEMPTS",
        hide_env_values = true
    )]
    pub(crate) attempts: Option<NonZeroU32>,
    /// Writes the result as JSON, and nothing else, to the standard output
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,
    /// Tells errors only
    #[arg(long, short, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// How progress is shown: bars on a terminal and lines elsewhere, if nothing else is said
    #[arg(
        long,
        global = true,
        value_name = "WHICH",
        env = "L10N_PROGRESS",
        hide_env_values = true,
        help_heading = "Output"
    )]
    pub(crate) progress: Option<ProgressKind>,
    /// Whether there are colors: on a terminal, if NO_COLOR and CLICOLOR_FORCE say nothing else
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        env = "L10N_COLOR",
        hide_env_values = true,
        help_heading = "Output"
    )]
    pub(crate) color: Option<When>,
    /// Annotations for a CI system; by default for the one that the program runs in
    #[arg(
        long,
        global = true,
        value_name = "SYSTEM",
        env = "L10N_ANNOTATIONS",
        hide_env_values = true,
        help_heading = "Output"
    )]
    pub(crate) annotations: Option<Annotations>,
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressKind {
    /// Bars
    Bars,
    /// A line now and then
    Lines,
    /// JSON lines on the standard error
    Json,
    /// Not at all
    None,
}

/// Whether there are colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

/// For whom errors are annotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Annotations {
    /// Workflow commands, as `::error file=..::`
    Github,
    /// Logging commands, as `##vso[task.logissue ..]`
    Azure,
    None,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Sends the files of the configuration, and waits until they are imported
    Push(PushArgs),
    /// Exports the translations, and replaces the files that differ
    Pull(PullArgs),
    /// Prints the progress of each language, and the files that differ
    Status(StatusArgs),
    /// Finds, shows and translates keys
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Lists what the service does in the background, or waits for it
    Processes(ProcessesArgs),
    /// Calls any endpoint, and writes its answer as JSON
    Api(ApiArgs),
    /// Finds the locale files of a folder, and writes a configuration
    Init(InitArgs),
    /// Signs a user in, by a browser, and keeps the tokens
    Login(LoginArgs),
    /// Forgets the tokens of a user
    Logout,
    /// Writes the completions of a shell
    Completions(CompletionsArgs),
    /// Writes the JSON Schema of l10n.toml
    Schema,
}

impl Command {
    /// Its name, as JSON has it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Push(_) => "push",
            Self::Pull(_) => "pull",
            Self::Status(_) => "status",
            Self::Keys(KeysCommand::Find(_)) => "keys find",
            Self::Keys(KeysCommand::Show(_)) => "keys show",
            Self::Keys(KeysCommand::Set(_)) => "keys set",
            Self::Processes(_) => "processes",
            Self::Api(_) => "api",
            Self::Init(_) => "init",
            Self::Login(_) => "login",
            Self::Logout => "logout",
            Self::Completions(_) => "completions",
            Self::Schema => "schema",
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ProcessesArgs {
    /// One process, with its details; all without it
    pub(crate) id: Option<String>,
    /// Waits until it has ended
    #[arg(long, requires = "id")]
    pub(crate) wait: bool,
    /// At most so many, the newest first
    #[arg(long, default_value_t = 20, value_name = "COUNT")]
    pub(crate) limit: usize,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ApiArgs {
    /// GET, POST, PUT, PATCH, DELETE, ..
    pub(crate) method: String,
    /// Path below the base URL; `{project}` in it is the project of the settings
    pub(crate) path: String,
    /// A parameter of the query; repeated for more
    #[arg(long, short = 'Q', value_name = "NAME=VALUE", value_parser = language::equation)]
    pub(crate) query: Vec<(String, String)>,
    /// The body: JSON, `@FILE`, or `-` for the standard input
    #[arg(long, short, value_name = "JSON")]
    pub(crate) data: Option<String>,
    /// Walks the whole list, and writes one item a line
    #[arg(long)]
    pub(crate) paged: bool,
    /// How the list goes on: by page number, by cursor where there is one, or by this parameter
    #[arg(long, value_name = "number|cursor|PARAMETER", requires = "paged")]
    pub(crate) paging: Option<String>,
    /// The field that holds the items; by default the response itself is the list, and in the
    /// cursor-paginated API the items are in `data`
    #[arg(long, value_name = "FIELD", requires = "paged")]
    pub(crate) items_in: Option<String>,
    /// The server
    #[arg(long, value_name = "WHICH", default_value = "main")]
    pub(crate) server: ServerKind,
    /// Writes the answer as it comes to a file
    #[arg(long, short, value_name = "FILE", conflicts_with = "paged")]
    pub(crate) output: Option<PathBuf>,
    /// Repeats the request where its effect is unknown: it does no harm twice
    #[arg(long)]
    pub(crate) repeatable: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ServerKind {
    Main,
    Cursor,
    Auth,
}

#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// Asks nothing: takes what is found, and what options say
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Replaces a configuration that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Shows the configuration, and writes nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LoginArgs {
    /// Id of the application; its secret is L10N_CLIENT_SECRET
    #[arg(long, value_name = "ID", env = "L10N_CLIENT_ID", hide_env_values = true)]
    pub(crate) client_id: Option<String>,
    /// What to ask the user for; repeated, or with commas
    #[arg(
        long = "scope",
        value_name = "SCOPE",
        value_delimiter = ',',
        env = "L10N_SCOPES",
        hide_env_values = true
    )]
    pub(crate) scopes: Vec<String>,
    /// Port of the redirect URI http://127.0.0.1:PORT/callback; any free one by default
    #[arg(long, env = "L10N_LOGIN_PORT", hide_env_values = true)]
    pub(crate) port: Option<u16>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}
