//! Comments on keys.

use serde_json::{Value, json};

use super::{Call, Outcome, now};
use crate::quirks::Quirk;
use crate::server::Refusal;
use crate::state::Comment;

pub(super) fn list_of_project(call: &mut Call<'_>) -> Outcome {
    call.list("comments", &call.project().comments, |comment| {
        view(call, comment)
    })
}

pub(super) fn list_of_key(call: &mut Call<'_>) -> Outcome {
    let key = key(call)?;
    let comments: Vec<_> = of_key(call, key).collect();
    call.list("comments", &comments, |comment| view(call, comment))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let key = key(call)?;
    let texts = call.body.value["comments"].as_array().into_iter().flatten();
    let mut created = Vec::new();
    for text in texts.filter_map(|item| item["comment"].as_str()) {
        let comment = Comment {
            id: call.state.next_id(),
            key,
            text: text.to_owned(),
            author: call.caller,
            added_at: now(),
        };
        created.push(view(call, &comment));
        call.project_mut().comments.push(comment);
    }
    match created.pop() {
        Some(last) if call.quirks.other(Quirk::CreatedComments) => call.single("comment", last),
        last => {
            created.extend(last);
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
    let id = comment.id;
    call.project_mut()
        .comments
        .retain(|comment| comment.id != id);
    call.single("comment_deleted", true)
}

/// The id of the key in the path, which must exist.
fn key(call: &Call<'_>) -> Result<u64, Refusal> {
    let id = call.path_id("key_id")?;
    match call.project().keys.iter().any(|key| key.id == id) {
        true => Ok(id),
        false => Err(Refusal::not_found("Key not found")),
    }
}

fn comment<'c>(call: &'c Call<'_>) -> Result<&'c Comment, Refusal> {
    let (key, id) = (key(call)?, call.path_id("comment_id")?);
    of_key(call, key)
        .find(|comment| comment.id == id)
        .ok_or_else(|| Refusal::not_found("Comment not found"))
}

fn of_key<'c>(call: &'c Call<'_>, key: u64) -> impl Iterator<Item = &'c Comment> {
    let comments = call.project().comments.iter();
    comments.filter(move |comment| comment.key == key)
}

fn view(call: &Call<'_>, comment: &Comment) -> Value {
    let mut view = json!({
        "comment_id": comment.id,
        "key_id": comment.key,
        "comment": comment.text,
        "added_by": comment.author,
        "added_by_email": call.email(comment.author),
    });
    call.stamp(&mut view, "added_at", comment.added_at);
    view
}
