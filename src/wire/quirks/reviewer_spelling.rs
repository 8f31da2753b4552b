//! `reviewer_spelling`: the deprecated flag for reviewers is `is_reviewer` in some responses and
//! `is_reviwer` in others.

use crate::types::Contributor;

impl Contributor {
    /// Whether the contributor is a reviewer, in either spelling.
    ///
    /// The service deprecates the flag in favor of `role_id` and `admin_rights`.
    #[allow(deprecated, reason = "the one place that reads both spellings")]
    pub fn reviewer(&self) -> Option<bool> {
        self.is_reviewer.or(self.is_reviwer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_spelling_is_read() -> serde_json::Result<()> {
        for body in [r#"{"user_id":1,"is_reviewer":true}"#, r#"{"user_id":1,"is_reviwer":true}"#] {
            let contributor: Contributor = serde_json::from_str(body)?;
            assert_eq!(contributor.reviewer(), Some(true), "{body}");
            assert_eq!(
                serde_json::to_string(&contributor)?.len(),
                body.len(),
                "the spelling is kept"
            );
        }
        Ok(())
    }

    #[test]
    fn both_spellings_at_once_decode() -> serde_json::Result<()> {
        let both: Contributor =
            serde_json::from_str(r#"{"user_id":1,"is_reviewer":false,"is_reviwer":true}"#)?;
        assert_eq!(both.reviewer(), Some(false));
        Ok(())
    }
}
