//! The client's side of the comparison: the work, as a user of the crate writes it.

use std::hint::black_box;

use futures_util::StreamExt;
use futures_util::stream;
use l10n_client::{Client, FileSource};

use crate::job::{COMMENT, Failure, Job, KEY, PAGE, PROJECT, TOKEN, Work};

pub(crate) fn client(job: &Job) -> Result<Client, Failure> {
    Ok(Client::builder(&job.base_url).api_token(TOKEN).without_rate_limit().build()?)
}

pub(crate) async fn run(client: &Client, job: &Job) -> Result<usize, Failure> {
    match job.work {
        Work::List(count) => list(client, count).await,
        Work::Pages(count) => pages(client, count).await,
        Work::Gets(count, at_once) => gets(client, count, at_once).await,
        Work::Upload(size) => {
            let upload = client.upload_file(PROJECT, "picture.png", "en");
            upload.file(FileSource::path(&job.file)).send().await?;
            Ok(size)
        }
        Work::Bundle(_) => {
            let export = client.export_files(PROJECT, "json").send().await?;
            Ok(client.download(&export.bundle_url).to_file(&job.file).await? as usize)
        }
    }
}

async fn list(client: &Client, count: usize) -> Result<usize, Failure> {
    let mut comments = client.list_project_comments(PROJECT).limit(PAGE as u32).stream();
    let mut done = 0;
    while let Some(comment) = comments.next().await {
        black_box(comment?);
        done += 1;
        if done == count {
            break;
        }
    }
    Ok(done)
}

async fn pages(client: &Client, count: usize) -> Result<usize, Failure> {
    let mut done = 0;
    for page in 1.. {
        let request = client.list_project_comments(PROJECT).limit(PAGE as u32).page(page);
        for comment in request.send().await?.into_inner().comments {
            black_box(comment);
            done += 1;
        }
        if done >= count {
            break;
        }
    }
    Ok(done)
}

async fn gets(client: &Client, count: usize, at_once: usize) -> Result<usize, Failure> {
    let get = |_| client.get_key_comment(PROJECT, KEY, COMMENT).send();
    let mut gets = stream::iter(0..count).map(get).buffer_unordered(at_once);
    while let Some(got) = gets.next().await {
        black_box(got?);
    }
    Ok(count)
}
