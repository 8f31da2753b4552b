//! Which key that was sent an answer is about.

use l10n_client::ErrorKind;
use l10n_client::bulk::{KeyResult, Unmatched};
use l10n_client::types::{KeyUpdates, NewKey, NewKeys, Platform, PlatformNames};
use serde_json::{Value, json};

use super::{answer, answered, change, create, ids, key, on_each, seeded};
use crate::support::world;

fn taken(name: &str) -> Value {
    json!({ "message": "The key name is taken", "code": 400, "key_name": on_each(name) })
}

#[tokio::test]
async fn keys_are_found_by_name_whatever_the_order_and_the_platforms() {
    let world = world().await;
    let names = |ios: &str, rest: &str| PlatformNames {
        ios: ios.into(),
        android: rest.into(),
        web: rest.into(),
        other: String::new(),
    };
    let on_ios = |ios, rest| NewKey::new(names(ios, rest), [Platform::Ios]);
    // One name for all, a name that another key has on one platform, and one that is changed.
    let keys = [on_ios("A", "a"), key("a"), on_ios("C", "b"), key("d ")];
    answer(
        &world,
        200,
        json!({
            "keys": [answered(9, "d"), answered(2, "a"), answered(3, "C"), answered(1, "A")],
            "errors": "",
        }),
    );
    let report = create(&world, &keys, 500).await;
    assert_eq!(ids(&report), [1, 2, 3, 0]);
    assert!(matches!(report.unmatched(), [Unmatched::Done(key)] if key.key_id == 9));
    assert_eq!(report.unknown().collect::<Vec<_>>(), [3]);
    assert_eq!(report.complete().unwrap_err().kind(), ErrorKind::Incomplete);
}

#[tokio::test]
async fn of_keys_with_one_name_the_files_tell_and_then_the_order() {
    let world = world().await;
    let in_file = |file: &str| {
        let mut key = key("a");
        let filenames = json!({ "web": file });
        key.filenames = Some(serde_json::from_value(filenames).unwrap());
        key
    };
    let mut second = answered(2, "a");
    second["filenames"] = json!({ "ios": "", "android": "", "web": "2.json", "other": "" });
    answer(&world, 200, json!({ "keys": [second], "errors": [taken("a")] }));
    let report = create(&world, &[in_file("1.json"), in_file("2.json")], 500).await;
    assert_eq!(ids(&report), [-1, 2]);

    answer(&world, 200, json!({ "keys": [answered(1, "a")], "errors": [taken("a")] }));
    let report = create(&world, &[key("a"), key("a")], 500).await;
    assert_eq!(ids(&report), [1, -1]);
}

#[tokio::test]
async fn what_cannot_be_matched_is_told() {
    let world = world().await;
    answer(
        &world,
        200,
        json!({
            "keys": [answered(1, "other"), { "key_id": "none" }],
            "errors": [taken("another"), { "message": "Something", "code": 400 }],
        }),
    );
    let report = create(&world, &[key("a")], 500).await;
    assert_eq!(report.results(), [KeyResult::Unknown]);
    let kinds: Vec<_> = report
        .unmatched()
        .iter()
        .map(|unmatched| match unmatched {
            Unmatched::Done(key) => format!("key {}", key.key_id),
            Unmatched::Refused(why) => why.message.clone().unwrap(),
            Unmatched::Unreadable(value) => value.place().to_owned(),
            _ => String::new(),
        })
        .collect();
    assert_eq!(kinds, ["keys[1]", "key 1", "The key name is taken", "Something"]);
}

#[tokio::test]
async fn keys_are_changed_by_id_and_errors_found_by_what_they_have() {
    let world = world().await;
    let [first, second, third, ..] = seeded(&world)[..] else { unreachable!() };
    let mut renamed = change(second, "never");
    renamed.key_name = Some("start.title".into());
    let keys = [change(third, "3"), change(9999, "?"), change(first, "1"), change(third, "3b")];
    let call = world.client.update_keys(world.project.project_id, keys.clone());
    let report = call.in_batches().send().await.unwrap();
    assert_eq!(ids(&report), [third, -1, first, third], "{report}");
    assert_eq!(report.refused().next().unwrap().1.code, Some(404));

    // The error of a name has no id.
    answer(
        &world,
        200,
        json!({ "keys": [answered(first, "x")], "errors": [taken("start.title")] }),
    );
    let keys = [renamed, change(first, "1")];
    let report = world
        .client
        .update_keys(world.project.project_id, keys.clone())
        .in_batches()
        .send()
        .await
        .unwrap();
    assert_eq!(ids(&report), [-1, first]);
}

#[tokio::test]
async fn an_answer_to_one_request_has_the_indexes_too() {
    let world = world().await;
    let project = world.project.project_id;
    let keys = [key("new.1"), key("start.title"), key("new.2")];
    let body = NewKeys::new(keys.clone());
    let answer =
        world.client.create_keys(project, body.keys.clone()).body(body).send().await.unwrap();
    let refused: Vec<_> = answer.refused(&keys).map(|(index, why)| (index, why.code)).collect();
    assert_eq!(refused, [(Some(1), Some(400))]);

    let keys = [change(seeded(&world)[0], "x"), change(9999, "y")];
    let body = KeyUpdates::new(keys.clone());
    let answer =
        world.client.update_keys(project, body.keys.clone()).body(body).send().await.unwrap();
    let refused: Vec<_> = answer.refused(&keys).map(|(index, _)| index).collect();
    assert_eq!(refused, [Some(1)]);
}
