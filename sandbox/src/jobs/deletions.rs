//! Bulk deletion jobs: which contributors go at which state.

use uuid::Uuid;

use super::Advanced;
use crate::state::{DeletionJob, JobState, Project, State, now};

pub(super) fn advance(state: &mut State, id: Uuid) -> Advanced {
    let found = state.projects.iter_mut().find_map(|project| {
        let index = project.jobs.iter().position(|job| job.id == id)?;
        Some((project, index))
    });
    let Some((project, index)) = found else {
        return Advanced::default();
    };
    let mut job = project.jobs[index].clone();
    let total = job.shown.total;
    match job.shown.state {
        JobState::Queued => {
            job.shown.state = JobState::Running;
            delete_contributors(project, &mut job, total / 2);
        }
        JobState::Running => {
            delete_contributors(project, &mut job, total);
            // A job that could delete nobody has failed.
            job.shown.state = match job.shown.deleted == 0 && job.shown.failed > 0 {
                true => JobState::Failed,
                false => JobState::Completed,
            };
            job.ended = Some(tokio::time::Instant::now());
        }
        JobState::Completed | JobState::Failed => {}
    }
    job.shown.updated_at = now();
    let goes_on = job.ended.is_none();
    project.jobs[index] = job;
    Advanced { goes_on, ..Advanced::default() }
}

fn delete_contributors(project: &mut Project, job: &mut DeletionJob, count: usize) {
    let count = count.min(job.remaining.len());
    let shown = &mut job.shown;
    shown.processed += count;
    for user in job.remaining.drain(..count) {
        if user == project.owner {
            shown.failed += 1;
            *shown.errors.entry("cannot_delete_team_owner".to_owned()).or_default() += 1;
        } else if user == job.created_by {
            shown.skipped += 1;
        } else {
            project.remove_contributor(user);
            shown.deleted += 1;
        }
    }
}
