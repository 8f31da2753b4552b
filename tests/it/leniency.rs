//! What the service was observed to vary, or may: none of it loses a page.

use l10n_client::types::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Checks that a body is written as this once it is decoded.
#[track_caller]
fn reads<T: DeserializeOwned + Serialize>(body: &str, expected: Value) {
    let decoded: T = serde_json::from_str(body).unwrap_or_else(|error| panic!("{body}: {error}"));
    assert_eq!(serde_json::to_value(decoded).unwrap(), expected, "{body}");
}

#[track_caller]
fn rejects<T: DeserializeOwned>(body: &str) {
    assert!(serde_json::from_str::<T>(body).is_err(), "{body}");
}

#[test]
fn ids_as_text_and_text_as_numbers() {
    reads::<Comment>(
        r#"{"comment_id": "7", "key_id": 8.0, "comment": 9, "added_by": " 10 ", "added_at": 11}"#,
        json!({"comment_id": 7, "key_id": 8, "comment": "9", "added_by": 10, "added_at": "11"}),
    );
    reads::<QueuedProcess>(
        r#"{"process_id": 12, "status": 13, "type": null}"#,
        json!({"process_id": "12", "status": "13"}),
    );
    reads::<Contributor>(
        r#"{"user_id": "1", "role_id": "4", "is_admin": 1}"#,
        json!({"user_id": 1, "role_id": 4, "is_admin": true}),
    );
    reads::<ProcessDetails>(r#"{"file_size_kb": " 3.5"}"#, json!({"file_size_kb": 3.5}));
    reads::<LanguageError>(r#"{"code": "208"}"#, json!({"code": 208}));
    // 2^32 + 208: no integer of 32 bits.
    rejects::<LanguageError>(r#"{"code": 4294967504}"#);
}

#[test]
fn flags_as_numbers_and_text() {
    for (flag, expected) in [
        ("1", true),
        ("0", false),
        (r#""1""#, true),
        (r#""0""#, false),
        (r#""true""#, true),
        (r#""false""#, false),
    ] {
        let body = format!(r#"{{"is_writable": {flag}}}"#);
        reads::<ContributorLanguage>(&body, json!({ "is_writable": expected }));
    }
    for flag in ["2", "-1", "1.0", r#""yes""#, r#""""#, "[]"] {
        rejects::<ContributorLanguage>(&format!(r#"{{"is_writable": {flag}}}"#));
    }
}

#[test]
fn null_and_absence_say_the_same() {
    for page in [r#"{"comments": null}"#, r#"{"comments": [], "project_id": null}"#] {
        reads::<CommentListResponse>(page, json!({"comments": []}));
    }
    reads::<Contributor>(
        r#"{"user_id": 1, "languages": null, "admin_rights": null, "email": null, "uuid": null}"#,
        json!({"user_id": 1}),
    );
    reads::<ProcessDetails>(
        r#"{"files": null, "download_url": null, "file_size_kb": 3.5}"#,
        json!({"file_size_kb": 3.5}),
    );
    reads::<ContributorDeletionJob>(
        r#"{"state": "queued", "errors": {"x": null, "y": 1}}"#,
        json!({"state": "queued", "errors": {"y": 1}}),
    );
}

#[test]
fn values_and_fields_that_are_not_listed() {
    let job: ContributorDeletionJob =
        serde_json::from_str(r#"{"state": "paused", "newField": [1], "errors": {"x": "2"}}"#)
            .unwrap();
    assert_eq!(job.state, DeletionJobState::Other("paused".to_owned()));
    assert_eq!(job.errors.unwrap()["x"], 2);
    let contributor: Contributor = serde_json::from_str(
        r#"{"user_id": 1, "role_id": 9, "admin_rights": ["paint", "upload"]}"#,
    )
    .unwrap();
    assert_eq!(contributor.role_id, Some(RoleId::Other(9)));
    assert_eq!(
        *contributor.admin_rights.unwrap(),
        [AdminRight::Other("paint".to_owned()), AdminRight::Upload]
    );
    reads::<KeyName>(
        r#"{"ios": "a", "watch": [1], "web": 2}"#,
        json!({"ios": "a", "android": "", "web": "2", "other": ""}),
    );
}

#[test]
fn what_stands_for_an_empty_list_or_object() {
    for empty in ["{}", "null", r#""""#] {
        let body = format!(r#"{{"comments": {empty}}}"#);
        reads::<CommentListResponse>(&body, json!({"comments": []}));
    }
    reads::<ContributorDeletionJob>(
        r#"{"state": "queued", "errors": []}"#,
        json!({"state": "queued", "errors": {}}),
    );
    reads::<QueuedProcess>(
        r#"{"process_id": "p", "status": "queued", "details": []}"#,
        json!({"process_id": "p", "status": "queued", "details": {}}),
    );
    // The missing list of a page is not an empty one.
    rejects::<CommentListResponse>(r#"{"project_id": "p"}"#);
}

#[test]
fn of_two_envelopes_the_list_counts_and_its_first_item() {
    reads::<CommentsCreatedResponse>(
        r#"{"comment": {"comment_id": 1}, "comments": [{"comment_id": 2}]}"#,
        json!({"comments": [{"comment_id": 2}]}),
    );
    reads::<CustomTranslationStatusReadResponse>(
        r#"{"custom_translation_statuses": [{"status_id": 1}, {"status_id": 2}]}"#,
        json!({"custom_translation_status": {"status_id": 1}}),
    );
}

#[test]
fn a_list_is_no_object_whose_fields_have_lost_their_names() {
    // The order of the names would make the signed address the id of the project.
    rejects::<BundleResponse>(r#"["garnet-7041.26", "https://bundles.test/b.zip?signature=x"]"#);
    rejects::<CommentDeletedResponse>("[true]");
    rejects::<CommentsCreatedResponse>(r#"["p", [], null]"#);
    rejects::<FileListResponse>(r#"{"files": [[4101, "a.json", 5]]}"#);
}

#[test]
fn numbers_that_are_none_are_errors() {
    let huge = "123456789012345678901234567890";
    for value in ["1.5", "1e300", "18446744073709551615", r#""7x""#, r#""""#, "[]", "true", "null"]
        .into_iter()
        .chain([huge])
    {
        rejects::<Comment>(&format!(r#"{{"comment_id": {value}}}"#));
    }
    for value in [r#""inf""#, r#""NaN""#, r#""1e400""#, "true"] {
        rejects::<ProcessDetails>(&format!(r#"{{"file_size_kb": {value}}}"#));
    }
}

#[test]
fn a_number_whose_digits_would_change_is_no_text() {
    reads::<ExportStartedResponse>(
        r#"{"process_id": 18446744073709551615}"#,
        json!({"process_id": "18446744073709551615"}),
    );
    rejects::<ExportStartedResponse>(r#"{"process_id": 18446744073709551617}"#);
}
