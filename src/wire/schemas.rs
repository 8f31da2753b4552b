//! JSON Schemas, with the feature `schemars`, of the types whose wire form is written by hand;
//! those of the other bodies are derived.
//!
//! A schema says what the service writes and takes, as the document does. What is read besides
//! (numbers as text, null for nothing) is not in it.

/// Implements `JsonSchema` for a type, by an expression of the generator of schemas.
macro_rules! json_schema_of {
    ($name:ident, |$generator:ident| $schema:expr) => {
        #[cfg(feature = "schemars")]
        impl ::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema($generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                $schema
            }
        }
    };
}

pub(crate) use json_schema_of;

/// Implements `JsonSchema` for text with a format, which needs no name of its own.
macro_rules! text_of_format {
    ($name:ident, $format:literal) => {
        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for crate::$name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "format": $format })
            }
        }
    };
}

text_of_format!(Secret, "password");
text_of_format!(Base64, "byte");

/// The schema of what has one of two shapes.
#[cfg(feature = "schemars")]
pub(crate) fn one_of<A: schemars::JsonSchema, B: schemars::JsonSchema>(
    generator: &mut schemars::SchemaGenerator,
) -> schemars::Schema {
    let shapes = [
        generator.subschema_for::<A>(),
        generator.subschema_for::<B>(),
    ];
    schemars::json_schema!({ "oneOf": shapes })
}

/// The schema of a list of values that may grow: one of them, or any other value of their type.
#[cfg(feature = "schemars")]
pub(crate) fn open_list<const N: usize>(
    values: [serde_json::Value; N],
    any: schemars::Schema,
) -> schemars::Schema {
    let mut listed = any.clone();
    listed.insert("enum".to_owned(), values.to_vec().into());
    schemars::json_schema!({ "anyOf": [listed, any] })
}
