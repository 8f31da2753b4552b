//! Status: the files that differ between the repository and the service.

use std::collections::HashSet;

use crate::error::Error;
use crate::pull::{Change, PullOptions, PullReport, PulledFile, is_wanted};
use crate::service::Sync;
use crate::texts::{File, TextChange};

const UNUSED: &str =
    "the service still has its keys: `l10n push --remove-unused-keys` deletes them";

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
    /// filtered export, these are not found.
    ///
    /// # Errors
    ///
    /// Fails like [`pull`](Self::pull).
    pub async fn status(&self) -> Result<Status, Error> {
        let options = PullOptions { base: true, ..PullOptions::new() };
        let mut pull = self.plan_pull(&options).await?;
        let mut push = self.unsent(&pull.files, &options)?;
        let local: HashSet<_> = self.workspace.files().iter().map(|file| &file.path).collect();
        pull.files.retain(|file| file.change != Change::Unchanged);
        for mut file in std::mem::take(&mut pull.files) {
            let is_base = file.lang == self.workspace.base;
            if !is_base || !self.workspace.groups[file.group].push.has(true) {
                pull.files.push(file);
                continue;
            }
            (file.change, file.reason) = match local.contains(&file.path) {
                true => (Change::Changed, None),
                false => (Change::Removed, Some(UNUSED.to_owned())),
            };
            file.texts = file.texts.into_iter().map(TextChange::reversed).collect();
            push.push(file);
        }
        push.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Status { push, pull })
    }

    /// Returns the files that a push would send and that are not among the exported ones.
    fn unsent(
        &self,
        exported: &[PulledFile],
        options: &PullOptions,
    ) -> Result<Vec<PulledFile>, Error> {
        let exported: HashSet<_> = exported.iter().map(|file| &file.path).collect();
        let mut unsent = Vec::new();
        for file in self.workspace.files().iter().filter(|file| !exported.contains(&file.path)) {
            let group = &self.workspace.groups[file.group];
            let is_compared = group.push.has(file.is_base)
                && !group.is_filtered()
                && is_wanted(&self.workspace, file.group, &file.lang, options);
            let local = File::new(&group.format, self.workspace.read(&file.path)?);
            if is_compared && !local.is_empty() {
                unsent.push(PulledFile {
                    path: file.path.clone(),
                    lang: file.lang.clone(),
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
