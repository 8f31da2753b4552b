//! The data of a sandbox as JSON: what `--seed` takes, and `GET /state/data` gives.
//!
//! What is given can be taken again, and is then the same. Not part of it is what does not outlive
//! a restart: access tokens, codes, bundles, and work that has not ended.

mod error;
mod form;
mod read;
mod values;
mod write;

use serde::de::DeserializeOwned;

pub use error::DataError;
pub(crate) use form::Data;
pub(crate) use values::{form, is_default};

/// The JSON Schema of the form.
pub const SCHEMA: &str = include_str!("../../../seed.schema.json");

/// Reads JSON of this form, or with something of this form in it.
pub(crate) fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, DataError> {
    // Some editors begin files with a byte order mark.
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let data = serde_path_to_error::deserialize(&mut deserializer);
    let data = data.map_err(|error| match DataError::of_enum::<T>(json, &error) {
        Some(error) => error,
        None => DataError::of_text(error),
    })?;
    let end = deserializer.end();
    end.map_err(|error| DataError::new(format!("invalid JSON: {error}")))?;
    Ok(data)
}

impl Data {
    /// Reads JSON.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, DataError> {
        if json.trim_ascii_start().starts_with(b"[") {
            // A structure would be read from a list too.
            return Err(DataError::new("expected an object"));
        }
        parse(json)
    }

    /// Reads a JSON value.
    pub(crate) fn from_value(value: &serde_json::Value) -> Result<Self, DataError> {
        serde_path_to_error::deserialize(value).map_err(DataError::of_text)
    }

    /// The JSON.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        // The form has nothing that JSON cannot say: names are text and numbers are whole.
        let mut json = serde_json::to_vec_pretty(self).unwrap_or_default();
        json.push(b'\n');
        json
    }
}

/// Holds `seed.schema.json` against the types.
#[test]
fn the_schema_is_that_of_the_types() {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    let schema = settings.into_generator().into_root_schema_for::<Data>();
    let generated = serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/seed.schema.json");
    if std::env::var_os("WRITE_SEED_SCHEMA").is_some() {
        assert!(std::fs::write(path, generated).is_ok());
        return;
    }
    assert!(
        generated == SCHEMA,
        "seed.schema.json is not that of the types; renew it with \
         WRITE_SEED_SCHEMA=1 cargo test -p l10n-sandbox --lib the_schema_is"
    );
}
