//! Comments on keys.

use serde::Serialize;

use super::{Call, Outcome, Time};
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::state::{Comment, now};

pub(super) fn list_of_project(call: &mut Call<'_>) -> Outcome {
    call.list("comments", &call.branch().comments, |comment| view(call, comment))
}

pub(super) fn list_of_key(call: &mut Call<'_>) -> Outcome {
    let key = key(call)?;
    let comments: Vec<_> = of_key(call, key).collect();
    call.list("comments", &comments, |comment| view(call, comment))
}

/// Adds a comment of the caller to a key, which is changed by that.
pub(super) fn add(call: &mut Call<'_>, key: u64, text: &str) -> Comment {
    let comment = Comment {
        id: call.state.next_id(),
        key,
        text: text.to_owned(),
        author: call.caller,
        added_at: now(),
    };
    call.branch_mut().comments.push(comment.clone());
    call.edit().change_key(key, |_| {});
    comment
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let key = key(call)?;
    let texts = call.body.value["comments"].as_array().into_iter().flatten();
    let mut created = Vec::new();
    for text in texts.filter_map(|item| item["comment"].as_str()) {
        created.push(add(call, key, text));
    }
    match created.last() {
        Some(last) if call.quirks.other(Quirk::CreatedComments) => {
            call.single("comment", view(call, last))
        }
        _ => {
            let created: Vec<_> = created.iter().map(|comment| view(call, comment)).collect();
            call.single("comments", created)
        }
    }
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let comment = comment(call)?;
    call.single("comment", view(call, comment))
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let comment = comment(call)?;
    if comment.author != call.caller {
        return Err(Refusal::forbidden("Only own comments can be deleted"));
    }
    let (id, key) = (comment.id, comment.key);
    call.branch_mut().comments.retain(|comment| comment.id != id);
    call.edit().change_key(key, |_| {});
    call.single("comment_deleted", true)
}

/// The id of the key in the path, which must exist.
fn key(call: &Call<'_>) -> Result<u64, Refusal> {
    let id = call.path_id("key_id")?;
    match call.branch().key(id) {
        Some(_) => Ok(id),
        None => Err(Refusal::not_found()),
    }
}

fn comment<'c>(call: &'c Call<'_>) -> Result<&'c Comment, Refusal> {
    let (key, id) = (key(call)?, call.path_id("comment_id")?);
    of_key(call, key).find(|comment| comment.id == id).ok_or_else(Refusal::not_found)
}

fn of_key<'c>(call: &'c Call<'_>, key: u64) -> impl Iterator<Item = &'c Comment> {
    let comments = call.branch().comments.iter();
    comments.filter(move |comment| comment.key == key)
}

/// A comment as answers show it. Written to text without JSON values in between: pages of thousands
/// are common.
#[derive(Debug, Serialize)]
pub(super) struct CommentView<'c> {
    comment_id: u64,
    key_id: u64,
    comment: &'c str,
    added_by: u64,
    added_by_email: &'c str,
    added_at: Time,
    added_at_timestamp: i64,
}

pub(super) fn view<'c>(call: &'c Call<'_>, comment: &'c Comment) -> CommentView<'c> {
    CommentView {
        comment_id: comment.id,
        key_id: comment.key,
        comment: &comment.text,
        added_by: comment.author,
        added_by_email: call.email(comment.author),
        added_at: call.time(comment.added_at),
        added_at_timestamp: comment.added_at,
    }
}
