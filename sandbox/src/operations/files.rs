//! Files of a project: the list, and the upload that starts an import.

use std::collections::{BTreeSet, HashMap};

use axum::http::StatusCode;
use percent_encoding::utf8_percent_encode;
use serde_json::{Value, json};

use super::statuses::check_statuses;
use super::{Call, Outcome, processes};
use crate::content;
use crate::http::{Answer, Refusal};
use crate::quirks::Preset;
use crate::state::{ENCODED, IMPORT, Process, SOFTWARE, UNASSIGNED, UNASSIGNED_ID};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let branch = call.branch();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for key in branch.keys() {
        // One file may be that of several platforms.
        let names: BTreeSet<&str> = key.files().collect();
        let name = if names.is_empty() { Some(UNASSIGNED) } else { None };
        names.into_iter().chain(name).for_each(|name| *counts.entry(name).or_default() += 1);
    }
    let is_stored = |name: &str| branch.stored.keys().any(|(_, stored, _)| stored == name);
    let files = branch.files().iter().map(|file| (file.id.cast_signed(), &*file.name));
    let files = files.filter(|(_, name)| counts.contains_key(name) || is_stored(name));
    let unassigned = counts.get(UNASSIGNED).map(|_| (UNASSIGNED_ID, UNASSIGNED));
    let mut files: Vec<(i64, &str)> = files.chain(unassigned).collect();
    if let Some(wanted) = call.parameters.query.get("filter_filename") {
        files.retain(|(_, name)| name == wanted);
    }
    call.list("files", &files, |(id, name)| {
        let count = counts.get(name).copied().unwrap_or_default();
        json!({ "file_id": id, "filename": name, "key_count": count })
    })
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    if call.project().kind == SOFTWARE {
        let message = "Files of Software projects cannot be deleted";
        return Err(Refusal::bad_request(message).assumed("file-of-a-software-project"));
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
    let message = match &*content::format(&options) {
        content::JSON => String::new(),
        "" => "The sandbox read no keys: it does not read files of an unknown format.".to_owned(),
        name => format!("The sandbox read no keys: it does not read files of the format {name:?}."),
    };
    let data = call.body["data"].as_str().unwrap_or_default().into();
    let details = json!({ "files": [content::imported(&options, 0, [0; 3])] });
    let kind = IMPORT.to_owned();
    let process = Process { kind, message, details, options, data, ..Process::default() };
    let process = processes::queue(call, process);
    let project = utf8_percent_encode(call.path("project_id"), ENCODED);
    let location = format!("/v2/projects/{project}/processes/{}", process.id);
    let mut body = call.envelope();
    body["process"] = processes::view(call, &process);
    // The quirk `upload_status`.
    let status = match call.preset {
        Preset::Other => StatusCode::OK,
        _ => StatusCode::ACCEPTED,
    };
    Ok(Answer::json(status, &body).header("location", location))
}

fn check_options(call: &Call<'_>) -> Result<(), Refusal> {
    let iso = call.body["lang_iso"].as_str().unwrap_or_default();
    if call.branch().language(iso).is_none() {
        return Err(Refusal::field("lang_iso", "The project does not have this language."));
    }
    check_statuses(call, call.body, "")
}
