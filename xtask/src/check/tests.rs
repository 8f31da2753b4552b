//! Each rule by changes of a good document.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use serde_json::{Value, json};

use super::{DOCUMENT, Known, QUIRKS, Report, all, check, modules, scalars};

const BOOK: &str = "/components/schemas/Book";
const FORMAT: &str = "/components/schemas/BookFormat";
const LOGIN: &str = "/components/schemas/Login";

fn good() -> Value {
    yaml_serde::from_str(include_str!("good.yaml")).unwrap()
}

fn shelves(quirks: &[&str]) -> Known {
    Known { quirks: quirks.iter().map(|&it| it.to_owned()).collect(), ..Known::default() }
}

/// The problems when the value at a pointer is another; `Null` for none.
fn problems(pointer: &str, value: &Value) -> Vec<(String, String)> {
    let mut document = good();
    let (holder, key) = pointer.rsplit_once('/').unwrap();
    let holder = document.pointer_mut(holder).unwrap();
    match (holder.as_array_mut(), value) {
        (Some(elements), value) => elements[key.parse::<usize>().unwrap()] = value.clone(),
        (None, Value::Null) => {
            holder.as_object_mut().unwrap().remove(key).unwrap();
        }
        (None, value) => holder[key] = value.clone(),
    }
    let Report(problems) = check(&document, &shelves(&["single_book"]));
    problems
}

/// Asserts that the change makes this the problem of a place.
#[track_caller]
fn breaks(pointer: &str, value: Value, place: &str, words: &str) {
    let found = problems(pointer, &value);
    let meant = found.iter().filter(|(at, problem)| at == place && problem.contains(words));
    assert_eq!(meant.count(), 1, "expected `{words}` at {place}, and found {found:#?}");
}

#[track_caller]
fn keeps(pointer: &str, value: Value) {
    assert_eq!(problems(pointer, &value), [], "{pointer} {value}");
}

fn nothing() -> Value {
    json!({"type": "string", "nullable": true, "enum": [null]})
}

#[test]
fn the_documents_keep_every_rule() {
    let Report(found) = check(&good(), &shelves(&["single_book"]));
    assert_eq!(found, []);
    let root = crate::root();
    let readme = std::fs::read_to_string(root.join("spec/README.md")).unwrap();
    for name in modules(&root.join(QUIRKS)).unwrap() {
        assert!(readme.contains(&format!("\n| `{name}` |")), "spec/README.md lacks {name}");
    }
}

#[test]
fn what_a_response_may_omit_is_nullable() {
    let words = "optional in a response";
    for (pointer, place) in [
        ("/Book/properties/title/nullable", "/Book/properties/title"),
        ("/Notice/properties/login_at/nullable", "/Notice/properties/login_at"),
        ("/Token/properties/token_type/nullable", "/Token/properties/token_type"),
    ] {
        let schemas = "/components/schemas";
        breaks(&format!("{schemas}{pointer}"), Value::Null, &format!("{schemas}{place}"), words);
    }
    let required = json!(["book_id"]);
    breaks(&format!("{BOOK}/required"), required, &format!("{BOOK}/properties/format"), words);
    let error =
        json!({"description": "Or not.", "anyOf": [{"$ref": format!("#{FORMAT}")}, nothing()]});
    keeps(&format!("{BOOK}/properties/error"), error);
    let shared = json!({"type": "object", "properties": {"a": {"$ref": format!("#{LOGIN}")}}});
    breaks("/components/schemas/Token", shared, LOGIN, "make two schemas");
}

#[test]
fn a_request_has_no_null() {
    let limit = "/paths/~1shelves~1{shelf_id}~1books/get/parameters/1/schema";
    for place in [limit, LOGIN, &format!("{LOGIN}/properties/client_secret")] {
        breaks(&format!("{place}/nullable"), json!(true), place, "null in a request");
        breaks(place, json!({"description": "Any."}), place, "any value");
    }
}

#[test]
fn null_is_allowed_by_every_keyword() {
    let title = format!("{BOOK}/properties/title");
    let text = json!([{"type": "string"}]);
    for (key, value) in [
        ("enum", json!(["A title"])),
        ("allOf", text.clone()),
        ("anyOf", text.clone()),
        ("oneOf", json!([nothing(), nothing()])),
        ("not", json!({"type": "string", "nullable": true})),
    ] {
        breaks(&format!("{title}/{key}"), value, &title, "optional in a response");
    }
    keeps(&format!("{title}/allOf"), json!([{"type": "string", "nullable": true}]));
    let role = "/components/schemas/Role";
    breaks(&format!("{role}/nullable"), json!(true), role, "beside a keyword that allows no null");
}

#[test]
fn an_open_list_has_one_form() {
    let list = json!({"type": "string", "title": "Listed", "enum": ["folio"]});
    let untitled = json!({"type": "string", "enum": ["folio"]});
    let (role, text) = (json!({"$ref": "#/components/schemas/Role"}), json!({"type": "string"}));
    let number = json!({"type": "integer", "format": "int32"});
    let any_of = format!("{FORMAT}/anyOf");
    for wrong in [
        json!([list]),
        json!([text, list]),
        json!([list, list]),
        json!([list, text, text]),
        json!([list, number]),
        json!([list, {"type": "string", "maxLength": 9}]),
        json!([untitled, text]),
        json!([role, text]),
    ] {
        breaks(&any_of, wrong, FORMAT, "an open list in an unusual form");
    }
    keeps(&any_of, json!([list, text, nothing()]));
    keeps(&any_of, json!([role, number]));
    let format = format!("{BOOK}/properties/format");
    breaks(&format, role, &format, "a closed list in a response");
}

#[test]
fn extensions_are_known_and_have_known_values() {
    let login = "/paths/~1login/post";
    breaks(&format!("{login}/x-admin-right"), Value::Null, login, "add `x-admin-right`");
    for (key, value, words) in [
        ("x-provenance", json!("guessed"), "not one of"),
        ("x-go-type", json!("Book"), "an unknown extension"),
        ("x-enum-aliases", json!({"octavo": "8"}), "no value is \"8\""),
    ] {
        let found = problems(&format!("{login}/{key}"), &value);
        assert!(matches!(&found[..], [(_, one)] if one.contains(words)), "{key}: {found:?}");
    }
    let names = "/components/schemas/Role/x-enum-varnames";
    breaks(names, json!(["Reader"]), names, "one name");
}

#[test]
fn quirks_and_modules_belong_together() {
    let quirk = format!("{BOOK}/x-quirk");
    breaks(&quirk, json!("two_titles"), "", "the quirk `two_titles` has no module");
    let Report(found) = check(&good(), &shelves(&["single_book", "left_over"]));
    assert!(matches!(&found[..], [(_, one)] if one.contains("left_over.rs")), "{found:?}");
}

#[test]
fn a_link_leads_to_an_operation() {
    let link = "/paths/~1shelves~1{shelf_id}~1books/get/responses/200/links/again";
    breaks(link, json!({"operationId": "listShelves"}), link, "no operation");
}

#[test]
fn a_scalar_is_the_same_in_yaml_1_1() {
    let problems = |text: &str| {
        let mut report = Report::default();
        scalars::check(text, &mut report);
        report.0.into_iter().map(|(place, _)| place).collect::<Vec<_>>()
    };
    for value in ["2025-03-02", "2025-03-02t10:00:00.5+01:00", "-1:30", "0777", "1_000", "No"] {
        assert_eq!(problems(&format!("a: 1\nb: {value}\n")), ["line 2"], "{value}");
        assert_eq!(problems(&format!("a: {{b: [{value}]}}\n")), ["line 1"], "{value}");
        assert_eq!(problems(&format!("{value}: 1\n")), ["line 1"], "{value}");
        assert_eq!(problems(&format!("a: '{value}'\nb: |\n  {value}\n")), [""; 0], "{value}");
    }
    for value in ["2025-03-02 10:00:00 (UTC)", "3.0.3", "0.5", "-10", "true", "one", "a:1", "-"] {
        assert_eq!(problems(&format!("a: [{value} , 1]\n")), [""; 0], "{value}");
    }
}

type Mistake = (&'static str, &'static str, &'static str, &'static str);

/// Mistakes of an edit: what is written, instead of what, and the place and words of the problem.
const MISTAKES: [Mistake; 27] = [
    (
        "title: Before import}",
        "title: 5}",
        "~1snapshots/post/requestBody/content/application~1json/examples/title/value/title",
        "not of type",
    ),
    ("comment: Keep it below", "coment: Keep it below", "/comments/1/coment", "not expected"),
    ("required: [comment_id]", "required: [id]", "/components/schemas/Comment", "names `id`: add"),
    ("Id: listKeyComments", "Id: listKeys", "/paths/~1projects~1{project_id}~1keys", "rename one"),
    ("/screenshots/{screenshot_id}:", "/screenshots/{id}:", "~1{id}/get", "has `{id}`: add a"),
    (
        "parameters: [{$ref: '#/components/parameters/ProjectId'}]",
        "parameters: []",
        "/paths/",
        "the path has `{project_id}`: add a parameter",
    ),
    ("x-hint: ", "x-hnit: ", "/x-hnit", "an unknown extension"),
    ("x-admin-right: Manage keys", "x-admin-right: Manage kees", "~1keys/post", "is not one of"),
    ("oauth2: [read_comments]", "oauth2: [read_comment]", "~1comments/get", "no scope `read_com"),
    ("x-feature: teams", "x-feature: team", "/tags/", "no feature `team`: add it"),
    (
        "comment: {type: string, nullable: true, description: The text.}",
        "comment: {type: string, nullable: true}",
        "/components/schemas/Comment/properties/comment",
        "add a `description`",
    ),
    (
        "      description: Lists the comments on one key.\n",
        "",
        "~1{key_id}~1comments/get",
        "add a `description`",
    ),
    (
        "createSnapshot\n      x-idempotent: false",
        "createSnapshot\n      x-idempotent: true",
        "~1snapshots/post",
        "`x-idempotent: false`",
    ),
    (
        "      security:\n        - apiToken: []\n        - oauth2: [read_keys]\n",
        "",
        "~1keys/get",
        "add its `security`",
    ),
    (
        "comment_deleted: {type: boolean, d",
        "comment_deleted: {type: bolean, d",
        "/components/schemas/CommentDeletedResponse/properties/comment_deleted",
        "`type: bolean` is no type",
    ),
    (
        "comment_id: {type: integer, format: int64",
        "comment_id: {type: integer, format: int46",
        "/components/schemas/Comment/properties/comment_id",
        "`format: int32` or `int64`",
    ),
    ("format: uuid, ", "format: uid, ", "/", "the format `uid` is unknown"),
    (
        "'200':\n          description: A page of projects.",
        "'2OO':\n          description: A page of projects.",
        "/paths/~1projects/get/responses/2OO",
        "no such key",
    ),
    (
        "        '401': {$ref: '#/components/responses/Unauthorized'}\n",
        "",
        "~1projects/get",
        "may end in 401: add",
    ),
    (
        "added_by_email: {type: string, nullable: true, description: E-mail address of the author.}",
        "added_by_email: {type: string, nulable: true, description: E-mail address of the author.}",
        "/components/schemas/Comment/properties/added_by_email/nulable",
        "no such key",
    ),
    ("required: [comment_deleted]", "requried: [comment_deleted]", "/requried", "no such key"),
    ("maxLength: 256", "maxLenght: 256", "/maxLenght", "correct its spelling"),
    (
        "enum: [queued, created, in_progress, completed]",
        "enum: [queued, created, 3, completed]",
        "/components/schemas/ListedTaskStatus",
        "a value of `enum` beside it is of another type",
    ),
    (
        "operationId: getContributorDeletionJob\n              desc",
        "operationId: getContributorDeletion\n              desc",
        "~1contributors/delete/responses/202/links/job",
        "no operation `getContributorDeletion`",
    ),
    (
        "    Comment:\n",
        "    OldComment: {type: string, description: A comment.}\n    Comment:\n",
        "/components/schemas/OldComment",
        "remove it",
    ),
    ("          example: 501\n", "", "~1projects/get/parameters/0", "add an `example`"),
    (
        "type: string, format: password, description: The access",
        "type: string, description: The access",
        "/access_token",
        "a secret needs `format: password`",
    ),
];

/// Those that hide all others. What the generator rejects is in `codegen/tests.rs`.
const ALONE: [Mistake; 7] = [
    (
        "- $ref: '#/components/schemas/CommentResponse'",
        "- $ref: '#/components/schemas/CommentRespons'",
        "/components/schemas/CommentsCreatedResponse/oneOf/1/$ref",
        "correct the name",
    ),
    ("          type: integer\n", "\t  type: integer\n", "", "correct its indentation"),
    ("    Comment:\n", "   Comment:\n", "", "correct its indentation"),
    ("maxLength: 256", "maxLength: '256'", "/components/schemas/FileUpload", "expected usize"),
    ("in: query", "in: querry", "/paths/~1projects/get", "`querry`, expected one of `query`"),
    ("description: A page of comments.\n", "headers: {}\n", "~1comments/get", "`description`"),
    ("'200':\n", "200:\n", "", "put it in quotes"),
];

#[test]
fn mistakes_are_found_without_node() {
    let root = crate::root();
    let known = super::known(&root).unwrap();
    let text = std::fs::read_to_string(root.join(DOCUMENT)).unwrap();
    let find = |mistakes: &[Mistake]| {
        let planted = mistakes.iter().fold(text.clone(), |text, (old, new, ..)| {
            assert!(text.contains(old), "{old}");
            text.replacen(old, new, 1)
        });
        let Report(found) = all(&planted, &known);
        for (_, new, place, words) in mistakes {
            let is_meant =
                |(at, problem): &(String, String)| at.contains(place) && problem.contains(words);
            assert!(found.iter().any(is_meant), "{new}: {found:#?}");
        }
    };
    find(&[]);
    find(&MISTAKES);
    std::thread::scope(|scope| {
        for mistake in &ALONE {
            scope.spawn(|| find(std::slice::from_ref(mistake)));
        }
    });
}
