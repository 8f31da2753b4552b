//! Protects local work: keeps files that Git could not restore, and texts newer than the service's.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::work::{Incoming, Work};
use super::{Change, PullOptions, blocking};
use crate::error::Error;
use crate::git::Version;
use crate::service::Sync;
use crate::texts::{Compared, OlderText};

const FORCE: &str = "overwrite it with `l10n pull --force PATH`";
/// Not `push --replace`, which sends the whole file, including older texts of other keys.
const SET: &str = "send the new text with `l10n keys set KEY LANG TEXT`";
const PUSH: &str = "send it with `l10n push --translations PATH`";
/// The maximum number of texts of a file whose times are requested.
const MAX_TIMES: usize = 50;

impl Sync {
    /// Keeps files that Git could not restore, and files with texts newer than the service's.
    pub(super) async fn protect(
        &self,
        mut work: Work,
        address: &str,
        options: &PullOptions,
    ) -> Result<Work, Error> {
        let is_at_risk =
            |file: &&Incoming| matches!(file.change, Change::Changed | Change::Removed);
        let paths: Vec<_> =
            work.files.iter().filter(is_at_risk).map(|file| file.path.clone()).collect();
        if options.force || paths.is_empty() {
            return Ok(work);
        }
        let Some(git) = self.git().await? else {
            work.keep_unless(
                &BTreeSet::new(),
                &format!("it is not in a Git working tree, so it could not be restored: {FORCE}"),
            );
            return Ok(work);
        };
        let committed = git.committed(&paths).await?;
        let reason = format!("it has uncommitted changes: commit them, or {FORCE}");
        work.keep_unless(&committed, &reason);
        let since = match &options.changed_since {
            Some(revision) => git.commit(revision).await?,
            None => None,
        };
        if git.is_shallow() && since.is_none() {
            let reason = format!(
                "this clone is shallow, and may lack a commit that replaced the service's text: \
                 fetch the history (`fetch-depth: 0`), or {FORCE}"
            );
            work.keep_unless(&BTreeSet::new(), &reason);
            return Ok(work);
        }
        let replaced = git.replaced(&committed, since.as_deref()).await?;
        work = blocking(move || {
            work.keep_losses(&replaced)?;
            Ok(work)
        })
        .await?;
        for file in work.files.iter_mut().filter(|file| !file.older.is_empty()) {
            self.keep_older(address, file).await?;
        }
        Ok(work)
    }

    /// Keeps a file if the service has an older text, unless that was written after the commit that
    /// replaced it: a translator may have returned to an earlier text.
    async fn keep_older(&self, address: &str, file: &mut Incoming) -> Result<(), Error> {
        let times = self.times(address, file).await?;
        let is_newer =
            |text: &&OlderText| times.get(&text.key).is_some_and(|time| *time > text.replaced_at);
        if let Some(OlderText { display, .. }) = file.older.iter().find(|text| !is_newer(text)) {
            file.keep(format!(
                "the service has the older text `{display}`, which a commit replaced: {SET}, or \
                 {FORCE}"
            ));
        }
        Ok(())
    }

    /// Returns when the service's texts of a file were written, by key, in Unix seconds.
    async fn times(&self, address: &str, file: &Incoming) -> Result<HashMap<String, i64>, Error> {
        let mut times = HashMap::new();
        // The filter cannot contain a name with a comma.
        let names = file.older.iter().map(|text| &text.key).filter(|key| !key.contains(','));
        let names: Vec<_> = names.cloned().collect();
        if names.is_empty() || names.len() > MAX_TIMES || file.name.contains(',') {
            return Ok(times);
        }
        let call = self.client.list_keys(address).include_translations(true);
        let mut keys = call.filter_filenames([&file.name]).filter_keys(names).limit(500).stream();
        while let Some(key) = keys.next().await {
            let key = key?;
            let text = key
                .translations
                .iter()
                .flatten()
                .find(|text| text.language_iso.as_deref() == Some(file.lang.as_str()));
            if let (Some(name), Some(text)) = (&key.key_name, text)
                && let Some(time) = text.modified_at_timestamp
            {
                times.extend(name.names().map(|(_, name)| (name.to_owned(), time)));
            }
        }
        Ok(times)
    }
}

impl Work {
    /// Keeps all files that would be replaced or deleted, except `safe` ones.
    fn keep_unless(&mut self, safe: &BTreeSet<String>, reason: &str) {
        for file in &mut self.files {
            let is_at_risk = matches!(file.change, Change::Changed | Change::Removed);
            if is_at_risk && !safe.contains(&file.path) {
                file.keep(reason.to_owned());
            }
        }
    }

    /// Keeps the files whose texts the service lacks, and finds older texts in the others.
    fn keep_losses(&mut self, replaced: &BTreeMap<String, Vec<Version>>) -> Result<(), Error> {
        let sources = self.workspace.sources();
        let mut read: HashMap<&str, Option<Vec<u8>>> = HashMap::new();
        for file in self.files.iter_mut().filter(|file| file.change == Change::Changed) {
            let Some((bundle, index)) = file.source else { continue };
            let service = self.bundles[bundle].read(index)?;
            let Ok(Some(local)) = self.disk.read(&file.path) else { continue };
            let base = sources.get(file.name.as_str()).and_then(|base| {
                let read = read.entry(base.path.as_str());
                read.or_insert_with(|| self.disk.read(&base.path).ok().flatten()).as_deref()
            });
            let group = &self.workspace.groups[file.group];
            let compared =
                Compared { format: &group.format, local: &local, service: &service, base };
            // A filtered export, such as of reviewed texts, omits others on purpose.
            match compared.loss().filter(|_| !group.is_filtered()) {
                Some(reason) => file.keep(format!("{reason}: {PUSH}, or {FORCE}")),
                None => {
                    let versions = replaced.get(&file.path).map_or(&[][..], Vec::as_slice);
                    file.older = compared.older(versions);
                }
            }
        }
        Ok(())
    }
}
