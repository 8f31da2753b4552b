//! Variants that no example of the document has: `tests/it/bodies.rs` decodes those.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::types::*;

/// Decodes, and encodes again.
fn again<T: DeserializeOwned + Serialize>(value: &Value) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_value::<T>(value.clone())?)
}

#[test]
fn fields_may_be_absent_or_null() -> serde_json::Result<()> {
    let removed = json!({"project_id": "p.1", "keys_removed": true});
    assert_eq!(again::<KeysDeletedResponse>(&removed)?, removed);
    let key = json!({"key_id": 1, "filenames": null});
    assert_eq!(again::<Key>(&key)?, json!({"key_id": 1}));
    #[cfg(feature = "teams")]
    assert_eq!(
        again::<TeamGroup>(&json!({"group_id": 1, "role_id": null}))?,
        json!({"group_id": 1})
    );
    #[cfg(feature = "screenshots")]
    assert_eq!(
        again::<Screenshot>(&json!({"keys": [{"key_id": 1, "coordinates": null}]}))?,
        json!({"keys": [{"key_id": 1}]})
    );
    #[cfg(feature = "tasks")]
    assert_eq!(again::<TaskLanguage>(&json!({"initial_tm_leverage": null}))?, json!({}));
    Ok(())
}

#[test]
fn an_object_with_content_is_not_an_empty_list() {
    let rights = json!({"user_id": 1, "admin_rights": {"upload": true}});
    assert!(serde_json::from_value::<Contributor>(rights).is_err());
}

#[test]
fn the_admin_rights_of_both_lists_have_names() {
    let invitation = "branches_create branches_main_modify branches_merge custom_status_modify \
                      glossary_edit glossary_delete manage_languages review";
    for name in invitation.split_whitespace().chain(["create_branches", "languages"]) {
        let right = AdminRight::from(name);
        assert!(!matches!(right, AdminRight::Other(_)), "{name}");
        assert_eq!(right.as_str(), name);
    }
}

#[cfg(feature = "tasks")]
#[test]
fn a_language_of_a_task_is_in_progress_in_either_spelling() -> serde_json::Result<()> {
    for spelling in ["in progress", "in_progress"] {
        let language: TaskLanguage = serde_json::from_value(json!({ "status": spelling }))?;
        assert_eq!(language.status, Some(TaskStatus::InProgress), "{spelling}");
    }
    Ok(())
}

#[test]
fn empty_lists_are_sent() -> serde_json::Result<()> {
    let admin = ContributorInvitation::new("ann@example.com", [] as [LanguageAccess; 0]);
    assert_eq!(serde_json::to_value(admin)?["languages"], json!([]));
    #[cfg(feature = "teams")]
    {
        let group = TeamGroupSettings::new(TeamGroupSettingsFields {
            name: "Translators".to_owned(),
            is_admin: false,
            is_reviewer: true,
        });
        assert_eq!(serde_json::to_value(&group)?.get("languages"), None);
        let group = group.languages(TeamGroupLanguages::new([0; 0], [666]));
        let languages = &serde_json::to_value(group)?["languages"];
        assert_eq!(*languages, json!({"reference": [], "contributable": [666]}));
    }
    Ok(())
}
