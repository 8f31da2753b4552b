//! Tests of the generator: what it rejects is a change of the document.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use super::generate;
use super::generator::docs::{comment, first_sentence, with_default, with_note};
use super::generator::document::Yaml;

const TEXT: &str = include_str!("../../../spec/openapi.yaml");
/// A field of a comment.
const FIELD: &str = "        key_id:
          type: integer
          format: int64
          nullable: true
";

fn rejected(text: &str) -> String {
    generate(text).err().unwrap()
}

/// Returns the document with a replacement, which it must contain.
fn with(old: &str, new: &str) -> String {
    assert!(TEXT.contains(old), "{old}");
    TEXT.replacen(old, new, 1)
}

/// Returns the document with one more operation.
pub(crate) fn with_shelf_deletion(servers: &str) -> String {
    let paths = format!(
        "paths:
  /projects/{{project_id}}/shelves/{{key_id}}:{servers}
    delete:
      operationId: deleteShelf
      x-idempotent: false
      tags: [comments]
      summary: Delete a shelf
      description: Deletes a shelf.
      security: [{{apiToken: []}}, {{oauth2: [write_comments]}}]
      parameters:
        - $ref: '#/components/parameters/ProjectId'
        - $ref: '#/components/parameters/KeyId'
      responses:
        '200':
          description: Begun.
          content:
            application/json:
              schema: {{$ref: '#/components/schemas/CommentDeletedResponse'}}
"
    );
    with("paths:\n", &paths)
}

#[test]
fn what_cannot_be_expressed_is_rejected_with_its_place() {
    let shelf = |old: &str, new: &str| with_shelf_deletion("").replacen(old, new, 1);
    let field = |new: &str| with(FIELD, &format!("        shelf: {new}\n{FIELD}"));
    for (text, place, reason) in [
        (shelf("      x-idempotent: false\n", ""), "/shelves/", "add `x-idempotent"),
        (
            shelf("x-idempotent: false", "x-idempotent: false\n      x-pagination: page"),
            "/shelves/",
            "add the parameter `limit`",
        ),
        (
            shelf("x-idempotent: false", "x-idempotent: false\n      x-pagination: pages"),
            "/shelves/",
            "cursorOrPage",
        ),
        (
            with("cursor: next_cursor, more: has_more}", "cursor: meta.next, more: has_more}"),
            "/audit-logs",
            "needs an optional property `meta.next`, in required objects",
        ),
        (with("      x-pagination: page\n", ""), "/projects: ", "add `x-pagination: page`"),
        (
            with("    KeyName:\n      x-rust-type: KeyName\n", "    KeyName:\n"),
            "key_name",
            "x-rust-type",
        ),
        (
            with("      x-enum-varnames: [Equals, Colon]\n", ""),
            "JavaPropertiesSeparator",
            "x-enum-varnames",
        ),
        (field("{type: string, enum: [a, b]}"), "Comment.shelf", "components/schemas"),
        (field("{type: tome}"), "Comment.shelf", "`tome` is not supported"),
        (
            field(
                "{anyOf: [{type: boolean}, {type: array, items: {type: string}}, {type: number}]}",
            )
            .replace("{type: boolean}, ", ""),
            "Comment.shelf",
            "x-rust-type",
        ),
        (
            with_shelf_deletion("\n    servers: [{url: 'https://other.test'}]"),
            "/shelves/",
            "https://other.test",
        ),
        (
            shelf("'200'", "'202'"),
            "/shelves/",
            "add a link to what reads its state, a schema with `x-job`",
        ),
        (
            shelf("        - $ref: '#/components/parameters/KeyId'\n", ""),
            "/shelves/",
            "its path has `{key_id}`: add this parameter",
        ),
        (shelf("parameters/KeyId", "parameters/KeyIdd"), "parameters/KeyIdd", "correct the `$ref`"),
        (shelf("tags: [comments]", "tags: [shelves]"), "/shelves/", "add it to `tags`"),
        (
            with("    x-displayName: Keys\n", "    x-displayName: Keys\n    x-feature: keys\n"),
            "",
            "is part of several features",
        ),
        (
            TEXT.replace("CommentResponse", "ListComments")
                .replace("listProjectComments", "listComments"),
            "ListComments",
            "two things",
        ),
    ] {
        let message = rejected(&text);
        assert!(message.contains(place) && message.contains(reason), "{place}: {message}");
    }
}

#[test]
fn docs_keep_lists_and_code() {
    assert_eq!(with_note("A:\n\n- b", "*N.*"), "A:\n\n- b\n\n*N.*");
    assert_eq!(with_note("```text\nb\n```", "*N.*"), "```text\nb\n```\n\n*N.*");
    assert_eq!(with_note("`a` b.", "*N.*"), "`a` b. *N.*");
    assert_eq!(with_default("by default `true`", &Yaml::Boolean(true)), "by default `true`");
    assert_eq!(first_sentence("It is `a. b`. Gone. So."), "It is `a. b`.");
    let code = format!("```text\n{}\n```", "word ".repeat(30));
    assert_eq!(comment(&code, 0).lines().count(), 3);
}
