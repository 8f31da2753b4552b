//! Pull: writes the texts of the service into the local files.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem::discriminant;
use std::sync::Arc;

use serde::Serialize;

use crate::account::{Item, Outcome, Reason};
use crate::compare::{Bases, Content, is_same, like, spelled, with_texts};
use crate::config::{Group, LanguageScope};
use crate::disk::{Disk, fingerprint};
use crate::error::{Error, Stop};
use crate::formats::{Entry, File, NewText, State, Texts};
use crate::git::Git;
use crate::pattern::check_path;
use crate::plurals;
use crate::remote::{Listing, Matches, RemoteKey, RemoteText};
use crate::report::SkippedFile;
use crate::selection::Selection;
use crate::service::{Event, Missing, Project, Sync};
use crate::text::Text;
use crate::workspace::{LocalFile, Workspace};

/// Options of a pull. Set fields on the default value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PullOptions {
    /// Pulls only these languages, by local or service code; `base` is the base language.
    pub languages: Vec<String>,
    /// Pulls only these files: paths, folders or patterns below the root.
    pub paths: Vec<String>,
    /// Also pulls files of the base language.
    pub base: bool,
    /// Changes files even if their content is not committed in Git.
    pub force: bool,
}

impl PullOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }
}

/// The result of a pull, or of a dry run.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct PullReport {
    /// The local files, those of the base language first, then by path.
    pub files: Vec<PulledFile>,
    /// The files of the service whose names lead to no path that a pull may write.
    pub skipped: Vec<SkippedFile>,
    /// The files of the service that are not here, so that a pull has nothing to write into.
    pub absent: Vec<SkippedFile>,
    /// The languages that had no file in the configuration before.
    pub new_languages: BTreeSet<String>,
}

impl PullReport {
    /// Returns whether no file was kept or skipped, and each text was written or has a reason that
    /// is no problem.
    pub fn is_complete(&self) -> bool {
        self.skipped.is_empty() && self.files.iter().all(PulledFile::is_complete)
    }

    /// Returns the number of files with this change.
    pub fn count(&self, change: Change) -> usize {
        self.files.iter().filter(|file| file.change == change).count()
    }
}

/// A local file of a pull.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PulledFile {
    /// The path relative to the root, with `/` as separator.
    pub path: String,
    /// The service's code of the language.
    #[serde(rename = "lang_iso")]
    pub lang: String,
    /// The change to the file.
    pub change: Change,
    /// Why the file was kept, and what to do.
    pub reason: Option<String>,
    /// All texts of the service for the file, and what happens to each.
    #[serde(skip)]
    pub items: Vec<Item>,
}

impl PulledFile {
    /// Returns whether the file was not kept, and no text of it is a problem.
    pub fn is_complete(&self) -> bool {
        self.reason.is_none() && !self.items.iter().any(Item::is_problem)
    }

    /// Returns the texts that change.
    pub fn changes(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.is_change())
    }
}

/// The change to a local file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Change {
    /// The file was created.
    Added,
    /// Texts of the file were changed or added.
    Changed,
    /// The file already had the service's texts.
    #[default]
    Unchanged,
    /// The file differs from the service's, but was not changed.
    Kept,
}

/// The name of the service for keys without a file.
const UNASSIGNED: &str = "__unassigned__";
/// What to do about a file that is kept.
const FORCE: &str = "change it with `l10n pull --force PATH`";

/// A file that a pull compares.
struct Planned {
    file: PulledFile,
    local: LocalFile,
    /// The new content.
    bytes: Vec<u8>,
    /// The hash of the local file when it was compared.
    before: Option<u64>,
}

impl Planned {
    fn keep(&mut self, reason: String) {
        (self.file.change, self.file.reason) = (Change::Kept, Some(reason));
    }

    fn is_written(&self) -> bool {
        matches!(self.file.change, Change::Added | Change::Changed)
    }
}

impl Sync {
    /// Writes the texts of the service that differ into the local files, each file atomically.
    ///
    /// Only the texts change: a pull adds no key that the base language lacks, and removes nothing.
    /// It writes only paths that match the pattern of their group. Unless [`PullOptions::force`] is
    /// set, it keeps and reports a file whose content is not committed in Git. If a pull is killed,
    /// the next one completes it.
    ///
    /// # Errors
    ///
    /// Fails if the service or Git fails. No file is changed then.
    pub async fn pull(&self, options: &PullOptions) -> Result<PullReport, Error> {
        self.run(options, true).await
    }

    /// Returns what a pull would change, without changing it.
    ///
    /// # Errors
    ///
    /// Fails like [`pull`](Self::pull).
    pub async fn plan_pull(&self, options: &PullOptions) -> Result<PullReport, Error> {
        self.run(options, false).await
    }

    async fn run(&self, options: &PullOptions, writes: bool) -> Result<PullReport, Error> {
        let project = self.project(Missing::Fail, &options.languages).await?;
        let is_read = |lang: &&String| {
            let mut groups = 0..self.workspace.groups.len();
            groups.any(|group| is_wanted(&self.workspace, group, lang, options))
        };
        let langs: Vec<_> = project.codes.iter().filter(is_read).collect();
        if langs.is_empty() {
            return Ok(PullReport::default());
        }
        let listing = self.listing(&project, langs.into_iter()).await?;
        self.pull_from(Arc::new(listing), &project, options, writes).await
    }

    /// Compares the local files with a listing, and writes them.
    pub(crate) async fn pull_from(
        &self,
        listing: Arc<Listing>,
        project: &Project,
        options: &PullOptions,
        writes: bool,
    ) -> Result<PullReport, Error> {
        self.emit(Event::Phase("comparing"));
        let (workspace, project, copy) = (self.workspace.clone(), project.clone(), options.clone());
        let mut compared = blocking(move || {
            let comparison = Comparison {
                workspace: &workspace,
                listing: &listing,
                project: &project,
                options: &copy,
                bases: Bases::new(&workspace),
                matches: HashMap::new(),
                done: Compared::default(),
            };
            comparison.run(&Selection::new(&copy.paths)?)
        })
        .await?;
        if !options.force {
            self.keep_uncommitted(&mut compared).await?;
        }
        let Compared { mut files, skipped, absent } = compared;
        if writes {
            self.emit(Event::Phase("writing"));
            let workspace = self.workspace.clone();
            files = blocking(move || {
                for file in files.iter_mut().filter(|file| file.is_written()) {
                    let disk = Disk(workspace.root());
                    if let Err(reason) = disk.replace(&file.file.path, &file.bytes, file.before) {
                        file.keep(reason);
                    }
                }
                Ok(files)
            })
            .await?;
        }
        let local: HashSet<_> = self.workspace.files().iter().map(|file| &file.lang).collect();
        let added = files.iter().filter(|file| file.file.change == Change::Added);
        let new_languages = added.map(|file| &file.file.lang).filter(|lang| !local.contains(lang));
        Ok(PullReport {
            new_languages: new_languages.cloned().collect(),
            skipped: skipped.into_iter().filter(|_| options.paths.is_empty()).collect(),
            absent: absent.into_iter().collect(),
            files: files.into_iter().map(|file| file.file).collect(),
        })
    }

    /// Keeps files that Git could not restore.
    async fn keep_uncommitted(&self, compared: &mut Compared) -> Result<(), Error> {
        if !compared.files.iter().any(Planned::is_written) {
            return Ok(());
        }
        let git = Git::open(self.workspace.root()).await?;
        let (tracked, changed) = match &git {
            Some(git) => git.committed().await?,
            None => Default::default(),
        };
        for file in compared.files.iter_mut().filter(|file| file.is_written()) {
            let path = &file.file.path;
            let is_changed = changed.contains(path);
            let reason = match (file.before, tracked.get(path)) {
                (Some(_), Some(true)) if !is_changed => continue,
                (None, None) if !is_changed => continue,
                (None, Some(false)) if !is_changed => {
                    let reason = "a sparse checkout leaves it out".to_owned();
                    compared.absent.insert(SkippedFile { name: path.clone(), reason });
                    file.file.change = Change::Unchanged;
                    continue;
                }
                (None, _) => "it was removed here, but not in a commit: commit that, or restore it"
                    .to_owned(),
                _ if git.is_none() => format!("it is not in a Git working tree: {FORCE}"),
                _ => format!(
                    "it has uncommitted changes, or Git does not track it: commit it, or {FORCE}"
                ),
            };
            file.keep(reason);
        }
        Ok(())
    }
}

/// What a pull found.
#[derive(Default)]
struct Compared {
    files: Vec<Planned>,
    skipped: BTreeSet<SkippedFile>,
    absent: BTreeSet<SkippedFile>,
}

/// Compares the files of the service with the local ones.
struct Comparison<'c> {
    workspace: &'c Workspace,
    listing: &'c Listing,
    project: &'c Project,
    options: &'c PullOptions,
    bases: Bases,
    matches: HashMap<String, Matches>,
    done: Compared,
}

/// A text of the service, and its entry in the base file.
struct Theirs<'c> {
    key: String,
    /// `None` if the base file lacks it.
    in_base: Option<&'c Entry>,
    remote: &'c RemoteKey,
    there: &'c RemoteText,
}

impl<'c> Comparison<'c> {
    fn run(mut self, selection: &Selection) -> Result<Compared, Error> {
        let mut files = self.place();
        let known: HashSet<_> = files.iter().map(|file| file.path.clone()).collect();
        let local = self.workspace.files().iter().filter(|file| {
            !known.contains(&file.path)
                && is_wanted(self.workspace, file.group, &file.lang, self.options)
        });
        files.extend(local.cloned());
        files.sort_by_cached_key(|file| (!file.is_base, file.path.clone()));
        selection.check(files.iter().map(|file| file.path.as_str()))?;
        for local in files.into_iter().filter(|file| selection.has(&file.path)) {
            let (path, lang) = (local.path.clone(), local.lang.clone());
            let file = PulledFile { path, lang, ..PulledFile::default() };
            let mut planned = Planned { file, local, bytes: Vec::new(), before: None };
            match self.compare(&mut planned) {
                Ok(()) => {}
                Err(Stop::File(reason)) => planned.keep(reason),
                Err(Stop::All(error)) => return Err(error),
            }
            let has_reason = planned.file.items.iter().any(|item| item.reason().is_some());
            if planned.before.is_some() || has_reason || planned.file.change != Change::Unchanged {
                self.done.files.push(planned);
            }
        }
        Ok(self.done)
    }

    /// Returns the local file of each file of the service and language with texts, and reports
    /// those without one.
    fn place(&mut self) -> Vec<LocalFile> {
        let mut files = Vec::new();
        for (platform, name, remote) in self.listing.files() {
            let has = |lang: &&String| {
                let mut keys = remote.keys.iter().map(|at| &self.listing.keys[*at]);
                keys.any(|key| !key.is_archived && key.text(lang).is_some())
            };
            let langs: Vec<_> = self.project.codes.iter().filter(has).collect();
            match self.workspace.group_of(platform, name) {
                Ok(Some(group)) => {
                    for lang in langs {
                        match self.local(group, name, lang) {
                            Ok(file) => files.extend(file),
                            Err(reason) => self.skip(name, reason),
                        }
                    }
                }
                Ok(None) => {}
                Err(_) if langs.is_empty() || self.is_on_other_platform(name) => {}
                Err(reason) => self.skip(name, reason),
            }
        }
        let is_lost = |key: &&RemoteKey| {
            !key.is_archived && key.files().next().is_none() && key.texts().next().is_some()
        };
        let lost = self.listing.keys.iter().filter(is_lost).count();
        if lost > 0 && !self.workspace.is_ignored(UNASSIGNED) {
            let reason = format!(
                "has keys without a file ({lost} with texts): assign a file to them at the \
                 service, or add the name to `ignore`"
            );
            self.skip(UNASSIGNED, reason);
        }
        files
    }

    /// Whether the group of a file has it on its own platform: keys may have several.
    fn is_on_other_platform(&self, name: &str) -> bool {
        let mut groups = self.workspace.groups.iter().filter(|group| group.name.is_match(name));
        groups.any(|group| self.listing.file(group.platform, name).is_some())
    }

    fn skip(&mut self, name: &str, reason: String) {
        self.done.skipped.insert(SkippedFile { name: name.to_owned(), reason });
    }

    /// Returns the local file of a file of the service in a language; `None` if it is not wanted.
    fn local(&self, index: usize, name: &str, lang: &str) -> Result<Option<LocalFile>, String> {
        let (workspace, group) = (self.workspace, &self.workspace.groups[index]);
        let Some(captures) = group.name.captures(name) else { return Ok(None) };
        let path = workspace.path(index, &captures, lang);
        if !is_wanted(workspace, index, lang, self.options) || group.excludes(&path) {
            return Ok(None);
        }
        check_path(&path)?;
        if let Some(file) = workspace.unmapped(index, lang, &self.project.codes) {
            return Err(workspace.no_language(file, &self.project.codes));
        }
        match workspace.local_file(index, &path).filter(|file| file.lang == lang) {
            Some(file) => Ok(Some(file)),
            None => Err(format!(
                "leads to `{path}`, which is not a path of `{lang}`: map the code in `languages` \
                 of the group"
            )),
        }
    }

    fn compare(&mut self, planned: &mut Planned) -> Result<(), Stop<String>> {
        let LocalFile { path, name, is_base, group, lang, local_lang } = planned.local.clone();
        let disk = Disk(self.workspace.root());
        let group = &self.workspace.groups[group];
        let base = match self.bases.get(self.workspace, &name)? {
            Some(Content::Texts(base)) if !is_base => Some(base),
            Some(Content::Invalid(error)) if !is_base => {
                return Err(Stop::File(format!("in {}, {error}", self.bases.path(&name))));
            }
            _ => None,
        };
        let bytes = disk.read(&path).map_err(Stop::File)?;
        planned.before = bytes.as_deref().map(fingerprint);
        // Nothing is lost in an empty file.
        let bytes = bytes.filter(|bytes| !bytes.trim_ascii().is_empty());
        let local = match bytes.map(|bytes| group.content(&bytes, &lang, base.as_deref())) {
            Some(Content::Texts(local)) => Some(local),
            Some(Content::Invalid(error)) => return Err(Stop::File(error.to_string())),
            None => None,
        };
        // Without its base file, a translation gets no texts that it lacks.
        let Some(base) = base.or_else(|| local.clone()) else {
            let reason = "its file of the base language is not here: `l10n prune` lists its keys";
            self.done.absent.insert(SkippedFile { name, reason: reason.to_owned() });
            return Ok(());
        };
        let local = local.as_deref();
        let wrong = match local {
            Some(local) if local.lacks_root(&base) => Some("it"),
            Some(local) if base.lacks_root(local) => Some("its file of the base language"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            let reason = "is not in the language of its path: correct the key at its root";
            return Err(Stop::File(format!("{wrong} {reason}")));
        }
        let theirs = self.theirs(group, &name, &base, &lang);
        let forms = self.project.languages.get(&lang).map_or(&[][..], |language| &language.forms);
        let lists = incomplete_lists(local, &base, &theirs);
        // Only a catalog may have no place for a form.
        let is_new = local.is_none() && base.is_catalog();
        let new = || base.create(Texts::new(), &local_lang).bytes;
        let new = is_new.then(|| group.content(&new(), &lang, Some(&base)));
        let place = local.or(new.as_ref().and_then(Content::texts));
        let side = Side { group, local, place, base: &base, lang: &lang, is_base, forms, lists };
        planned.plan(&side, &theirs, &local_lang);
        match planned.is_written() {
            true => disk.check(&path).map_err(Stop::File),
            false => Ok(()),
        }
    }

    /// Returns the texts of the service in a language.
    fn theirs<'f>(
        &mut self,
        group: &Group,
        name: &str,
        base: &'f Arc<File>,
        lang: &str,
    ) -> Vec<Theirs<'f>>
    where
        'c: 'f,
    {
        let listing = self.listing;
        let matches = self.matches.entry(name.to_owned());
        let matches = matches.or_insert_with(|| listing.matches(group.platform, name, base));
        let of_entries = matches.of_entries.iter().filter_map(|(key, at)| {
            let remote = &listing.keys[*at];
            let (key, in_base, there) = (key.clone(), base.model(key), remote.text(lang)?);
            Some(Theirs { key, in_base, remote, there })
        });
        let others = matches.others.iter().filter_map(|at| {
            let remote = &listing.keys[*at];
            let there = remote.text(lang)?;
            let key = match base.is_catalog() {
                true => remote.full_name(group.platform),
                false => remote.name(group.platform).to_owned(),
            };
            Some(Theirs { key, in_base: None, remote, there })
        });
        let mut theirs: Vec<_> = of_entries.chain(others).collect();
        theirs
            .sort_by_key(|it| (it.in_base.map_or(usize::MAX, |entry| entry.line), it.key.clone()));
        theirs
    }
}

/// The files of a text that a pull compares.
struct Side<'f> {
    group: &'f Group,
    local: Option<&'f File>,
    /// The local file, or the catalog that a pull would create.
    place: Option<&'f File>,
    base: &'f File,
    lang: &'f str,
    is_base: bool,
    /// The forms of plurals that the service knows; empty if they are not known.
    forms: &'f [String],
    /// The lists that cannot be completed.
    lists: HashSet<&'f str>,
}

impl Planned {
    /// Plans the texts of the service that the local file lacks or that differ.
    fn plan(&mut self, side: &Side<'_>, theirs: &[Theirs<'_>], local_lang: &str) {
        let mut texts = Texts::new();
        for it in theirs {
            let (item, new) = side.item(it);
            if let Some((key, new)) = new {
                texts.insert(key, new);
            }
            let forms = side.forms(it, &item);
            self.file.items.push(item);
            self.file.items.extend(forms);
        }
        let only_here = side.only_here(&self.file.items);
        self.file.items.extend(only_here);
        if texts.is_empty() && side.local.is_none() {
            return;
        }
        let updated = match side.local {
            Some(local) => local.update(side.base, texts),
            None => side.base.create(texts, local_lang),
        };
        for (key, reason) in updated.refused {
            let mut items = self.file.items.iter_mut();
            if let Some(item) = items.find(|item| item.key == key) {
                item.outcome = Reason::NoPlace(reason).into();
            }
        }
        for (key, is_added) in updated.aliases {
            let text = side.base.get(&key).map(|entry| &entry.text);
            let outcome = if is_added { Outcome::Added } else { Reason::Fixed.into() };
            self.file.items.push(Item::new(&key, None, text, outcome));
        }
        if self.file.changes().next().is_some() {
            self.file.change = if side.local.is_some() { Change::Changed } else { Change::Added };
            self.bytes = updated.bytes;
        }
    }
}

impl Side<'_> {
    /// Returns the account of a text, and what is written.
    fn item(&self, theirs: &Theirs<'_>) -> (Item, Option<(String, NewText)>) {
        let there = theirs.there;
        let own = self.local.and_then(|local| local.entry(self.base, &theirs.key));
        if self.is_base && own.is_none() && theirs.in_base.is_some() {
            // A form of i18next that other languages need.
            let item = Item::new(&theirs.key, None, Some(&there.text), Reason::NotNeeded);
            return (item, None);
        }
        let key = own.map_or(&theirs.key, |own| &own.key);
        let here = own.map(|own| if self.is_base { own.base_text() } else { &own.text });
        let here = here.filter(|text| !text.is_empty());
        let outcome = |outcome: Outcome, text: &Text| Item::new(key, here, Some(text), outcome);
        let text = match spelled(&there.text, here, &self.group.format) {
            Ok(text) => text,
            Err(()) => return (outcome(Reason::Placeholders.into(), &there.text), None),
        };
        let held = self.local.map_or_else(|| text.clone(), |local| local.held(key, &text));
        let text = with_texts(&held);
        let has_place = self.local.is_none_or(|it| it.other_kind(self.base, key).is_none());
        let is_equal = has_place && here.is_some_and(|here| is_same(here, &text));
        let is_unfinished = own.is_some_and(|own| own.state == State::Unfinished);
        let has_states = !self.is_base && self.local.is_some_and(File::has_states);
        let is_same_state = !has_states || is_unfinished == there.is_unverified;
        let in_base = match theirs.in_base {
            _ if is_equal && is_same_state => return (outcome(Outcome::Equal, &text), None),
            None => return (outcome(Reason::NotInBase.into(), &text), None),
            Some(in_base) => in_base,
        };
        let is_source = |own: &Entry| own.original.as_ref() == Some(own.base_text());
        let reason = match own {
            _ if theirs.remote.is_archived => Some(Reason::Archived),
            _ if self.group.config.reviewed && !there.is_reviewed => Some(Reason::NotReviewed),
            Some(own) if !own.is_text() => Some(Reason::Fixed),
            // In XLIFF, a target would hide the source.
            Some(own) if is_source(own) && self.is_base && !self.base.is_catalog() => {
                Some(Reason::NoPlace("its <source> is the base text: change that here".to_owned()))
            }
            _ if matches!(like(&text, &in_base.text), Text::Forms(_))
                && matches!(in_base.text, Text::One(_)) =>
            {
                Some(Reason::IsPlural)
            }
            // `msgfmt` would reject the whole catalog.
            _ if self.base.is_catalog()
                && crate::check::has_other_ends(in_base.original.as_ref(), &text) =>
            {
                Some(Reason::NoPlace(crate::check::OTHER_ENDS.to_owned()))
            }
            _ if here.is_some() => None,
            _ if in_base.list.as_deref().is_some_and(|list| self.lists.contains(list)) => {
                Some(Reason::ListInPart)
            }
            _ => self.missing_forms(&held).map(Reason::PluralInPart),
        };
        if let Some(reason) = reason {
            return (outcome(reason.into(), &text), None);
        }
        let text = match here {
            _ if is_equal => here.cloned().unwrap_or(text),
            // The plural became a text in the base file.
            Some(Text::Forms(_)) if matches!(in_base.text, Text::One(_)) => {
                like(&text, &in_base.text)
            }
            Some(here) => like(&text, here),
            None => {
                let model = own.map_or(&in_base.text, |own| &own.text);
                let is_alike = discriminant(model) == discriminant(&text);
                if is_alike && own.is_none() { text } else { like(&text, model) }
            }
        };
        let change = if here.is_some() { Outcome::Changed } else { Outcome::Added };
        let item = outcome(change, &text);
        (item, Some((key.clone(), NewText { text, is_unfinished: there.is_unverified })))
    }

    /// Returns the forms of a plural that programs need for whole numbers, and that it lacks. A
    /// catalog of gettext says which it has.
    fn missing_forms(&self, held: &Text) -> Option<Vec<String>> {
        let Text::Forms(forms) = held else { return None };
        let empty = forms.iter().filter(|(_, text)| text.is_empty());
        let mut missing: Vec<_> = empty.map(|(name, _)| name.clone()).collect();
        if !self.local.is_some_and(File::is_catalog) {
            let is_missing = |form: &&str| forms.iter().all(|(name, _)| name != form);
            let required = plurals::required(self.lang).into_iter().filter(is_missing);
            missing.extend(required.map(str::to_owned));
        }
        Some(missing).filter(|missing| !missing.is_empty())
    }

    /// Returns the account of the plural forms that only one side has.
    fn forms(&self, theirs: &Theirs<'_>, item: &Item) -> Vec<Item> {
        let place = self.place.filter(|_| item.reason().is_none());
        let (Some(place), there) = (place, &theirs.there.text) else { return Vec::new() };
        let own = place.get(&item.key);
        let held = place.held(&item.key, there);
        let is_only_here = |(form, text): &&(String, String)| {
            let is_there =
                held.plural().iter().any(|(name, text)| name == form && !text.is_empty());
            !text.is_empty() && !is_there
        };
        let own = own.map_or(&[][..], |own| own.text.plural()).iter();
        let only_here = own.filter(is_only_here).map(|(form, _)| form.clone());
        let (known, unknown): (Vec<_>, _) =
            only_here.partition(|form| self.forms.is_empty() || self.forms.contains(form));
        let lost = place.lost_forms(there).into_iter().chain(unknown).collect::<Vec<_>>();
        let reasons = [(lost, Reason::Forms as fn(_) -> _), (known, Reason::FormsOnlyHere)];
        let reasons = reasons.into_iter().filter(|(forms, _)| !forms.is_empty());
        reasons
            .map(|(forms, reason)| Item { outcome: reason(forms).into(), ..item.clone() })
            .collect()
    }

    /// Returns the account of the texts that only the file has.
    fn only_here(&self, items: &[Item]) -> Vec<Item> {
        let seen: HashSet<_> = items.iter().map(|item| item.key.as_str()).collect();
        let entries = self.local.map_or(&[][..], File::entries).iter();
        let is_text =
            |it: &Entry| it.state == State::Variant || it.is_text() && !it.text.is_empty();
        let entries = entries.filter(|entry| is_text(entry) && !seen.contains(&*entry.key));
        let item = |entry: &Entry| {
            let key = self.local.and_then(|local| local.base_key(self.base, &entry.key));
            let reason = match key.and_then(|key| self.base.model(&key)) {
                _ if entry.state == State::Variant => Reason::Variant,
                None => Reason::NotInBase,
                Some(base) if !base.is_text() => Reason::Fixed,
                _ if entry.state == State::Unfinished => Reason::Unfinished,
                Some(_) => Reason::OnlyHere,
            };
            Item::new(&entry.key, Some(&entry.text), None, reason)
        };
        entries.map(item).collect()
    }
}

/// Returns the lists that the local file lacks in part, and that the service cannot complete:
/// programs find items by their index.
fn incomplete_lists<'f>(
    local: Option<&File>,
    base: &'f File,
    theirs: &[Theirs<'_>],
) -> HashSet<&'f str> {
    let theirs: HashSet<_> = theirs.iter().map(|it| it.key.as_str()).collect();
    let is_missing = |entry: &&Entry| {
        entry.is_text()
            && local.is_none_or(|local| local.get(&entry.key).is_none())
            && !theirs.contains(&*entry.key)
    };
    base.entries().iter().filter(is_missing).filter_map(|entry| entry.list.as_deref()).collect()
}

/// Runs blocking work on another thread.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let ended = tokio::task::spawn_blocking(work).await;
    ended.unwrap_or_else(|error| Err(Error::Stopped(error.to_string())))
}

/// Whether a pull writes files of a language in a group.
fn is_wanted(workspace: &Workspace, group: usize, lang: &str, options: &PullOptions) -> bool {
    let group = &workspace.groups[group];
    let is_base = lang == workspace.base;
    let is_in_scope = group.config.pull.has(is_base)
        || (options.base && is_base && group.config.pull != LanguageScope::None);
    // All files without a language in their names are of the base language.
    is_in_scope
        && (is_base || group.name.spelling().is_some())
        && workspace.is_lang(group, lang, &options.languages)
}
