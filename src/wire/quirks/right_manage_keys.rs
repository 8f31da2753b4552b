//! `right_manage_keys`: the right to manage keys is `keys`, or `manage_keys` in the roles of a
//! team.

use crate::types::{AdminRight, TeamRole};

impl TeamRole {
    /// Whether the role has a right. [`AdminRight::Keys`] is called `manage_keys` in roles.
    pub fn has(&self, right: &AdminRight) -> bool {
        let is_it = |own: &AdminRight| {
            own == right || (own.as_str() == "manage_keys" && *right == AdminRight::Keys)
        };
        self.permissions.iter().flatten().any(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_names_are_the_same_right() -> serde_json::Result<()> {
        for name in ["keys", "manage_keys"] {
            let role = format!(r#"{{"id":2,"permissions":["upload","{name}"]}}"#);
            let role: TeamRole = serde_json::from_str(&role)?;
            assert!(role.has(&AdminRight::Keys) && !role.has(&AdminRight::Review), "{name}");
        }
        Ok(())
    }
}
