//! The steps of one request, in order: authorize, send, read, and tell an answer from an error.

use reqwest::{Request, StatusCode};

use crate::client::Client;
use crate::error::Error;
use crate::response::RawResponse;
use crate::runtime::Operation;

/// Sends a request and reads its answer to the end.
pub(crate) async fn send(
    client: &Client,
    operation: &'static Operation,
    mut request: Request,
) -> Result<RawResponse, Error> {
    if operation.authenticated {
        client.credentials().authorize(operation, &mut request)?;
    }
    let response = client
        .http()
        .execute(request)
        .await
        .map_err(|error| Error::no_answer(operation, error))?;
    let answer = read(operation, response).await?;
    if is_success(operation, answer.status) {
        Ok(answer)
    } else {
        Err(Error::refused(operation, answer))
    }
}

async fn read(
    operation: &'static Operation,
    response: reqwest::Response,
) -> Result<RawResponse, Error> {
    let status = response.status();
    let headers = response.headers().clone();
    match response.bytes().await {
        Ok(body) => Ok(RawResponse {
            status,
            headers,
            body,
        }),
        Err(error) => Err(Error::cut_short(operation, status, headers, error)),
    }
}

/// A redirect with a body is an answer where the document says so; no redirect is ever followed.
fn is_success(operation: &Operation, status: StatusCode) -> bool {
    status.is_success() || (operation.redirects && status.is_redirection())
}
