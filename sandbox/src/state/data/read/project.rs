//! Projects, their contributors, languages and jobs.

use std::collections::HashSet;

use super::{FIRST_DAY, Names, Read, Reader, SHARED, given, seconds};
use crate::rules::plural::FORMS;
use crate::state::data::error::{shown, suggestion};
use crate::state::data::form;
use crate::state::data::values::{Reference, Short};
use crate::state::project::Status;
use crate::state::{
    Access, Branch, COLORS, Contributor, Language, MASTER, Project, SOFTWARE, Snapshot, Team,
    Webhook, canonical_right, is_right, rights, role_rights, system_languages,
};

/// The longest project id.
const LONGEST_ID: usize = 100;

/// What all branches of a project have in common.
pub(super) struct Common {
    pub(super) owner: u64,
    pub(super) created_at: i64,
    pub(super) per_platform: bool,
    pub(super) languages: Vec<Language>,
    pub(super) statuses: Names,
}

impl Reader {
    pub(super) fn projects(
        &mut self,
        projects: Vec<form::Project>,
        first: u64,
    ) -> Read<Vec<Project>> {
        // One that is written is none that can be given.
        let mut ids: HashSet<String> = projects.iter().map(|it| it.project_id.clone()).collect();
        let mut written = HashSet::new();
        self.each("projects", projects, |reader, mut project| {
            let id = std::mem::take(&mut project.project_id);
            let fits = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_');
            if id.len() > LONGEST_ID || !id.chars().all(fits) {
                let message = format!(
                    "{} is no project id, which has up to {LONGEST_ID} letters (a-z), digits, \
                     dots, hyphens and underscores",
                    shown(&id)
                );
                return reader.wrong("project_id", message);
            }
            project.project_id = match id.is_empty() {
                true => reader.new_project_id(&project.name, &mut ids),
                false if written.insert(id.clone()) => id,
                false => {
                    return reader.wrong("project_id", format!("another project has the id {id}"));
                }
            };
            reader.project(project, first)
        })
    }

    /// An id that is made of a name: `my-shop` of `My Shop`.
    fn new_project_id(&mut self, name: &str, ids: &mut HashSet<String>) -> String {
        let name = name.chars().take(60).collect::<String>().to_ascii_lowercase();
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let start = if words.is_empty() { "project".to_owned() } else { words.join("-") };
        let mut id = start.clone();
        while !ids.insert(id.clone()) {
            id = format!("{start}-{}", self.ids.next());
        }
        id
    }

    fn project(&mut self, project: form::Project, first: u64) -> Read<Project> {
        let uuid = self.uuid("project", project.uuid)?;
        let owner = self.user("owner", project.owner.as_ref(), first)?;
        let team = self.team(project.team)?;
        let created_at = seconds(project.created_at, FIRST_DAY);
        let statuses = self.each("statuses", project.statuses, |reader, Short(status)| {
            let color = reader.color(status.color)?;
            Ok(Status { id: reader.id("status", status.id)?, color, ..status })
        })?;
        let english = || Short(Language::from("en".to_owned()));
        let common = Common {
            owner,
            created_at,
            per_platform: project.settings.per_platform_key_names,
            languages: self.languages(given(project.languages, english))?,
            statuses: Names::new("status", statuses.iter().map(|it| (it.id, &*it.title))),
        };
        // The one branch that is written in the project itself.
        let empty = form::Branch { name: MASTER.to_owned(), ..form::Branch::default() };
        let short = form::Branch {
            keys: project.keys,
            files: project.files,
            comments: project.comments,
            processes: project.processes,
            ..empty.clone()
        };
        let branches = match project.branches.is_empty() {
            true => vec![self.branch(short, &common)?],
            false if short == empty => {
                let mut names = HashSet::new();
                self.each("branches", project.branches, |reader, branch| {
                    if !names.insert(branch.name.clone()) {
                        return reader.wrong("name", "another branch has this name");
                    }
                    reader.branch(branch, &common)
                })?
            }
            false => {
                let message =
                    "with `branches`, set keys, files, comments and processes in a branch";
                return self.wrong("", message);
            }
        };
        let kind = match project.project_type.is_empty() {
            true => SOFTWARE.to_owned(),
            false => project.project_type,
        };
        let mut read = Project {
            id: project.project_id,
            uuid,
            name: project.name,
            description: project.description,
            kind,
            owner,
            created_at,
            team,
            settings: project.settings,
            statuses,
            webhooks: project.webhooks.into_iter().map(Webhook::with_id).collect(),
            branches,
            uncounted_pairs: project.uncounted_pairs,
            ..Project::default()
        };
        read.contributors = self.contributors(project.contributors, &read)?;
        // What another branch has differently, it has changed.
        let default = &read.branches[read.default_branch()];
        for branch in read.branches.iter().filter(|branch| branch.id != default.id) {
            read.bases.copied(default.id, branch.id, Snapshot::of(default));
        }
        Ok(read)
    }

    fn team(&self, id: u64) -> Read<Team> {
        let found = self.teams.iter().find(|team| id == 0 || team.id == id);
        found.map_or_else(|| self.wrong("team", format!("unknown team {id}")), |it| Ok(*it))
    }

    fn color(&self, color: String) -> Read<String> {
        if color.is_empty() {
            return Ok(COLORS[0].to_owned());
        }
        match COLORS.iter().find(|known| known.eq_ignore_ascii_case(&color)) {
            Some(known) => Ok((*known).to_owned()),
            None => {
                let palette = COLORS.join(", ");
                let message = format!("{} is not in the palette: {palette}", shown(&color));
                self.wrong("color", message)
            }
        }
    }

    /// The languages of a branch; each once.
    pub(super) fn languages(&mut self, written: Vec<Short<Language>>) -> Read<Vec<Language>> {
        // An id that is written is none that can be given.
        let mut used: HashSet<u64> = written.iter().map(|language| language.0.id).collect();
        let (mut ids, mut codes) = (HashSet::new(), HashSet::new());
        self.each("languages", written, |reader, Short(language)| {
            let language = reader.language(language, &used)?;
            used.insert(language.id);
            if !ids.insert(language.id) || !codes.insert(language.iso.clone()) {
                return reader.wrong("", format!("the language {} is repeated", language.iso));
            }
            Ok(language)
        })
    }

    /// A language is made of the system language with its id, or else with its code, or else, if
    /// it has a name of its own, of one without.
    fn language(&mut self, mut language: Language, used: &HashSet<u64>) -> Read<Language> {
        let by_id = system_languages::all().find(|it| it.id == language.id);
        let known = by_id.or_else(|| system_languages::all().find(|it| it.iso == language.iso));
        if known.is_none() && language.id == 0 && language.name.is_empty() {
            let codes: Vec<_> = system_languages::all().map(|it| it.iso).collect();
            let near = suggestion(&language.iso, codes.iter().map(String::as_str));
            let code = shown(&language.iso);
            let message = format!(
                "unknown language {code}{near}; a custom language is an object with a `name`"
            );
            return self.wrong("", message);
        }
        let Some(system) =
            known.or_else(|| system_languages::own().find(|it| !used.contains(&it.id)))
        else {
            return self.wrong("", "too many custom languages");
        };
        if language.id == 0 {
            language.id = system.id;
        }
        if language.name.is_empty() {
            language.name = system.name;
        }
        if language.plural_forms.is_empty() {
            language.plural_forms = system.plural_forms;
        }
        language.rtl |= system.rtl;
        if let Some(form) = language.plural_forms.iter().find(|it| !FORMS.contains(&&***it)) {
            let message =
                format!("{} is not a plural form, which are {}", shown(form), FORMS.join(", "));
            return self.wrong("plural_forms", message);
        }
        // The same language has the same UUID on several branches.
        language.uuid = self.uuid(SHARED, language.uuid)?;
        Ok(language)
    }

    fn contributors(
        &mut self,
        contributors: Option<Vec<form::Contributor>>,
        project: &Project,
    ) -> Read<Vec<Contributor>> {
        let contributors = contributors.unwrap_or_else(|| {
            vec![form::Contributor {
                user: Reference::Id(project.owner),
                is_admin: true,
                role_id: Some(1),
                ..form::Contributor::default()
            }]
        });
        let languages = language_names(project);
        let mut users = HashSet::new();
        self.each("contributors", contributors, |reader, contributor| {
            let role = contributor.role_id;
            if role.is_some_and(|role| !(1..=5).contains(&role)) {
                let message = "there is no such role: 1 manager, 2 developer, 3 content creator, \
                               4 reviewer, 5 translator";
                return reader.wrong("role_id", message);
            }
            let user = reader.user("user", Some(&contributor.user), 0)?;
            if !users.insert(user) {
                return reader.wrong("user", "this contributor is repeated");
            }
            let accesses = |reader: &mut Self, accesses| {
                reader.each("languages", accesses, |reader, Short(access): Short<form::Access>| {
                    let language = reader.find(&languages, "", &access.language)?;
                    Ok(Access { language, writable: access.writable.unwrap_or(true) })
                })
            };
            Ok(Contributor {
                user,
                uuid: reader.uuid("contributor", contributor.uuid)?,
                created_at: seconds(contributor.created_at, project.created_at),
                is_admin: contributor.is_admin,
                is_reviewer: contributor.is_reviewer.unwrap_or_else(|| is_reviewing(role)),
                role,
                languages: match contributor.languages {
                    Some(written) => accesses(reader, written)?,
                    None => all_languages(project),
                },
                admin_rights: match contributor.admin_rights {
                    Some(rights) => reader.rights("admin_rights", rights)?,
                    None => role.map(role_rights).unwrap_or_default(),
                },
                group_rights: reader.rights("group_rights", contributor.group_rights)?,
            })
        })
    }

    fn rights(&mut self, field: &str, written: Vec<String>) -> Read<Vec<String>> {
        self.each(field, written, |reader, right| match is_right(&right) {
            true => Ok(canonical_right(&right).to_owned()),
            false => {
                let near = suggestion(&right, rights());
                reader.wrong("", format!("unknown right {}{near}", shown(&right)))
            }
        })
    }
}

/// The languages of all branches.
pub(in crate::state::data) fn language_names(project: &Project) -> Names {
    let languages = project.branches.iter().flat_map(Branch::languages);
    Names::new("language", languages.map(|it| (it.id, &*it.iso)))
}

/// Whether a role is one of reviewers.
pub(in crate::state::data) fn is_reviewing(role: Option<u64>) -> bool {
    matches!(role, Some(1 | 4))
}

/// Access to write to all languages of the default branch.
pub(in crate::state::data) fn all_languages(project: &Project) -> Vec<Access> {
    let branch = &project.branches[project.default_branch()];
    let languages = branch.languages().iter();
    languages.map(|language| Access { language: language.id, writable: true }).collect()
}
