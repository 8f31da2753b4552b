//! The texts that dry runs and `status` print.

use serde_json::json;

use crate::support::World;

pub(crate) const CONFIG: &str = "[[files]]\npattern = \"{lang}.json\"\npush = \"all\"\n";

pub(crate) async fn pushed() -> World {
    let seed = json!({"projects": [{"name": "Shop", "project_id": "garnet-7041.26",
        "languages": ["en", "de"], "settings": {"branching": true}}]});
    let world = World::seeded(seed).await;
    world.configure(CONFIG);
    world.write("en.json", r#"{"a": "A", "b": "B"}"#);
    world.write("de.json", r#"{"a": "Ah", "b": "Be"}"#);
    world.commit();
    world.run(&["push"]).await.ended(0);
    world
}

#[tokio::test]
async fn a_dry_run_of_a_push_prints_what_would_change_at_the_service() {
    let world = pushed().await;
    world.write("en.json", r#"{"a": "A2", "c": "C"}"#);
    // By default, a push replaces no translation.
    world.write("de.json", r#"{"a": "Ah 2", "b": "Be", "c": "Ce"}"#);
    let dry = ["push", "--dry-run"];
    assert_eq!(
        world.run(&dry).await.ended(0).stdout,
        "planned     en.json (2 texts)\n    a: \"A\" -> \"A2\"\n    c: + \"C\"\n\
         planned     de.json (1 text)\n    c: + \"Ce\"\n\
         2 would be sent, 3 texts changed, 2 texts left out\n"
    );
    assert_eq!(world.seen("createKeys").len(), 1);
    // The service does not have this branch yet.
    world.git(&["checkout", "-qb", "feature"]);
    let ran = world.run(&[&dry[..], &["--branch", "auto"]].concat()).await.ended(0);
    assert!(ran.stderr.contains("compared with the default branch"), "{ran:?}");
    assert!(ran.stdout.contains("c: + \"Ce\"\n2 would be sent, 3 texts"), "{ran:?}");
}

#[tokio::test]
async fn a_dry_run_of_a_pull_and_the_status_print_what_differs() {
    let world = pushed().await;
    world.run(&["keys", "set", "a", "de", &"Ah ".repeat(50)]).await.ended(0);
    world.write("en.json", r#"{"a": "A", "b": "B2"}"#);
    let ran = world.run(&["pull", "--dry-run"]).await.ended(0);
    let short = format!("    a: \"Ah\" -> \"{}\"..\n", "Ah ".repeat(20));
    assert_eq!(ran.stdout, format!("changed    de.json\n{short}1 changed, 1 text changed\n"));
    let status = world.run(&["status"]).await.ended(0).stdout;
    let push = "to push: 1 file\n  planned     en.json (1 text)\n    b: \"B\" -> \"B2\"\n";
    assert!(status.contains(push), "{status}");
    assert!(status.ends_with(&format!("  changed    de.json\n{short}")), "{status}");
}

#[tokio::test]
async fn only_the_first_texts_of_a_file_are_printed() {
    let world = pushed().await;
    let texts = (0..25).map(|key| format!("\"{key}\": \"x\""));
    world.write("en.json", &format!("{{{}}}", texts.collect::<Vec<_>>().join(",")));
    let ran = world.run(&["push", "--dry-run", "en.json"]).await.ended(0);
    assert_eq!(ran.stdout.matches("+ \"x\"").count(), 10, "{ran:?}");
    assert!(ran.stdout.contains("and 15 more: print them with `--verbose`\n"), "{ran:?}");
}

#[tokio::test]
async fn a_group_that_matches_no_file_is_reported() {
    let world = pushed().await;
    world.write("ios/Base.lproj/a.strings", "a = \"b\";");
    world.configure(
        "[[files]]\npattern = \"{lang}.json\"\n[[files]]\n\
         pattern = \"y/{lang}.po\"\n[[files]]\npattern = \"ios/{lang:ios}/*.strings\"\n\
         base = \"ios/Base.lproj/*.strings\"\npull = \"none\"\n",
    );
    let notes = [1, 2].map(|group| format!("files[{group}].pattern matches no file on the disk: "));
    for command in ["push", "pull", "check", "status"] {
        let ran = world.run(&[command]).await.ended(0);
        assert!(notes.iter().all(|note| ran.stderr.contains(note)), "{command}: {ran:?}");
        assert_eq!(ran.stderr.matches("matches no file").count(), 2, "{command}: {ran:?}");
    }
}
