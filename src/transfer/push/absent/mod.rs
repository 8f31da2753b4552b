//! Keys that no file of a push has any more: what to do with them, which they are, and their end.

mod find;
mod presence;
mod remove;
mod text;

use std::fmt;
use std::path::PathBuf;

use super::Push;
use super::file::PushFile;
use super::wanted::refuse;
use crate::error::Error;
use crate::wire::single_line::SingleLine;

pub(super) use find::find;
use find::{Files, Found};
pub use remove::{AbsentKeyFate, AbsentKeyOutcome};

/// What becomes of the keys of the project that no file of a push has any more: see
/// [`Push::absent_keys`](super::Push::absent_keys).
///
/// A key counts as absent where all the files that it is in at the service are among those that
/// are pushed, and no local file has it: none of those that patterns and paths have found, in
/// whatever language, be it sent or left out. In JSON that is told by the names of objects and
/// their members, joined by `.`, `::`, `:`, `/`, `_`, `-`, `#` or `|`. In any other text a key is
/// there where all words of its name occur somewhere, in any order: that spares some keys which
/// are gone, and removes none which is not. Where a file cannot be read, or is no text, no key
/// counts as absent.
///
/// Archived keys stay, and so do those that are in no file, or on a platform on which they are in
/// none.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "it does nothing until it is given to a push"]
pub struct AbsentKeys {
    removes: bool,
    most: usize,
    percent: f64,
    is_confirmed: bool,
}

impl AbsentKeys {
    /// Shows them in the plan and the report, and leaves them alone.
    pub fn show() -> Self {
        Self {
            removes: false,
            most: 50,
            percent: 10.0,
            is_confirmed: false,
        }
    }

    /// Removes them with their translations in all languages, in the end, when all files are
    /// imported; nothing where one is not. There is no way back. They are read again before: one
    /// that has changed its name or its files meanwhile, or is archived, stays.
    ///
    /// More than 50 keys, or more than 10 % of those that are in the pushed files at the service,
    /// are too many, and an error of [`send`](super::PushPlan::send) before anything is sent.
    pub fn remove() -> Self {
        Self {
            removes: true,
            ..Self::show()
        }
    }

    /// How many keys may be removed; 50 by default. The limit in percent holds besides.
    pub fn up_to(mut self, keys: usize) -> Self {
        self.most = keys;
        self
    }

    /// How many keys may be removed, in percent of those that are in the pushed files at the
    /// service; 10 by default. The limit in keys holds besides.
    pub fn up_to_percent(mut self, percent: f64) -> Self {
        self.percent = percent;
        self
    }

    /// Removes any number of keys: somebody has looked at the plan.
    pub fn confirmed(mut self) -> Self {
        self.is_confirmed = true;
        self
    }
}

/// A key of the project that no file has any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbsentKey {
    id: i64,
    name: String,
    /// Those of all platforms that it is on.
    filenames: Vec<String>,
}

impl AbsentKey {
    /// Its id.
    pub fn key_id(&self) -> i64 {
        self.id
    }

    /// Its name; several, with commas between, where they differ by platform.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The files that it is in at the service, as that names them.
    pub fn filenames(&self) -> &[String] {
        &self.filenames
    }
}

/// Its name, its id and its files, on one line.
impl fmt::Display for AbsentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            name,
            filenames,
        } = self;
        let files = filenames.join(", ");
        SingleLine(format!("{name} (key {id} of {files})")).fmt(f)
    }
}

/// The keys that no file has any more, and what is to become of them.
pub(super) struct AbsentPlan {
    options: AbsentKeys,
    found: Found,
}

/// What cannot be had at once.
pub(super) fn check(push: &Push<'_>) -> Result<(), Error> {
    let Some(absent) = push.absent.as_ref().filter(|absent| absent.removes) else {
        return Ok(());
    };
    if !push.settings.waits {
        return Err(refuse(
            "keys are removed when all files are imported, and `without_waiting` does not wait for \
             that: wait, or only show them by `AbsentKeys::show`",
        ));
    }
    match absent.percent >= 0.0 {
        true => Ok(()),
        false => Err(refuse(format!(
            "{} % of the keys is no limit",
            absent.percent
        ))),
    }
}

impl AbsentPlan {
    pub(super) fn new(options: AbsentKeys, found: Found) -> Self {
        Self { options, found }
    }

    pub(super) fn keys(&self) -> &[AbsentKey] {
        &self.found.keys
    }

    pub(super) fn unreadable(&self) -> &[PathBuf] {
        &self.found.unreadable
    }

    pub(super) fn removes(&self) -> bool {
        self.options.removes && !self.found.keys.is_empty()
    }

    /// Keeps the keys all of whose files are among these.
    pub(super) fn retain_keys_of<'f>(&mut self, files: impl Iterator<Item = &'f PushFile>) {
        let mut files = Files::of(files);
        let is_pushed = |key: &AbsentKey| key.filenames.iter().all(|name| files.have(name));
        self.found.keys.retain(is_pushed);
    }

    /// # Errors
    ///
    /// More keys are to be removed than allowed.
    pub(super) fn check_limit(&self) -> Result<(), Error> {
        let (AbsentKeys { most, percent, .. }, Found { keys, of, .. }) =
            (&self.options, &self.found);
        let count = keys.len();
        #[allow(clippy::cast_precision_loss, reason = "so many keys nobody has")]
        let is_too_large = count as f64 * 100.0 > *of as f64 * percent;
        if !self.removes() || self.options.is_confirmed || (count <= *most && !is_too_large) {
            return Ok(());
        }
        Err(refuse(format!(
            "{count} of the {of} keys in these files are in no local file any more, and at most \
             {most} and {percent} % may be removed: look at the plan, and allow them by `up_to` \
             and `up_to_percent`, or whatever they are by `confirmed`"
        )))
    }
}

impl fmt::Display for AbsentPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.options.removes {
            true => "remove",
            false => "absent",
        };
        let Found {
            keys,
            of,
            unreadable,
        } = &self.found;
        keys.iter()
            .try_for_each(|key| writeln!(f, "{what}: {key}"))?;
        for path in unreadable {
            let path = path.display();
            let reason = "no key counts as absent, since this is no text that can be read";
            writeln!(f, "{}", SingleLine(format!("{path}: {reason}")))?;
        }
        writeln!(
            f,
            "{} of {of} keys in these files are in none of them",
            keys.len()
        )
    }
}
