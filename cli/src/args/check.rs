//! The arguments of `check`.

#[derive(Debug, Default, clap::Args)]
pub(crate) struct CheckArgs {
    /// Files, folders or patterns to check, relative to the working directory; with a file of the
    /// base language, also its translations [default: all files of the configuration]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Only these languages, by local or service code; `base` is the base language
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) lang: Vec<String>,
    /// Exit with 1 if translations lack keys of the base language, too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print all missing keys, not only the first 10 of each file
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Exit with 1 if the service reports less progress for a language; needs a token
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) minimum: Option<u8>,
}
