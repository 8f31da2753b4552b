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
    if args.paged && method != Method::GET {
        return Err(Failure::usage("`--paged` is only for GET: remove it"));
    }
    let path = path(context, &client, &args.path).await?;
    let first = request(client.request(method.clone(), &path), args).await?;
    let response = first.send::<Value>().await?.into_inner();
    if args.paged {
        let mut list = request(client.request(method, path), args).await?;
        if let Some(field) = list_field(&response) {
            list = list.items_in(field);
        }
        return print_all(context, list).await;
    }
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

/// Returns the field of a response that contains the items of a list: the only field with an array.
fn list_field(response: &Value) -> Option<&str> {
    let mut lists = response.as_object()?.iter().filter(|(_, value)| value.is_array());
    let (name, _) = lists.next()?;
    lists.next().is_none().then_some(name)
}

/// Prints the items of a list, one per line, as they arrive: an error does not lose earlier ones.
async fn print_all(context: Context<'_>, request: RawRequest) -> Result<Exit> {
    let mut items = request.stream::<Value>();
    while let Some(item) = items.next().await {
        context.output.always(&item?.to_string());
    }
    Ok(Exit::Done)
}
