//! Streamed uploads: a file is sent while it is read, in constant memory.

use std::fmt;
use std::future::ready;
use std::io::{self, Cursor};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;

use super::encoding::{Encoder, Frame, OnProgress, PART};
use super::source::{ByteReader, FileSource, Kind, length_of_file, open};
use crate::call::response::Response;
use crate::call::upload::Payload;
use crate::calls::UploadFile;
use crate::error::{Error, Target};
use crate::types::ProcessResponse;

/// The content of a file that is not in the body of its upload, and who hears of its progress.
#[derive(Clone, Default)]
pub(crate) struct Content {
    /// Clones of a call share it, because a reader can be read only once.
    source: Option<Arc<Mutex<Option<FileSource>>>>,
    on_progress: Option<OnProgress>,
}

impl Content {
    pub(crate) fn is_set(&self) -> bool {
        self.source.is_some()
    }

    /// Returns the source, unless another clone of the call has sent it.
    fn take(&self) -> Option<FileSource> {
        let mut source = self.source.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        match source.as_ref().map(|source| &source.0) {
            Some(Kind::Path(path)) => Some(FileSource::path(path)),
            Some(Kind::Bytes(bytes)) => Some(FileSource::bytes(bytes.clone())),
            Some(Kind::Reader(..)) | None => source.take(),
        }
    }
}

impl UploadFile {
    /// Uploads a file from a path, bytes, or a reader, instead of `data`, which need not be set. It
    /// is encoded while it is sent, in constant memory. The timeout of the whole call does not
    /// apply. Clones of the call share a reader, which only one of them can send.
    ///
    /// Be careful with `cleanup_mode`: the service deletes every key of the project that is not in
    /// this file, including keys of other files, with their translations in all languages.
    pub fn file(mut self, source: impl Into<FileSource>) -> Self {
        self.content.source = Some(Arc::new(Mutex::new(Some(source.into()))));
        self
    }

    /// Sets a function that receives the number of bytes of the [`file`](Self::file) sent to the
    /// connection so far, and the total if it is known. It is called between the parts of the file,
    /// starting at 0, and starts again at 0 if the file is sent again. It should not block.
    pub fn on_progress(
        mut self,
        listener: impl Fn(u64, Option<u64>) + Send + Sync + 'static,
    ) -> Self {
        self.content.on_progress = Some(Arc::new(listener));
        self
    }

    /// Sends the file. Returns when its import is queued.
    ///
    /// After a 429, a path and bytes are sent again, according to the client's retry policy; a
    /// reader cannot be sent again, and the call fails. A path and bytes are sent with a
    /// `Content-Length`.
    ///
    /// # Errors
    ///
    /// Fails as any call does, and with [`ErrorKind::Io`](crate::ErrorKind::Io) if the file cannot
    /// be read or changes its length meanwhile. Nothing takes effect then, because the service
    /// never received the end of the request. A missing file and a directory fail before anything
    /// is sent.
    ///
    /// # Panics
    ///
    /// Panics if the listener of [`on_progress`](Self::on_progress) or the reader does.
    pub async fn send(self) -> Result<Response<ProcessResponse>, Error> {
        if !self.content.is_set() {
            return self.prepare()?.send().await;
        }
        let project = Some(self.project_id.as_str().into());
        let target = Target::of_project(Self::OPERATION, &self.client, project);
        self.send_file().await.map_err(|error| error.with_target(target))
    }

    async fn send_file(self) -> Result<Response<ProcessResponse>, Error> {
        let invalid = |reason: &str| Error::invalid_request(Self::OPERATION, reason);
        let content = self.content.clone();
        let mut call = self.data(Bytes::new()).prepare()?;
        let frame = Frame::around_data(call.body())
            .ok_or_else(|| invalid("the body has no field `data`"))?;
        let source = content.take();
        let source = source.ok_or_else(|| invalid("a clone of this call has sent the reader"))?;
        let name = source.to_string();
        let on_progress = content.on_progress;
        let encoder = Encoder { frame, length: None, on_progress, name: name.clone() };
        let payload = payload(encoder, source).await;
        call.payload = payload.map_err(|error| Error::unreadable(Self::OPERATION, &name, error))?;
        call.send().await
    }
}

/// # Errors
///
/// Fails if the source is a file that cannot be read.
async fn payload(encoder: Encoder, source: FileSource) -> io::Result<Payload> {
    Ok(match source.0 {
        Kind::Path(path) => {
            let length = length_of_file(&path).await?;
            encoder.replayable(length, move || open(path.clone(), PART))
        }
        Kind::Bytes(bytes) => encoder.replayable(bytes.len() as u64, move || {
            ready(Ok(Box::pin(Cursor::new(bytes.clone())) as ByteReader))
        }),
        Kind::Reader(reader) => Payload::Once(Some(Mutex::new(encoder.parts(ready(Ok(reader)))))),
    })
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(source) => fmt::Debug::fmt(source, f),
            None => f.write_str("in the body"),
        }
    }
}
