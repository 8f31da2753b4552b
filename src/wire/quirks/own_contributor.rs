//! `own_contributor`: the caller's own contributor has a `project_id`, as documented, or a
//! `project_uuid` instead. Both are optional.

#[cfg(test)]
mod tests {
    use crate::types::ContributorResponse;

    #[test]
    fn the_project_has_an_id_or_a_uuid() -> serde_json::Result<()> {
        let documented: ContributorResponse =
            serde_json::from_str(r#"{"project_id":"p.1","contributor":{"user_id":1}}"#)?;
        let observed: ContributorResponse = serde_json::from_str(
            r#"{"project_uuid":"01957a00-0000-7000-8000-0000000000a1","contributor":{"user_id":1}}"#,
        )?;
        assert_eq!(documented.contributor, observed.contributor);
        assert_eq!(documented.project_id.as_deref(), Some("p.1"));
        assert_eq!((observed.project_id, documented.project_uuid), (None, None));
        assert!(observed.project_uuid.is_some());
        Ok(())
    }
}
