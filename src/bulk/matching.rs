//! Which key that was sent an answer is about. The rules are in the docs of `crate::bulk`.

use std::collections::HashMap;

use super::report::{Fate, Told, Unmatched};
use crate::call::response::Response;
use crate::types::{
    Key, KeyError, KeyName, KeyUpdateItem, KeysChangedResponse, NewKey, PlatformFilenames,
    PlatformTexts,
};

/// A key as it is sent, to be created or changed.
pub trait SentKey: sealed::Sent {}

impl SentKey for NewKey {}
impl SentKey for KeyUpdateItem {}

pub(super) mod sealed {
    use super::*;

    pub trait Sent {
        /// Its id, where it has one already.
        fn id(&self) -> Option<i64>;
        fn name(&self) -> Option<&KeyName>;
        fn filenames(&self) -> Option<&PlatformFilenames>;
    }

    impl Sent for NewKey {
        fn id(&self) -> Option<i64> {
            None
        }

        fn name(&self) -> Option<&KeyName> {
            Some(&self.key_name)
        }

        fn filenames(&self) -> Option<&PlatformFilenames> {
            self.filenames.as_ref()
        }
    }

    impl Sent for KeyUpdateItem {
        fn id(&self) -> Option<i64> {
            Some(self.key_id)
        }

        fn name(&self) -> Option<&KeyName> {
            self.key_name.as_ref()
        }

        fn filenames(&self) -> Option<&PlatformFilenames> {
            self.filenames.as_ref()
        }
    }
}

/// What an answer has of a key: what was done with it, or why not.
struct About<'a> {
    id: Option<i64>,
    name: Option<&'a KeyName>,
    filenames: Option<&'a PlatformTexts>,
}

impl<'a> About<'a> {
    fn done(key: &'a Key) -> Self {
        Self {
            id: Some(key.key_id),
            name: key.key_name.as_ref(),
            filenames: key.filenames.as_ref(),
        }
    }

    fn refused(why: &'a KeyError) -> Self {
        Self {
            id: why.key_id,
            name: why.key_name.as_ref(),
            filenames: None,
        }
    }
}

/// How well an answer fits a key that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// One of its names is one of the answer's.
    AName,
    /// All names are.
    Names,
    /// And the files are.
    Files,
    Id,
}

impl Fit {
    /// From the surest down.
    const ALL: [Self; 4] = [Self::Id, Self::Files, Self::Names, Self::AName];

    fn of(sent: &impl sealed::Sent, about: &About<'_>) -> Option<Self> {
        if let (Some(sent), Some(id)) = (sent.id(), about.id) {
            return (sent == id).then_some(Self::Id);
        }
        let (sent_name, name) = sent.name().zip(about.name)?;
        let pairs = || sent_name.names().zip(name.names());
        if pairs().all(|((_, sent), (_, name))| sent == name) {
            let files = sent.filenames().zip(about.filenames);
            return Some(
                match files.is_some_and(|(sent, files)| same_files(sent, files)) {
                    true => Self::Files,
                    false => Self::Names,
                },
            );
        }
        let mut names = sent_name.names().filter(|(_, sent)| !sent.is_empty());
        names.any(|(_, sent)| name.has(sent)).then_some(Self::AName)
    }
}

/// Whether a key is in the files that were sent.
fn same_files(sent: &PlatformFilenames, files: &PlatformTexts) -> bool {
    [
        (&sent.ios, &files.ios),
        (&sent.android, &files.android),
        (&sent.web, &files.web),
        (&sent.other, &files.other),
    ]
    .into_iter()
    .all(|(sent, file)| sent.is_none() || sent == file)
}

/// The indexes of the keys that the parts of an answer are about.
pub(super) struct Matched {
    pub(super) done: Vec<Option<usize>>,
    pub(super) refused: Vec<Option<usize>>,
}

/// Finds the key for each part of an answer. Each key is found once: what is new was done for the
/// first of equals and refused for the next; of what is changed, errors tell more than the id.
pub(super) fn matched<S: SentKey>(sent: &[S], done: &[Key], refused: &[KeyError]) -> Matched {
    let mut keys = Unclaimed::new(sent);
    let done: Vec<_> = done.iter().map(About::done).collect();
    let refused: Vec<_> = refused.iter().map(About::refused).collect();
    match sent.first().is_some_and(|sent| sent.id().is_some()) {
        true => {
            let refused = keys.claim(&refused);
            let done = keys.claim(&done);
            Matched { done, refused }
        }
        false => {
            let done = keys.claim(&done);
            let refused = keys.claim(&refused);
            Matched { done, refused }
        }
    }
}

/// The keys that were sent and that no part of the answer was found to be about.
struct Unclaimed<'s, S> {
    sent: &'s [S],
    claimed: Vec<bool>,
    by_id: HashMap<i64, Vec<usize>>,
    by_name: HashMap<&'s str, Vec<usize>>,
}

impl<'s, S: SentKey> Unclaimed<'s, S> {
    fn new(sent: &'s [S]) -> Self {
        let (mut by_id, mut by_name) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for (index, key) in sent.iter().enumerate() {
            if let Some(id) = key.id() {
                by_id.entry(id).or_default().push(index);
            }
            for (_, name) in key.name().into_iter().flat_map(KeyName::names) {
                let indexes = by_name.entry(name).or_default();
                if indexes.last() != Some(&index) {
                    indexes.push(index);
                }
            }
        }
        Self {
            sent,
            claimed: vec![false; sent.len()],
            by_id,
            by_name,
        }
    }

    /// For each part of the answer the first key that fits it best.
    fn claim(&mut self, abouts: &[About<'_>]) -> Vec<Option<usize>> {
        let mut found = vec![None; abouts.len()];
        for fit in Fit::ALL {
            for (about, found) in abouts.iter().zip(&mut found) {
                if found.is_none() {
                    *found = self.find(about, fit);
                }
                if let Some(index) = *found {
                    self.claimed[index] = true;
                }
            }
        }
        found
    }

    fn find(&self, about: &About<'_>, fit: Fit) -> Option<usize> {
        let by_id = about.id.and_then(|id| self.by_id.get(&id));
        let names = about.name.into_iter().flat_map(KeyName::names);
        let by_name = names.filter_map(|(_, name)| self.by_name.get(name));
        let fitting = by_id.into_iter().chain(by_name).flatten().copied();
        fitting
            .filter(|index| !self.claimed[*index])
            .filter(|index| Fit::of(&self.sent[*index], about) == Some(fit))
            .min()
    }
}

/// What became of the keys of a batch.
pub(super) fn told<S: SentKey>(sent: &[S], answer: Response<KeysChangedResponse>) -> Told<Key> {
    let unreadable = answer.item_issues().cloned();
    let mut unmatched: Vec<_> = unreadable.map(Unmatched::Unreadable).collect();
    let KeysChangedResponse { keys, errors, .. } = answer.into_inner();
    let errors = errors.unwrap_or_default();
    let matched = matched(sent, &keys, &errors);
    let mut fates = vec![Fate::Untold; sent.len()];
    for (index, key) in matched.done.into_iter().zip(keys) {
        match index {
            Some(index) => fates[index] = Fate::Done(key),
            None => unmatched.push(Unmatched::Done(key)),
        }
    }
    for (index, why) in matched.refused.into_iter().zip(errors) {
        match index {
            Some(index) => fates[index] = Fate::Refused(why),
            None => unmatched.push(Unmatched::Refused(why)),
        }
    }
    share_with_twins(sent, &mut fates);
    Told { fates, unmatched }
}

/// A key that was changed twice in one batch is answered once.
fn share_with_twins<S: SentKey>(sent: &[S], fates: &mut [Fate<Key>]) {
    for index in 0..fates.len() {
        let Some(id) = sent[index].id() else {
            continue;
        };
        if fates[index] != Fate::Untold {
            continue;
        }
        let twin = fates.iter().find(|fate| match fate {
            Fate::Done(key) => key.key_id == id,
            _ => false,
        });
        if let Some(twin) = twin.cloned() {
            fates[index] = twin;
        }
    }
}

impl KeysChangedResponse {
    /// What was refused, with the index of each in the list that was sent, where it can be told:
    /// see [`bulk`](crate::bulk).
    pub fn refused<S: SentKey>(
        &self,
        sent: &[S],
    ) -> impl Iterator<Item = (Option<usize>, &KeyError)> {
        let errors = self.errors.as_deref().unwrap_or_default();
        matched(sent, &self.keys, errors)
            .refused
            .into_iter()
            .zip(errors)
    }
}
