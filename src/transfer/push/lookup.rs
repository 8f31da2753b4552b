//! What became of an upload whose answer was lost: its import is looked for in the list of
//! processes.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::project::Clock;
use super::wait_a_moment;
use crate::client::Client;
use crate::error::Error;
use crate::types::{ProcessType, QueuedProcess};

/// What was found of an upload.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The process that imports it.
    Process(String),
    /// No import is of it.
    Nothing,
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
}

/// Looks for imports, and knows those that are of other files of the push.
#[derive(Debug)]
pub(super) struct Lookup<'a> {
    client: &'a Client,
    project: String,
    clock: Clock,
    /// How long an import is looked for.
    window: Duration,
    known: Mutex<BTreeSet<String>>,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(client: &'a Client, project: &str, clock: Clock, window: Duration) -> Self {
        Self {
            client,
            project: project.to_owned(),
            clock,
            window,
            known: Mutex::default(),
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
    pub(super) async fn find(&self, lost: Lost<'_>) -> Result<Found, Error> {
        const FIRST: Duration = Duration::from_millis(250);
        let (began, mut pause) = (Instant::now(), FIRST);
        // What was read to its end needs not be read again.
        let mut others = BTreeSet::new();
        loop {
            let found = self.look(lost, &mut others).await?;
            let left = self.window.saturating_sub(began.elapsed());
            if matches!(found, Found::Process(_)) || left.is_zero() {
                return Ok(found);
            }
            wait_a_moment(pause.min(left)).await?;
            pause *= 2;
        }
    }

    async fn look(&self, lost: Lost<'_>, others: &mut BTreeSet<String>) -> Result<Found, Error> {
        let earliest = self.clock.earliest(lost.began);
        let (mut found, mut is_unclear) = (Vec::new(), false);
        let list = self.client.list_processes().project_id(&*self.project);
        let mut processes = list.stream();
        while let Some(process) = processes.next().await {
            let process = match process {
                // Which it is cannot be told.
                Err(error) if error.item().is_some() => {
                    is_unclear = true;
                    continue;
                }
                process => process?,
            };
            let id = &process.process_id;
            if !may_be_import_since(&process, earliest) || self.is_known(id) || others.contains(id)
            {
                continue;
            }
            match self.is_of(id, lost).await? {
                Some(true) => found.push(process.process_id),
                Some(false) => drop(others.insert(process.process_id)),
                None => is_unclear = true,
            }
        }
        // One of the others would be of another push.
        if found.len() > lost.sent as usize {
            return Ok(Found::Unclear);
        }
        Ok(match (found.pop(), is_unclear) {
            (Some(id), _) => {
                found.iter().for_each(|other| self.know(other));
                self.know(&id);
                Found::Process(id)
            }
            (None, true) => Found::Unclear,
            (None, false) => Found::Nothing,
        })
    }

    /// Whether a process is the import of a file; nothing where it does not say.
    async fn is_of(&self, id: &str, lost: Lost<'_>) -> Result<Option<bool>, Error> {
        let look = self
            .client
            .get_process()
            .project_id(&*self.project)
            .process_id(id);
        let process = match look.send().await {
            Err(error) if error.is_not_found() => return Ok(Some(false)),
            answer => answer?.into_inner().process,
        };
        let details = process.details.iter();
        let files = details.flat_map(|details| details.files.iter().flatten());
        let names: Vec<_> = files
            .filter_map(|file| file.name_original.as_deref())
            .collect();
        if names.is_empty() {
            return Ok(None);
        }
        // The service may tell the name with the place of the language in it.
        let is_name = |name: &&str| {
            **name == *lost.filename || name.replace("%LANG_ISO%", lost.lang) == lost.filename
        };
        Ok(Some(names.iter().any(is_name)))
    }
}

/// What does not say when it began, or of what type it is, may be an import that has just begun.
fn may_be_import_since(process: &QueuedProcess, earliest: i64) -> bool {
    let is_import = |kind: &ProcessType| *kind == ProcessType::FileImport;
    let is_since = |time: chrono::DateTime<chrono::Utc>| time.timestamp() >= earliest;
    process.type_.as_ref().is_none_or(is_import) && process.created().is_none_or(is_since)
}

/// Files of one name, which differ by their language: an import does not say which of them it is
/// of, so one is sent at a time.
#[derive(Debug, Default)]
pub(super) struct Lanes(HashMap<String, Arc<Lane>>);

#[derive(Debug)]
pub(super) struct Lane {
    turn: Arc<Semaphore>,
    /// Whether an upload of this name is unaccounted for, which may be taken for the next one.
    is_spoiled: Mutex<bool>,
}

impl Lanes {
    /// Of these names, those that occur more than once.
    pub(super) fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut counts = HashMap::new();
        for name in names {
            *counts.entry(name).or_insert(0) += 1;
        }
        let shared = counts.into_iter().filter(|(_, count)| *count > 1);
        let lane = || Lane {
            turn: Arc::new(Semaphore::new(1)),
            is_spoiled: Mutex::new(false),
        };
        Self(
            shared
                .map(|(name, _)| (name.to_owned(), Arc::new(lane())))
                .collect(),
        )
    }

    pub(super) fn lane(&self, name: &str) -> Option<Arc<Lane>> {
        self.0.get(name).cloned()
    }
}

impl Lane {
    /// Waits for the turn, which lasts until what this answers is dropped.
    pub(super) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.turn).acquire_owned().await.ok()
    }

    pub(super) fn spoil(&self) {
        *self
            .is_spoiled
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = true;
    }

    pub(super) fn is_spoiled(&self) -> bool {
        *self
            .is_spoiled
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
