//! The client's side of the comparison: the work, as a user of the crate writes it.

use std::hint::black_box;
use std::path::Path;

use futures_util::StreamExt;
use futures_util::stream;
use l10n_client::{Client, FileSource};

use crate::Failure;
use crate::work::{Job, PAGE, Place, Work};

pub(crate) fn prepare(place: &Place) -> Result<Client, Failure> {
    let builder = Client::builder(&place.base_url).without_rate_limit();
    Ok(builder.api_token(place.token.as_str()).build()?)
}

pub(crate) async fn run(client: &Client, job: &Job) -> Result<u64, Failure> {
    let place = &job.place;
    match job.work {
        Work::List { count, ahead } => list(client, place, count, ahead).await,
        Work::Pages { count, .. } => pages(client, place, count).await,
        Work::Gets { count, at_once: 1 } => gets(client, place, count).await,
        Work::Gets { count, at_once } => concurrent_gets(client, place, (count, at_once)).await,
        Work::Upload { .. } => upload(client, place, &job.file).await,
        Work::Bundle { .. } => bundle(client, place, &job.file).await,
    }
}

async fn list(
    client: &Client,
    place: &Place,
    count: u32,
    ahead: Option<usize>,
) -> Result<u64, Failure> {
    let list = client.list_project_comments(&place.project);
    let mut comments = list.limit(PAGE).stream();
    if let Some(ahead) = ahead {
        comments = comments.prefetch(ahead);
    }
    let mut done = 0;
    while let Some(comment) = comments.next().await {
        black_box(comment?);
        done += 1;
        if done == u64::from(count) {
            break;
        }
    }
    Ok(done)
}

async fn pages(client: &Client, place: &Place, count: u32) -> Result<u64, Failure> {
    let mut done = 0;
    for page in 1..=count {
        let request = client.list_project_comments(&place.project).limit(PAGE).page(page);
        for comment in request.send().await?.into_inner().comments {
            black_box(comment);
            done += 1;
        }
    }
    Ok(done)
}

pub(crate) async fn get(client: &Client, place: &Place) -> Result<(), l10n_client::Error> {
    black_box(client.get_key_comment(&place.project, place.key, place.comment).send().await?);
    Ok(())
}

async fn gets(client: &Client, place: &Place, count: u32) -> Result<u64, Failure> {
    for _ in 0..count {
        get(client, place).await?;
    }
    Ok(count.into())
}

async fn concurrent_gets(
    client: &Client,
    place: &Place,
    (count, at_once): (u32, usize),
) -> Result<u64, Failure> {
    let mut gets = stream::iter(0..count).map(|_| get(client, place)).buffer_unordered(at_once);
    while let Some(got) = gets.next().await {
        got?;
    }
    Ok(count.into())
}

async fn upload(client: &Client, place: &Place, file: &Path) -> Result<u64, Failure> {
    let upload = client.upload_file(&place.project, "picture.png", "en");
    upload.file(FileSource::path(file)).send().await?;
    Ok(std::fs::metadata(file)?.len())
}

async fn bundle(client: &Client, place: &Place, file: &Path) -> Result<u64, Failure> {
    let export = client.export_files(&place.project, "json").send().await?;
    Ok(client.download(&export.bundle_url).to_file(file).await?)
}
