//! Bundles: exports of a project, downloaded to a temporary file.

use std::fs::File;
use std::io::{BufReader, Read, Seek, Write};
use std::time::Duration;

use l10n_client::reqwest::StatusCode;
use l10n_client::reqwest::header::CONTENT_LENGTH;
use l10n_client::types::FileExport;
use l10n_client::{CallOptions, Secret};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::Error;
use crate::service::{Event, Project, Sync};

/// The maximum sizes of a bundle and of a file in it, in bytes.
const BUNDLE_LIMIT: u64 = 1 << 30;
const FILE_LIMIT: u64 = 256 << 20;
/// The maximum number of attempts for a download.
const DOWNLOADS: usize = 3;

/// A downloaded bundle. Its file has no name, so the system deletes it in any case.
#[derive(Debug, Default)]
pub(crate) struct Bundle {
    /// `None` if the export has no keys.
    archive: Option<ZipArchive<BufReader<File>>>,
}

/// The name of a file in a bundle, and its index.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) is_link: bool,
}

impl Bundle {
    /// Returns the files in the bundle.
    pub(crate) fn entries(&mut self) -> Result<Vec<Entry>, Error> {
        let Some(archive) = &mut self.archive else {
            return Ok(Vec::new());
        };
        let mut entries = Vec::with_capacity(archive.len());
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index).map_err(|error| damaged(&error))?;
            if !entry.is_dir() {
                let name = entry.name().map_err(|error| damaged(&error))?;
                let (name, is_link) = (name.into_owned(), entry.is_symlink());
                entries.push(Entry { index, name, is_link });
            }
        }
        Ok(entries)
    }

    pub(crate) fn read(&mut self, index: usize) -> Result<Vec<u8>, Error> {
        let archive = self.archive.as_mut().ok_or_else(|| damaged(&ZipError::FileNotFound))?;
        let mut entry = archive.by_index(index).map_err(|error| damaged(&error))?;
        let mut bytes = Vec::new();
        let read = (&mut entry).take(FILE_LIMIT + 1).read_to_end(&mut bytes);
        read.map_err(|error| Error::Bundle(format!("damaged: {error}")))?;
        match bytes.len() as u64 > FILE_LIMIT {
            true => {
                Err(Error::Bundle(format!("{:?} is larger than {FILE_LIMIT} bytes", entry.name())))
            }
            false => Ok(bytes),
        }
    }
}

fn damaged(error: &ZipError) -> Error {
    Error::Bundle(format!("not a complete zip archive: {error}"))
}

impl Sync {
    /// Exports a project, and downloads the bundle.
    pub(crate) async fn bundle(
        &self,
        project: &Project,
        body: FileExport,
    ) -> Result<Bundle, Error> {
        self.emit(Event::Phase("exporting"));
        let Some(link) = self.export(project, body).await? else {
            return Ok(Bundle::default());
        };
        self.emit(Event::Phase("downloading"));
        let mut file = self.download(&link).await;
        for _ in 1..DOWNLOADS {
            if !matches!(&file, Err(Error::Client(error)) if error.is_retryable()) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
            file = self.download(&link).await;
        }
        let mut file = file?;
        file.rewind().map_err(|error| Error::Bundle(format!("cannot be read: {error}")))?;
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| damaged(&error))?;
        Ok(Bundle { archive: Some(archive) })
    }

    /// Exports a project, and returns the link to the bundle; `None` if no key matches. If the
    /// project is too large for a synchronous export, a process exports it.
    async fn export(&self, project: &Project, body: FileExport) -> Result<Option<Secret>, Error> {
        let (address, format) = (&project.address, body.format.clone());
        let call = self.client.export_files(address, &format).body(body.clone());
        match call.options(CallOptions::new().idempotent()).send().await {
            Ok(response) => return Ok(Some(response.into_inner().bundle_url)),
            Err(error) if error.status() == Some(StatusCode::NOT_ACCEPTABLE) => return Ok(None),
            Err(error) if error.status() == Some(StatusCode::PAYLOAD_TOO_LARGE) => {}
            Err(error) if error.status() == Some(StatusCode::BAD_REQUEST) => {
                let message = format!(
                    "the service rejects an export as `{format}`: {error}; correct `format` or \
                     `export` of its group, or set pull = \"none\""
                );
                return Err(Error::config("files", message));
            }
            Err(error) => return Err(error.into()),
        }
        let call = self.client.start_export(address, &format).body(body);
        let process = call.options(CallOptions::new().idempotent()).wait().await?;
        let link = process.details.and_then(|details| details.download_url);
        link.map(Some).ok_or_else(|| {
            let id = process.process_id;
            Error::Bundle(format!("process {id} ended without a download link: pull again"))
        })
    }

    async fn download(&self, link: &Secret) -> Result<File, Error> {
        let mut file = tempfile::tempfile().map_err(|error| {
            Error::io("create a temporary file in", &std::env::temp_dir(), error)
        })?;
        let response = self.client.download(link).chunks().await?;
        let total = response.headers().get(CONTENT_LENGTH);
        let total = total.and_then(|total| total.to_str().ok()?.parse().ok());
        let (mut chunks, mut bytes) = (response.into_inner(), 0);
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk?;
            bytes += chunk.len() as u64;
            if bytes > BUNDLE_LIMIT {
                return Err(Error::Bundle(format!("larger than {BUNDLE_LIMIT} bytes")));
            }
            let written = file.write_all(&chunk);
            written.map_err(|error| Error::io("write", &std::env::temp_dir(), error))?;
            self.emit(Event::Received { bytes, total });
        }
        Ok(file)
    }
}
