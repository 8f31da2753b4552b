//! The baseline: the same work, as one writes it by hand.

use std::hint::black_box;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt;
use futures_util::stream;
use reqwest::Client;
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

pub(crate) async fn run(http: &Client, job: &Job) -> Result<u64, Failure> {
    let place = &job.place;
    match job.work {
        Work::List { count, .. } => list(http, place, count).await,
        Work::Pages { count, .. } => pages(http, place, count).await,
        Work::Gets { count, at_once: 1 } => gets(http, place, count).await,
        Work::Gets { count, at_once } => concurrent_gets(http, place, (count, at_once)).await,
        Work::Upload { .. } => upload(http, place, &job.file).await,
        Work::Bundle { .. } => bundle(http, place, &job.file).await,
    }
}

async fn list(http: &Client, place: &Place, count: u32) -> Result<u64, Failure> {
    let mut done = 0;
    for page in 1.. {
        let request = http.get(format!("{}?limit={PAGE}&page={page}", place.comments_url()));
        let request = request.header("x-api-token", &place.token);
        let response = request.send().await?.error_for_status()?;
        let comments = response.json::<Comments>().await?.comments;
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
        let response = request.send().await?.error_for_status()?;
        for comment in response.json::<Comments>().await?.comments {
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

async fn upload(http: &Client, place: &Place, file: &Path) -> Result<u64, Failure> {
    let content = tokio::fs::read(file).await?;
    let body = Upload { filename: "picture.png", lang_iso: "en", data: STANDARD.encode(&content) };
    let request = http.post(format!("{}/files/upload", place.project_url()));
    let request = request.header("x-api-token", &place.token).json(&body);
    request.send().await?.error_for_status()?.bytes().await?;
    Ok(content.len() as u64)
}

async fn bundle(http: &Client, place: &Place, file: &Path) -> Result<u64, Failure> {
    let export = http.post(format!("{}/files/download", place.project_url()));
    let export = export.header("x-api-token", &place.token).json(&json!({ "format": "json" }));
    let exported = export.send().await?.error_for_status()?;
    let url = exported.json::<Exported>().await?.bundle_url;
    let response = http.get(url).send().await?;
    let mut response = response.error_for_status()?;
    let mut target = File::create(file).await?;
    let mut count = 0;
    while let Some(chunk) = response.chunk().await? {
        target.write_all(&chunk).await?;
        count += chunk.len() as u64;
    }
    target.flush().await?;
    Ok(count)
}
