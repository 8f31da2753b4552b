//! Push: sends the texts of local files to the service.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crate::account::{Item, Outcome, Reason};
use crate::check::Problem;
use crate::compare::{Bases, Content, is_same, spelled, with_texts};
use crate::config::{LanguageScope, Unverified};
use crate::error::{Error, Stop};
use crate::formats::{Entry, File, State};
use crate::git::Git;
use crate::icu::CATEGORIES;
use crate::places;
use crate::plurals;
use crate::pull::blocking;
use crate::remote::{Listing, Matches, RemoteKey, RemoteText};
use crate::report::{PushReport, PushState, PushedFile};
use crate::selection::Selection;
use crate::send::{KeyPlan, SentText};
use crate::service::{Event, Missing, Project, Sync};
use crate::text::Text;
use crate::workspace::{LocalFile, Workspace};

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
    /// Replaces only the texts of these keys, as [`Item::key`] or the report's output names them.
    pub keys: Vec<String>,
    /// Creates keys also if the service seems to have them in another place.
    pub confirmed: bool,
}

impl PushOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to push a file. `translations` and `replace` override the group.
    fn wants(&self, workspace: &Workspace, file: &LocalFile) -> bool {
        let group = &workspace.groups[file.group];
        let is_asked = self.translations || self.replace;
        let is_wanted = match group.config.push {
            LanguageScope::None => false,
            push if file.is_base => push.has(true) && !self.replace,
            push => push.has(false) || is_asked,
        };
        is_wanted && workspace.is_lang(group, &file.lang, &self.languages)
    }
}

/// The files that differ from a Git revision, each with its content there.
type Since = HashMap<String, Option<Vec<u8>>>;

/// The files of a push before they are compared.
pub(crate) struct Selected {
    files: Vec<LocalFile>,
    since: Option<Since>,
}

/// Why a file is not sent.
type Unsent = Stop<(PushState, String)>;

fn unsent(state: PushState, reason: impl Into<String>) -> Unsent {
    Stop::File((state, reason.into()))
}

impl Workspace {
    pub(crate) async fn select(&self, options: &PushOptions) -> Result<Selected, Error> {
        if options.replace && options.paths.is_empty() {
            let message = "needs the paths of the translations to send, so that it overwrites no \
                           other ones";
            return Err(Error::config("replace", message));
        }
        self.check_base()?;
        let since = self.since(options.changed_since.as_deref()).await?;
        let selection = Selection::new(&options.paths)?;
        selection.check(self.files().iter().map(|file| file.path.as_str()))?;
        let is_sent = |file: &&LocalFile| {
            selection.has(&file.path)
                && since.as_ref().is_none_or(|since| since.contains_key(&file.path))
                && options.wants(self, file)
        };
        let mut files: Vec<_> = self.files().iter().filter(is_sent).cloned().collect();
        // The sort is stable: groups stay in their order.
        files.sort_by_key(|file| !file.is_base);
        Ok(Selected { files, since })
    }

    /// Returns the files that differ from a revision; `None` for all.
    async fn since(&self, revision: Option<&str>) -> Result<Option<Since>, Error> {
        let Some(revision) = revision else { return Ok(None) };
        let git = Git::open(self.root()).await?.ok_or_else(|| {
            let message =
                "needs a Git working tree, but this folder is not in one: remove the option";
            Error::config("changed-since", message)
        })?;
        let Some(commit) = git.commit(revision).await? else { return Ok(None) };
        let changed = git.changed(&commit).await?;
        let mut since = Since::new();
        for file in self.files().iter().filter(|file| changed.contains(&file.path)) {
            since.insert(file.path.clone(), git.content(&commit, &file.path).await);
        }
        Ok(Some(since))
    }
}

/// The texts that changed since a Git revision: see [`Workspace::changed_texts`].
#[derive(Debug, Clone, Default)]
pub struct ChangedTexts {
    /// The keys by path, with `None` for the file itself; `None` for all texts.
    keys: Option<HashMap<String, HashSet<Option<String>>>>,
    /// The paths of the base files, by those of their translations.
    bases: HashMap<String, String>,
}

impl ChangedTexts {
    /// Returns whether a problem is about one of the texts, a translation of one, or a file that
    /// changed.
    pub fn has(&self, problem: &Problem) -> bool {
        let Some(files) = &self.keys else { return true };
        let has = |path| files.get(path).is_some_and(|keys| keys.contains(&problem.key));
        let base = self.bases.get(&problem.path).filter(|_| problem.key.is_some());
        has(&problem.path) || base.is_some_and(has)
    }
}

impl Workspace {
    /// Returns the texts that differ from those of a Git revision.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if the repository lacks the revision, with [`Error::Git`] if
    /// Git fails.
    pub async fn changed_texts(&self, revision: &str) -> Result<ChangedTexts, Error> {
        let Some(since) = self.since(Some(revision)).await? else {
            return Ok(ChangedTexts::default());
        };
        let (mut keys, mut base_paths) = (HashMap::new(), HashMap::new());
        let mut bases = Bases::new(self);
        for file in self.files() {
            base_paths.insert(file.path.clone(), bases.path(&file.name));
            let Some(old) = since.get(&file.path) else { continue };
            let base = bases.get(self, &file.name)?.filter(|_| !file.is_base);
            let base = base.as_ref().and_then(Content::texts);
            let new = self.content(file, base)?;
            let group = &self.groups[file.group];
            let old = old.as_ref().map(|old| group.content(old, &file.lang, base));
            let files = [new.texts(), old.as_ref().and_then(Content::texts)];
            keys.insert(file.path.clone(), changes(files));
        }
        Ok(ChangedTexts { keys: Some(keys), bases: base_paths })
    }
}

/// Returns the keys of the texts that one of two files lacks or has otherwise, with those of all
/// forms of their plurals. A key may have the name of its file in XLIFF, if there are several.
fn changes(files: [Option<&File>; 2]) -> HashSet<Option<String>> {
    let [new, old] = files.map(|file| {
        let entries = file.into_iter().flat_map(File::entries);
        entries.map(|it| ((&it.name, &it.context), it)).collect::<HashMap<_, _>>()
    });
    let content = |entry: &&Entry| (entry.text.clone(), entry.state);
    let names = new.keys().chain(old.keys());
    let other = names.filter(|name| new.get(*name).map(content) != old.get(*name).map(content));
    let keys = other.filter_map(|name| Some(&new.get(name).or(old.get(name))?.key));
    let forms = |key: &String| {
        let stem = files[0].and_then(|file| file.form(key)).map(|(stem, _)| stem);
        let forms = stem.map(|stem| CATEGORIES.map(|form| format!("{stem}_{form}")));
        forms.into_iter().flatten().chain([key.clone()]).map(Some)
    };
    keys.flat_map(forms).chain([None]).collect()
}

/// Compares the files of a push, and decides what to send.
struct Planner<'p> {
    workspace: &'p Workspace,
    options: &'p PushOptions,
    project: &'p Project,
    listing: &'p Listing,
    bases: Bases,
    /// The keys of the base files, by their service names.
    matches: HashMap<String, Matches>,
    plans: Vec<KeyPlan>,
    /// The indexes of the plans, by the service name of a file and the key of an entry.
    planned: HashMap<(String, String), usize>,
    /// The keys of the options that no file has so far.
    unknown: Vec<String>,
}

/// The file that is compared.
struct Current<'f> {
    /// Its index in the report.
    index: usize,
    file: &'f LocalFile,
    local: &'f File,
    /// Its base file, or the file itself if there is none.
    base: &'f File,
}

impl<'p> Planner<'p> {
    fn plan(mut self, selected: Selected) -> Result<(Vec<PushedFile>, Vec<KeyPlan>), Error> {
        let Selected { files, since } = selected;
        let mut planned = Vec::with_capacity(files.len());
        for (index, file) in files.into_iter().enumerate() {
            let mut pushed = PushedFile { file, ..PushedFile::default() };
            match self.plan_file(index, &mut pushed, since.as_ref()) {
                Ok(()) if pushed.changes().next().is_some() => pushed.state = PushState::Planned,
                Ok(()) => {}
                Err(Stop::File((state, reason))) => {
                    (pushed.state, pushed.reason) = (state, Some(reason));
                }
                Err(Stop::All(error)) => return Err(error),
            }
            planned.push(pushed);
        }
        let is_read = planned.iter().all(|file| !file.state.is_failure());
        if let Some(key) = self.unknown.first().filter(|_| is_read) {
            let message = format!("no translation at these paths has the key `{key}`: correct it");
            return Err(Error::config("key", message));
        }
        if !self.options.confirmed {
            places::check(self.workspace, self.listing, &self.matches, &self.plans)?;
        }
        Ok((planned, self.plans))
    }

    fn plan_file(
        &mut self,
        index: usize,
        pushed: &mut PushedFile,
        since: Option<&Since>,
    ) -> Result<(), Unsent> {
        let (file, workspace) = (pushed.file.clone(), self.workspace);
        let group = &workspace.groups[file.group];
        let (local, base) = self.read(&file)?;
        if !self.matches.contains_key(&file.name) {
            let matches = self.listing.matches(group.platform, &file.name, &base);
            self.matches.insert(file.name.clone(), matches);
        }
        let current = Current { index, file: &file, local: &local, base: &base };
        if file.is_base {
            self.plan_base(&current, pushed);
            return Ok(());
        }
        let old = since.and_then(|since| since.get(&file.path)?.as_ref());
        let old = old.map(|bytes| group.content(bytes, &file.lang, Some(&base)));
        let rule = match since {
            _ if self.options.replace => Rule::Replace(&self.options.keys),
            Some(_) => Rule::Since(old.as_ref().and_then(Content::texts)),
            None => Rule::Add,
        };
        self.unknown.retain(|key| !local.entries().iter().any(|entry| entry.is_named(key)));
        for entry in local.entries() {
            self.plan_translation(&current, pushed, entry, rule);
        }
        if let Rule::Since(Some(old)) = rule {
            self.plan_removed(&current, pushed, old);
        }
        Ok(())
    }

    /// Reads a file, and its base file: that is the file itself if there is none here, because
    /// another repository has it.
    fn read(&mut self, file: &LocalFile) -> Result<(Arc<File>, Arc<File>), Unsent> {
        let (workspace, codes) = (self.workspace, &self.project.codes);
        let base_path = self.bases.path(&file.name);
        let invalid_base = || {
            let reason = format!("not sent, because {base_path} is invalid: correct that");
            unsent(PushState::Blocked, reason)
        };
        if !codes.contains(&file.lang) {
            return Err(unsent(PushState::Blocked, workspace.no_language(file, codes)));
        }
        let base = match self.bases.get(workspace, &file.name)? {
            _ if file.is_base => None,
            Some(Content::Texts(base)) => Some(base),
            Some(Content::Invalid(_)) => return Err(invalid_base()),
            None if workspace.groups[file.group].config.push.has(true) => {
                let reason = "not sent, because its file of the base language is not here: check \
                              it out, or set push = \"translations\" if another repository has it";
                return Err(unsent(PushState::Skipped, reason));
            }
            None => None,
        };
        let local = match workspace.content(file, base.as_deref())? {
            Content::Texts(local) => local,
            Content::Invalid(error) => return Err(unsent(PushState::Failed, error.to_string())),
        };
        let base = base.unwrap_or_else(|| Arc::clone(&local));
        if base.lacks_root(&local) {
            return Err(invalid_base());
        }
        if local.lacks_root(&base) {
            return Err(unsent(PushState::Failed, crate::check::wrong_root(file)));
        }
        Ok((local, base))
    }

    /// Names the texts that were removed since the revision, which the service has.
    fn plan_removed(&self, current: &Current<'_>, pushed: &mut PushedFile, old: &File) {
        for entry in old.entries().iter().filter(|entry| !entry.text.is_empty()) {
            let key = old.base_key(current.base, &entry.key);
            let remote = key.and_then(|key| self.remote(current, &key));
            let there = remote.and_then(|remote| remote.text(&current.file.lang));
            if there.is_some() && with_text(current.local, &entry.key).is_none() {
                pushed.add(entry, Reason::Removed);
            }
        }
    }

    fn plan_base(&mut self, current: &Current<'_>, pushed: &mut PushedFile) {
        let mut seen = HashSet::new();
        for entry in current.local.entries() {
            match entry.state {
                State::Fixed => {}
                State::Variant => pushed.add(entry, Reason::Variant),
                _ if !seen.insert((&entry.name, &entry.context)) => {
                    pushed.add(entry, Reason::SameName);
                }
                _ => self.plan_base_text(current, pushed, &entry.key, entry),
            }
        }
        for (key, model) in self.missing_forms(current) {
            self.plan_base_text(current, pushed, &key, model);
        }
    }

    /// Returns the keys of plural forms of i18next that a language of the project needs and the
    /// base language lacks, each with the entry of the form `other`.
    fn missing_forms<'f>(&self, current: &Current<'f>) -> Vec<(String, &'f Entry)> {
        let needed = plurals::Needed::new(self.project.codes.iter().map(String::as_str));
        let mut missing = Vec::new();
        for entry in current.local.entries() {
            let form = current.local.form(&entry.key);
            let Some((stem, _)) = form.filter(|(_, form)| *form == "other") else { continue };
            let (key, needed) = (|form: &&str| format!("{stem}_{form}"), needed.of(stem));
            // A single `_other` is no plural.
            if needed.iter().any(|form| *form != "other" && current.local.get(&key(form)).is_some())
            {
                let keys = needed.iter().map(key).filter(|key| current.local.get(key).is_none());
                missing.extend(keys.map(|key| (key, entry)));
            }
        }
        missing
    }

    fn remote(&self, current: &Current<'_>, key: &str) -> Option<&'p RemoteKey> {
        let at = self.matches.get(&current.file.name)?.of_entries.get(key)?;
        self.listing.keys.get(*at)
    }

    fn plan_base_text(
        &mut self,
        current: &Current<'_>,
        pushed: &mut PushedFile,
        key: &str,
        entry: &Entry,
    ) {
        let text = with_texts(entry.base_text());
        let remote = self.remote(current, key);
        let before = remote.and_then(|remote| remote.text(&current.file.lang)).map(|it| &it.text);
        let format = &self.workspace.groups[current.file.group].format;
        let outcome = match before.map(|before| spelled(before, Some(&text), format)) {
            Some(Ok(there)) if is_same(&there, &text) => Outcome::Equal,
            None if text.is_empty() => Outcome::Equal,
            _ if remote.is_some_and(|remote| remote.is_archived) => Reason::Archived.into(),
            Some(_) if text.is_empty() => Reason::EmptyBase.into(),
            _ if is_plural_there(remote, &text) => Reason::IsPlural.into(),
            Some(Err(())) => Reason::Placeholders.into(),
            Some(Ok(_)) => Outcome::Changed,
            None => Outcome::Added,
        };
        let sent = Sent { key, text, before, is_unverified: None, is_other_state: false };
        self.add(current, pushed, entry, sent, outcome);
    }

    /// Adds a text to the account of a file and, if it changes, to what is sent.
    fn add(
        &mut self,
        current: &Current<'_>,
        pushed: &mut PushedFile,
        in_base: &Entry,
        sent: Sent<'_>,
        mut outcome: Outcome,
    ) {
        let Sent { key, text, before, is_unverified, is_other_state } = sent;
        let mut lost = match before {
            Some(before) if outcome == Outcome::Equal => current.local.lost_forms(before),
            _ => Vec::new(),
        };
        if matches!(outcome, Outcome::Added | Outcome::Changed) {
            let (sent, unknown) = self.sendable(current, &text, before);
            lost = unknown;
            if sent.is_empty() || before == Some(&sent) && !is_other_state {
                outcome = Outcome::Equal;
            } else {
                let item = Some((current.index, pushed.items.len()));
                let lang = current.file.lang.clone();
                let plan = self.plan_key(current, key, in_base);
                plan.texts.push(SentText { lang, text: sent, is_unverified, item });
            }
        }
        pushed.items.push(Item::new(key, before, Some(&text), outcome));
        if !lost.is_empty() {
            pushed.items.push(Item::new(key, before, Some(&text), Reason::Forms(lost)));
        }
    }

    /// Returns the plan for a key, which may be new. It has the base text then.
    fn plan_key(&mut self, current: &Current<'_>, key: &str, in_base: &Entry) -> &mut KeyPlan {
        let key = current.local.base_key(current.base, key).unwrap_or_else(|| key.to_owned());
        let place = (current.file.name.clone(), key);
        if let Some(at) = self.planned.get(&place) {
            return &mut self.plans[*at];
        }
        let key = &place.1;
        let remote = self.remote(current, key);
        let mut texts = Vec::new();
        if remote.is_none() && !current.file.is_base {
            let (lang, text) = (self.workspace.base.clone(), in_base.base_text().clone());
            texts.push(SentText { lang, text, is_unverified: None, item: None });
        }
        let plan = KeyPlan {
            id: remote.map(|remote| remote.id),
            was_plural: remote.is_some_and(|remote| remote.is_plural),
            is_plural: matches!(in_base.base_text(), Text::Forms(_)),
            name: if *key == in_base.key { in_base.name.clone() } else { key.clone() },
            context: in_base.context.clone(),
            description: in_base.comment.clone(),
            filename: current.file.name.clone(),
            group: current.file.group,
            texts,
        };
        let at = self.plans.len();
        self.planned.insert(place, at);
        self.plans.push(plan);
        &mut self.plans[at]
    }

    /// Returns a text as it is sent, with the forms that only the service has, and the forms that
    /// the language lacks there, or that have a form of the catalog in common with others.
    fn sendable(
        &self,
        current: &Current<'_>,
        text: &Text,
        before: Option<&Text>,
    ) -> (Text, Vec<String>) {
        let Text::Forms(forms) = text else { return (text.clone(), Vec::new()) };
        let known = self.project.languages.get(&current.file.lang).map(|it| &it.forms);
        let shared = before.map_or(Vec::new(), |before| current.local.lost_forms(before));
        let is_known = |form: &String| {
            known.is_none_or(|it| it.is_empty() || it.contains(form)) && !shared.contains(form)
        };
        let (sent, lost): (Vec<_>, Vec<_>) =
            forms.iter().cloned().partition(|(form, _)| is_known(form));
        let theirs = match before {
            Some(Text::Forms(forms)) if !sent.is_empty() => forms.as_slice(),
            _ => &[],
        };
        let is_new = |form: &&(String, String)| sent.iter().all(|(name, _)| *name != form.0);
        let more: Vec<_> = theirs.iter().filter(is_new).cloned().collect();
        let lost = lost.into_iter().map(|(form, _)| form).collect();
        (Text::forms(sent.into_iter().chain(more)), lost)
    }

    fn plan_translation(
        &mut self,
        current: &Current<'_>,
        pushed: &mut PushedFile,
        entry: &Entry,
        rule: Rule<'_>,
    ) {
        match entry.state {
            State::Fixed => return,
            State::Variant => return pushed.add(entry, Reason::Variant),
            State::Ready | State::Unfinished => {}
        }
        let lang = &current.file.lang;
        let key = current.local.base_key(current.base, &entry.key);
        let in_base = key.as_deref().and_then(|key| current.base.model(key));
        let remote = key.and_then(|key| self.remote(current, &key));
        let before = remote.and_then(|remote| remote.text(lang));
        let reason = match in_base {
            _ if entry.text.is_empty() && before.is_none() => return,
            _ if entry.text.is_empty() => Some(match rule.replaces(entry) {
                true => Reason::Removed,
                false => Reason::OnlyThere,
            }),
            None => Some(Reason::NotInBase),
            Some(in_base) if !in_base.is_text() => Some(Reason::Fixed),
            Some(in_base) => {
                let other = current.local.other_kind(current.base, &entry.key);
                other.map(|(name, reason)| match is_plural_there(remote, in_base.base_text()) {
                    true => Reason::IsPlural,
                    false => Reason::NoPlace(format!("`{name}` {reason}")),
                })
            }
        };
        let (Some(in_base), None) = (in_base, &reason) else {
            return reason.into_iter().for_each(|reason| pushed.add(entry, reason));
        };
        let sent = Sent {
            key: &entry.key,
            text: with_texts(&entry.text),
            before: before.map(|before| &before.text),
            is_unverified: Some(entry.state == State::Unfinished),
            is_other_state: is_other_state(current, entry, before),
        };
        let outcome = self.outcome(current, entry, remote, &sent, rule);
        self.add(current, pushed, in_base, sent, outcome);
    }

    /// Returns what happens to a translation.
    fn outcome(
        &self,
        current: &Current<'_>,
        entry: &Entry,
        remote: Option<&RemoteKey>,
        sent: &Sent<'_>,
        rule: Rule<'_>,
    ) -> Outcome {
        let group = &self.workspace.groups[current.file.group];
        let text = &sent.text;
        let there = sent.before.map(|before| {
            let there = spelled(before, Some(text), &group.format)?;
            Ok::<_, ()>(with_texts(&current.local.held(&entry.key, &there)))
        });
        let is_equal = matches!(&there, Some(Ok(there)) if is_same(there, text));
        match there {
            _ if is_equal && !sent.is_other_state => Outcome::Equal,
            _ if entry.state == State::Unfinished
                && group.config.unverified == Unverified::Skip =>
            {
                Reason::Unfinished.into()
            }
            _ if remote.is_some_and(|remote| remote.is_archived) => Reason::Archived.into(),
            Some(Err(())) => Reason::Placeholders.into(),
            _ if is_plural_there(remote, text) => Reason::IsPlural.into(),
            None if remote.is_none() && !group.config.push.has(true) => Reason::NoKey.into(),
            _ if is_equal && matches!(rule, Rule::Add) => Reason::OtherState.into(),
            there => rule.outcome(entry, there.and_then(Result::ok).as_ref()),
        }
    }
}

fn is_plural_there(remote: Option<&RemoteKey>, text: &Text) -> bool {
    matches!(text, Text::One(_)) && remote.is_some_and(|remote| remote.is_plural)
}

/// Whether only one side has a text marked as not finished.
fn is_other_state(current: &Current<'_>, entry: &Entry, before: Option<&RemoteText>) -> bool {
    let is_unfinished = entry.state == State::Unfinished;
    current.local.has_states() && before.is_some_and(|it| it.is_unverified != is_unfinished)
}

/// A text that is compared with the service's.
struct Sent<'s> {
    key: &'s str,
    text: Text,
    before: Option<&'s Text>,
    is_unverified: Option<bool>,
    /// Whether the service has another state.
    is_other_state: bool,
}

/// Which translations of a file are sent if they differ at the service.
#[derive(Clone, Copy)]
enum Rule<'r> {
    /// Those that the service lacks, in whole or in some forms of their plural.
    Add,
    /// Those of these keys, or all.
    Replace(&'r [String]),
    /// Those that changed since this file, if the service still has its text.
    Since(Option<&'r File>),
}

impl Rule<'_> {
    fn outcome(self, entry: &Entry, before: Option<&Text>) -> Outcome {
        let change = if before.is_none() { Outcome::Added } else { Outcome::Changed };
        match self {
            Self::Add if before.is_none_or(|before| is_same(&entry.text, before)) => change,
            Self::Add => Reason::Kept.into(),
            Self::Replace(_) if self.replaces(entry) => change,
            Self::Replace(_) => Reason::NotSelected.into(),
            Self::Since(old) => match (old.and_then(|old| with_text(old, &entry.key)), before) {
                (Some(old), _) if is_same(&old.text, &entry.text) && old.state == entry.state => {
                    Reason::NotSelected.into()
                }
                (Some(old), Some(before)) if is_same(before, &old.text) => change,
                (None, None) => change,
                (Some(old), None) if old.state == State::Unfinished => change,
                _ => Reason::Conflict.into(),
            },
        }
    }

    fn replaces(self, entry: &Entry) -> bool {
        let is_named = |keys: &[String]| keys.iter().any(|key| entry.is_named(key));
        matches!(self, Self::Replace(keys) if keys.is_empty() || is_named(keys))
    }
}

/// Returns the entry of a key; `None` if it has no text.
fn with_text<'f>(file: &'f File, key: &str) -> Option<&'f Entry> {
    file.get(key).filter(|entry| !entry.text.is_empty())
}

impl PushedFile {
    /// Adds a text that is not sent, and was not compared.
    fn add(&mut self, entry: &Entry, reason: Reason) {
        self.items.push(Item::new(&entry.key, None, Some(&entry.text), reason));
    }
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
        let (project, files, _) = self.compared(selected, options, Missing::IsCopy).await?;
        Ok(PushReport { files, new_branch: project.new_branch, error: None })
    }

    /// Reads the keys with the texts in the languages of the files, and compares them.
    async fn compared(
        &self,
        selected: Selected,
        options: &PushOptions,
        missing: Missing,
    ) -> Result<(Project, Vec<PushedFile>, Vec<KeyPlan>), Error> {
        let project = self.project(missing, &options.languages).await?;
        let langs = selected.files.iter().map(|file| &file.lang);
        let langs: BTreeSet<_> = langs.chain([&self.workspace.base]).collect();
        let listing = self.listing(&project, langs.into_iter()).await?;
        let (files, plans) = self.planned(selected, &project, options, Arc::new(listing)).await?;
        Ok((project, files, plans))
    }

    /// Compares the selected files with the service.
    pub(crate) async fn planned(
        &self,
        selected: Selected,
        project: &Project,
        options: &PushOptions,
        listing: Arc<Listing>,
    ) -> Result<(Vec<PushedFile>, Vec<KeyPlan>), Error> {
        self.emit(Event::Phase("comparing"));
        let (workspace, options) = (self.workspace.clone(), options.clone());
        let project = project.clone();
        blocking(move || {
            let planner = Planner {
                workspace: &workspace,
                options: &options,
                project: &project,
                listing: &listing,
                bases: Bases::new(&workspace),
                matches: HashMap::new(),
                plans: Vec::new(),
                planned: HashMap::new(),
                unknown: options.keys.clone(),
            };
            planner.plan(selected)
        })
        .await
    }

    /// Sends the texts of the files of the configuration.
    ///
    /// Keys that the service lacks are created, and texts of the base language that differ are
    /// changed. A push of translations only adds texts, unless the options say otherwise. If a
    /// request fails, the report has the error, and the next push completes the work.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if a path, revision or language in the options does not exist,
    /// or if a file already has keys at the service, and most of its keys would be created beside
    /// them. Fails if Git fails, or if the project or its keys cannot be read. Failures of single
    /// files and texts are in the report.
    pub async fn push(&self, options: &PushOptions) -> Result<PushReport, Error> {
        let selected = self.workspace.select(options).await?;
        if selected.files.is_empty() && options.languages.is_empty() && options.keys.is_empty() {
            return Ok(PushReport::default());
        }
        let (project, mut files, plans) = self.compared(selected, options, Missing::Create).await?;
        let error = self.send(&project, plans, &mut files).await?;
        for file in files.iter_mut().filter(|file| file.state == PushState::Planned) {
            let is_sent = file.changes().next().is_some();
            file.state = if is_sent { PushState::Sent } else { PushState::Failed };
        }
        Ok(PushReport { files, new_branch: None, error: error.map(Arc::new) })
    }
}
