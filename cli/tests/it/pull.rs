//! `l10n pull` and `l10n status`.

use crate::support::World;

#[tokio::test]
async fn the_exports_of_the_configuration_are_put_into_their_folders() {
    let world = World::new().await;
    world.configure(
        "[[pull]]\nformat = \"json\"\nfolder = \"out\"\n\
         options = { original_filenames = false, bundle_structure = \"%LANG_ISO%.json\" }\n",
    );
    let ran = world.run(&["pull", "--json"]).await.ended(0).json();
    assert!(world.read("out/de.json").contains("start.title"));
    assert!(
        ran["projects"][0]["files"].as_array().unwrap().len() > 1,
        "{ran}"
    );
}

#[tokio::test]
async fn a_status_tells_the_progress_of_each_language() {
    let world = World::new().await;
    world.configure("");
    let ran = world.run(&["status", "--languages"]).await.ended(0);
    let german = ran.stdout.lines().find(|line| line.starts_with("de "));
    assert!(german.is_some_and(|line| line.contains('%')), "{ran:?}");
}

#[tokio::test]
async fn what_would_change_is_told_and_only_that_changes() {
    let world = World::new().await;
    world.configure(
        "[languages]\nde-DE = \"de\"\n\
         [[pull]]\nformat = \"json\"\nfolder = \"out\"\nonly = [\"base\", \"de-DE\"]\n\
         prune = \"{lang}.json\"\nline_endings = \"crlf\"\nfinal_newline = \"always\"\n\
         options = { original_filenames = false, bundle_structure = \"%LANG_ISO%.json\" }\n",
    );
    let dry = world.run(&["pull", "--dry-run"]).await.ended(0);
    let shown = dry.stdout.replace('\\', "/");
    assert!(shown.contains("added     out/de-DE.json"), "{dry:?}");
    assert!(dry.stdout.ends_with("2 added\n"), "{dry:?}");
    assert!(!world.path("out/de-DE.json").exists());

    world.run(&["pull"]).await.ended(0);
    assert!(world.read("out/de-DE.json").ends_with("\r\n"));
    let modified = || {
        std::fs::metadata(world.path("out/en.json"))
            .unwrap()
            .modified()
            .unwrap()
    };
    let before = modified();
    world.write("out/de-DE.json", "{}");
    world.write("out/fr.json", "{}");
    let status = world
        .run(&["status", "--json", "--check"])
        .await
        .ended(1)
        .json();
    assert_eq!(status["pull"].as_array().unwrap().len(), 1, "{status}");
    let again = world.run(&["pull"]).await.ended(0);
    assert!(
        again.stdout.ends_with("1 changed, 1 unchanged\n"),
        "{again:?}"
    );
    assert_eq!(modified(), before);
    // The export was of two languages: files of others are left alone.
    assert!(world.path("out/fr.json").exists());
}

#[tokio::test]
async fn a_bundle_comes_whole_and_again_by_its_process() {
    let world = World::new().await;
    world.configure("");
    let pull = ["pull", "--format", "json", "--asynchronous", "--json"];
    let ran = world
        .run(&[&pull[..], &["--bundle", "all.zip"]].concat())
        .await
        .ended(0)
        .json();
    let process = ran["process_id"].as_str().unwrap().to_owned();
    assert!(
        std::fs::read(world.path("all.zip"))
            .unwrap()
            .starts_with(b"PK")
    );

    world
        .run(&["pull", "--from-process", &process, "--folder", "again"])
        .await
        .ended(0);
    assert!(std::fs::read_dir(world.path("again")).unwrap().count() > 0);
    assert_eq!(world.seen("startExport").len(), 1);

    let mut piped = world.program(&["pull", "--from-process", &process, "--bundle", "-"]);
    let piped = tokio::task::spawn_blocking(move || piped.output().unwrap())
        .await
        .unwrap();
    assert!(
        piped.status.success() && piped.stdout.starts_with(b"PK"),
        "{piped:?}"
    );
}
