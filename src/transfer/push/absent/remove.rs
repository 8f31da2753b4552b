//! The end of keys that no file has any more: looked at once more, and deleted.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::find::filenames_of;
use super::{AbsentKey, AbsentPlan};
use crate::bulk::KeyResult;
use crate::client::Client;
use crate::error::Error;
use crate::types::Key;

/// How many keys are looked at in one request: their ids have to fit in its address.
const AT_ONCE: usize = 100;

/// What became of a key that no file has any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AbsentKeyFate {
    /// It was removed, with its translations.
    Removed,
    /// It stays: nobody has asked for it to be removed.
    Shown,
    /// It stays, since not all files were imported.
    FilesFailed,
    /// It stays, since it has another name or other files by now, or is archived.
    Changed,
    /// It was gone before.
    Gone,
    /// It stays: the service has not removed it, or was not asked to since something went wrong
    /// before. [`PushReport::cleanup_error`](crate::PushReport::cleanup_error) may say what.
    NotRemoved,
    /// Whether it was removed is not known.
    Unknown,
}

/// A key that no file has any more, and what became of it. Displayed, it is one line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AbsentKeyOutcome {
    /// The key.
    pub key: AbsentKey,
    /// What became of it.
    pub fate: AbsentKeyFate,
}

impl AbsentPlan {
    /// Removes the keys, where that was asked for and all files were imported.
    pub(in crate::transfer::push) async fn end(
        self,
        client: &Client,
        project: &str,
        is_success: bool,
    ) -> (Vec<AbsentKeyOutcome>, Option<Error>) {
        let all = |fate| move |key| AbsentKeyOutcome { key, fate };
        let keys = self.found.keys.into_iter();
        if !self.options.removes {
            return (keys.map(all(AbsentKeyFate::Shown)).collect(), None);
        }
        if !is_success {
            return (keys.map(all(AbsentKeyFate::FilesFailed)).collect(), None);
        }
        let outcomes = keys.map(all(AbsentKeyFate::NotRemoved)).collect();
        let mut removal = Removal {
            client,
            project,
            outcomes,
        };
        let error = removal.run().await.err();
        (removal.outcomes, error)
    }
}

struct Removal<'r> {
    client: &'r Client,
    project: &'r str,
    outcomes: Vec<AbsentKeyOutcome>,
}

impl Removal<'_> {
    async fn run(&mut self) -> Result<(), Error> {
        let found = self.look().await?;
        for outcome in &mut self.outcomes {
            match found.get(&outcome.key.id) {
                None => outcome.fate = AbsentKeyFate::Gone,
                Some(key) if !is_same(&outcome.key, key) => outcome.fate = AbsentKeyFate::Changed,
                Some(_) => {}
            }
        }
        let removed: Vec<_> = (0..self.outcomes.len())
            .filter(|place| self.outcomes[*place].fate == AbsentKeyFate::NotRemoved)
            .collect();
        let ids: Vec<_> = removed
            .iter()
            .map(|place| self.outcomes[*place].key.id)
            .collect();
        if ids.is_empty() {
            return Ok(());
        }
        let report = self
            .client
            .delete_keys(self.project, ids)
            .in_batches()
            .send()
            .await?;
        for (place, fate) in removed.into_iter().zip(report.results()) {
            self.outcomes[place].fate = match fate {
                KeyResult::Done(()) => AbsentKeyFate::Removed,
                KeyResult::Unknown | KeyResult::Failed => AbsentKeyFate::Unknown,
                KeyResult::Refused(_) | KeyResult::NotSent => AbsentKeyFate::NotRemoved,
            };
        }
        let complete = report.complete();
        self.settle().await?;
        match self
            .outcomes
            .iter()
            .any(|outcome| outcome.fate == AbsentKeyFate::NotRemoved)
        {
            true => complete.map(drop),
            false => Ok(()),
        }
    }

    /// Finds out what has become of the keys of which nothing was told.
    async fn settle(&mut self) -> Result<(), Error> {
        let unknown = |outcome: &AbsentKeyOutcome| outcome.fate == AbsentKeyFate::Unknown;
        if !self.outcomes.iter().any(unknown) {
            return Ok(());
        }
        let left = self.look().await?;
        for outcome in self.outcomes.iter_mut().filter(|outcome| unknown(outcome)) {
            outcome.fate = match left.contains_key(&outcome.key.id) {
                true => AbsentKeyFate::NotRemoved,
                false => AbsentKeyFate::Removed,
            };
        }
        Ok(())
    }

    /// The keys as they are now, by their ids.
    async fn look(&self) -> Result<HashMap<i64, Key>, Error> {
        let ids: Vec<_> = self.outcomes.iter().map(|outcome| outcome.key.id).collect();
        let mut found = HashMap::new();
        for ids in ids.chunks(AT_ONCE) {
            let list = self.client.list_keys(self.project);
            let mut keys = list.filter_key_ids(ids.to_vec()).stream();
            while let Some(key) = keys.next().await {
                let key = key?;
                found.insert(key.key_id, key);
            }
        }
        Ok(found)
    }
}

/// Whether a key is as it was when the plan was made.
fn is_same(planned: &AbsentKey, now: &Key) -> bool {
    let name = now.key_name.as_ref().map(ToString::to_string);
    let filenames: BTreeSet<_> = planned.filenames.iter().cloned().collect();
    name.as_deref() == Some(&planned.name)
        && filenames_of(now) == Some(filenames)
        && now.is_archived != Some(true)
}

impl fmt::Display for AbsentKeyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.fate {
            AbsentKeyFate::Removed => "removed",
            AbsentKeyFate::Shown => "in no file any more",
            AbsentKeyFate::FilesFailed => "not removed, since not all files were imported",
            AbsentKeyFate::Changed => "not removed, since it was changed meanwhile",
            AbsentKeyFate::Gone => "gone before",
            AbsentKeyFate::NotRemoved => "not removed",
            AbsentKeyFate::Unknown => "not known to be removed",
        };
        write!(f, "{}: {what}", self.key)
    }
}
