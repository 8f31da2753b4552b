//! The download of a bundle: from a signed link on another host, without any credential, resumed where it broke.

use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, IF_RANGE, LOCATION, RANGE,
};
use reqwest::{Method, Response, StatusCode};
use tokio::time::Instant;
use tracing::Instrument;

use crate::client::Client;
use crate::error::{Error, ErrorKind, Stop, Target};
use crate::outgoing::{Patience, Watch};
use crate::pipeline::{self, Course};
use crate::response::RawResponse;
use crate::retry::{self, Attempt, Decision, Outcome};
use crate::runtime::{Operation, Server};
use crate::trace;
use crate::transfer::export::Export;
use crate::transfer::link::Link;
use crate::transfer::part::Part;

/// No operation of the document, but an exchange like another: it has a name in errors and spans, and is retried.
const DOWNLOAD: Operation = Operation {
    path: "{bundle_url}",
    authenticated: false,
    ..Operation::undescribed("downloadBundle", Server::Main)
};

/// How often a link that its host refuses is made anew.
const RENEWALS: u32 = 2;
/// How many redirects are followed.
const REDIRECTS: u32 = 5;

/// Tells a caller how many bytes have come, and of how many.
pub(super) type Progress<'a> = Box<dyn FnMut(u64, Option<u64>) + Send + 'a>;

type Failure = (Error, Option<Outcome>);

/// Exports, and downloads the bundle to the end.
pub(super) async fn download(
    export: &mut Export<'_>,
    part: &mut Part,
    progress: &mut Progress<'_>,
) -> Result<(), Error> {
    let client = export.call.client;
    let mut renewals = 0;
    loop {
        let link = export.link().await?;
        let span = trace::call(&DOWNLOAD, &Method::GET, link.url());
        match from_link(client, &link, part, progress)
            .instrument(span)
            .await
        {
            Err(error) if is_expired(&error) && renewals < RENEWALS => renewals += 1,
            result => return result,
        }
    }
}

/// Storage hosts answer 403 for a signature that has ended, and 404 or 410 for what they no longer keep.
fn is_expired(error: &Error) -> bool {
    let status = error.status().map(|status| status.as_u16());
    error.kind() == ErrorKind::Status && matches!(status, Some(403 | 404 | 410))
}

/// Downloads in as many attempts as the client's policy allows. One that brings something new counts as the first.
async fn from_link(
    client: &Client,
    link: &Link,
    part: &mut Part,
    progress: &mut Progress<'_>,
) -> Result<(), Error> {
    let mut course = Course::default();
    let (mut number, mut since) = (0, Instant::now());
    loop {
        course.attempt();
        let before = part.furthest();
        let result = fetch(client, link, part, progress).await;
        let status = result.as_ref().copied();
        trace::attempted(course.attempts, status.map_err(|(error, _)| error));
        let (error, outcome) = match result {
            Ok(_) => {
                client.retry_budget().earn();
                return Ok(());
            }
            Err((error, None)) => return Err(at_host(error, &course, link)),
            Err((error, Some(outcome))) => (error, outcome),
        };
        if let Some(status) = error.status() {
            course.answered(status);
        }
        let progressed = part.furthest() > before;
        if progressed {
            (number, since) = (0, Instant::now());
        }
        number += 1;
        let stop = match pause_after(client, &error, outcome, number, since.elapsed()) {
            // What flows is no outage: the budget is for attempts that bring nothing.
            Decision::Retry(pause) if progressed || client.retry_budget().take() => {
                trace::retrying(course.attempts, pause);
                tokio::time::sleep(pause).await;
                continue;
            }
            Decision::Retry(_) => Some(Stop::SpentBudget),
            Decision::TooLong { asked } => Some(Stop::TooLong(asked)),
            Decision::Stop => None,
        };
        return Err(at_host(error.stopped_by(stop), &course, link));
    }
}

fn at_host(error: Error, course: &Course, link: &Link) -> Error {
    error.in_course(course).at(Target::host_of(link.url()))
}

fn pause_after(
    client: &Client,
    error: &Error,
    outcome: Outcome,
    number: u32,
    elapsed: Duration,
) -> Decision {
    let attempt = Attempt {
        operation: &DOWNLOAD,
        method: &Method::GET,
        outcome,
        number,
        rate_limited: 0,
        elapsed,
        retry_after: error.retry_after(),
        random: retry::random(),
    };
    retry::decide(client.retry_policy(), &attempt)
}

/// One exchange: asks for what is missing, and keeps what comes.
async fn fetch(
    client: &Client,
    link: &Link,
    part: &mut Part,
    progress: &mut Progress<'_>,
) -> Result<StatusCode, Failure> {
    let (response, mut patience) = open(client, link, part).await?;
    let mut response = admit(response, link, part).await?;
    let status = response.status();
    loop {
        match pipeline::chunk(&mut response, &mut patience).await {
            Ok(Some(bytes)) => {
                part.append(&bytes).await.map_err(fatal)?;
                progress(part.received(), part.total());
            }
            Ok(None) => break,
            Err(cut) => {
                let error = Error::cut_short(&DOWNLOAD, head(response), cut);
                return Err((error, Some(Outcome::Lost)));
            }
        }
    }
    match part.total() {
        _ if part.received() == 0 => Err(fatal(Error::bundle("the bundle is empty"))),
        Some(total) if !part.is_whole() => {
            let text = format!("{} bytes came of {total}", part.received());
            part.forget_origin();
            Err((Error::broken(&DOWNLOAD, text), Some(Outcome::Lost)))
        }
        _ => Ok(status),
    }
}

/// Sends the request, and follows redirects: without a credential they do no harm.
async fn open(client: &Client, link: &Link, part: &Part) -> Result<(Response, Patience), Failure> {
    let mut link_now = link.clone();
    for _ in 0..=REDIRECTS {
        // Lengths and ranges are those of the bundle only where nothing is compressed on the way.
        let mut request = client
            .http()
            .get(link_now.url().clone())
            .header(ACCEPT_ENCODING, "identity");
        if let Some(missing) = part.missing(link) {
            request = request
                .header(RANGE, missing.range)
                .header(IF_RANGE, missing.if_range);
        }
        let request = request
            .build()
            .map_err(|error| fatal(Error::unsendable(&DOWNLOAD, &error.without_url())))?;
        let mut patience = Watch::default().patience(client.read_timeout(), None);
        let response = pipeline::execute(client.connections(), &DOWNLOAD, request, &mut patience)
            .await
            .map_err(|(error, outcome)| (error, Some(outcome)))?;
        let location = response.headers().get(LOCATION);
        match location.filter(|_| response.status().is_redirection()) {
            Some(location) => link_now = link_now.redirected(location).map_err(fatal)?,
            None => return Ok((response, patience)),
        }
    }
    Err(fatal(Error::bundle(
        "the link to the bundle redirects without end",
    )))
}

/// Judges an answer by its head, and readies the part for its body.
async fn admit(response: Response, link: &Link, part: &mut Part) -> Result<Response, Failure> {
    let headers = response.headers();
    let rest_wanted = part.missing(link).is_some();
    match response.status() {
        StatusCode::OK if is_web_page(headers) => Err(fatal(Error::bundle(
            "a web page came instead of the bundle: something on the way to its host answers for it",
        ))),
        StatusCode::OK => {
            let started = part.start(link, headers, response.content_length()).await;
            started.map(|()| response).map_err(fatal)
        }
        StatusCode::PARTIAL_CONTENT if rest_wanted && part.continues(headers) => Ok(response),
        StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE if rest_wanted => {
            part.forget_origin();
            let text = "the rest was asked for, and something else was sent";
            Err((Error::broken(&DOWNLOAD, text), Some(Outcome::Lost)))
        }
        status => {
            let error = Error::refused(&DOWNLOAD, head(response));
            Err((error, Some(Outcome::Answered(status))))
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
    RawResponse {
        status: response.status(),
        headers: std::mem::take(response.headers_mut()),
        body: Bytes::new(),
        origin: None,
    }
}

/// A failure that another attempt would not mend.
fn fatal(error: Error) -> Failure {
    (error, None)
}
