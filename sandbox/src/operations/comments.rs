//! Comments on keys.

use serde_json::json;

use super::Call;
use super::resource::{Action, Resource};
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::state::{Row, now};
use crate::webhooks::key_view;

pub(crate) static COMMENTS: Resource = Resource {
    one: "comment",
    many: "comments",
    schema: "Comment",
    scope: super::resource::Scope::Branch,
    id: "comment_id",
    users: &["added_by"],
    operations: &[
        ("listKeyComments", Action::List),
        ("getKeyComment", Action::Get),
        ("deleteKeyComment", Action::Delete),
        ("listProjectComments", Action::List),
        ("createKeyComments", Action::Create),
    ],
    is_there: |call| {
        let key = call.parameters.path.iter().find(|(name, _)| name == "key_id");
        let is_there = |id| call.branch().is_some_and(|branch| branch.key(id).is_some());
        key.is_none_or(|(_, id)| id.parse().is_ok_and(is_there))
    },
    may: |around, action, comment| match comment.id("added_by") == around.caller {
        false if action == Action::Delete => {
            Err(Refusal::forbidden("Only own comments can be deleted"))
        }
        _ => Ok(()),
    },
    // A comment changes its key.
    after: |call, action, comment| {
        let Some(place) = call.place else { return };
        let by = call.caller;
        call.state.edit(place, by).change_key(comment.id("key_id"), |_| {});
        if action == Action::Create {
            let key = call.branch().and_then(|branch| branch.key(comment.id("key_id")));
            let key = key.map(|key| key_view(key, json!({})));
            let members = json!({ "comment": { "value": comment.text("comment") }, "key": key });
            call.emit("key.comment.added", members);
        }
    },
    name: |quirks, action| match action {
        Action::Create if quirks.other(Quirk::CreatedComments) => Some(("comment", false)),
        _ => None,
    },
    ..Resource::PLAIN
};

pub(super) fn add(call: &mut Call<'_>, key: u64, text: &str) {
    let mut comment = Row::default();
    comment.set("key_id", key);
    comment.set("comment", text);
    let by = call.caller;
    let comment = COMMENTS.completed(comment, by, now(), &mut call.state.ids);
    call.branch_mut().comments_mut().push(comment.clone());
    (COMMENTS.after)(&mut call.account, Action::Create, &comment);
}
