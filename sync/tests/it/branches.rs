//! The branch of the project.

use l10n_sync::{Branch, PullOptions, PushOptions};
use serde_json::json;

use crate::support::{PROJECT, World};

async fn pushed(world: &World, branch: Branch, text: &str) -> Result<(), String> {
    world.write("locales/en/a.json", format!("{{\"a\": \"{text}\"}}"));
    let pushed = world.sync().branch(branch).push(&PushOptions::new()).await;
    pushed.map(|report| assert!(report.is_complete())).map_err(|error| error.to_string())
}

#[tokio::test]
async fn the_default_branch_is_the_same_with_and_without_its_name() {
    let world = World::new(&["en", "de"]).await;
    let master = Branch::Named("master".to_owned());
    for (branch, text) in [(Branch::Default, "v1"), (master, "v2"), (Branch::Default, "v3")] {
        pushed(&world, branch, text).await.unwrap();
        assert_eq!(world.text("a", "en").unwrap(), text);
    }
    let error = pushed(&world, Branch::Named("mastr".to_owned()), "v4").await.unwrap_err();
    assert!(error.contains("`mastr`") && error.contains("master"), "{error}");
}

#[tokio::test]
async fn the_git_branch_is_created_once() {
    let world = World::new(&["en", "de"]).await;
    pushed(&world, Branch::Default, "v1").await.unwrap();
    world.commit();
    pushed(&world, Branch::Auto, "main").await.unwrap();
    assert_eq!(world.text("a", "en").unwrap(), "main");
    world.git(&["checkout", "-qb", "feature/x"]);
    let sync = world.sync().branch(Branch::Auto);
    for error in [
        world.address(&Branch::Auto).await.unwrap_err(),
        sync.pull(&PullOptions::new()).await.unwrap_err(),
    ] {
        assert!(error.to_string().contains("run a push"), "{error}");
    }
    // Before the branch exists, a dry run compares with the default branch, of which it is a copy.
    world.write("locales/en/a.json", r#"{"a": "draft"}"#);
    let plan = sync.plan_push(&PushOptions::new()).await.unwrap();
    assert_eq!(plan.new_branch.as_deref(), Some("feature/x"));
    let text = plan.files[0].changes().next().unwrap();
    assert_eq!((text.before.as_deref(), text.after.as_deref()), (Some("main"), Some("draft")));
    let unused = sync.unused_keys().await.unwrap();
    assert_eq!(unused.total, 1);
    for text in ["draft", "draft 2"] {
        pushed(&world, Branch::Auto, text).await.unwrap();
    }
    assert_eq!(world.address(&Branch::Auto).await.unwrap(), format!("{PROJECT}:feature/x"));
    assert_eq!(world.text("a", "en").unwrap(), "main");
}

#[tokio::test]
async fn a_project_without_branches_accepts_only_the_default_branch() {
    let project = json!({"name": "Web", "project_id": PROJECT, "languages": ["en"],
        "settings": {"branching": false}});
    let world = World::seeded(json!({"projects": [project]})).await;
    pushed(&world, Branch::Named("main".to_owned()), "v1").await.unwrap();
    let error = pushed(&world, Branch::Named("x".to_owned()), "v1").await.unwrap_err();
    assert!(error.contains("enable branching"), "{error}");
}

#[tokio::test]
async fn the_default_branch_of_git_is_that_of_the_service() {
    let world = World::new(&["en", "de"]).await;
    world.write("locales/en/a.json", "{}");
    world.commit();
    world.git(&["checkout", "-qb", "develop"]);
    assert!(world.address(&Branch::Auto).await.is_err());
    world.git(&["update-ref", "refs/remotes/origin/develop", "HEAD"]);
    world.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop"]);
    assert_eq!(world.address(&Branch::Auto).await.unwrap(), PROJECT);
    // A branch of the service with this name is not the default one.
    pushed(&world, Branch::Default, "main").await.unwrap();
    world.client().create_branch(PROJECT, "develop").send().await.unwrap();
    assert_eq!(world.address(&Branch::Auto).await.unwrap(), format!("{PROJECT}:develop"));
}
