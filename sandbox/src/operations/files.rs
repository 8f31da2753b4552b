//! Files of a project: the list, and the upload that starts an import.

use std::collections::{BTreeSet, HashMap};

use axum::http::StatusCode;
use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine as _};
use bytes::Bytes;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::statuses::STATUS_IDS;
use super::{Call, Outcome, processes};
use crate::content;
use crate::http::{Answer, Refusal};
use crate::quirks::Quirk;
use crate::state::{ImportResult, ImportWork, SOFTWARE, Task, UNASSIGNED, UNASSIGNED_ID};

/// Larger files are neither read nor stored.
const PARSED_LIMIT: usize = 64 << 20;

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let branch = call.branch();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for key in branch.keys() {
        let names: BTreeSet<&str> = match key.filename() {
            Some(_) => key.files().collect(),
            None => [UNASSIGNED].into(),
        };
        for name in names {
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut files: Vec<(i64, &str, usize)> = branch
        .files()
        .iter()
        .filter(|file| file.keyless || counts.contains_key(&*file.name))
        .map(|file| {
            let count = counts.get(&*file.name).copied().unwrap_or_default();
            (file.id.cast_signed(), &*file.name, count)
        })
        .collect();
    if let Some(count) = counts.get(UNASSIGNED) {
        files.push((UNASSIGNED_ID, UNASSIGNED, *count));
    }
    if let Some(wanted) = call.parameters.query.get("filter_filename") {
        files.retain(|(_, name, _)| name == wanted);
    }
    let older = call.quirks.other(Quirk::OlderAnswers);
    call.list("files", &files, |(id, name, count)| match older {
        true => json!({ "filename": name, "key_count": count }),
        false => json!({ "file_id": id, "filename": name, "key_count": count }),
    })
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    if call.project().kind == SOFTWARE {
        return Err(Refusal::bad_request("Files of Software projects cannot be deleted"));
    }
    let id = call.path_id("file_id")?;
    if !call.branch_mut().remove_file(id) {
        return Err(Refusal::not_found());
    }
    let project_id = &call.project().id;
    Ok(Answer::ok(&json!({ "project_id": project_id, "file_deleted": true })))
}

pub(super) fn upload(call: &mut Call<'_>) -> Outcome {
    check_options(call)?;
    let members = call.body.as_object().into_iter().flatten();
    let members = members.filter(|(name, _)| *name != "data");
    let options = Value::from_iter(members.map(|(name, value)| (name.clone(), value.clone())));
    let data = call.body["data"].as_str().unwrap_or_default().as_bytes();
    let is_too_large = is_too_large(data);
    let unread = match &*content::format(&options) {
        _ if is_too_large => Some("the file is larger than 64 MiB".to_owned()),
        content::JSON => None,
        "" => Some("it does not read files of an unknown format".to_owned()),
        name => Some(format!("it does not read files of the format {name:?}")),
    };
    let content = match is_too_large {
        true => Bytes::new(),
        false => decode(data).map_err(|_| Refusal::field("data", "This is not Base64."))?,
    };
    let result = ImportResult::default();
    let task = Task::Import(ImportWork { options, content, result });
    let index = processes::queue(call, task);
    if let Some(why) = unread {
        let message = format!("The sandbox read no keys: {why}.");
        call.branch_mut().processes[index].message = message;
    }
    let process = &call.branch().processes[index];
    let location = format!("/v2/projects/{}/processes/{}", address(call), process.id);
    let mut body = call.envelope();
    body["process"] = processes::view(call, process);
    let status = match call.quirks.other(Quirk::UploadStatus) {
        true => StatusCode::OK,
        false => StatusCode::ACCEPTED,
    };
    Ok(Answer::json(status, &body).header("location", location))
}

/// The project in a path, with the branch unless it is the default one.
fn address(call: &Call<'_>) -> String {
    let (project, branch) = (call.project(), call.branch());
    match call.place.branch == project.default_branch() {
        true => project.id.clone(),
        false => {
            let branch = utf8_percent_encode(&branch.name, NON_ALPHANUMERIC);
            format!("{}:{branch}", project.id)
        }
    }
}

fn check_options(call: &Call<'_>) -> Result<(), Refusal> {
    let options = call.body;
    let text = |name: &str| options[name].as_str().unwrap_or_default();
    if text("filename").is_empty() {
        return Err(Refusal::field("filename", "The filename is empty."));
    }
    if call.branch().language(text("lang_iso")).is_none() {
        return Err(Refusal::field("lang_iso", "The project does not have this language."));
    }
    let mut statuses = content::status_ids(options[STATUS_IDS].as_array());
    match statuses.all(|id| id.is_some_and(|id| call.project().has_status(id))) {
        true => Ok(()),
        false => Err(Refusal::field(STATUS_IDS, "Unknown custom translation status.")),
    }
}

/// Whether a file is too large to be decoded, by its Base64.
fn is_too_large(data: &[u8]) -> bool {
    data.len() / 4 * 3 > PARSED_LIMIT
}

/// Decodes Base64, in which many encoders break lines.
pub(super) fn decode(data: &[u8]) -> Result<Bytes, DecodeError> {
    let letters = data.iter().copied().filter(|letter| !letter.is_ascii_whitespace());
    STANDARD.decode(letters.collect::<Vec<u8>>()).map(Bytes::from)
}
