//! Streamed uploads: a file goes out while it is read, in constant memory.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;

use super::encoding::{Encoder, Frame, OnProgress, Trouble};
use super::source::{FileSource, Input, Kind};
use crate::call::response::Response;
use crate::call::upload::Payload;
use crate::calls::UploadFile;
use crate::error::{Error, Target};
use crate::types::{ProcessResponse, QueuedProcess};
use crate::wait::{self, Wait};
use crate::wire::operation::Operation;

impl<'a> UploadFile<'a> {
    /// Uploads this file in the place of `data`, which need not be set: from a path, bytes, or any
    /// reader. It is encoded while it is sent, so files of any size take the same little memory.
    /// The limit of a whole call does not hold for it.
    ///
    /// Beware of `cleanup_mode`: the service deletes every key of the project that is absent from
    /// this file, also those of other files, with their translations in all languages.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use std::path::Path;
    ///
    /// let process = client.upload_file("garnet-7041.26", "locales/en.json", "en").tags(["spring"])
    ///     .file(Path::new("locales/en.json"))
    ///     .on_progress(|sent, total| println!("{sent} of {total:?} bytes"))
    ///     .wait().await?;
    /// println!("{}", process.status);
    /// # Ok(())
    /// # }
    /// ```
    pub fn file(self, source: impl Into<FileSource>) -> StreamedUpload<'a> {
        StreamedUpload { upload: self, source: source.into(), on_progress: None }
    }
}

/// An upload of a file that is read while it is sent: see [`UploadFile::file`].
#[must_use = "nothing is sent until `send` or `wait` is awaited"]
pub struct StreamedUpload<'a> {
    upload: UploadFile<'a>,
    source: FileSource,
    on_progress: Option<OnProgress>,
}

impl<'a> StreamedUpload<'a> {
    /// Is told, again and again, how many bytes of the file were handed to the connection, and how
    /// many there are, where that is known. It starts at 0, and starts over when the file has to be
    /// sent again. It is called between the parts of the file, and should not block.
    pub fn on_progress(mut self, told: impl Fn(u64, Option<u64>) + Send + Sync + 'static) -> Self {
        self.on_progress = Some(Arc::new(told));
        self
    }

    /// Sends the file. The answer comes when its import is queued.
    ///
    /// A path and bytes are sent again after a 429, as the client's retry policy says; a reader
    /// cannot be, and the error says so. A file whose length is known, all but
    /// [`FileSource::reader`], is sent with a `Content-Length`.
    ///
    /// # Errors
    ///
    /// As any call, and [`ErrorKind::Io`](crate::ErrorKind::Io) where the file cannot be read, or
    /// has not the length that it was said to have. Nothing takes effect then: the service has seen
    /// no end of the request. A path that leads to no file, or to a folder, is found out before
    /// anything is sent.
    pub async fn send(self) -> Result<Response<ProcessResponse>, Error> {
        let project = Some(self.upload.project_id.as_str().into());
        let target = Target::of_project(UploadFile::OPERATION, self.upload.client, project);
        self.send_now().await.map_err(|error| error.at(target))
    }

    async fn send_now(self) -> Result<Response<ProcessResponse>, Error> {
        const OPERATION: &Operation = UploadFile::OPERATION;
        let call = self.upload.data(Bytes::new()).call()?;
        let frame = Frame::around_data(call.body())
            .ok_or_else(|| Error::invalid_request(OPERATION, "the body has no field `data`"))?;
        let (name, source) = (self.source.to_string(), self.source);
        let length = source.length().await;
        let length = length.map_err(|error| Error::unreadable(OPERATION, &name, error))?;
        let whole = length.and_then(|length| frame.length_with(length));
        let trouble = Trouble::default();
        let (on_progress, noted) = (self.on_progress, trouble.clone());
        let encoder = Encoder { frame, length, on_progress, trouble: noted };
        let sent = call.payload(payload(encoder, source, whole)).run().await;
        match trouble.take() {
            Some(cause) => sent.map_err(|error| error.because_unreadable(&name, cause)),
            None => sent,
        }?
        .decode()
    }

    /// Sends the file, and waits for the end of its import.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send), and as [`GetProcess::wait`](crate::calls::GetProcess::wait).
    pub fn wait(self) -> Wait<'a, QueuedProcess> {
        let upload = &self.upload;
        let poll = wait::poll_of(upload.client, &upload.project_id, &upload.options);
        let sent = async move {
            let answer = self.send().await?;
            let retries = *answer.retries();
            Ok((answer.into_inner().process.process_id, retries))
        };
        wait::process(UploadFile::OPERATION, poll, sent)
    }
}

fn payload(encoder: Encoder, source: FileSource, length: Option<u64>) -> Payload {
    match source.0 {
        Kind::Path(path) => Payload::Replayable(
            Box::new(move || encoder.clone().body(Input::Path(path.clone()))),
            length,
        ),
        Kind::Bytes(bytes) => Payload::Replayable(
            Box::new(move || encoder.clone().body(Input::bytes(bytes.clone()))),
            length,
        ),
        Kind::Reader(reader, _) => Payload::Once(Some(encoder.body(Input::Reader(reader))), length),
    }
}

impl fmt::Debug for StreamedUpload<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamedUpload")
            .field("upload", &self.upload)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}
