//! The body of a streamed upload: JSON with a file in Base64, encoded while it is sent.

use std::io;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures_util::future::TryFutureExt;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use tokio::io::AsyncReadExt;

use super::source::ByteReader;
use crate::call::upload::{Parts, Payload};
use crate::calls::UploadFile;
use crate::error::Error;

/// The maximum number of bytes of a file that are encoded at once.
pub(super) const PART: usize = 48 << 10;

/// Receives the number of bytes that were encoded, and the length of the file if it is known.
pub(crate) type OnProgress = Arc<dyn Fn(u64, Option<u64>) + Send + Sync>;

/// The JSON before and after a file.
#[derive(Clone)]
pub(super) struct Frame {
    before: Bytes,
    after: Bytes,
}

impl Frame {
    /// Splits the JSON of an upload at its empty `data`. Quotes within strings are escaped, so no
    /// string contains the pattern.
    pub(super) fn around_data(json: &Bytes) -> Option<Self> {
        const DATA: &[u8] = br#""data":"""#;
        let start = json.windows(DATA.len()).position(|part| part == DATA)?;
        let middle = start + DATA.len() - 1;
        Some(Self { before: json.slice(..middle), after: json.slice(middle..) })
    }

    fn length_with(&self, file: u64) -> u64 {
        let written = file.div_ceil(3).saturating_mul(4);
        written.saturating_add((self.before.len() + self.after.len()) as u64)
    }
}

/// Creates the body of each attempt of an upload.
#[derive(Clone)]
pub(super) struct Encoder {
    pub(super) frame: Frame,
    /// The length of the file, if it is known.
    pub(super) length: Option<u64>,
    pub(super) on_progress: Option<OnProgress>,
    /// The name of the source, for errors.
    pub(super) name: String,
}

impl Encoder {
    /// Returns the body of a file of this length that is opened for each attempt.
    pub(super) fn replayable<R>(
        mut self,
        length: u64,
        open: impl Fn() -> R + Send + Sync + 'static,
    ) -> Payload
    where
        R: Future<Output = io::Result<ByteReader>> + Send + 'static,
    {
        self.length = Some(length);
        let whole = self.frame.length_with(length);
        Payload::Replayable(Box::new(move || self.clone().parts(open())), whole)
    }

    pub(super) fn parts(
        self,
        reader: impl Future<Output = io::Result<ByteReader>> + Send + 'static,
    ) -> Parts {
        let Frame { before, after } = self.frame.clone();
        let name = self.name.clone();
        let file = reader
            .map_ok(|reader| stream::try_unfold(Encoding::new(self, reader), Encoding::step))
            .try_flatten_stream();
        let file =
            file.map_err(move |error| Error::unreadable(UploadFile::OPERATION, &name, error));
        let part = |json| stream::iter([Ok(json)]);
        Box::pin(part(before).chain(file).chain(part(after)))
    }
}

/// A file that is being encoded.
struct Encoding {
    encoder: Encoder,
    reader: ByteReader,
    /// The bytes that were read but not encoded yet.
    raw: Vec<u8>,
    /// The number of bytes read.
    read: u64,
    ended: bool,
}

impl Encoding {
    fn new(encoder: Encoder, reader: ByteReader) -> Self {
        let encoding =
            Self { encoder, reader, raw: Vec::with_capacity(PART), read: 0, ended: false };
        encoding.report();
        encoding
    }

    /// Returns the next part in Base64; `None` at the end.
    async fn step(mut self) -> io::Result<Option<(Bytes, Self)>> {
        while !self.ended {
            let count = self.reader.read_buf(&mut self.raw).await?;
            self.read += count as u64;
            self.ended = count == 0;
            self.check_length()?;
            // Only the end of the file is padded: the bytes that make no group of three wait for
            // the next ones.
            let rest = if self.ended { 0 } else { self.raw.len() % 3 };
            let whole = self.raw.len() - rest;
            if whole > 0 {
                let part = self.written(whole)?;
                self.raw.drain(..whole);
                self.report();
                return Ok(Some((part.into(), self)));
            }
        }
        Ok(None)
    }

    /// Encodes the first `count` bytes of the buffer.
    fn written(&self, count: usize) -> io::Result<Vec<u8>> {
        let raw = &self.raw[..count];
        let mut part = vec![0; count.div_ceil(3) * 4];
        STANDARD.encode_slice(raw, &mut part).map_err(io::Error::other)?;
        Ok(part)
    }

    fn check_length(&self) -> io::Result<()> {
        let Some(length) = self.encoder.length else {
            return Ok(());
        };
        if self.read > length {
            let text = format!("longer than its declared length of {length} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        if self.ended && self.read < length {
            let read = self.read;
            let text = format!("ends after {read} of its declared {length} bytes");
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, text));
        }
        Ok(())
    }

    fn report(&self) {
        if let Some(on_progress) = &self.encoder.on_progress {
            on_progress(self.read - self.raw.len() as u64, self.encoder.length);
        }
    }
}
