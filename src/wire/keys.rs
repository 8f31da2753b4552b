//! Methods of keys.

use serde_json::Value;

use crate::types::Key;

impl Key {
    /// Parses the custom attributes, which the service sends as JSON text; `None` if there are
    /// none, or the text is not JSON.
    pub fn attributes(&self) -> Option<Value> {
        match self.custom_attributes.as_ref()? {
            Value::String(text) => serde_json::from_str(text).ok(),
            Value::Null => None,
            attributes => Some(attributes.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_json_in_text_or_plain() -> serde_json::Result<()> {
        let json = serde_json::json!({"a": [1]});
        for (wire, expected) in [
            (r#""{\"a\":[1]}""#, Some(json.clone())),
            (r#"{"a":[1]}"#, Some(json)),
            (r#""""#, None),
            ("null", None),
            ("[]", Some(serde_json::json!([]))),
            (r#""plain""#, None),
        ] {
            let body = format!(r#"{{"key_id":1,"custom_attributes":{wire}}}"#);
            let key: Key = serde_json::from_str(&body)?;
            assert_eq!(key.attributes(), expected, "{wire}");
        }
        Ok(())
    }
}
