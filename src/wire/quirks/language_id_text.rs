//! `language_id_text`: the id of a language is a number, or text in some responses about added
//! languages. `crate::wire::decode` reads both as a number.

#[cfg(test)]
mod tests {
    use crate::types::LanguagesCreatedResponse;

    #[test]
    fn a_number_and_a_text_decode_alike() -> serde_json::Result<()> {
        let number = r#"{"languages":[{"lang_id":803,"lang_iso":"sq-x"}],"errors":[]}"#;
        let text = r#"{"languages":[{"lang_id":"803","lang_iso":"sq-x"}],"errors":[]}"#;
        let number: LanguagesCreatedResponse = serde_json::from_str(number)?;
        assert_eq!(number, serde_json::from_str(text)?);
        assert_eq!(number.languages[0].lang_id, 803);
        Ok(())
    }
}
