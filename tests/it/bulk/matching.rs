//! The keys that the errors of a response are about.

use l10n_client::types::{KeyName, NewKey, Platform};
use serde_json::json;

use super::{change, create, on_each, rejected, respond, seeded};
use crate::support::world;

/// The name on iOS, on Android, and on the others.
fn name(names: [&str; 3]) -> KeyName {
    let [ios, android, web] = names.map(str::to_owned);
    KeyName::PerPlatform { ios, android, other: web.clone(), web }
}

/// Two names without a common platform are not the same, and no name is that of no key.
#[tokio::test]
async fn an_error_names_a_new_key_by_its_name() {
    let names = [["A", "a", "a"], ["a"; 3], ["C", "b", "b"], ["d"; 3], ["d"; 3], ["", "", "e"]];
    let keys = names.map(|names| NewKey::new(name(names), [Platform::Ios]));
    for (names, expected) in [
        (vec![json!("a")], vec![Some(1)]),
        (vec![on_each("a")], vec![Some(1)]),
        (vec![json!(name(["C", "b", "b"]))], vec![Some(2)]),
        // Of equal keys, the first was created.
        (vec![json!("d")], vec![Some(4)]),
        (vec![json!("d"), json!("d")], vec![Some(4), Some(3)]),
        (vec![json!(name(["", "", "e"]))], vec![Some(5)]),
        (vec![json!("another")], vec![None]),
        (vec![json!("")], vec![None]),
    ] {
        let newer = |name| json!({ "message": "taken", "key": { "key_name": name } });
        let older = |name| json!({ "message": "taken", "key_name": name });
        for errors in [
            names.iter().map(newer).collect::<Vec<_>>(),
            names.iter().map(older).collect::<Vec<_>>(),
        ] {
            let world = world().await;
            // Also when no key was created.
            respond(&world, 200, json!({ "keys": [], "errors": errors }));
            let report = create(&world, &keys, 500).await;
            assert_eq!(rejected(&report), expected, "{errors:?}");
        }
    }
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
