//! What goes on after an answer: processes, deletion jobs and webhooks.

use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::content;
use crate::operations::now;
use crate::server::{Pace, Settings, World};
use crate::state::{
    Bundle, DeletionJob, Edit, JobState, Place, Process, ProcessStatus, Project, Stamp, State, Task,
};

/// How long the link of a process lives.
pub(crate) const PROCESS_LINK: Duration = Duration::from_secs(24 * 3600);
/// How long a webhook may take.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(5);

/// What an operation leaves to be done.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Something that goes on step by step.
    Drive(WorkId),
    /// A POST to a URL the caller gave.
    Webhook { url: String, body: Value },
}

/// What goes on step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WorkId {
    Process(String),
    Job(Uuid),
}

/// The outcome of a step.
#[derive(Debug, Default)]
pub(crate) struct Advanced {
    /// Whether there are steps to come.
    pub(crate) goes_on: bool,
    pub(crate) effect: Option<Effect>,
}

/// Starts the effects of an operation.
pub(crate) fn start(world: &Arc<World>, effects: Vec<Effect>) {
    for effect in effects {
        match (effect, world.settings.pace) {
            (Effect::Drive(id), Pace::Step(step)) => {
                tokio::spawn(drive(Arc::downgrade(world), id, step));
            }
            (Effect::Drive(_), Pace::EachLook) => {}
            (Effect::Webhook { url, body }, _) => {
                let post = world.http.post(url).timeout(WEBHOOK_TIMEOUT).json(&body);
                // How the receiver answers is of no consequence to the export.
                tokio::spawn(async move { post.send().await.map(drop) });
            }
        }
    }
}

/// Advances until the end, or until the sandbox is gone.
async fn drive(world: Weak<World>, id: WorkId, step: Duration) {
    loop {
        tokio::time::sleep(step).await;
        let Some(world) = world.upgrade() else {
            return;
        };
        let advanced = advance(&mut world.state(), &id, &world.settings);
        start(&world, advanced.effect.into_iter().collect());
        if !advanced.goes_on {
            return;
        }
    }
}

/// Moves a process or a job on by one state.
pub(crate) fn advance(state: &mut State, id: &WorkId, settings: &Settings) -> Advanced {
    match id {
        WorkId::Job(id) => advance_job(state, *id),
        WorkId::Process(id) => advance_process(state, id, settings).unwrap_or_default(),
    }
}

fn advance_job(state: &mut State, id: Uuid) -> Advanced {
    let found = state.projects.iter_mut().find_map(|project| {
        let index = project.jobs.iter().position(|job| job.id == id)?;
        Some((project, index))
    });
    let Some((project, index)) = found else {
        return Advanced::default();
    };
    let mut job = project.jobs[index].clone();
    let total = job.total;
    match job.state {
        JobState::Queued => {
            job.state = JobState::Running;
            delete_contributors(project, &mut job, total / 2);
        }
        JobState::Running => {
            delete_contributors(project, &mut job, total);
            // A job that could delete nobody has failed.
            job.state = match job.deleted == 0 && job.failed > 0 {
                true => JobState::Failed,
                false => JobState::Completed,
            };
            job.ended = Some(tokio::time::Instant::now());
        }
        JobState::Completed | JobState::Failed => {}
    }
    job.updated_at = now();
    let goes_on = job.ended.is_none();
    project.jobs[index] = job;
    Advanced {
        goes_on,
        effect: None,
    }
}

fn delete_contributors(project: &mut Project, job: &mut DeletionJob, count: usize) {
    let count = count.min(job.remaining.len());
    for user in job.remaining.drain(..count) {
        if user == project.owner {
            job.failed += 1;
            *job.errors
                .entry("cannot_delete_team_owner".to_owned())
                .or_default() += 1;
        } else if user == job.created_by {
            job.skipped += 1;
        } else {
            project
                .contributors
                .retain(|contributor| contributor.user != user);
            job.deleted += 1;
        }
    }
}

fn advance_process(state: &mut State, id: &str, settings: &Settings) -> Option<Advanced> {
    let (place, index) = find_process(state, id)?;
    // Taken out of the branch, which the work reads and changes.
    let mut taken = processes(state, place).remove(index);
    let effect = step(state, place, &mut taken, settings);
    let goes_on = taken.status.next().is_some();
    processes(state, place).insert(index, taken);
    Some(Advanced { goes_on, effect })
}

fn find_process(state: &State, id: &str) -> Option<(Place, usize)> {
    for (project, known) in state.projects.iter().enumerate() {
        for (branch, known) in known.branches.iter().enumerate() {
            let mut processes = known.processes.iter();
            if let Some(index) = processes.position(|process| process.id == id) {
                return Some((Place { project, branch }, index));
            }
        }
    }
    None
}

fn processes(state: &mut State, place: Place) -> &mut Vec<Process> {
    &mut state.projects[place.project].branches[place.branch].processes
}

fn step(
    state: &mut State,
    place: Place,
    process: &mut Process,
    settings: &Settings,
) -> Option<Effect> {
    process.status = process.status.next()?;
    if process.status != ProcessStatus::Finished {
        return None;
    }
    match finish(state, place, process, settings) {
        Ok(effect) => effect,
        Err(message) => {
            process.status = ProcessStatus::Failed;
            process.message = message;
            None
        }
    }
}

/// Does the work of a process.
fn finish(
    state: &mut State,
    place: Place,
    process: &mut Process,
    settings: &Settings,
) -> Result<Option<Effect>, String> {
    let State {
        projects,
        ids,
        bundles,
        ..
    } = state;
    let project = &mut projects[place.project];
    match &mut process.task {
        Task::Import(work) => {
            let content = std::mem::replace(&mut work.content, Bytes::new());
            let toggle = project.settings.auto_toggle_unverified;
            let edit = Edit {
                branch: &mut project.branches[place.branch],
                ids,
                stamp: Stamp {
                    by: process.created_by,
                    at: now(),
                },
                toggle,
            };
            work.result = content::import(edit, &work.options, &content)?;
            Ok(None)
        }
        Task::Export(work) => {
            let branch = &project.branches[place.branch];
            let filler = settings.load.bundle_filler;
            let content = content::export(project, branch, &work.options, filler)?;
            work.size = content.len();
            let filename = content::bundle_filename(project);
            let bundle = bundles.add(Bundle { filename, content });
            work.bundle = Some(bundle);
            let link = bundles.link(bundle, PROCESS_LINK).unwrap_or_default();
            let url = format!("{}{link}", settings.urls.bundle);
            Ok(webhook(project, &work.options, &url))
        }
    }
}

/// The POST that an export asks for, when it does.
pub(crate) fn webhook(project: &Project, options: &Value, bundle_url: &str) -> Option<Effect> {
    let url = options["webhook_url"]
        .as_str()
        .filter(|url| !url.is_empty())?;
    Some(Effect::Webhook {
        url: url.to_owned(),
        body: json!({ "project_id": project.id, "bundle_url": bundle_url }),
    })
}
