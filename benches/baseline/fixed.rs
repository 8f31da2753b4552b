//! A server of one response, which it writes without looking at what is asked: what a process takes
//! against it is its own, and not the time that the sandbox needs.

use std::fmt::Write as _;
use std::sync::Arc;

use reqwest::Url;
use reqwest::header::CONTENT_LENGTH;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::Failure;
use crate::text::Text;
use crate::work::{PAGE, Place, Work};

/// The server, until this is dropped.
pub(crate) struct Fixed {
    pub(crate) place: Place,
    serving: JoinHandle<()>,
}

impl Drop for Fixed {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Fixed {
    /// Serves the sandbox's response to the request of `work`, if that is done against this server.
    pub(crate) async fn of(work: Work, place: &Place) -> Result<Option<Self>, Failure> {
        let response = match work {
            Work::Gets { .. } => recorded(place, place.comment_url(), None).await?,
            Work::Pages { text, .. } => {
                let url = format!("{}?limit={PAGE}", place.comments_url());
                recorded(place, url, Some(text)).await?
            }
            _ => return Ok(None),
        };
        Self::start(place.clone(), response.into()).await.map(Some)
    }

    async fn start(place: Place, response: Arc<[u8]>) -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let mut url = Url::parse(&place.base_url)?;
        url.set_port(Some(port)).map_err(|()| "no port for it")?;
        let base_url = url.as_str().trim_end_matches('/').to_owned();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&response)));
            }
        });
        Ok(Self { place: Place { base_url, ..place }, serving })
    }
}

/// The response as it is sent, with its head; the comments have this text.
async fn recorded(place: &Place, url: String, text: Option<Text>) -> Result<Vec<u8>, Failure> {
    let http = reqwest::Client::new();
    let request = http.get(url);
    let response = request.header("x-api-token", &place.token).send().await?;
    let response = response.error_for_status()?;
    let mut head = format!("HTTP/1.1 {}\r\n", response.status());
    for (name, value) in response.headers() {
        if name != CONTENT_LENGTH {
            write!(head, "{name}: {}\r\n", value.to_str()?)?;
        }
    }
    let mut body = response.text().await?;
    if let Some(text) = text {
        body = text.put_into(&body);
    }
    write!(head, "content-length: {}\r\n\r\n", body.len())?;
    Ok((head + &body).into_bytes())
}

/// Responds to each request of a connection. They have no bodies, and come one after the other.
async fn serve(mut stream: TcpStream, response: Arc<[u8]>) -> std::io::Result<()> {
    let mut asked = Vec::new();
    while stream.read_buf(&mut asked).await? > 0 {
        if asked.ends_with(b"\r\n\r\n") {
            asked.clear();
            stream.write_all(&response).await?;
        }
    }
    Ok(())
}
