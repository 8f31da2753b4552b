//! `writable_flag`: write access to a language is a boolean, or 0 or 1. `crate::wire::decode` reads
//! both as `bool`.

#[cfg(test)]
mod tests {
    use crate::types::ContributorLanguage;

    #[test]
    fn a_boolean_and_a_number_decode_alike() -> serde_json::Result<()> {
        for (body, expected) in [
            (r#"{"is_writable":true}"#, Some(true)),
            (r#"{"is_writable":1}"#, Some(true)),
            (r#"{"is_writable":false}"#, Some(false)),
            (r#"{"is_writable":0}"#, Some(false)),
            (r#"{"is_writable":null}"#, None),
        ] {
            let language: ContributorLanguage = serde_json::from_str(body)?;
            assert_eq!(language.is_writable, expected, "{body}");
        }
        Ok(())
    }
}
