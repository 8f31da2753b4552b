//! Streamed uploads: a file is sent while it is read, in constant memory.

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
    /// Uploads a file from a path, bytes, or a reader, instead of `data`, which need not be set. It
    /// is encoded while it is sent, in constant memory. The timeout of the whole call does not
    /// apply.
    ///
    /// Be careful with `cleanup_mode`: the service deletes every key of the project that is not in
    /// this file, including keys of other files, with their translations in all languages.
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
    /// Sets a function that receives the number of bytes sent to the connection so far, and the
    /// total if it is known. It is called between the parts of the file, starting at 0, and starts
    /// again at 0 if the file is sent again. It should not block.
    pub fn on_progress(
        mut self,
        listener: impl Fn(u64, Option<u64>) + Send + Sync + 'static,
    ) -> Self {
        self.on_progress = Some(Arc::new(listener));
        self
    }

    /// Sends the file. Returns when its import is queued.
    ///
    /// After a 429, a path and bytes are sent again, according to the client's retry policy; a
    /// reader cannot be sent again, and the call fails. All sources but [`FileSource::reader`] have
    /// a known length and are sent with a `Content-Length`.
    ///
    /// # Errors
    ///
    /// Fails as any call does, and with [`ErrorKind::Io`](crate::ErrorKind::Io) if the file cannot
    /// be read or does not have its declared length. Nothing takes effect then, because the service
    /// never received the end of the request. A missing file and a directory fail before anything
    /// is sent.
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

    /// Sends the file and waits for its import to finish.
    ///
    /// # Errors
    ///
    /// Fails as [`send`](Self::send) and [`GetProcess::wait`](crate::calls::GetProcess::wait) do.
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
