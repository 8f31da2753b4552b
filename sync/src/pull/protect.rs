//! What a pull keeps: files that Git could not bring back, and texts that the service would set back.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::work::{Incoming, Work};
use super::{Change, PullOptions, blocking};
use crate::error::Error;
use crate::git::Version;
use crate::service::Sync;
use crate::texts::{Compared, OlderText};

const WITHOUT_FORCE: &str = "use `pull --force PATH` to take the service's text";
/// `push --replace` would send the whole file, and with it older texts of other keys.
const ADVICE: &str = "send the text with `l10n keys set`";
/// The service is asked for the times of at most so many texts of a file.
const TIMES: usize = 50;

impl Sync {
    /// Keeps what Git cannot bring back, and what the service would set back.
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
                "it is in no Git working tree, so nothing could restore it",
            );
            return Ok(work);
        };
        let committed = git.committed(&paths).await?;
        work.keep_unless(&committed, "it has changes that are not committed");
        let since = match &options.changed_since {
            Some(revision) => git.commit(revision).await?,
            None => None,
        };
        if git.is_shallow() && since.is_none() {
            let reason = "this clone is shallow, so a commit that fixed it may be missing: fetch \
                          the history (`fetch-depth: 0`)";
            work.keep_unless(&BTreeSet::new(), reason);
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

    /// Keeps a file that a commit has changed since the service's text was written. A translator
    /// may also have returned to an earlier text: then the service's is the newer one.
    async fn keep_older(&self, address: &str, file: &mut Incoming) -> Result<(), Error> {
        let times = self.times(address, file).await?;
        let is_newer =
            |text: &&OlderText| times.get(&text.key).is_some_and(|time| *time > text.replaced_at);
        if let Some(OlderText { shown, .. }) = file.older.iter().find(|text| !is_newer(text)) {
            let reason =
                format!("the service has an older text, which a commit replaced: `{shown}`");
            file.keep(format!("{reason}; {ADVICE}, or {WITHOUT_FORCE}"));
        }
        Ok(())
    }

    /// When the service's texts of a file were written, by key, in Unix seconds.
    async fn times(&self, address: &str, file: &Incoming) -> Result<HashMap<String, i64>, Error> {
        let mut times = HashMap::new();
        // Names with a comma cannot be asked for.
        let names = file.older.iter().map(|text| &text.key).filter(|key| !key.contains(','));
        let names: Vec<_> = names.cloned().collect();
        if names.is_empty() || names.len() > TIMES || file.name.contains(',') {
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
    /// Keeps the files that would be replaced or removed, unless they are among these.
    fn keep_unless(&mut self, safe: &BTreeSet<String>, reason: &str) {
        for file in &mut self.files {
            let is_at_risk = matches!(file.change, Change::Changed | Change::Removed);
            if is_at_risk && !safe.contains(&file.path) {
                file.keep(format!("{reason}; {WITHOUT_FORCE}"));
            }
        }
    }

    /// Keeps the files of which the service lacks texts, and finds its older texts of the others.
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
            // An export of some texts, as the reviewed ones, lacks others on purpose.
            match compared.loss().filter(|_| !group.is_filtered()) {
                Some(reason) => file.keep(format!("{reason}; {ADVICE}, or {WITHOUT_FORCE}")),
                None => {
                    let versions = replaced.get(&file.path).map_or(&[][..], Vec::as_slice);
                    file.older = compared.older(versions);
                }
            }
        }
        Ok(())
    }
}
