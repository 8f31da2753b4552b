//! Exports: where the link to a bundle comes from, and comes from again when it has expired.

use std::time::Duration;

use reqwest::StatusCode;

use super::event::{PullEvent, Told};
use crate::calls::{ExportFiles, GetProcess, StartExport};
use crate::client::Client;
use crate::error::{Error, Target};
use crate::transfer::LanguageMap;
use crate::transfer::link::Link;
use crate::types::{FileExport, QueuedProcess};
use crate::wait::Wait;

/// An export, as far as it has come.
#[derive(Debug, Clone)]
pub(in crate::transfer) struct Export<'a> {
    pub(in crate::transfer) call: ExportFiles<'a>,
    /// Whether the caller has said what to export.
    pub(super) is_set: bool,
    pub(super) asynchronous: bool,
    /// How long to wait for an asynchronous export.
    pub(super) wait_total: Option<Duration>,
    /// Codes of languages that are not those of the service, until they are.
    pub(super) languages: Option<LanguageMap>,
    pub(super) process: Process,
    pub(super) told: Told,
}

/// The process of an asynchronous export.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Process {
    None,
    /// It was started before this pull.
    Earlier(String),
    /// It has ended.
    Ended(String),
}

impl<'a> Export<'a> {
    pub(super) fn new(call: ExportFiles<'a>) -> Self {
        Self {
            call,
            is_set: false,
            asynchronous: false,
            wait_total: None,
            languages: None,
            process: Process::None,
            told: Told::default(),
        }
    }

    /// What errors of the whole are about, as far as they do not know it.
    pub(super) fn target(&self) -> Target {
        let project = Some(self.call.project_id.as_str().into());
        Target::of_project(ExportFiles::OPERATION, self.call.client, project)
    }

    /// An export that cannot be what was meant.
    pub(super) fn unfit(reason: impl Into<String>) -> Error {
        Error::invalid_request(ExportFiles::OPERATION, reason)
    }

    /// The settings, if there are any.
    pub(super) fn body(&self) -> Option<FileExport> {
        self.is_set.then(|| self.call.body.clone())
    }

    /// The field by which it sets off more than its bundle, where there is one.
    fn sets_off(&self) -> Option<&'static str> {
        let body = self.body()?;
        let set = [
            ("triggers", body.triggers.is_some()),
            ("filter_repositories", body.filter_repositories.is_some()),
            ("webhook_url", body.webhook_url.is_some()),
        ];
        set.into_iter()
            .find_map(|(name, is_set)| is_set.then_some(name))
    }

    /// # Errors
    ///
    /// It sets off more than its bundle.
    #[cfg(feature = "zip")]
    pub(super) fn check_plan(&self) -> Result<(), Error> {
        match self.sets_off() {
            None => Ok(()),
            Some(name) => Err(Self::unfit(format!(
                "the export sets off more than its bundle by `{name}`, and a plan must not: leave \
                 it out, or pull without a plan (`to_folder`)"
            ))),
        }
    }

    /// The id of the process that has made the bundle, where one has.
    pub(super) fn process_id(&self) -> Option<String> {
        match &self.process {
            Process::None => None,
            Process::Earlier(id) | Process::Ended(id) => Some(id.clone()),
        }
    }

    /// A fresh link to the bundle. The first call exports. Later calls ask the process of an
    /// asynchronous export for another link, and repeat a synchronous one, since there is no other
    /// way.
    pub(in crate::transfer) async fn link(&mut self) -> Result<Link, Error> {
        match &self.process {
            Process::None => self.start().await,
            Process::Earlier(_) if self.is_set || self.languages.is_some() => Err(Self::unfit(
                "an export that was started before (`from_process`) has its settings: do not set \
                 `export` or `languages` beside it",
            )),
            Process::Earlier(id) => {
                let wait = self.look(id).wait();
                self.end_of(wait).await
            }
            Process::Ended(id) => {
                let look = self.look(id).send().await?;
                link_of(self.call.client, &look.process)
            }
        }
    }

    /// Exports: synchronously where that is wanted, and does for the size of the project.
    async fn start(&mut self) -> Result<Link, Error> {
        if !self.is_set {
            return Err(Self::unfit(
                "the export has no format: set it with `Pull::export`",
            ));
        }
        if let Some(map) = self.languages.take() {
            self.map_languages(&map).await?;
        }
        if self.sets_off().is_none() {
            // Another bundle does no harm.
            self.call.options = self.call.options.clone().idempotent();
        }
        if !self.asynchronous {
            self.tell_of(None);
            match self.call.clone().send().await {
                Ok(answer) => {
                    self.set_off_nothing();
                    return Link::parse(&answer.bundle_url, self.call.client);
                }
                Err(error) if error.status() == Some(StatusCode::PAYLOAD_TOO_LARGE) => {
                    self.asynchronous = true;
                }
                Err(error) => return Err(error),
            }
        }
        let export = StartExport {
            client: self.call.client,
            project_id: self.call.project_id.clone(),
            body: self.call.body.clone(),
            options: self.call.options.for_what_follows(),
        };
        let told = self.told.clone();
        let wait =
            export.wait_telling(move |process_id| told.tell(PullEvent::Queued { process_id }));
        self.end_of(wait).await
    }

    fn look(&self, process: &str) -> GetProcess<'a> {
        GetProcess {
            client: self.call.client,
            project_id: self.call.project_id.clone(),
            process_id: process.to_owned(),
            options: self.call.options.for_what_follows(),
        }
    }

    /// The link of a process, when it has ended.
    async fn end_of(&mut self, mut wait: Wait<'a, QueuedProcess>) -> Result<Link, Error> {
        if let Some(limit) = self.wait_total {
            wait = wait.timeout(limit);
        }
        self.tell_of(None);
        let (mut states, mut last) = (wait.states(), None);
        while let Some(state) = states.next().await {
            let state = state?;
            self.tell_of(Some(&state));
            last = Some(state);
        }
        // The last state is the end.
        let process = last.ok_or_else(|| Error::configuration("no state was seen"))?;
        let link = link_of(self.call.client, &process);
        self.process = Process::Ended(process.process_id);
        link
    }

    fn tell_of(&self, process: Option<&QueuedProcess>) {
        let details = process.and_then(|process| process.details.as_ref());
        let count = |count: Option<i64>| u64::try_from(count?).ok();
        self.told.tell(PullEvent::Exporting {
            done: details.and_then(|details| count(details.items_processed)),
            total: details.and_then(|details| count(details.items_to_process)),
        });
    }

    /// What the export sets off besides its bundle is done once: a repetition must not open pull
    /// requests again.
    fn set_off_nothing(&mut self) {
        if let Some(mut body) = self.body() {
            body.triggers = None;
            body.filter_repositories = None;
            body.webhook_url = None;
            self.call.body = body;
        }
    }
}

fn link_of(client: &Client, process: &QueuedProcess) -> Result<Link, Error> {
    let details = process.details.as_ref();
    match details.and_then(|details| details.download_url.as_ref()) {
        Some(address) => Link::parse(address, client),
        None => {
            let kind = process.type_.as_ref().map(|kind| format!(" (`{kind}`)"));
            Err(Error::bundle(format!(
                "process {}{} has ended, and the service gives no link to its bundle: export again",
                process.process_id,
                kind.unwrap_or_default()
            )))
        }
    }
}
