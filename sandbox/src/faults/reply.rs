//! Whether an answer in the place of the right one can be sent.

use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::{HeaderName, HeaderValue};

use super::{FaultError, Reply, ReplyBody};

pub(super) fn check_reply(reply: &Reply) -> Result<(), FaultError> {
    let wrong = |message: String| FaultError::new("what", format!("`respond`: {message}"));
    check_status(reply).map_err(wrong)?;
    for (name, value) in &reply.headers {
        check_header(name, value).map_err(wrong)?;
    }
    Ok(())
}

fn check_status(reply: &Reply) -> Result<(), String> {
    let status = reply.status;
    match status {
        204 | 304 if reply.body != ReplyBody::Empty => {
            Err(format!("{status} has no body; say `\"body\": \"empty\"`, or another status"))
        }
        200..=599 => Ok(()),
        100..=199 => Err(format!("{status} announces an answer and is none; 200 to 599 are")),
        _ => Err(format!("{status} is no status; 200 to 599 are")),
    }
}

fn check_header(name: &str, value: &str) -> Result<(), String> {
    let Ok(known) = HeaderName::try_from(name) else {
        return Err(format!("{name:?} cannot name a header; letters, digits and hyphens can"));
    };
    if HeaderValue::try_from(value).is_err() {
        return Err(format!("{value:?} cannot be the value of {name}: it has control characters"));
    }
    match known {
        CONTENT_LENGTH | TRANSFER_ENCODING => Err(format!(
            "the server sets {name} itself; leave it out, or use `cut_body` for an answer that \
             ends early and `\"body\": {{\"blanks\": N}}` for one in chunks"
        )),
        _ => Ok(()),
    }
}
