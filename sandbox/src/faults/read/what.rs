//! What goes wrong, as it is written in JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::members::{Members, example, flag, tagged, text, unknown, whole, wrong};
use crate::faults::{FaultError, Misbehavior, Reply, ReplyBody, ResetMoment};

/// What goes wrong, in short.
pub(super) const RIGHT: &str = r#"what goes wrong, as {"respond": {"status": 503}}"#;
/// All that can go wrong.
pub(super) const KINDS: [(&str, &str); 10] = [
    ("respond", r#"{"respond": {"status": 503}}"#),
    ("delay", r#"{"delay": 1000}"#),
    ("drip", r#"{"drip": {"chunk": 10, "pause": 100}}"#),
    ("reset", r#"{"reset": "before_effect"}"#),
    ("cut_head", r#"{"cut_head": 20}"#),
    ("cut_body", r#"{"cut_body": 20}"#),
    ("list", r#"{"list": {"cap": 2}}"#),
    ("expired_link", r#""expired_link""#),
    ("no_range", r#""no_range""#),
    ("one_of", r#"{"one_of": [{"delay": 1000}, {"cut_body": 20}]}"#),
];
pub(super) const BODIES: [(&str, &str); 5] = [
    ("empty", r#""empty""#),
    ("text", r#"{"text": "Busy"}"#),
    ("json", r#"{"json": {"error": "busy"}}"#),
    ("blanks", r#"{"blanks": 1000}"#),
    ("base64", r#"{"base64": "/w=="}"#),
];
pub(super) const MOMENTS: [(&str, ResetMoment); 4] = [
    ("on_connect", ResetMoment::OnConnect),
    ("before_body", ResetMoment::BeforeBody),
    ("before_effect", ResetMoment::BeforeEffect),
    ("after_effect", ResetMoment::AfterEffect),
];
const MILLISECONDS: &str = "a count of milliseconds, as 1000";
const BYTES: &str = "a count of bytes, as 20";

impl TryFrom<Value> for Misbehavior {
    type Error = FaultError;

    fn try_from(value: Value) -> Result<Self, FaultError> {
        let (name, value) = tagged(value, &KINDS)?;
        let read = match (name.as_str(), value) {
            ("expired_link", None | Some(Value::Null)) => Ok(Self::ExpiredLink),
            ("no_range", None | Some(Value::Null)) => Ok(Self::NoRange),
            _ if example(&name, &KINDS).is_empty() => return Err(unknown(&name, &KINDS)),
            ("expired_link" | "no_range", Some(_)) => Err(valueless(&name, &KINDS)),
            (_, None) => Err(bare(&name, &KINDS)),
            ("respond", Some(value)) => reply(value).map(Self::Respond),
            ("delay", Some(value)) => milliseconds(value).map(Self::Delay),
            ("drip", Some(value)) => drip(value),
            ("reset", Some(value)) => moment(&value).map(Self::Reset),
            ("cut_head", Some(value)) => whole(&value, BYTES).map(Self::CutHead),
            ("cut_body", Some(value)) => whole(&value, BYTES).map(Self::CutBody),
            ("list", Some(value)) => list(value),
            (_, Some(value)) => several(value).map(Self::OneOf),
        };
        read.map_err(|error| error.within(&name))
    }
}

/// A name that is there without the value it takes.
fn bare(name: &str, examples: &[(&str, &str)]) -> FaultError {
    let right = example(name, examples);
    FaultError::new("", format!("its value is missing; it is written as {right}"))
}

/// A name that is there with a value, which it has not.
fn valueless(name: &str, examples: &[(&str, &str)]) -> FaultError {
    let right = example(name, examples);
    FaultError::new("", format!("it has no value; it is written as {right}"))
}

#[expect(clippy::needless_pass_by_value, reason = "as all that read a member")]
fn milliseconds(value: Value) -> Result<Duration, FaultError> {
    whole(&value, MILLISECONDS).map(Duration::from_millis)
}

fn drip(value: Value) -> Result<Misbehavior, FaultError> {
    let mut members = Members::of(value, r#"an object, as {"chunk": 10, "pause": 100}"#)?;
    let chunk = members.needed("chunk", BYTES, |value| whole(&value, BYTES))?;
    let pause = members.needed("pause", MILLISECONDS, milliseconds)?;
    members.end(&["chunk", "pause"])?;
    Ok(Misbehavior::Drip { chunk, pause })
}

fn moment(value: &Value) -> Result<ResetMoment, FaultError> {
    let mut moments = MOMENTS.into_iter();
    let found = moments.find(|(name, _)| value == name);
    found.map(|(_, moment)| moment).ok_or_else(|| {
        let names = MOMENTS.map(|(name, _)| format!("{name:?}")).join(", ");
        wrong(value, &format!("one of {names}"))
    })
}

fn list(value: Value) -> Result<Misbehavior, FaultError> {
    let mut members = Members::of(value, r#"an object, as {"cap": 2, "counted": false}"#)?;
    let cap = |value| whole(&value, "a count, as 2");
    let cap = members.take_or_null("cap", cap)?;
    let counted = members.take("counted", |value| flag(&value))?;
    members.end(&["cap", "counted"])?;
    Ok(Misbehavior::List { cap, counted: counted.unwrap_or(true) })
}

fn several(value: Value) -> Result<Vec<Misbehavior>, FaultError> {
    let Value::Array(several) = value else {
        let right = r#"a list, as [{"delay": 1000}, {"cut_body": 20}]"#;
        return Err(wrong(&value, right));
    };
    let each = several.into_iter().enumerate().map(|(index, one)| {
        let read = Misbehavior::try_from(one);
        read.map_err(|error| error.within(&index.to_string()))
    });
    each.collect()
}

fn reply(value: Value) -> Result<Reply, FaultError> {
    let mut members = Members::of(value, r#"an object, as {"status": 503}"#)?;
    let status = |value| whole(&value, "a status, as 503");
    let status = members.take("status", status)?;
    let headers = members.take("headers", headers)?;
    let body = members.take("body", body)?;
    let effect = members.take("effect", |value| flag(&value))?;
    members.end(&["status", "headers", "body", "effect"])?;
    Ok(Reply {
        status: status.unwrap_or(200),
        headers: headers.unwrap_or_default(),
        body: body.unwrap_or_default(),
        effect: effect.unwrap_or_default(),
    })
}

fn headers(value: Value) -> Result<BTreeMap<String, String>, FaultError> {
    let Value::Object(headers) = value else {
        return Err(wrong(&value, r#"an object of texts, as {"Retry-After": "7"}"#));
    };
    let each = headers.into_iter().map(|(name, value)| {
        let value = text(value, "a text, as \"7\"");
        let value = value.map_err(|error| error.within(&name))?;
        Ok((name, value))
    });
    each.collect()
}

fn body(value: Value) -> Result<ReplyBody, FaultError> {
    let (name, value) = tagged(value, &BODIES)?;
    let read = match (name.as_str(), value) {
        ("empty", None | Some(Value::Null)) => Ok(ReplyBody::Empty),
        ("empty", Some(_)) => Err(valueless(&name, &BODIES)),
        ("text", Some(value)) => text(value, "a text, as \"Busy\"").map(ReplyBody::Text),
        ("json", Some(value)) => Ok(ReplyBody::Json(value)),
        ("blanks", Some(value)) => whole(&value, BYTES).map(ReplyBody::Blanks),
        ("base64", Some(value)) => base64(value),
        _ if example(&name, &BODIES).is_empty() => return Err(unknown(&name, &BODIES)),
        _ => Err(bare(&name, &BODIES)),
    };
    read.map_err(|error| error.within(&name))
}

fn base64(value: Value) -> Result<ReplyBody, FaultError> {
    let right = "bytes in Base64, with its padding, as \"/w==\"";
    let text = text(value, right)?;
    match STANDARD.decode(&text) {
        Ok(bytes) => Ok(ReplyBody::Bytes(bytes.into())),
        Err(_) => Err(wrong(&Value::from(text), right)),
    }
}
