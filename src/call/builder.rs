//! Builds a call: its path and query, checked, and its body.

use std::fmt::{Display, Write as _};
use std::ops::{Bound, RangeBounds};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use url::form_urlencoded::byte_serialize;
use url::{Position, Url};
use uuid::Uuid;

use super::Call;
use super::upload::Payload;
use crate::client::Client;
use crate::error::{Error, Target};
use crate::settings::options::CallOptions;
use crate::wire::operation::Operation;
use crate::wire::secret::Json;

/// The characters of a path segment, besides letters and digits, that are not encoded.
const SEGMENT: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// Builds a call. Keeps the reason of the first invalid value, which fails it.
pub(crate) struct CallBuilder {
    text: String,
    has_query: bool,
    project: Option<String>,
    problem: Option<String>,
}

impl CallBuilder {
    pub(crate) fn new() -> Self {
        Self { text: String::with_capacity(64), has_query: false, project: None, problem: None }
    }

    /// Adds a constant part of the path.
    pub(crate) fn fixed(&mut self, part: &str) {
        self.text.push_str(part);
    }

    /// Adds a path parameter as one segment. Rejects `.` and `..`, which URLs resolve even if
    /// encoded.
    pub(crate) fn segment(&mut self, name: &str, value: &str) {
        if matches!(value, "" | "." | "..") {
            self.reject(|| {
                format!("`{name}` must not be {value:?}: set it to the id of an existing object")
            });
        }
        self.text.extend(utf8_percent_encode(value, SEGMENT));
    }

    /// Adds the id of the project.
    pub(crate) fn project(&mut self, name: &str, id: String) {
        self.segment(name, &id);
        self.project = Some(id);
    }

    /// Rejects text that is not a UUID.
    pub(crate) fn require_uuid(&mut self, name: &str, value: &str) {
        if value.parse::<Uuid>().is_err() {
            self.reject(|| format!("`{name}` is {value:?}, but must be a UUID: see its docs"));
        }
    }

    /// Adds a parameter of the query, if it is set.
    pub(crate) fn query(&mut self, name: &str, value: Option<&impl Display>) {
        if let Some(value) = value {
            self.pair(name, &value.to_string());
        }
    }

    /// Adds a flag as `1` or `0`, if it is set.
    pub(crate) fn flag(&mut self, name: &str, value: Option<bool>) {
        if let Some(value) = value {
            self.pair(name, if value { "1" } else { "0" });
        }
    }

    /// Adds a number, if it is set, and checks its limits.
    pub(crate) fn number(
        &mut self,
        name: &str,
        value: Option<impl Into<i64>>,
        range: impl RangeBounds<i64>,
    ) {
        let Some(value) = value.map(Into::into) else { return };
        if let Bound::Included(minimum) = range.start_bound()
            && value < *minimum
        {
            self.reject(|| format!("`{name}` is {value} (min {minimum})"));
        }
        if let Bound::Included(maximum) = range.end_bound()
            && value > *maximum
        {
            self.reject(|| format!("`{name}` is {value} (max {maximum})"));
        }
        self.pair(name, &value.to_string());
    }

    /// Adds a list as one comma-separated value, if it is set. The service treats every comma as a
    /// separator, so values with a comma are rejected; so are empty values and an empty list, which
    /// would not filter anything.
    pub(crate) fn comma_separated<T: Display>(&mut self, name: &str, values: Option<&[T]>) {
        let Some(values) = values else { return };
        match comma_separated(values) {
            Ok(text) => self.pair(name, &text),
            Err((place, why)) => self.reject(|| format!("`{name}{place}` {why}")),
        }
    }

    /// Rejects a text that is longer than the service accepts, in characters.
    pub(crate) fn max_length(&mut self, name: &str, text: Option<&str>, maximum: u64) {
        let length = text.map_or(0, |text| text.chars().count());
        if length as u64 > maximum {
            self.reject(|| format!("`{name}` has {length} characters (max {maximum})"));
        }
    }

    /// Rejects a call without the content of a file.
    pub(crate) fn require_content(&mut self, name: &str, is_set: bool) {
        if !is_set {
            self.reject(|| format!("the content is missing: set `{name}` or `file`"));
        }
    }

    /// Returns the call, or why it is invalid.
    pub(crate) fn build(
        self,
        client: Client,
        operation: &'static Operation,
        body: Option<serde_json::Result<Json>>,
        options: CallOptions,
    ) -> Result<Call, Error> {
        let Self { text, project, problem, .. } = self;
        let client = client.overridden_by(&options);
        let invalid = |reason| Error::invalid_request(operation, reason);
        let checked = match (problem, body.transpose()) {
            (Some(problem), _) => Err(invalid(problem)),
            (None, Err(error)) => Err(invalid(format!("the body is invalid: {error}"))),
            (None, Ok(body)) => client.url(operation, &text).and_then(|url| {
                let url = with_options(url, &client).map_err(invalid)?;
                Ok((url, body))
            }),
        };
        match checked {
            Ok((url, body)) => {
                let method = operation.method.clone();
                let mut call = Call::new(client, operation, method, url, project);
                if let Some((json, secrets)) = body {
                    (call.payload, call.secrets) = (Payload::Bytes(json.into()), secrets);
                }
                Ok(call)
            }
            Err(error) => Err(error.with_target(Target::of_project(operation, &client, project))),
        }
    }

    fn pair(&mut self, name: &str, value: &str) {
        self.text.push(if self.has_query { '&' } else { '?' });
        self.has_query = true;
        self.text.extend(byte_serialize(name.as_bytes()));
        self.text.push('=');
        self.text.extend(byte_serialize(value.as_bytes()));
    }

    fn reject(&mut self, reason: impl FnOnce() -> String) {
        self.problem.get_or_insert_with(reason);
    }
}

/// The maximum length of the path and query in bytes. The servers in front of the service reject
/// longer ones with 414 (observed).
const MAX_LENGTH: usize = 8_000;

/// Adds the parameters of the client's options to a URL, and checks its length.
pub(crate) fn with_options(mut url: Url, client: &Client) -> Result<Url, String> {
    client.options.extend(&mut url)?;
    check_length(&url)?;
    Ok(url)
}

/// Checks the length of a URL. Fails with the longest parameter, and how many of its values fit.
fn check_length(url: &Url) -> Result<(), String> {
    let length = url[Position::BeforePath..].len();
    if length <= MAX_LENGTH {
        return Ok(());
    }
    let too_long = format!("URL too long ({length} bytes of path and query, max {MAX_LENGTH})");
    let pairs = url.query().unwrap_or_default().split('&');
    let longest = pairs.max_by_key(|pair| pair.len()).and_then(|pair| pair.split_once('='));
    let Some((name, value)) = longest else { return Err(too_long) };
    let name = percent_decode_str(name).decode_utf8_lossy();
    let room = (MAX_LENGTH + value.len()).saturating_sub(length);
    const COMMA: &str = "%2C";
    let (mut end, mut fitting, mut count) = (0, 0, 0);
    for part in value.split(COMMA) {
        end += part.len();
        count += 1;
        fitting += usize::from(end <= room);
        end += COMMA.len();
    }
    Err(match count {
        1 => format!("{too_long}: `{name}` has {} bytes, and {room} fit", value.len()),
        _ => format!("{too_long}: the first {fitting} of {count} values of `{name}` fit"),
    })
}

/// Joins values with commas. Fails with the index of an invalid value, and the reason.
fn comma_separated<T: Display>(values: &[T]) -> Result<String, (String, &'static str)> {
    let mut text = String::new();
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        let start = text.len();
        let _ = write!(text, "{value}");
        let part = &text[start..];
        if part.is_empty() {
            return Err((format!("[{index}]"), "is empty"));
        }
        if part.contains(',') {
            return Err((format!("[{index}]"), "contains a comma, which separates values"));
        }
    }
    match text.is_empty() {
        true => Err((String::new(), "is an empty list: omit it to get everything")),
        false => Ok(text),
    }
}
