//! The client's side of the comparison: the work, as a user of the crate writes it.

use l10n_client::types::FileExport;
use std::hint::black_box;
use std::path::Path;

use l10n_client::rate_limit::NoRateLimit;
use l10n_client::{Client, FileSource};

use crate::Failure;
use crate::work::{Job, PAGE, Place, Work};

pub(crate) fn prepare(place: &Place) -> Result<Client, Failure> {
    let builder = Client::builder(&place.base_url).rate_limiter(NoRateLimit);
    Ok(builder.api_token(place.token.as_str()).build()?)
}

pub(crate) async fn run(client: &Client, job: &Job) -> Result<u64, Failure> {
    let place = &job.place;
    match &job.work {
        Work::List {
            count,
            times,
            ahead,
        } => {
            let mut done = 0;
            for _ in 0..*times {
                done += list(client, place, *count, *ahead).await?;
            }
            Ok(done)
        }
        Work::Gets { count, .. } => gets(client, place, *count).await,
        Work::Upload { file } => upload(client, place, file).await,
        Work::Bundle { file } => bundle(client, place, file).await,
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

async fn gets(client: &Client, place: &Place, count: u32) -> Result<u64, Failure> {
    for _ in 0..count {
        let get = client.get_key_comment(&place.project, place.key, place.comment);
        black_box(get.send().await?);
    }
    Ok(count.into())
}

async fn upload(client: &Client, place: &Place, file: &Path) -> Result<u64, Failure> {
    let upload = client.upload_file(&place.project, "picture.png", "en");
    upload.file(FileSource::path(file)).send().await?;
    Ok(std::fs::metadata(file)?.len())
}

async fn bundle(client: &Client, place: &Place, file: &Path) -> Result<u64, Failure> {
    let pull = client.pull(&place.project).export(FileExport::new("json"));
    // The largest one is a little beyond the limit that holds by default.
    Ok(pull.bundle_limit(2 << 30).to_file(file).await?.bundle_size)
}
