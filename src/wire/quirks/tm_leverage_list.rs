//! `tm_leverage_list`: the matches of a language of a task are an object, or an empty list in older
//! responses, which `crate::wire::decode` decodes as an empty object.

#[cfg(test)]
mod tests {
    use crate::types::TaskLanguage;

    #[test]
    fn an_object_and_an_empty_list_decode() -> serde_json::Result<()> {
        for (matches, expected) in [
            (r#"{"75%+":2}"#, Some(vec![("75%+".to_owned(), 2)])),
            ("[]", Some(vec![])),
            ("null", None),
        ] {
            let body = format!(r#"{{"initial_tm_leverage":{matches}}}"#);
            let language: TaskLanguage = serde_json::from_str(&body)?;
            let decoded = language.initial_tm_leverage.map(Vec::from_iter);
            assert_eq!(decoded, expected, "{matches}");
        }
        Ok(())
    }
}
