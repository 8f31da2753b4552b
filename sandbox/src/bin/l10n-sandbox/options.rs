//! The options of the program: a field each, which the help explains, and a line in
//! [`Options::builder`].

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::FalseyValueParser;
use clap::{ArgAction, CommandFactory as _, FromArgMatches as _, Parser};
use l10n_sandbox::{Builder, Nulls, Preset, Quirk, RateLimit, Sandbox, Shape, UnknownName};
use serde::de::DeserializeOwned;
use serde_json::Value;

const MORE: &str = "\
Every option can be given by the environment too, --public-host as L10N_SANDBOX_PUBLIC_HOST; what \
the command line says counts; flags are true or false there. SIGTERM and SIGINT end the program at \
once. Its status is 0 then, 1 where it cannot start or --health finds none, and 2 where an option \
is wrong.";

/// The localization service in a box.
#[derive(Debug, Parser)]
#[command(version, after_help = MORE, max_term_width = 100, allow_negative_numbers = true,
    args_override_self = true)]
pub(crate) struct Options {
    /// Host and port of the main API; the authorization server, the cursor API, the bundle host
    /// and the control endpoints take the next ports; port 0 takes free ones
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,

    /// The host in all addresses that are given out, where it is not that of --listen; with a
    /// port where a container's are mapped to others, and with --one-port an origin such as
    /// https://sandbox.example
    #[arg(long, value_name = "HOST[:PORT]")]
    public_host: Option<String>,

    /// Serve all on one port, told apart by paths: /v2, /oauth2, /v1, /bundles, /control
    #[arg(long)]
    pub(crate) one_port: bool,

    /// Path of the main API
    #[arg(long, value_name = "PATH", default_value = "/v2")]
    base_path: String,

    /// Speak HTTPS, with an authority and a certificate made at the start; the control endpoints
    /// stay with HTTP, unless they share the port
    #[arg(long)]
    pub(crate) tls: bool,

    /// Write the authority's certificate (PEM) to this file, for clients to trust
    #[arg(long, value_name = "FILE", requires = "tls")]
    ca: Option<PathBuf>,

    /// How answers look where the interface contradicts itself: as in recorded exchanges
    /// (observed), as in its samples (sample) or as it declares them (declared)
    #[arg(long, value_name = "PRESET")]
    shapes: Option<Preset>,

    /// How one of them looks: sample, other, or both where there is that; may be repeated
    #[arg(long, value_name = "NAME=SHAPE", value_parser = quirk, value_delimiter = ',')]
    quirk: Vec<(Quirk, Shape)>,

    /// Refuse what the interface does not have: unknown fields and parameters, numbers as text and
    /// so on
    #[arg(long)]
    strict: bool,

    /// How long processes and jobs stay in each state, in milliseconds [default: 20]
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    step: Option<Duration>,

    /// Move processes and jobs on whenever one is read, and at no other time, whatever --step says
    #[arg(long)]
    step_on_look: bool,

    /// How long access tokens live, in seconds [default: 3600]
    #[arg(long, value_name = "S", value_parser = seconds)]
    token_lifetime: Option<Duration>,

    /// Give a new refresh token with each refresh, and refuse the old one from then on
    #[arg(long)]
    rotate_refresh_tokens: bool,

    /// For how long a bulk deletion of contributors is refused after one ended, in seconds
    /// [default: 2]
    #[arg(long, value_name = "S", value_parser = seconds)]
    deletion_cooldown: Option<Duration>,

    /// Compress answers (gzip) for clients that ask for it
    #[arg(long)]
    compress: bool,

    /// Answer 429 past so many requests a second for each token, or so many in flight for each
    /// project [default: none; 6,10 where no numbers are given]
    #[arg(
        long,
        value_name = "PER_SECOND,IN_FLIGHT",
        num_args = 0..=1,
        default_missing_value = "6,10",
        value_parser = rate_limit,
    )]
    rate_limit: Option<RateLimit>,

    /// Take the name of a branch that does not exist for the default one
    #[arg(long)]
    any_branch: bool,

    /// Write nulls into answers, wherever the document allows one: off, values or all
    #[arg(long, value_name = "WHICH", value_parser = named::<Nulls>)]
    nulls: Option<Nulls>,

    /// Seed the main project with so many comments more [default: 0]
    #[arg(long, value_name = "COUNT")]
    comments: Option<u32>,

    /// Add a file of so many bytes to every bundle [default: 0]
    #[arg(long, value_name = "BYTES")]
    bundle_filler: Option<usize>,

    /// Begin with the data of this file, in place of the built-in ones
    #[arg(long, value_name = "FILE")]
    seed: Option<PathBuf>,

    /// Print addresses, tokens and ids as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// End when the standard input does, as it does with the program that started this one
    #[arg(long)]
    pub(crate) stop_with_stdin: bool,

    /// Start nothing: ask the sandbox that --listen names whether it is up, and say so by the
    /// exit status
    #[arg(long)]
    pub(crate) health: bool,
}

impl Options {
    /// Reads the command line and the environment. For what is wrong there, and for help, this
    /// ends the program.
    pub(crate) fn read() -> Self {
        let command = Self::command().mut_args(|option| {
            let name = option.get_id().as_str().to_uppercase();
            let name = format!("L10N_SANDBOX_{name}");
            let option = match option.get_action() {
                ArgAction::SetTrue => option.value_parser(FalseyValueParser::new()),
                _ => option,
            };
            option.env(name).hide_env(true)
        });
        let found = Self::from_arg_matches(&command.get_matches());
        found.unwrap_or_else(|error| error.exit())
    }

    /// Starts what was asked for.
    pub(crate) async fn start(&self) -> io::Result<Sandbox> {
        let sandbox = self.builder().start().await?;
        if let (Some(file), Some(authority)) = (&self.ca, sandbox.ca_pem()) {
            std::fs::write(file, authority).map_err(|error| {
                let place = file.display();
                io::Error::other(format!("cannot write the certificate to {place}: {error}"))
            })?;
        }
        Ok(sandbox)
    }

    fn builder(&self) -> Builder {
        let shapes = Sandbox::builder().with(self.shapes, Builder::shapes);
        let quirks = self.quirk.iter();
        quirks
            .fold(shapes, |builder, (quirk, shape)| builder.quirk(*quirk, *shape))
            .listen(&self.listen)
            .base_path(&self.base_path)
            .when(self.one_port, Builder::one_port)
            .when(self.tls, Builder::tls)
            .when(self.strict, Builder::strict)
            .when(self.rotate_refresh_tokens, Builder::rotate_refresh_tokens)
            .when(self.compress, Builder::compress)
            .when(self.any_branch, Builder::any_branch)
            .with(self.public_host.as_deref(), Builder::public_host)
            .with(self.step, Builder::step)
            .when(self.step_on_look, Builder::step_on_look)
            .with(self.token_lifetime, Builder::token_lifetime)
            .with(self.deletion_cooldown, Builder::deletion_cooldown)
            .with(self.rate_limit, Builder::rate_limit)
            .with(self.nulls, Builder::nulls)
            .with(self.comments, Builder::comments)
            .with(self.bundle_filler, Builder::bundle_filler)
            .with(self.seed.as_deref(), Builder::seed_file)
    }
}

/// Settings that may be absent.
trait Optional: Sized {
    /// With the value, if there is one.
    fn with<T>(self, value: Option<T>, set: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => set(self, value),
            None => self,
        }
    }

    /// With what the flag stands for, if it is set.
    fn when(self, flag: bool, set: impl FnOnce(Self) -> Self) -> Self {
        if flag { set(self) } else { self }
    }
}

impl Optional for Builder {}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let wrong = |_| "it takes a whole number of milliseconds, as 20".to_owned();
    text.parse().map(Duration::from_millis).map_err(wrong)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok();
    number
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "it takes a number of seconds, as 3600 or 0.5".to_owned())
}

fn rate_limit(text: &str) -> Result<RateLimit, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(first, second)| Some((first.parse().ok()?, second.parse().ok()?)));
    match numbers {
        Some((0, _) | (_, 0)) => Err("it takes numbers from 1 on, as 6,10: with 0 every request \
                                      would be refused, and without --rate-limit there is none"
            .to_owned()),
        Some((per_second, in_flight)) => Ok(RateLimit::new(per_second, in_flight)),
        None => Err("it takes two whole numbers, as 6,10".to_owned()),
    }
}

fn quirk(text: &str) -> Result<(Quirk, Shape), String> {
    let (name, shape) = text.split_once('=').ok_or("it is given as NAME=SHAPE")?;
    let quirk: Quirk = name.parse().map_err(|error: UnknownName| error.to_string())?;
    let shape = quirk.shape(shape).map_err(|error| error.to_string())?;
    Ok((quirk, shape))
}

/// A value by the name that the control endpoints have for it; what is wrong names all there are.
fn named<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(Value::from(text)).map_err(|error| error.to_string())
}
