//! The baseline: the same work, as one writes it by hand.

use std::hint::black_box;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt;
use futures_util::stream;
use reqwest::{Client, RequestBuilder, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use crate::job::{COMMENT, Failure, Job, KEY, PAGE, PROJECT, TOKEN, Work};

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

pub(crate) async fn run(http: &Client, job: &Job) -> Result<usize, Failure> {
    let url = format!("{}/projects/{PROJECT}", job.base_url);
    match job.work {
        Work::List(count) | Work::Pages(count) => list(http, &url, count).await,
        Work::Gets(count, at_once) => gets(http, &url, (count, at_once)).await,
        Work::Upload(_) => upload(http, &url, job).await,
        Work::Bundle(_) => bundle(http, &url, job).await,
    }
}

async fn send(request: RequestBuilder) -> reqwest::Result<Response> {
    request.header("x-api-token", TOKEN).send().await?.error_for_status()
}

async fn list(http: &Client, url: &str, count: usize) -> Result<usize, Failure> {
    let mut done = 0;
    for page in 1.. {
        let request = http.get(format!("{url}/comments?limit={PAGE}&page={page}"));
        let comments = send(request).await?.json::<Comments>().await?.comments;
        let is_last = comments.len() < PAGE;
        for comment in comments {
            black_box(comment);
            done += 1;
        }
        if is_last || done >= count {
            break;
        }
    }
    Ok(done)
}

async fn gets(
    http: &Client,
    url: &str,
    (count, at_once): (usize, usize),
) -> Result<usize, Failure> {
    let get = async |_| {
        let request = http.get(format!("{url}/keys/{KEY}/comments/{COMMENT}"));
        send(request).await?.json::<OneComment>().await
    };
    let mut gets = stream::iter(0..count).map(get).buffer_unordered(at_once);
    while let Some(got) = gets.next().await {
        black_box(got?.comment);
    }
    Ok(count)
}

async fn upload(http: &Client, url: &str, job: &Job) -> Result<usize, Failure> {
    let content = tokio::fs::read(&job.file).await?;
    let data = STANDARD.encode(&content);
    let body = json!({ "filename": "picture.png", "lang_iso": "en", "data": data });
    send(http.post(format!("{url}/files/upload")).json(&body)).await?.bytes().await?;
    Ok(content.len())
}

async fn bundle(http: &Client, url: &str, job: &Job) -> Result<usize, Failure> {
    let export = http.post(format!("{url}/files/download")).json(&json!({ "format": "json" }));
    let exported: Value = send(export).await?.json().await?;
    let url = exported["bundle_url"].as_str().unwrap_or_default();
    let mut response = http.get(url).send().await?.error_for_status()?;
    let mut target = File::create(&job.file).await?;
    let mut count = 0;
    while let Some(chunk) = response.chunk().await? {
        target.write_all(&chunk).await?;
        count += chunk.len();
    }
    target.flush().await?;
    Ok(count)
}
