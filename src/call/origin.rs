//! What an answer or an error comes from: its call, as it was when the answer came.

use reqwest::StatusCode;

use crate::client::Client;
use crate::error::{Error, Target};
use crate::hook::Hooks;
use crate::settings::retry::RetryState;

/// Where an answer or an error comes from.
pub(crate) struct Origin {
    pub(super) client: Client,
    pub(super) target: Target,
    pub(crate) retries: RetryState,
    pub(super) hooks: Hooks,
}

impl Origin {
    /// Whether the caller wants the body of the answer as it came.
    pub(crate) fn keeps_body(&self) -> bool {
        self.client.options().keeps_body()
    }

    /// Tells the hooks how the call has ended.
    pub(crate) fn ended(&mut self, result: Result<StatusCode, &Error>) {
        self.hooks.ended(&self.retries, result);
    }

    /// The error that a call which had its answer ends with.
    pub(crate) fn conclude(origin: Option<Box<Self>>, error: Error) -> Error {
        let Some(mut origin) = origin else {
            return error;
        };
        let error = origin.tell(error);
        origin.ended(Err(&error));
        error
    }

    /// Tells an error what it comes from, and keeps the client's secrets out of its words.
    pub(crate) fn tell(&self, error: Error) -> Error {
        let secrets = self.client.secrets();
        let error = error.after(&self.retries).at(self.target.clone());
        error.with_place_of_redirect().without_secrets(&secrets)
    }
}
