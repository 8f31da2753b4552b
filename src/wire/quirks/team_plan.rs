//! `team_plan`: the plan of a team is in `plan` or `plan_name`, quotas have `ai_words` or
//! `aiWords`, and times are also ISO 8601.

use crate::types::Team;

impl Team {
    /// Returns the name of the plan, from either field.
    pub fn plan(&self) -> Option<&str> {
        self.plan.as_deref().or(self.plan_name.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_variants_decode_alike() -> serde_json::Result<()> {
        let listed: Team = serde_json::from_str(
            r#"{"team_id":501,"plan":"Trial","created_at":"2025-03-01 09:00:00 (Etc/UTC)",
                "quota_usage":{"users":5,"ai_words":7}}"#,
        )?;
        let single: Team = serde_json::from_str(
            r#"{"team_id":501,"plan_name":"Trial","created_at":"2025-03-01T10:00:00+01:00",
                "quota_usage":{"id":null,"users":5,"aiWords":7}}"#,
        )?;
        for team in [&listed, &single] {
            assert_eq!(team.plan(), Some("Trial"));
            assert_eq!(team.created().map(|time| time.timestamp()), Some(1_740_819_600));
            let usage = team.quota_usage.as_ref();
            assert_eq!(usage.map(|usage| (usage["users"], usage.len())), Some((5, 2)));
        }
        Ok(())
    }
}
