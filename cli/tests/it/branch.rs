//! `l10n branch`.

use serde_json::json;

use crate::texts::pushed;

#[tokio::test]
async fn two_branches_are_merged_by_their_git_names() {
    let world = pushed().await;
    world.git(&["checkout", "-qb", "feature/a"]);
    let created = world.run(&["branch", "create"]).await.ended(0);
    assert_eq!(created.stdout, "created  feature/a\n");
    let again = world.run(&["branch", "create", "--json"]).await.ended(0).json();
    assert_eq!((&again["branch"], &again["change"]), (&json!("feature/a"), &json!("exists")));
    world.write("en.json", r#"{"a": "A from a", "b": "B"}"#);
    world.run(&["push", "--branch", "auto"]).await.ended(0);
    world.git(&["checkout", "-qb", "feature/b"]);
    world.write("en.json", r#"{"a": "A from b", "b": "B"}"#);
    world.run(&["push", "--branch", "auto"]).await.ended(0);

    world.git(&["stash", "-q"]);
    world.git(&["checkout", "-q", "main"]);
    for default in [&["branch", "merge"][..], &["branch", "delete", "main"]] {
        let ran = world.run(default).await.ended(2);
        assert!(ran.stderr.contains("`main` is the default branch"), "{ran:?}");
    }
    world.run(&["branch", "merge", "feature/a"]).await.ended(0);
    let ran = world.run(&["branch", "merge", "feature/b"]).await.ended(4);
    assert!(ran.stderr.contains("Both branches have changed"), "{ran:?}");
    assert!(ran.stderr.contains("choose a side: `--conflicts`"), "{ran:?}");
    world.run(&["branch", "merge", "feature/b", "--conflicts", "source"]).await.ended(0);
    let text = world.run(&["keys", "show", "a"]).await.ended(0).stdout;
    assert!(text.contains("A from b"), "{text}");
    for name in ["feature/a", "feature/b"] {
        world.run(&["branch", "delete", name]).await.ended(0);
        world.run(&["branch", "delete", name]).await.ended(2);
    }
    world.run(&["branch", "delete", "x", "--conflicts", "source"]).await.ended(2);
}
