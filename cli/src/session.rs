//! Builds the client with the API token of the environment.

use std::num::NonZeroU32;
use std::path::PathBuf;

use l10n_client::rate_limit::SlidingWindow;
use l10n_client::{Client, RetryPolicy};

use crate::environment;
use crate::exit::{Exit, Failure, Result};
use crate::settings::Settings;

/// The maximum number of concurrent requests for a project, as observed.
const MAX_IN_FLIGHT: usize = 10;
/// The default number of attempts: with pauses of a second, enough beside other jobs.
const ATTEMPTS: u32 = 10;

pub(crate) fn client(settings: &Settings) -> Result<Client> {
    let program = concat!("l10n-cli/", env!("CARGO_PKG_VERSION"));
    let builder = Client::builder(settings.base_url()?).user_agent(program);
    let attempts = settings.config.attempts.map_or(ATTEMPTS, NonZeroU32::get);
    let policy = RetryPolicy::default().max_attempts(attempts).count_rate_limited(true);
    let mut builder = builder.api_token(token()?).retry(policy);
    if let Some(rate) = settings.config.requests_per_second {
        builder = builder.rate_limiter(SlidingWindow::new(rate.get(), MAX_IN_FLIGHT));
    }
    if let Some(host) = environment::text("L10N_PLAIN_HTTP_HOST")? {
        builder = builder.allow_plain_http_to(host);
    }
    Ok(builder.build()?)
}

/// Reads the token from `L10N_TOKEN`, or from the file that `L10N_TOKEN_FILE` names.
fn token() -> Result<String> {
    if let Some(token) = environment::text("L10N_TOKEN")? {
        return Ok(token);
    }
    let Some(path) = environment::text("L10N_TOKEN_FILE")?.map(PathBuf::from) else {
        return Err(Failure::new(
            Exit::NoToken,
            "no token: set L10N_TOKEN, or L10N_TOKEN_FILE to the path of a file that contains it",
        ));
    };
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|error| Failure::local("read", &path, &error))?;
    match text.trim() {
        "" => Err(Failure::usage(format!("L10N_TOKEN_FILE: {} is empty", path.display()))),
        token => Ok(token.to_owned()),
    }
}
