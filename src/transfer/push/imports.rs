//! The imports that a push waits for: looked at one by one where they are few, and otherwise in the
//! list of processes, one request for many.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::client::Client;
use crate::error::Error;
use crate::pipeline::Course;
use crate::types::{ProcessStatus, QueuedProcess};

/// So many imports are looked at one by one.
const FEW: usize = 3;
/// How long a list counts as new.
const AGE: Duration = Duration::from_secs(1);
/// How many processes a page of the list has.
const PAGE: i32 = 500;

/// The imports that are waited for.
#[derive(Debug)]
pub(super) struct Imports<'a> {
    client: &'a Client,
    project: String,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    awaited: BTreeSet<String>,
    /// As the latest list has them.
    listed: BTreeMap<String, QueuedProcess>,
    /// When that list was asked for, and when it was there.
    read: Option<(Instant, Instant)>,
    is_reading: bool,
    /// The list cannot be had.
    is_refused: bool,
}

/// An import that is waited for, until this is dropped.
pub(super) struct Awaited<'i, 'a> {
    imports: &'i Imports<'a>,
    id: String,
    since: Instant,
    /// As the answer to its upload has it.
    first: Option<QueuedProcess>,
}

/// The right to read the list, until this is dropped.
struct Reading<'i, 'a>(&'i Imports<'a>);

impl<'a> Imports<'a> {
    pub(super) fn new(client: &'a Client, project: &str) -> Self {
        Self {
            client,
            project: project.to_owned(),
            known: Mutex::default(),
        }
    }

    /// From now on this import is waited for, which was like that where its upload was answered.
    pub(super) fn wait_for(&self, id: &str, first: Option<QueuedProcess>) -> Awaited<'_, 'a> {
        self.known().awaited.insert(id.to_owned());
        Awaited {
            imports: self,
            id: id.to_owned(),
            since: Instant::now(),
            first,
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the list as far as it has what is waited for.
    async fn read(&self, _reading: Reading<'_, 'a>) -> Result<(), Error> {
        let (began, mut missing) = (Instant::now(), self.known().awaited.clone());
        let list = self.client.list_processes().project_id(&*self.project);
        let mut processes = list.limit(PAGE).stream();
        let mut listed = BTreeMap::new();
        while let Some(process) = processes.next().await {
            let process = match process {
                Err(error) if error.item().is_some() => continue,
                process => process?,
            };
            if missing.remove(&process.process_id) {
                listed.insert(process.process_id.clone(), process);
            }
            if missing.is_empty() {
                break;
            }
        }
        let mut known = self.known();
        known.listed = listed;
        known.read = Some((began, Instant::now()));
        Ok(())
    }
}

/// What a look has to do.
enum Next<'i, 'a> {
    /// It is known already.
    Known(Box<QueuedProcess>),
    /// The list is old.
    Read(Reading<'i, 'a>),
    /// To ask for the one, with its details.
    Ask,
}

impl<'i, 'a> Awaited<'i, 'a> {
    /// What becomes of the import, and what it took to know that. The end is told with its details,
    /// which say what the list does not: what became of the file.
    pub(super) async fn look(&self) -> Result<(QueuedProcess, Course), Error> {
        loop {
            match self.next() {
                Next::Known(process) => return Ok((*process, Course::begin())),
                Next::Read(reading) => match self.imports.read(reading).await {
                    Err(error) if error.is_passing() => return Err(error),
                    read => self.imports.known().is_refused = read.is_err(),
                },
                Next::Ask => break,
            }
        }
        let look = self.imports.client.get_process();
        let look = look
            .project_id(&*self.imports.project)
            .process_id(&*self.id);
        let answer = look.send().await?;
        let course = *answer.course();
        Ok((answer.into_inner().process, course))
    }

    fn next(&self) -> Next<'i, 'a> {
        let mut known = self.imports.known();
        if known.awaited.len() <= FEW || known.is_refused {
            return Next::Ask;
        }
        let is_new = known.read.is_some_and(|(_, end)| end.elapsed() < AGE);
        if !is_new && !known.is_reading {
            known.is_reading = true;
            return Next::Read(Reading(self.imports));
        }
        let is_missing = known.read.is_some_and(|(began, _)| began > self.since);
        match known.listed.get(&self.id).or(self.first.as_ref()) {
            Some(process) if is_ended(process) => Next::Ask,
            // A list that was asked for since should have it.
            _ if is_missing && !known.listed.contains_key(&self.id) => Next::Ask,
            Some(process) => Next::Known(Box::new(process.clone())),
            None => Next::Ask,
        }
    }
}

/// Whether nothing will become of it any more. A state that is not known may be anything.
fn is_ended(process: &QueuedProcess) -> bool {
    let going = [
        ProcessStatus::Queued,
        ProcessStatus::PreProcessing,
        ProcessStatus::Running,
        ProcessStatus::PostProcessing,
    ];
    !going.contains(&process.status)
}

impl Drop for Reading<'_, '_> {
    fn drop(&mut self) {
        self.0.known().is_reading = false;
    }
}

impl Drop for Awaited<'_, '_> {
    fn drop(&mut self) {
        let mut known = self.imports.known();
        known.awaited.remove(&self.id);
        known.listed.remove(&self.id);
    }
}
