//! `admin_right_sets`: two lists of admin rights are documented, one for invitations and one for
//! updates; responses mix them. `AdminRight` has the values of both, and an update accepts any of
//! them. An invitation takes `InvitationAdminRight`, converted from `&AdminRight`: a right that no
//! invitation accepts becomes `Other`.

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
