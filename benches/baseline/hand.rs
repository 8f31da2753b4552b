//! The baseline: the same work, as one writes it by hand.

use std::hint::black_box;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt;
use futures_util::stream;
use reqwest::Client;
use reqwest::header::{HeaderMap, HeaderValue};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use crate::Failure;
use crate::work::{Job, PAGE, Place, Work};

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded as the client decodes it, and not all of it is read")]
struct Comment {
    comment_id: i64,
    key_id: i64,
    comment: String,
    added_by: i64,
    added_by_email: String,
    added_at: String,
    added_at_timestamp: i64,
}

#[derive(Deserialize)]
struct Comments {
    comments: Vec<Comment>,
}

#[derive(Deserialize)]
struct OneComment {
    comment: Comment,
}

#[derive(Serialize)]
struct Upload {
    filename: &'static str,
    lang_iso: &'static str,
    data: String,
}

#[derive(Deserialize)]
struct Exported {
    bundle_url: String,
}

pub(crate) struct Clients {
    /// Sends what each request says.
    plain: Client,
    /// Sends the token.
    api: Client,
    /// The host of bundles refuses the token.
    bundles: Client,
}

pub(crate) fn prepare(place: &Place) -> Result<Clients, Failure> {
    let mut headers = HeaderMap::new();
    headers.insert("X-Api-Token", HeaderValue::from_str(&place.token)?);
    Ok(Clients {
        plain: Client::new(),
        api: Client::builder().default_headers(headers).build()?,
        bundles: Client::new(),
    })
}

pub(crate) async fn run(clients: &Clients, job: &Job) -> Result<u64, Failure> {
    let http = &clients.api;
    let (plain, place) = (&clients.plain, &job.place);
    let project = format!("{}/projects/{}", place.base_url, place.project);
    match job.work {
        Work::List { count, .. } => list(http, place, count).await,
        Work::Pages { count, .. } => pages(plain, place, count).await,
        Work::Gets { count, at_once: 1 } => gets(plain, place, count).await,
        Work::Gets { count, at_once } => concurrent_gets(plain, place, (count, at_once)).await,
        Work::Upload { .. } => upload(http, &project, &job.file).await,
        Work::Bundle { .. } => bundle(clients, &project, &job.file).await,
    }
}

async fn list(http: &Client, place: &Place, count: u32) -> Result<u64, Failure> {
    let mut done = 0;
    for page in 1.. {
        let request = http.get(place.comments_url());
        let request = request.query(&[("limit", PAGE), ("page", page)]);
        let answer = request.send().await?.error_for_status()?;
        let comments = answer.json::<Comments>().await?.comments;
        let is_last = comments.len() < PAGE as usize;
        for comment in comments {
            black_box(comment);
            done += 1;
        }
        if is_last || done >= u64::from(count) {
            break;
        }
    }
    Ok(done)
}

async fn pages(http: &Client, place: &Place, count: u32) -> Result<u64, Failure> {
    let mut done = 0;
    for page in 1..=count {
        let request = http.get(format!("{}?limit={PAGE}&page={page}", place.comments_url()));
        let request = request.header("x-api-token", &place.token);
        let answer = request.send().await?.error_for_status()?;
        for comment in answer.json::<Comments>().await?.comments {
            black_box(comment);
            done += 1;
        }
    }
    Ok(done)
}

pub(crate) async fn get(http: &Client, place: &Place) -> reqwest::Result<()> {
    let request = http.get(place.comment_url()).header("x-api-token", &place.token);
    let got = request.send().await?.error_for_status()?.json::<OneComment>().await?;
    black_box(got.comment);
    Ok(())
}

async fn gets(http: &Client, place: &Place, count: u32) -> Result<u64, Failure> {
    for _ in 0..count {
        get(http, place).await?;
    }
    Ok(count.into())
}

async fn concurrent_gets(
    http: &Client,
    place: &Place,
    (count, at_once): (u32, usize),
) -> Result<u64, Failure> {
    let mut gets = stream::iter(0..count).map(|_| get(http, place)).buffer_unordered(at_once);
    while let Some(got) = gets.next().await {
        got?;
    }
    Ok(count.into())
}

async fn upload(http: &Client, project: &str, file: &Path) -> Result<u64, Failure> {
    let content = tokio::fs::read(file).await?;
    let body = Upload { filename: "picture.png", lang_iso: "en", data: STANDARD.encode(&content) };
    let request = http.post(format!("{project}/files/upload")).json(&body);
    request.send().await?.error_for_status()?.bytes().await?;
    Ok(content.len() as u64)
}

async fn bundle(clients: &Clients, project: &str, file: &Path) -> Result<u64, Failure> {
    let export = clients.api.post(format!("{project}/files/download"));
    let export = export.json(&json!({ "format": "json" }));
    let exported = export.send().await?.error_for_status()?;
    let url = exported.json::<Exported>().await?.bundle_url;
    let answer = clients.bundles.get(url).send().await?;
    let mut answer = answer.error_for_status()?;
    let mut target = File::create(file).await?;
    let mut count = 0;
    while let Some(chunk) = answer.chunk().await? {
        target.write_all(&chunk).await?;
        count += chunk.len() as u64;
    }
    target.flush().await?;
    Ok(count)
}
