//! What the service was observed to vary, or may: none of it loses a page.

use l10n_client::types::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn decoded<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_str(&value.to_string()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

#[test]
fn ids_as_text_and_text_as_numbers() {
    let comment: Comment = decoded(
        json!({"comment_id": "7", "key_id": 8.0, "comment": 9, "added_by": " 10 ", "added_at": 11}),
    );
    assert_eq!((comment.comment_id, comment.key_id, comment.added_by), (7, Some(8), Some(10)));
    assert_eq!(comment.comment.as_deref(), Some("9"));
    assert_eq!(comment.added_at.map(|text| text.to_string()).as_deref(), Some("11"));

    let process: QueuedProcess = decoded(json!({"process_id": 12, "status": 13, "type": null}));
    assert_eq!(
        (process.process_id.as_str(), process.status.as_str(), process.type_),
        ("12", "13", None)
    );

    let contributor: Contributor = decoded(json!({"user_id": "1", "role_id": "4", "is_admin": 1}));
    assert_eq!((contributor.user_id, contributor.role_id), (1, Some(RoleId::Reviewer)));
}

#[test]
fn null_and_absence_say_the_same() {
    for page in [json!({"comments": null}), json!({"comments": [], "project_id": null})] {
        let page: CommentListResponse = decoded(page);
        assert!(page.comments.is_empty() && page.project_id.is_none());
    }
    let contributor: Contributor = decoded(
        json!({"user_id": 1, "languages": null, "admin_rights": null, "email": null, "uuid": null}),
    );
    assert!(
        contributor.languages.is_none()
            && contributor.admin_rights.is_none()
            && contributor.email.is_none()
    );
    let details: ProcessDetails =
        decoded(json!({"files": null, "download_url": null, "file_size_kb": 3.5}));
    assert!(
        details.files.is_none()
            && details.download_url.is_none()
            && details.file_size_kb == Some(3.5)
    );
}

#[test]
fn values_and_fields_that_are_not_listed() {
    let job: ContributorDeletionJob =
        decoded(json!({"state": "paused", "newField": {"a": [1]}, "errors": {"x": "2"}}));
    assert_eq!(job.state, DeletionJobState::Other("paused".to_owned()));
    assert_eq!(job.errors.unwrap()["x"], 2);
    let contributor: Contributor =
        decoded(json!({"user_id": 1, "role_id": 9, "admin_rights": ["paint", "upload"]}));
    assert_eq!(contributor.role_id, Some(RoleId::Other(9)));
    assert_eq!(
        *contributor.admin_rights.unwrap(),
        [AdminRight::Other("paint".to_owned()), AdminRight::Upload]
    );
}

#[test]
fn an_empty_list_stands_for_an_empty_object() {
    let job: ContributorDeletionJob = decoded(json!({"state": "queued", "errors": []}));
    assert!(job.errors.unwrap().is_empty());
}

#[test]
fn an_empty_list_stands_for_an_object_without_fields() {
    let process: QueuedProcess =
        decoded(json!({"process_id": "p", "status": "queued", "details": []}));
    let details = process.details.unwrap();
    assert!(details.files.is_none() && details.download_url.is_none());
}

#[test]
fn a_list_is_no_object_whose_fields_have_lost_their_names() {
    // The order of the names would make the signed address the id of the project.
    let bundle = r#"["garnet-7041.26", "https://bundles.test/b.zip?signature=x"]"#;
    assert!(serde_json::from_str::<BundleResponse>(bundle).is_err());
    assert!(serde_json::from_str::<CommentDeletedResponse>("[true]").is_err());
    assert!(serde_json::from_str::<CommentsCreatedResponse>(r#"["p", [], null]"#).is_err());
    let file = r#"{"files": [[4101, "a.json", 5]]}"#;
    assert!(serde_json::from_str::<FileListResponse>(file).is_err());
}

#[test]
fn an_entry_that_is_null_is_none() {
    let job: ContributorDeletionJob =
        decoded(json!({"state": "queued", "errors": {"x": null, "y": 1}}));
    assert_eq!(job.errors.unwrap().into_keys().collect::<Vec<_>>(), ["y"]);
}

#[test]
fn the_missing_list_of_a_page_is_not_an_empty_one() {
    assert!(serde_json::from_str::<CommentListResponse>(r#"{"project_id":"p"}"#).is_err());
}

#[test]
fn numbers_that_are_none_are_errors() {
    for value in
        [json!(1.5), json!(1e300), json!(u64::MAX), json!("7x"), json!(""), json!([]), json!(true)]
    {
        let comment = json!({"comment_id": value}).to_string();
        assert!(serde_json::from_str::<Comment>(&comment).is_err(), "{comment}");
    }
    let huge = r#"{"comment_id": 123456789012345678901234567890}"#;
    assert!(serde_json::from_str::<Comment>(huge).is_err());
}

#[test]
fn a_number_whose_digits_would_change_is_no_text() {
    let started: ExportStartedResponse = decoded(json!({"process_id": u64::MAX}));
    assert_eq!(started.process_id, "18446744073709551615");
    let huge = r#"{"process_id": 18446744073709551617}"#;
    assert!(serde_json::from_str::<ExportStartedResponse>(huge).is_err());
}
