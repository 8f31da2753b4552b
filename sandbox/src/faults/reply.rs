//! Whether an answer in the place of the right one can be sent.

use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::{HeaderName, HeaderValue};

use super::{FaultError, Reply, ReplyBody};

pub(super) fn check_reply(reply: &Reply) -> Result<(), FaultError> {
    let wrong = |message: String| FaultError::new("what", format!("`respond`: {message}"));
    check_status(reply).map_err(wrong)?;
    for (name, value) in &reply.headers {
        check_header(reply, name, value).map_err(wrong)?;
    }
    Ok(())
}

fn check_status(reply: &Reply) -> Result<(), String> {
    let status = reply.status;
    match status {
        204 | 304 if reply.body.size() > 0 => {
            Err(format!("{status} has no body; say `\"body\": \"empty\"`, or another status"))
        }
        200..=599 => Ok(()),
        100..=199 => Err(format!("{status} announces an answer and is none; 200 to 599 are")),
        _ => Err(format!("{status} is no status; 200 to 599 are")),
    }
}

fn check_header(reply: &Reply, name: &str, value: &str) -> Result<(), String> {
    let Ok(known) = HeaderName::try_from(name) else {
        return Err(format!("{name:?} cannot name a header; letters, digits and hyphens can"));
    };
    if HeaderValue::try_from(value).is_err() {
        return Err(format!("{value:?} cannot be the value of {name}: it has control characters"));
    }
    let size = reply.body.size();
    if known == TRANSFER_ENCODING {
        return Err(format!(
            "{name} is the server's own; leave it out, and for a body in chunks say `\"body\": \
             {{\"blanks\": N}}`"
        ));
    }
    // That of 304 would be the length that the answer has elsewhere.
    let is_right = *value == size.to_string()
        || (reply.status == 304 && value.bytes().all(|digit| digit.is_ascii_digit()));
    if known != CONTENT_LENGTH || (is_right && reply.status != 204) {
        return Ok(());
    }
    Err(match reply.status {
        204 => format!("204 has no {name}; leave it out"),
        _ => format!(
            "{name} is {value:?}, and the body has {size} bytes; leave it out, or say `cut_body` \
             for an answer that ends early"
        ),
    })
}

impl ReplyBody {
    /// Its size, in bytes.
    fn size(&self) -> u64 {
        match self {
            Self::Empty => 0,
            Self::Text(text) => text.len() as u64,
            Self::Json(value) => value.to_string().len() as u64,
            Self::Blanks(count) => *count,
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }
}
