//! Comments on keys.

use serde_json::json;

use super::Call;
use super::resource::{Action, Resource, Scope};
use crate::http::Refusal;
use crate::state::{Row, now};
use crate::webhooks::key_view;

pub(crate) static COMMENTS: Resource = Resource {
    one: "comment",
    many: "comments",
    schema: "Comment",
    scope: Scope::Branch,
    id: "comment_id",
    users: &["added_by"],
    operations: &[
        ("listKeyComments", Action::List),
        ("getKeyComment", Action::Get),
        ("deleteKeyComment", Action::Delete),
        ("listProjectComments", Action::List),
        ("createKeyComments", Action::Create),
    ],
    may: |call, action, comment| {
        let key = comment.get("key_id");
        let has_key = call.branch().key(comment.id("key_id")).is_some();
        match action {
            Action::Delete if comment.id("added_by") != call.caller => {
                Err(Refusal::forbidden("Only own comments can be deleted"))
            }
            _ if key.is_null() || has_key => Ok(()),
            _ => Err(Refusal::not_found()),
        }
    },
    // A comment changes its key.
    after: |call, action, comment| {
        let id = comment.id("key_id");
        call.edit().change_key(id, |_| {});
        if action == Action::Create {
            let key = call.branch().key(id).map(|key| key_view(key, json!({})));
            let members = json!({ "comment": { "value": comment.text("comment") }, "key": key });
            call.emit("key.comment.added", members);
        }
    },
    ..Resource::PLAIN
};

pub(super) fn add(call: &mut Call<'_>, key: u64, text: &str) {
    let comment = Row::of([("key_id", key.into()), ("comment", text.into())]);
    let comment = COMMENTS.filled(comment, call.caller, now(), &mut call.state.ids);
    COMMENTS.add(call, &comment);
}
