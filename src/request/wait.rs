//! Raw requests that start a process: waiting for its end.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::Value;

use super::RawRequest;
#[cfg(doc)]
use crate::calls::GetProcess;
use crate::error::Error;
use crate::types::QueuedProcess;
use crate::wait::{Wait, poll_of, process};

impl<'a> RawRequest<'a> {
    /// Sends the request, and waits for the end of the process that its answer holds: a `process`,
    /// or a `process_id`. Its path is that of a project.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::json;
    ///
    /// let path = "projects/garnet-7041.26/branches/7/merge-async";
    /// let merge = client.request(Method::POST, path).json(&json!({"force": true}));
    /// println!("{}", merge.wait().await?.status);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send), and as [`GetProcess::wait`]. A path without a project is an invalid
    /// request; an answer without a process does not decode.
    pub fn wait(self) -> Wait<'a, QueuedProcess> {
        let operation = self.operation();
        let project = self.project();
        let is_known = project.is_some();
        let (client, options, _) = self.context();
        let poll = poll_of(client, &project.unwrap_or_default(), options);
        let sent = async move {
            if !is_known {
                let reason = "processes are read of a project, and its path does not begin with \
                              `projects/`";
                return Err(Error::invalid_request(operation, reason));
            }
            let answer = self.send::<Begun>().await?;
            let retries = *answer.retries();
            Ok((answer.into_inner().0, retries))
        };
        process(operation, poll, sent)
    }
}

/// The process in an answer that the document does not hold.
struct Begun(String);

impl<'de> Deserialize<'de> for Begun {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let body = Value::deserialize(deserializer)?;
        let places = ["/process/process_id", "/process_id", "/process"];
        let id = places
            .into_iter()
            .find_map(|place| match body.pointer(place)? {
                Value::String(id) => Some(id.clone()),
                Value::Number(id) => Some(id.to_string()),
                _ => None,
            });
        id.filter(|id| !id.is_empty())
            .map(Self)
            .ok_or_else(|| D::Error::missing_field("process_id"))
    }
}
