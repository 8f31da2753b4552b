//! Which client a request to the authorization server names: that tells its world.

use std::future::ready;

use axum::body::Body;
use axum::http::Method;
use axum::http::request::Parts;
use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt as _, stream};
use serde::Deserialize;
use url::form_urlencoded;

use crate::settings::{Server, WORLDS};
use crate::worlds::Worlds;

const CLIENT_ID: &str = "client_id";
/// How much of a body is looked at, in bytes.
const LIMIT: usize = 64 << 10;

/// The client that a request names where there is more than one world to tell, and the body, which
/// is as it was.
pub(super) async fn client_id(
    worlds: &Worlds,
    server: Server,
    parts: &Parts,
    body: Body,
) -> (Option<String>, Body) {
    if server != Server::Auth || parts.uri.path().starts_with(WORLDS) || worlds.is_one() {
        return (None, body);
    }
    if parts.method != Method::POST {
        let query = parts.uri.query().unwrap_or_default();
        return (in_form(query.as_bytes()), body);
    }
    let (start, body) = beginning(body).await;
    (in_json(&start).or_else(|| in_form(&start)), body)
}

fn in_form(form: &[u8]) -> Option<String> {
    let mut pairs = form_urlencoded::parse(form);
    let (_, id) = pairs.find(|(name, _)| name == CLIENT_ID)?;
    Some(id.into_owned())
}

fn in_json(body: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        client_id: String,
    }
    let named: Named = serde_json::from_slice(body).ok()?;
    Some(named.client_id)
}

/// The beginning of a body, and the body with it, to be read once more.
async fn beginning(body: Body) -> (Bytes, Body) {
    let mut chunks = body.into_data_stream();
    let (mut start, mut failed) = (BytesMut::new(), None);
    while start.len() < LIMIT
        && let Some(chunk) = chunks.next().await
    {
        match chunk {
            Ok(chunk) => start.extend_from_slice(&chunk),
            Err(error) => {
                failed = Some(Err(error));
                break;
            }
        }
    }
    let start = start.freeze();
    let again = stream::once(ready(Ok(start.clone())));
    let whole = again.chain(stream::iter(failed)).chain(chunks);
    (start, Body::from_stream(whole))
}
