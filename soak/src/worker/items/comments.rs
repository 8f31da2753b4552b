//! Comments: a marker and words, on a key.

use l10n_client::types::{Comment, NewComment};
use l10n_client::{Client, Error};

use super::{Seen, parts};

impl From<Comment> for Seen {
    fn from(comment: Comment) -> Self {
        let text = comment.comment.unwrap_or_default();
        let (marker, words) = parts(&text);
        Self {
            id: comment.comment_id,
            marker: marker.to_owned(),
            value: format!("{} {words}", comment.key_id.unwrap_or_default()),
        }
    }
}

fn key(value: &str) -> i64 {
    parts(value).0.parse().unwrap_or_default()
}

pub(super) async fn create(
    client: Client,
    project: String,
    wanted: Vec<(String, String)>,
) -> Result<Vec<Seen>, Error> {
    let key = wanted.first().map_or(0, |(_, value)| key(value));
    let comments = wanted.iter().map(|(marker, value)| {
        let text = format!("{marker} {}", parts(value).1);
        NewComment::new(text)
    });
    let comments: Vec<_> = comments.collect();
    let answer = client.create_key_comments(project, key, comments).send().await?;
    let comments = answer.into_inner().comments.into_iter();
    Ok(comments.map(Seen::from).collect())
}

pub(super) async fn read(
    client: Client,
    project: String,
    id: i64,
    value: &str,
) -> Result<Seen, Error> {
    let answer = client.get_key_comment(project, key(value), id).send().await?;
    Ok(answer.into_inner().comment.into())
}

pub(super) async fn delete(
    client: Client,
    project: String,
    id: i64,
    value: &str,
) -> Result<bool, Error> {
    let answer = client.delete_key_comment(project, key(value), id).send().await?;
    Ok(answer.comment_deleted)
}

pub(super) async fn all(client: &Client, project: &str) -> Result<Vec<Seen>, Error> {
    let mut all = Vec::new();
    let mut list = client.list_project_comments(project).stream();
    while let Some(comment) = list.next().await {
        all.push(comment?.into());
    }
    Ok(all)
}
