//! The fields of an object: what is kept of it, and what follows from that.

use std::sync::Arc;

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
        self.fields.get(schema, || {
            let place = format!("/components/schemas/{schema}/properties");
            let empty = Map::new();
            let properties = self.value.pointer(&place).and_then(Value::as_object);
            let properties = properties.unwrap_or(&empty);
            let field = |(name, field): (&String, &Value)| {
                let schema = format!("{place}/{}", escape(name));
                Field { name: name.clone(), kind: self.kind(properties, name, field), schema }
            };
            properties.iter().map(field).collect()
        })
    }

    fn kind(&self, properties: &Map<String, Value>, name: &str, field: &Value) -> Kind {
        let beside = |suffix| {
            let other = name.strip_suffix(suffix).filter(|it| properties.contains_key(*it));
            other.map(str::to_owned)
        };
        let is_time = field["$ref"] == "#/components/schemas/TimestampText";
        if is_time || properties.contains_key(&format!("{name}_timestamp")) {
            Kind::Time
        } else if let Some(time) = beside("_timestamp") {
            Kind::Timestamp(time)
        } else if let Some(user) = beside("_email") {
            Kind::Email(user)
        } else {
            Kind::Plain(self.empty(field))
        }
    }

    /// The value of a field that nobody has set.
    fn empty(&self, field: &Value) -> Value {
        let schema = self.follow(field);
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
