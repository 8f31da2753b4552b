//! What became of an upload whose answer was lost: its import is looked for in the list of
//! processes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::processes::{self, Processes, may_be_import_since};
use crate::error::Error;
use crate::transfer::project::Clock;
use crate::types::QueuedProcess;

/// What was found of an upload.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The process that imports it.
    Process(String),
    /// No import is of it.
    Nothing,
    /// An import is of it, or of another file of its name and of this push.
    Ambiguous,
    /// Some import may be of it, or of something else.
    Unclear,
}

/// An upload of which nobody knows whether it took effect.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lost<'f> {
    pub(super) filename: &'f str,
    pub(super) lang: &'f str,
    /// When its first attempt began.
    pub(super) began: Instant,
    /// How often it was sent.
    pub(super) sent: u32,
    /// Whether an import of its name may be of another file of the push, which came late.
    pub(super) is_ambiguous: bool,
}

/// Looks for imports, and knows those that are of other files of the push.
#[derive(Debug)]
pub(super) struct Lookup<'p, 'a> {
    processes: &'p Processes<'a>,
    clock: Clock,
    /// How long an import is looked for.
    window: Duration,
    known: Mutex<BTreeSet<String>>,
    /// The names of the files that processes import.
    names: Mutex<BTreeMap<String, Vec<String>>>,
    /// The right to read such names, so that none are read twice.
    turn: Semaphore,
}

impl<'p, 'a> Lookup<'p, 'a> {
    pub(super) fn new(processes: &'p Processes<'a>, clock: Clock, window: Duration) -> Self {
        Self {
            processes,
            clock,
            window,
            known: Mutex::default(),
            names: Mutex::default(),
            turn: Semaphore::new(1),
        }
    }

    /// A process is of a file of this push.
    pub(super) fn know(&self, process_id: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(process_id.to_owned());
    }

    fn is_known(&self, process_id: &str) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.contains(process_id)
    }

    /// Looks again and again, since the request may still be on its way.
    ///
    /// # Errors
    ///
    /// Its last look failed, or one in a way that will not pass.
    pub(super) async fn find(&self, lost: Lost<'_>) -> Result<Found, Error> {
        const FIRST: Duration = Duration::from_millis(250);
        let (began, mut pause) = (Instant::now(), FIRST);
        loop {
            let is_last = began.elapsed() >= self.window;
            match self.look(lost).await {
                Ok(found @ (Found::Process(_) | Found::Ambiguous)) => return Ok(found),
                Err(error) if !error.is_transient() => return Err(error),
                found if is_last => return found,
                _ => {}
            }
            let left = self.window.saturating_sub(began.elapsed());
            tokio::time::sleep(pause.min(left)).await;
            pause *= 2;
        }
    }

    async fn look(&self, lost: Lost<'_>) -> Result<Found, Error> {
        let earliest = self.clock.earliest(lost.began);
        let Some(list) = self.processes.list_of_new(Instant::now()).await? else {
            return Ok(Found::Unclear);
        };
        let (mut found, mut is_unclear) = (Vec::new(), list.is_unclear);
        for (id, process) in &list.processes {
            if !may_be_import_since(process, earliest) || self.is_known(id) {
                continue;
            }
            match self.is_of(id, lost).await? {
                Some(true) => found.push(id),
                Some(false) => {}
                None => is_unclear = true,
            }
        }
        let know_all = || found.iter().for_each(|id| self.know(id));
        if lost.is_ambiguous && !found.is_empty() {
            know_all();
            return Ok(Found::Ambiguous);
        }
        // One of the others would be of another push.
        if found.len() > lost.sent as usize {
            return Ok(Found::Unclear);
        }
        Ok(match (found.last(), is_unclear) {
            (Some(id), _) => {
                know_all();
                Found::Process(id.to_string())
            }
            (None, true) => Found::Unclear,
            (None, false) => Found::Nothing,
        })
    }

    /// Whether a process is the import of a file; nothing where it does not say.
    async fn is_of(&self, id: &str, lost: Lost<'_>) -> Result<Option<bool>, Error> {
        let Some(names) = self.names_of(id).await? else {
            return Ok(None);
        };
        // The service may tell the name with the place of the language in it.
        let is_name = |name: &String| {
            *name == lost.filename || name.replace("%LANG_ISO%", lost.lang) == lost.filename
        };
        Ok(Some(names.iter().any(is_name)))
    }

    /// The names of the files that a process imports; nothing where it does not say.
    async fn names_of(&self, id: &str) -> Result<Option<Vec<String>>, Error> {
        let _turn = self.turn.acquire().await;
        let told = || self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(names) = told().get(id) {
            return Ok(Some(names.clone()));
        }
        let Processes {
            client, project, ..
        } = self.processes;
        let names = match processes::find(client, project, id).await? {
            Some(process) => names_in(process),
            None => Some(Vec::new()),
        };
        if let Some(names) = &names {
            told().insert(id.to_owned(), names.clone());
        }
        Ok(names)
    }
}

/// Nothing where it does not say any.
fn names_in(process: QueuedProcess) -> Option<Vec<String>> {
    let files = process
        .details
        .into_iter()
        .flat_map(|details| details.files);
    let names: Vec<_> = files
        .flatten()
        .filter_map(|file| file.name_original)
        .collect();
    Some(names).filter(|names| !names.is_empty())
}
