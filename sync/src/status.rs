//! Status: the files that differ between the repository and the service.

use std::collections::HashSet;

use crate::config::Side;
use crate::error::Error;
use crate::pull::{Change, PullOptions, PullReport, PulledFile, is_wanted};
use crate::service::Sync;
use crate::texts::{File, TextChange, is_json};

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
    /// Files that a push would send and the service does not have are `added`. In groups with a
    /// filtered export, these translations are not found.
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
        push.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Status { push, pull })
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
                && (file.is_base || !group.is_filtered())
                && is_wanted(&self.workspace, file.group, &file.lang, options)
        });
        self.workspace.split_extra(&mut files);
        let mut unsent = Vec::new();
        for file in files {
            let format = &self.workspace.groups[file.group].format;
            let local = File::new(format, self.workspace.read(&file.path)?);
            if !local.is_empty() {
                unsent.push(PulledFile {
                    path: file.path,
                    lang: file.lang,
                    change: Change::Added,
                    reason: None,
                    texts: local.added(),
                    group: file.group,
                });
            }
        }
        Ok(unsent)
    }
}
