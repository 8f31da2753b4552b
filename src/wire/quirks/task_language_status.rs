//! `task_language_status`: a language of a task that is in progress has the status `in progress`,
//! or `in_progress` as the task itself and the filter of the list.

use crate::types::{TaskLanguage, TaskStatus};

impl TaskLanguage {
    /// The status, from either spelling.
    pub fn status(&self) -> Option<TaskStatus> {
        match &self.status {
            Some(TaskStatus::Other(text)) if text == "in progress" => Some(TaskStatus::InProgress),
            status => status.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_spelling_is_read() -> serde_json::Result<()> {
        for (body, expected) in [
            (r#"{"status":"in progress"}"#, Some(TaskStatus::InProgress)),
            (r#"{"status":"in_progress"}"#, Some(TaskStatus::InProgress)),
            (r#"{"status":"completed"}"#, Some(TaskStatus::Completed)),
            ("{}", None),
        ] {
            let language: TaskLanguage = serde_json::from_str(body)?;
            assert_eq!(language.status(), expected, "{body}");
        }
        Ok(())
    }
}
