//! Matches the parts of a response to the keys that were sent. The rules are in the docs of
//! `crate::bulk`.

use std::collections::HashMap;

use super::report::{BatchResult, KeyResult, Unmatched};
use crate::call::response::Response;
use crate::types::{
    Key, KeyError, KeyName, KeyUpdateItem, KeysChangedResponse, NewKey, PlatformFilenames,
    PlatformTexts,
};

/// A key to create or change.
pub trait SentKey: sealed::Parts {}

impl SentKey for NewKey {}
impl SentKey for KeyUpdateItem {}

mod sealed {
    use super::{KeyName, KeyUpdateItem, NewKey, PlatformFilenames};

    pub trait Parts {
        /// Returns the id, if it has one, the name and the file names.
        fn parts(&self) -> (Option<i64>, Option<&KeyName>, Option<&PlatformFilenames>);
    }

    impl Parts for NewKey {
        fn parts(&self) -> (Option<i64>, Option<&KeyName>, Option<&PlatformFilenames>) {
            (None, Some(&self.key_name), self.filenames.as_ref())
        }
    }

    impl Parts for KeyUpdateItem {
        fn parts(&self) -> (Option<i64>, Option<&KeyName>, Option<&PlatformFilenames>) {
            let (name, filenames) = (self.key_name.as_ref(), self.filenames.as_ref());
            (Some(self.key_id), name, filenames)
        }
    }
}

/// A part of a response about one key: the changed key, or an error.
struct Part<'a> {
    id: Option<i64>,
    name: Option<&'a KeyName>,
    filenames: Option<&'a PlatformTexts>,
}

impl<'a> Part<'a> {
    fn done(key: &'a Key) -> Self {
        let (name, filenames) = (key.key_name.as_ref(), key.filenames.as_ref());
        Self { id: Some(key.key_id), name, filenames }
    }

    fn refused(why: &'a KeyError) -> Self {
        Self { id: why.key_id, name: why.key_name.as_ref(), filenames: None }
    }
}

/// How well a part of a response matches a key that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Id,
    /// All names are the same, and so are the files.
    Files,
    Names,
    AnyName,
}

impl Fit {
    const BEST_FIRST: [Self; 4] = [Self::Id, Self::Files, Self::Names, Self::AnyName];

    fn of(sent: &impl SentKey, part: &Part<'_>) -> Option<Self> {
        let (id, name, filenames) = sent.parts();
        if let (Some(sent), Some(id)) = (id, part.id) {
            return (sent == id).then_some(Self::Id);
        }
        let (sent_name, name) = name.zip(part.name)?;
        let mut pairs = sent_name.names().zip(name.names());
        if pairs.all(|((_, sent), (_, name))| sent == name) {
            let files = filenames.zip(part.filenames);
            let has_files = files.is_some_and(|(sent, files)| same_files(sent, files));
            return Some(if has_files { Self::Files } else { Self::Names });
        }
        let mut names = sent_name.names().filter(|(_, sent)| !sent.is_empty());
        names.any(|(_, sent)| name.has(sent)).then_some(Self::AnyName)
    }
}

/// Whether a key is in the files that were sent.
fn same_files(sent: &PlatformFilenames, files: &PlatformTexts) -> bool {
    let is_same = |sent: &Option<_>, file| sent.is_none() || sent == file;
    is_same(&sent.ios, &files.ios)
        && is_same(&sent.android, &files.android)
        && is_same(&sent.web, &files.web)
        && is_same(&sent.other, &files.other)
}

/// The indexes of the keys that the parts of a response are about.
struct Matched {
    done: Vec<Option<usize>>,
    refused: Vec<Option<usize>>,
}

/// Finds the key for each part of a response. Each key is found once: of equal new keys the first
/// was created and the next refused; for changed keys, errors say more than the id.
fn matched<S: SentKey>(sent: &[S], done: &[Key], refused: &[KeyError]) -> Matched {
    let mut keys = Unclaimed::new(sent);
    let done: Vec<_> = done.iter().map(Part::done).collect();
    let refused: Vec<_> = refused.iter().map(Part::refused).collect();
    match sent.first().is_some_and(|sent| sent.parts().0.is_some()) {
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

/// The keys that no part of the response was found to be about.
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
            let (id, name, _) = key.parts();
            if let Some(id) = id {
                by_id.entry(id).or_default().push(index);
            }
            for (_, name) in name.into_iter().flat_map(KeyName::names) {
                by_name.entry(name).or_default().push(index);
            }
        }
        let claimed = vec![false; sent.len()];
        Self { sent, claimed, by_id, by_name }
    }

    /// Returns for each part of the response the first key that fits it best.
    fn claim(&mut self, parts: &[Part<'_>]) -> Vec<Option<usize>> {
        let mut found = vec![None; parts.len()];
        for fit in Fit::BEST_FIRST {
            for (part, found) in parts.iter().zip(&mut found) {
                if found.is_none()
                    && let Some(index) = self.find(part, fit)
                {
                    self.claimed[index] = true;
                    *found = Some(index);
                }
            }
        }
        found
    }

    fn find(&self, part: &Part<'_>, fit: Fit) -> Option<usize> {
        let by_id = part.id.and_then(|id| self.by_id.get(&id));
        let names = part.name.into_iter().flat_map(KeyName::names);
        let by_name = names.filter_map(|(_, name)| self.by_name.get(name));
        let candidates = by_id.into_iter().chain(by_name).flatten().copied();
        candidates
            .filter(|index| !self.claimed[*index])
            .filter(|index| Fit::of(&self.sent[*index], part) == Some(fit))
            .min()
    }
}

/// Returns the results of the keys of a batch.
pub(super) fn results<S: SentKey>(
    sent: &[S],
    response: Response<KeysChangedResponse>,
) -> BatchResult<Key> {
    let unreadable = response.item_issues().cloned();
    let mut unmatched: Vec<_> = unreadable.map(Unmatched::Unreadable).collect();
    let KeysChangedResponse { keys, errors, .. } = response.into_inner();
    let errors = errors.unwrap_or_default();
    let matched = matched(sent, &keys, &errors);
    let mut results = vec![KeyResult::Unknown; sent.len()];
    for (index, key) in matched.done.into_iter().zip(keys) {
        match index {
            Some(index) => results[index] = KeyResult::Done(key),
            None => unmatched.push(Unmatched::Done(key)),
        }
    }
    for (index, why) in matched.refused.into_iter().zip(errors) {
        match index {
            Some(index) => results[index] = KeyResult::Refused(why),
            None => unmatched.push(Unmatched::Refused(why)),
        }
    }
    share_with_twins(sent, &mut results);
    BatchResult { results, unmatched }
}

/// The service reports a key once, even if a batch changes it twice.
fn share_with_twins<S: SentKey>(sent: &[S], results: &mut [KeyResult<Key>]) {
    for index in 0..results.len() {
        if results[index] == KeyResult::Unknown
            && let (Some(id), ..) = sent[index].parts()
            && let Some(twin) = results.iter().find(|result| result.is_of(id)).cloned()
        {
            results[index] = twin;
        }
    }
}

impl KeyResult<Key> {
    fn is_of(&self, id: i64) -> bool {
        matches!(self, Self::Done(key) if key.key_id == id)
    }
}

impl KeysChangedResponse {
    /// Returns each error, with the index of its key in `sent`, if known: see
    /// [`bulk`](crate::bulk).
    pub fn refused<S: SentKey>(
        &self,
        sent: &[S],
    ) -> impl Iterator<Item = (Option<usize>, &KeyError)> {
        let errors = self.errors.as_deref().unwrap_or_default();
        let matched = matched(sent, &self.keys, errors);
        matched.refused.into_iter().zip(errors)
    }
}
