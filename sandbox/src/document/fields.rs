//! The fields of an object: what is kept of it, and what follows from that.

use std::sync::{Arc, PoisonError};

use serde_json::{Map, Value, json};

use super::{Document, escape};

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// JSON pointer to its schema.
    pub(crate) schema: String,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// A value of its own, by default this one.
    Plain(Value),
    /// A time as text; most are sent in seconds too, as `{name}_timestamp`.
    Time,
    /// The seconds of that time.
    Timestamp(String),
    /// The e-mail address of the user in that field: the service names it `{field}_email`.
    Email(String),
}

impl Kind {
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self, Self::Plain(_) | Self::Time)
    }
}

impl Document {
    /// The fields of a schema in `components`, in the order of the document.
    pub(crate) fn fields(&self, schema: &str) -> Arc<Vec<Field>> {
        let mut known = self.fields.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fields) = known.get(schema) {
            return Arc::clone(fields);
        }
        let place = format!("/components/schemas/{schema}/properties");
        let empty = Map::new();
        let properties = self.value.pointer(&place).and_then(Value::as_object).unwrap_or(&empty);
        let named = |name: String| properties.contains_key(&name).then_some(name);
        let fields = properties.keys().map(|name| {
            let schema = format!("{place}/{}", escape(name));
            let is_time = properties[name]["$ref"] == "#/components/schemas/TimestampText";
            let kind = if is_time || named(format!("{name}_timestamp")).is_some() {
                Kind::Time
            } else if let Some(of) =
                name.strip_suffix("_timestamp").map(str::to_owned).and_then(named)
            {
                Kind::Timestamp(of)
            } else if let Some(of) = name.strip_suffix("_email").map(str::to_owned).and_then(named)
            {
                Kind::Email(of)
            } else {
                Kind::Plain(self.empty(&schema))
            };
            Field { name: name.clone(), schema, kind }
        });
        let fields = Arc::new(fields.collect());
        known.insert(schema.to_owned(), Arc::clone(&fields));
        fields
    }

    /// The value of a field that nobody has set.
    fn empty(&self, pointer: &str) -> Value {
        let Ok((_, schema)) = self.resolve(pointer) else { return Value::Null };
        match schema["type"].as_str() {
            Some("array") => json!([]),
            Some("object") => json!({}),
            _ if schema["nullable"] == true => Value::Null,
            Some("string") => json!(""),
            Some("boolean") => json!(false),
            Some("integer" | "number") => json!(0),
            _ => Value::Null,
        }
    }
}
