//! Lists as streams: order, laziness, bounds.

mod cursors;
mod ends;

use std::fmt::Debug;
use std::time::Duration;

use futures_util::{Stream, TryStreamExt};
use l10n_client::calls::ListProjectComments;
use l10n_client::pages::{Items, Pages};
use l10n_client::rate_limit::SlidingWindow;
use l10n_client::types::{Comment, NewComment};
use l10n_client::{Error, ErrorKind};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Stage};

use crate::support::{World, builder, world};

const LIST: &str = "listProjectComments";

/// A world with this many comments, of which three were there.
async fn world_of_comments(count: usize) -> World {
    let world = world().await;
    comment(&world, count - 3).await;
    world.sandbox.clear_requests();
    world
}

/// Adds comments at the end of the list.
async fn comment(world: &World, count: usize) {
    let comment = NewComment::new("More");
    world
        .client
        .create_key_comments(
            world.project.project_id,
            world.project.key_ids[0],
            vec![comment; count],
        )
        .send()
        .await
        .unwrap();
}

fn comments(world: &World) -> ListProjectComments {
    world.client.list_project_comments(world.project.project_id)
}

/// All ids, in the order of the list.
async fn all(world: &World) -> Vec<i64> {
    let page = comments(world).limit(5000).send().await.unwrap();
    world.sandbox.clear_requests();
    page.comments.iter().map(|comment| comment.comment_id).collect()
}

async fn ids(items: Items<Comment>) -> Result<Vec<i64>, Error> {
    items.map_ok(|comment| comment.comment_id).try_collect().await
}

/// The `page` of every request, in the order in which they came.
fn requested(world: &World) -> Vec<u64> {
    world
        .sandbox
        .requests()
        .iter()
        .map(|seen| seen.target.rsplit_once("page=").unwrap().1.parse().unwrap())
        .collect()
}

async fn until_requested(world: &World, count: usize) {
    let come = async {
        while world.sandbox.requests().len() < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(60), come).await;
    // Time for one too many.
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(world.sandbox.requests().len(), count);
}

fn befall(world: &World, what: Misbehavior) {
    world.sandbox.add_fault(Fault::new(what).on(LIST).always()).unwrap();
}

#[tokio::test]
async fn every_list_yields_its_items_and_its_pages() {
    /// Items, pages, and what the pages say of the total.
    async fn walked<T, B>(items: Items<T>, pages: Pages<B>) -> (usize, usize, Option<u64>) {
        let items: Vec<_> = items.try_collect().await.unwrap();
        let pages: Vec<_> = pages.try_collect().await.unwrap();
        let total = pages[0].total_count();
        assert!(pages.iter().all(|page| page.total_count() == total));
        (items.len(), pages.len(), total)
    }
    macro_rules! walk {
        ($list:expr) => {{
            let list = $list;
            walked(list.clone().stream(), list.pages()).await
        }};
    }
    let World { client, project, .. } = &world().await;
    let id = project.project_id;
    let key = project.key_ids[0];
    assert_eq!(walk!(client.list_project_comments(id).limit(2)), (3, 2, Some(3)));
    assert_eq!(walk!(client.list_key_comments(id, key).limit(1)), (2, 2, Some(2)));
    assert_eq!(walk!(client.list_contributors(id).limit(2)), (5, 3, Some(5)));
    assert_eq!(walk!(client.list_custom_translation_statuses(id).limit(1)), (2, 2, Some(2)));
    assert_eq!(walk!(client.list_files(id).limit(2)), (3, 2, Some(3)));
    assert_eq!(walk!(client.list_processes(id)), (1, 1, Some(1)));
}

#[tokio::test]
async fn pages_are_requested_at_the_same_time_and_yielded_in_order() {
    let world = world_of_comments(12).await;
    let expected = all(&world).await;
    let late = Duration::from_secs(2);
    let fault = Fault::new(Misbehavior::Delay(late)).on(LIST);
    world.sandbox.add_fault(fault.clone().after(1)).unwrap();
    world.sandbox.add_fault(fault.after(3)).unwrap();

    let list = comments(&world).limit(2).stream().prefetch(3);
    assert_eq!(ids(list).await.unwrap(), expected);
    let mut pages = requested(&world);
    assert_eq!(pages[0], 1, "the total must be known first");
    pages.sort_unstable();
    assert_eq!(
        pages,
        [1, 2, 3, 4, 5, 6, 7],
        "the total may be too low, and the last page was full"
    );
    let seen = world.sandbox.requests();
    let apart = (seen[4].started - seen[1].started).to_std().unwrap();
    assert!(apart < late, "four at the same time: {apart:?}");
}

#[tokio::test]
async fn no_more_requests_are_in_flight_than_set() {
    let world = world_of_comments(12).await;
    befall(&world, Misbehavior::Delay(Duration::from_millis(500)));
    world.sandbox.set_rate_limit(Some(RateLimit::new(1000, 4)));
    assert_eq!(ids(comments(&world).limit(1).stream().prefetch(3)).await.unwrap().len(), 12);
    let error = ids(comments(&world).limit(1).stream().prefetch(4)).await.unwrap_err();
    assert!(error.is_rate_limited(), "five were in flight: {error}");
}

#[tokio::test]
async fn nothing_is_requested_before_it_may_be() {
    let world = world_of_comments(12).await;
    let mut one = comments(&world).limit(3).stream().prefetch(0);
    let mut three = comments(&world).limit(3).pages().prefetch(2);
    until_requested(&world, 0).await;

    for _ in 0..3 {
        one.next().await.unwrap().unwrap();
    }
    until_requested(&world, 1).await;
    one.next().await.unwrap().unwrap();
    until_requested(&world, 2).await;

    world.sandbox.clear_requests();
    three.next().await.unwrap().unwrap();
    until_requested(&world, 3).await;
    three.next().await.unwrap().unwrap();
    until_requested(&world, 4).await;
}

#[tokio::test]
async fn the_callers_work_between_items_may_use_the_same_client() {
    let mut world = world_of_comments(9).await;
    let limiter = SlidingWindow::new(1000, 2);
    world.client = builder(&world.sandbox)
        .api_token(world.sandbox.tokens().read_write)
        .rate_limiter(limiter)
        .build()
        .unwrap();
    befall(&world, Misbehavior::Delay(Duration::from_millis(10)));
    world.sandbox.set_rate_limit(Some(RateLimit::new(1000, 2)));
    let walk = async {
        let mut items = comments(&world).limit(1).stream().prefetch(7);
        let mut count = 0;
        while let Some(item) = items.next().await {
            item.unwrap();
            let files = world.client.list_files(world.project.project_id);
            files.send().await.unwrap();
            count += 1;
        }
        count
    };
    let count = tokio::time::timeout(Duration::from_secs(60), walk).await;
    assert_eq!(count.expect("nobody waits for another for ever"), 9);
}

#[tokio::test]
async fn the_page_and_the_limit_that_were_set_hold() {
    let world = world_of_comments(10).await;
    let all = all(&world).await;
    let walked = ids(comments(&world).page(2).limit(3).stream()).await.unwrap();
    assert_eq!(walked, all[3..]);
    let mut pages = requested(&world);
    pages.sort_unstable();
    assert_eq!(pages, [2, 3, 4]);
    assert!(world.sandbox.requests().iter().all(|seen| seen.target.contains("limit=3&")));
}

#[tokio::test]
async fn a_parameter_that_does_not_fit_is_an_error_and_nothing_is_sent() {
    let world = world().await;
    let bad = [
        comments(&world).page(0),
        comments(&world).limit(0),
        comments(&world).limit(5001),
        world.client.list_project_comments(".."),
        world.client.list_project_comments(""),
    ];
    for list in bad {
        let mut items = list.stream();
        let error = items.next().await.unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert!(items.next().await.is_none());
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn an_error_comes_after_the_pages_before_it_and_is_the_last() {
    let world = world_of_comments(12).await;
    let all = all(&world).await;
    for ahead in [0, 3] {
        let fault = Fault::new(Misbehavior::status(500)).on(LIST).after(3);
        world.sandbox.add_fault(fault).unwrap();
        let mut items = comments(&world).limit(2).stream().prefetch(ahead);
        let mut walked = Vec::new();
        let error = loop {
            match items.next().await.expect("the list does not end before its error") {
                Ok(comment) => walked.push(comment.comment_id),
                Err(error) => break error,
            }
        };
        assert_eq!(error.status().unwrap(), 500);
        assert!(all.starts_with(&walked), "{walked:?}");
        // Of requests at the same time, any may be the fourth to come.
        assert!(ahead > 1 || walked.len() == 6, "{walked:?}");
        assert!(items.next().await.is_none() && items.next().await.is_none());
    }
}

#[tokio::test]
async fn dropping_a_stream_cancels_its_requests() {
    let world = world_of_comments(12).await;
    let late = Duration::from_secs(60);
    let fault = Fault::new(Misbehavior::Delay(late)).on(LIST).after(1);
    world.sandbox.add_fault(fault.always()).unwrap();
    let mut items = comments(&world).limit(2).stream().prefetch(3);
    items.next().await.unwrap().unwrap();
    until_requested(&world, 4).await;
    drop(items);
    let lost = || {
        let seen = world.sandbox.requests();
        seen.iter().filter(|seen| seen.stage == Stage::Lost).count()
    };
    let cancelled = async {
        while lost() < 3 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(late / 2, cancelled).await.unwrap();
}

#[tokio::test]
async fn streams_can_go_to_other_tasks_and_show_nothing() {
    fn check<S: Stream + Send + Unpin + Debug + 'static>(stream: S) -> String {
        format!("{stream:?}")
    }
    let world = world().await;
    let shown = check(comments(&world).stream()) + &check(comments(&world).pages());
    assert_eq!(shown, "Items { .. }Pages { .. }");

    let mut items = comments(&world).stream();
    let first = tokio::spawn(async move { items.next().await }).await.unwrap();
    assert_eq!(first.unwrap().unwrap().comment_id, 5101);
}
