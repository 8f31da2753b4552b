//! Streams of lists that the document does not hold: by number, by every style of cursor, and
//! wherever the items are.

use futures_util::TryStreamExt;
use l10n_client::pages::{Items, Paging};
use l10n_client::{Error, ErrorKind, RawRequest, Server};
use l10n_sandbox::{Reply, ReplyBody};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{json_response, respond, targets};
use crate::support::{World, until_error, world};

/// Neither comparable nor clonable, as a caller's type may be.
#[derive(Debug, Deserialize)]
struct Id {
    id: i64,
}

fn list(world: &World, path: &str) -> RawRequest {
    let list = world.client.request(Method::GET, path).name("listThings");
    list.items_in("things")
}

async fn ids(items: Items<Id>) -> Result<Vec<i64>, Error> {
    items.map_ok(|item| item.id).try_collect().await
}

/// What a walk yields until its error.
async fn failing(items: Items<Id>) -> (Vec<i64>, Error) {
    let (walked, error) = until_error(items).await;
    (walked.into_iter().map(|item| item.id).collect(), error)
}

fn is_send<T: Send>(it: T) -> T {
    it
}

fn of(ids: impl IntoIterator<Item = i64>) -> Value {
    ids.into_iter().map(|id| json!({ "id": id })).collect()
}

/// The queries of the requests that came.
fn queries(world: &World) -> Vec<String> {
    let query = |target: String| target.split_once('?').map(|(_, query)| query.to_owned());
    targets(world).into_iter().map(|target| query(target).unwrap_or_default()).collect()
}

#[tokio::test]
async fn a_list_by_number_is_walked_as_its_counts_say() {
    #[derive(Debug, Deserialize)]
    struct Contributor {
        user_id: i64,
    }
    let world = world().await;
    let path = format!("projects/{}/contributors", world.project.project_id);
    let typed = world.client.list_contributors(world.project.project_id);
    let typed: Vec<_> = typed.stream().try_collect().await.unwrap();
    let typed: Vec<_> = typed.iter().map(|one| one.user_id).collect();
    world.sandbox.clear_requests();

    let raw = is_send(
        list(&world, &path).items_in("contributors").query("limit", 2).stream::<Contributor>(),
    );
    let raw: Vec<_> = raw.map_ok(|one| one.user_id).try_collect().await.unwrap();
    assert_eq!(raw, typed);
    let mut seen = queries(&world);
    seen.sort_unstable();
    assert_eq!(seen, ["limit=2&page=1", "limit=2&page=2", "limit=2&page=3"]);

    let from = list(&world, &path)
        .items_in("contributors")
        .query("limit", 2)
        .query("page", 2)
        .pages::<Value>();
    let pages: Vec<_> = is_send(from).try_collect().await.unwrap();
    let shape: Vec<_> = pages.iter().map(|page| (page.len(), page.total_count())).collect();
    assert_eq!(shape, [(2, Some(5)), (1, Some(5))]);
}

#[tokio::test]
async fn a_list_with_a_cursor_in_a_header_is_walked() {
    let world = world().await;
    let page = |ids: [i64; 2]| Reply::new(200, ReplyBody::Json(json!({"things": of(ids)})));
    respond(&world, page([1, 2]).header("X-Pagination-Next-Cursor", "a b"));
    respond(&world, page([3, 4]).header("X-Pagination-Next-Cursor", ""));
    let things = list(&world, "teams/7/things").query("limit", 2);
    let things = things.paging(Paging::CursorOrNumber).stream();
    assert_eq!(ids(things).await.unwrap(), [1, 2, 3, 4]);
    assert_eq!(
        queries(&world),
        ["pagination=cursor&limit=2", "pagination=cursor&limit=2&cursor=a+b"]
    );

    // The keys of the sandbox are such a list.
    let path = format!("projects/{}/keys", world.project.project_id);
    let keys =
        list(&world, &path).items_in("keys").query("limit", 3).paging(Paging::CursorOrNumber);
    let keys: Vec<_> = keys.stream::<Value>().try_collect().await.unwrap();
    assert_eq!(keys.len(), world.project.key_ids.len());

    // A service that knows none goes on by number.
    world.sandbox.clear_requests();
    let path = format!("projects/{}/files", world.project.project_id);
    let body = json!({"things": of([1, 2])});
    respond(&world, Reply::new(200, ReplyBody::Json(body)).header("X-Total-Count", "3"));
    respond(
        &world,
        Reply::new(200, ReplyBody::Json(json!({"things": of([3])}))).header("X-Total-Count", "3"),
    );
    let things = list(&world, &path).query("limit", 2).paging(Paging::CursorOrNumber);
    assert_eq!(ids(things.stream()).await.unwrap(), [1, 2, 3]);
    assert_eq!(queries(&world), ["pagination=cursor&limit=2", "limit=2&page=2"]);
}

#[tokio::test]
async fn a_list_with_a_cursor_in_its_meta_is_walked() {
    let world = world().await;
    let path = format!("projects/{}/items", world.project.project_id);
    let items = || list(&world, &path).items_in("data").server(Server::Cursor).query("limit", 3);
    assert_eq!(ids(items().stream()).await.unwrap(), world.project.key_ids);
    let pages: Vec<_> = items().pages::<Id>().try_collect().await.unwrap();
    let shape: Vec<_> =
        pages.iter().map(|page| (page.len(), page.next_cursor().is_some())).collect();
    assert_eq!(shape, [(3, true), (3, true), (2, false)]);
    let cursor = pages[0].next_cursor().unwrap().to_owned();
    let behind = items().query("after", &cursor).stream();
    assert_eq!(ids(behind).await.unwrap().len(), 5);
    let before = items().query("before", &cursor).stream();
    assert_eq!(ids(before).await.unwrap().len(), 2);

    world.sandbox.clear_requests();
    json_response(&world, json!({"data": of([1]), "meta": {"nextCursor": 17}}));
    json_response(&world, json!({"data": [], "meta": []}));
    let things = list(&world, "things").paging(Paging::Cursor("cursor"));
    let things = things.items_in("data");
    assert_eq!(ids(things.stream()).await.unwrap(), [1]);
    assert_eq!(queries(&world), ["", "cursor=17"]);

    // The cursor of the page itself does not lead on.
    let meta = json!({"nextCursor": 4, "cursor": 0, "hasMore": true});
    for body in [json!({"data": of([3, 4]), "meta": meta}), json!({"data": [], "meta": meta})] {
        json_response(&world, body);
    }
    let terms = world.client.list_glossary_terms(world.project.project_id).limit(2).stream();
    let error = terms.try_collect::<Vec<_>>().await.unwrap_err();
    assert!(error.to_string().contains("repeated a cursor"), "{error}");
    assert_eq!(queries(&world)[2..], ["limit=2", "limit=2&cursor=4"]);
    let page = json!({"data": of([5]), "meta": {"nextCursor": 5, "cursor": 0, "hasMore": true}});
    json_response(&world, page);
    json_response(&world, json!({"data": [], "meta": {"cursor": 5, "hasMore": false}}));
    let things = list(&world, "things").paging(Paging::Cursor("cursor")).items_in("data");
    assert_eq!(ids(things.stream()).await.unwrap(), [5]);
    assert_eq!(queries(&world)[4..], ["", "cursor=5"]);
}

#[tokio::test]
async fn a_list_with_a_cursor_in_its_body_is_walked() {
    let world = world().await;
    let things = || list(&world, "things").paging(Paging::Cursor("cursor"));
    json_response(&world, json!({"next_cursor": "b", "has_more": true, "things": of([1, 2])}));
    json_response(&world, json!({"things": of([3]), "next_cursor": 9, "has_more": 1}));
    json_response(&world, json!({"things": of([4]), "next_cursor": "end", "has_more": false}));
    assert_eq!(ids(things().query("kind", "x").stream()).await.unwrap(), [1, 2, 3, 4]);
    assert_eq!(queries(&world), ["kind=x", "kind=x&cursor=b", "kind=x&cursor=9"]);

    // Without `has_more`, the cursor says it.
    json_response(&world, json!({"things": of([1]), "next_cursor": "b"}));
    json_response(&world, json!({"things": of([2]), "next_cursor": null}));
    assert_eq!(ids(things().stream()).await.unwrap(), [1, 2]);
    json_response(&world, json!({"things": of([1]), "next_cursor": ""}));
    assert_eq!(ids(things().stream()).await.unwrap(), [1]);
}

#[tokio::test]
async fn what_follows_may_be_said_in_words_that_nobody_looks_for() {
    let world = world().await;
    let things = || list(&world, "things").paging(Paging::Cursor("cursor"));
    json_response(&world, json!({"things": of([1]), "pagination": {"next": "a"}}));
    let (_, error) = failing(things().stream()).await;
    assert_eq!(error.kind(), ErrorKind::Pagination);
    assert!(error.to_string().contains("does not say whether more"), "{error}");
    json_response(&world, json!({"things": []}));
    assert_eq!(ids(things().stream()).await.unwrap(), [0; 0]);
}

#[tokio::test]
async fn the_caller_names_the_field_with_the_items() {
    let world = world().await;
    let things = || list(&world, "things").query("limit", 2);
    json_response(&world, json!({"errors": [], "things": of([1])}));
    assert_eq!(ids(things().stream()).await.unwrap(), [1]);

    json_response(&world, of([1]));
    let whole = world.client.request(Method::GET, "things").stream();
    assert_eq!(ids(whole).await.unwrap(), [1]);

    json_response(&world, json!({"things": of([1])}));
    let (_, error) = failing(things().items_in("thing").stream()).await;
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("missing field `thing`"), "{error}");

    respond(&world, Reply::new(200, ReplyBody::Text("<html>".to_owned())));
    let (_, error) = failing(things().stream()).await;
    assert!(error.to_string().contains("not JSON"), "{error}");
}

#[tokio::test]
async fn an_item_that_cannot_be_read_costs_itself_alone() {
    let world = world().await;
    for body in [
        json!({"things": [{"id": 1}, {"name": "s3cret"}, {"id": 3}]}),
        json!([{"id": 1}, "x", {"id": 3}]),
    ] {
        let is_field = body.is_object();
        respond(&world, Reply::new(200, ReplyBody::Json(body)).header("X-Total-Count", "3"));
        let things = world.client.request(Method::GET, "things").name("listThings");
        let mut items = match is_field {
            true => things.items_in("things").stream::<Id>(),
            false => things.stream::<Id>(),
        };
        assert_eq!(items.next().await.unwrap().unwrap().id, 1);
        let error = items.next().await.unwrap().unwrap_err();
        let item = error.item().unwrap();
        let place = if is_field { "things[1]" } else { "[1]" };
        assert_eq!((item.place(), item.position()), (place, Some(1)));
        assert!(!error.to_string().contains("s3cret"), "{error}");
        assert!(error.to_string().starts_with("listThings (GET /things) at"), "{error}");
        assert_eq!(items.next().await.unwrap().unwrap().id, 3);
        assert!(items.next().await.is_none());
    }
}

#[tokio::test]
async fn only_what_can_be_asked_again_is_streamed() {
    let world = world().await;
    let calls = [
        world.client.request(Method::POST, "things"),
        world.client.request(Method::GET, "things").json(&json!({})),
        world.client.request(Method::GET, "things").body("text/plain", vec![1]),
    ];
    for call in calls {
        let (_, error) = failing(call.stream()).await;
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    }
    assert!(world.sandbox.requests().is_empty());
}
