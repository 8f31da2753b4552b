//! The connection to the store: opened when it is first used, and reopened after a failure. Every
//! command has a timeout.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, RedisResult, ScriptInvocation};
use tokio::sync::OnceCell;
use tokio::time::timeout;

use crate::error::Error;

/// The address of the store: a URL, or a [`redis::Client`] with settings of its own.
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

/// A store, with one shared connection.
pub(crate) struct Store {
    client: Client,
    timeout: Duration,
    connection: Mutex<Arc<Line>>,
}

/// A connection, open or being opened.
type Line = OnceCell<MultiplexedConnection>;

/// A script with its keys and arguments.
pub(crate) trait Question {
    async fn ask<T: FromRedisValue>(
        &self,
        connection: &mut MultiplexedConnection,
    ) -> RedisResult<T>;
}

impl Question for ScriptInvocation<'_> {
    async fn ask<T: FromRedisValue>(
        &self,
        connection: &mut MultiplexedConnection,
    ) -> RedisResult<T> {
        self.invoke_async(connection).await
    }
}

impl Store {
    /// Creates a store. The timeout of a command includes connecting.
    pub(crate) fn new(address: Address, timeout: Duration) -> Result<Self, Error> {
        Ok(Self {
            client: address.0.map_err(Error::Address)?,
            timeout,
            connection: Mutex::default(),
        })
    }

    /// Runs a script. It may run twice: if the connection breaks, the first outcome is unknown.
    pub(crate) async fn run<T: FromRedisValue>(
        &self,
        question: &impl Question,
    ) -> Result<T, Error> {
        let result = timeout(self.timeout, async {
            // A restart of the store breaks an idle connection unnoticed.
            let had_connection = self.line().initialized();
            match self.try_run(question).await {
                Err(Error::Away(_)) if had_connection => self.try_run(question).await,
                result => result,
            }
        });
        if let Ok(result) = result.await {
            return result;
        }
        // The remote machine may be gone without closing the connection.
        *self.line() = Arc::default();
        Err(Error::Silent(self.timeout))
    }

    async fn try_run<T: FromRedisValue>(&self, question: &impl Question) -> Result<T, Error> {
        let line = Arc::clone(&self.line());
        let result = async {
            let mut connection = line.get_or_try_init(|| self.connect()).await?.clone();
            question.ask(&mut connection).await
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

    async fn connect(&self) -> redis::RedisResult<MultiplexedConnection> {
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
