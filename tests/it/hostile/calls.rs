//! A call of every operation through the public client, and what came of it in one form for all.

use std::fmt;

use l10n_client::types::TokenRequest;
use l10n_client::{Client, Error, Response};
use l10n_sandbox::SeededProject;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::bodies::encoded_again;

/// What came of a call: the answer as its type writes it, or the error.
pub(super) type Outcome = Result<Value, Error>;

fn outcome<T>(sent: Result<Response<T>, Error>) -> Outcome
where
    T: DeserializeOwned + Serialize + PartialEq + fmt::Debug,
{
    let answer = sent?.into_inner();
    Ok(encoded_again(&answer).unwrap_or_else(|trouble| panic!("{answer:?} {trouble}")))
}

/// One arm for each operation: its id, and the call without `send`.
macro_rules! calls {
    ($operation:expr; $($id:ident: $call:expr,)*) => {
        match $operation {
            $(stringify!($id) => outcome($call.send().await),)*
            other => panic!("no call of {other}: add it to tests/it/hostile/calls.rs"),
        }
    };
}

/// Calls an operation. What is sent is valid; what comes back does not depend on it.
pub(super) async fn call(client: &Client, project: &SeededProject, operation: &str) -> Outcome {
    let (id, uuid) = (project.project_id, project.uuid);
    let [key, comment, person, status] = [3101, 5101, 1002, 7101];
    calls! { operation;
        listProjectComments: client.list_project_comments().project_id(id),
        listKeyComments: client.list_key_comments().project_id(id).key_id(key),
        createKeyComments: client.create_key_comments().project_id(id).key_id(key).body_map(|body| body.comments([])),
        getKeyComment: client.get_key_comment().project_id(id).key_id(key).comment_id(comment),
        deleteKeyComment: client.delete_key_comment().project_id(id).key_id(key).comment_id(comment),
        listContributors: client.list_contributors().project_id(id),
        createContributors: client.create_contributors().project_id(id).body_map(|body| body.contributors([])),
        deleteAllContributors: client.delete_all_contributors().project_id(uuid),
        importContributors: client.import_contributors().project_id(uuid)
            .body_map(|body| body.from_project_uuid(project.source_uuid)),
        getContributorDeletionJob: client.get_contributor_deletion_job().project_id(uuid).job_id(uuid),
        getOwnContributor: client.get_own_contributor().project_id(id),
        getContributor: client.get_contributor().project_id(id).contributor_id(person),
        updateContributor: client.update_contributor().project_id(id).contributor_id(person),
        deleteContributor: client.delete_contributor().project_id(id).contributor_id(person),
        listCustomTranslationStatuses: client.list_custom_translation_statuses().project_id(id),
        createCustomTranslationStatus: client.create_custom_translation_status().project_id(id)
            .body_map(|body| body.title("Done").color("#61bd4f")),
        listCustomTranslationStatusColors: client.list_custom_translation_status_colors().project_id(id),
        getCustomTranslationStatus: client.get_custom_translation_status().project_id(id).status_id(status),
        updateCustomTranslationStatus: client.update_custom_translation_status().project_id(id).status_id(status),
        deleteCustomTranslationStatus: client.delete_custom_translation_status().project_id(id).status_id(status),
        listFiles: client.list_files().project_id(id),
        uploadFile: client.upload_file().project_id(id)
            .body_map(|body| body.data("{}").filename("a.json").lang_iso("en")),
        startExport: client.start_export().project_id(id).body_map(|body| body.format("json")),
        exportFiles: client.export_files().project_id(id).body_map(|body| body.format("json")),
        listProcesses: client.list_processes().project_id(id),
        getProcess: client.get_process().project_id(id).process_id(project.process_id),
        requestToken: client.request_token().body(TokenRequest::refresh_token("sandbox-app", "secret", "token")),
        listItems: client.list_items().project_id(id),
    }
}
