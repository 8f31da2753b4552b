//! Stores the tokens of users in SQLite, for programs of several processes.
//!
//! A refresh locks the row of its user: the row names the holder of the lock, and when the lock
//! expires. So no transaction stays open during the request, other users are not blocked, and the
//! lock of a process that dies expires. The statements work in other databases too, with their
//! function for the current time.
//!
//! Runs against a sandbox, which grants every request. Set `L10N_BASE_URL`, `L10N_AUTH_URL`,
//! `L10N_CLIENT_ID`, `L10N_CLIENT_SECRET` and `L10N_PROJECT` to use another service, and
//! `APP_DATABASE` to keep the database in a file. `--sign-out` removes the tokens.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use l10n_client::{
    BoxError, BoxFuture, Client, OAuthApp, OAuthTokens, StoreLock, TokenStore, reqwest,
};
use l10n_sandbox::Sandbox;
use rusqlite::{Connection, OptionalExtension as _};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use uuid::Uuid;

/// How long a process that dies keeps its lock. A refresh that takes longer loses the lock. The
/// client waits 30 seconds for it.
const LEASE_SECONDS: u16 = 20;

const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS tokens (
        user TEXT PRIMARY KEY,
        tokens TEXT NOT NULL,
        holder TEXT,
        locked_until INTEGER NOT NULL DEFAULT 0
    )";
const LOAD: &str = "SELECT tokens FROM tokens WHERE user = ?1";
/// Ends the lock of a refresh, whose tokens are older than these.
const SAVE: &str = "
    INSERT INTO tokens (user, tokens) VALUES (?1, ?2)
    ON CONFLICT (user) DO UPDATE SET tokens = excluded.tokens, holder = NULL";
const LOCK: &str = "
    UPDATE tokens SET holder = ?2, locked_until = unixepoch() + ?3
    WHERE user = ?1 AND (holder IS NULL OR locked_until <= unixepoch())";
const SAVE_LOCKED: &str = "
    UPDATE tokens SET tokens = ?2, holder = NULL WHERE user = ?1 AND holder = ?3";
const UNLOCK: &str = "UPDATE tokens SET holder = NULL WHERE user = ?1 AND holder = ?2";
const SIGN_OUT: &str = "DELETE FROM tokens WHERE user = ?1";

/// The tokens of all users, in plain text. Other users of the machine must not be able to read the
/// file.
#[derive(Debug, Clone)]
pub(crate) struct Database(Arc<Mutex<Connection>>);

impl Database {
    pub(crate) fn open(path: impl AsRef<Path>) -> rusqlite::Result<Self> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.execute(TABLE, [])?;
        Ok(Self(Arc::new(Mutex::new(connection))))
    }

    /// Returns the store of a user's tokens.
    pub(crate) fn tokens_of(&self, user: impl Into<String>) -> UserTokens {
        UserTokens { database: self.clone(), user: user.into() }
    }

    /// Runs statements on a thread that may block.
    async fn run<T: Send + 'static>(
        &self,
        statements: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, BoxError> {
        let connection = Arc::clone(&self.0);
        let ran = spawn_blocking(move || {
            statements(&connection.lock().unwrap_or_else(PoisonError::into_inner))
        });
        Ok(ran.await??)
    }
}

/// The tokens of a user.
#[derive(Debug, Clone)]
pub(crate) struct UserTokens {
    database: Database,
    user: String,
}

impl UserTokens {
    /// Ends the session in all processes. A refresh in progress does not bring it back.
    pub(crate) async fn sign_out(&self) -> Result<(), BoxError> {
        let user = self.user.clone();
        self.database.run(move |sql| sql.execute(SIGN_OUT, [user])).await?;
        Ok(())
    }
}

impl TokenStore for UserTokens {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        Box::pin(async {
            let user = self.user.clone();
            let load = move |sql: &Connection| {
                sql.query_row(LOAD, [user], |row| row.get::<_, String>(0)).optional()
            };
            let tokens = self.database.run(load).await?;
            Ok(tokens.map(|json| serde_json::from_str(&json)).transpose()?)
        })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async {
            let row = (self.user.clone(), serde_json::to_string(tokens)?);
            self.database.run(move |sql| sql.execute(SAVE, row)).await?;
            Ok(())
        })
    }

    fn save_locked<'a>(
        &'a self,
        tokens: &'a OAuthTokens,
        lock: &'a mut StoreLock,
    ) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async {
            let lock = lock.get_mut::<RowLock>().ok_or("the lock of another store")?;
            let row = (self.user.clone(), serde_json::to_string(tokens)?, lock.holder.clone());
            match self.database.run(move |sql| sql.execute(SAVE_LOCKED, row)).await? {
                0 => Err("the lock was lost: the user signed in or out, or it expired".into()),
                _ => Ok(()),
            }
        })
    }

    fn lock(&self) -> BoxFuture<'_, Result<StoreLock, BoxError>> {
        Box::pin(async {
            let lock = RowLock {
                store: self.clone(),
                holder: Uuid::new_v4().to_string(),
                runtime: Handle::current(),
            };
            while !lock.try_lock().await? {
                sleep(Duration::from_millis(50)).await;
            }
            Ok(StoreLock::new(lock))
        })
    }
}

/// The lock of a user's row.
struct RowLock {
    store: UserTokens,
    holder: String,
    runtime: Handle,
}

impl RowLock {
    /// Locks the row unless another process holds it. A user without a row has nothing to lock.
    async fn try_lock(&self) -> Result<bool, BoxError> {
        let (user, holder) = (self.store.user.clone(), self.holder.clone());
        let lock = move |sql: &Connection| {
            let locked = sql.execute(LOCK, (&user, holder, LEASE_SECONDS))?;
            Ok(locked > 0 || sql.query_row(LOAD, [user], |_| Ok(())).optional()?.is_none())
        };
        self.store.database.run(lock).await
    }
}

impl Drop for RowLock {
    fn drop(&mut self) {
        let database = self.store.database.clone();
        let row = (self.store.user.clone(), self.holder.clone());
        // If this fails, the lock expires.
        self.runtime.spawn(async move { database.run(|sql| sql.execute(UNLOCK, row)).await });
    }
}

#[tokio::main]
pub(crate) async fn main() -> Result<(), BoxError> {
    let or = |name: &str, value: &str| std::env::var(name).unwrap_or_else(|_| value.to_owned());
    let sandbox = Sandbox::start().await?;
    let registered = sandbox.oauth_app();
    let app = OAuthApp::new(
        or("L10N_CLIENT_ID", registered.client_id),
        or("L10N_CLIENT_SECRET", registered.client_secret),
    );
    let client = Client::builder(or("L10N_BASE_URL", sandbox.base_url()))
        .auth_url(or("L10N_AUTH_URL", sandbox.auth_url()))
        .build()?;

    let database = Database::open(or("APP_DATABASE", ":memory:"))?;
    let store = database.tokens_of("user-1001");
    if std::env::args().any(|argument| argument == "--sign-out") {
        return store.sign_out().await;
    }
    if store.load().await?.is_none() {
        store.save(&sign_in(&client, &app).await?).await?;
    }
    let user = client.with_session(app, store.clone())?;
    let project = or("L10N_PROJECT", sandbox.project().project_id);
    let me = user.get_own_contributor(project).send().await?;
    println!("hello, {}", me.contributor.fullname.as_deref().unwrap_or("whoever you are"));
    user.flush().await?;
    Ok(())
}

/// Requests the authorization in place of a browser. The sandbox grants it.
pub(crate) async fn sign_in(client: &Client, app: &OAuthApp) -> Result<OAuthTokens, BoxError> {
    let request = client.authorize(app, "http://127.0.0.1/callback", &["read_contributors"])?;
    let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let granted = browser.build()?.get(request.url().clone()).send().await?;
    let callback = granted.headers().get("Location").ok_or("no redirect to the program")?;
    Ok(request.finish(client, app, callback.to_str()?).await?)
}
