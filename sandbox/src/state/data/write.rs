//! From a state to the form. What reading gives by itself is left out.

use std::collections::BTreeMap;

use super::form::{
    Access, Branch, Comment, Contributor, Data, DeletionJob, Export, Grant, Key, MergeBase,
    Process, Project, Screenshot, Token, Translation,
};
use super::read::content::default_platforms;
use super::read::project::{all_languages, is_reviewing, language_names};
use super::values::{EachPlatform, Moment, Reference, Short};
use crate::state::{self, JobState, PerPlatform, Platform, State, Task, Text, role_rights};

impl State {
    /// All that outlives a restart.
    pub(crate) fn data(&self) -> Data {
        let prefix = self.oauth.prefix();
        let own = |name: &str| name.strip_prefix(prefix).unwrap_or(name).to_owned();
        let tokens = self.tokens.iter().map(|token| Token {
            name: token.name.clone(),
            secret: Some(own(&token.secret)),
            user: Some(Reference::Id(token.user)),
            access: token.kind,
        });
        let apps = self.oauth.apps.iter();
        let apps = apps.map(|app| state::App { client_id: own(&app.client_id), ..app.clone() });
        let grants = self.oauth.refreshable().map(|(token, grant)| Grant {
            refresh_token: own(token),
            client_id: own(&grant.client_id),
            user: Reference::Id(grant.user),
            scopes: grant.scopes.clone(),
        });
        let mut grants: Vec<_> = grants.collect();
        grants.sort_by(|a, b| a.refresh_token.cmp(&b.refresh_token));
        Data {
            schema: String::new(),
            users: self.users.clone(),
            tokens: Some(tokens.collect()),
            oauth_apps: Some(apps.collect()),
            granting_user: Some(Reference::Id(self.oauth.granting_user)),
            oauth_grants: grants,
            teams: self.teams.clone(),
            projects: self.projects.iter().map(|project| Writer { project }.project()).collect(),
            last_id: self.ids.last,
        }
    }
}

/// A moment, unless it is this one that reading takes for it.
fn moment(seconds: i64, given: i64) -> Option<Moment> {
    (seconds != given).then_some(Moment(seconds))
}

/// A user, unless it is this one that reading takes.
fn user(user: u64, given: u64) -> Option<Reference> {
    (user != given).then_some(Reference::Id(user))
}

fn short<T: Clone>(items: &[T]) -> Vec<Short<T>> {
    items.iter().cloned().map(Short).collect()
}

/// Writes a project.
#[derive(Clone, Copy)]
struct Writer<'s> {
    project: &'s state::Project,
}

impl Writer<'_> {
    fn project(self) -> Project {
        let project = self.project;
        Project {
            project_id: project.id.clone(),
            uuid: project.uuid,
            name: project.name.clone(),
            description: project.description.clone(),
            project_type: project.kind.clone(),
            owner: Some(Reference::Id(project.owner)),
            team: project.team.id,
            created_at: Some(Moment(project.created_at)),
            settings: project.settings.clone(),
            languages: short(self.languages()),
            contributors: Some(self.contributors()),
            statuses: short(&project.statuses),
            webhooks: project.webhooks.clone(),
            branches: project.branches.iter().map(|branch| self.branch(branch)).collect(),
            merge_bases: self.merge_bases(),
            deletion_jobs: self.jobs(),
            uncounted_pairs: project.uncounted_pairs,
            ..Project::default()
        }
    }

    /// The languages of the default branch.
    fn languages(&self) -> &[state::Language] {
        &self.project.branches[self.project.default_branch()].languages
    }

    fn contributors(self) -> Vec<Contributor> {
        let names = language_names(self.project);
        let languages = self.project.branches.iter().flat_map(state::Branch::languages);
        // By the code, unless another language has it on another branch; those of no branch are
        // gone.
        let access = |access: &state::Access| {
            let mut languages = languages.clone();
            let code = languages.find(|it| it.id == access.language)?.iso.clone();
            let code = Reference::Name(code);
            let language = match names.find(&code) {
                Ok(_) => code,
                Err(_) => Reference::Id(access.language),
            };
            Some(Short(Access { language, writable: (!access.writable).then_some(false) }))
        };
        let all = all_languages(self.project);
        let contributors = self.project.contributors.iter().map(|it| Contributor {
            user: Reference::Id(it.user),
            uuid: it.uuid,
            created_at: moment(it.created_at, self.project.created_at),
            is_admin: it.is_admin,
            is_reviewer: (it.is_reviewer != is_reviewing(it.role)).then_some(it.is_reviewer),
            role_id: it.role,
            languages: (it.languages != all)
                .then(|| it.languages.iter().filter_map(access).collect()),
            admin_rights: (it.admin_rights != it.role.map(role_rights).unwrap_or_default())
                .then(|| it.admin_rights.clone()),
            group_rights: it.group_rights.clone(),
        });
        contributors.collect()
    }

    /// Those that have ended.
    fn jobs(self) -> Vec<DeletionJob> {
        let ended = self.project.jobs.iter().filter(|job| job.ended.is_some());
        let jobs = ended.map(|job| DeletionJob {
            id: job.id,
            failed_as_a_whole: job.state == JobState::Failed,
            created_by: user(job.created_by, self.project.owner),
            created_at: Some(Moment(job.created_at)),
            updated_at: moment(job.updated_at, job.created_at),
            total: job.total,
            deleted: job.deleted,
            failed: job.failed,
            skipped: job.skipped,
            errors: job.errors.clone(),
        });
        jobs.collect()
    }

    fn merge_bases(self) -> Vec<MergeBase> {
        let branches = &self.project.branches;
        let mut pairs: Vec<_> = self.project.bases.all().collect();
        pairs.sort_by_key(|(pair, _)| *pair);
        let bases = pairs.into_iter().filter_map(|((a, b), content)| {
            let [a, b] = [a, b].map(|id| branches.iter().find(|branch| branch.id == id));
            let (a, b) = (a?, b?);
            let own = &content.languages;
            let is_same = |it: &&&state::Branch| it.languages == *own && it.keys == content.keys;
            let same_as = [a, b].iter().find(is_same).map(|branch| branch.name.clone());
            let is_own = same_as.is_none();
            Some(MergeBase {
                branches: vec![[a.name.clone(), b.name.clone()]],
                same_as: same_as.unwrap_or_default(),
                languages: (is_own && own != self.languages()).then(|| short(own)),
                keys: match is_own {
                    true => self.keys(&content.keys, own, self.project.owner),
                    false => Vec::new(),
                },
            })
        });
        bases.collect()
    }

    fn branch(self, branch: &state::Branch) -> Branch {
        let own = &branch.languages;
        let Self { project } = self;
        let comments = branch.comments.iter().map(|comment| Comment {
            id: comment.id,
            key: Reference::Id(comment.key),
            text: comment.text.clone(),
            author: user(comment.author, project.owner),
            added_at: moment(comment.added_at, project.created_at),
        });
        let ended = branch.processes.iter().filter(|it| it.status.next().is_none());
        Branch {
            id: branch.id,
            name: branch.name.clone(),
            created_at: moment(branch.created_at, project.created_at),
            created_by: user(branch.created_by, project.owner),
            languages: (own != self.languages()).then(|| short(own)),
            keys: self.keys(&branch.keys, own, branch.created_by),
            files: short(&branch.files),
            comments: comments.collect(),
            processes: ended.map(|it| self.process(it)).collect(),
        }
    }

    fn process(self, process: &state::Process) -> Process {
        let (options, import, export) = match &process.task {
            Task::Import(work) => (&work.options, Some(work.result.clone()), None),
            Task::Export(work) => {
                (&work.options, None, Some(Export { keys: work.keys, size: work.size }))
            }
        };
        Process {
            id: uuid::Uuid::try_parse(&process.id).unwrap_or_default(),
            status: process.status,
            message: process.message.clone(),
            created_by: user(process.created_by, self.project.owner),
            created_at: moment(process.created_at, self.project.created_at),
            options: options.as_object().cloned().unwrap_or_default(),
            import,
            export,
        }
    }

    fn keys(self, keys: &[state::Key], languages: &[state::Language], translator: u64) -> Vec<Key> {
        keys.iter().map(|key| self.key(key, languages, translator)).collect()
    }

    fn key(self, key: &state::Key, languages: &[state::Language], translator: u64) -> Key {
        let filename = filename(key);
        let default = default_platforms(filename.as_ref());
        let platforms = key.platforms.iter().copied();
        let screenshots = key.screenshots.iter().map(|it| Screenshot {
            id: it.id,
            title: it.title.clone(),
            description: it.description.clone(),
            tags: it.tags.clone(),
            created_at: moment(it.created_at, key.created_at),
        });
        let translations = key.translations.iter().filter_map(|it| {
            let language = languages.iter().find(|language| language.id == it.language)?;
            Some((language.iso.clone(), Short(self.translation(key, it, translator))))
        });
        Key {
            id: key.id,
            name: name(&key.names),
            filename,
            description: key.description.clone(),
            context: key.context.clone(),
            platforms: platforms.filter(|_| key.platforms != default).collect(),
            tags: key.tags.clone(),
            plural: key.plural.then_some(true),
            plural_name: key.plural_name.clone(),
            hidden: key.hidden,
            archived: key.archived,
            char_limit: key.char_limit,
            custom_attributes: key.custom_attributes.clone(),
            screenshots: screenshots.collect(),
            created_at: moment(key.created_at, self.project.created_at),
            modified_at: moment(key.modified_at, key.created_at),
            translations_modified_at: moment(key.translations_modified_at, key.created_at),
            translations: translations.collect(),
        }
    }

    fn translation(
        self,
        key: &state::Key,
        translation: &state::Translation,
        translator: u64,
    ) -> Translation {
        let (text, forms) = match &translation.text {
            Text::Plain(text) => ((!text.is_empty()).then(|| text.clone()), BTreeMap::new()),
            Text::Forms(forms) => (None, forms.iter().cloned().collect()),
        };
        let is_reviewed = translation.reviewed_by != 0;
        // A merge base may name statuses that are gone since.
        let is_there = |id: &&u64| self.project.statuses.iter().any(|it| it.id == **id);
        let statuses = translation.statuses.iter().filter(is_there);
        Translation {
            id: translation.id,
            text,
            forms,
            modified_at: moment(translation.modified_at, key.translations_modified_at),
            modified_by: user(translation.modified_by, translator),
            reviewed: (translation.reviewed != is_reviewed).then_some(translation.reviewed),
            reviewed_by: user(translation.reviewed_by, 0),
            unverified: translation.unverified,
            statuses: statuses.map(|id| Reference::Id(*id)).collect(),
            ..Translation::default()
        }
    }
}

/// The name of a key: one, where it has the same on all platforms.
fn name(names: &PerPlatform) -> EachPlatform {
    let first = names.get(Platform::Ios);
    match names.texts().iter().all(|name| *name == first) {
        true => EachPlatform::All(first.to_owned()),
        false => EachPlatform::Each(Box::new(names.clone())),
    }
}

/// The file of a key: one, where it is in the same on all of its platforms, and on no other.
fn filename(key: &state::Key) -> Option<EachPlatform> {
    let names = &key.filenames;
    let first = names.texts().into_iter().find(|name| !name.is_empty())?;
    let is_one = Platform::ALL.into_iter().all(|platform| {
        names.get(platform) == if key.platforms.contains(&platform) { first } else { "" }
    });
    Some(match is_one {
        true => EachPlatform::All(first.to_owned()),
        false => EachPlatform::Each(Box::new(names.clone())),
    })
}
