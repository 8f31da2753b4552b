//! `l10n pull` and `l10n status`.

use crate::support::GITHUB;
use crate::texts::{CONFIG, pushed};

#[tokio::test]
async fn a_pull_writes_what_differs_and_the_status_names_it() {
    let world = pushed().await;
    let none = world.run(&["pull"]).await.ended(0);
    assert!(none.stdout.ends_with("1 unchanged\n"), "{none:?}");
    world.run(&["status", "--check"]).await.ended(0);
    world.run(&["keys", "set", "a", "de", "Moin"]).await.ended(0);
    world.run(&["keys", "set", "a", "en", "Hi"]).await.ended(0);

    let status = world.run(&["status", "--json", "--check"]).await.ended(1).json();
    assert_eq!(status["pull"][0]["path"], "de.json", "{status}");
    assert_eq!(status["push"][0]["path"], "en.json", "{status}");
    world.run(&["pull", "--dry-run"]).await.ended(0);
    assert!(world.read("de.json").contains("Ah"));
    let ran = world.run(&["pull", "--json"]).await.ended(0).json();
    assert_eq!(ran["files"][0]["change"], "changed", "{ran}");
    assert_eq!(world.read("de.json"), r#"{"a": "Moin", "b": "Be"}"#);
    assert_eq!(world.read("en.json"), r#"{"a": "A", "b": "B"}"#);
}

#[tokio::test]
async fn a_file_with_uncommitted_changes_is_kept_and_reported() {
    let world = pushed().await;
    world.write("de.json", r#"{"a": "mine", "b": "Be"}"#);
    let ran = world.run_with(&GITHUB, &["pull"]).await.ended(1);
    assert!(ran.stderr.contains("de.json: kept: it has uncommitted changes"));
    assert!(ran.stderr.contains("::error file=de.json::"), "{ran:?}");
    assert!(world.read("de.json").contains("mine"));
    world.run(&["pull", "--force"]).await.ended(0);
    assert!(world.read("de.json").contains("Ah"));

    // A name that no group matches is skipped.
    world.configure(&format!("{CONFIG}name = \"x/%LANG_ISO%.json\"\n"));
    let ran = world.run(&["pull", "--json", "--force"]).await.ended(1).json();
    assert_eq!(ran["skipped"][0]["name"], "%LANG_ISO%.json", "{ran}");
}

/// What the action of GitHub runs on the JSON of a pull.
#[cfg(unix)]
#[tokio::test]
async fn a_pull_request_has_texts_by_language_problems_and_what_was_not_written() {
    let world = pushed().await;
    world.write("en.json", r#"{"a": "A %s", "b": "B"}"#);
    world.run(&["push"]).await.ended(0);
    world.commit();
    world.run(&["keys", "set", "a", "de", "Mo|in @nora"]).await.ended(0);
    world.write("fr.json", "{broken");
    world.git(&["add", "."]);
    let pulled = world.run(&["pull", "--json"]).await.ended(1);
    world.write("pull.json", &pulled.stdout);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/pull_request.py");
    let ran = std::process::Command::new("python3")
        .arg(script)
        .stdin(std::fs::File::open(world.path("pull.json")).unwrap())
        .output()
        .unwrap();
    let body = crate::support::Ran::of(ran).ended(0).stdout;
    for line in [
        "| de | `de.json` | 1 |",
        "- de.json:1: `\"a\"` missing placeholder `%s`",
        "| de | `\"a\"` | `\"Ah\"` | `\"Mo\\|in @nora\"` |",
        "- fr.json: ",
    ] {
        assert!(body.contains(line), "{line}\n{body}");
    }
}
