//! `right_manage_keys`: the right to manage keys is `keys`, or `manage_keys` in the roles of a team.

#[cfg(test)]
mod tests {
    use crate::types::{AdminRight, TeamRole};

    #[test]
    fn both_names_decode() -> serde_json::Result<()> {
        let role: TeamRole =
            serde_json::from_str(r#"{"id":2,"permissions":["keys","manage_keys"]}"#)?;
        let other = AdminRight::Other("manage_keys".to_owned());
        assert_eq!(role.permissions, Some(vec![AdminRight::Keys, other]));
        Ok(())
    }
}
