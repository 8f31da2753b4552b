//! The values that faults are made of, taken out of JSON one by one. An error names the member, and
//! says what would be right.

use serde_json::{Map, Value};

use crate::faults::FaultError;
use crate::state::suggestion;

/// How much of a wrong value is repeated, in characters.
const SHOWN: usize = 100;

/// What is not as `right` says.
pub(super) fn wrong(value: &Value, right: &str) -> FaultError {
    let mut shown = value.to_string();
    if let Some((end, _)) = shown.char_indices().nth(SHOWN) {
        shown.truncate(end);
        shown.push_str("..");
    }
    FaultError::new("", format!("{shown} is not {right}"))
}

/// A name that is none of these, which have an example each.
pub(super) fn unknown(name: &str, examples: &[(&str, &str)]) -> FaultError {
    let near = suggestion(name, examples.iter().map(|(known, _)| *known));
    let message = format!("there is no {name:?}{near}; there are {}", all(examples));
    FaultError::new("", message)
}

/// All examples, to choose from.
pub(super) fn all(examples: &[(&str, &str)]) -> String {
    let examples: Vec<_> = examples.iter().map(|(_, example)| *example).collect();
    examples.join(", ")
}

pub(super) fn text(value: Value, right: &str) -> Result<String, FaultError> {
    match value {
        Value::String(text) => Ok(text),
        value => Err(wrong(&value, right)),
    }
}

pub(super) fn flag(value: &Value) -> Result<bool, FaultError> {
    value.as_bool().ok_or_else(|| wrong(value, "true or false"))
}

/// A number that is whole and not below 0, and fits.
pub(super) fn whole<T: TryFrom<u64>>(value: &Value, right: &str) -> Result<T, FaultError> {
    let number = value.as_u64().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| wrong(value, right))
}

/// The members of an object that are still to be read.
pub(super) struct Members(Map<String, Value>);

impl Members {
    pub(super) fn of(value: Value, right: &str) -> Result<Self, FaultError> {
        match value {
            Value::Object(members) => Ok(Self(members)),
            value => Err(wrong(&value, right)),
        }
    }

    /// Takes a member, if it is there.
    pub(super) fn take<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(Value) -> Result<T, FaultError>,
    ) -> Result<Option<T>, FaultError> {
        let value = self.0.remove(name);
        let read = value.map(read).transpose();
        read.map_err(|error| error.within(name))
    }

    /// Takes a member, which is left out by a null too.
    pub(super) fn take_or_null<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(Value) -> Result<T, FaultError>,
    ) -> Result<Option<T>, FaultError> {
        self.0.retain(|known, value| known != name || !value.is_null());
        self.take(name, read)
    }

    /// Takes a member that has to be there.
    pub(super) fn needed<T>(
        &mut self,
        name: &str,
        right: &str,
        read: impl FnOnce(Value) -> Result<T, FaultError>,
    ) -> Result<T, FaultError> {
        let found = self.take(name, read)?;
        found.ok_or_else(|| FaultError::new(name, format!("this is missing; it is {right}")))
    }

    /// Whether there were only these.
    pub(super) fn end(self, known: &[&str]) -> Result<(), FaultError> {
        let Some((name, _)) = self.0.into_iter().next() else {
            return Ok(());
        };
        let near = suggestion(&name, known.iter().copied());
        let message = format!("this is not known{near}; there are {}", known.join(", "));
        Err(FaultError::new(name, message))
    }
}

/// A name alone, or with a value as the one member of an object.
pub(super) fn tagged(
    value: Value,
    examples: &[(&str, &str)],
) -> Result<(String, Option<Value>), FaultError> {
    match value {
        Value::String(name) => Ok((name, None)),
        Value::Object(members) if members.len() == 1 => {
            let mut members = members.into_iter();
            let found = members.next().map(|(name, value)| (name, Some(value)));
            Ok(found.unwrap_or_default())
        }
        value => Err(wrong(&value, &format!("one of {}", all(examples)))),
    }
}

/// The example of a name.
pub(super) fn example<'e>(name: &str, examples: &[(&str, &'e str)]) -> &'e str {
    let mut examples = examples.iter();
    examples.find(|(known, _)| *known == name).map_or("", |(_, example)| *example)
}
