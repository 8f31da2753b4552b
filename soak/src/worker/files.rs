//! Uploads in all their forms, exports, and pulls of what was uploaded.

use l10n_client::types::FileExport;
use std::io::Cursor;
use std::time::Duration;

use l10n_client::types::QueuedProcess;
use l10n_client::{Client, Error, FileSource};
use zip::ZipArchive;

use super::lifecycle::Exists;
use crate::caller::{CallResult, Caller};
use crate::log::{Outcome, Rule};

/// Between two looks at a process, which takes some 8 ms.
const LOOK: Duration = Duration::from_millis(10);

/// What a task has uploaded and exported.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) uploads: Vec<Upload>,
    /// Ids of the processes of exports.
    pub(crate) exports: Vec<String>,
}

/// A file that was uploaded, or may have been. Its name and its only key are its marker.
#[derive(Debug)]
pub(crate) struct Upload {
    pub(crate) marker: String,
    pub(crate) there: Exists,
    pub(crate) process: Option<String>,
    /// Whether its import has been seen to end.
    finished: bool,
}

impl Upload {
    fn new(marker: String, outcome: Outcome, process: Option<String>, finished: bool) -> Self {
        Self { marker, there: outcome.into(), process, finished }
    }
}

pub(crate) fn filename(marker: &str) -> String {
    format!("soak/{marker}.json")
}

pub(crate) fn content(marker: &str) -> String {
    format!("{{\"{marker}\":\"the text of {marker}\"}}")
}

/// How a file is handed over.
#[derive(Debug, Clone, Copy)]
enum Form {
    Body,
    Bytes,
    Reader,
}

impl Files {
    pub(crate) async fn step(&mut self, caller: &mut Caller) {
        match caller.random.u8(..100) {
            0..35 => self.upload(caller).await,
            35..65 => self.upload_and_wait(caller).await,
            65..75 => self.export(caller).await,
            75..85 => self.look(caller).await,
            _ => self.pull(caller).await,
        }
    }

    async fn upload(&mut self, caller: &mut Caller) {
        let marker = caller.marker();
        let (text, form) = (marker.clone(), form(caller));
        let told = caller
            .call("uploadFile", Rule::AtMostOnce, |client, project| {
                upload(client, project, text, form)
            })
            .await;
        let outcome = told.outcome();
        let process = match told {
            CallResult::Done(process) => Some(process),
            _ => None,
        };
        let upload = Upload::new(marker, outcome, process, false);
        self.uploads.push(upload);
    }

    async fn upload_and_wait(&mut self, caller: &mut Caller) {
        let marker = caller.marker();
        let (name, data) = (filename(&marker), content(&marker).into_bytes());
        let told = caller
            .call("uploadFile, awaited", Rule::AtMostOnce, |client, project| async move {
                let call = client.upload_file(project, name, "en");
                call.file(data).wait().max_interval(LOOK).await
            })
            .await;
        let outcome = told.outcome();
        let (process, finished) = process_of(caller, &marker, told);
        self.uploads.push(Upload::new(marker, outcome, process, finished));
    }

    async fn export(&mut self, caller: &mut Caller) {
        let told = caller
            .call("startExport", Rule::AtMostOnce, |client, project| async move {
                let call = client.start_export(project, "json");
                let answer = call.send().await?;
                Ok(answer.into_inner().process_id)
            })
            .await;
        if let CallResult::Done(process) = told {
            self.exports.push(process);
        }
    }

    /// Looks at the process of an upload.
    async fn look(&mut self, caller: &mut Caller) {
        let known = self
            .uploads
            .iter()
            .filter_map(|upload| Some((upload.marker.clone(), upload.process.clone()?)));
        let Some((marker, id)) = caller.random.choice(known.collect::<Vec<_>>()) else {
            return;
        };
        let told = caller
            .call("getProcess", Rule::Unchecked, |client, project| async move {
                let call = client.get_process(project, id);
                Ok(call.send().await?.into_inner().process)
            })
            .await;
        match told {
            CallResult::Done(process) if original(&process) != Some(&filename(&marker)) => {
                caller.violation(format!("the process of {marker} is another"));
            }
            told if told.is_not_found() => {
                caller.violation(format!("the process of {marker} is lost"));
            }
            _ => {}
        }
    }

    /// Pulls a file that has been imported, and compares.
    async fn pull(&mut self, caller: &mut Caller) {
        let finished = self.uploads.iter().filter(|upload| upload.finished);
        let Some(upload) = caller.random.choice(finished.collect::<Vec<_>>()) else {
            return;
        };
        let name = filename(&upload.marker);
        let asynchronous = caller.random.bool();
        let told = caller
            .call("pull", Rule::Unchecked, |client, project| async move {
                let body = FileExport::new("json").directory_prefix("").filter_langs(["en"]);
                bundle(&client, &project, body.filter_filenames([name]), asynchronous).await
            })
            .await;
        // A fault may answer a page with status 200: unpacking finds that out, not the download.
        if let CallResult::Done(pulled) = told
            && holds(&pulled, &upload.marker) == Some(false)
        {
            let marker = &upload.marker;
            caller.violation(format!("{marker} was pulled, and is not as uploaded"));
        }
    }
}

fn form(caller: &mut Caller) -> Form {
    let forms = [Form::Body, Form::Bytes, Form::Reader];
    caller.random.choice(forms).unwrap_or(Form::Body)
}

async fn upload(
    client: Client,
    project: String,
    marker: String,
    form: Form,
) -> Result<String, Error> {
    let call = client.upload_file(project, filename(&marker), "en");
    let data = content(&marker).into_bytes();
    let answer = match form {
        Form::Body => call.data(data).send().await?,
        Form::Bytes => call.file(data).send().await?,
        Form::Reader => {
            let reader = FileSource::reader(std::io::Cursor::new(data));
            call.file(reader).send().await?
        }
    };
    Ok(answer.into_inner().process.process_id)
}

/// The process of an upload that was awaited, and whether it has ended.
fn process_of(
    caller: &Caller,
    marker: &str,
    told: CallResult<QueuedProcess>,
) -> (Option<String>, bool) {
    match told {
        CallResult::Done(process) => {
            if original(&process).is_some_and(|name| name != filename(marker)) {
                caller.violation(format!("the process of {marker} is another"));
            }
            (Some(process.process_id), true)
        }
        CallResult::Failed(error) => {
            if error.kind() == l10n_client::ErrorKind::JobFailed {
                caller.violation(format!("the import of {marker} failed: {error}"));
            }
            (error.job_id().map(str::to_owned), false)
        }
        CallResult::Cancelled => (None, false),
    }
}

/// The name of the file that a process imports.
pub(crate) fn original(process: &QueuedProcess) -> Option<&str> {
    let files = process.details.as_ref()?.files.as_ref()?;
    files.first()?.name_original.as_deref()
}

/// Whether a bundle has the file of a marker, with its content; nothing if it is no archive.
pub(crate) fn holds(bundle: &[u8], marker: &str) -> Option<bool> {
    let mut archive = ZipArchive::new(Cursor::new(bundle)).ok()?;
    let file = archive.by_name(&filename(marker)).ok();
    let text = file.and_then(|file| serde_json::from_reader::<_, serde_json::Value>(file).ok());
    Some(text.is_some() && text == serde_json::from_str(&content(marker)).ok())
}

/// Exports, and downloads the bundle.
pub(crate) async fn bundle(
    client: &Client,
    project: &str,
    body: FileExport,
    asynchronous: bool,
) -> Result<Vec<u8>, Error> {
    let link = match asynchronous {
        false => {
            let export = client.export_files(project, "json").body(body).send().await?;
            Some(export.into_inner().bundle_url)
        }
        true => {
            let process = client.start_export(project, "json").body(body).wait().await?;
            process.details.and_then(|details| details.download_url)
        }
    };
    let mut bytes = Vec::new();
    if let Some(link) = link {
        let mut chunks = client.download(&link).await?.into_inner();
        while let Some(chunk) = chunks.next().await {
            bytes.extend_from_slice(&chunk?);
        }
    }
    Ok(bytes)
}
