//! The keys that the errors of a response are about.

use l10n_client::types::{KeyName, NewKey, Platform};
use serde_json::{Value, json};

use super::{change, create, done_key, key, on_each, rejected, respond, seeded};
use crate::support::world;

fn taken(name: Value) -> Value {
    json!({ "message": "The key name is taken", "code": 400, "key": { "key_name": name } })
}

#[tokio::test]
async fn an_error_names_a_new_key_by_its_name() {
    let names = |ios: &str, rest: &str| KeyName::PerPlatform {
        ios: ios.into(),
        android: rest.into(),
        web: rest.into(),
        other: rest.into(),
    };
    let on_ios = |ios, rest| NewKey::new(names(ios, rest), [Platform::Ios]);
    let keys = [on_ios("A", "a"), key("a"), on_ios("C", "b"), key("d"), key("d")];
    for (names, expected) in [
        (vec![json!("a")], vec![Some(1)]),
        (vec![on_each("a")], vec![Some(1)]),
        (vec![json!({"ios": "C", "android": "b", "web": "b", "other": "b"})], vec![Some(2)]),
        // Of equal keys, the first was created.
        (vec![json!("d")], vec![Some(4)]),
        (vec![json!("d"), json!("d")], vec![Some(4), Some(3)]),
        (vec![json!("another")], vec![None]),
    ] {
        let world = world().await;
        let errors: Vec<_> = names.into_iter().map(taken).collect();
        // Also when no key was created.
        respond(&world, 200, json!({ "keys": [], "errors": errors }));
        let report = create(&world, &keys, 500).await;
        assert_eq!(rejected(&report), expected, "{errors:?}");
    }
}

/// Two names without a common platform are not the same, and no name is that of no key.
#[tokio::test]
async fn an_error_is_not_about_a_key_of_another_name() {
    let on = |ios: &str, web: &str| KeyName::PerPlatform {
        ios: ios.into(),
        android: String::new(),
        web: web.into(),
        other: String::new(),
    };
    let keys = [NewKey::new(on("", "a"), ["web"]), NewKey::new(on("b", ""), ["ios"])];
    for (name, expected) in
        [(json!({"ios": "", "android": "", "web": "a", "other": ""}), Some(0)), (json!(""), None)]
    {
        let world = world().await;
        let error = json!({"message": "taken", "key_name": name});
        respond(&world, 200, json!({ "keys": [], "errors": [error] }));
        assert_eq!(rejected(&create(&world, &keys, 500).await), [expected], "{name}");
    }
}

#[tokio::test]
async fn an_error_of_older_responses_names_the_key_beside_the_message() {
    let world = world().await;
    let taken = json!({ "message": "taken", "code": 400, "key_name": on_each("b") });
    respond(&world, 200, json!({ "keys": [done_key(1, "a")], "errors": [taken] }));
    let report = create(&world, &[key("a"), key("b")], 500).await;
    assert_eq!(rejected(&report), [Some(1)], "{report}");
}

#[tokio::test]
async fn an_error_names_a_changed_key_by_its_id() {
    let world = world().await;
    let id = seeded(&world)[0];
    let changes = [change(id, "a"), change(4711, "b"), change(id, "c")];
    let call = world.client.update_keys(world.project.project_id, changes);
    let report = call.in_batches().send().await.unwrap();
    assert_eq!(rejected(&report), [Some(1)], "{report}");
    let done: Vec<_> = report.done().map(|(index, key)| (index, key.key_id)).collect();
    assert_eq!(done, [(Some(0), id), (Some(2), id)], "the service returns a key once");
    let words = report.complete().unwrap_err().to_string();
    assert!(words.contains("2 of 3 done, 1 rejected; index 1: "), "{words}");
}
