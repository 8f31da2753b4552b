//! `trigger_names`: the service lists six identifiers of integrations in one place and ten in
//! another, and neither list is known here.

text_id! {
    /// Identifier of an integration whose export is triggered. Any text may be sent.
    ExportTrigger
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_identifier_is_sent_as_it_is() -> serde_json::Result<()> {
        for name in [r#""amazons3""#, r#""some-enterprise-git""#] {
            let trigger: ExportTrigger = serde_json::from_str(name)?;
            assert_eq!(serde_json::to_string(&trigger)?, name);
        }
        Ok(())
    }
}
