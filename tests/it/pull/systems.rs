//! What file systems have apart: how long a path may be, what becomes of files that are open, and
//! how one keeps others from a folder.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use super::{Scene, names, pairs, put};

/// Windows has 260 characters for who does not ask for more.
#[tokio::test]
async fn a_path_may_be_long() {
    let name = "d".repeat(100);
    let name = format!("{name}/{name}/{name}/a.json");
    let mut scene = Scene::new(&[(&name, "new")], &[]).await;
    scene.folder = scene.parent.path().join("f".repeat(100));
    put(&scene.folder, &name, "old");
    let pulled = scene.pull().to_folder(&scene.folder).await.unwrap();
    assert_eq!(pulled.files, [scene.folder.join(&name)]);
    assert_eq!(scene.files(), pairs(&[(&name, "new")]));

    let file = scene.folder.join(&name).with_extension("zip");
    fs::write(&file, "old").unwrap();
    let pulled = scene.pull().to_file(&file).await.unwrap();
    assert_eq!(fs::metadata(&file).unwrap().len(), pulled.bundle_size);
}

/// As a viewer has it, or a program that watches it.
#[tokio::test]
async fn a_file_that_is_open_elsewhere_is_replaced() {
    let scene = Scene::new(&[("a.json", "new")], &[("a.json", "old")]).await;
    let open = File::open(scene.folder.join("a.json")).unwrap();
    scene.pull().to_folder(&scene.folder).await.unwrap();
    assert_eq!(scene.files(), pairs(&[("a.json", "new")]));
    assert_eq!(std::io::read_to_string(open).unwrap(), "old");
    // What could not be removed while it was open.
    scene.pull().to_folder(&scene.folder).await.unwrap();
    assert_eq!(names(&scene.folder), ["a.json"]);
}

#[cfg(windows)]
#[tokio::test]
async fn a_file_that_a_program_keeps_for_itself_keeps_all_as_they_were() {
    use std::os::windows::fs::OpenOptionsExt;
    let local = [("a.json", "old"), ("b.json", "old")];
    let scene = Scene::new(&[("a.json", "new"), ("b.json", "new")], &local).await;
    let kept = scene.folder.join("b.json");
    // Others may read and write it, and not rename it.
    let kept = File::options().read(true).share_mode(3).open(kept).unwrap();
    let error = scene.pull().to_folder(&scene.folder).await.unwrap_err();
    assert!(error.to_string().contains("b.json"), "{error}");
    assert_eq!(scene.files(), pairs(&local));
    // With it goes what could not be removed.
    drop(kept);
    scene.pull().to_folder(&scene.folder).await.unwrap();
    assert_eq!(names(&scene.folder), ["a.json", "b.json"]);
}

/// As a pull does it while it moves files.
fn keep_others_from(folder: &Path) -> File {
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        const DELETE_ON_CLOSE: u32 = 0x0400_0000;
        let mut options = File::options();
        options.write(true).create_new(true).share_mode(0);
        options.custom_flags(DELETE_ON_CLOSE);
        options.open(folder.join(".l10n-held")).unwrap()
    }
    #[cfg(not(windows))]
    {
        let held = File::open(folder).unwrap();
        held.lock().unwrap();
        held
    }
}

#[tokio::test]
async fn pulls_to_one_folder_move_their_files_one_after_the_other() {
    let scene = Scene::new(&[("a.json", "new")], &[("a.json", "old")]).await;
    let held = keep_others_from(&scene.folder);
    let mut waiting = Box::pin(scene.pull().to_folder(&scene.folder));
    let short = Duration::from_millis(500);
    assert!(tokio::time::timeout(short, &mut waiting).await.is_err());
    assert_eq!(scene.files(), pairs(&[("a.json", "old")]));
    drop(held);
    waiting.await.unwrap();
    assert_eq!(names(&scene.folder), ["a.json"]);
    assert_eq!(scene.files(), pairs(&[("a.json", "new")]));
}
