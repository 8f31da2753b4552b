//! Push: uploads local files to the service.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt};
use l10n_client::FileSource;
use l10n_client::types::QueuedProcess;

use crate::compare::{Bases, Content, TextChange, is_same};
use crate::config::Side;
use crate::error::Error;
use crate::formats::{Entry, File, State, Text};
use crate::git::Git;
use crate::pull::{blocking, check_languages};
use crate::remote::{Remote, RemoteFile, Wanted};
use crate::report::{PushReport, PushState, PushedFile};
use crate::selection::Selection;
use crate::service::{Event, Project, Sync, idempotent};
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
        let is_wanted = group.push.has(file.is_base)
            || (group.push != Side::None && !file.is_base && (self.translations || self.replace));
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

/// The service's side of a push: its files by service name and language.
struct Service {
    remote: Remote,
    files: HashMap<(String, String), RemoteFile>,
    /// The keys of each file of the base language.
    keys: HashMap<String, HashSet<String>>,
}

impl Service {
    fn new(remote: Remote) -> Self {
        let files = remote
            .files
            .iter()
            .map(|found| ((found.file.name.clone(), found.file.lang.clone()), found.clone()));
        Self { files: files.collect(), remote, keys: HashMap::new() }
    }

    /// Reads a file. The inner error is the reason why it is not valid.
    fn read(
        &mut self,
        workspace: &Workspace,
        file: &LocalFile,
        lang: &str,
    ) -> Result<Result<Option<Box<File>>, String>, Error> {
        let found = self.files.get(&(file.name.clone(), lang.to_owned()));
        let Some(found) = found.cloned() else { return Ok(Ok(None)) };
        let bytes = self.remote.read(&found)?;
        Ok(match workspace.groups[file.group].content(&bytes, lang) {
            Content::Texts(file) => Ok(Some(file)),
            Content::Unknown => Ok(None),
            Content::Invalid(error) => Err(format!("the service's file is invalid: {error}")),
        })
    }

    /// Whether the service had a key of a translation before.
    fn has_key(
        &mut self,
        workspace: &Workspace,
        file: &LocalFile,
        key: &str,
    ) -> Result<bool, Error> {
        if !self.keys.contains_key(&file.name) {
            let base = self.read(workspace, file, &workspace.base)?.unwrap_or_default();
            let keys = base.iter().flat_map(|base| base.entries());
            let keys = keys.map(|entry| entry.key.clone()).collect();
            self.keys.insert(file.name.clone(), keys);
        }
        Ok(self.keys.get(&file.name).is_some_and(|keys| keys.contains(key)))
    }
}

impl Workspace {
    /// Returns what a push would upload. Sends no request, so it compares no texts.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if a path or revision in the options does not exist, or if the
    /// service would merge keys of two files (see [`check_keys`](Self::check_keys)). Fails with
    /// [`Error::Git`] if Git fails.
    pub async fn plan_push(&self, options: &PushOptions) -> Result<PushReport, Error> {
        let selected = self.select(options).await?;
        let (workspace, options) = (self.clone(), options.clone());
        let files = blocking(move || workspace.prepare(selected, None, None, &options)).await?;
        Ok(PushReport { files, ..PushReport::default() })
    }

    async fn select(&self, options: &PushOptions) -> Result<Selected, Error> {
        if options.replace && options.paths.is_empty() {
            let message = "needs the paths of the translations to send, so that it overwrites no \
                           other ones";
            return Err(Error::config("replace", message));
        }
        let mut bases = Bases::new(self);
        self.check_keys_in(&mut bases)?;
        let changed = self.changed(options.changed_since.as_deref()).await?;
        let selection = Selection::new(&options.paths)?;
        selection.check(self.files().iter().map(|file| file.path.as_str()))?;
        let is_sent = |file: &&LocalFile| {
            selection.has(&file.path)
                && changed.as_ref().is_none_or(|changed| changed.1.contains(&file.path))
                && options.wants(self, file)
        };
        let mut files: Vec<_> = self.files().iter().filter(is_sent).cloned().collect();
        // The sort is stable: groups stay in their order.
        files.sort_by_key(|file| !file.is_base);
        let since = match changed {
            Some((commit, _)) => {
                let translations = files.iter().filter(|file| !file.is_base);
                let paths = translations.map(|file| file.path.clone()).collect();
                Some(self.git("changed-since").await?.contents(&commit, &paths).await?)
            }
            None => None,
        };
        Ok(Selected { files, since, bases })
    }

    /// Returns a commit, and the files that differ from it; `None` for all.
    async fn changed(
        &self,
        revision: Option<&str>,
    ) -> Result<Option<(String, BTreeSet<String>)>, Error> {
        let Some(revision) = revision else { return Ok(None) };
        let git = self.git("changed-since").await?;
        match git.commit(revision).await? {
            Some(commit) => {
                let changed = git.changed(&commit).await?;
                Ok(Some((commit, changed)))
            }
            None => Ok(None),
        }
    }

    async fn git(&self, option: &str) -> Result<Git, Error> {
        Git::open(self.root()).await?.ok_or_else(|| {
            let message =
                "needs a Git working tree, but this folder is not in one: remove the option";
            Error::config(option, message)
        })
    }

    /// Reads the files, compares them with the service's, and decides what to send.
    fn prepare(
        &self,
        selected: Selected,
        mut service: Option<&mut Service>,
        project: Option<&Project>,
        options: &PushOptions,
    ) -> Result<Vec<PushedFile>, Error> {
        let mut bases = selected.bases;
        let shared = self.shared_keys(&mut bases)?;
        let mut files = Vec::with_capacity(selected.files.len());
        for file in selected.files {
            let since = selected.since.as_ref().map(|files| files.get(&file.path));
            let mut pushed = PushedFile::new(file);
            let known = project.is_none_or(|it| it.languages.contains(&pushed.file.lang));
            if let Some(project) = project.filter(|_| !known) {
                let is_spelled = self.groups[pushed.file.group].is_spelled();
                let reason = no_language(&project.languages, &pushed.file, is_spelled);
                files.push(pushed.ended(PushState::Blocked, reason));
                continue;
            }
            let done =
                self.prepare_file(&mut pushed, &mut bases, &shared, since, &mut service, options)?;
            files.push(match done {
                Ok(()) => pushed,
                Err((state, reason)) => pushed.ended(state, reason),
            });
        }
        Ok(files)
    }

    /// Returns the keys of all files of the base language in groups that share keys.
    fn shared_keys(&self, bases: &mut Bases) -> Result<HashSet<String>, Error> {
        let mut keys = HashSet::new();
        let is_shared = |file: &&LocalFile| self.groups[file.group].is_apart() == Some(false);
        for file in self.files().iter().filter(|file| file.is_base).filter(is_shared) {
            let base = bases.get(self, &file.name)?.and_then(Content::texts);
            let entries = base.into_iter().flat_map(File::entries);
            keys.extend(entries.map(|entry| entry.key.clone()));
        }
        Ok(keys)
    }

    fn prepare_file(
        &self,
        pushed: &mut PushedFile,
        bases: &mut Bases,
        shared: &HashSet<String>,
        since: Option<Option<&Vec<u8>>>,
        service: &mut Option<&mut Service>,
        options: &PushOptions,
    ) -> Result<Result<(), (PushState, String)>, Error> {
        let (file, group) = (pushed.file.clone(), &self.groups[pushed.file.group]);
        let local = match self.content(&file)? {
            Content::Texts(local) => local,
            Content::Unknown => return Ok(Ok(())),
            Content::Invalid(error) => {
                return Ok(Err((PushState::Failed, error.to_string())));
            }
        };
        if group.format == "arb"
            && let Some((line, reason)) = crate::check::invalid_message(&local)
        {
            return Ok(Err((PushState::Failed, format!("line {line}: {reason}"))));
        }
        let variants = local.entries().iter().filter(|entry| entry.state == State::Variant);
        let mut left_out: HashSet<_> = variants.map(|entry| entry.key.clone()).collect();
        if !file.is_base {
            let base_path = bases.path(&file.name);
            let base = match bases.get(self, &file.name)? {
                Some(Content::Texts(base)) => Some(&**base),
                Some(Content::Invalid(_)) => {
                    let reason = format!("not sent, because {base_path} is invalid: correct that");
                    return Ok(Err((PushState::Blocked, reason)));
                }
                None if group.push.has(true) => {
                    let reason = "not sent, because its file of the base language is not here: \
                                  check it out, or set push = \"translations\" if another \
                                  repository has it";
                    return Ok(Err((PushState::Skipped, reason.to_owned())));
                }
                _ => None,
            };
            pushed.leave_out(&local, base, group.is_apart() == Some(false), shared);
            left_out.extend(pushed.unfinished.iter().chain(&pushed.unknown).cloned());
        }
        let sent = local.entries().iter().filter(|entry| !left_out.contains(&entry.key));
        let sent: Vec<_> = sent.filter(|entry| entry.is_text()).collect();
        let is_exported = |it: &&mut &mut Service| !it.remote.unexported.contains(&file.group);
        let is_compared = options.replace || since.is_some();
        if is_compared && !file.is_base && service.as_mut().is_some_and(|it| !is_exported(&it)) {
            let reason = "not sent, because the service does not export its format, so its texts \
                          cannot be compared: use `l10n keys set`";
            return Ok(Err((PushState::Failed, reason.to_owned())));
        }
        if let Some(service) = service.as_mut().filter(is_exported) {
            let lang = &file.lang;
            let theirs = match service.read(self, &file, lang)? {
                Ok(theirs) => theirs,
                Err(reason) => return Ok(Err((PushState::Failed, reason))),
            };
            let theirs = theirs.as_deref();
            if file.is_base {
                pushed.compare_base(&sent, theirs);
            } else if options.replace {
                pushed.compare_replaced(&sent, theirs, &options.keys);
                pushed.keep_lists(&local, theirs);
            } else if let Some(since) = since {
                let since = since.map(|bytes| group.content(bytes, &file.lang));
                pushed.compare_since(&sent, theirs, since.as_ref().and_then(Content::texts));
                pushed.keep_lists(&local, theirs);
            } else {
                pushed.compare_added(&sent, theirs);
                for text in pushed.texts.iter().flatten() {
                    if service.has_key(self, &file, &text.key)? {
                        pushed.filled.push(text.key.clone());
                    }
                }
            }
        }
        pushed.pack(&local, left_out);
        Ok(Ok(()))
    }
}

impl PushedFile {
    /// Finds the texts of a translation that are not sent.
    fn leave_out(
        &mut self,
        local: &File,
        base: Option<&File>,
        is_shared: bool,
        shared: &HashSet<String>,
    ) {
        for entry in local.entries() {
            if entry.state == State::Unfinished {
                self.unfinished.push(entry.key.clone());
            } else if base.is_some_and(|base| base.model(&entry.key).is_none())
                && !(is_shared && shared.contains(&entry.key))
            {
                self.unknown.push(entry.key.clone());
            }
        }
    }

    fn compare_base(&mut self, sent: &[&Entry], theirs: Option<&File>) {
        let texts = sent.iter().filter_map(|entry| {
            let before = theirs.and_then(|theirs| theirs.get(&entry.key)).map(Entry::base_text);
            let text = entry.base_text();
            let is_known = before.is_some_and(|before| is_same(before, text));
            (!is_known).then(|| TextChange::new(&entry.key, before, Some(&entry.text)))
        });
        self.texts = Some(texts.collect());
    }

    /// Compares a translation that only adds texts.
    fn compare_added(&mut self, sent: &[&Entry], theirs: Option<&File>) {
        let texts = self.texts.get_or_insert_default();
        for entry in sent.iter().filter(|entry| !entry.text.is_empty()) {
            match text_of(theirs, &entry.key) {
                None => texts.push(TextChange::new(&entry.key, None, Some(&entry.text))),
                // A push adds no forms to a plural.
                Some(before) if !is_same(before, &entry.text) && !is_same(&entry.text, before) => {
                    let text = TextChange::new(&entry.key, Some(before), Some(&entry.text));
                    self.kept.push(text);
                }
                _ => {}
            }
        }
    }

    fn compare_replaced(&mut self, sent: &[&Entry], theirs: Option<&File>, keys: &[String]) {
        let texts = self.texts.get_or_insert_default();
        let is_wanted = |entry: &Entry| keys.is_empty() || keys.contains(&entry.key);
        for entry in sent.iter().filter(|entry| is_wanted(entry) && !entry.text.is_empty()) {
            let before = text_of(theirs, &entry.key);
            if before.is_none_or(|before| !is_same(before, &entry.text)) {
                texts.push(TextChange::new(&entry.key, before, Some(&entry.text)));
            }
        }
        self.replaces = true;
    }

    /// Compares the texts that changed since a revision.
    fn compare_since(&mut self, sent: &[&Entry], theirs: Option<&File>, since: Option<&File>) {
        let texts = self.texts.get_or_insert_default();
        for entry in sent.iter().filter(|entry| !entry.text.is_empty()) {
            let old = text_of(since, &entry.key);
            let before = text_of(theirs, &entry.key);
            let has = |text: Option<&Text>| text.is_some_and(|text| is_same(text, &entry.text));
            if has(old) || has(before) {
                continue;
            }
            let text = TextChange::new(&entry.key, before, Some(&entry.text));
            let is_old = match (old, before) {
                (Some(old), Some(before)) => is_same(before, old) && is_same(old, before),
                (None, None) => true,
                _ => false,
            };
            match is_old {
                true => texts.push(text),
                false => self.conflicts.push(text),
            }
        }
        self.replaces = true;
    }

    /// Keeps the items of lists that could only be sent with others that differ at the service.
    fn keep_lists(&mut self, local: &File, theirs: Option<&File>) {
        let texts = self.texts.take().unwrap_or_default();
        let sent: HashSet<_> = texts.iter().map(|text| text.key.as_str()).collect();
        let differs = |entry: &&Entry| {
            let before = text_of(theirs, &entry.key);
            !sent.contains(entry.key.as_str())
                && !entry.text.is_empty()
                && before.is_none_or(|before| !is_same(before, &entry.text))
        };
        let differing = local.entries().iter().filter(differs);
        let lists: HashSet<_> = differing.filter_map(|entry| entry.list.as_deref()).collect();
        let is_kept = |text: &TextChange| {
            let list = local.get(&text.key).and_then(|entry| entry.list.as_deref());
            list.is_some_and(|list| lists.contains(list))
        };
        let (kept, sent) = texts.iter().cloned().partition(is_kept);
        self.conflicts.extend::<Vec<_>>(kept);
        self.texts = Some(sent);
    }

    /// Makes the copy that is sent, if it is not the whole file.
    fn pack(&mut self, local: &File, mut left_out: HashSet<String>) {
        if self.replaces {
            let texts = self.texts.iter().flatten();
            let sent: HashSet<_> = texts.map(|text| text.key.as_str()).collect();
            let others = local.entries().iter().filter(|entry| !sent.contains(entry.key.as_str()));
            left_out.extend(others.map(|entry| entry.key.clone()));
        }
        if !self.file.is_base && self.texts.as_ref().is_some_and(Vec::is_empty) {
            self.state = PushState::Unchanged;
        }
        if !left_out.is_empty() || local.has_other_root(&self.file.lang) {
            let left_out = left_out.iter().map(String::as_str).collect();
            self.content = Some(local.without(&left_out, &self.file.lang));
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
        let project = self.target().await?;
        check_languages(&self.workspace, &project, &options.languages)?;
        self.compared(selected, &project, options, true).await
    }

    /// Compares the selected files with the service; those of the base language only if
    /// `has_base`.
    async fn compared(
        &self,
        selected: Selected,
        project: &Project,
        options: &PushOptions,
        has_base: bool,
    ) -> Result<PushReport, Error> {
        let base = self.workspace.base.clone();
        let mut sides = HashSet::new();
        for file in selected.files.iter().filter(|file| has_base || !file.is_base) {
            sides.insert((file.group, file.lang.clone()));
            sides.insert((file.group, base.clone()));
        }
        let has = |group: usize, lang: &str| sides.contains(&(group, lang.to_owned()));
        let mut remote = self.remote(project, &Wanted { has: &has, is_whole: true }).await?;
        let unmatched = std::mem::take(&mut remote.refused);
        let (workspace, project, options) =
            (self.workspace.clone(), project.clone(), options.clone());
        blocking(move || {
            let mut service = Service::new(remote);
            let service = Some(&mut service).filter(|_| !sides.is_empty());
            let files = workspace.prepare(selected, service, Some(&project), &options)?;
            Ok(PushReport { files, unmatched, new_branch: project.new_branch })
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
    /// Fails like [`Workspace::plan_push`], or if the project, its languages or its files cannot be
    /// read. Failures of single files are in the report.
    pub async fn push(&self, options: &PushOptions) -> Result<PushReport, Error> {
        let selected = self.workspace.select(options).await?;
        if selected.files.is_empty() && options.languages.is_empty() {
            return Ok(PushReport::default());
        }
        let project = self.project(true).await?;
        check_languages(&self.workspace, &project, &options.languages)?;
        let mut report = self.compared(selected, &project, options, false).await?;
        self.send(&project, &mut report.files, options).await;
        report.unmatched.clear();
        Ok(report)
    }

    /// Uploads the planned files.
    async fn send(&self, project: &Project, files: &mut Vec<PushedFile>, options: &PushOptions) {
        self.emit(Event::Files(files.len()));
        self.emit(Event::Phase("uploading"));
        let last_is_base = files.last().is_some_and(|file| file.file.is_base);
        let mut failed = HashSet::new();
        let mut done = BTreeMap::new();
        for phase in phases(std::mem::take(files)) {
            let waits = !options.without_waiting || (phase.is_base && !last_is_base);
            // Imports of the same service name run one after another.
            let chains = phase.chains.into_iter().map(|chain| {
                let is_blocked = failed.contains(&chain[0].1.file.name) && !phase.is_base;
                self.chain(project, chain, waits, is_blocked)
            });
            let ended: Vec<_> = stream::iter(chains).buffer_unordered(CONCURRENCY).collect().await;
            for (index, file) in ended.into_iter().flatten() {
                if file.state.is_failure() && phase.is_base {
                    failed.insert(file.file.name.clone());
                }
                done.insert(index, file);
            }
        }
        files.extend(done.into_values());
    }

    async fn chain(
        &self,
        project: &Project,
        files: Vec<(usize, PushedFile)>,
        waits: bool,
        is_blocked: bool,
    ) -> Vec<(usize, PushedFile)> {
        let mut done = Vec::with_capacity(files.len());
        for (index, file) in files {
            let pushed = match file.state {
                PushState::Planned if is_blocked => {
                    let reason = "not sent, because its file of the base language failed: fix \
                                  that error, then push again";
                    file.ended(PushState::Blocked, reason)
                }
                PushState::Planned => self.push_file(project, file, waits).await,
                _ => file,
            };
            self.emit(Event::Pushed(Box::new(pushed.clone())));
            done.push((index, pushed));
        }
        done
    }

    async fn push_file(
        &self,
        project: &Project,
        mut pushed: PushedFile,
        waits: bool,
    ) -> PushedFile {
        match self.import(project, &mut pushed, waits).await {
            Ok(state) => pushed.state = state,
            Err(Error::Client(error)) => {
                pushed = pushed.ended(PushState::Failed, error.with_causes());
                pushed.error = Some((*error).into());
            }
            Err(error) => pushed = pushed.ended(PushState::Failed, error.to_string()),
        }
        pushed
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

/// Whether an import changed anything; true if the service does not report it.
fn has_changes(process: &QueuedProcess) -> bool {
    let files = process.details.as_ref().and_then(|details| details.files.as_ref());
    files.is_none_or(|files| {
        files
            .iter()
            .any(|file| file.key_count_inserted != Some(0) || file.key_count_updated != Some(0))
    })
}

pub(crate) fn no_language(
    languages: &BTreeSet<String>,
    file: &LocalFile,
    is_spelled: bool,
) -> String {
    if let Some(hint) = crate::codes::old_code(&file.local_lang, languages) {
        return format!("the project has no language `{}`: {hint}", file.lang);
    }
    use crate::codes::letters;
    let similar = languages.iter().find(|code| letters(code) == letters(&file.lang));
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
    chains: Vec<Vec<(usize, PushedFile)>>,
}

/// Splits a sorted plan into a phase for each side and group.
fn phases(files: Vec<PushedFile>) -> Vec<Phase> {
    let mut phases: Vec<Phase> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (index, pushed) in files.into_iter().enumerate() {
        let file = &pushed.file;
        let last = phases.last().map(|phase| (phase.group, phase.is_base));
        if last != Some((file.group, file.is_base)) {
            places.clear();
            phases.push(Phase { group: file.group, is_base: file.is_base, chains: Vec::new() });
        }
        let Some(phase) = phases.last_mut() else { continue };
        let next = phase.chains.len();
        let place = *places.entry(file.name.clone()).or_insert(next);
        match phase.chains.get_mut(place) {
            Some(chain) => chain.push((index, pushed)),
            None => phase.chains.push(vec![(index, pushed)]),
        }
    }
    phases
}
