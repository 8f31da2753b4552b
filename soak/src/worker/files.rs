//! Uploads in all their forms, exports, and pulls of what was uploaded.

use std::path::Path;
use std::time::Duration;

use l10n_client::types::QueuedProcess;
use l10n_client::{Client, Error, FileSource};
use tempfile::TempDir;

use super::life::There;
use crate::hand::{Ending, Hand, Rule, Told};

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
    pub(crate) there: There,
    pub(crate) process: Option<String>,
    /// Whether its import has been seen to end.
    finished: bool,
}

impl Upload {
    fn new(marker: String, ending: Ending, process: Option<String>, finished: bool) -> Self {
        let there = match ending {
            Ending::Done => There::Yes,
            Ending::Nothing => There::No,
            Ending::Perhaps => There::Perhaps,
        };
        Self {
            marker,
            there,
            process,
            finished,
        }
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
    pub(crate) async fn step(&mut self, hand: &mut Hand) {
        match hand.random.u8(..100) {
            0..35 => self.upload(hand).await,
            35..55 => self.upload_and_wait(hand).await,
            55..65 => self.push(hand).await,
            65..75 => self.export(hand).await,
            75..85 => self.look(hand).await,
            _ => self.pull(hand).await,
        }
    }

    async fn upload(&mut self, hand: &mut Hand) {
        let marker = hand.marker();
        let (text, form) = (marker.clone(), form(hand));
        let told = hand
            .call("uploadFile", Rule::Once, |client, project| {
                upload(client, project, text, form)
            })
            .await;
        let ending = told.ending();
        let process = match told {
            Told::Done(process) => Some(process),
            _ => None,
        };
        let upload = Upload::new(marker, ending, process, false);
        self.uploads.push(upload);
    }

    async fn upload_and_wait(&mut self, hand: &mut Hand) {
        let marker = hand.marker();
        let (name, data) = (filename(&marker), content(&marker).into_bytes());
        let told = hand
            .call(
                "uploadFile, awaited",
                Rule::Once,
                |client, project| async move {
                    let call = client.upload_file().project_id(project);
                    let call = call.body_map(|body| body.filename(name).lang_iso("en"));
                    call.file(data).wait().cap(LOOK).await
                },
            )
            .await;
        let ending = told.ending();
        let (process, finished) = process_of(hand, &marker, told);
        self.uploads
            .push(Upload::new(marker, ending, process, finished));
    }

    /// Pushes up to three files from a folder.
    async fn push(&mut self, hand: &mut Hand) {
        let count = hand.random.usize(1..=3);
        let markers: Vec<_> = (0..count).map(|_| hand.marker()).collect();
        let folder = match folder_with(&markers) {
            Ok(folder) => folder,
            Err(error) => return hand.violation(format!("no folder to push from: {error}")),
        };
        let base = folder.path().to_owned();
        let told = hand
            .call("push", Rule::Many(count), |client, project| async move {
                let push = client.push(project).base(base).glob_in("soak/*.json", "en");
                push.send().await
            })
            .await;
        let Told::Done(report) = told else {
            let unknown = markers
                .into_iter()
                .map(|marker| Upload::new(marker, told.ending(), None, false));
            return self.uploads.extend(unknown);
        };
        if report.files.len() != count {
            hand.violation(format!("push told of {} files", report.files.len()));
        }
        for pushed in report.files {
            let path = pushed.file.path();
            let marker = path.file_stem().unwrap_or_default().to_string_lossy();
            let told = match pushed.outcome {
                Ok(process) => Told::Done(process),
                Err(error) => Told::Failed(error),
            };
            let ending = told.ending();
            let (process, finished) = process_of(hand, &marker, told);
            let upload = Upload::new(marker.into_owned(), ending, process, finished);
            self.uploads.push(upload);
        }
    }

    async fn export(&mut self, hand: &mut Hand) {
        let told = hand
            .call("startExport", Rule::Once, |client, project| async move {
                let call = client.start_export().project_id(project);
                let answer = call.body_map(|body| body.format("json")).send().await?;
                Ok(answer.into_inner().process_id)
            })
            .await;
        if let Told::Done(process) = told {
            self.exports.push(process);
        }
    }

    /// Looks at the process of an upload.
    async fn look(&mut self, hand: &mut Hand) {
        let known = self
            .uploads
            .iter()
            .filter_map(|upload| Some((upload.marker.clone(), upload.process.clone()?)));
        let Some((marker, id)) = hand.random.choice(known.collect::<Vec<_>>()) else {
            return;
        };
        let told = hand
            .call("getProcess", Rule::Free, |client, project| async move {
                let call = client.get_process().project_id(project).process_id(id);
                Ok(call.send().await?.into_inner().process)
            })
            .await;
        match told {
            Told::Done(process) if original(&process) != Some(&filename(&marker)) => {
                hand.violation(format!("the process of {marker} is another"));
            }
            told if told.is_not_found() => {
                hand.violation(format!("the process of {marker} is lost"));
            }
            _ => {}
        }
    }

    /// Pulls a file that has been imported, and compares.
    async fn pull(&mut self, hand: &mut Hand) {
        let finished = self.uploads.iter().filter(|upload| upload.finished);
        let Some(upload) = hand.random.choice(finished.collect::<Vec<_>>()) else {
            return;
        };
        let folder = match tempfile::tempdir() {
            Ok(folder) => folder,
            Err(error) => return hand.violation(format!("no folder to pull to: {error}")),
        };
        let (target, name) = (folder.path().to_owned(), filename(&upload.marker));
        let asynchronous = hand.random.bool();
        let told = hand
            .call("pull", Rule::Free, |client, project| async move {
                let pull = client.pull(project).asynchronous(asynchronous);
                let pull = pull.export(|body| {
                    body.format("json")
                        .directory_prefix("")
                        .filter_langs(["en"])
                        .filter_filenames([name])
                });
                pull.to_folder(target).await
            })
            .await;
        if let Told::Done(pulled) = told
            && (pulled.files.len() != 1 || !holds(folder.path(), &upload.marker))
        {
            let marker = &upload.marker;
            hand.violation(format!("{marker} was pulled, and is not as uploaded"));
        }
    }
}

fn form(hand: &mut Hand) -> Form {
    let forms = [Form::Body, Form::Bytes, Form::Reader];
    hand.random.choice(forms).unwrap_or(Form::Body)
}

async fn upload(
    client: Client,
    project: String,
    marker: String,
    form: Form,
) -> Result<String, Error> {
    let call = client.upload_file().project_id(project);
    let call = call.body_map(|body| body.filename(filename(&marker)).lang_iso("en"));
    let data = content(&marker).into_bytes();
    let answer = match form {
        Form::Body => call.body_map(|body| body.data(data)).send().await?,
        Form::Bytes => call.file(data).send().await?,
        Form::Reader => {
            let reader = FileSource::reader(std::io::Cursor::new(data));
            call.file(reader).send().await?
        }
    };
    Ok(answer.into_inner().process.process_id)
}

/// The process of an upload that was awaited, and whether it has ended.
fn process_of(hand: &Hand, marker: &str, told: Told<QueuedProcess>) -> (Option<String>, bool) {
    match told {
        Told::Done(process) => {
            if original(&process).is_some_and(|name| name != filename(marker)) {
                hand.violation(format!("the process of {marker} is another"));
            }
            (Some(process.process_id), true)
        }
        Told::Failed(error) => {
            if error.kind() == l10n_client::ErrorKind::Failed {
                hand.violation(format!("the import of {marker} failed: {error}"));
            }
            (error.job_id().map(str::to_owned), false)
        }
        Told::Dropped => (None, false),
    }
}

/// The name of the file that a process imports.
pub(crate) fn original(process: &QueuedProcess) -> Option<&str> {
    let files = process.details.as_ref()?.files.as_ref()?;
    files.first()?.name_original.as_deref()
}

/// A folder with a file for each marker.
fn folder_with(markers: &[String]) -> std::io::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("soak"))?;
    for marker in markers {
        std::fs::write(folder.path().join(filename(marker)), content(marker))?;
    }
    Ok(folder)
}

/// Whether a folder has the file of a marker, with its content.
pub(crate) fn holds(folder: &Path, marker: &str) -> bool {
    let read = std::fs::read(folder.join(filename(marker)));
    let pulled = read
        .ok()
        .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    pulled == serde_json::from_str(&content(marker)).ok() && pulled.is_some()
}
