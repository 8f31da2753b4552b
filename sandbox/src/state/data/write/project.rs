//! Projects, contributors, statuses and jobs.

use std::collections::HashMap;
use std::sync::Arc;

use super::branch::{branch, keys, languages};
use super::{count, moment_unless, user_unless};
use crate::state::data::form::{
    Access, Contributor, DeletionJob, Id, MergeBase, Moment, Name, Named, Project, Reference,
    Short, Status, Uuid7,
};
use crate::state::data::read::contributor::{all_languages, is_reviewing};
use crate::state::{self, JobState, Snapshot, role_rights};

pub(super) fn project(project: &state::Project) -> Project {
    let own = &project.branches[project.default_branch()].languages;
    Project {
        project_id: Some(Name(project.id.clone())),
        uuid: Some(Uuid7(project.uuid)),
        name: Name(project.name.clone()),
        description: project.description.clone(),
        project_type: Some(Name(project.kind.clone())),
        owner: Some(Reference::Id(project.owner)),
        team: Some(Id(project.team.id)),
        created_at: Some(Moment(project.created_at)),
        settings: project.settings.clone(),
        languages: Some(languages(own)),
        contributors: Some(contributors(project)),
        statuses: project.statuses.iter().map(status).collect(),
        branches: project.branches.iter().map(|it| branch(project, it, own)).collect(),
        merge_bases: merge_bases(project, own),
        deletion_jobs: jobs(project),
        uncounted_pairs: count(project.uncounted_pairs),
        keys: Vec::new(),
        files: Vec::new(),
        comments: Vec::new(),
        processes: Vec::new(),
    }
}

fn status(status: &state::Status) -> Short<Status> {
    Short(Status {
        id: Some(Id(status.id)),
        title: Name(status.title.clone()),
        color: Some(Name(status.color.clone())),
    })
}

fn contributors(project: &state::Project) -> Vec<Contributor> {
    let (mut ids_by_code, mut codes) = (HashMap::new(), HashMap::new());
    for language in project.branches.iter().flat_map(state::Branch::languages) {
        ids_by_code.entry(&*language.iso).or_insert(language.id);
        codes.entry(language.id).or_insert(&*language.iso);
    }
    // By the code, unless another language has it on another branch; those of no branch are gone.
    let access = |access: &state::Access| {
        let code = *codes.get(&access.language)?;
        let language = match ids_by_code.get(code) == Some(&access.language) {
            true => Reference::Name(code.to_owned()),
            false => Reference::Id(access.language),
        };
        Some(Short(Access { language, writable: access.writable }))
    };
    let all = all_languages(project);
    let contributors = project.contributors.iter().map(|it| Contributor {
        user: Reference::Id(it.user),
        uuid: Some(Uuid7(it.uuid)),
        created_at: moment_unless(it.created_at, project.created_at),
        is_admin: it.is_admin,
        is_reviewer: (it.is_reviewer != is_reviewing(it.role)).then_some(it.is_reviewer),
        role_id: it.role,
        languages: (it.languages != all).then(|| it.languages.iter().filter_map(access).collect()),
        admin_rights: (it.admin_rights != it.role.map(role_rights).unwrap_or_default())
            .then(|| it.admin_rights.clone()),
        group_rights: it.group_rights.clone(),
    });
    contributors.collect()
}

/// Those that have ended.
fn jobs(project: &state::Project) -> Vec<DeletionJob> {
    let ended = project.jobs.iter().filter(|job| job.ended.is_some());
    let jobs = ended.map(|job| DeletionJob {
        id: Some(Uuid7(job.id)),
        failed_as_a_whole: job.state == JobState::Failed,
        created_by: user_unless(job.created_by, project.owner),
        created_at: Some(Moment(job.created_at)),
        updated_at: moment_unless(job.updated_at, job.created_at),
        total: count(job.total),
        deleted: count(job.deleted),
        failed: count(job.failed),
        skipped: count(job.skipped),
        errors: Named(
            job.errors.iter().map(|(name, number)| (name.clone(), count(*number))).collect(),
        ),
    });
    jobs.collect()
}

/// Each content once, with all the branches that have it in common.
fn merge_bases(project: &state::Project, own: &[state::Language]) -> Vec<MergeBase> {
    let names: HashMap<u64, &str> = project.branches.iter().map(|it| (it.id, &*it.name)).collect();
    let mut pairs: Vec<_> = project.bases.all().collect();
    pairs.sort_by_key(|(pair, _)| *pair);
    let mut bases: Vec<(&Arc<Snapshot>, Vec<[String; 2]>)> = Vec::new();
    let mut places = HashMap::new();
    for ((a, b), content) in pairs {
        let (Some(a), Some(b)) = (names.get(&a), names.get(&b)) else {
            continue;
        };
        let place = *places.entry(Arc::as_ptr(content)).or_insert_with(|| {
            bases.push((content, Vec::new()));
            bases.len() - 1
        });
        bases[place].1.push([(*a).to_owned(), (*b).to_owned()]);
    }
    let written =
        bases.into_iter().map(|(content, pairs)| merge_base(project, own, content, pairs));
    written.collect()
}

fn merge_base(
    project: &state::Project,
    own: &[state::Language],
    content: &Snapshot,
    branches: Vec<[String; 2]>,
) -> MergeBase {
    // Only the branches that had it can have it still.
    let concerned = project
        .branches
        .iter()
        .filter(|branch| branches.iter().flatten().any(|name| *name == branch.name));
    let mut same = concerned
        .filter(|branch| branch.languages == content.languages && branch.keys == content.keys);
    if let Some(same) = same.next() {
        return MergeBase {
            branches,
            same_as: Some(Name(same.name.clone())),
            languages: None,
            keys: Vec::new(),
        };
    }
    MergeBase {
        branches,
        same_as: None,
        languages: (content.languages != own).then(|| languages(&content.languages)),
        keys: keys(project, &content.languages, &content.keys, project.owner),
    }
}
