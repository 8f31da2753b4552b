//! The options of the program.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use l10n_sandbox::{Builder, Nulls, Preset, RateLimit, Sandbox};
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

const DEFAULT_RATE_LIMIT: &str = "6,10";

const MORE: &str = "\
Every option can also be set as an environment variable: --rate-limit 6,10 as \
L10N_SANDBOX_RATE_LIMIT=6,10, and --strict as L10N_SANDBOX_STRICT=true. The command line takes \
precedence.

Exit codes: 0 after SIGINT or SIGTERM, 1 if the sandbox cannot start or --health fails, 2 if an \
option is invalid.";

/// A test server for the localization service.
#[derive(Debug, Parser)]
#[command(version, after_help = MORE, max_term_width = 100, allow_negative_numbers = true,
    args_override_self = true)]
pub(crate) struct Options {
    /// Host and port; port 0 picks a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,

    /// Serve HTTPS with a certificate created at startup
    #[arg(long)]
    pub(crate) tls: bool,

    /// With --tls, write the CA certificate for clients to this file (PEM)
    #[arg(long, value_name = "FILE", requires = "tls")]
    ca: Option<PathBuf>,

    /// Response variants: `observed` (as recorded from the service, default), `sample` (as in its
    /// documentation), or `other`
    #[arg(long, value_name = "PRESET", value_parser = named::<Preset>)]
    variants: Option<Preset>,

    /// Reject undocumented input, such as unknown fields
    #[arg(long)]
    strict: bool,

    /// Milliseconds that a process stays in each state [default: 20]
    #[arg(long, value_name = "MS")]
    step: Option<u64>,

    /// Advance processes only when they are polled
    #[arg(long)]
    step_on_poll: bool,

    /// Return 429 above N requests per second per token, or M concurrent ones per project [default:
    /// no limit; without numbers: 6,10]
    #[arg(
        long,
        value_name = "N,M",
        num_args = 0..=1,
        default_missing_value = DEFAULT_RATE_LIMIT,
        value_parser = rate_limit,
    )]
    rate_limit: Option<RateLimit>,

    /// Optional fields that are null: `off` for none, `values` for scalars, or `all`
    #[arg(long, value_name = "WHICH", value_parser = named::<Nulls>)]
    nulls: Option<Nulls>,

    /// Start with the data of this file
    #[arg(long, value_name = "FILE")]
    seed: Option<PathBuf>,

    /// Allow web pages of this origin, or * for any; can be repeated [default: localhost]
    #[arg(long, value_name = "ORIGIN", value_parser = origin, value_delimiter = ',')]
    cors: Vec<String>,

    /// Log each request to standard error
    #[arg(long)]
    log: bool,

    /// Print addresses, tokens and ids as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Exit when standard input closes
    #[arg(long)]
    pub(crate) stop_with_stdin: bool,

    /// Check whether the sandbox at --listen is up
    #[arg(long)]
    pub(crate) health: bool,
}

impl Options {
    /// Reads the command line and the environment. Exits for `--help` and for invalid options.
    pub(crate) fn read() -> Self {
        let command = Self::command().mut_args(|option| {
            let name = option.get_id().as_str().to_uppercase();
            option.env(format!("L10N_SANDBOX_{name}")).hide_env(true)
        });
        let found = Self::from_arg_matches(&command.get_matches());
        found.unwrap_or_else(|error| error.exit())
    }

    pub(crate) async fn start(&self) -> io::Result<Sandbox> {
        let sandbox = self.builder()?.start().await?;
        if let (Some(file), Some(authority)) = (&self.ca, sandbox.ca_pem()) {
            std::fs::write(file, authority).map_err(|error| {
                let place = file.display();
                io::Error::other(format!("cannot write the certificate to {place}: {error}"))
            })?;
        }
        Ok(sandbox)
    }

    fn builder(&self) -> io::Result<Builder> {
        let seed = self.seed.as_deref().map(read_seed).transpose()?;
        let builder = Sandbox::builder().with(self.variants, Builder::variants);
        let builder = self.cors.iter().fold(builder, Builder::cors);
        let builder = builder
            .listen(&self.listen)
            .when(self.tls, Builder::tls)
            .when(self.strict, Builder::strict)
            .when(self.log, Builder::log)
            .with(self.step.map(Duration::from_millis), Builder::step)
            .when(self.step_on_poll, Builder::step_on_poll)
            .with(self.rate_limit, Builder::rate_limit)
            .with(self.nulls, Builder::nulls)
            .with(seed, Builder::seed);
        Ok(builder)
    }
}

trait Optional: Sized {
    fn with<T>(self, value: Option<T>, set: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => set(self, value),
            None => self,
        }
    }

    fn when(self, flag: bool, set: impl FnOnce(Self) -> Self) -> Self {
        if flag { set(self) } else { self }
    }
}

impl Optional for Builder {}

fn read_seed(path: &Path) -> io::Result<Value> {
    let json = std::fs::read(path).and_then(|json| Ok(serde_json::from_slice(&json)?));
    json.map_err(|error| {
        io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display()))
    })
}

fn rate_limit(text: &str) -> Result<RateLimit, String> {
    let positive = |number: &str| number.parse().ok().filter(|number| *number > 0);
    let numbers = text.split_once(',');
    let limit = numbers.and_then(|(a, b)| Some(RateLimit::new(positive(a)?, positive(b)?)));
    limit.ok_or_else(|| "it takes two positive numbers, as 6,10".to_owned())
}

/// Returns an origin as browsers spell it.
fn origin(text: &str) -> Result<String, String> {
    let url = Url::parse(text).ok().filter(|it| !text.contains('*') && it.origin().is_tuple());
    match url {
        Some(url) => Ok(url.origin().ascii_serialization()),
        None if ["*", "null"].contains(&text) => Ok(text.to_owned()),
        None => Err("it takes an origin, as https://app.test, or null, or *, without patterns \
            such as *.app.test"
            .to_owned()),
    }
}

/// Reads a name as in JSON.
fn named<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(text.into()).map_err(|error| error.to_string())
}
