//! `language_id_text`: the id of a language is a number, and text in some answers about languages
//! that were added. The field is a number, which `crate::wire::decode` reads from both.

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
