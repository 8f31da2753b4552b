//! `removed_language`: a language of a task has a code, or null if it was removed from the project.

#[cfg(test)]
mod tests {
    use crate::types::TaskResponse;

    #[test]
    fn a_language_may_have_no_code() -> serde_json::Result<()> {
        let task = r#"{"task":{"task_id":1,"status":"completed","languages":
            [{"language_iso":"de","keys":[1]},{"language_iso":null,"keys":[1,0]}]}}"#;
        let task: TaskResponse = serde_json::from_str(task)?;
        let languages = task.task.languages.unwrap_or_default();
        let codes = languages.iter().map(|language| language.language_iso.as_deref());
        assert_eq!(Vec::from_iter(codes), [Some("de"), None]);
        Ok(())
    }
}
