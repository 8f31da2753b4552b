//! Descriptions of what is read from a seed but kept typed, or has no operations yet.

use serde_json::Value;

use super::resource::Resource;
use crate::state::{DataError, default_settings, new_uuid, suggestion};

pub(crate) static USERS: Resource = Resource {
    many: "users",
    schema: "TaskUser",
    id: "user_id",
    short: "email",
    defaults: r#"{"email": "", "fullname": ""}"#,
    complete: |_, user, _| match user.text("email") {
        "" => Err(DataError::new("email", "a user has an e-mail address")),
        _ => Ok(()),
    },
    ..Resource::PLAIN
};

pub(crate) static PROJECT: Resource = Resource {
    many: "projects",
    schema: "Project",
    id: "project_id",
    short: "name",
    defaults: r#"{"team_id": 501, "project_type": "localization_files"}"#,
    hidden: &["uncounted_pairs"],
    computed: &["base_language_id", "base_language_iso", "team_uuid", "statistics"],
    users: &["created_by"],
    open: &["statistics"],
    complete: |_, project, sent| {
        if project.text("name").is_empty() {
            return Err(DataError::new("name", "a project has a name"));
        }
        let mut settings = default_settings();
        for (name, value) in sent.get("settings").and_then(Value::as_object).into_iter().flatten() {
            if settings.get(name).is_null() {
                let near = suggestion(name, settings.0.keys().map(String::as_str));
                let field = format!("settings.{name}");
                return Err(DataError::new(field, format!("unknown field{near}")));
            }
            settings.set(name, value.clone());
        }
        project.set("settings", settings.0);
        Ok(())
    },
    ..Resource::PLAIN
};

pub(crate) static BRANCH: Resource = Resource {
    many: "branches",
    schema: "Branch",
    id: "branch_id",
    short: "name",
    users: &["created_by"],
    ..Resource::PLAIN
};

pub(crate) static LANGUAGE: Resource = Resource {
    many: "languages",
    schema: "Language",
    id: "lang_id",
    short: "lang_iso",
    ..Resource::PLAIN
};

pub(crate) static FILE: Resource = Resource {
    many: "files",
    schema: "ProjectFile",
    id: "file_id",
    short: "filename",
    ..Resource::PLAIN
};

pub(crate) static KEY: Resource = Resource {
    many: "keys",
    schema: "Key",
    id: "key_id",
    short: "key_name",
    defaults: r#"{"platforms": ["web"]}"#,
    open: &["filenames"],
    complete: |_, key, _| match key.get("key_name") {
        Value::Null => Err(DataError::new("key_name", "a key has a name")),
        _ => Ok(()),
    },
    ..Resource::PLAIN
};

pub(crate) static TRANSLATION: Resource = Resource {
    many: "translations",
    schema: "Translation",
    id: "translation_id",
    short: "translation",
    hidden: &["lang_id"],
    users: &["modified_by", "reviewed_by"],
    ..Resource::PLAIN
};

pub(crate) static PROCESS: Resource = Resource {
    many: "processes",
    schema: "QueuedProcess",
    id: "process_id",
    new_id: |ids, _| new_uuid(ids, 0).to_string().into(),
    defaults: r#"{"type": "file-import", "status": "finished", "message": ""}"#,
    users: &["created_by"],
    ..Resource::PLAIN
};
