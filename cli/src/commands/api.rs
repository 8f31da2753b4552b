//! `l10n api`: calls any endpoint, and prints the response.

use std::path::Path;

use l10n_client::pages::Paging;
use l10n_client::reqwest::Method;
use l10n_client::{CallOptions, Client, RawRequest, Server};
use serde_json::{Value, json};

use super::{Context, standard_input};
use crate::args::{ApiArgs, ServerKind};
use crate::exit::{Exit, Failure, Result};
use crate::output::Tone;
use crate::session;
use crate::text;

pub(super) async fn run(context: Context<'_>, args: &ApiArgs) -> Result<Exit> {
    let client = session::client(context.settings).await?;
    let method = args.method.to_ascii_uppercase();
    let method = Method::from_bytes(method.as_bytes())
        .map_err(|_| Failure::usage(format!("`{}` is not an HTTP method", args.method)))?;
    let path = path(context, &client, &args.path).await?;
    let request = request(client.request(method, path), args).await?;
    if args.paged {
        return list(context, request, args).await;
    }
    if let Some(file) = &args.output {
        let response = request.chunks().await?;
        let status = response.status().as_u16();
        let written = response.into_inner().to_file(file).await?;
        let result = json!({"file": text::path(file), "bytes": written, "status": status});
        context.output.line(Tone::Plain, &result.to_string());
        return context.output.done(result);
    }
    let response = request.send::<Value>().await?;
    context.output.always(&format!("{:#}", response.into_inner()));
    Ok(Exit::Done)
}

/// Replaces `{project}` in a path by the configured project.
async fn path(context: Context<'_>, client: &Client, path: &str) -> Result<String> {
    const PROJECT: &str = "{project}";
    if path.replace(PROJECT, "").contains(['{', '}']) {
        return Err(Failure::usage(format!(
            "unknown placeholder in the path `{path}`: only {PROJECT} is replaced; write `%7B` for \
             a brace"
        )));
    }
    if !path.contains(PROJECT) {
        return Ok(path.to_owned());
    }
    // The name of a branch may have these characters.
    let address = super::address(context, client).await?;
    let encoded = address.replace('%', "%25").replace('/', "%2F").replace('#', "%23");
    Ok(path.replace(PROJECT, &encoded))
}

async fn request(mut request: RawRequest, args: &ApiArgs) -> Result<RawRequest> {
    request = request.server(match args.server {
        ServerKind::Main => Server::Main,
        ServerKind::Cursor => Server::Cursor,
        ServerKind::Auth => Server::Auth,
    });
    for (name, value) in &args.query {
        request = request.query(name, value);
    }
    if let Some(data) = &args.data {
        request = request.json(&body(data).await?);
    }
    if args.idempotent {
        request = request.options(CallOptions::new().idempotent());
    }
    Ok(request)
}

/// Parses the request body: JSON in the argument, in a file, or on standard input.
async fn body(data: &str) -> Result<Value> {
    let (text, source) = match (data, data.strip_prefix('@')) {
        ("-", _) => (standard_input().await?, "standard input"),
        (_, Some(path)) => {
            let text = std::fs::read_to_string(path);
            (text.map_err(|error| Failure::local("read", Path::new(path), &error))?, path)
        }
        _ => (data.to_owned(), "--data"),
    };
    serde_json::from_str(&text)
        .map_err(|error| Failure::usage(format!("{source}: invalid JSON: {error}")))
}

/// Prints the items of a list, one per line, as they arrive: an error does not lose earlier ones.
async fn list(context: Context<'_>, mut request: RawRequest, args: &ApiArgs) -> Result<Exit> {
    request = match args.paging.as_deref() {
        None => request,
        Some("number") => request.paging(Paging::Number),
        Some("cursor") => request.paging(Paging::CursorOrNumber),
        // The leak is one name for the life of the program.
        Some(parameter) => request.paging(Paging::Cursor(String::leak(parameter.to_owned()))),
    };
    if let Some(field) = &args.items_in {
        request = request.items_in(field);
    }
    let mut items = request.stream::<Value>();
    while let Some(item) = items.next().await {
        context.output.always(&item?.to_string());
        // Each page costs a request.
        if context.output.is_closed() {
            break;
        }
    }
    Ok(Exit::Done)
}
