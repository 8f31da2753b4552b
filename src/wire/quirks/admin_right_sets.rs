//! `admin_right_sets`: two lists of admin rights are documented, one with the invitation and one
//! with the update, and both occur mixed in one answer. `AdminRight` has the values of both, and an
//! update takes any of them, since it is documented with either list. An invitation takes
//! `InvitationAdminRight`, which is made from a reference to an `AdminRight`: one that no invitation
//! takes becomes `Other`.

#[cfg(test)]
mod tests {
    use crate::types::AdminRight;

    /// Values that only the list of the invitation has.
    const INVITATION_ONLY: &str = r#"["branches_create",
        "branches_main_modify","branches_merge","custom_status_modify","glossary_edit",
        "glossary_delete","manage_languages","review"]"#;
    /// Values that only the list of the update has.
    const UPDATE_ONLY: &str = r#"["create_branches","languages"]"#;

    #[test]
    fn the_values_of_both_lists_have_names() -> serde_json::Result<()> {
        for list in [INVITATION_ONLY, UPDATE_ONLY] {
            let rights: Vec<AdminRight> = serde_json::from_str(list)?;
            assert!(
                !rights.iter().any(|right| matches!(right, AdminRight::Other(_))),
                "{rights:?}"
            );
            let written: serde_json::Value = serde_json::to_value(&rights)?;
            assert_eq!(written, serde_json::from_str::<serde_json::Value>(list)?);
        }
        Ok(())
    }
}
