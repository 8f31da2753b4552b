//! Lists as streams: order, laziness, bounds.

mod cursors;
mod ends;
mod keys;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::TryStreamExt;
use l10n_client::calls::ListProjectComments;
use l10n_client::pages::{Items, Pages};
use l10n_client::rate_limit::SlidingWindow;
use l10n_client::types::{Comment, NewComment};
use l10n_client::{Client, Error, http};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Stage};
use reqwest::{Body, Request};
use serde_json::json;
use tokio::sync::Barrier;

use crate::support::{World, fake, until_error, world};

const LIST: &str = "listProjectComments";

/// A world with this many comments, of which three were there.
async fn world_of_comments(count: usize) -> World {
    let world = world().await;
    let (project, key) = (world.project.project_id, world.project.key_ids[0]);
    let comments = vec![NewComment::new("More"); count - 3];
    world.client.create_key_comments(project, key, comments).send().await.unwrap();
    world.sandbox.clear_requests();
    world
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

fn number(request: &Request) -> usize {
    let mut query = request.url().query_pairs();
    query.find(|(name, _)| name == "page").unwrap().1.parse().unwrap()
}

/// A page of comments, and what it says of their total.
fn page(ids: &[i64], total: Option<u64>) -> http::Response<Body> {
    let comments: Vec<_> = ids.iter().map(|id| json!({ "comment_id": id })).collect();
    let page = json!({ "comments": comments }).to_string();
    let response = http::Response::builder();
    let response = match total {
        Some(total) => response.header("X-Total-Count", total),
        None => response,
    };
    response.body(page.into()).unwrap()
}

/// A client of a service with these pages, which repeats the last one; and the pages that were
/// requested, in order.
fn service(pages: Vec<(Vec<i64>, Option<u64>)>) -> (Client, Arc<Mutex<Vec<usize>>>) {
    let requested = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&requested);
    let client = fake(move |request| {
        let number = number(&request);
        seen.lock().unwrap().push(number);
        let (ids, total) = &pages[(number - 1).min(pages.len() - 1)];
        let page = page(ids, *total);
        async { page }
    });
    (client.without_rate_limit().build().unwrap(), requested)
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

/// Pages 2 and 3 arrive only if both are requested, and 4 and 5 in the same way.
#[tokio::test]
async fn two_pages_are_requested_at_a_time_and_yielded_in_order() {
    let (both, in_flight) = (Arc::new(Barrier::new(2)), Arc::new(AtomicUsize::new(0)));
    let client = fake(move |request| {
        let (both, in_flight) = (Arc::clone(&both), Arc::clone(&in_flight));
        async move {
            assert!(in_flight.fetch_add(1, Ordering::SeqCst) < 2);
            let number = number(&request) as i64;
            if number > 1 {
                both.wait().await;
            }
            in_flight.fetch_sub(1, Ordering::SeqCst);
            let last = (2 * number).min(9);
            page(&(2 * number - 1..=last).collect::<Vec<_>>(), Some(9))
        }
    });
    let client = client.without_rate_limit().build().unwrap();
    let walk = ids(client.list_project_comments("p").limit(2).stream());
    let walked = tokio::time::timeout(Duration::from_secs(60), walk).await.unwrap().unwrap();
    assert_eq!(walked, (1..10).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_page_is_requested_when_the_one_before_arrives() {
    let world = world_of_comments(12).await;
    let mut pages = comments(&world).limit(3).pages();
    until_requested(&world, 0).await;
    for page in 1..=3 {
        pages.next().await.unwrap().unwrap();
        until_requested(&world, page + 1).await;
    }
}

#[tokio::test]
async fn the_callers_work_between_items_may_use_the_same_client() {
    let mut world = world_of_comments(9).await;
    let limiter = SlidingWindow::new(1000, 2);
    world.client = world.builder().rate_limiter(limiter).build().unwrap();
    let late = Misbehavior::Delay(Duration::from_millis(10));
    world.meet(Fault::new(late).on(LIST).always());
    world.sandbox.set_rate_limit(Some(RateLimit::new(1000, 2)));
    let walk = async {
        let mut items = comments(&world).limit(1).stream();
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
    let mut queries: Vec<_> =
        world.sandbox.requests().into_iter().map(|seen| seen.target).collect();
    queries.sort_unstable();
    let path = format!("/v2/projects/{}/comments", world.project.project_id);
    assert_eq!(queries, [2, 3, 4].map(|page| format!("{path}?limit=3&page={page}")));
}

#[tokio::test]
async fn an_error_comes_after_the_pages_before_it_and_is_the_last() {
    let world = world_of_comments(12).await;
    let all = all(&world).await;
    // Of two requests at the same time, either may be the fourth to arrive.
    world.meet(Fault::new(Misbehavior::status(500)).on(LIST).after(3).always());
    let (walked, error) = until_error(comments(&world).limit(2).stream()).await;
    assert_eq!(error.status().unwrap(), 500);
    let walked: Vec<_> = walked.iter().map(|comment| comment.comment_id).collect();
    assert!(walked.len() >= 4 && all.starts_with(&walked), "{walked:?}");
}

#[tokio::test]
async fn dropping_a_stream_cancels_its_requests() {
    let world = world_of_comments(12).await;
    let late = Duration::from_secs(60);
    world.meet(Fault::new(Misbehavior::Delay(late)).on(LIST).after(1).always());
    let mut items = comments(&world).limit(2).stream();
    items.next().await.unwrap().unwrap();
    until_requested(&world, 2).await;
    drop(items);
    let cancelled = async {
        while world.sandbox.requests()[1].stage != Stage::Lost {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(late / 2, cancelled).await.unwrap();
}
