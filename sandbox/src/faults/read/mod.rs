//! Faults as they are written in JSON, read so that an error tells the member and what is right.

mod members;
#[cfg(test)]
mod tests;
mod what;

use serde_json::Value;

use super::body::BodyHolds;
use super::form::ALWAYS;
use super::{Fault, FaultError, Misbehavior};
use members::{Members, text, whole, wrong};

const FAULT: &str =
    r#"a fault, as {"operation": "listFiles", "what": {"respond": {"status": 503}}}"#;
const MEMBERS: [&str; 10] =
    ["operation", "method", "project", "token", "body", "after", "times", "share", "seed", "what"];
const TIMES: &str = "a count, as 2, or \"always\"";
const BODY: &str =
    r#"{"text": "a text"} or {"pointer": "/comments/0/comment", "value": "a value"}"#;

impl TryFrom<Value> for Fault {
    type Error = FaultError;

    fn try_from(value: Value) -> Result<Self, FaultError> {
        let mut members = Members::of(value, FAULT)?;
        let what = members.needed("what", what::RIGHT, Misbehavior::try_from)?;
        let mut fault = Self::new(what);
        let name = |value| text(value, r#"an operation, as "listFiles", or "any""#);
        if let Some(operation) = members.take_or_null("operation", name)? {
            fault = fault.on(&operation);
        }
        let method = |value| text(value, r#"a method, as "GET""#);
        if let Some(method) = members.take_or_null("method", method)? {
            fault = fault.method(&method);
        }
        let address = |value| text(value, r#"a project, as "garnet-7041.26", or "ID:branch""#);
        if let Some(address) = members.take_or_null("project", address)? {
            fault = fault.project(&address);
        }
        let secret = |value| text(value, r#"a token, as "sandbox-read-write-token""#);
        fault.token = members.take_or_null("token", secret)?;
        fault.body = members.take_or_null("body", body)?;
        let count = |value| whole(&value, "a whole number, as 3");
        fault.after = members.take("after", count)?.unwrap_or(fault.after);
        fault.times = members.take("times", times)?.unwrap_or(fault.times);
        fault.share = members.take("share", share)?.unwrap_or(fault.share);
        fault.seed = members.take("seed", count)?.unwrap_or(fault.seed);
        members.end(&MEMBERS)?;
        Ok(fault)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as all that read a member")]
fn times(value: Value) -> Result<Option<u64>, FaultError> {
    match value == ALWAYS {
        true => Ok(None),
        false => whole(&value, TIMES).map(Some),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as all that read a member")]
fn share(value: Value) -> Result<f64, FaultError> {
    let wrong = || wrong(&value, "a number above 0 and at most 1, as 0.2");
    value.as_f64().ok_or_else(wrong)
}

fn body(value: Value) -> Result<BodyHolds, FaultError> {
    let given = value.clone();
    let mut members = Members::of(value, BODY)?;
    let sent = members.take("text", |value| text(value, "a text, as \"Hello\""))?;
    let pointer = |value| text(value, "a JSON pointer, as \"/comments/0/comment\"");
    let pointer = members.take("pointer", pointer)?;
    let value = members.take("value", Ok)?;
    members.end(&["text", "pointer", "value"])?;
    match (sent, pointer, value) {
        (Some(text), None, None) => Ok(BodyHolds::Text { text }),
        (None, Some(pointer), Some(value)) => Ok(BodyHolds::Value { pointer, value }),
        _ => Err(wrong(&given, BODY)),
    }
}
