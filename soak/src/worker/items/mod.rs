//! The calls of what can be created, read and deleted, in the same words for all kinds: a file for
//! each.

mod branches;
mod comments;
mod contributors;
mod keys;
mod statuses;

use fastrand::Rng;
use l10n_client::{Client, Error};

use crate::caller::Caller;

/// What can be created, read and deleted, and but for comments changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Status,
    Comment,
    Contributor,
    /// A key, and what it says in German.
    Key,
    Branch,
}

/// The operations of a kind, by their `operationId`.
pub(crate) struct Operations {
    pub(crate) create: &'static str,
    pub(crate) read: &'static str,
    pub(crate) update: &'static str,
    pub(crate) delete: &'static str,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] =
        [Self::Status, Self::Comment, Self::Contributor, Self::Key, Self::Branch];

    pub(crate) fn operations(self) -> Operations {
        let [create, read, update, delete] = match self {
            Self::Status => [
                "createCustomTranslationStatus",
                "getCustomTranslationStatus",
                "updateCustomTranslationStatus",
                "deleteCustomTranslationStatus",
            ],
            Self::Comment => ["createKeyComments", "getKeyComment", "", "deleteKeyComment"],
            Self::Contributor => {
                ["createContributors", "getContributor", "updateContributor", "deleteContributor"]
            }
            Self::Key => ["createKeys", "getKey", "updateKeys", "deleteKey"],
            Self::Branch => ["createBranch", "getBranch", "updateBranch", "deleteBranch"],
        };
        Operations { create, read, update, delete }
    }

    /// How many one call creates at most.
    pub(crate) fn at_once(self) -> usize {
        match self {
            Self::Status | Self::Branch => 1,
            Self::Comment | Self::Contributor | Self::Key => 3,
        }
    }
}

/// A thing as an answer shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) id: i64,
    /// The text that is in nothing else.
    pub(crate) marker: String,
    /// What else it holds.
    pub(crate) value: String,
}

/// A key to comment on.
pub(crate) fn place(caller: &mut Caller) -> i64 {
    caller.random.choice(caller.shared.project.key_ids).unwrap_or_default()
}

/// What a thing may hold: a color and a version, a key and words, the access to languages in the
/// order of the project, words alone, or a version.
pub(crate) fn value(kind: Kind, key: i64, random: &mut Rng) -> String {
    let number = random.u32(..1_000_000);
    match kind {
        Kind::Status => statuses::value(number, random),
        Kind::Comment => format!("{key} {}", words(number)),
        Kind::Contributor => contributors::value(number),
        Kind::Key => words(number),
        Kind::Branch => format!("v{number}"),
    }
}

/// Words that are easily spoiled on their way.
fn words(number: u32) -> String {
    format!("\u{201c}{number}\u{201d} \\ &amp; \u{1f600}")
}

/// The two parts of a value.
fn parts(value: &str) -> (&str, &str) {
    value.split_once(' ').unwrap_or((value, ""))
}

pub(crate) async fn create(
    kind: Kind,
    client: Client,
    project: String,
    wanted: Vec<(String, String)>,
    raw: bool,
) -> Result<Vec<Seen>, Error> {
    match kind {
        Kind::Status => statuses::create(client, project, wanted, raw).await,
        Kind::Comment => comments::create(client, project, wanted).await,
        Kind::Contributor => contributors::create(client, project, wanted).await,
        Kind::Key => keys::create(client, project, wanted).await,
        Kind::Branch => branches::create(client, project, wanted).await,
    }
}

pub(crate) async fn read(
    kind: Kind,
    client: Client,
    project: String,
    id: i64,
    value: String,
) -> Result<Seen, Error> {
    match kind {
        Kind::Status => statuses::read(client, project, id).await,
        Kind::Comment => comments::read(client, project, id, &value).await,
        Kind::Contributor => contributors::read(client, project, id).await,
        Kind::Key => keys::read(client, project, id).await,
        Kind::Branch => branches::read(client, project, id).await,
    }
}

/// Changes a thing; nothing where there is nothing to change in its kind.
pub(crate) async fn update(
    kind: Kind,
    client: Client,
    project: String,
    id: i64,
    (marker, value): (String, String),
) -> Result<Option<Seen>, Error> {
    match kind {
        Kind::Status => statuses::update(client, project, id, (marker, value)).await,
        Kind::Comment => return Ok(None),
        Kind::Contributor => contributors::update(client, project, id, &value).await,
        Kind::Key => keys::update(client, project, id, value).await,
        Kind::Branch => branches::update(client, project, id, (marker, value)).await,
    }
    .map(Some)
}

/// Deletes a thing; whether the answer says that it is deleted.
pub(crate) async fn delete(
    kind: Kind,
    client: Client,
    project: String,
    id: i64,
    value: String,
    raw: bool,
) -> Result<bool, Error> {
    match kind {
        Kind::Status => statuses::delete(client, project, id, raw).await,
        Kind::Comment => comments::delete(client, project, id, &value).await,
        Kind::Contributor => contributors::delete(client, project, id).await,
        Kind::Key => keys::delete(client, project, id).await,
        Kind::Branch => branches::delete(client, project, id).await,
    }
}

/// All things of a kind, by the pages of their list.
pub(crate) async fn all(kind: Kind, client: &Client, project: &str) -> Result<Vec<Seen>, Error> {
    match kind {
        Kind::Status => statuses::all(client, project).await,
        Kind::Comment => comments::all(client, project).await,
        Kind::Contributor => contributors::all(client, project).await,
        Kind::Key => keys::all(client, project).await,
        Kind::Branch => branches::all(client, project).await,
    }
}
