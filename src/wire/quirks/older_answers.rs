//! `older_answers`: fields that were added later are absent in older responses, and lists may be
//! null. All such fields are optional.

#[cfg(test)]
mod tests {
    use crate::types::{
        BranchMergedResponse, Key, KeysDeletedResponse, Language, LanguageListResponse,
    };

    #[test]
    fn what_came_later_may_be_absent() -> serde_json::Result<()> {
        let newer: KeysDeletedResponse = serde_json::from_str(
            r#"{"project_id":"p.1","branch":"master","keys_removed":true,"keys_locked":0}"#,
        )?;
        let older: KeysDeletedResponse =
            serde_json::from_str(r#"{"project_id":"p.1","keys_removed":true}"#)?;
        assert_eq!((newer.keys_removed, older.keys_removed), (true, true));
        assert_eq!((newer.keys_locked, older.keys_locked), (Some(0), None));
        assert_eq!((newer.branch.as_deref(), older.branch), (Some("master"), None));

        let merged =
            r#"{"branch_merged":true,"branch":{"branch_id":2},"target_branch":{"branch_id":1}}"#;
        let merged: BranchMergedResponse = serde_json::from_str(merged)?;
        assert_eq!(merged.target_branch.map(|target| target.branch_id), Some(1));
        let merged: BranchMergedResponse =
            serde_json::from_str(r#"{"branch_merged":true,"branch":{"branch_id":2}}"#)?;
        assert_eq!(merged.target_branch, None);
        Ok(())
    }

    #[test]
    fn lists_that_were_not_known_are_null() -> serde_json::Result<()> {
        let newer: Language = serde_json::from_str(r#"{"lang_id":1,"plural_forms":["one"]}"#)?;
        let older: LanguageListResponse =
            serde_json::from_str(r#"{"languages":[{"lang_id":1,"plural_forms":null}]}"#)?;
        assert_eq!(newer.plural_forms, Some(vec!["one".to_owned()]));
        assert_eq!(older.languages[0].plural_forms, None);
        let key: Key = serde_json::from_str(r#"{"key_id":1,"filenames":null}"#)?;
        assert_eq!(key.filenames, None);
        Ok(())
    }
}
