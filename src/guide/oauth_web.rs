//! A web application whose users sign in with OAuth.
//!
//! All state is in files, so the program can restart at any time, even during a sign-in. Unfinished
//! sign-ins and unused sessions are removed. On SIGTERM or Ctrl-C, the program finishes its
//! requests and saves the tokens that are being refreshed.
//!
//! Runs against a sandbox, which grants every request. Set `L10N_BASE_URL`, `L10N_AUTH_URL`,
//! `L10N_CLIENT_ID`, `L10N_CLIENT_SECRET` and `L10N_PROJECT` to use a real service, `APP_ADDRESS`
//! to change the address of the program, and `APP_FOLDER` to change the folder of its files.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use l10n_client::{
    Authorization, BoxError, BoxFuture, Client, ErrorKind as CallErrorKind, OAuthApp, OAuthTokens,
    StoreLock, TokenStore,
};
use l10n_sandbox::Sandbox;
use tokio::net::TcpListener;
use tokio::signal;
use tokio::sync::oneshot;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;
use uuid::Uuid;

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// The maximum duration of a sign-in.
const SIGN_IN_LIFETIME: Duration = Duration::from_secs(10 * 60);
/// How long a session lasts without a refresh of its tokens.
const SESSION_LIFETIME: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// How long the client of a session stays in memory without use.
const CLIENT_LIFETIME: Duration = Duration::from_secs(60 * 60);
/// How long requests may take to finish when the program shuts down.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(10);

struct App {
    /// A client without a credential, which requests tokens. The clients of the sessions share its
    /// connections.
    anonymous: Client,
    oauth: OAuthApp,
    project: String,
    redirect_uri: String,
    /// The folder of the files. Other users must not be able to read it.
    folder: PathBuf,
    /// The client of each session, whose calls share refreshed tokens, and its last use.
    clients: Mutex<HashMap<Uuid, (Client, Instant)>>,
}

#[tokio::main]
pub(crate) async fn main() -> Result<(), AnyError> {
    let or = |name: &str, value: &str| std::env::var(name).unwrap_or_else(|_| value.to_owned());
    let folder = PathBuf::from(or("APP_FOLDER", "target/oauth_web"));
    std::fs::create_dir_all(&folder)?;
    let listener = TcpListener::bind(or("APP_ADDRESS", "127.0.0.1:3000")).await?;
    let origin = format!("http://{}", listener.local_addr()?);

    let sandbox = Sandbox::start().await?;
    let registered = sandbox.oauth_app();
    let anonymous = Client::builder(or("L10N_BASE_URL", sandbox.base_url()))
        .auth_url(or("L10N_AUTH_URL", sandbox.auth_url()));
    let app = App {
        anonymous: anonymous.build()?,
        oauth: OAuthApp::new(
            or("L10N_CLIENT_ID", registered.client_id),
            or("L10N_CLIENT_SECRET", registered.client_secret),
        ),
        project: or("L10N_PROJECT", sandbox.project().project_id),
        redirect_uri: format!("{origin}/callback"),
        folder,
        clients: Mutex::default(),
    };
    let app = Arc::new(app);
    println!("open {origin}");
    serve(listener, Arc::clone(&app)).await?;
    app.flush().await;
    Ok(())
}

/// Serves until the program has to end, and finishes the requests that it has accepted.
async fn serve(listener: TcpListener, app: Arc<App>) -> Result<(), AnyError> {
    let routes = Router::new()
        .route("/", get(home))
        .route("/sign-in", get(sign_in))
        .route("/callback", get(callback))
        .with_state(app);
    let (stop, stopped) = oneshot::channel::<()>();
    let server = axum::serve(listener, routes).with_graceful_shutdown(async {
        let _ = stopped.await;
    });
    let server = tokio::spawn(server.into_future());
    shutdown_signal().await?;
    drop(stop);
    match timeout(SHUTDOWN_LIMIT, server).await {
        Ok(served) => served??,
        Err(_) => eprintln!("some requests did not finish within {SHUTDOWN_LIMIT:?}"),
    }
    Ok(())
}

/// Waits for Ctrl-C or, on Unix, for SIGTERM.
async fn shutdown_signal() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
        tokio::select! {
            pressed = signal::ctrl_c() => pressed,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    signal::ctrl_c().await
}

/// Greets a user who has signed in.
async fn home(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Failure> {
    const SIGN_IN: Html<&str> = Html(r#"<a href="/sign-in">Sign in</a>"#);
    let Some(session) = session(&headers) else {
        return Ok(SIGN_IN.into_response());
    };
    let Some(client) = app.client(session)? else {
        return Ok(SIGN_IN.into_response());
    };
    let me = client.get_own_contributor(&app.project);
    match me.send().await {
        Ok(me) => {
            let name = me.contributor.fullname.as_deref();
            Ok(format!("hello, {}", name.unwrap_or("whoever you are")).into_response())
        }
        // The tokens can no longer be refreshed.
        Err(error) if error.kind() == CallErrorKind::Authorization && !error.is_retryable() => {
            eprintln!("{error}");
            app.end(session);
            Ok(SIGN_IN.into_response())
        }
        Err(error) => Err(error.into()),
    }
}

/// Redirects the browser to the authorization server. Starts a new session, to prevent session
/// fixation.
async fn sign_in(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let folder = app.folder.clone();
    spawn_blocking(move || clean(&folder)).await??;
    let session = Uuid::new_v4();
    let scopes = ["read_contributors", "read_files"];
    let request = app.anonymous.authorize(&app.oauth, &app.redirect_uri, &scopes)?;
    write(app.authorization(session), request.url().to_string().into()).await?;
    // `Lax`: the redirect back from another site must include the cookie. With HTTPS, add `Secure`.
    let cookie = format!("session={session}; HttpOnly; SameSite=Lax; Path=/");
    let there = Redirect::to(request.url().as_str());
    Ok(([(SET_COOKIE, cookie)], there).into_response())
}

/// Checks that the browser is the one that started the sign-in, and exchanges the code.
async fn callback(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let forbidden = || (StatusCode::FORBIDDEN, "start at /sign-in").into_response();
    let Some(session) = session(&headers) else {
        return Ok(forbidden());
    };
    let file = app.authorization(session);
    let saved = match tokio::fs::read_to_string(&file).await {
        Ok(saved) => saved,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(forbidden()),
        Err(error) => return Err(error.into()),
    };
    let request = Authorization::restore(&saved)?;
    // In its own task, which continues if the browser disconnects: a code works only once.
    let finished = tokio::spawn(async move {
        let callback = query.unwrap_or_default();
        let tokens = request.finish(&app.anonymous, &app.oauth, &callback).await?;
        app.store(session).save(&tokens).await?;
        tokio::fs::remove_file(file).await?;
        Ok::<_, AnyError>(())
    });
    match finished.await? {
        Ok(()) => Ok(Redirect::to("/").into_response()),
        Err(error) => {
            eprintln!("{error}");
            Ok(forbidden())
        }
    }
}

/// Returns the session in the browser's cookie. It is a UUID, so it is safe in a file name.
fn session(headers: &HeaderMap) -> Option<Uuid> {
    let cookies = headers.get(COOKIE)?.to_str().ok()?;
    let session = cookies.split("; ").find_map(|cookie| cookie.strip_prefix("session="));
    session?.parse().ok()
}

impl App {
    /// Returns the client of a session, or `None` if it has no tokens.
    fn client(&self, session: Uuid) -> Result<Option<Client>, l10n_client::Error> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.retain(|_, (_, visit)| visit.elapsed() < CLIENT_LIFETIME);
        let client = match clients.get(&session) {
            Some((client, _)) => client.clone(),
            None => {
                let store = self.store(session);
                if !store.0.exists() {
                    return Ok(None);
                }
                self.anonymous.with_session(self.oauth.clone(), store)?
            }
        };
        clients.insert(session, (client.clone(), Instant::now()));
        Ok(Some(client))
    }

    /// Ends a session.
    fn end(&self, session: Uuid) {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner).remove(&session);
        // Another process may have removed it.
        let _ = std::fs::remove_file(self.store(session).0);
    }

    /// Waits until the refreshed tokens of all sessions are saved.
    async fn flush(&self) {
        let clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let flush = |(client, _): (Client, Instant)| async move { client.flush().await };
        let mut flushes: JoinSet<_> = clients.into_values().map(flush).collect();
        while let Some(flushed) = flushes.join_next().await {
            match flushed {
                Ok(Ok(())) => {}
                Ok(Err(error)) => eprintln!("a user may have to sign in again: {error}"),
                Err(panicked) => eprintln!("{panicked}"),
            }
        }
    }

    fn store(&self, session: Uuid) -> TokenFile {
        TokenFile(self.folder.join(format!("{session}.tokens")))
    }

    fn authorization(&self, session: Uuid) -> PathBuf {
        self.folder.join(format!("{session}.authorization"))
    }
}

/// Stores the tokens of a session in a file, which processes can share.
#[derive(Debug)]
struct TokenFile(PathBuf);

impl TokenStore for TokenFile {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        Box::pin(async {
            match tokio::fs::read(&self.0).await {
                Ok(saved) => Ok(Some(serde_json::from_slice(&saved)?)),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async { Ok(write(self.0.clone(), serde_json::to_vec(tokens)?).await?) })
    }

    fn lock(&self) -> BoxFuture<'_, Result<StoreLock, BoxError>> {
        let path = self.0.with_extension("lock");
        Box::pin(async {
            let lock = spawn_blocking(move || {
                let file = File::create(path)?;
                file.lock()?;
                Ok::<_, io::Error>(file)
            });
            Ok(StoreLock::new(lock.await??))
        })
    }
}

/// Removes expired sign-ins and sessions.
fn clean(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let limit = match path.extension().and_then(OsStr::to_str) {
            Some("authorization") => SIGN_IN_LIFETIME,
            Some("tokens" | "lock") => SESSION_LIFETIME,
            _ => continue,
        };
        // Another process may have removed it.
        let changed = path.metadata().and_then(|found| found.modified());
        if changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age > limit)) {
            let _ = std::fs::remove_file(path);
        }
    }
    Ok(())
}

/// Writes a file atomically, readable only by its owner.
async fn write(path: PathBuf, content: Vec<u8>) -> io::Result<()> {
    let written = spawn_blocking(move || {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&content)?;
        file.as_file().sync_all()?;
        file.persist(&path)?;
        match cfg!(unix) {
            true => File::open(folder)?.sync_all(),
            false => Ok(()),
        }
    });
    written.await?
}

/// An error page. Errors of the client contain no secret.
struct Failure(AnyError);

impl<E: Into<AnyError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        eprintln!("{}", self.0);
        (StatusCode::BAD_GATEWAY, "try again in a moment").into_response()
    }
}
