//! Tests of the generator, on the document and on changes of it. `xtask` runs them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use super::generate;

const TEXT: &str = include_str!("../spec/openapi.yaml");
/// A field of a comment.
const FIELD: &str = "        key_id:
          type: integer
          format: int64
          nullable: true
";

/// Returns the generated file of this name, from a changed document.
fn source(text: &str, name: &str) -> String {
    let files = generate(text).unwrap();
    files.into_iter().find(|file| file.name == name).unwrap().source
}

fn rejected(text: &str) -> String {
    generate(text).err().unwrap()
}

/// Returns the document with a replacement, which it must contain.
fn with(old: &str, new: &str) -> String {
    assert!(TEXT.contains(old), "{old}");
    TEXT.replacen(old, new, 1)
}

/// Returns the document with one more operation.
fn with_shelf_deletion(servers: &str) -> String {
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

/// Returns the comments with fields more, before `key_id`.
fn with_fields(fields: &str) -> String {
    let comments = source(&with(FIELD, &format!("{fields}{FIELD}")), "comments");
    comments.split("pub struct Comment {").nth(1).unwrap().to_owned()
}

#[test]
fn an_operation_has_its_method_call_and_row() {
    assert!(!source(TEXT, "comments").contains("delete_shelf("));
    let text = with_shelf_deletion("");
    let comments = source(&text, "comments");
    for part in [
        "pub fn delete_shelf(",
        "-> DeleteShelf {",
        "idempotent: false, ..Operation::new(\"deleteShelf\", \
         \"/projects/{project_id}/shelves/{key_id}\", Server::Main)",
        "OAuth scope: `write_comments`.",
        "methods!(DeleteShelf -> CommentDeletedResponse);",
    ] {
        assert!(comments.contains(part), "{part}");
    }
    assert!(source(&text, "tables").contains("\"deleteShelf\" delete_shelf("));
    assert!(source(&text, "mod").contains("| [`delete_shelf`](crate::Client::delete_shelf) |"));
}

#[test]
fn an_operation_names_its_server() {
    let servers = "\n    servers:\n      - url: '{cursor_api_url}'\n        variables: \
                   {cursor_api_url: {default: 'http://127.0.0.1'}}";
    let comments = source(&with_shelf_deletion(servers), "comments");
    assert!(comments.contains("shelves/{key_id}\", Server::Cursor)"));
    let reason = rejected(&with_shelf_deletion("\n    servers: [{url: 'https://other.test'}]"));
    assert!(reason.contains("https://other.test"), "{reason}");
}

#[test]
fn a_type_is_in_the_file_of_the_group_that_refers_to_it_most_directly() {
    for (group, name) in [("comments", "Comment"), ("keys", "Key"), ("translations", "Translation")]
    {
        assert!(source(TEXT, group).contains(&format!("pub struct {name} {{")), "{name}");
    }
}

#[test]
fn what_a_feature_adds_is_behind_it() {
    let tag = "    x-displayName: Comments\n";
    let files = source(&with(tag, &format!("{tag}    x-feature: shelves\n")), "mod");
    let feature = "#[cfg(feature = \"shelves\")]\n";
    let reexport = format!("{feature}pub use super::comments::{{");
    // Types and calls.
    assert_eq!(files.matches(&reexport).count(), 2);
    let module = "#[allow(clippy::too_many_arguments, deprecated, missing_docs)]\nmod comments;";
    assert!(files.contains(&format!("{feature}{module}")));
    assert_eq!(files.matches(feature).count(), 3);
    assert!(files.contains("/// Comments on keys. Needs the feature `shelves`.\n"));
    assert!(!source(TEXT, "mod").contains("shelves"));
}

#[test]
fn a_type_without_a_feature_needs_none() {
    // The other groups refer to them more directly.
    for (group, name) in [("keys", "struct Screenshot"), ("contributors", "enum RoleId")] {
        assert!(source(TEXT, group).contains(&format!("pub {name} {{")), "{name}");
    }
    let keys = "  - name: keys\n    x-displayName: Keys\n";
    let reason = rejected(&with(keys, &format!("{keys}    x-feature: keys\n")));
    assert!(reason.contains("is part of several features"), "{reason}");
}

#[test]
fn generation_depends_on_the_text_alone() {
    let (first, second) = (generate(TEXT).unwrap(), generate(TEXT).unwrap());
    for (first, second) in first.iter().zip(&second) {
        assert_eq!((&first.name, &first.source), (&second.name, &second.source));
    }
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
            "does not take `limit`",
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
fn a_list_of_values_is_an_open_enum() {
    let states = "enum: [queued, running, completed, failed]";
    let text = with(states, "enum: [queued, running, paused, completed, failed]");
    assert!(
        source(&text, "contributors")
            .contains("        /// `paused`.\n        Paused = \"paused\",\n")
    );
    let rights = source(TEXT, "contributors");
    let rights = rights.split("pub enum AdminRight {").nth(1).unwrap().split('}').next().unwrap();
    assert!(rights.contains("\"review\"") && rights.contains("\"create_branches\""), "{rights}");
}

#[test]
fn properties_have_the_types_that_the_client_decodes() {
    let number = "{type: integer, format: int64}";
    for (schema, ty) in [
        ("{type: boolean, nullable: true}".to_owned(), "Option<bool>"),
        ("{type: array, items: {type: string}}".to_owned(), "Option<Vec<String>>"),
        (
            format!("{{type: object, additionalProperties: {number}}}"),
            "Option<BTreeMap<String, i64>>",
        ),
        ("{type: object}".to_owned(), "Option<Map<String, Value>>"),
        ("{}".to_owned(), "Option<Value>"),
        ("{type: string, format: password}".to_owned(), "Option<Secret>"),
        (format!("{{anyOf: [{number}, {{type: string}}]}}"), "Option<i64>"),
        ("{type: integer, enum: [0, 1]}".to_owned(), "Option<bool>"),
        (
            "{anyOf: [{$ref: '#/components/schemas/Key'}, {type: string, enum: [null]}]}"
                .to_owned(),
            "Option<Key>",
        ),
    ] {
        let comment = with_fields(&format!("        x-shelf: {schema}\n"));
        assert!(comment.contains(&format!("    pub x_shelf: {ty},\n")), "{schema}");
        assert!(comment.contains("x_shelf = \"x-shelf\""));
    }
}

#[test]
fn jobs_are_waited_for_by_the_links_of_the_document() {
    let (files, processes) = (source(TEXT, "files"), source(TEXT, "processes"));
    for start in [
        "starts!(UploadFile -> GetProcess by process_id in process.process_id: QueuedProcess);",
        "starts!(StartExport -> GetProcess by process_id in process_id: QueuedProcess);",
    ] {
        assert!(files.contains(start), "{start}");
    }
    assert!(
        processes.contains(
            "polls!(GetProcess by process_id: String => QueuedProcess in process with id);"
        )
    );
    let text = with("ended: [finished]", "ended: [finished, done]");
    let job = "job!(QueuedProcess status: \"process\" ended [\"finished\", \"done\"] failed [";
    assert!(source(&text, "files").contains(job));
}

#[test]
fn the_next_cursor_is_where_the_document_has_it() {
    let page = "page!(AuditLogResponse { data: AuditEvent, next_cursor, has_more });";
    assert!(source(TEXT, "audit_log").contains(page));
    assert!(source(TEXT, "audit_log").contains("list!(body ListAuditLogs -> AuditLogResponse"));
    assert!(source(TEXT, "items").contains("{ data: Value, meta.cursor, meta.has_more });"));
}

#[test]
fn a_link_to_what_is_no_job_starts_none() {
    assert!(TEXT.contains("operationId: getOrder\n              description"));
    assert!(!source(TEXT, "orders").contains("starts!"));
}

#[test]
fn times_that_are_text_and_seconds_have_a_method() {
    let comment = with_fields(
        "        read_at: {$ref: '#/components/schemas/TimestampText'}\n        \
         read_at_timestamp: {type: integer, format: int64}\n",
    );
    assert!(comment.contains("pub fn read(&self) -> Option<DateTime<Utc>> {"));
    assert!(comment.contains("time(self.read_at_timestamp, self.read_at.as_ref())"));
}

#[test]
fn a_note_belongs_to_no_block_above_it() {
    let observed = |description: &str| {
        with_fields(&format!(
            "        new:\n          type: boolean\n          x-provenance: observed\n          \
             description: {description}\n"
        ))
    };
    let note = "*Observed.*";
    assert!(observed("\"A:\\n\\n- b\"").contains(&format!("/// - b\n    ///\n    /// {note}")));
    assert!(
        observed("\"A:\\n\\n```text\\nb\\n```\"")
            .contains(&format!("```\n    ///\n    /// {note}"))
    );
    assert!(observed("A b.").contains(&format!("/// A b. {note}")));
    assert!(observed("'`a` b.'").contains(&format!("/// `a` b. {note}")));
}

#[test]
fn docs_are_wrapped_outside_of_tables_and_code() {
    let word = "word ".repeat(30);
    let description = format!("\"{word}\\n\\n- {word}\\n\\n```text\\n{word}\\n```\"");
    let comment =
        with_fields(&format!("        new: {{type: boolean, description: {description}}}\n"));
    let lines: Vec<_> = comment.lines().filter(|line| line.contains("word")).collect();
    let [first, second, item, hanging, code] = lines.as_slice() else { panic!("{lines:?}") };
    assert!([first, second, item, hanging].iter().all(|line| line.len() <= 100), "{lines:?}");
    assert!(item.starts_with("    /// - word") && hanging.starts_with("    ///   word"));
    assert!(code.len() > 100);
}

#[test]
fn docs_say_what_a_field_is_by_default() {
    assert!(source(TEXT, "files").contains("Default: `true`.\n"));
    let said = "keeps the original syntax; by default `true`";
    let text = with("keeps the original\n            syntax", said);
    let files = source(&text, "files");
    let files = files.split("by default `true`.").nth(1).unwrap();
    assert!(files.starts_with('\n'));
}

#[test]
fn docs_say_which_errors_are_those_of_an_operation() {
    let with = |errors: &str| {
        let success = "        '200':\n          description: Begun.\n";
        let text = with_shelf_deletion("").replacen(success, &format!("{errors}{success}"), 1);
        let comments = source(&text, "comments");
        let docs = comments.split("Deletes a shelf.").nth(1).unwrap().to_owned();
        docs.split("pub fn").next().unwrap().replace("    /// ", "").replace("    ///", "")
    };
    assert!(
        !with("        '429': {$ref: '#/components/responses/TooManyRequests'}\n").contains("429")
    );
    let own = with("        '410': {description: 'It is `a. b`. Gone. So.'}\n");
    assert!(own.contains("\n\nErrors besides those of most calls:\n\n- 410: It is `a. b`.\n\n"));
}

#[test]
fn a_field_or_parameter_repeats_no_badge_of_its_owner() {
    let (languages, comments) = (source(TEXT, "languages"), source(TEXT, "comments"));
    let within = |code: &str, name: &str| {
        let code = code.split(&format!("pub struct {name} {{")).nth(1).unwrap();
        code.split("\n}").next().unwrap().to_owned()
    };
    let badge = "*Observed.*";
    let language = within(&languages, "LanguageDeletedResponse");
    assert!(language.contains("Name of the branch") && !language.contains(badge));
    assert!(within(&comments, "CommentDeletedResponse").contains(badge));
    let parameter = "- `translation_id`: Id of the translation; may exceed 32 bits.\n";
    assert!(source(TEXT, "translations").contains(parameter));
}

#[test]
fn deprecations_are_attributes_with_their_reason() {
    let title = "        title: {type: string, description: Title of the status.";
    let text = with(
        title,
        "        title: {type: string, deprecated: true, description: 'Title. Deprecated since \
         `listFiles` has it.'",
    );
    let note = "#[deprecated(note = \"Deprecated since `list_files` has it.\")]";
    assert!(source(&text, "custom_translation_statuses").contains(note));
}
