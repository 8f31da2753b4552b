//! The connection to the store: opened when it is first used, and reopened after a failure. Every
//! command has a timeout.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, RedisResult, ToRedisArgs};
use tokio::sync::OnceCell;
use tokio::time::{sleep, timeout};

use crate::error::Error;

/// How often to repeat a command while the store is busy.
const BUSY_PAUSE: Duration = Duration::from_millis(50);

/// The address of the store: a URL, or a [`redis::Client`] with settings of its own.
#[derive(Debug)]
pub struct Address(RedisResult<Client>);

impl From<&str> for Address {
    fn from(url: &str) -> Self {
        Self(Client::open(url))
    }
}

impl From<String> for Address {
    fn from(url: String) -> Self {
        Self::from(url.as_str())
    }
}

impl From<Client> for Address {
    fn from(client: Client) -> Self {
        Self(Ok(client))
    }
}

/// A Lua script.
pub(crate) struct Script {
    text: &'static str,
    hash: OnceLock<String>,
}

impl Script {
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, hash: OnceLock::new() }
    }

    fn hash(&self) -> &str {
        self.hash.get_or_init(|| redis::Script::new(self.text).get_hash().to_owned())
    }
}

/// A store, with one shared connection.
pub(crate) struct Store {
    client: Client,
    timeout: Duration,
    connection: Mutex<Arc<Line>>,
}

/// A connection, open or being opened.
type Line = OnceCell<MultiplexedConnection>;

impl Store {
    /// Creates a store. The timeout of a command includes connecting.
    pub(crate) fn new(address: Address, timeout: Duration) -> Result<Self, Error> {
        if timeout.is_zero() {
            return Err(Error::Setting("`store_timeout` must not be zero"));
        }
        let client = address.0.map_err(Error::Address)?;
        Ok(Self { client, timeout, connection: Mutex::default() })
    }

    /// Runs a script. It may run twice: if the connection breaks, the first outcome is unknown.
    ///
    /// The script gets one more argument: 1 if the store did not have the script, as after a
    /// restart, and 0 otherwise.
    pub(crate) async fn run<T: FromRedisValue>(
        &self,
        script: &Script,
        keys: &[&str],
        args: impl ToRedisArgs,
    ) -> Result<T, Error> {
        let args = args.to_redis_args();
        let result = timeout(self.timeout, async {
            // A restart of the store breaks an idle connection unnoticed.
            let mut may_be_broken = self.line().initialized();
            loop {
                match self.try_run(script, keys, &args).await {
                    Err(error) if error.is_away() && may_be_broken => may_be_broken = false,
                    // A script of another program takes long.
                    Err(Error::Rejected(error)) if error.code() == Some("BUSY") => {
                        sleep(BUSY_PAUSE).await;
                    }
                    result => return result,
                }
            }
        });
        if let Ok(result) = result.await {
            return result;
        }
        // The remote machine may be gone without closing the connection.
        *self.line() = Arc::default();
        Err(Error::Silent(self.timeout))
    }

    async fn try_run<T: FromRedisValue>(
        &self,
        script: &Script,
        keys: &[&str],
        args: &[Vec<u8>],
    ) -> Result<T, Error> {
        let line = Arc::clone(&self.line());
        let result = async {
            let mut connection = line.get_or_try_init(|| self.connect()).await?.clone();
            let command = |name, script, is_new: u8| {
                let mut command = redis::cmd(name);
                command.arg(script).arg(keys.len()).arg(keys).arg(args).arg(is_new);
                command
            };
            let known = command("EVALSHA", script.hash(), 0);
            match known.query_async(&mut connection).await {
                Err(error) if error.code() == Some("NOSCRIPT") => {
                    command("EVAL", script.text, 1).query_async(&mut connection).await
                }
                result => result,
            }
        };
        let result = result.await.map_err(Error::from);
        if result.as_ref().is_err_and(Error::is_away) {
            let mut current = self.line();
            if Arc::ptr_eq(&current, &line) {
                *current = Arc::default();
            }
        }
        result
    }

    async fn connect(&self) -> RedisResult<MultiplexedConnection> {
        // `run` has one timeout for connecting and the response.
        let config =
            AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
        self.client.get_multiplexed_async_connection_with_config(&config).await
    }

    fn line(&self) -> MutexGuard<'_, Arc<Line>> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address may contain a password.
        f.debug_struct("Store").finish_non_exhaustive()
    }
}
