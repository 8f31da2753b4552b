//! Builds the client with its credential: an API token, or the tokens of a sign-in.

pub(crate) mod callback;
mod keyring;
mod place;
mod store;

use std::path::{Path, PathBuf};

use l10n_client::rate_limit::SlidingWindow;
use l10n_client::{Client, ClientBuilder, OAuthApp, RetryPolicy, Secret};

pub(crate) use place::{Place, StoredSignIn};
use store::Store;

use crate::environment::Variable;
use crate::exit::{Exit, Failure, Result};
use crate::interrupt::blocking;
use crate::settings::Settings;

/// The maximum number of concurrent requests for a project, as observed.
const MAX_IN_FLIGHT: usize = 10;

pub(crate) async fn client(settings: &Settings) -> Result<Client> {
    let builder = anonymous(settings)?;
    if let Some(token) = secret(Variable::L10nToken, Variable::L10nTokenFile)? {
        return Ok(builder.api_token(token).build()?);
    }
    let place = Place::of(settings.base_url()?)?;
    // A keyring may ask its user first.
    let load = place.clone();
    let Some(stored) = blocking(move || load.load()).await? else {
        return Err(Failure::new(
            Exit::NoToken,
            "no token: set L10N_TOKEN, or L10N_TOKEN_FILE to the path of a file that contains it, \
             or run `l10n login`",
        ));
    };
    let builder = match &settings.config.auth_url {
        Some(_) => builder,
        None => builder.auth_url(stored.auth_url.clone()),
    };
    let app = OAuthApp::new(stored.client_id.clone(), stored.client_secret.clone());
    Ok(builder.oauth_store(app, Store { place, stored }).build()?)
}

/// Returns the builder of a client without a credential.
pub(crate) fn anonymous(settings: &Settings) -> Result<ClientBuilder> {
    let program = concat!("l10n-cli/", env!("CARGO_PKG_VERSION"));
    let mut builder = Client::builder(settings.base_url()?).user_agent(program);
    if let Some(url) = &settings.config.auth_url {
        builder = builder.auth_url(url);
    }
    if let Some(url) = &settings.config.cursor_api_url {
        builder = builder.cursor_api_url(url);
    }
    if let Some(rate) = settings.config.requests_per_second {
        builder = builder.rate_limiter(SlidingWindow::new(rate.get(), MAX_IN_FLIGHT));
    }
    if let Some(attempts) = settings.config.attempts {
        let policy = RetryPolicy::default().max_attempts(attempts.get());
        builder = builder.retry(policy.count_rate_limited(true));
    }
    if let Some(host) = Variable::L10nPlainHttpHost.text()? {
        builder = builder.allow_plain_http_to(host);
    }
    Ok(builder)
}

/// Reads a secret from a variable, or from the file that another variable names.
pub(crate) fn secret(variable: Variable, of_file: Variable) -> Result<Option<Secret>> {
    if let Some(secret) = variable.text()? {
        return Ok(Some(secret.into()));
    }
    let Some(path) = of_file.text()?.map(PathBuf::from) else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|error| Failure::local("read", &path, &error))?;
    match text.trim() {
        "" => Err(Failure::usage(format!("{}: {} is empty", of_file.name(), path.display()))),
        secret => Ok(Some(secret.into())),
    }
}

/// Returns the folder for tokens, and whether `L10N_CREDENTIALS` names it.
fn folder() -> Result<(PathBuf, bool)> {
    if let Some(folder) = Variable::L10nCredentials.text()? {
        return Ok((folder.into(), true));
    }
    let (variable, below) = match () {
        () if cfg!(windows) => (Variable::Appdata, "l10n"),
        () if cfg!(target_os = "macos") => (Variable::Home, "Library/Application Support/l10n"),
        () if Variable::XdgConfigHome.get().is_some() => (Variable::XdgConfigHome, "l10n"),
        () => (Variable::Home, ".config/l10n"),
    };
    let base = variable.text()?.ok_or_else(|| {
        let name = variable.name();
        Failure::usage(format!(
            "no folder for the tokens: set L10N_CREDENTIALS to a folder, or set {name}"
        ))
    })?;
    Ok((Path::new(&base).join(below), false))
}
