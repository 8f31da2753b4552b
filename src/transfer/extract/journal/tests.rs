//! Journals of pulls that were killed, after each of their steps.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::transfer::blocking::Stopped;
use crate::transfer::extract::Prune;
use crate::transfer::extract::compare::compare;

/// Each is killed after every step, and every step of undoing it.
const FILES: [&str; 5] = ["a.json", "new/x/b.json", "c/d.json", "new/e.json", "f.json"];
const REPLACED: [&str; 3] = ["a.json", "c/d.json", "f.json"];
/// The first folder is empty without its file.
const REMOVED: [&str; 3] = ["g/h/i.json", "a.old.json", "c/k.json"];
const STEPS: usize = FILES.len() + REMOVED.len();

struct Scene {
    target: TempDir,
    hidden: PathBuf,
    journal: Journal,
}

impl Scene {
    /// A pull that was killed when it had moved so many files.
    fn killed_after(moved: usize) -> Self {
        let scene = Self::written();
        let mut part = scene.journal();
        part.files.truncate(moved);
        part.removals.truncate(moved.saturating_sub(FILES.len()));
        let (hidden, target) = (Hidden(&scene.hidden), scene.target.path());
        part.place_all(hidden, target, &Stopped::default(), &|_, _| {})
            .unwrap();
        scene
    }

    /// A pull that has written its journal, and begun nothing.
    fn written() -> Self {
        let target = tempfile::tempdir().unwrap();
        for name in REPLACED.iter().chain(&REMOVED) {
            put(&target.path().join(name), "before");
        }
        let hidden = target.path().join("hidden");
        let mut names = names::Names::new(false);
        let entries = FILES.iter().enumerate();
        let entries: Vec<_> = entries
            .map(|(index, name)| names.take(index, name).unwrap())
            .collect();
        for name in FILES {
            put(&hidden.join("new").join(name), "after");
        }
        let prune = Prune::parse(&REMOVED.map(str::to_owned), None).unwrap();
        let (hidden_, stopped) = (Hidden(&hidden), Stopped::default());
        let steps = compare(&entries, &prune, &[], hidden_, target.path(), &stopped).unwrap();
        let journal = Journal::make(&[], &steps, hidden_, target.path()).unwrap();
        assert_eq!(journal.files.len() + journal.removals.len(), STEPS);
        journal.write(hidden_).unwrap();
        Self {
            target,
            hidden,
            journal,
        }
    }

    /// The journal as it is on the disk.
    fn journal(&self) -> Journal {
        let text = fs::read(Hidden(&self.hidden).journal()).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    fn undo_left(&self) -> Result<(), Error> {
        let own = fs::metadata(self.target.path()).unwrap();
        undo_left(&self.hidden, self.target.path(), &own)
    }

    fn assert_undone(&self) {
        for name in FILES.iter().chain(&REMOVED) {
            let found = fs::read_to_string(self.target.path().join(name)).ok();
            let is_old = REPLACED.contains(name) || REMOVED.contains(name);
            assert_eq!(found.as_deref(), is_old.then_some("before"), "{name}");
        }
        assert!(!self.target.path().join("new").exists());
        assert!(!Hidden(&self.hidden).journal().exists());
    }
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn what_was_moved_before_a_kill_is_put_back_whenever_it_came() {
    for moved in 0..=STEPS {
        let scene = Scene::killed_after(moved);
        scene.undo_left().unwrap();
        scene.assert_undone();
        // Nothing is left to be undone.
        scene.undo_left().unwrap();
        scene.assert_undone();
    }
}

/// A journal as version 0.1.0 writes it; later ones must undo it too.
#[test]
fn what_an_older_version_has_left_is_put_back() {
    let scene = Scene::killed_after(STEPS);
    let placed = fs::metadata(scene.target.path().join("a.json")).unwrap();
    let identity = serde_json::to_value(Identity::of(&placed).unwrap()).unwrap();
    let modified = placed.modified().unwrap();
    let since = modified.duration_since(std::time::UNIX_EPOCH).unwrap();
    let inode = identity["inode"].as_u64();
    let old = serde_json::json!({
        "folders": ["new", "new/x"],
        "files": [{
            "name": "a.json",
            "backup": 0,
            "replaces": true,
            "file": {
                "size": 5,
                "modified": {
                    "secs_since_epoch": since.as_secs(),
                    "nanos_since_epoch": since.subsec_nanos(),
                },
                "inode": inode,
            },
        }],
        "removals": [{ "name": "c/k.json", "backup": 7 }],
        "emptied": [],
    });
    fs::write(Hidden(&scene.hidden).journal(), old.to_string()).unwrap();
    scene.undo_left().unwrap();
    for name in ["a.json", "c/k.json"] {
        let found = fs::read_to_string(scene.target.path().join(name));
        assert_eq!(found.unwrap(), "before", "{name}");
    }
}

/// What a later version has to say of it may be what makes undoing it safe.
#[test]
fn what_a_later_version_has_left_is_not_undone_by_half() {
    let scene = Scene::killed_after(STEPS);
    let path = Hidden(&scene.hidden).journal();
    let mut later: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    later["links"] = serde_json::json!([]);
    fs::write(&path, later.to_string()).unwrap();
    let error = scene.undo_left().unwrap_err().to_string();
    assert!(
        error.contains("it is no journal that can be undone"),
        "{error}"
    );
    let placed = fs::read_to_string(scene.target.path().join("a.json"));
    assert_eq!(placed.unwrap(), "after");
}

#[test]
fn what_is_killed_while_it_undoes_is_undone_by_the_next() {
    for moved in 0..=STEPS {
        for undone in 0..=STEPS {
            let scene = Scene::killed_after(moved);
            let (hidden, target) = (Hidden(&scene.hidden), scene.target.path());
            let removals = scene.journal.removals.iter().rev();
            for removal in removals.take(undone) {
                removal.undo(hidden, target).unwrap();
            }
            let files = scene.journal.files.iter().rev();
            for file in files.take(undone.saturating_sub(REMOVED.len())) {
                file.undo(hidden, target).unwrap();
            }
            scene.undo_left().unwrap();
            scene.assert_undone();
        }
    }
}

#[test]
fn a_file_that_was_changed_since_stays_for_good_and_its_backup_is_put_aside() {
    let scene = Scene::killed_after(STEPS);
    for name in ["a.json", "new/e.json"] {
        put(&scene.target.path().join(name), "changed since");
    }
    let error = scene.undo_left().unwrap_err().to_string();
    assert!(error.contains("another file is in its place"), "{error}");
    assert!(error.contains("hidden.kept"), "{error}");
    Hidden(&scene.hidden).put_aside().unwrap();
    let read = |name: &str| fs::read_to_string(scene.target.path().join(name)).unwrap();
    assert_eq!(read("a.json"), "changed since");
    assert_eq!(read("new/e.json"), "changed since");
    assert_eq!(read("hidden.kept/0"), "before");
    assert!(read("hidden.kept/journal").contains("a.json"));
    // The others are put back.
    assert_eq!(read("c/d.json"), "before");
    assert!(!scene.target.path().join("new/x").exists());
    // Nothing is left to be undone, and nothing comes back.
    fs::remove_file(scene.target.path().join("a.json")).unwrap();
    scene.undo_left().unwrap();
    assert!(!scene.target.path().join("a.json").exists());
}

/// The same pull again, before the one that was killed is undone.
#[cfg(unix)]
#[test]
fn a_file_that_another_pull_has_put_there_is_another_file() {
    let scene = Scene::killed_after(STEPS);
    let place = scene.target.path().join("a.json");
    let (same, placed) = (
        scene.target.path().join("same"),
        fs::metadata(&place).unwrap(),
    );
    put(&same, "after");
    let times = fs::FileTimes::new().set_modified(placed.modified().unwrap());
    File::options()
        .write(true)
        .open(&same)
        .unwrap()
        .set_times(times)
        .unwrap();
    fs::rename(same, &place).unwrap();
    let error = scene.undo_left().unwrap_err().to_string();
    assert!(error.contains("another file is in its place"), "{error}");
    assert_eq!(fs::read_to_string(place).unwrap(), "after");
}

#[test]
fn a_journal_that_was_made_up_leads_nowhere() {
    let scene = Scene::killed_after(0);
    let path = Hidden(&scene.hidden).journal();
    let text = fs::read_to_string(&path).unwrap();
    let backup = Hidden(&scene.hidden).old_files().join("0");
    put(&backup, "hostile");
    fs::remove_file(scene.hidden.join("new/a.json")).unwrap();
    for name in ["../a.json", "/tmp/a.json", ".git/hooks/x", "x/../a.json"] {
        fs::write(&path, text.replace("a.json", name)).unwrap();
        let error = scene.undo_left().unwrap_err().to_string();
        assert!(error.contains("leads elsewhere"), "{error}");
        assert!(backup.exists());
    }
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    let error = scene.undo_left().unwrap_err().to_string();
    assert!(error.contains("no journal"), "{error}");
    // Of one that was not written to its end nothing was done yet.
    fs::remove_file(&backup).unwrap();
    scene.undo_left().unwrap();
}

#[cfg(unix)]
#[test]
fn nothing_is_put_back_through_a_link() {
    let scene = Scene::killed_after(STEPS);
    let outside = tempfile::tempdir().unwrap();
    fs::remove_dir_all(scene.target.path().join("c")).unwrap();
    std::os::unix::fs::symlink(outside.path(), scene.target.path().join("c")).unwrap();
    let error = scene.undo_left().unwrap_err().to_string();
    assert!(error.contains("symbolic link"), "{error}");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn what_was_concluded_before_a_kill_is_finished_by_the_next() {
    let scene = Scene::killed_after(STEPS);
    let (hidden, target) = (Hidden(&scene.hidden), scene.target.path());
    fs::rename(hidden.journal(), hidden.done()).unwrap();
    assert!(target.join("g/h").exists());
    for _ in 0..2 {
        scene.undo_left().unwrap();
        assert!(!target.join("g").exists() && target.join("c").exists());
        for name in FILES {
            assert_eq!(fs::read_to_string(target.join(name)).unwrap(), "after");
        }
    }
}

#[test]
fn a_folder_in_which_something_is_stays_when_its_file_is_removed() {
    let scene = Scene::killed_after(STEPS);
    let (hidden, target) = (Hidden(&scene.hidden), scene.target.path());
    put(&target.join("g/own.txt"), "mine");
    scene.journal.conclude(hidden, target).unwrap();
    assert!(!target.join("g/h").exists() && target.join("g/own.txt").exists());
}

#[test]
fn what_was_put_in_the_place_of_a_removed_file_stays_and_the_file_is_put_aside() {
    let scene = Scene::killed_after(STEPS);
    put(&scene.target.path().join("a.old.json"), "mine");
    let error = scene.undo_left().unwrap_err().to_string();
    assert!(error.contains("another file is in its place"), "{error}");
    Hidden(&scene.hidden).put_aside().unwrap();
    let read = |name: &str| fs::read_to_string(scene.target.path().join(name)).unwrap();
    assert_eq!(read("a.old.json"), "mine");
    assert_eq!(read("g/h/i.json"), "before");
    let kept = scene.target.path().join("hidden.kept");
    assert_eq!(fs::read_dir(kept).unwrap().count(), 2);
}

/// Where a file that is open elsewhere can only be moved away.
#[cfg(windows)]
#[test]
fn a_kill_between_moving_a_file_away_and_the_new_one_in_is_undone() {
    let scene = Scene::written();
    let place = scene.target.path().join(REPLACED[0]);
    let old = Hidden(&scene.hidden).old_files();
    fs::hard_link(&place, old.join("0")).unwrap();
    fs::rename(&place, old.join("0.open")).unwrap();
    scene.undo_left().unwrap();
    scene.assert_undone();
}
