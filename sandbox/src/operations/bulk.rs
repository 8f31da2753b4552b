//! Contributors in bulk: import from another project, and deletion of all.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Call, Outcome, teams};
use crate::http::{Answer, Refusal};
use crate::jobs::{Effect, JobId};
use crate::state::{DeletionJob, DeletionView, Row, new_uuid, now};

/// For how long a project rejects another bulk deletion.
const COOLDOWN: Duration = Duration::from_secs(2);

pub(super) fn import(call: &mut Call<'_>) -> Outcome {
    let source = source_project(call)?;
    let candidates = candidates(call, source)?;
    let mut results = Vec::new();
    let mut imported = 0;
    for (id, found) in candidates {
        match import_one(call, found) {
            Ok(()) => {
                imported += 1;
                results.push(json!({ "id": id, "success": true }));
            }
            Err(reason) => results.push(json!({ "id": id, "success": false, "reason": reason })),
        }
    }
    Ok(Answer::ok(&json!({
        "project_uuid": call.project().uuid,
        "summary": {
            "total_requested": results.len(),
            "imported": imported,
            "skipped": results.len() - imported,
        },
        "contributors": results,
    })))
}

/// The index of the source project, which the caller must have access to.
fn source_project(call: &Call<'_>) -> Result<usize, Refusal> {
    let uuid = uuid_v7(&call.body["from_project_uuid"])
        .ok_or_else(|| Refusal::field("from_project_uuid", "This is not a UUID v7."))?;
    let projects = &call.state.projects;
    let source = projects
        .iter()
        .position(|project| project.uuid == uuid)
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "Source project not found"))?;
    match call.state.access(&projects[source], call.caller) {
        Some(_) => Ok(source),
        None => Err(Refusal::forbidden("No access to the source project")),
    }
}

/// The contributors asked for, by id; all of the source project when none are named.
fn candidates(call: &Call<'_>, source: usize) -> Result<Vec<(Uuid, Option<Row>)>, Refusal> {
    let members = call.state.projects[source].contributors();
    let uuid = |member: &Row| member.text("uuid").parse().unwrap_or_default();
    match call.body["contributor_ids"].as_array() {
        Some(ids) if !ids.is_empty() => ids
            .iter()
            .enumerate()
            .map(|(index, id)| {
                let field = format!("contributor_ids.{index}");
                let id =
                    uuid_v7(id).ok_or_else(|| Refusal::field(field, "This is not a UUID v7."))?;
                Ok((id, members.iter().find(|member| uuid(member) == id).cloned()))
            })
            .collect(),
        _ => Ok(members.iter().map(|member| (uuid(member), Some(member.clone()))).collect()),
    }
}

fn import_one(call: &mut Call<'_>, found: Option<Row>) -> Result<(), &'static str> {
    let mut contributor = found.ok_or("Contributor not found in the source project")?;
    if call.project().contributor(contributor.id("user_id")).is_some() {
        return Err("Contributor already exists in the target project");
    }
    contributor.set("uuid", new_uuid(&mut call.state.ids, now()).to_string());
    contributor.set("created_at", now());
    let team = call.project().team;
    teams::join(call.state, team, contributor.id("user_id"));
    let project = call.project_mut();
    project.contributors_mut().push(contributor);
    // The target may have other languages.
    project.forget_languages();
    Ok(())
}

fn uuid_v7(value: &Value) -> Option<Uuid> {
    Uuid::try_parse(value.as_str()?).ok().filter(|uuid| uuid.get_version_num() == 7)
}

pub(super) fn delete_all(call: &mut Call<'_>) -> Outcome {
    let mut jobs = call.project().jobs.iter();
    if jobs.any(|job| job.ended.is_none_or(|ended| ended.elapsed() < COOLDOWN)) {
        let message = "A bulk deletion of this project is running or has recently ended";
        return Err(Refusal::new(StatusCode::CONFLICT, message));
    }
    let remaining: Vec<u64> =
        call.project().contributors().iter().map(|member| member.id("user_id")).collect();
    let shown = DeletionView {
        project_id: call.project().uuid,
        created_at: now(),
        updated_at: now(),
        total: remaining.len(),
        ..DeletionView::default()
    };
    let (id, created_by) = (Uuid::now_v7(), call.caller);
    let job = DeletionJob { id, created_by, ended: None, remaining, shown };
    call.project_mut().jobs.push(job);
    call.effects.push(Effect::Drive(JobId::Deletion(id)));
    Ok(Answer::json(StatusCode::ACCEPTED, &json!({ "jobId": id })))
}

pub(super) fn get_job(call: &mut Call<'_>) -> Outcome {
    let id = Uuid::try_parse(call.path("job_id")).ok();
    let job =
        call.project().jobs.iter().find(|job| Some(job.id) == id).ok_or_else(Refusal::not_found)?;
    let id = job.id;
    let answer = Answer::ok(&job.shown);
    call.looked_at(&JobId::Deletion(id));
    Ok(answer)
}
