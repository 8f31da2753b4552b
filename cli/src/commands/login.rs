//! `l10n login` and `l10n logout`: signs a user in with a browser, and out.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use l10n_client::OAuthApp;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::Context;
use crate::args::LoginArgs;
use crate::environment::Variable;
use crate::exit::{Exit, Failure, Result};
use crate::interrupt::blocking;
use crate::output::Tone;
use crate::session::{self, Place, StoredSignIn, callback};

/// How long to wait for the user.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The scopes that the commands of this program need.
const SCOPES: &str = "read_projects read_languages read_keys write_keys read_translations \
    write_translations read_files write_files";

pub(super) async fn run(context: Context<'_>, args: &LoginArgs) -> Result<Exit> {
    let (settings, output) = (context.settings, context.output);
    let auth_url = settings.config.auth_url.clone();
    let auth_url =
        auth_url.ok_or_else(|| settings.missing("auth_url", "https://auth.service.test"))?;
    let login = settings.config.login.clone().unwrap_or_default();
    let app = app(context, args, login.client_id)?;
    let place = Place::of(settings.base_url()?)?;

    let port = args.port.or(login.port).unwrap_or(0);
    let no_listener = |error: io::Error| {
        Failure::new(Exit::Local, format!("cannot listen on 127.0.0.1:{port}: {error}"))
    };
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(no_listener)?;
    let address = listener.local_addr().map_err(no_listener)?;
    let scopes = scopes(&args.scopes, login.scopes.as_deref());
    let client = session::anonymous(settings)?.build()?;
    let redirect = format!("http://{address}/callback");
    let authorization = Arc::new(client.authorize(&app, &redirect, &scopes)?);

    let prompt = "Open this address in a browser to sign in:";
    output.ask(&format!("{prompt}\n{}", authorization.url()));
    let callback = timeout(TIMEOUT, callback::receive(listener, Arc::clone(&authorization))).await;
    let callback = callback.map_err(|_| timed_out())?.map_err(no_listener)?;
    let tokens = authorization.finish(&client, &app, &callback).await?;
    let OAuthApp { client_id, client_secret, .. } = app;
    let stored = StoredSignIn { auth_url, client_id, client_secret, tokens };
    let stored_in = blocking(move || place.save(&stored)).await?;
    output.line(Tone::Good, &format!("signed in; the tokens are stored in {stored_in}"));
    output.done(json!({"stored_in": stored_in}))
}

fn app(context: Context<'_>, args: &LoginArgs, configured: Option<String>) -> Result<OAuthApp> {
    let given = args.client_id.clone().filter(|id| !id.is_empty());
    let client_id = given.or(configured);
    let client_id =
        client_id.ok_or_else(|| context.settings.missing("login.client_id", "my-application"))?;
    let secret = session::secret(Variable::L10nClientSecret, Variable::L10nClientSecretFile)?;
    let secret = secret.ok_or_else(|| {
        Failure::usage(
            "no secret for the application: set L10N_CLIENT_SECRET, or L10N_CLIENT_SECRET_FILE to \
             the path of a file that contains it",
        )
    })?;
    Ok(OAuthApp::new(client_id, secret))
}

/// Returns the scopes to request: those of the options, else of the configuration, else [`SCOPES`].
fn scopes<'a>(given: &'a [String], configured: Option<&'a [String]>) -> Vec<&'a str> {
    match (given, configured) {
        ([], None) => SCOPES.split(' ').collect(),
        ([], Some(scopes)) | (scopes, _) => scopes.iter().map(String::as_str).collect(),
    }
}

fn timed_out() -> Failure {
    let minutes = TIMEOUT.as_secs() / 60;
    let message = format!("timed out after {minutes} minutes waiting for the sign-in: try again");
    Failure::new(Exit::Transient, message)
}

pub(super) async fn forget(context: Context<'_>) -> Result<Exit> {
    let place = Place::of(context.settings.base_url()?)?;
    let was_signed_in = blocking(move || place.forget()).await?;
    let message =
        if was_signed_in { "signed out; the tokens are deleted" } else { "not signed in" };
    context.output.line(Tone::Good, message);
    context.output.done(json!({"was_signed_in": was_signed_in}))
}
