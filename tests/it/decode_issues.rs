//! One value never costs the others: what of a response cannot be read is left out, told with its
//! place and its JSON, and the rest comes.

use futures_util::StreamExt;
use l10n_client::types::{AdminRight, Contributor};
use l10n_client::{ErrorKind, Response};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::{Value, json};

use crate::support::{World, world};

/// Lets an operation response this, always.
fn respond(world: &World, operation: &str, body: Value) {
    let reply = Reply::new(200, ReplyBody::Json(body));
    let fault = Fault::new(Misbehavior::Respond(reply));
    world.meet(fault.on(operation).always());
}

/// Places and JSON of what could not be read.
fn left_out<T>(response: &Response<T>) -> Vec<(&str, &str)> {
    let values = response.decode_issues().iter();
    values.map(|value| (value.place(), value.json())).collect()
}

fn id(world: &World) -> &'static str {
    world.project.project_id
}

#[tokio::test]
async fn an_optional_value_that_cannot_be_read_is_left_out_and_told() {
    let world = world().await;
    let people = json!([
        {"user_id": 1, "uuid": "none of that", "email": "a@example.test", "languages": {}},
        {"user_id": 2, "languages": "all", "email": {"at": "b"}, "admin_rights": {"x": 1}},
        {"user_id": 3, "languages": [{"lang_id": "many", "lang_iso": "de"}, 5], "role_id": "boss",
         "admin_rights": ["upload", null]},
    ]);
    respond(&world, "listContributors", json!({ "project_id": [], "contributors": people }));
    let page = world.client.list_contributors(id(&world)).send().await.unwrap();
    let [first, second, third] = &page.contributors[..] else { panic!("{:?}", page.contributors) };
    assert_eq!((first.uuid, first.email.as_deref()), (None, Some("a@example.test")));
    assert_eq!(first.languages, Some(vec![]), "an empty object is an empty list");
    assert_eq!((&second.languages, &second.email), (&None, &None));
    let languages = third.languages.as_ref().unwrap();
    assert_eq!((languages.len(), languages[0].lang_id), (1, None));
    assert_eq!(languages[0].lang_iso.as_deref(), Some("de"));
    assert_eq!(*third.admin_rights.as_deref().unwrap(), [AdminRight::Upload]);

    let mut told = left_out(&page);
    told.sort_unstable();
    assert_eq!(
        told,
        [
            ("contributors[0].uuid", r#""none of that""#),
            ("contributors[1].admin_rights", r#"{"x":1}"#),
            ("contributors[1].email", r#"{"at":"b"}"#),
            ("contributors[1].languages", r#""all""#),
            ("contributors[2].admin_rights[1]", "null"),
            ("contributors[2].languages[0].lang_id", r#""many""#),
            ("contributors[2].languages[1]", "5"),
            ("contributors[2].role_id", r#""boss""#),
            ("project_id", "[]"),
        ]
    );
    assert!(page.decode_issues().iter().all(|value| value.index().is_none()));
}

#[tokio::test]
async fn neither_words_nor_debug_show_the_value() {
    let world = world().await;
    let people = json!([{"user_id": 1, "uuid": "s3cret"}, {"user_id": "s3cret"}]);
    respond(&world, "listContributors", json!({ "contributors": people }));
    let list = world.client.list_contributors(id(&world));
    let page = list.clone().send().await.unwrap();
    let shown = format!("{:?} {}", page.decode_issues(), page.decode_issues()[1]);
    assert!(shown.contains("contributors[0].uuid") && shown.contains("expected"), "{shown}");
    let errors: Vec<_> = list.stream().filter_map(async |item| item.err()).collect().await;
    let shown = format!("{shown} {errors:?} {}", errors[0]);
    assert!(!shown.contains("s3cret"), "{shown}");
}

#[tokio::test]
async fn an_item_that_cannot_be_read_is_one_error_and_the_stream_goes_on() {
    let world = world().await;
    let comments = json!([
        {"comment_id": 1}, {"comment": "no id"}, {"comment_id": 3}, null, "x", {"comment_id": 6},
    ]);
    respond(&world, "listProjectComments", json!({ "comments": comments }));
    let list = world.client.list_project_comments(id(&world));
    let walked: Vec<_> = list.limit(7).stream().take(6).collect().await;
    let seen: Vec<_> = walked
        .iter()
        .map(|item| match item {
            Ok(comment) => (comment.comment_id, ""),
            Err(error) => {
                let item = error.item().expect("it is of one item");
                assert_eq!(error.kind(), ErrorKind::Decode);
                assert_eq!(
                    (error.operation(), error.status().unwrap().as_u16()),
                    (Some("listProjectComments"), 200)
                );
                (-(item.index().unwrap() as i64), item.json())
            }
        })
        .collect();
    let expected =
        [(1, ""), (-1, r#"{"comment":"no id"}"#), (3, ""), (-3, "null"), (-4, r#""x""#), (6, "")];
    assert_eq!(seen, expected);
    let text = walked[1].as_ref().unwrap_err().to_string();
    assert!(text.starts_with("listProjectComments"), "{text}");
    assert!(
        text.ends_with(": an item does not match the document: `comments[1]`, number 2 of the list: missing field `comment_id`"),
        "{text}"
    );
}

#[tokio::test]
async fn the_position_in_the_list_counts_over_pages() {
    let world = world().await;
    for (first, last) in
        [(json!({"comment_id": 1}), json!(2)), (json!({"comment_id": 3}), json!(4))]
    {
        let body = json!({ "comments": [first, last] });
        world.respond_to(
            "listProjectComments",
            Reply::new(200, ReplyBody::Json(body)).header("X-Total-Count", "3"),
        );
    }
    let list = || world.client.list_project_comments(id(&world)).limit(2);
    let errors = list().stream().take(4).filter_map(async |item| item.err());
    let places = errors.map(|error| {
        let item = error.item().unwrap();
        (item.index(), item.position())
    });
    assert_eq!(places.collect::<Vec<_>>().await, [(Some(1), Some(1)), (Some(1), Some(3))]);

    respond(&world, "listProjectComments", json!({ "comments": [{"comment_id": 1}, 2] }));
    let errors = list().page(2).stream().take(2).filter_map(async |item| item.err());
    let positions = errors.map(|error| error.item().unwrap().position());
    assert_eq!(
        positions.collect::<Vec<_>>().await,
        [None],
        "the size of the page before is not known"
    );
}

#[tokio::test]
async fn an_entry_of_a_map_and_what_stands_alone() {
    let world = world().await;
    let errors = json!({"a": 1, "b": "often", "c": null});
    let job = json!({"state": "completed", "projectId": "p", "errors": errors});
    respond(&world, "getContributorDeletionJob", job);
    let uuid = world.project.uuid;
    let job = world.client.get_contributor_deletion_job(uuid, uuid).send().await.unwrap();
    assert_eq!(job.errors.as_ref().unwrap().keys().collect::<Vec<_>>(), ["a"]);
    assert_eq!(left_out(&job), [("projectId", r#""p""#), ("errors.b", r#""often""#)]);

    let me = json!({"project_uuid": 7, "contributor": {"user_id": 1, "uuid": []}});
    respond(&world, "getOwnContributor", me);
    let me = world.client.get_own_contributor(id(&world)).send().await.unwrap();
    let Contributor { user_id, uuid, .. } = &me.contributor;
    assert_eq!((*user_id, *uuid, me.project_uuid), (1, None, None));
    assert_eq!(left_out(&me), [("project_uuid", "7"), ("contributor.uuid", "[]")]);
}

#[tokio::test]
async fn what_a_response_cannot_be_without_is_an_error_still() {
    let world = world().await;
    for body in [json!({"contributor": {"user_id": "x"}}), json!({"contributor": null}), json!({})]
    {
        world.sandbox.clear_faults();
        respond(&world, "getContributor", body);
        let call = world.client.get_contributor(id(&world), 1);
        let error = call.send().await.unwrap_err();
        assert_eq!((error.kind(), error.item().is_none()), (ErrorKind::Decode, true));
    }
    respond(&world, "listFiles", json!({"files": "none"}));
    let error = world.client.list_files(id(&world)).stream().next().await.unwrap().unwrap_err();
    assert!(error.item().is_none(), "{error}");
}

/// Of values without end, the first are noted, and all are counted; items are told in their place.
#[tokio::test]
async fn many_values_that_cannot_be_read_cost_no_page() {
    let world = world().await;
    let language = json!({"lang_id": 1, "lang_iso": {"a": 1}});
    let person = json!({"user_id": 1, "languages": vec![language; 25]});
    let mut people = vec![person; 500];
    people[498]["user_id"] = json!("x");
    respond(&world, "listContributors", json!({ "contributors": people }));
    let list = || world.client.list_contributors(id(&world));
    let page = list().pages().next().await.unwrap().unwrap();
    assert_eq!(page.contributors.len(), 499);
    let languages = page.contributors[497].languages.as_ref().unwrap();
    assert_eq!((languages[24].lang_id, &languages[24].lang_iso), (Some(1), &None));
    assert_eq!(page.decode_issues().len(), 10_000 + 1);
    assert_eq!(page.decode_issue_count(), 499 * 25 + 1);
    let (place, json) = *left_out(&page).last().unwrap();
    assert!(place == "contributors[498]" && json.starts_with('{'), "{place}: {json}");

    let walked: Vec<_> = list().stream().take(500).collect().await;
    let bad = walked.iter().position(Result::is_err);
    assert_eq!((walked.len(), bad), (500, Some(498)));
}

/// A response of which nothing can be read makes one error, and not one for each of its parts.
#[tokio::test]
async fn too_many_items_that_cannot_be_read_are_one_error() {
    let world = world().await;
    for (count, is_read) in [(20_000, true), (20_001, false)] {
        world.sandbox.clear_faults();
        respond(&world, "listFiles", json!({ "files": vec![1; count] }));
        let page = world.client.list_files(id(&world)).send().await;
        assert_eq!(page.is_ok_and(|page| page.decode_issues().len() == count), is_read, "{count}");
    }
}
