//! Status: the files that differ between the repository and the service.

use std::collections::HashSet;

use crate::config::Side;
use crate::error::Error;
use crate::pull::{Change, PullOptions, PullReport, PulledFile, is_wanted};
use crate::push::{PushOptions, PushPlan};
use crate::service::Sync;
use crate::texts::{TextChange, is_json};
use crate::workspace::LocalFile;

const UNUSED: &str =
    "the service has keys that were removed here: `l10n push --remove-unused-keys` deletes them";
const REMOVED: &str = "the service still has its keys: `l10n push --prune-files` deletes them";
const DELETED: &str =
    "the service has keys that were removed here: `l10n keys delete` deletes them";

/// The files that differ: see [`Sync::status`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Status {
    /// The files that differ in the language that the group pushes, with the change at the service.
    pub push: Vec<PulledFile>,
    /// The other files that a pull would change or keep, and those that it would refuse.
    pub pull: PullReport,
}

impl Sync {
    /// Returns the files that differ between the repository and the service. Changes nothing.
    ///
    /// Files that a push would send and the service does not have are `added`. In groups that push
    /// translations and pull none, or only filtered ones, those with texts that the service lacks
    /// are `changed`.
    ///
    /// # Errors
    ///
    /// Fails like [`pull`](Self::pull).
    pub async fn status(&self) -> Result<Status, Error> {
        let options = PullOptions { whole: Some(Side::Base), base: true, ..PullOptions::new() };
        let mut pull = self.plan_pull(&options).await?;
        let mut push = self.unsent(&pull, &options)?;
        let local: HashSet<_> = self.workspace.files().iter().map(|file| &file.path).collect();
        pull.files.retain(|file| file.change != Change::Unchanged);
        for mut file in std::mem::take(&mut pull.files) {
            let is_base = file.lang == self.workspace.base;
            let group = &self.workspace.groups[file.group];
            if !is_base || !group.push.has(true) {
                pull.files.push(file);
                continue;
            }
            file.change = match local.contains(&file.path) {
                true => Change::Changed,
                false => Change::Removed,
            };
            file.texts = file.texts.into_iter().map(TextChange::reversed).collect();
            let has_unused = file.change == Change::Removed
                || file.texts.iter().any(|text| text.after.is_none());
            let advice = match file.change {
                Change::Removed => REMOVED,
                _ if is_json(&group.format) => UNUSED,
                _ => DELETED,
            };
            file.reason = has_unused.then(|| advice.to_owned());
            push.push(file);
        }
        push.extend(self.unseen().await?);
        push.sort_by(|one, other| one.path.cmp(&other.path));
        for local in self.workspace.files() {
            if let Some(file) = push.iter_mut().find(|file| file.path == local.path)
                && let Some(reason) = self.workspace.invalid(local)?
            {
                file.reason = Some(reason);
            }
        }
        Ok(Status { push, pull })
    }

    /// Whether a pull shows all that a push of the file would change.
    fn is_seen(&self, file: &LocalFile) -> bool {
        let group = &self.workspace.groups[file.group];
        file.is_base || group.pull.has(false) && !group.is_filtered()
    }

    /// Returns the translations that a push would change, in groups whose pull does not show them.
    async fn unseen(&self) -> Result<Vec<PulledFile>, Error> {
        let mut files: Vec<_> = self.workspace.files().to_vec();
        files.retain(|file| {
            !self.is_seen(file) && self.workspace.groups[file.group].push.has(false)
        });
        let extra_keys = self.workspace.split_extra(&mut files);
        let plan = PushPlan { files, extra_keys };
        let mut changes = self.changes(&plan, &PushOptions::new()).await?;
        let changed = |file: LocalFile| {
            let texts = changes.texts.remove(&file.path).filter(|texts| !texts.is_empty())?;
            Some(pushed(file, Change::Changed, texts))
        };
        Ok(plan.files.into_iter().filter_map(changed).collect())
    }

    /// Returns the files that a push would send and that are not among the exported ones.
    fn unsent(&self, report: &PullReport, options: &PullOptions) -> Result<Vec<PulledFile>, Error> {
        let exported: HashSet<_> = report.files.iter().map(|file| &file.path).collect();
        let mut files: Vec<_> = self.workspace.files().to_vec();
        files.retain(|file| {
            let group = &self.workspace.groups[file.group];
            !exported.contains(&file.path)
                && !report.unexported.contains(&file.group)
                && group.push.has(file.is_base)
                && self.is_seen(file)
                && is_wanted(&self.workspace, file.group, &file.lang, options)
        });
        let extra = self.workspace.split_extra(&mut files);
        let mut unsent = Vec::new();
        for file in files {
            let rest = extra.iter().find(|extra| extra.path == file.path);
            let bytes = match rest.and_then(|extra| extra.rest.clone()) {
                Some(rest) => rest,
                None => self.workspace.read(&file.path)?,
            };
            let local = self.workspace.groups[file.group].file(bytes, file.is_base);
            if !local.is_empty() {
                unsent.push(pushed(file, Change::Added, local.added()));
            }
        }
        Ok(unsent)
    }
}

fn pushed(file: LocalFile, change: Change, texts: Vec<TextChange>) -> PulledFile {
    let LocalFile { path, lang, group, .. } = file;
    PulledFile { path, lang, change, reason: None, texts, group }
}
