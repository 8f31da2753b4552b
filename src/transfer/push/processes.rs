//! The processes of a project: read one by one, or by a list that all who look at the same time
//! share.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::client::Client;
use crate::error::Error;
use crate::settings::retry::RetryState;
use crate::types::{ProcessType, QueuedProcess};

/// The pause between the beginnings of two lists.
const PAUSE: Duration = Duration::from_secs(1);
/// How many processes a page of the list has.
const PAGE: i32 = 500;

/// Goes through the list until `each` has seen enough. What cannot be read is nothing to it.
pub(super) async fn walk(
    client: &Client,
    project: &str,
    mut each: impl FnMut(Option<QueuedProcess>) -> ControlFlow<()>,
) -> Result<(), Error> {
    let list = client.list_processes(project);
    let mut processes = list.limit(PAGE).stream();
    while let Some(process) = processes.next().await {
        let process = match process {
            Err(error) if error.item().is_some() => None,
            process => Some(process?),
        };
        if each(process).is_break() {
            break;
        }
    }
    Ok(())
}

/// One process, with its details.
pub(super) async fn read(
    client: &Client,
    project: &str,
    id: &str,
) -> Result<(QueuedProcess, RetryState), Error> {
    let look = client.get_process(project, id);
    let answer = look.send().await?;
    let retries = *answer.retries();
    Ok((answer.into_inner().process, retries))
}

/// A process with its details; nothing for one that is not there.
pub(super) async fn find(
    client: &Client,
    project: &str,
    id: &str,
) -> Result<Option<QueuedProcess>, Error> {
    match read(client, project, id).await {
        Err(error) if error.is_not_found() => Ok(None),
        read => Ok(Some(read?.0)),
    }
}

/// What a list has of the processes that were asked for.
#[derive(Debug)]
pub(super) struct List {
    /// When it was asked for.
    pub(super) began: Instant,
    pub(super) processes: BTreeMap<String, QueuedProcess>,
    /// Whether all that is new is in it.
    is_whole: bool,
    /// Whether something in it could not be read.
    pub(super) is_unclear: bool,
}

/// The lists of a push: one is read at a time, for all who wait for it.
#[derive(Debug)]
pub(super) struct Processes<'a> {
    pub(super) client: &'a Client,
    pub(super) project: String,
    /// Imports since then, in seconds, are new.
    new_since: Option<i64>,
    /// The right to read.
    turn: Semaphore,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    latest: Option<Arc<List>>,
    /// Those whose state is asked for.
    awaited: BTreeSet<String>,
    /// How many ask for all that is new.
    lookups: usize,
    /// The list cannot be had.
    is_refused: bool,
}

/// Somebody asks for what is new, until this is dropped.
struct Asking<'p, 'a>(&'p Processes<'a>);

impl<'a> Processes<'a> {
    pub(super) fn new(client: &'a Client, project: &str, new_since: Option<i64>) -> Self {
        Self {
            client,
            project: project.to_owned(),
            new_since,
            turn: Semaphore::new(1),
            known: Mutex::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the state of this process is asked for.
    pub(super) fn ask_for(&self, id: &str) {
        self.known().awaited.insert(id.to_owned());
    }

    pub(super) fn ask_no_more_for(&self, id: &str) {
        self.known().awaited.remove(id);
    }

    /// How many processes are asked for.
    pub(super) fn asked_for(&self) -> usize {
        self.known().awaited.len()
    }

    /// A list of what is asked for, no older than the pause between two; nothing where none can be
    /// had.
    pub(super) async fn list(&self) -> Result<Option<Arc<List>>, Error> {
        let now = Instant::now();
        let since = now.checked_sub(PAUSE).unwrap_or(now);
        self.fresh(|list| list.began >= since).await
    }

    /// A list that was asked for at this time or later, and has all that is new; nothing where none
    /// can be had.
    pub(super) async fn list_of_new(&self, since: Instant) -> Result<Option<Arc<List>>, Error> {
        self.known().lookups += 1;
        let _asking = Asking(self);
        self.fresh(|list| list.is_whole && list.began >= since)
            .await
    }

    /// The latest list, or the next one where that will not do.
    async fn fresh(&self, will_do: impl Fn(&List) -> bool) -> Result<Option<Arc<List>>, Error> {
        if let Some(list) = self.known().latest.clone().filter(|list| will_do(list)) {
            return Ok(Some(list));
        }
        let _turn = self.turn.acquire().await;
        // Somebody else may have read it meanwhile.
        let (latest, is_refused) = {
            let known = self.known();
            (known.latest.clone(), known.is_refused)
        };
        let pause = match latest {
            _ if is_refused => return Ok(None),
            Some(list) if will_do(&list) => return Ok(Some(list)),
            Some(list) => PAUSE.saturating_sub(list.began.elapsed()),
            None => Duration::ZERO,
        };
        tokio::time::sleep(pause).await;
        let read = self.read().await;
        let mut known = self.known();
        match read {
            Ok(list) => known.latest = Some(Arc::new(list)),
            Err(error) if error.is_transient() => return Err(error),
            Err(_) => {
                known.is_refused = true;
                return Ok(None);
            }
        }
        Ok(known.latest.clone())
    }

    async fn read(&self) -> Result<List, Error> {
        let (mut missing, is_whole) = {
            let known = self.known();
            (known.awaited.clone(), known.lookups > 0)
        };
        let mut list = List {
            began: Instant::now(),
            processes: BTreeMap::new(),
            is_whole,
            is_unclear: false,
        };
        walk(self.client, &self.project, |process| {
            match process {
                None => list.is_unclear = true,
                Some(process) => {
                    if missing.remove(&process.process_id) || self.is_new_import(&process) {
                        list.processes.insert(process.process_id.clone(), process);
                    }
                }
            }
            match missing.is_empty() && !is_whole {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
        .await?;
        Ok(list)
    }

    fn is_new_import(&self, process: &QueuedProcess) -> bool {
        self.new_since
            .is_some_and(|since| may_be_import_since(process, since))
    }
}

/// What does not say when it began, or of what type it is, may be an import that has just begun.
pub(super) fn may_be_import_since(process: &QueuedProcess, earliest: i64) -> bool {
    let is_import = |kind: &ProcessType| *kind == ProcessType::FileImport;
    let is_since = |time: chrono::DateTime<chrono::Utc>| time.timestamp() >= earliest;
    process.type_.as_ref().is_none_or(is_import) && process.created().is_none_or(is_since)
}

impl Drop for Asking<'_, '_> {
    fn drop(&mut self) {
        self.0.known().lookups -= 1;
    }
}
