//! The JSON Schema of the form, made of its types, and held against `seed.schema.json`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::values::{FromText, Id, LARGEST_ID, Moment, Name, Named, Reference, Short, Uuid7};
use super::{Data, Each, EachPlatform};

/// A schema with a name, to be referred to.
macro_rules! named {
    ($type:ty, $name:literal, $generator:ident => $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

named!(Id, "Id", _generator => json_schema!({
    "description": "An id. Given where it is left out.",
    "type": "integer",
    "minimum": 1,
    "maximum": LARGEST_ID,
}));
named!(Moment, "Moment", _generator => json_schema!({
    "description": "A moment. Where it is left out, that of what it is in.",
    "type": "string",
    "format": "date-time",
    "pattern": r"^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$",
}));
named!(Uuid7, "Uuid7", _generator => json_schema!({
    "description": "A UUID v7. Given where it is left out, the same every time.",
    "type": "string",
    "format": "uuid",
    "pattern": concat!(
        "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}",
        "-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$"
    ),
}));
named!(Name, "Name", _generator => json_schema!({
    "description": "Text that is not empty.",
    "type": "string",
    "minLength": 1,
}));
named!(Reference, "Reference", generator => json_schema!({
    "description": "Something else in the data, by its id or by its name (a user: the e-mail).",
    "anyOf": [
        generator.subschema_for::<Id>(),
        generator.subschema_for::<Name>(),
    ],
}));
named!(EachPlatform, "EachPlatform", generator => json_schema!({
    "description": "A text for all platforms, or one for each.",
    "anyOf": [
        generator.subschema_for::<Name>(),
        {
            "allOf": [generator.subschema_for::<Each>()],
            "anyOf": [
                { "required": ["ios"], "properties": { "ios": { "type": "string" } } },
                { "required": ["android"], "properties": { "android": { "type": "string" } } },
                { "required": ["web"], "properties": { "web": { "type": "string" } } },
                { "required": ["other"], "properties": { "other": { "type": "string" } } },
            ],
        },
    ],
}));

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("NamedOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
}

impl<T: JsonSchema + FromText> JsonSchema for Short<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("ShortOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let least = u32::from(!T::MAY_BE_EMPTY);
        json_schema!({
            "anyOf": [
                { "type": "string", "minLength": least },
                generator.subschema_for::<T>(),
            ],
        })
    }
}

/// The schema as a file.
fn generated() -> String {
    let schema = schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Data>();
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}

#[test]
fn the_schema_is_that_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/seed.schema.json");
    if std::env::var_os("WRITE_SEED_SCHEMA").is_some() {
        assert!(std::fs::write(path, generated()).is_ok());
        return;
    }
    assert!(
        generated() == super::super::SCHEMA,
        "seed.schema.json is not that of the types; renew it with \
         WRITE_SEED_SCHEMA=1 cargo test -p l10n-sandbox --lib the_schema_is"
    );
}
