//! The files of the service: exports of a project, and the local path of each file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use l10n_client::types::FileExport;

use crate::bundle::{Bundle, Entry};
use crate::codes::any_of;
use crate::error::Error;
use crate::formats;
use crate::pattern::{Pattern, check_path};
use crate::report::SkippedFile;
use crate::service::{Event, Project, Sync};
use crate::workspace::{LocalFile, Workspace};

/// The exported files of a project.
#[derive(Default)]
pub(crate) struct Remote {
    bundles: Vec<Bundle>,
    /// Ordered: those of the base language first, then by path.
    pub(crate) files: Vec<RemoteFile>,
    pub(crate) skipped: Vec<SkippedFile>,
    /// The indexes of the files by name and language.
    by_name: HashMap<(String, String), usize>,
    /// The groups whose format the service does not export.
    pub(crate) unexported: HashSet<usize>,
}

/// A file of the service, and where its local file is.
#[derive(Debug, Clone)]
pub(crate) struct RemoteFile {
    pub(crate) file: LocalFile,
    bundle: usize,
    index: usize,
}

impl Remote {
    /// Returns the file with the name and language of a local one.
    pub(crate) fn find(&self, file: &LocalFile) -> Option<RemoteFile> {
        let key = (file.name.clone(), file.lang.clone());
        self.by_name.get(&key).map(|index| self.files[*index].clone())
    }

    pub(crate) fn read(&mut self, file: &RemoteFile) -> Result<Vec<u8>, Error> {
        self.bundles[file.bundle].read(file.index)
    }
}

/// Which files to export.
pub(crate) struct Wanted<'a> {
    /// Whether to export a language for the group with this index.
    pub(crate) has: &'a (dyn Fn(usize, &str) -> bool + Send + std::marker::Sync),
    /// Whether to export all texts, without the filters of the configuration.
    pub(crate) is_whole: bool,
}

/// An export, and what it is for.
struct Export {
    body: FileExport,
    langs: BTreeSet<String>,
    /// The codes in its names that differ from the service's, with those.
    codes: BTreeMap<String, String>,
    /// The groups, each with the side of its files: whether they are of the base language.
    groups: Vec<(usize, bool)>,
}

impl Sync {
    /// Exports the wanted files.
    pub(crate) async fn remote(
        &self,
        project: &Project,
        wanted: &Wanted<'_>,
    ) -> Result<Remote, Error> {
        let exports = self.exports(project, wanted)?;
        if exports.is_empty() {
            return Ok(Remote::default());
        }
        self.wait_for_imports(&project.address).await?;
        let mut remote = Remote::default();
        for export in &exports {
            let body = export.body.clone().filter_langs(export.langs.clone());
            let bundle = match self.bundle(project, body).await {
                Err(Error::Config { .. }) if wanted.is_whole => {
                    remote.unexported.extend(export.groups.iter().map(|(group, _)| *group));
                    Bundle::default()
                }
                bundle => bundle?,
            };
            remote.bundles.push(bundle);
        }
        self.emit(Event::Phase("comparing"));
        self.workspace.place(&mut remote, &exports, &project.languages, wanted)?;
        Ok(remote)
    }

    /// Returns the exports that the groups need: one for each format and set of options.
    fn exports(&self, project: &Project, wanted: &Wanted<'_>) -> Result<Vec<Export>, Error> {
        let mut exports: Vec<Export> = Vec::new();
        let groups = self.workspace.groups.iter().enumerate();
        for ((index, group), is_base) in groups.flat_map(|group| [(group, true), (group, false)]) {
            // A push compares texts only.
            if wanted.is_whole && formats::of(&group.format).is_none() {
                continue;
            }
            let is_wanted = |lang: &&String| {
                (**lang == self.workspace.base) == is_base && (wanted.has)(index, lang)
            };
            let langs: BTreeSet<_> = project.languages.iter().filter(is_wanted).cloned().collect();
            if langs.is_empty() {
                continue;
            }
            let codes = group.mapped(&project.languages);
            let body = group.export(&codes, wanted.is_whole)?;
            // Files of other languages would have the same name.
            let is_single = group.name.spelling().is_none();
            let is_same = |known: &&mut Export| {
                (!is_single || known.langs == langs)
                    && serde_json::to_value(&known.body).ok() == serde_json::to_value(&body).ok()
            };
            let groups = vec![(index, is_base)];
            match exports.iter_mut().find(is_same) {
                Some(known) => {
                    known.groups.extend(groups);
                    known.langs.extend(langs);
                }
                None => exports.push(Export { body, langs, codes, groups }),
            }
        }
        Ok(exports)
    }
}

impl Workspace {
    /// Maps each exported file to a local path, and skips those without one.
    fn place(
        &self,
        remote: &mut Remote,
        exports: &[Export],
        languages: &BTreeSet<String>,
        wanted: &Wanted<'_>,
    ) -> Result<(), Error> {
        let mut seen = HashSet::new();
        for (bundle, export) in exports.iter().enumerate() {
            let langs = any_of(languages.iter().chain(export.codes.keys()));
            let names = self.groups.iter().map(|group| group.name.with_langs(&langs));
            let names: Vec<_> = names.collect::<Result<_, _>>()?;
            for entry in remote.bundles[bundle].entries()? {
                let index = entry.index;
                match self.local(&names, languages, &export.codes, &entry) {
                    Err(reason) => remote.skipped.push(SkippedFile { name: entry.name, reason }),
                    // Other files belong to another export, or to another pull.
                    Ok(Some(file))
                        if export.groups.contains(&(file.group, file.is_base))
                            && (wanted.has)(file.group, &file.lang) =>
                    {
                        if seen.insert(folded(&file.path)) {
                            remote.files.push(RemoteFile { file, bundle, index });
                        } else {
                            let reason = format!("collides with another file at `{}`", file.path);
                            remote.skipped.push(SkippedFile { name: entry.name, reason });
                        }
                    }
                    Ok(_) => {}
                }
            }
        }
        let order = |file: &RemoteFile| (!file.file.is_base, file.file.path.clone());
        remote.files.sort_by_cached_key(order);
        let names = remote.files.iter().map(|it| (it.file.name.clone(), it.file.lang.clone()));
        remote.by_name = names.zip(0..).collect();
        remote.skipped.sort_by(|one, other| one.name.cmp(&other.name));
        remote.skipped.dedup();
        Ok(())
    }

    /// Returns the local file of an exported file; `None` if it is ignored.
    fn local(
        &self,
        names: &[Pattern],
        languages: &BTreeSet<String>,
        codes: &BTreeMap<String, String>,
        entry: &Entry,
    ) -> Result<Option<LocalFile>, String> {
        let name = entry.name.as_str();
        let mut is_excluded = false;
        for (index, group) in self.groups.iter().enumerate() {
            let Some(captures) = names[index].captures(name) else { continue };
            let lang = match &captures.lang {
                Some(lang) => codes.get(lang).unwrap_or(lang).clone(),
                None => self.base.clone(),
            };
            let path = self.path(index, &captures, &lang);
            if group.excludes(&path) {
                is_excluded = true;
                continue;
            }
            check_path(&path)?;
            if entry.is_link {
                return Err("is a symbolic link".to_owned());
            }
            if let Some(file) = self.unmapped(index, &lang, languages) {
                return Err(self.no_language(file, languages));
            }
            return match self.local_file(index, &path).filter(|file| file.lang == lang) {
                Some(file) => Ok(Some(file)),
                None => Err(format!(
                    "leads to `{path}`, which is not a path of `{lang}`: map the code in \
                     `languages` of the group"
                )),
            };
        }
        if is_excluded || self.is_ignored(name) {
            return Ok(None);
        }
        Err(match name.starts_with("no_filename") || name.contains("/no_filename") {
            true => "contains the keys without a file: assign a file to them at the service, or \
                     add the name to `ignore`"
                .to_owned(),
            false => "matches no group: add a group, or set `name` of one, if the file is here; \
                      add the name to `ignore` if it is elsewhere"
                .to_owned(),
        })
    }
}

/// Returns a path in lower case if the system's paths are usually case-insensitive.
fn folded(path: &str) -> String {
    match cfg!(any(windows, target_os = "macos")) {
        true => path.to_lowercase(),
        false => path.to_owned(),
    }
}
