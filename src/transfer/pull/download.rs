//! The download of a bundle: from a signed link on another host, without any credential, resumed
//! where it broke.

use std::time::Duration;

use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, IF_RANGE, LOCATION, RANGE,
};
use reqwest::{Method, Response, StatusCode};
use tokio::time::Instant;
use tracing::Instrument;

use super::Export;
use crate::call::exchange;
use crate::call::outgoing::{ResponseTimeout, UploadGuard};
use crate::call::response::RawResponse;
use crate::call::{Attempts, Exchange, Failure};
use crate::error::{Error, ErrorKind, Target};
use crate::hook::AttemptEnd;
use crate::settings::retry::Outcome;
use crate::trace;
use crate::transfer::link::Link;
use crate::transfer::part::Part;
use crate::wire::operation::{Operation, Server};

/// No operation of the document, but an exchange like another: it has a name in errors and spans,
/// and is retried.
pub(crate) const DOWNLOAD: Operation = Operation {
    path: "{bundle_url}",
    authenticated: false,
    ..Operation::undescribed("downloadBundle", Server::Main)
};

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
/// How many new bytes make an attempt count as the first. Fewer could go on for ever.
const PROGRESS: u64 = 16 << 10;
/// How many redirects are followed.
const REDIRECTS: u32 = 5;

/// Tells a caller how many bytes have come, and of how many.
pub(super) type Progress<'a> = Box<dyn FnMut(u64, Option<u64>) + Send + 'a>;

type Failed = (Error, Option<Outcome>);

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

/// Exports, and downloads the bundle to the end.
pub(super) async fn download(
    export: &mut Export<'_>,
    part: &mut Part,
    progress: &mut Progress<'_>,
    bounds: &Bounds,
) -> Result<(), Error> {
    let client = export.call.client;
    let mut renewals = 0;
    let mut began = None;
    loop {
        let link = export.link().await?;
        let span = trace::call(&DOWNLOAD, &Method::GET, link.url());
        let call = (&Method::GET, link.url());
        let download = Download {
            attempts: Attempts::begin(client.clone(), &DOWNLOAD, call, None),
            link,
            part,
            progress,
            bounds,
            began: *began.get_or_insert_with(Instant::now),
        };
        match download.run().instrument(span).await {
            Err(error) if is_expired(&error) && renewals < RENEWALS => renewals += 1,
            Err(error) if is_expired(&error) => {
                return Err(error.and(&format!(
                    "the link to the bundle has expired, and was renewed {RENEWALS} times in vain"
                )));
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

/// A download from one link.
struct Download<'d, 'p> {
    attempts: Attempts,
    link: Link,
    part: &'d mut Part,
    progress: &'d mut Progress<'p>,
    bounds: &'d Bounds,
    /// When the first link was there.
    began: Instant,
}

impl Exchange for Download<'_, '_> {
    type Answer = StatusCode;

    fn attempts(&mut self) -> &mut Attempts {
        &mut self.attempts
    }

    async fn attempt(&mut self) -> Result<StatusCode, Failure> {
        self.attempts.start(None)?;
        self.attempts.state.attempt();
        let (before, started) = (self.part.furthest(), Instant::now());
        let result = self.fetch().await;
        let came = self.part.furthest() - before;
        let status = result.as_ref().copied().map_err(|(error, _)| error);
        self.attempts.hooks.attempted(&AttemptEnd {
            number: self.attempts.state.attempts,
            waited: Duration::ZERO,
            elapsed: started.elapsed(),
            sent: Some(0),
            result: status.map(|status| (status, Some(came))),
        });
        result.map_err(|(error, outcome)| match outcome {
            None => Failure::Fatal(error),
            Some(outcome) if came >= PROGRESS => Failure::Partial(error, outcome),
            Some(outcome) => Failure::Exchange(error, outcome),
        })
    }
}

impl Download<'_, '_> {
    /// Downloads in as many attempts as the client's policy allows. One that brings enough counts
    /// as the first.
    async fn run(mut self) -> Result<(), Error> {
        let result = Attempts::run(&mut self).await;
        let Attempts { state, hooks, .. } = &mut self.attempts;
        let host = Target::host_of(self.link.url());
        let result = result.map_err(|error| error.after(state).at(host));
        hooks.ended(state, result.as_ref().copied());
        result.map(|_| ())
    }

    /// One exchange: asks for what is missing, and keeps what comes.
    async fn fetch(&mut self) -> Result<StatusCode, Failed> {
        let (response, mut timeout) = self.open().await?;
        let mut response = self.admit(response).await?;
        let status = response.status();
        loop {
            match exchange::chunk(&mut response, &mut timeout).await {
                Ok(Some(bytes)) => self.take(&bytes).await.map_err(fatal)?,
                Ok(None) => break,
                Err(cut) => {
                    let error = Error::cut_short(&DOWNLOAD, head(response).into(), cut);
                    return Err((error, Some(Outcome::Lost)));
                }
            }
        }
        let part = &mut *self.part;
        match part.total() {
            _ if part.received() == 0 => Err(fatal(Error::bundle("the bundle is empty"))),
            Some(total) if !part.is_whole() => {
                let text = format!("{} bytes came of {total}", part.received());
                part.forget_origin();
                Err((Error::broken(&DOWNLOAD, text), Some(Outcome::Lost)))
            }
            _ => {
                part.check_signature(true).map_err(fatal)?;
                if part.has_end().await.map_err(fatal)? {
                    return Ok(status);
                }
                part.forget_origin();
                let text = format!(
                    "the bundle ended before its end, after {} bytes",
                    part.received()
                );
                Err((Error::broken(&DOWNLOAD, text), Some(Outcome::Lost)))
            }
        }
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
        let (elapsed, came) = (self.began.elapsed(), self.part.furthest());
        let wanted = self.bounds.speed as f64 * elapsed.as_secs_f64();
        if elapsed <= self.bounds.grace || came as f64 >= wanted {
            return Ok(());
        }
        let text = format!(
            "{came} bytes came in {elapsed:.1?}, less than {} a second, the limit: see \
             `Pull::min_speed`",
            self.bounds.speed
        );
        Err(Error::gave_up_waiting(&DOWNLOAD, text))
    }

    /// Sends the request, and follows redirects: without a credential they do no harm.
    async fn open(&mut self) -> Result<(Response, ResponseTimeout), Failed> {
        let client = &self.attempts.client;
        let mut link_now = self.link.clone();
        for _ in 0..=REDIRECTS {
            // Lengths and ranges are those of the bundle only where nothing is compressed on the
            // way.
            let mut request = client
                .http()
                .get(link_now.url().clone())
                .header(ACCEPT_ENCODING, "identity");
            if let Some(missing) = self.part.missing(&self.link) {
                request = request
                    .header(RANGE, missing.range)
                    .header(IF_RANGE, missing.if_range);
            }
            let request = request
                .build()
                .map_err(|error| fatal(Error::unsendable(&DOWNLOAD, &error.without_url())))?;
            let mut timeout = UploadGuard::default().timeout(client.read_timeout(), None);
            let response = exchange::execute(
                client.connections(),
                &DOWNLOAD,
                Box::new(request),
                &mut timeout,
            )
            .await
            .map_err(|(error, outcome)| (error, Some(outcome)))?;
            let location = response.headers().get(LOCATION);
            match location.filter(|_| response.status().is_redirection()) {
                Some(location) => link_now = link_now.redirected(location).map_err(fatal)?,
                None => return Ok((response, timeout)),
            }
        }
        Err(fatal(Error::bundle(
            "the link to the bundle redirects without end",
        )))
    }

    /// Judges an answer by its head, and readies the part for its body.
    async fn admit(&mut self, response: Response) -> Result<Response, Failed> {
        let headers = response.headers();
        let rest_wanted = self.part.missing(&self.link).is_some();
        match response.status() {
            StatusCode::OK if is_web_page(headers) => Err(fatal(Error::bundle(
                "a web page came instead of the bundle: something on the way to its host answers \
                 for it",
            ))),
            StatusCode::OK => {
                self.check_size(response.content_length().unwrap_or(0))
                    .map_err(fatal)?;
                let started = self
                    .part
                    .start(&self.link, headers, response.content_length());
                started.await.map(|()| response).map_err(fatal)
            }
            StatusCode::PARTIAL_CONTENT if rest_wanted && self.part.continues(headers) => {
                Ok(response)
            }
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE if rest_wanted => {
                self.part.forget_origin();
                let text = "the rest was asked for, and something else was sent";
                Err((Error::broken(&DOWNLOAD, text), Some(Outcome::Lost)))
            }
            status => {
                let error = Error::refused(&DOWNLOAD, head(response).into());
                Err((error, Some(Outcome::Answered(status))))
            }
        }
    }
}

fn is_web_page(headers: &HeaderMap) -> bool {
    const HTML: &[u8] = b"text/html";
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    kind.and_then(|kind| kind.get(..HTML.len()))
        .is_some_and(|kind| kind.eq_ignore_ascii_case(HTML))
}

/// An answer without its body, since a storage host may repeat the signed link in it.
fn head(mut response: Response) -> RawResponse {
    exchange::head(&mut response)
}

/// A failure that another attempt would not mend.
fn fatal(error: Error) -> Failed {
    (error, None)
}
