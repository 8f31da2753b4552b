//! Exports: where the link to a bundle comes from, and comes from again when it has expired.

use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;

use crate::builder::{ExportFiles, GetProcess, StartExport};
use crate::client::Client;
use crate::error::{Error, Target};
use crate::transfer::link::Link;
use crate::types::{FileExport, QueuedProcess};

/// An export, as far as it has come.
#[derive(Debug, Clone)]
pub(super) struct Export<'a> {
    pub(super) call: ExportFiles<'a>,
    pub(super) asynchronous: bool,
    /// How long to wait for an asynchronous export.
    pub(super) wait_total: Option<Duration>,
    /// The process of an asynchronous export that has ended.
    process: Option<String>,
}

impl<'a> Export<'a> {
    pub(super) fn new(call: ExportFiles<'a>) -> Self {
        Self {
            call,
            asynchronous: false,
            wait_total: None,
            process: None,
        }
    }

    /// What errors of the whole are about, as far as they do not know it.
    pub(super) fn target(&self) -> Target {
        let project = self.call.project_id.as_deref().ok();
        Target::of_project(
            ExportFiles::OPERATION,
            self.call.client,
            project.map(Arc::from),
        )
    }

    /// A fresh link to the bundle. The first call exports. Later calls ask the process of an asynchronous export for another link,
    /// and repeat a synchronous one, since there is no other way.
    pub(super) async fn link(&mut self) -> Result<Link, Error> {
        if let Some(process) = self.process.clone() {
            let look = GetProcess {
                client: self.call.client,
                project_id: self.call.project_id.clone(),
                process_id: Ok(process),
                options: self.call.options.for_what_follows(),
            };
            return link_of(self.call.client, &look.send().await?.process);
        }
        if !self.asynchronous {
            match self.call.clone().send().await {
                Ok(answer) => {
                    self.set_off_nothing();
                    let resolver = self.call.client.connections().resolver();
                    return Link::parse(&answer.bundle_url, resolver);
                }
                Err(error) if error.status() == Some(StatusCode::PAYLOAD_TOO_LARGE) => {
                    self.asynchronous = true;
                }
                Err(error) => return Err(error),
            }
        }
        let process = self.wait().await?;
        let link = link_of(self.call.client, &process);
        self.process = Some(process.process_id);
        link
    }

    async fn wait(&self) -> Result<QueuedProcess, Error> {
        let export = StartExport {
            client: self.call.client,
            project_id: self.call.project_id.clone(),
            body: self.call.body.clone(),
            options: self.call.options.for_what_follows(),
        };
        let mut wait = export.wait();
        if let Some(limit) = self.wait_total {
            wait = wait.total(limit);
        }
        wait.await
    }

    /// What the export sets off besides its bundle is done once: a repetition must not open pull requests again.
    fn set_off_nothing(&mut self) {
        let sent = self.call.body.clone().map(FileExport::try_from);
        if let Ok(Ok(mut body)) = sent {
            body.triggers = None;
            body.filter_repositories = None;
            body.webhook_url = None;
            self.call.body = Ok(body.into());
        }
    }
}

fn link_of(client: &Client, process: &QueuedProcess) -> Result<Link, Error> {
    let details = process.details.as_ref();
    match details.and_then(|details| details.download_url.as_ref()) {
        Some(address) => Link::parse(address, client.connections().resolver()),
        None => Err(Error::bundle(format!(
            "process {} has ended, and the service gives no link to its bundle: export again",
            process.process_id
        ))),
    }
}
