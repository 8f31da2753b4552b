//! Push: uploads local files to the service.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt};
use l10n_client::FileSource;
use l10n_client::types::QueuedProcess;

use crate::config::Side;
use crate::error::Error;
use crate::extra::ExtraKeys;
use crate::git::Git;
use crate::pull::{PullOptions, RefusedFile, check_languages};
use crate::report::{PushReport, PushState, PushedFile};
use crate::selection::Selection;
use crate::service::{Event, Project, Sync, idempotent};
use crate::texts::{File, TextChange, plural_stem};
use crate::workspace::{LocalFile, Workspace};

/// The maximum number of concurrent files. The client's rate limiter limits their requests.
const CONCURRENCY: usize = 32;
/// The minimum and maximum delay before the first poll of an import, in milliseconds.
const FIRST_POLL: (u64, u64) = (200, 10_000);

/// Options of a push. Set fields on the default value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PushOptions {
    /// Pushes only these languages, by local or service code; `base` is the base language.
    pub languages: Vec<String>,
    /// Pushes only these files: paths, folders or patterns below the root.
    pub paths: Vec<String>,
    /// Pushes only files that differ from this Git revision.
    pub changed_since: Option<String>,
    /// Also pushes the translations of groups that push only the base language.
    pub translations: bool,
    /// Overwrites translations at the service that differ. By default, a push only adds missing
    /// ones.
    pub replace: bool,
    /// Returns when the imports are queued. If translations follow, a push still waits for the
    /// imports of the base language.
    pub without_waiting: bool,
}

impl PushOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to push a file. `translations`, and `replace` with named files, override the group.
    fn wants(&self, workspace: &Workspace, file: &LocalFile) -> bool {
        let group = &workspace.groups[file.group];
        let is_named = !self.languages.is_empty() || !self.paths.is_empty();
        let is_configured = group.push.has(file.is_base)
            || (group.push != crate::Side::None
                && !file.is_base
                && (self.translations || is_named && self.replace));
        is_configured && workspace.is_lang(group, &file.lang, &self.languages)
    }
}

/// The files that a push uploads.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PushPlan {
    /// The files in the order of their upload, those of the base language first.
    pub files: Vec<LocalFile>,
    /// The keys of translations that their files of the base language lack. A push sends them only
    /// if the format is not JSON, because it would bring back keys that were deleted.
    pub extra_keys: Vec<ExtraKeys>,
}

impl PushPlan {
    fn extra(&self, path: &str) -> Option<&ExtraKeys> {
        self.extra_keys.iter().find(|extra| extra.path == path)
    }

    /// Returns the files that are not valid, and those that are not sent because of them. Sends no
    /// request.
    pub fn invalid(&self, workspace: &Workspace) -> Vec<PushedFile> {
        self.blocked(workspace, None)
    }

    /// Returns the files that cannot be sent.
    fn blocked(&self, workspace: &Workspace, project: Option<&Project>) -> Vec<PushedFile> {
        let mut blocked: Vec<PushedFile> = Vec::new();
        for file in &self.files {
            let is_base_blocked =
                blocked.iter().any(|other| other.file.is_base && other.file.name == file.name);
            if let Some((state, reason)) = workspace.obstacle(project, file, is_base_blocked) {
                blocked.push(PushedFile::new(file.clone(), state, Some(reason)));
            }
        }
        blocked
    }
}

/// What a push would change at the service: see [`Sync::changes`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PushChanges {
    /// The texts, by the path of the file. Files in formats that the service does not export are
    /// missing.
    pub texts: BTreeMap<String, Vec<TextChange>>,
    /// The files that cannot be sent, with the reason.
    pub blocked: Vec<PushedFile>,
    /// The files of the service that no group matches, such as those under an old name.
    pub unmatched: Vec<RefusedFile>,
    /// The branch that the push would create.
    pub new_branch: Option<String>,
}

impl Workspace {
    /// Returns the files that a push would upload. Sends no request.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if a path or revision in the options does not exist, or if the
    /// service would merge keys of two files (see [`check_keys`](Self::check_keys)). Fails with
    /// [`Error::Git`] if Git fails.
    pub async fn plan_push(&self, options: &PushOptions) -> Result<PushPlan, Error> {
        self.check_keys()?;
        let changed = self.changed(options.changed_since.as_deref()).await?;
        let selection = Selection::new(&options.paths)?;
        selection.check(self.files().iter().map(|file| file.path.as_str()))?;
        let is_sent = |file: &&LocalFile| {
            selection.has(&file.path)
                && changed.as_ref().is_none_or(|changed| changed.contains(&file.path))
                && options.wants(self, file)
        };
        let mut files: Vec<_> = self.files().iter().filter(is_sent).cloned().collect();
        // The sort is stable: groups stay in their order.
        files.sort_by_key(|file| !file.is_base);
        let extra_keys = self.split_extra(&mut files);
        Ok(PushPlan { files, extra_keys })
    }

    /// Returns the files that differ from a revision; `None` for all.
    async fn changed(&self, revision: Option<&str>) -> Result<Option<BTreeSet<String>>, Error> {
        let Some(revision) = revision else {
            return Ok(None);
        };
        let git = Git::open(self.root()).await?.ok_or_else(|| {
            Error::config(
                "changed-since",
                "needs a Git working tree, but this folder is not in one: remove the option",
            )
        })?;
        match git.commit(revision).await? {
            Some(commit) => git.changed(&commit).await.map(Some),
            None => Ok(None),
        }
    }

    /// Returns the reason why a file cannot be sent, and its state.
    fn obstacle(
        &self,
        project: Option<&Project>,
        file: &LocalFile,
        is_blocked: bool,
    ) -> Option<(PushState, String)> {
        if let Some(project) = project.filter(|project| !project.languages.contains(&file.lang)) {
            let is_spelled = self.groups[file.group].is_spelled();
            return Some((PushState::Blocked, no_language(project, file, is_spelled)));
        }
        match self.invalid(file) {
            Ok(None) => {}
            Ok(Some(reason)) => return Some((PushState::Failed, reason)),
            Err(error) => return Some((PushState::Failed, error.to_string())),
        }
        is_blocked.then(|| {
            let sources = self.sources();
            let base = sources.get(file.name.as_str());
            let base = base.map_or(file.name.as_str(), |base| base.path.as_str());
            let reason =
                format!("not sent, because {base} failed: fix that error, then push again");
            (PushState::Blocked, reason)
        })
    }
}

impl Sync {
    /// Uploads the files of the configuration, and waits for their imports.
    ///
    /// The base language is imported before translations, and groups in the order of the
    /// configuration. Uploads are idempotent, so the client retries them. If a file fails, the
    /// others are still uploaded, except translations of a base-language file that failed.
    ///
    /// # Errors
    ///
    /// Fails like [`Workspace::plan_push`], or if the project or its languages cannot be read.
    /// Failures of single files are in the report.
    pub async fn push(&self, options: &PushOptions) -> Result<PushReport, Error> {
        let plan = self.workspace.plan_push(options).await?;
        self.send(plan, options).await
    }

    /// Uploads the files of a plan, like [`push`](Self::push).
    ///
    /// # Errors
    ///
    /// Fails like [`push`](Self::push).
    pub async fn send(&self, plan: PushPlan, options: &PushOptions) -> Result<PushReport, Error> {
        if plan.files.is_empty() {
            if !options.languages.is_empty() {
                let project = self.project(false).await?;
                check_languages(&self.workspace, &project, &options.languages)?;
            }
            return Ok(PushReport::default());
        }
        let project = self.project(true).await?;
        self.emit(Event::Files(plan.files.len()));
        self.emit(Event::Phase("uploading"));
        let last_is_base = plan.files.last().is_some_and(|file| file.is_base);
        let mut failed = HashSet::new();
        let mut done = BTreeMap::new();
        for phase in phases(plan.files.clone()) {
            let waits = !options.without_waiting || (phase.is_base && !last_is_base);
            // Imports of the same service name run one after another.
            let chains = phase.chains.into_iter().map(|chain| {
                let is_blocked = failed.contains(&chain[0].1.name) && !phase.is_base;
                self.chain(&project, &plan, chain, options.replace, waits, is_blocked)
            });
            let ended: Vec<_> = stream::iter(chains).buffer_unordered(CONCURRENCY).collect().await;
            for (index, file) in ended.into_iter().flatten() {
                if file.state.is_failure() && phase.is_base {
                    failed.insert(file.file.name.clone());
                }
                done.insert(index, file);
            }
        }
        Ok(PushReport { files: done.into_values().collect() })
    }

    /// Returns what a push of this plan would change at the service. Sends nothing.
    ///
    /// If a push would create the branch, compares with the default branch, of which it is a copy.
    ///
    /// # Errors
    ///
    /// Fails like [`push`](Self::push).
    pub async fn changes(
        &self,
        plan: &PushPlan,
        options: &PushOptions,
    ) -> Result<PushChanges, Error> {
        if plan.files.is_empty() {
            return Ok(PushChanges::default());
        }
        let (force, before_push, whole) = (true, true, Some(Side::All));
        let mut pull = PullOptions { force, before_push, whole, ..PullOptions::new() };
        if plan.files.iter().all(|file| file.is_base) {
            pull.languages.push("base".to_owned());
        }
        let project = self.target().await?;
        let blocked = plan.blocked(&self.workspace, Some(&project));
        let report = self.plan_pull(&pull).await?;
        let known = report.files.iter().map(|file| (file.path.clone(), file));
        let known: HashMap<_, _> = known.collect();
        let (texts, unmatched, new_branch) =
            (BTreeMap::new(), report.refused.clone(), project.new_branch);
        let mut changes = PushChanges { texts, blocked, unmatched, new_branch };
        for file in &plan.files {
            if report.unexported.contains(&file.group) {
                continue;
            }
            let group = &self.workspace.groups[file.group];
            let mut texts: Vec<_> = match known.get(&file.path) {
                Some(file) => file.texts.iter().cloned().map(TextChange::reversed).collect(),
                None => group.file(self.workspace.read(&file.path)?, file.is_base).added(),
            };
            // A push deletes no text, and by default replaces none of a translation.
            let adds_only = !file.is_base && !options.replace;
            let extra = plan.extra(&file.path).filter(|extra| !extra.is_sent);
            texts.retain(|text| {
                text.after.is_some()
                    && !(adds_only && text.before.is_some())
                    && !extra.is_some_and(|extra| extra.has(&text.key))
            });
            if adds_only {
                let local = File::new(&group.format, self.workspace.read(&file.path)?);
                retain_new_plurals(&mut texts, &local, &group.format);
            }
            changes.texts.insert(file.path.clone(), texts);
        }
        Ok(changes)
    }

    async fn chain(
        &self,
        project: &Project,
        plan: &PushPlan,
        files: Vec<(usize, LocalFile)>,
        replace: bool,
        waits: bool,
        is_blocked: bool,
    ) -> Vec<(usize, PushedFile)> {
        let mut done = Vec::with_capacity(files.len());
        for (index, file) in files {
            let pushed = match self.workspace.obstacle(Some(project), &file, is_blocked) {
                Some((state, reason)) => PushedFile::new(file, state, Some(reason)),
                None => self.push_file(project, plan, file, replace, waits).await,
            };
            self.emit(Event::Pushed(pushed.clone()));
            done.push((index, pushed));
        }
        done
    }

    async fn push_file(
        &self,
        project: &Project,
        plan: &PushPlan,
        file: LocalFile,
        replace: bool,
        waits: bool,
    ) -> PushedFile {
        let mut pushed = PushedFile::new(file, PushState::Failed, None);
        match self.import(project, plan, &mut pushed, replace, waits).await {
            Ok(state) => pushed.state = state,
            Err(Error::Client(error)) => {
                pushed.reason = Some(error.with_causes());
                pushed.error = Some((*error).into());
            }
            Err(error) => pushed.reason = Some(error.to_string()),
        }
        pushed
    }

    /// Uploads a file, and waits for its import.
    async fn import(
        &self,
        project: &Project,
        plan: &PushPlan,
        pushed: &mut PushedFile,
        replace: bool,
        waits: bool,
    ) -> Result<PushState, Error> {
        let file = &pushed.file;
        let path = file.path.clone();
        self.emit(Event::Uploading { path: path.clone() });
        let group = &self.workspace.groups[file.group];
        let body = group.upload(&file.name, &file.lang, file.is_base, replace)?;
        let upload = self.client.upload_file(&project.address, &file.name, &file.lang).body(body);
        let content = match plan.extra(&path).and_then(|extra| extra.rest.clone()) {
            Some(rest) => FileSource::bytes(rest),
            None => FileSource::path(self.workspace.root().join(&path)),
        };
        let upload = upload.options(idempotent()).file(content);
        let process_id = upload.send().await?.into_inner().process.process_id;
        self.emit(Event::Queued { path, process_id: process_id.clone() });
        pushed.process_id = Some(process_id.clone());
        if !waits {
            return Ok(PushState::Queued);
        }
        // Polling before the import can have ended wastes requests.
        let queued = Instant::now();
        let typical = self.import_time.load(Ordering::Relaxed);
        let pause = typical.clamp(FIRST_POLL.0, FIRST_POLL.1);
        tokio::time::sleep(Duration::from_millis(pause)).await;
        let process = self.client.get_process(&project.address, process_id).wait().await?;
        let took = u64::try_from(queued.elapsed().as_millis()).unwrap_or(u64::MAX);
        // A moving average, reduced a little to adapt when imports get faster.
        let next = (typical.saturating_mul(3).saturating_add(took) / 4).saturating_mul(15) / 16;
        self.import_time.store(next, Ordering::Relaxed);
        Ok(match has_changes(&process) {
            false => PushState::Unchanged,
            true => PushState::Imported,
        })
    }
}

/// Removes the forms of plurals that the service already has: a push adds no form to them.
fn retain_new_plurals(texts: &mut Vec<TextChange>, local: &File<'_>, format: &str) {
    let Some(local) = local.texts() else { return };
    let added: HashSet<_> = texts.iter().map(|text| text.key.clone()).collect();
    texts.retain(|text| match plural_stem(local, &text.key, format) {
        Some(stem) if stem.ends_with("::") => {
            let mut forms = local.range(stem.to_owned()..).map(|(form, _)| form);
            forms
                .by_ref()
                .take_while(|form| form.starts_with(stem))
                .all(|form| added.contains(form))
        }
        _ => true,
    });
}

/// Whether an import changed anything; true if the service does not report it.
fn has_changes(process: &QueuedProcess) -> bool {
    let files = process.details.as_ref().and_then(|details| details.files.as_ref());
    files.is_none_or(|files| {
        files
            .iter()
            .any(|file| file.key_count_inserted != Some(0) || file.key_count_updated != Some(0))
    })
}

fn no_language(project: &Project, file: &LocalFile, is_spelled: bool) -> String {
    if let Some(hint) = crate::codes::old_code(&file.local_lang, &project.languages) {
        return format!("the project has no language `{}`: {hint}", file.lang);
    }
    let letters = |code: &str| code.replace('-', "_").to_lowercase();
    let similar = project.languages.iter().find(|code| letters(code) == letters(&file.lang));
    let table = if is_spelled { "in `languages` of the group" } else { "under [languages]" };
    match similar {
        Some(code) => format!(
            "the project has no language `{}`, but it has `{code}`: write \"{}\" = \"{code}\" \
             {table}",
            file.lang, file.local_lang
        ),
        None => format!(
            "the project has no language `{}`: add it to the project, map it {table}, or exclude \
             the file",
            file.lang
        ),
    }
}

/// Files that may be uploaded concurrently.
struct Phase {
    group: usize,
    is_base: bool,
    /// The files of each service name, with their index in the plan.
    chains: Vec<Vec<(usize, LocalFile)>>,
}

/// Splits a sorted plan into a phase for each side and group.
fn phases(files: Vec<LocalFile>) -> Vec<Phase> {
    let mut phases: Vec<Phase> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (index, file) in files.into_iter().enumerate() {
        let last = phases.last().map(|phase| (phase.group, phase.is_base));
        if last != Some((file.group, file.is_base)) {
            places.clear();
            phases.push(Phase { group: file.group, is_base: file.is_base, chains: Vec::new() });
        }
        let Some(phase) = phases.last_mut() else { continue };
        let next = phase.chains.len();
        let place = *places.entry(file.name.clone()).or_insert(next);
        match phase.chains.get_mut(place) {
            Some(chain) => chain.push((index, file)),
            None => phase.chains.push(vec![(index, file)]),
        }
    }
    phases
}
