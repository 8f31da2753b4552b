//! What the service says in the body of an error.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde_json::Value;

/// What an error body says, whatever its form: the documented envelope, the same without the wrapper, an OAuth error, or
/// nothing that can be understood.
#[derive(Default)]
pub(super) struct Said {
    pub(super) message: Option<String>,
    pub(super) code: Option<String>,
    /// The `state` of an authorization request, which an OAuth error echoes.
    pub(super) state: Option<String>,
    pub(super) violations: BTreeMap<String, Vec<String>>,
}

impl Said {
    pub(super) fn read(body: &[u8]) -> Self {
        let Ok(Value::Object(whole)) = serde_json::from_slice(body) else {
            return Self::default();
        };
        match whole.get("error") {
            Some(Value::Object(wrapped)) => Self::envelope(wrapped),
            Some(Value::String(name)) => Self {
                message: text(whole.get("error_description"))
                    .or_else(|| text(whole.get("message"))),
                code: Some(name.clone()),
                state: text(whole.get("state")),
                violations: BTreeMap::new(),
            },
            _ => Self::envelope(&whole),
        }
    }

    /// All that is kept of the service's words.
    pub(super) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let violations = self.violations.values_mut().flatten();
        [&mut self.message, &mut self.code]
            .into_iter()
            .flatten()
            .chain(violations)
    }

    fn envelope(members: &serde_json::Map<String, Value>) -> Self {
        let violations = members.get("violations").and_then(Value::as_object);
        // Newer endpoints answer with a list of words, or with a `statusCode`.
        let listed = || {
            members
                .get("errors")
                .map(texts)
                .map(|texts| texts.join("; "))
        };
        let code = members.get("code").or_else(|| members.get("statusCode"));
        Self {
            message: text(members.get("message"))
                .or_else(listed)
                .filter(|text| !text.is_empty()),
            code: text(code),
            state: None,
            violations: violations
                .into_iter()
                .flatten()
                .map(|(field, messages)| (field.clone(), texts(messages)))
                .collect(),
        }
    }
}

/// Words of the service for one line of text: a colon before them, no line breaks in them.
impl Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self
            .code
            .as_deref()
            .filter(|code| code.parse::<u16>().is_err());
        for part in [named, self.message.as_deref()].into_iter().flatten() {
            write!(f, ": {}", one_line(part))?;
        }
        for (field, messages) in &self.violations {
            write!(
                f,
                "; `{}`: {}",
                one_line(field),
                one_line(&messages.join(" "))
            )?;
        }
        Ok(())
    }
}

/// Text without line breaks and other control characters.
pub(super) fn one_line(text: &str) -> String {
    text.split(|character: char| character.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values
            .iter()
            .filter_map(|value| text(Some(value)))
            .collect(),
        value => text(Some(value)).into_iter().collect(),
    }
}
