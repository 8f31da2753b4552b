//! The connection to the store: made when it is first needed, and made anew after it failed.
//!
//! Every question has an end.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, ScriptInvocation};
use tokio::sync::OnceCell;
use tokio::time::timeout;

use crate::error::Error;

/// Where the store is: a URL, or a [`redis::Client`] with everything that can be set on one.
#[derive(Debug)]
pub struct Address(redis::RedisResult<Client>);

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

/// One connection at a time; all that ask share it.
pub(crate) struct Store {
    client: Client,
    patience: Duration,
    connection: Mutex<Arc<Line>>,
}

/// A connection, or one that is being made.
type Line = OnceCell<MultiplexedConnection>;

impl Store {
    /// A store whose questions, connecting included, take `patience` at most.
    pub(crate) fn new(address: Address, patience: Duration) -> Result<Self, Error> {
        Ok(Self {
            client: address.0.map_err(Error::Address)?,
            patience,
            connection: Mutex::default(),
        })
    }

    /// Runs a script, which may run twice: where a connection breaks, nobody knows whether it did.
    pub(crate) async fn run<T: FromRedisValue>(
        &self,
        script: &ScriptInvocation<'_>,
    ) -> Result<T, Error> {
        let answer = timeout(self.patience, async {
            // An idle connection breaks unnoticed when the store is started anew.
            let had_connection = self.line().initialized();
            match self.try_run(script).await {
                Err(Error::Away(_)) if had_connection => self.try_run(script).await,
                answer => answer,
            }
        });
        if let Ok(answer) = answer.await {
            return answer;
        }
        // Nothing else tells that the machine at its other end is gone.
        *self.line() = Arc::default();
        Err(Error::Silent(self.patience))
    }

    async fn try_run<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> Result<T, Error> {
        let line = Arc::clone(&self.line());
        let answer = async {
            let mut connection = line.get_or_try_init(|| self.connect()).await?.clone();
            script.invoke_async(&mut connection).await
        };
        let answer = answer.await.map_err(Error::from);
        if answer.as_ref().is_err_and(Error::is_away) {
            let mut current = self.line();
            if Arc::ptr_eq(&current, &line) {
                *current = Arc::default();
            }
        }
        answer
    }

    async fn connect(&self) -> redis::RedisResult<MultiplexedConnection> {
        // The limit is ours, and holds for all of it.
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
        // The address may hold a password.
        f.debug_struct("Store").finish_non_exhaustive()
    }
}
