//! What the document describes as an object, kept as JSON under the names of the document.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One object. Times are kept as seconds since 1970, under the name of the textual time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row(pub(crate) Map<String, Value>);

impl Row {
    pub(crate) fn of<const N: usize>(fields: [(&str, Value); N]) -> Self {
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    pub(crate) fn get(&self, field: &str) -> &Value {
        self.0.get(field).unwrap_or(&Value::Null)
    }

    /// An id, or 0, which no object has, if the field is absent.
    pub(crate) fn id(&self, field: &str) -> u64 {
        self.get(field).as_u64().unwrap_or_default()
    }

    pub(crate) fn seconds(&self, field: &str) -> i64 {
        self.get(field).as_i64().unwrap_or_default()
    }

    pub(crate) fn text(&self, field: &str) -> &str {
        self.get(field).as_str().unwrap_or_default()
    }

    pub(crate) fn flag(&self, field: &str) -> bool {
        self.get(field).as_bool().unwrap_or_default()
    }

    pub(crate) fn list(&self, field: &str) -> &[Value] {
        items(self.get(field))
    }

    pub(crate) fn texts(&self, field: &str) -> impl Iterator<Item = &str> + Clone {
        self.list(field).iter().filter_map(Value::as_str)
    }

    pub(crate) fn set(&mut self, field: &str, value: impl Into<Value>) {
        self.0.insert(field.to_owned(), value.into());
    }

    /// Whether it has all fields of another, with the same values.
    pub(crate) fn includes(&self, other: &Self) -> bool {
        other.0.iter().all(|(name, value)| self.get(name) == value)
    }

    pub(crate) fn fill(&mut self, field: &str, value: impl FnOnce() -> Value) {
        if !self.0.contains_key(field) {
            self.set(field, value());
        }
    }
}

impl FromIterator<(String, Value)> for Row {
    fn from_iter<T: IntoIterator<Item = (String, Value)>>(fields: T) -> Self {
        Self(fields.into_iter().collect())
    }
}

pub(crate) fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn each_once(mut values: Vec<Value>, name: impl Fn(&Value) -> Value) -> Vec<Value> {
    let mut seen = HashSet::new();
    values.retain(|value| seen.insert(name(value)));
    values
}

/// The objects of a project, of a branch or of the account, by the name of their list. A list is
/// shared until it changes: worlds begin with the same one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tables(BTreeMap<String, Arc<Vec<Row>>>);

impl Tables {
    pub(crate) fn rows(&self, many: &str) -> &[Row] {
        self.0.get(many).map_or(&[], |rows| rows)
    }

    pub(crate) fn rows_mut(&mut self, many: &str) -> &mut Vec<Row> {
        Arc::make_mut(self.0.entry(many.to_owned()).or_default())
    }
}
