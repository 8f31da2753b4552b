//! The client, with the credential that is found: a token, or what a user's sign-in has left.

pub(crate) mod callback;
mod kept;
mod keyring;
mod place;
mod store;

use std::path::{Path, PathBuf};

use l10n_client::rate_limit::SlidingWindow;
use l10n_client::{Client, ClientBuilder, OAuthApp, RetryPolicy, Secret};

pub(crate) use kept::Kept;
pub(crate) use place::Place;
use store::Store;

use crate::environment::Variable;
use crate::exit::{Done, Exit, Failure};
use crate::interrupt::blocking;
use crate::settings::Settings;

/// What the service was observed to allow a project: so many requests at the same time.
const IN_FLIGHT: usize = 10;

/// A client with the credential that is found.
pub(crate) async fn client(settings: &Settings) -> Done<Client> {
    let builder = anonymous(settings)?;
    if let Some(token) = secret(Variable::L10nToken, Variable::L10nTokenFile)? {
        return Ok(builder.api_token(token).build()?);
    }
    let place = Place::of(settings.base_url()?)?;
    let Some(kept) = loaded(place.clone()).await? else {
        return Err(Failure::new(
            Exit::NoToken,
            "there is no token: set L10N_TOKEN, or L10N_TOKEN_FILE to the path of a file that \
             holds it, or sign in with `l10n login`",
        ));
    };
    let builder = match &settings.config.auth_url {
        Some(_) => builder,
        None => builder.auth_url(kept.auth_url.clone()),
    };
    let app = OAuthApp::new(kept.client_id.clone(), kept.client_secret.clone());
    Ok(builder.oauth_store(app, Store::new(place, kept)).build()?)
}

/// What is kept there. A keyring may ask its user first.
async fn loaded(place: Place) -> Done<Option<Kept>> {
    blocking(move || place.load()).await
}

/// A client without a credential.
pub(crate) fn anonymous(settings: &Settings) -> Done<ClientBuilder> {
    let program = concat!("l10n-cli/", env!("CARGO_PKG_VERSION"));
    let mut builder = Client::builder(settings.base_url()?).app(program);
    if let Some(url) = &settings.config.auth_url {
        builder = builder.auth_url(url);
    }
    if let Some(url) = &settings.config.cursor_api_url {
        builder = builder.cursor_api_url(url);
    }
    if let Some(rate) = settings.config.requests_per_second {
        builder = builder.rate_limiter(SlidingWindow::new(rate.get(), IN_FLIGHT));
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

/// A secret: of a variable, or of the file whose path is in another.
pub(crate) fn secret(variable: Variable, of_file: Variable) -> Done<Option<Secret>> {
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

/// The folder that tokens are kept in, and whether it was named for that.
fn folder() -> Done<(PathBuf, bool)> {
    if let Some(folder) = Variable::L10nCredentials.text()? {
        return Ok((folder.into(), true));
    }
    let (variable, below): (_, &[&str]) = match () {
        () if cfg!(windows) => (Variable::Appdata, &["l10n"]),
        () if cfg!(target_os = "macos") => {
            (Variable::Home, &["Library", "Application Support", "l10n"])
        }
        () if Variable::XdgConfigHome.get().is_some() => (Variable::XdgConfigHome, &["l10n"]),
        () => (Variable::Home, &[".config", "l10n"]),
    };
    let base = variable.text()?.ok_or_else(|| {
        let name = variable.name();
        Failure::usage(format!(
            "{name} is not set, so there is no place for the tokens of a user: set \
             L10N_CREDENTIALS to a folder"
        ))
    })?;
    let path = below.iter().fold(Path::new(&base).to_owned(), |path, name| path.join(name));
    Ok((path, false))
}
