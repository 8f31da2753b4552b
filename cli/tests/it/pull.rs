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
