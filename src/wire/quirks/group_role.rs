//! `group_role`: the role of a group is a number or null, and absent in older responses and in those
//! of changes.

#[cfg(test)]
mod tests {
    use crate::types::{RoleId, TeamGroup};

    #[test]
    fn a_role_may_be_null_or_absent() -> serde_json::Result<()> {
        for (body, expected) in [
            (r#"{"group_id":1,"role_id":5}"#, Some(RoleId::Translator)),
            (r#"{"group_id":1,"role_id":null}"#, None),
            (r#"{"group_id":1}"#, None),
        ] {
            assert_eq!(serde_json::from_str::<TeamGroup>(body)?.role_id, expected, "{body}");
        }
        Ok(())
    }
}
