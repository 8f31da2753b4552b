//! Push: uploads local files to the service.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt};
use l10n_client::types::QueuedProcess;
use l10n_client::{CallOptions, FileSource};

use crate::compare::{Bases, Content, TextChange, is_same, with_texts};
use crate::config::LanguageScope;
use crate::error::{Error, Stop};
use crate::formats::{Entry, File, State, Text};
use crate::git::Git;
use crate::pull::blocking;
use crate::remote::{Remote, Wanted};
use crate::report::{PushReport, PushState, PushedFile};
use crate::selection::Selection;
use crate::service::{Event, Missing, Project, Sync};
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
    /// Pushes only what differs from this Git revision: whole files of the base language, and in
    /// groups that push translations, the changed texts. A changed text replaces the service's if
    /// that is still the text of the revision; else it is a conflict.
    pub changed_since: Option<String>,
    /// Also pushes the translations of groups that push only the base language.
    pub translations: bool,
    /// Overwrites translations at the service that differ. Needs `paths`. By default, a push only
    /// adds missing ones.
    pub replace: bool,
    /// Replaces only the texts of these keys.
    pub keys: Vec<String>,
    /// Returns when the imports are queued. If translations follow, a push still waits for the
    /// imports of the base language.
    pub without_waiting: bool,
}

impl PushOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to push a file. `translations` and `replace` override the group.
    fn wants(&self, workspace: &Workspace, file: &LocalFile) -> bool {
        let group = &workspace.groups[file.group];
        let is_wanted = group.config.push.has(file.is_base)
            || (group.config.push != LanguageScope::None
                && !file.is_base
                && (self.translations || self.replace));
        is_wanted
            && !(self.replace && file.is_base)
            && workspace.is_lang(group, &file.lang, &self.languages)
    }
}

/// The files of a push before they are compared.
struct Selected {
    files: Vec<LocalFile>,
    /// The files as they were at the revision of `changed_since`.
    since: Option<HashMap<String, Vec<u8>>>,
    bases: Bases,
}

/// Why a file is not sent.
type Unsent = Stop<(PushState, String)>;

fn failed(reason: impl Into<String>) -> Unsent {
    Stop::File((PushState::Failed, reason.into()))
}

impl Workspace {
    async fn select(&self, options: &PushOptions) -> Result<Selected, Error> {
        if options.replace && options.paths.is_empty() {
            let message = "needs the paths of the translations to send, so that it overwrites no \
                           other ones";
            return Err(Error::config("replace", message));
        }
        self.check_base()?;
        let mut bases = Bases::new(self);
        self.check_keys(&mut bases)?;
        let since = self.since(options.changed_since.as_deref()).await?;
        let selection = Selection::new(&options.paths)?;
        selection.check(self.files().iter().map(|file| file.path.as_str()))?;
        let is_sent = |file: &&LocalFile| {
            selection.has(&file.path)
                && since.as_ref().is_none_or(|(.., changed)| changed.contains(&file.path))
                && options.wants(self, file)
        };
        let mut files: Vec<_> = self.files().iter().filter(is_sent).cloned().collect();
        // The sort is stable: groups stay in their order.
        files.sort_by_key(|file| !file.is_base);
        let since = match since {
            Some((git, commit, _)) => {
                let translations = files.iter().filter(|file| !file.is_base);
                Some(git.contents(&commit, translations.map(|file| file.path.as_str())).await?)
            }
            None => None,
        };
        Ok(Selected { files, since, bases })
    }

    /// Returns the commit of a revision, and the files that differ from it; `None` for all.
    async fn since(
        &self,
        revision: Option<&str>,
    ) -> Result<Option<(Git, String, BTreeSet<String>)>, Error> {
        let Some(revision) = revision else { return Ok(None) };
        let git = Git::open(self.root()).await?.ok_or_else(|| {
            let message =
                "needs a Git working tree, but this folder is not in one: remove the option";
            Error::config("changed-since", message)
        })?;
        let Some(commit) = git.commit(revision).await? else { return Ok(None) };
        let changed = git.changed(&commit).await?;
        Ok(Some((git, commit, changed)))
    }
}

/// Compares the files of a push, and decides what to send.
struct Planner<'p> {
    workspace: &'p Workspace,
    options: &'p PushOptions,
    project: &'p Project,
    remote: Remote,
    compares_base: bool,
}

impl Planner<'_> {
    fn plan(mut self, selected: Selected) -> Result<Vec<PushedFile>, Error> {
        let Selected { files, since, mut bases } = selected;
        let shared = self.shared_keys(&mut bases)?;
        let mut planned = Vec::with_capacity(files.len());
        for file in files {
            let mut pushed = PushedFile { file, ..PushedFile::default() };
            match self.plan_file(&mut pushed, &mut bases, &shared, since.as_ref()) {
                Ok(()) => {}
                Err(Stop::File((state, reason))) => pushed.end(state, reason),
                Err(Stop::All(error)) => return Err(error),
            }
            planned.push(pushed);
        }
        Ok(planned)
    }

    fn plan_file(
        &mut self,
        pushed: &mut PushedFile,
        bases: &mut Bases,
        shared: &HashSet<String>,
        since: Option<&HashMap<String, Vec<u8>>>,
    ) -> Result<(), Unsent> {
        let (file, workspace) = (pushed.file.clone(), self.workspace);
        let languages = &self.project.languages;
        if !languages.contains(&file.lang) {
            let reason = workspace.no_language(&file, languages);
            return Err(Stop::File((PushState::Blocked, reason)));
        }
        let local = match workspace.content(&file)? {
            Content::Texts(local) => local,
            Content::Unknown => return Ok(()),
            Content::Invalid(error) => return Err(failed(error.to_string())),
        };
        if workspace.groups[file.group].format == "arb"
            && let Some((line, reason)) = crate::check::invalid_message(&local)
        {
            return Err(failed(format!("line {line}: {reason}")));
        }
        if file.is_base && workspace.lacks_root(&file, &local)? {
            return Err(failed(crate::check::wrong_root(&file)));
        }
        let base = if file.is_base { None } else { self.base_of(&file, &local, bases)? };
        let is_shared = workspace.groups[file.group].is_apart() == Some(false);
        let shared = |key: &str| is_shared && shared.contains(key);
        let mut left_out = pushed.leave_out(&local, base, &shared);
        let old = since.and_then(|since| since.get(&file.path));
        let old = old.map(|bytes| workspace.groups[file.group].content(bytes, &file.lang, false));
        let rule = match since {
            _ if file.is_base => Rule::Base,
            _ if self.options.replace => Rule::Replace(&self.options.keys),
            Some(_) => Rule::Since(old.as_ref().and_then(Content::texts)),
            None => Rule::Add,
        };
        self.compare(pushed, &local, &left_out, rule)?;
        if pushed.replaces {
            let texts = pushed.texts.iter().flatten();
            let sent: HashSet<_> = texts.map(|text| text.key.as_str()).collect();
            let keys = local.entries().iter().map(|entry| &entry.key);
            left_out.extend(keys.filter(|key| !sent.contains(key.as_str())).cloned());
        }
        if !file.is_base && pushed.texts.as_ref().is_some_and(Vec::is_empty) {
            pushed.state = PushState::Unchanged;
        }
        if !left_out.is_empty() || local.has_other_root(&file.lang) {
            let left_out = left_out.iter().map(String::as_str).collect();
            pushed.content = Some(local.without(&left_out, &file.lang));
        }
        Ok(())
    }

    /// Returns the keys of all files of the base language in groups that share keys.
    fn shared_keys(&self, bases: &mut Bases) -> Result<HashSet<String>, Error> {
        let mut keys = HashSet::new();
        for file in self.workspace.files().iter().filter(|file| file.is_base) {
            if self.workspace.groups[file.group].is_apart() == Some(false) {
                let base = bases.get(self.workspace, &file.name)?.and_then(Content::texts);
                let entries = base.into_iter().flat_map(File::entries);
                keys.extend(entries.map(|entry| entry.key.clone()));
            }
        }
        Ok(keys)
    }

    /// Returns the base file of a translation; `None` if it may have other keys.
    fn base_of<'b>(
        &self,
        file: &LocalFile,
        local: &File,
        bases: &'b mut Bases,
    ) -> Result<Option<&'b File>, Unsent> {
        let group = &self.workspace.groups[file.group];
        let path = bases.path(&file.name);
        match bases.get(self.workspace, &file.name)? {
            Some(Content::Texts(base)) if !base.lacks_root(local) => Ok(Some(base)),
            Some(Content::Texts(_) | Content::Invalid(_)) => {
                let reason = format!("not sent, because {path} is invalid: correct that");
                Err(Stop::File((PushState::Blocked, reason)))
            }
            None if group.config.push.has(true) => {
                let reason = "not sent, because its file of the base language is not here: check \
                              it out, or set push = \"translations\" if another repository has it";
                Err(Stop::File((PushState::Skipped, reason.to_owned())))
            }
            _ => Ok(None),
        }
    }

    fn compare(
        &mut self,
        pushed: &mut PushedFile,
        local: &File,
        left_out: &HashSet<String>,
        rule: Rule<'_>,
    ) -> Result<(), Unsent> {
        let (file, workspace, remote) = (pushed.file.clone(), self.workspace, &mut self.remote);
        if file.is_base && !self.compares_base {
            return Ok(());
        }
        if remote.unexported.contains(&file.group) {
            return match rule {
                Rule::Base | Rule::Add => Ok(()),
                _ => Err(failed(
                    "not sent, because the service does not export its format, so its texts \
                     cannot be compared: use `l10n keys set`",
                )),
            };
        }
        let theirs = remote.find(&file).map(|found| remote.read(&found)).transpose()?;
        let group = &workspace.groups[file.group];
        let theirs = theirs.map(|bytes| group.content(&bytes, &file.lang, true));
        if let Some(Content::Invalid(error)) = theirs {
            return Err(failed(format!("the service's file is invalid: {error}")));
        }
        let sent = local.entries().iter();
        let sent = sent.filter(|entry| entry.is_text() && !left_out.contains(&entry.key));
        pushed.compare(sent, theirs.as_ref().and_then(Content::texts), rule);
        Ok(())
    }
}

/// Which texts of a file are sent if they differ at the service.
#[derive(Clone, Copy)]
enum Rule<'r> {
    /// All.
    Base,
    /// Those that the service lacks.
    Add,
    /// Those of these keys, or all.
    Replace(&'r [String]),
    /// Those that changed since this file, if the service still has its text.
    Since(Option<&'r File>),
}

/// What a push does with a text that differs at the service.
#[derive(PartialEq, Eq)]
enum Action {
    Send,
    /// Leaves it, because the push is not for it.
    Leave,
    /// Reports the service's text, which stays.
    Keep,
    /// Reports both texts.
    Conflict,
}

impl Rule<'_> {
    fn action(self, entry: &Entry, before: Option<&Text>) -> Action {
        match self {
            Self::Base => Action::Send,
            Self::Add if before.is_none() => Action::Send,
            // A push adds no forms to a plural.
            Self::Add if before.is_some_and(|before| is_same(&entry.text, before)) => Action::Leave,
            Self::Add => Action::Keep,
            Self::Replace(keys) if keys.is_empty() || keys.contains(&entry.key) => Action::Send,
            Self::Replace(_) => Action::Leave,
            Self::Since(old) => match (text_of(old, &entry.key), before) {
                (Some(old), _) if is_same(old, &entry.text) => Action::Leave,
                (Some(old), Some(before)) if is_same(before, old) && is_same(old, before) => {
                    Action::Send
                }
                (None, None) => Action::Send,
                _ => Action::Conflict,
            },
        }
    }
}

impl PushedFile {
    /// Finds the entries that are not sent, and returns their keys.
    fn leave_out(
        &mut self,
        local: &File,
        base: Option<&File>,
        is_shared: &dyn Fn(&str) -> bool,
    ) -> HashSet<String> {
        let mut left_out = HashSet::new();
        for Entry { key, state, .. } in local.entries() {
            let is_unknown =
                || base.is_some_and(|base| base.model(key).is_none()) && !is_shared(key);
            match state {
                State::Variant => {}
                _ if self.file.is_base => continue,
                State::Unfinished => self.unfinished.push(key.clone()),
                _ if is_unknown() => self.unknown.push(key.clone()),
                _ => continue,
            }
            left_out.insert(key.clone());
        }
        left_out
    }

    /// Compares the texts to send with those of the service.
    fn compare<'e>(
        &mut self,
        sent: impl Iterator<Item = &'e Entry>,
        theirs: Option<&File>,
        rule: Rule<'_>,
    ) {
        self.replaces = matches!(rule, Rule::Replace(_) | Rule::Since(_));
        let mut differing = Vec::new();
        for entry in sent.filter(|entry| self.file.is_base || !entry.text.is_empty()) {
            let before = theirs.and_then(|theirs| theirs.get(&entry.key));
            let (before, text) = match rule {
                Rule::Base => (before.map(|it| it.base_text().clone()), entry.base_text()),
                _ => (before.map(|it| with_texts(&it.text)), &entry.text),
            };
            let before = before.filter(|before| self.file.is_base || !before.is_empty());
            if before.as_ref().is_none_or(|before| !is_same(before, text)) {
                let action = rule.action(entry, before.as_ref());
                differing.push((entry, before, action));
            }
        }
        // The items of a list are sent together, with those that are not to be replaced.
        let stay = differing.iter().filter(|it| it.2 != Action::Send);
        let lists: HashSet<_> = stay.filter_map(|(entry, ..)| entry.list.as_deref()).collect();
        let texts = self.texts.get_or_insert_default();
        // The service has the key of a translation, but no text.
        let has_key = |key: &str| theirs.is_some_and(|theirs| theirs.get(key).is_some());
        for (entry, before, action) in differing {
            if matches!(rule, Rule::Add) && before.is_none() && has_key(&entry.key) {
                self.filled.push(entry.key.clone());
            }
            let in_list = entry.list.as_deref().is_some_and(|list| lists.contains(list));
            let text = TextChange::new(&entry.key, before.as_ref(), Some(&entry.text));
            match action {
                Action::Send if self.replaces && in_list => self.conflicts.push(text),
                Action::Send => texts.push(text),
                Action::Keep => self.kept.push(text),
                Action::Conflict => self.conflicts.push(text),
                Action::Leave => {}
            }
        }
    }
}

/// Returns the text of a key; `None` if the file lacks it.
fn text_of<'f>(file: Option<&'f File>, key: &str) -> Option<&'f Text> {
    file?.get(key).map(|entry| &entry.text).filter(|text| !text.is_empty())
}

impl Sync {
    /// Returns what a push would change at the service. Sends nothing.
    ///
    /// If a push would create the branch, compares with the default branch, of which it is a copy.
    ///
    /// # Errors
    ///
    /// Fails like [`push`](Self::push).
    pub async fn plan_push(&self, options: &PushOptions) -> Result<PushReport, Error> {
        let selected = self.workspace.select(options).await?;
        let project = self.project(Missing::IsCopy, &options.languages).await?;
        self.compared(selected, &project, options, true).await
    }

    /// Compares the selected files with the service.
    async fn compared(
        &self,
        selected: Selected,
        project: &Project,
        options: &PushOptions,
        compares_base: bool,
    ) -> Result<PushReport, Error> {
        let files = selected.files.iter().filter(|file| compares_base || !file.is_base);
        let wanted: HashSet<_> = files.map(|file| (file.group, file.lang.clone())).collect();
        let has = |group: usize, lang: &str| wanted.contains(&(group, lang.to_owned()));
        let mut remote = self.remote(project, &Wanted { has: &has, is_whole: true }).await?;
        let unmatched = std::mem::take(&mut remote.skipped);
        let (workspace, options) = (self.workspace.clone(), options.clone());
        let project = project.clone();
        blocking(move || {
            let (workspace, options, project) = (&workspace, &options, &project);
            let planner = Planner { workspace, options, project, remote, compares_base };
            let files = planner.plan(selected)?;
            Ok(PushReport { files, unmatched, new_branch: project.new_branch.clone() })
        })
        .await
    }

    /// Uploads the files of the configuration, and waits for their imports.
    ///
    /// The base language is imported before translations, and groups in the order of the
    /// configuration. A push of translations only adds texts, unless the options say otherwise.
    /// Uploads are idempotent, so the client retries them. If a file fails, the others are still
    /// uploaded, except translations of a base-language file that failed.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if a path, revision or language in the options does not exist,
    /// or if two files of the base language share a key, which the service would merge. Fails if
    /// Git fails, or if the project or its files cannot be read. Failures of single files are in
    /// the report.
    pub async fn push(&self, options: &PushOptions) -> Result<PushReport, Error> {
        let selected = self.workspace.select(options).await?;
        if selected.files.is_empty() && options.languages.is_empty() {
            return Ok(PushReport::default());
        }
        let project = self.project(Missing::Create, &options.languages).await?;
        let mut report = self.compared(selected, &project, options, false).await?;
        self.send(&project, &mut report.files, options).await;
        Ok(PushReport { files: report.files, ..PushReport::default() })
    }

    /// Uploads the planned files: those of a group in one phase, the base language first.
    async fn send(&self, project: &Project, files: &mut [PushedFile], options: &PushOptions) {
        self.emit(Event::Files(files.len()));
        self.emit(Event::Phase("uploading"));
        let last_is_base = files.last().is_some_and(|file| file.file.is_base);
        let phase = |pushed: &PushedFile| (pushed.file.is_base, pushed.file.group);
        let mut failed = HashSet::new();
        for files in files.chunk_by_mut(|one, other| phase(one) == phase(other)) {
            // Imports of the same service name run one after another.
            let mut chains: BTreeMap<String, Vec<&mut PushedFile>> = BTreeMap::new();
            for pushed in files.iter_mut() {
                if pushed.state == PushState::Planned && failed.contains(&pushed.file.name) {
                    let reason = "not sent, because its file of the base language failed: fix \
                                  that error, then push again";
                    pushed.end(PushState::Blocked, reason);
                }
                chains.entry(pushed.file.name.clone()).or_default().push(pushed);
            }
            let chains = stream::iter(chains.into_values());
            let sent = chains.for_each_concurrent(CONCURRENCY, |chain| async move {
                for pushed in chain {
                    let waits = !options.without_waiting || (pushed.file.is_base && !last_is_base);
                    self.push_file(project, pushed, waits).await;
                }
            });
            sent.await;
            let bases = files.iter().filter(|it| it.file.is_base && it.state.is_failure());
            failed.extend(bases.map(|pushed| pushed.file.name.clone()));
        }
    }

    async fn push_file(&self, project: &Project, pushed: &mut PushedFile, waits: bool) {
        if pushed.state == PushState::Planned {
            match self.import(project, pushed, waits).await {
                Ok(state) => pushed.state = state,
                Err(Error::Client(error)) => {
                    pushed.end(PushState::Failed, error.with_causes());
                    pushed.error = Some((*error).into());
                }
                Err(error) => pushed.end(PushState::Failed, error.to_string()),
            }
        }
        self.emit(Event::Pushed(Box::new(pushed.clone())));
    }

    /// Uploads a file, and waits for its import.
    async fn import(
        &self,
        project: &Project,
        pushed: &mut PushedFile,
        waits: bool,
    ) -> Result<PushState, Error> {
        let file = &pushed.file;
        let path = file.path.clone();
        self.emit(Event::Uploading { path: path.clone() });
        let group = &self.workspace.groups[file.group];
        let body = group.upload(&file.name, &file.lang, file.is_base, pushed.replaces)?;
        let upload = self.client.upload_file(&project.address, &file.name, &file.lang).body(body);
        let content = match pushed.content.take() {
            Some(content) => FileSource::bytes(content),
            None => FileSource::path(self.workspace.root().join(&path)),
        };
        let upload = upload.options(CallOptions::new().idempotent()).file(content);
        let process_id = upload.send().await?.into_inner().process.process_id;
        self.emit(Event::Queued { path, process_id: process_id.clone() });
        pushed.process_id = Some(process_id.clone());
        if !waits {
            return Ok(PushState::Queued);
        }
        // Polling before the import can have ended wastes requests. The pause adapts when imports
        // get faster.
        let (queued, last) = (Instant::now(), self.import_time.load(Ordering::Relaxed));
        tokio::time::sleep(Duration::from_millis(last.clamp(FIRST_POLL.0, FIRST_POLL.1))).await;
        let process = self.client.get_process(&project.address, process_id).wait().await?;
        let took = u64::try_from(queued.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.import_time.store((last / 4 * 3).saturating_add(took / 5), Ordering::Relaxed);
        Ok(match has_changes(&process) {
            false => PushState::Unchanged,
            true => PushState::Imported,
        })
    }
}

/// Whether an import changed anything; true if the service does not report it.
fn has_changes(process: &QueuedProcess) -> bool {
    let files = process.details.as_ref().and_then(|details| details.files.as_ref());
    files.is_none_or(|files| {
        let mut counts = files.iter().map(|it| (it.key_count_inserted, it.key_count_updated));
        counts.any(|counts| counts != (Some(0), Some(0)))
    })
}
