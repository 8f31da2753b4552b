//! The exchange of a link: a host that is not the service, with redirects and without a credential.

use bytes::Bytes;
use reqwest::header::{CONTENT_TYPE, HeaderValue, LOCATION};
use reqwest::{Method, Request};
use url::Url;

use super::exchange::{Received, Timer, head};
use super::{Call, Failed};
use crate::client::Client;
use crate::error::{Error, ErrorKind, is_of_store};
use crate::settings::retry::Outcome;
use crate::wire::operation::{Operation, Server};
use crate::wire::secret::Secret;

/// The operation of a download, which is not in the document.
pub(crate) static DOWNLOAD: Operation = Operation {
    authenticated: false,
    ..Operation::new("downloadBundle", &Method::GET, "{bundle_url}", Server::Main)
};

impl Call {
    /// Creates a download from a link, without a credential or compression.
    pub(crate) fn of_link(client: Client, url: Url) -> Self {
        Self {
            is_link: true,
            is_streamed: true,
            accept: HeaderValue::from_static("*/*"),
            secrets: secrets_of_link(&url).collect(),
            ..Self::new(client, &DOWNLOAD, Method::GET, url, None)
        }
    }

    /// Sends the request of a link, and reads its response.
    pub(super) async fn exchange_link(&mut self, request: Request) -> Result<Received, Failed> {
        let timer = self.timer();
        let mut response = self.follow(request, &timer).await?;
        let status = response.status();
        if !status.is_success() {
            let body = error_of_store(&timer, &mut response).await;
            let head = head(&mut response).map(|_| body);
            let error = Error::new(ErrorKind::Status, Some(self.operation), "");
            return Err(Failed(error.with_response(head), Some(Outcome::Responded(status))));
        }
        if is_html_type(&response) {
            return Err(self.bad_link("leads to an HTML page, not a file").into());
        }
        self.receive(response, &timer).await
    }

    /// Sends a request, and follows redirects, which is safe without a credential.
    async fn follow(
        &mut self,
        mut request: Request,
        timer: &Timer,
    ) -> Result<reqwest::Response, Failed> {
        const REDIRECTS: usize = 5;
        for _ in 0..=REDIRECTS {
            let next = request.try_clone();
            let response = self.head_of(request, timer, None).await?;
            let location = response.headers().get(LOCATION);
            let location = location.filter(|_| response.status().is_redirection());
            let (Some(mut next), Some(location)) = (next, location) else {
                return Ok(response);
            };
            let to = location.to_str().ok().and_then(|to| next.url().join(to).ok());
            let to = to.filter(|to| self.client.may_follow(to));
            let to = to.filter(|to| to.scheme() == "https" || next.url().scheme() == "http");
            let Some(to) = to else {
                return Err(self.bad_link("redirects to a URL that is not HTTPS").into());
            };
            self.secrets.extend(secrets_of_link(&to));
            *next.url_mut() = to;
            request = next;
        }
        Err(self.bad_link("redirects too often").into())
    }

    fn bad_link(&self, reason: &str) -> Error {
        let detail = format!("the link {reason}");
        Error::new(ErrorKind::Bundle, Some(self.operation), detail)
    }
}

/// Reads the error of a host of bundles. Empty if it is not that of an object store, because the
/// host may repeat the link in its words.
async fn error_of_store(timer: &Timer, response: &mut reqwest::Response) -> Bytes {
    const LONGEST: usize = 64 << 10;
    let body = timer.read(response, LONGEST).await.ok();
    body.filter(|body| is_of_store(body)).unwrap_or_default()
}

/// Returns the query of a link, whole, and each of its values, as it is and decoded.
fn secrets_of_link(link: &Url) -> impl Iterator<Item = Secret> {
    let query = link.query();
    let pairs = query.into_iter().flat_map(|query| query.split('&'));
    let values = pairs.filter_map(|pair| Some(pair.split_once('=')?.1.into()));
    let decoded = link.query_pairs().map(|(_, value)| value.as_ref().into());
    query.map(Secret::from).into_iter().chain(values).chain(decoded)
}

/// Whether this is an HTML page, as captive portals and proxies send it.
fn is_html_type(response: &reqwest::Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().to_ascii_lowercase().starts_with(b"text/html"))
}
