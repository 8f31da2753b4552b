//! Files that a pull removes: what is not in the bundle, and nothing else.

use l10n_client::ErrorKind;
use l10n_client::types::FileExport;

use super::{Scene, names, pairs, put};

#[tokio::test]
async fn files_that_match_and_are_not_in_the_bundle_are_removed_and_their_folders_with_them() {
    let local = [
        ("de/a.json", "old"),
        ("de/b.json", "old"),
        ("de/b.txt", "mine"),
        ("fr/deep/c.json", "old"),
        ("other/d.json", "mine"),
        (".hidden.json", "mine"),
    ];
    let scene = Scene::new(&[("de/a.json", "new")], &local).await;
    let pull = scene
        .pull()
        .prune("de/*.json")
        .prune("fr/**")
        .prune("d?/b.json");
    let pulled = pull.to_folder(&scene.folder).await.unwrap();
    let removed: Vec<_> = pulled.changes[1..].iter().map(|file| file.path()).collect();
    let expected = ["de/b.json", "fr/deep/c.json"].map(|name| scene.folder.join(name));
    assert_eq!(removed, expected);
    let left = ["de/", "de/a.json", "de/b.txt", "other/", "other/d.json"];
    assert_eq!(names(&scene.folder)[1..], left);
    assert!(scene.folder.join(".hidden.json").exists());
}

#[tokio::test]
async fn a_bundle_without_files_removes_nothing() {
    let local = [("de/a.json", "old")];
    let scene = Scene::new(&[], &local).await;
    let pull = scene.pull().prune("**/*.json");
    let error = pull.to_folder(&scene.folder).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
    assert!(error.to_string().contains("no file at all"), "{error}");
    assert_eq!(scene.files(), pairs(&local));
    // Without anything to remove it is a bundle like another.
    scene.pull().to_folder(&scene.folder).await.unwrap();
}

/// What an export leaves out is not gone from the project.
#[tokio::test]
async fn languages_that_are_not_exported_are_not_removed() {
    let local = [
        ("de/gone.json", "old"),
        ("fr/gone.json", "old"),
        ("fr/kept.json", "old"),
    ];
    let scene = Scene::new(&[("de/a.json", "new")], &local).await;
    let export = || FileExport::new("json").filter_langs(["de"]);
    let german = || scene.pull().export(export());
    let error = german().prune("*/*.json").to_folder(&scene.folder).await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    assert!(error.to_string().contains("`{lang}`"), "{error}");
    assert!(scene.world.sandbox.requests().is_empty());

    let pull = german().prune("{lang}/*.json");
    pull.to_folder(&scene.folder).await.unwrap();
    assert_eq!(
        scene.files(),
        pairs(&[
            ("de/a.json", "new"),
            ("fr/gone.json", "old"),
            ("fr/kept.json", "old"),
        ])
    );
    // As the export calls it.
    put(&scene.folder, "deutsch/gone.json", "old");
    put(&scene.folder, "de/other.json", "mine");
    let mapping = l10n_client::types::LanguageMapping::new()
        .original_language_iso("de")
        .custom_language_iso("deutsch");
    let pull = scene.pull().export(export().language_mapping([mapping]));
    let pull = pull.prune("{lang}/*.json").to_folder(&scene.folder);
    pull.await.unwrap();
    assert!(!scene.folder.join("deutsch").exists());
    assert!(scene.folder.join("de/other.json").exists());
}

#[tokio::test]
async fn a_pattern_that_leads_elsewhere_or_is_none_is_refused_before_anything_is_sent() {
    let scene = Scene::new(&[("a.json", "new")], &[]).await;
    for (pattern, words) in [
        ("../*.json", "leads out of the folder"),
        ("a/../*.json", "leads out of the folder"),
        ("/etc/*", "not relative"),
        ("a\\*.json", "write `/`"),
        ("{locale}/a.json", "`{lang}`"),
    ] {
        let pull = scene.pull().prune(pattern).to_folder(&scene.folder);
        let error = pull.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
    assert!(scene.world.sandbox.requests().is_empty());
    assert!(names(scene.parent.path()).is_empty());
}

#[tokio::test]
async fn nothing_is_removed_where_something_cannot_be_placed() {
    let local = [
        ("a.json/inside", "mine"),
        ("b.json", "old"),
        ("c.json", "old"),
    ];
    let scene = Scene::new(&[("a.json", "new"), ("b.json", "new")], &local).await;
    let pull = scene.pull().prune("*.json").to_folder(&scene.folder);
    assert_eq!(pull.await.unwrap_err().kind(), ErrorKind::Io);
    assert_eq!(scene.files(), pairs(&local));
}

#[cfg(unix)]
#[tokio::test]
async fn links_and_second_names_of_the_files_of_a_bundle_are_left_alone() {
    use std::fs;
    use std::os::unix::fs::symlink;
    let scene = Scene::new(&[("a.json", "new")], &[("a.json", "old")]).await;
    let (folder, outside) = (&scene.folder, scene.parent.path().join("outside"));
    put(&outside, "x.json", "mine");
    symlink(&outside, folder.join("link")).unwrap();
    symlink(outside.join("x.json"), folder.join("link.json")).unwrap();
    // On a disk that ignores case, a second spelling looks like this.
    fs::hard_link(folder.join("a.json"), folder.join("A.json")).unwrap();
    fs::write(folder.join("a\nb.json"), "mine").unwrap();
    put(folder, "gone.json", "old");
    let pull = scene.pull().prune("**/*.json").prune("link/*.json");
    pull.to_folder(folder).await.unwrap();
    assert_eq!(names(&outside), ["x.json"]);
    let left = [
        "A.json",
        "a\nb.json",
        "a.json",
        "link.json",
        "link/",
        "link/x.json",
    ];
    assert_eq!(names(folder), left);
}
