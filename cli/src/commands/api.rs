//! `l10n api`: calls any endpoint, and prints the response.

use std::io;
use std::path::Path;

use l10n_client::reqwest::Method;
use l10n_client::{Client, RawRequest};
use serde_json::Value;

use super::Context;
use crate::args::ApiArgs;
use crate::exit::{Exit, Failure, Result};
use crate::interrupt::blocking;
use crate::session;

pub(super) async fn run(context: Context<'_>, args: &ApiArgs) -> Result<Exit> {
    let client = session::client(context.settings)?;
    let method = args.method.to_ascii_uppercase();
    let method = Method::from_bytes(method.as_bytes())
        .map_err(|_| Failure::usage(format!("`{}` is not an HTTP method", args.method)))?;
    let path = path(context, &client, &args.path).await?;
    let request = request(client.request(method, path), args).await?;
    let response = request.send::<Value>().await?.into_inner();
    context.output.always(&format!("{response:#}"));
    Ok(Exit::Done)
}

/// Replaces `{project}` in a path by the configured project.
async fn path(context: Context<'_>, client: &Client, path: &str) -> Result<String> {
    const PROJECT: &str = "{project}";
    if !path.contains(PROJECT) {
        return Ok(path.to_owned());
    }
    // The name of a branch may have these characters.
    let address = super::address(context, client).await?;
    let encoded = address.replace('%', "%25").replace('/', "%2F").replace('#', "%23");
    Ok(path.replace(PROJECT, &encoded))
}

async fn request(mut request: RawRequest, args: &ApiArgs) -> Result<RawRequest> {
    for (name, value) in &args.query {
        request = request.query(name, value);
    }
    if let Some(data) = &args.data {
        request = request.json(&body(data).await?);
    }
    Ok(request)
}

/// Parses the request body: JSON in the argument or on standard input.
async fn body(data: &str) -> Result<Value> {
    let text = match data {
        "-" => blocking(|| io::read_to_string(io::stdin()).map_err(invalid_input)).await?,
        data => data.to_owned(),
    };
    serde_json::from_str(&text)
        .map_err(|error| Failure::usage(format!("--data: invalid JSON: {error}")))
}

fn invalid_input(error: io::Error) -> Failure {
    Failure::local("read", Path::new("standard input"), &error)
}
