//! `errors_text`: what went wrong with single keys is a list, and was seen once as an empty text.
//! `crate::decode` reads an empty text as an empty list, wherever a list is.

#[cfg(test)]
mod tests {
    use crate::types::KeysChangedResponse;

    #[test]
    fn an_empty_text_and_an_empty_list_decode_alike() -> serde_json::Result<()> {
        let list: KeysChangedResponse = serde_json::from_str(r#"{"keys":[],"errors":[]}"#)?;
        let text: KeysChangedResponse = serde_json::from_str(r#"{"keys":[],"errors":""}"#)?;
        assert_eq!(list, text);
        Ok(())
    }

    #[test]
    fn a_text_with_content_is_not_swallowed() {
        let body = r#"{"keys":[],"errors":"The key name is taken"}"#;
        assert!(serde_json::from_str::<KeysChangedResponse>(body).is_err());
    }
}
