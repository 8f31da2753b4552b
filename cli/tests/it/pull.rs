//! `l10n pull` and `l10n status`.

use crate::support::{GITHUB, World};

const LOCALES: &str = "ignore = [\"*\", \"**/*\"]\n\
                       [[files]]\npattern = \"texts/{lang}.json\"\npush = \"all\"\n\
                       upload = { distinguish_by_file = true }\n";

async fn pushed() -> World {
    let world = World::configured(LOCALES).await;
    world.write("texts/en.json", "{\"cli.pull\": \"Hello\"}\n");
    world.write("texts/de.json", "{\"cli.pull\": \"Hallo\"}\n");
    world.commit();
    world.run(&["push"]).await.ended(0);
    world
}

#[tokio::test]
async fn a_dry_run_prints_the_changes_that_a_pull_makes() {
    let world = pushed().await;
    let none = world.run(&["pull"]).await.ended(0);
    assert!(none.stdout.ends_with("1 unchanged\n"), "{none:?}");
    world.run(&["status", "--check"]).await.ended(0);
    world.run(&["keys", "set", "cli.pull", "de", "Moin"]).await.ended(0);
    world.run(&["keys", "set", "cli.pull", "en", "Hi"]).await.ended(0);

    let status = world.run(&["status", "--json", "--check"]).await.ended(1).json();
    assert_eq!(status["pull"][0]["path"], "texts/de.json", "{status}");
    assert_eq!(status["push"][0]["path"], "texts/en.json", "{status}");
    let dry = world.run(&["pull", "--dry-run"]).await.ended(0);
    assert_eq!(
        dry.stdout,
        "changed    texts/de.json\n    cli.pull: \"Hallo\" -> \"Moin\"\n1 changed\n"
    );
    assert!(world.read("texts/de.json").contains("Hallo"));
    let ran = world.run(&["pull", "--json"]).await.ended(0).json();
    assert_eq!(ran["files"][0]["change"], "changed", "{ran}");
    assert!(world.read("texts/de.json").contains("Moin"));
    assert!(world.read("texts/en.json").contains("Hello"));
}

#[tokio::test]
async fn a_file_with_uncommitted_changes_is_kept_and_reported() {
    let world = pushed().await;
    world.write("texts/de.json", "{\"cli.pull\": \"mine\"}\n");
    let ran = world.run_with(&GITHUB, &["pull"]).await.ended(1);
    assert!(ran.stderr.contains("texts/de.json: kept: it has uncommitted changes"));
    assert!(ran.stderr.contains("::error file=texts/de.json::"), "{ran:?}");
    assert!(world.read("texts/de.json").contains("mine"));
    world.run(&["pull", "--force"]).await.ended(0);
    assert!(world.read("texts/de.json").contains("Hallo"));
}

#[tokio::test]
async fn a_name_that_no_group_matches_is_refused() {
    let world = pushed().await;
    world.configure(&LOCALES.replace("ignore = [\"*\", \"**/*\"]", ""));
    let body = serde_json::json!({"keys": [{"key_name": "odd", "platforms": ["web"],
        "filenames": {"web": "l10n.toml"}}]});
    let post = ["api", "POST", "projects/{project}/keys", "-d", &body.to_string()];
    world.run(&post).await.ended(0);
    let before = world.read("l10n.toml");
    let ran = world.run(&["pull", "--json", "--force"]).await.ended(1);
    let refused = ran.json()["refused"].as_array().unwrap().clone();
    assert!(refused.iter().any(|file| file["name"] == "l10n.toml"), "{ran:?}");
    assert_eq!(world.read("l10n.toml"), before);
}

#[cfg(unix)]
#[tokio::test]
async fn status_prints_the_progress_and_works_in_a_read_only_folder() {
    use std::os::unix::fs::PermissionsExt as _;

    let world = pushed().await;
    let before: Vec<_> = std::fs::read_dir(world.path("texts")).unwrap().collect();
    let set = |mode| {
        for folder in ["", "texts"] {
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(world.path(folder), mode).unwrap();
        }
    };
    set(0o555);
    let ran = world.run(&["status"]).await;
    set(0o755);
    let ran = ran.ended(0);
    let german = ran.stdout.lines().find(|line| line.starts_with("de "));
    assert!(german.is_some_and(|line| line.contains('%')), "{ran:?}");
    assert_eq!(std::fs::read_dir(world.path("texts")).unwrap().count(), before.len());
}
