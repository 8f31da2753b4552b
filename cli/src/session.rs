//! Builds the client with the API token of the environment.

use std::num::NonZeroU32;

use l10n_client::rate_limit::SlidingWindow;
use l10n_client::{Client, RetryPolicy};

use crate::exit::{Exit, Failure, Result};
use crate::settings::Settings;

/// The maximum number of concurrent requests for a project, as observed.
const MAX_IN_FLIGHT: usize = 10;
/// The default number of attempts.
const ATTEMPTS: u32 = 10;

pub(crate) fn client(settings: &Settings) -> Result<Client> {
    let base_url = settings.base_url()?;
    let token = variable("L10N_TOKEN").ok_or_else(|| {
        Failure::new(Exit::NoToken, "no token: set L10N_TOKEN to an API token of the service")
    })?;
    let program = concat!("l10n-cli/", env!("CARGO_PKG_VERSION"));
    let builder = Client::builder(base_url).user_agent(program);
    let attempts = settings.config.attempts.map_or(ATTEMPTS, NonZeroU32::get);
    let policy = RetryPolicy::default().max_attempts(attempts);
    let mut builder = builder.api_token(token).retry(policy);
    if let Some(rate) = settings.config.requests_per_second {
        builder = builder.rate_limiter(SlidingWindow::new(rate.get(), MAX_IN_FLIGHT));
    }
    if variable("L10N_ALLOW_PLAIN_HTTP").is_some_and(|value| value == "1") {
        builder = builder.allow_plain_http();
    }
    Ok(builder.build()?)
}

/// Returns a variable. An empty one counts as unset: CI jobs cannot always unset one.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
