//! `export_settings`: both exports are documented with the same settings, but the last six only for
//! the asynchronous one. Both calls send the settings that you set.

#[cfg(test)]
mod tests {
    use crate::Error;
    use crate::types::FileExport;

    #[test]
    fn a_setting_is_sent_only_where_it_was_set() -> Result<(), Error> {
        let sent = |export: FileExport| serde_json::to_string(&export).unwrap_or_default();
        let export = FileExport::new("arb");
        assert_eq!(sent(export.clone()), r#"{"format":"arb"}"#);
        let compact = r#"{"format":"arb","compact":true}"#;
        assert_eq!(sent(export.compact(true)), compact);
        Ok(())
    }
}
