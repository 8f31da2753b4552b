//! Plans of pulls: what they say, that they change nothing, and that they are what is done.

use l10n_client::types::FileExport;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use l10n_client::{ErrorKind, Pull, PullChange, PullPlan};

use super::{Scene, names, operations, pairs, put};

const BUNDLE: [(&str, &str); 4] = [
    ("de/new.json", "new"),
    ("de/old.json", "after"),
    ("en/same.json", "same"),
    ("fr/new.json", "new"),
];
const LOCAL: [(&str, &str); 4] = [
    ("de/gone.json", "before"),
    ("de/old.json", "before"),
    ("en/same.json", "same"),
    ("own.txt", "mine"),
];

async fn scene() -> Scene {
    Scene::new(&BUNDLE, &LOCAL).await
}

fn pruning(scene: &Scene) -> Pull<'_> {
    scene.pull().prune("{lang}/*.json")
}

/// What becomes of each file, by its name in the folder.
fn changes(scene: &Scene, plan: &PullPlan) -> Vec<(String, PullChange)> {
    let name = |path: &Path| {
        let path = path.strip_prefix(&scene.folder).unwrap();
        let names: Vec<_> = path.iter().map(|name| name.to_str().unwrap()).collect();
        names.join("/")
    };
    let files = plan.files();
    files
        .map(|file| (name(file.path()), file.change()))
        .collect()
}

#[tokio::test]
async fn a_plan_says_what_becomes_of_each_file_and_sending_it_does_that() {
    use PullChange::{Added, Changed, Removed, Unchanged};
    let scene = scene().await;
    let same = scene.folder.join("en/same.json");
    let long_ago = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
    let file = fs::File::options().write(true).open(&same).unwrap();
    file.set_modified(long_ago).unwrap();

    let plan = pruning(&scene).plan(&scene.folder).await.unwrap();
    let expected = [
        ("de/new.json", Added),
        ("de/old.json", Changed),
        ("en/same.json", Unchanged),
        ("fr/new.json", Added),
        ("de/gone.json", Removed),
    ];
    let expected = expected.map(|(name, change)| (name.to_owned(), change));
    assert_eq!(changes(&scene, &plan), expected);
    assert_eq!((plan.count(Added), plan.count(Removed)), (2, 1));
    assert!(plan.bundle_size() > 100);
    let path = |name: &str| {
        let name: PathBuf = name.split('/').collect();
        scene.folder.join(name).display().to_string()
    };
    let shown = format!(
        "added     {}\nchanged   {}\nunchanged {}\nadded     {}\nremoved   {}\n\
         5 files: 2 added, 1 changed, 1 unchanged, 1 removed\n",
        path("de/new.json"),
        path("de/old.json"),
        path("en/same.json"),
        path("fr/new.json"),
        path("de/gone.json"),
    );
    assert_eq!(plan.to_string(), shown);
    assert_eq!(scene.files(), pairs(&LOCAL));
    let requests = scene.world.sandbox.requests();
    assert_eq!(operations(&requests), ["exportFiles"]);

    let pulled = plan.send().await.unwrap();
    assert_eq!(pulled.to_string(), shown);
    let files: Vec<_> = BUNDLE
        .iter()
        .map(|(name, _)| scene.folder.join(name))
        .collect();
    assert_eq!(pulled.files, files);
    assert_eq!(pulled.count(Removed), 1);
    let mut expected = pairs(&BUNDLE);
    expected.insert("own.txt".to_owned(), "mine".to_owned());
    assert_eq!(scene.files(), expected);
    assert!(
        names(&scene.folder)
            .iter()
            .all(|name| !name.starts_with('.'))
    );
    assert_eq!(fs::metadata(&same).unwrap().modified().unwrap(), long_ago);
    assert_eq!(scene.world.sandbox.requests().len(), requests.len());
}

#[cfg(unix)]
#[tokio::test]
async fn a_second_pull_touches_nothing() {
    use std::os::unix::fs::MetadataExt;
    let scene = scene().await;
    scene.pull().to_folder(&scene.folder).await.unwrap();
    let look = || {
        let files = BUNDLE.map(|(name, _)| fs::metadata(scene.folder.join(name)).unwrap());
        files.map(|found| (found.ino(), found.mtime_nsec(), found.ctime_nsec()))
    };
    let before = look();
    let pulled = scene.pull().to_folder(&scene.folder).await.unwrap();
    assert_eq!(pulled.count(PullChange::Unchanged), BUNDLE.len());
    assert_eq!(look(), before);
}

#[tokio::test]
async fn what_a_plan_leaves_out_stays_as_it_is() {
    let scene = scene().await;
    let mut plan = pruning(&scene).plan(&scene.folder).await.unwrap();
    plan.retain(|file| file.path().ends_with("de/old.json"));
    assert_eq!(plan.files().count(), 1);
    let pulled = plan.send().await.unwrap();
    assert_eq!(pulled.files, [scene.folder.join("de/old.json")]);
    let mut expected = pairs(&LOCAL);
    expected.insert("de/old.json".to_owned(), "after".to_owned());
    assert_eq!(scene.files(), expected);
    assert!(!scene.folder.join("fr").exists());
}

#[tokio::test]
async fn a_plan_that_is_dropped_leaves_nothing() {
    let scene = Scene::new(&BUNDLE, &[]).await;
    let plan = scene.pull().plan(&scene.folder).await.unwrap();
    assert!(scene.folder.exists());
    drop(plan);
    assert!(names(scene.parent.path()).is_empty());
}

#[tokio::test]
async fn a_plan_sets_off_nothing() {
    let scene = scene().await;
    let refused = [
        (
            "triggers",
            scene.pull().export(FileExport::new("json").triggers(["a"])),
        ),
        (
            "filter_repositories",
            scene
                .pull()
                .export(FileExport::new("json").filter_repositories(["a/b"])),
        ),
        (
            "webhook_url",
            scene
                .pull()
                .export(FileExport::new("json").webhook_url("https://hook.test")),
        ),
    ];
    for (name, pull) in refused {
        let error = pull.plan(&scene.folder).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
    }
    assert!(scene.world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn a_folder_that_was_changed_after_its_plan_is_left_alone() {
    type Change<'c> = &'c dyn Fn(&Path);
    let changes: [Change<'_>; 5] = [
        &|folder| put(folder, "de/new.json", "mine"),
        &|folder| put(folder, "de/old.json", "mine, since"),
        &|folder| put(folder, "en/same.json", "mine, since"),
        &|folder| put(folder, "de/gone.json", "mine, since"),
        &|folder| fs::remove_file(folder.join("de/old.json")).unwrap(),
    ];
    for change in changes {
        let scene = scene().await;
        let plan = pruning(&scene).plan(&scene.folder).await.unwrap();
        change(&scene.folder);
        let before = scene.files();
        let error = plan.send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{error}");
        assert!(
            error.to_string().contains("after the plan was made"),
            "{error}"
        );
        assert_eq!(error.project(), Some("garnet-7041.26"));
        assert_eq!(scene.files(), before);
        assert!(
            names(&scene.folder)
                .iter()
                .all(|name| !name.starts_with('.'))
        );
    }
}
