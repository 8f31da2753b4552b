//! The download of a bundle: from a signed link on another host, without any credential.

use std::time::Duration;

use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue};
use tokio::time::{Instant, sleep};

use super::Export;
use crate::call::Call;
pub(crate) use crate::call::DOWNLOAD;
use crate::call::chunks::chunks;
use crate::call::response::RawResponse;
use crate::error::{Error, ErrorKind};
use crate::transfer::part::Part;

impl Error {
    /// A bundle, or a link to one, that is not what it must be.
    pub(crate) fn bundle(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Bundle, Some(&DOWNLOAD), detail)
    }

    /// A bundle that cannot be read.
    #[cfg(feature = "zip")]
    pub(crate) fn damaged_bundle(
        detail: impl Into<String>,
        source: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        Self::bundle(detail).with_source(source)
    }
}

/// How often a link that its host refuses is made anew.
const RENEWALS: u32 = 2;

/// Tells a caller how many bytes have come, and of how many.
pub(super) type Progress<'a> = Box<dyn FnMut(u64, Option<u64>) + Send + 'a>;

/// What a download may take: see the setters of [`Pull`](super::Pull).
#[derive(Debug, Clone)]
pub(super) struct Bounds {
    pub(super) size: u64,
    /// In bytes a second, on average once `grace` is over.
    pub(super) speed: u64,
    pub(super) grace: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            size: 1 << 30,
            speed: 1 << 10,
            grace: Duration::from_secs(5 * 60),
        }
    }
}

/// Exports, and downloads the bundle to the end. A download that breaks starts over.
pub(super) async fn download(
    export: &mut Export<'_>,
    part: &mut Part,
    progress: &mut Progress<'_>,
    bounds: &Bounds,
) -> Result<(), Error> {
    const PAUSE: Duration = Duration::from_millis(500);
    let client = export.call.client.with_options(export.call.options.clone());
    let (mut renewals, mut tries) = (0, 0);
    let mut link = export.link().await?;
    let began = Instant::now();
    loop {
        let call = Call::of_link(client.clone(), link.url().clone());
        let opened = match call.run().await {
            Err(error) if is_expired(&error) && renewals < RENEWALS => {
                renewals += 1;
                link = export.link().await?;
                continue;
            }
            Err(error) if is_expired(&error) => {
                return Err(error.and(&format!(
                    "the link to the bundle has expired, and was renewed {RENEWALS} times in vain"
                )));
            }
            opened => opened?,
        };
        let mut download = Download {
            part: &mut *part,
            progress: &mut *progress,
            bounds,
            began,
        };
        tries += 1;
        match download.receive(opened).await {
            Err(error) if error.is_retryable() && tries < client.retry_policy().attempts => {
                sleep(PAUSE).await;
            }
            result => return result,
        }
    }
}

/// Storage hosts answer 403 for a signature that has ended, and 404 or 410 for what they no longer
/// keep.
fn is_expired(error: &Error) -> bool {
    let status = error.status().map(|status| status.as_u16());
    error.kind() == ErrorKind::Status && matches!(status, Some(403 | 404 | 410))
}

/// A bundle on its way.
struct Download<'d, 'p> {
    part: &'d mut Part,
    progress: &'d mut Progress<'p>,
    bounds: &'d Bounds,
    /// When the first link was there.
    began: Instant,
}

impl Download<'_, '_> {
    /// Receives a bundle whose head has come.
    async fn receive(&mut self, response: RawResponse) -> Result<(), Error> {
        let mut chunks = chunks(response);
        if is_web_page(chunks.headers()) {
            return Err(Error::bundle(
                "a web page came instead of the bundle: something on the way to its host answers \
                 for it",
            ));
        }
        let total = chunks.headers().get(CONTENT_LENGTH);
        let total = total.and_then(|length| length.to_str().ok()?.parse().ok());
        self.check_size(total.unwrap_or(0))?;
        self.part.start(chunks.headers(), total).await?;
        while let Some(bytes) = chunks.next().await {
            self.take(&bytes?).await?;
        }
        let part = &mut *self.part;
        if part.received() == 0 {
            return Err(Error::bundle("the bundle is empty"));
        }
        part.check_signature(true)?;
        if part.has_end().await? {
            return Ok(());
        }
        let text = format!(
            "the bundle ended before its end, after {} bytes",
            part.received()
        );
        Err(Error::new(ErrorKind::ConnectionLost, Some(&DOWNLOAD), text))
    }

    /// Keeps what has come, as long as that may be the bundle.
    async fn take(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.check_size(self.part.received().saturating_add(bytes.len() as u64))?;
        self.part.append(bytes).await?;
        self.part.check_signature(false)?;
        self.check_speed()?;
        (self.progress)(self.part.received(), self.part.total());
        Ok(())
    }

    fn check_size(&self, size: u64) -> Result<(), Error> {
        let limit = self.bounds.size;
        if size <= limit {
            return Ok(());
        }
        Err(Error::bundle(format!(
            "the bundle is larger than {limit} bytes, the limit: see `Pull::bundle_limit`"
        )))
    }

    fn check_speed(&self) -> Result<(), Error> {
        let (elapsed, came) = (self.began.elapsed(), self.part.received());
        let wanted = self.bounds.speed as f64 * elapsed.as_secs_f64();
        if elapsed <= self.bounds.grace || came as f64 >= wanted {
            return Ok(());
        }
        let text = format!(
            "{came} bytes came in {elapsed:.1?}, less than {} a second, the limit: see \
             `Pull::min_speed`",
            self.bounds.speed
        );
        Err(Error::new(ErrorKind::Timeout, Some(&DOWNLOAD), text))
    }
}

fn is_web_page(headers: &HeaderMap) -> bool {
    const HTML: &[u8] = b"text/html";
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    kind.and_then(|kind| kind.get(..HTML.len()))
        .is_some_and(|kind| kind.eq_ignore_ascii_case(HTML))
}
