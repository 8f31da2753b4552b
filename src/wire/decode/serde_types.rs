//! Types of the caller, decoded by serde.

use serde::de::DeserializeOwned;

use super::Decode;
use super::reader::{Failure, Reader, Result, offset_of};

pub(crate) struct Serde<T>(pub(crate) T);

impl<T: DeserializeOwned> Decode for Serde<T> {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let start = reader.start();
        let text = reader.skip()?;
        serde_json::from_str(text).map(Self).map_err(|error| {
            Box::new(Failure {
                at: start + offset_of(&error, text),
                // That of serde quotes values.
                reason: Some(String::new()),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_position_is_in_the_whole_body() {
        let body = b"{\n \"x\": 1,\n \"y\":\n  true}";
        type Numbers = Serde<BTreeMap<String, u8>>;
        let error = super::super::read(body, Numbers::decode).err();
        let error = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("line 4 column"), "{error}");
    }
}
