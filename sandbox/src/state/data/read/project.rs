//! Projects, their statuses and jobs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use tokio::time::Instant;

use super::{FIRST_DAY, Kind, Reader, defaults};
use crate::state::data::error::{DataError, Within as _, shown, suggestion};
use crate::state::data::form::{self, Moment, Name, Reference, Short};
use crate::state::{COLORS, DeletionJob, JobState, MASTER, Project, Status};

/// The longest project id.
const LONGEST_ID: usize = 100;

/// What all branches of a project have in common.
pub(super) struct Common {
    pub(super) owner: u64,
    pub(super) created_at: i64,
    pub(super) per_platform: bool,
    pub(super) statuses: Statuses,
}

/// The statuses of a project, for what names them.
pub(super) struct Statuses {
    ids: HashSet<u64>,
    by_title: HashMap<String, u64>,
}

impl Statuses {
    fn of(statuses: &[Status]) -> Self {
        let titles = statuses.iter().rev();
        Self {
            ids: statuses.iter().map(|status| status.id).collect(),
            by_title: titles.map(|it| (it.title.clone(), it.id)).collect(),
        }
    }

    pub(super) fn find(&self, reference: &Reference) -> Result<u64, DataError> {
        match reference {
            Reference::Id(id) if self.ids.contains(id) => Ok(*id),
            Reference::Id(id) => Err(DataError::new(format!("the project has no status {id}"))),
            Reference::Name(title) => self.by_title.get(title).copied().ok_or_else(|| {
                let known = self.by_title.keys().map(String::as_str);
                let (shown, suggestion) = (shown(title), suggestion(title, known));
                DataError::new(format!("the project has no status {shown}{suggestion}"))
            }),
        }
    }
}

impl Reader {
    pub(super) fn read_projects(
        &mut self,
        projects: Vec<form::Project>,
    ) -> Result<Vec<Project>, DataError> {
        let mut names = HashSet::new();
        for (index, project) in projects.iter().enumerate() {
            if let Some(Name(id)) = &project.project_id {
                let place = || format!("projects[{index}].project_id");
                check_project_id(id).within(place)?;
                if !names.insert(id.clone()) {
                    let message = format!("another project has the id {id}");
                    return Err(DataError::new(message).within(&place()));
                }
            }
        }
        let mut read = Vec::with_capacity(projects.len());
        for (index, project) in projects.into_iter().enumerate() {
            let project = self.read_project(project, &mut names);
            read.push(project.within(|| format!("projects[{index}]"))?);
        }
        Ok(read)
    }

    fn read_project(
        &mut self,
        mut project: form::Project,
        names: &mut HashSet<String>,
    ) -> Result<Project, DataError> {
        let is_short = project.branches.is_empty();
        let branches = branches(&mut project)?;
        let id = match project.project_id {
            Some(Name(id)) => id,
            None => self.new_project_id(&project.name.0, names),
        };
        let uuid = self.uuid(Kind::Project, project.uuid);
        let uuid = uuid.within(|| "uuid".to_owned())?;
        let first = self.users.first().map_or(0, |user| user.id);
        let owner = self.user_or(project.owner.as_ref(), first);
        let owner = owner.within(|| "owner".to_owned())?;
        let team = self.team(project.team).within(|| "team".to_owned())?;
        let created_at = project.created_at.map_or(FIRST_DAY, |moment| moment.0);
        let statuses = self.read_statuses(project.statuses)?;
        let languages = project.languages.filter(|languages| !languages.is_empty());
        let languages = languages.unwrap_or_else(|| vec![english()]);
        let languages = self.read_languages(languages)?;
        let common = Common {
            owner,
            created_at,
            per_platform: project.settings.per_platform_key_names,
            statuses: Statuses::of(&statuses),
        };
        let branches = self.read_branches(branches, is_short, &languages, &common)?;
        let bases = self.read_bases(project.merge_bases, &branches, &languages, &common)?;
        let mut read = Project {
            id,
            uuid,
            name: project.name.0,
            description: project.description,
            kind: project
                .project_type
                .map_or_else(|| "localization_files".to_owned(), |kind| kind.0),
            owner,
            created_at,
            team,
            settings: project.settings,
            contributors: Vec::new(),
            statuses,
            jobs: Vec::new(),
            branches,
            bases,
            uncounted_pairs: project.uncounted_pairs as usize,
        };
        read.jobs = self.read_jobs(project.deletion_jobs, &read)?;
        read.contributors = self.read_contributors(project.contributors, &read)?;
        Ok(read)
    }

    fn new_project_id(&mut self, name: &str, names: &mut HashSet<String>) -> String {
        let start = defaults::project_id(name);
        let mut id = start.clone();
        while !names.insert(id.clone()) {
            id = format!("{start}-{}", self.ids.next());
        }
        id
    }

    fn team(&self, id: Option<form::Id>) -> Result<crate::state::Team, DataError> {
        let mut teams = self.teams.iter();
        let found = match id {
            Some(id) => teams.find(|team| team.id == id.0),
            None => teams.next(),
        };
        found.copied().ok_or_else(|| {
            let id = id.map_or(0, |id| id.0);
            DataError::new(format!("there is no team {id}"))
        })
    }

    fn read_statuses(
        &mut self,
        statuses: Vec<Short<form::Status>>,
    ) -> Result<Vec<Status>, DataError> {
        let mut read = Vec::with_capacity(statuses.len());
        for (index, Short(status)) in statuses.into_iter().enumerate() {
            let place = || format!("statuses[{index}]");
            let id = self.id(Kind::Status, status.id).within(place)?;
            let color = color(status.color).within(|| format!("{}.color", place()))?;
            read.push(Status { id, title: status.title.0, color });
        }
        Ok(read)
    }

    fn read_jobs(
        &mut self,
        jobs: Vec<form::DeletionJob>,
        project: &Project,
    ) -> Result<Vec<DeletionJob>, DataError> {
        let mut read = Vec::with_capacity(jobs.len());
        for (index, job) in jobs.into_iter().enumerate() {
            let place = |field: &str| format!("deletion_jobs[{index}].{field}");
            let id = self.uuid(Kind::Job, job.id).within(|| place("id"))?;
            let by = self.user_or(job.created_by.as_ref(), project.owner);
            let created_at = job.created_at.map_or(project.created_at, |it| it.0);
            let updated_at = job.updated_at.map_or(created_at, |it| it.0);
            let errors = job.errors.0.into_iter();
            read.push(DeletionJob {
                id,
                state: match job.failed_as_a_whole {
                    true => JobState::Failed,
                    false => JobState::Completed,
                },
                created_by: by.within(|| place("created_by"))?,
                created_at,
                updated_at,
                ended: Some(ended(updated_at)),
                remaining: Vec::new(),
                total: job.total as usize,
                deleted: job.deleted as usize,
                failed: job.failed as usize,
                skipped: job.skipped as usize,
                errors: errors
                    .map(|(name, count)| (name, count as usize))
                    .collect::<BTreeMap<_, _>>(),
            });
        }
        Ok(read)
    }
}

/// When it was that time by the clock of this process.
fn ended(at: i64) -> Instant {
    let seconds = u64::try_from(crate::state::now().saturating_sub(at)).unwrap_or_default();
    let now = Instant::now();
    now.checked_sub(Duration::from_secs(seconds)).unwrap_or(now)
}

/// The branches of a project, whose one branch may be written in the project itself.
fn branches(project: &mut form::Project) -> Result<Vec<form::Branch>, DataError> {
    let keys = std::mem::take(&mut project.keys);
    let files = std::mem::take(&mut project.files);
    let comments = std::mem::take(&mut project.comments);
    let processes = std::mem::take(&mut project.processes);
    let short = [
        ("keys", keys.is_empty()),
        ("files", files.is_empty()),
        ("comments", comments.is_empty()),
        ("processes", processes.is_empty()),
    ];
    if !project.branches.is_empty() {
        return match short.iter().find(|(_, is_empty)| !is_empty) {
            None => Ok(std::mem::take(&mut project.branches)),
            Some((name, _)) => Err(DataError::new(
                "beside branches this belongs to one of them: branches[0] or another",
            )
            .within(name)),
        };
    }
    Ok(vec![form::Branch {
        id: None,
        name: Name(MASTER.to_owned()),
        created_at: None,
        created_by: None,
        languages: None,
        keys,
        files,
        comments,
        processes,
    }])
}

fn check_project_id(id: &str) -> Result<(), DataError> {
    let fits = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_');
    match id.len() <= LONGEST_ID && id.chars().all(fits) {
        true => Ok(()),
        false => Err(DataError::new(format!(
            "a project id has up to {LONGEST_ID} letters (a-z), digits, dots, hyphens and \
             underscores: {} is none",
            shown(id)
        ))),
    }
}

fn english() -> Short<form::Language> {
    Short(form::Language {
        iso: Name("en".to_owned()),
        id: None,
        uuid: None,
        name: None,
        rtl: None,
        plural_forms: None,
    })
}

fn color(color: Option<Name>) -> Result<String, DataError> {
    let Some(Name(color)) = color else {
        return Ok(COLORS[0].to_owned());
    };
    let mut known = COLORS.iter();
    match known.find(|known| known.eq_ignore_ascii_case(&color)) {
        Some(known) => Ok((*known).to_owned()),
        None => Err(DataError::new(format!(
            "{} is not of the palette: {}",
            shown(&color),
            COLORS.join(", ")
        ))),
    }
}

/// The seconds of a moment that is written, or others.
pub(super) fn seconds(moment: Option<Moment>, other: i64) -> i64 {
    moment.map_or(other, |moment| moment.0)
}
