//! Files of raw requests: sent while they are read, and written while they come.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::header::HeaderValue;
use serde_json::{Map, Value};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use uuid::Uuid;

use super::RawRequest;
use crate::call::response::Response;
use crate::error::Error;
#[cfg(doc)]
use crate::settings::options::CallOptions;
use crate::transfer::{FileBody, FileSource, Frame, OnProgress, Part};
use crate::wire::operation::Operation;

/// The file that a raw request sends.
#[derive(Default)]
pub(super) struct RawFile {
    /// Never locked: a request is shared between threads, and a reader is not.
    file: Option<Mutex<(Place, FileSource)>>,
    on_progress: Option<OnProgress>,
}

enum Place {
    /// The whole body, of this type.
    Body(HeaderValue),
    /// A field of the JSON, or a pointer to one.
    Field(String),
}

impl RawRequest<'_> {
    /// Sends this file in the body, in Base64 within its JSON: from a path, bytes, or any reader.
    /// It is encoded while it is sent, so files of any size take the same little memory. The
    /// client's limit of a whole call does not hold for it, one of its
    /// [options](CallOptions::timeout) does.
    ///
    /// `field` is the name of a field, or a JSON pointer, as `/screenshots/0/data`; what it is in
    /// has to be in the [JSON](Self::json). A text that is there stays before the file's, as
    /// `data:image/png;base64,` does.
    ///
    /// A path and bytes are sent again after a 429, as the client's retry policy says; a reader
    /// cannot be, and the error says so.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use std::path::Path;
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::{Value, json};
    ///
    /// let body = json!({"screenshots": [{"title": "Start", "data": "data:image/png;base64,"}]});
    /// let created = client.request(Method::POST, "projects/garnet-7041.26/screenshots")
    ///     .json(&body)
    ///     .file("/screenshots/0/data", Path::new("start.png"))
    ///     .on_progress(|sent, total| println!("{sent} of {total:?} bytes"))
    ///     .send::<Value>().await?;
    /// println!("{:?}", *created);
    /// # Ok(())
    /// # }
    /// ```
    pub fn file(mut self, field: impl Into<String>, source: impl Into<FileSource>) -> Self {
        self.set_file(Place::Field(field.into()), source.into());
        self
    }

    /// Sends this file as the body, as it is, with this content type: see [`file`](Self::file).
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use std::path::Path;
    /// use l10n_client::reqwest::Method;
    ///
    /// let image = client.request(Method::PUT, "projects/garnet-7041.26/screenshots/7/image");
    /// image.body("image/png", Path::new("start.png")).send::<()>().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn body(mut self, content_type: &str, source: impl Into<FileSource>) -> Self {
        match HeaderValue::try_from(content_type) {
            Ok(kind) => self.set_file(Place::Body(kind), source.into()),
            Err(_) => self.unfit(format!("{content_type:?} is no content type")),
        }
        self
    }

    fn set_file(&mut self, place: Place, source: FileSource) {
        match self.file.file {
            Some(_) => self.unfit("it has two files, and one can be sent".to_owned()),
            None => self.file.file = Some(Mutex::new((place, source))),
        }
    }

    /// Is told, again and again, how many bytes of the file that is sent were handed to the
    /// connection: see [`StreamedUpload::on_progress`](crate::StreamedUpload::on_progress).
    pub fn on_progress(mut self, told: impl Fn(u64, Option<u64>) + Send + Sync + 'static) -> Self {
        self.file.on_progress = Some(Arc::new(told));
        self
    }

    /// Sends the request, and writes the body of its answer to a file: as [`chunks`](Self::chunks),
    /// of any length. The answer is how many bytes there are.
    ///
    /// The file takes its name in one step when it is whole and on the disk, as one of
    /// [`Pull::to_file`](crate::Pull::to_file) does. Until then, and whenever this fails or is
    /// dropped, a file of that name stays as it was.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    ///
    /// let image = client.request(Method::GET, "projects/garnet-7041.26/screenshots/7/image");
    /// println!("{} bytes", *image.to_file("start.png").await?);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`chunks`](Self::chunks); and [`Io`](crate::ErrorKind::Io) for the file.
    pub async fn to_file(self, path: impl AsRef<Path>) -> Result<Response<u64>, Error> {
        let (_, _, target) = self.context();
        let path = path.as_ref();
        let part = Part::beside(path).await;
        let mut part = part.map_err(|error| error.at(target.clone()))?;
        let mut answer = self.chunks().await?;
        let retries = *answer.retries();
        let told = |error: Error| error.after(&retries).at(target.clone());
        while let Some(chunk) = answer.next().await {
            part.append(&chunk?).await.map_err(told)?;
        }
        let length = part.persist(path).await.map_err(told)?;
        Ok(answer.map(|_| length))
    }

    /// Sends the request, and writes the body of its answer to a writer as it comes: as
    /// [`chunks`](Self::chunks), of any length. The answer is how many bytes there are. The writer
    /// is flushed, and not shut down.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    ///
    /// let mut image = Vec::new();
    /// let call = client.request(Method::GET, "projects/garnet-7041.26/screenshots/7/image");
    /// call.to_writer(&mut image).await?;
    /// println!("{} bytes", image.len());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`chunks`](Self::chunks); and [`Io`](crate::ErrorKind::Io) for the writer, which has
    /// then, as after any error, what came before.
    pub async fn to_writer(
        self,
        mut writer: impl AsyncWrite + Unpin + Send,
    ) -> Result<Response<u64>, Error> {
        let operation = self.operation();
        let (_, _, target) = self.context();
        let mut answer = self.chunks().await?;
        let retries = *answer.retries();
        let told = |error| {
            let error = Error::unwritten(operation, error).after(&retries);
            error.at(target.clone())
        };
        let mut length = 0;
        while let Some(chunk) = answer.next().await {
            let chunk = chunk?;
            writer.write_all(&chunk).await.map_err(told)?;
            length += chunk.len() as u64;
        }
        writer.flush().await.map_err(told)?;
        Ok(answer.map(|_| length))
    }
}

impl RawFile {
    pub(super) fn is_none(&self) -> bool {
        self.file.is_none()
    }

    /// The body with the file, around which this JSON stands; nothing where no file is sent.
    pub(super) fn into_body(
        self,
        operation: &'static Operation,
        json: Option<&[u8]>,
    ) -> Result<Option<FileBody>, Error> {
        let Some(file) = self.file else {
            return Ok(None);
        };
        let (place, source) = file.into_inner().unwrap_or_else(PoisonError::into_inner);
        let frame = match (place, json) {
            (Place::Body(_), Some(_)) => {
                Err("it has two bodies: JSON, and a file that is the whole".to_owned())
            }
            (Place::Body(kind), None) => Ok(Frame::whole(kind)),
            (Place::Field(field), json) => around(&field, json),
        };
        let frame = frame.map_err(|reason| Error::invalid_request(operation, reason))?;
        Ok(Some(FileBody {
            frame,
            source,
            content: None,
            on_progress: self.on_progress,
        }))
    }
}

/// The JSON around a file in one of its fields.
fn around(field: &str, json: Option<&[u8]>) -> Result<Frame, String> {
    let mut body = match json {
        Some(json) => serde_json::from_slice(json).map_err(|error| error.to_string())?,
        None => Value::Object(Map::new()),
    };
    // A text that none of the caller's is like.
    let mark = Uuid::new_v4().to_string();
    let place = place(&mut body, field)?;
    match place {
        Value::Null => *place = Value::String(mark.clone()),
        Value::String(before) => before.push_str(&mark),
        _ => {
            return Err(format!(
                "the body has something other than a text at `{field}`, the place of the file"
            ));
        }
    }
    Frame::around(body.to_string().as_bytes(), &mark)
        .ok_or_else(|| format!("the body has no place for `{field}`"))
}

/// The place of a field by its name, or by a JSON pointer. It is made where only itself is missing.
fn place<'v>(body: &'v mut Value, field: &str) -> Result<&'v mut Value, String> {
    let (outer, name) = match field.rsplit_once('/') {
        Some((outer, name)) if field.starts_with('/') => {
            (outer, name.replace("~1", "/").replace("~0", "~"))
        }
        _ => ("", field.to_owned()),
    };
    match body.pointer_mut(outer) {
        Some(Value::Object(members)) => Ok(members.entry(name).or_insert(Value::Null)),
        Some(Value::Array(elements)) => {
            let element = name
                .parse()
                .ok()
                .and_then(|index: usize| elements.get_mut(index));
            element.ok_or_else(|| format!("the body has no place `{field}` for the file"))
        }
        _ => Err(format!(
            "the body has no place `{field}` for the file: what the field is in has to be there"
        )),
    }
}
