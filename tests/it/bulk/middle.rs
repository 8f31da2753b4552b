//! A batch in the middle that does not go well: nothing is sent twice, and nothing is lost.

use l10n_client::bulk::BulkReport;
use l10n_client::types::Key;
use l10n_sandbox::{Fault, Misbehavior, ResetMoment};

use super::named;
use crate::support::{World, quick, world};

/// Creates six keys, two in a request, of which the second meets this; the report, and how many
/// requests were sent.
async fn create(world: &World, what: Misbehavior) -> (BulkReport<Key>, usize) {
    let client = world.retrying(quick());
    world.meet(Fault::new(what).after(1));
    let call = client.create_keys(world.project.project_id, named(6));
    let report = call.in_batches().size(2).send().await.unwrap();
    (report, world.sandbox.requests().len())
}

#[tokio::test]
async fn a_batch_of_unknown_effect_is_not_sent_again_and_those_behind_it_not_at_all() {
    for what in [
        Misbehavior::status(504),
        Misbehavior::Reset(ResetMoment::AfterEffect),
        Misbehavior::CutBody(20),
    ] {
        let world = world().await;
        let (report, sent) = create(&world, what.clone()).await;
        assert_eq!(sent, 2, "{what:?}");
        assert_eq!(report.done().count(), 2, "{what:?}");
        assert_eq!((report.unknown(), report.not_done()), (vec![2, 3], vec![4, 5]), "{what:?}");
        assert!(report.complete().unwrap_err().may_have_taken_effect());
    }
}

#[tokio::test]
async fn a_batch_that_is_to_come_later_does() {
    let world = world().await;
    let (report, sent) = create(&world, Misbehavior::status(429)).await;
    assert_eq!(sent, 4);
    assert_eq!(report.complete().unwrap().len(), 6);
}

#[tokio::test]
async fn deletions_that_are_repeated_are_never_told_done_where_the_service_does_not_say_so() {
    let world = world().await;
    let client = world.retrying(quick());
    world.meet(Fault::new(Misbehavior::Reset(ResetMoment::AfterEffect)));
    let ids = world.project.key_ids[..2].to_vec();
    let call = client.delete_keys(world.project.project_id, ids.clone());
    let report = call.in_batches().send().await.unwrap();
    assert_eq!(world.sandbox.requests().len(), 2);
    assert_eq!(report.done().count(), 0, "{report}");
    let list = client.list_keys(world.project.project_id);
    let left = list.send().await.unwrap();
    assert!(left.keys.iter().all(|key| !ids.contains(&key.key_id)));
}
