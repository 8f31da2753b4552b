//! `export_settings`: both exports are documented to take the same settings, and the last six are
//! shown for the asynchronous one only. What is set is sent to either; what is not set is not.

#[cfg(test)]
mod tests {
    use crate::Error;
    use crate::types::FileExport;

    #[test]
    fn a_setting_is_sent_only_where_it_was_set() -> Result<(), Error> {
        let sent = |export: FileExport| serde_json::to_string(&export).unwrap_or_default();
        let export = FileExport::new("arb");
        assert_eq!(sent(export.clone()), r#"{"format":"arb"}"#);
        let compact = r#"{"compact":true,"format":"arb"}"#;
        assert_eq!(sent(export.compact(true)), compact);
        Ok(())
    }
}
