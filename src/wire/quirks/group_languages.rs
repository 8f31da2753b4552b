//! `group_languages`: requests of groups without languages, or with empty lists, were accepted, and
//! newer versions of the service reject them. Empty lists are sent.

#[cfg(test)]
mod tests {
    use crate::types::{TeamGroupLanguages, TeamGroupSettings};

    #[test]
    fn lists_are_sent_empty_or_not() -> serde_json::Result<()> {
        let group = TeamGroupSettings::new("Translators", false, true);
        assert_eq!(serde_json::to_value(&group)?.get("languages"), None);
        let group = group.languages(TeamGroupLanguages::new([0; 0], [666]));
        let languages = &serde_json::to_value(group)?["languages"];
        assert_eq!(*languages, serde_json::json!({"reference": [], "contributable": [666]}));
        Ok(())
    }
}
