//! Moving files to their places: all of them, or none, even where the process is killed.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::names::{self, Entry};
use crate::error::Error;
use crate::transfer::blocking::Stopped;
use crate::transfer::disk::{
    exists, finish, folder_of, is_of_same_user, open_plain, permissions_at, sync_folder,
};

/// How many files are forced to the disk at once: a disk does many of them in the time of one.
const AT_ONCE: usize = 8;
/// No plan is longer, in bytes.
const LONGEST_PLAN: u64 = 256 << 20;

/// A hidden folder inside the target: the files to be placed, those that they replace, and the plan
/// while there is something to undo.
#[derive(Clone, Copy)]
pub(super) struct Hidden<'h>(pub(super) &'h Path);

impl Hidden<'_> {
    pub(super) fn new_files(self) -> PathBuf {
        self.0.join("new")
    }

    pub(super) fn old_files(self) -> PathBuf {
        self.0.join("old")
    }

    fn plan_file(self) -> PathBuf {
        self.0.join("plan")
    }

    /// Where backups go that cannot be put back: no pull looks at this name.
    pub(super) fn kept(self) -> PathBuf {
        self.0.with_extension("kept")
    }

    /// Settles a plan that cannot be undone: moves the backups that are left, and the plan, which
    /// tells their names, to a folder of their own.
    pub(super) fn put_aside(self) -> Result<(), Error> {
        let (old, kept) = (self.old_files(), self.kept());
        let moved = match fs::remove_dir(&old) {
            Err(error) if error.kind() != ErrorKind::NotFound => fs::rename(&old, &kept),
            // There is no backup that is left.
            _ => return forget(self),
        };
        moved.map_err(|error| Error::io("keep", &old, error))?;
        let _ = fs::rename(self.plan_file(), kept.join("plan"));
        forget(self)
    }
}

/// What is moved where: enough to undo it, for this process or a later one.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The folders that are missing, those around others first.
    folders: Vec<String>,
    files: Vec<Placing>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Placing {
    /// Relative to the target, with `/` in it.
    name: String,
    /// The name of the backup.
    backup: usize,
    /// Whether there is a file in its place.
    replaces: bool,
    /// What is placed.
    file: Identity,
}

/// Tells a file from one that somebody has put in its place since.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Identity {
    size: u64,
    modified: SystemTime,
    /// Renaming keeps it. That of the device would be no help: it may change when a system starts.
    inode: Option<u64>,
}

impl Identity {
    fn of(found: &fs::Metadata) -> io::Result<Self> {
        Ok(Self {
            size: found.len(),
            modified: found.modified()?,
            inode: inode(found),
        })
    }
}

#[cfg(unix)]
fn inode(found: &fs::Metadata) -> Option<u64> {
    Some(std::os::unix::fs::MetadataExt::ino(found))
}

#[cfg(not(unix))]
fn inode(_: &fs::Metadata) -> Option<u64> {
    None
}

impl Plan {
    /// Looks at all places. Nobody else may change them until this is carried out.
    pub(super) fn make(
        entries: &[Entry],
        hidden: Hidden<'_>,
        target: &Path,
    ) -> Result<Self, Error> {
        for entry in entries {
            check_place(target, &entry.path, entry.is_folder)?;
        }
        let files = entries.iter().filter(|entry| !entry.is_folder);
        let files = files.map(|entry| {
            let path = hidden.new_files().join(&entry.path);
            let found = fs::metadata(&path).and_then(|found| Identity::of(&found));
            let file = found.map_err(|error| Error::io("look at", &path, error))?;
            Ok(Placing {
                name: name_of(&entry.path),
                backup: entry.index,
                replaces: exists(&target.join(&entry.path)),
                file,
            })
        });
        Ok(Self {
            files: files.collect::<Result<_, Error>>()?,
            folders: missing_folders(entries, target),
        })
    }

    /// Moves the files to their places. What they replace is kept until all are there, and put back
    /// when one of them fails.
    pub(super) fn carry_out(
        &self,
        hidden: Hidden<'_>,
        target: &Path,
        stopped: &Stopped,
    ) -> Result<(), Unplaced> {
        let placed = self.write(hidden).and_then(|()| {
            self.place_all(hidden, target, stopped)?;
            self.sync_folders(target);
            forget(hidden)
        });
        placed.map_err(|error| match self.undo(hidden, target) {
            Ok(()) => Unplaced {
                error,
                is_settled: true,
            },
            Err(stuck) => Unplaced {
                error: error.and(&stuck.to_string()),
                is_settled: hidden.put_aside().is_ok(),
            },
        })
    }

    fn write(&self, hidden: Hidden<'_>) -> Result<(), Error> {
        let (path, old) = (hidden.plan_file(), hidden.old_files());
        fs::create_dir(&old).map_err(|error| Error::io("make", &old, error))?;
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(&serde_json::to_vec(self)?)?;
            file.sync_all()
        };
        write().map_err(|error| Error::io("write", &path, error))
    }

    fn place_all(&self, hidden: Hidden<'_>, target: &Path, stopped: &Stopped) -> Result<(), Error> {
        for folder in &self.folders {
            let folder = target.join(folder);
            match fs::create_dir(&folder) {
                // Of two names that the disk takes for one.
                Err(_) if folder.is_dir() => {}
                made => made.map_err(|error| Error::io("make", &folder, error))?,
            }
        }
        let (new, old) = (hidden.new_files(), hidden.old_files());
        for file in &self.files {
            stopped.check()?;
            let place = target.join(&file.name);
            let placed = keep(&place, &old.join(file.backup.to_string()))
                .and_then(|()| fs::rename(new.join(&file.name), &place));
            placed.map_err(|error| Error::io("replace", &place, error))?;
        }
        Ok(())
    }

    /// Forces the new names to the disk.
    fn sync_folders(&self, target: &Path) {
        let names = self.files.iter().map(|file| &file.name);
        let changed: BTreeSet<_> = names
            .chain(&self.folders)
            .map(|name| folder_of(&target.join(name)).to_owned())
            .collect();
        changed.iter().for_each(|folder| sync_folder(folder));
    }

    /// Undoes what was done of it, the last first. Goes on where something cannot be undone, and
    /// answers with the first of these.
    fn undo(&self, hidden: Hidden<'_>, target: &Path) -> Result<(), Error> {
        let mut result = Ok(());
        for file in self.files.iter().rev() {
            result = result.and(file.undo(hidden, target));
        }
        for folder in self.folders.iter().rev() {
            if check_place(target, Path::new(folder), true).is_ok() {
                // Somebody may have put something there.
                let _ = fs::remove_dir(target.join(folder));
            }
        }
        self.sync_folders(target);
        result.and_then(|()| forget(hidden))
    }
}

/// Why files are not in their places.
#[derive(Debug)]
pub(super) struct Unplaced {
    pub(super) error: Error,
    /// Otherwise the hidden folder is needed.
    pub(super) is_settled: bool,
}

impl Placing {
    fn undo(&self, hidden: Hidden<'_>, target: &Path) -> Result<(), Error> {
        let place = target.join(&self.name);
        let backup = hidden.old_files().join(self.backup.to_string());
        if exists(&hidden.new_files().join(&self.name)) {
            // It was not moved, and neither was what it replaces.
            let _ = fs::remove_file(&backup);
            return Ok(());
        }
        check_place(target, Path::new(&self.name), false)?;
        let has_backup = exists(&backup);
        let undone = match fs::symlink_metadata(&place) {
            Ok(found) if self.is(&found) && has_backup => fs::rename(&backup, &place),
            Ok(found) if self.is(&found) && !self.replaces => fs::remove_file(&place),
            Ok(found) if self.is(&found) => Err(io::Error::other("it is gone")),
            Ok(_) if has_backup => Err(io::Error::other("another file is in its place")),
            Err(_) if has_backup => fs::rename(&backup, &place),
            _ => Ok(()),
        };
        undone.map_err(|error| {
            let kept = hidden.kept().join(self.backup.to_string());
            let text = match has_backup {
                true => format!("put back what is kept in {kept:?} to"),
                false => "put back".to_owned(),
            };
            Error::io(&text, &place, error)
        })
    }

    /// Whether this is the file that was placed.
    fn is(&self, found: &fs::Metadata) -> bool {
        found.is_file() && Identity::of(found).is_ok_and(|found| found == self.file)
    }
}

/// Undoes what a process that is no more has left.
///
/// # Errors
///
/// Something could not be undone. The backups are needed.
pub(super) fn undo_left(hidden: &Path, target: &Path, own: &fs::Metadata) -> Result<(), Error> {
    let hidden = Hidden(hidden);
    let (path, old) = (hidden.plan_file(), hidden.old_files());
    let text = match read_plan(&path, own) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Error::io("read", &path, error)),
    };
    let Ok(plan) = serde_json::from_slice::<Plan>(&text) else {
        // A plan that was not written to its end was not begun.
        let unused = fs::read_dir(old).is_ok_and(|mut backups| backups.next().is_none());
        return match unused {
            true => Ok(()),
            false => Err(Error::bad_place(&path, "it is no plan that can be undone")),
        };
    };
    // Whoever may write here can have made it up.
    let names = plan.files.iter().map(|file| &file.name);
    for name in names.chain(&plan.folders) {
        let is_safe = names::check(name, cfg!(windows), true).is_ok();
        if !is_safe {
            return Err(Error::bad_place(&path, "it leads elsewhere"));
        }
    }
    plan.undo(hidden, target)
}

/// Reads a plan, of this user, that is no longer than a plan can be.
fn read_plan(path: &Path, own: &fs::Metadata) -> io::Result<Vec<u8>> {
    let file = open_plain(path, OpenOptions::new().read(true))?;
    let found = file.metadata()?;
    if !is_of_same_user(&found, own) || found.len() > LONGEST_PLAN {
        return Err(io::Error::other("no pull has written it"));
    }
    let mut text = Vec::new();
    file.take(LONGEST_PLAN).read_to_end(&mut text)?;
    Ok(text)
}

/// Removes the plan: what was done stays.
fn forget(hidden: Hidden<'_>) -> Result<(), Error> {
    let path = hidden.plan_file();
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("remove", &path, error)),
        _ => {
            sync_folder(hidden.0);
            Ok(())
        }
    }
}

/// A relative path as it is in a bundle.
fn name_of(path: &Path) -> String {
    let names = path.iter().map(|name| name.to_string_lossy());
    names.collect::<Vec<_>>().join("/")
}

/// Whether a file or folder can take its place: the way there leads through no link, and what is
/// there is of its kind.
fn check_place(target: &Path, path: &Path, is_folder: bool) -> Result<(), Error> {
    let mut place = target.to_owned();
    let mut segments = path.iter().peekable();
    while let Some(segment) = segments.next() {
        place.push(segment);
        let found = match fs::symlink_metadata(&place) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::io("look at", &place, error)),
        };
        let folder_wanted = is_folder || segments.peek().is_some();
        let trouble = match folder_wanted {
            _ if found.is_symlink() => "a symbolic link is in its place, and is not followed",
            true if !found.is_dir() => "it has to be a folder, and is none",
            false if !found.is_file() => "it has to be a file, and is none",
            _ => continue,
        };
        return Err(Error::bad_place(&place, trouble));
    }
    Ok(())
}

/// The folders of a bundle, those in the paths of others included, that the target does not have.
/// Those around others come first.
fn missing_folders(entries: &[Entry], target: &Path) -> Vec<String> {
    let mut missing = BTreeSet::new();
    for entry in entries {
        let inner = entry.path.ancestors().skip(usize::from(!entry.is_folder));
        for folder in inner.filter(|folder| !folder.as_os_str().is_empty()) {
            // With it come those around it.
            if missing.contains(folder) || exists(&target.join(folder)) {
                break;
            }
            missing.insert(folder.to_owned());
        }
    }
    missing.iter().map(|folder| name_of(folder)).collect()
}

/// Forces the new files to the disk, some at once, with the permissions of those that they replace.
pub(super) fn sync_all(
    entries: &[Entry],
    hidden: Hidden<'_>,
    target: &Path,
    stopped: &Stopped,
) -> Result<(), Error> {
    let new = hidden.new_files();
    let files: Vec<_> = entries.iter().filter(|entry| !entry.is_folder).collect();
    let sync = |entry: &Entry| {
        stopped.check()?;
        let path = new.join(&entry.path);
        let synced = OpenOptions::new().write(true).open(&path);
        let synced =
            synced.and_then(|file| finish(&file, permissions_at(&target.join(&entry.path))));
        synced.map_err(|error| Error::io("write", &path, error))
    };
    let sync_share = |share: &[&Entry]| share.iter().try_for_each(|entry| sync(entry));
    let share = files.len().div_ceil(AT_ONCE).max(1);
    thread::scope(|scope| {
        let begin = |share| {
            let begun = thread::Builder::new().spawn_scoped(scope, move || sync_share(share));
            // Where no thread is to be had it is done on this one.
            begun.map_err(|_| sync_share(share))
        };
        let shares: Vec<_> = files.chunks(share).map(begin).collect();
        let results = shares
            .into_iter()
            .map(|share| match share.map(|begun| begun.join()) {
                Ok(Ok(result)) | Err(result) => result,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
            });
        results.collect()
    })
}

/// Keeps the file at `place`, if there is one, so that there is never none: by a second link to it,
/// or a copy where the disk has no links.
fn keep(place: &Path, backup: &Path) -> io::Result<()> {
    match fs::hard_link(place, backup) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(_) => fs::copy(place, backup).map(drop),
        Ok(()) => Ok(()),
    }
}

/// Folders that were made. Dropping this removes those that are empty, unless they are kept.
#[derive(Debug, Default)]
pub(super) struct Made(Vec<PathBuf>);

impl Made {
    /// Makes a folder, and those above it.
    pub(super) fn folder(&mut self, folder: &Path) -> io::Result<()> {
        let missing = folder.ancestors().take_while(|folder| !folder.is_dir());
        let missing: Vec<_> = missing.map(Path::to_owned).collect();
        for folder in missing.into_iter().rev() {
            match fs::create_dir(&folder) {
                // Another pull was quicker.
                Err(_) if folder.is_dir() => {}
                made => made.map(|()| self.0.push(folder))?,
            }
        }
        Ok(())
    }

    /// Keeps them, for good.
    pub(super) fn keep(&mut self) {
        for folder in self.0.drain(..) {
            sync_folder(folder_of(&folder));
        }
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for folder in self.0.drain(..).rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// Each is killed after every step, and every step of undoing it.
    const FILES: [&str; 5] = ["a.json", "new/x/b.json", "c/d.json", "new/e.json", "f.json"];
    const REPLACED: [&str; 3] = ["a.json", "c/d.json", "f.json"];

    struct Scene {
        target: TempDir,
        hidden: PathBuf,
        plan: Plan,
    }

    impl Scene {
        /// A pull that was killed when it had moved so many files.
        fn killed_after(moved: usize) -> Self {
            let target = tempfile::tempdir().unwrap();
            for name in REPLACED {
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
            let stopped = Stopped::default();
            let mut plan = Plan::make(&entries, Hidden(&hidden), target.path()).unwrap();
            plan.write(Hidden(&hidden)).unwrap();
            let rest = plan.files.split_off(moved);
            plan.place_all(Hidden(&hidden), target.path(), &stopped)
                .unwrap();
            plan.files.extend(rest);
            Self {
                target,
                hidden,
                plan,
            }
        }

        fn undo_left(&self) -> Result<(), Error> {
            let own = fs::metadata(self.target.path()).unwrap();
            undo_left(&self.hidden, self.target.path(), &own)
        }

        fn assert_undone(&self) {
            for name in FILES {
                let found = fs::read_to_string(self.target.path().join(name)).ok();
                let expected = REPLACED.contains(&name).then_some("before");
                assert_eq!(found.as_deref(), expected, "{name}");
            }
            assert!(!self.target.path().join("new").exists());
            assert!(!Hidden(&self.hidden).plan_file().exists());
        }
    }

    fn put(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn what_was_moved_before_a_kill_is_put_back_whenever_it_came() {
        for moved in 0..=FILES.len() {
            let scene = Scene::killed_after(moved);
            scene.undo_left().unwrap();
            scene.assert_undone();
            // Nothing is left to be undone.
            scene.undo_left().unwrap();
            scene.assert_undone();
        }
    }

    #[test]
    fn what_is_killed_while_it_undoes_is_undone_by_the_next() {
        for moved in 0..=FILES.len() {
            for undone in 0..=FILES.len() {
                let scene = Scene::killed_after(moved);
                for file in scene.plan.files.iter().rev().take(undone) {
                    file.undo(Hidden(&scene.hidden), scene.target.path())
                        .unwrap();
                }
                scene.undo_left().unwrap();
                scene.assert_undone();
            }
        }
    }

    #[test]
    fn a_file_that_was_changed_since_stays_for_good_and_its_backup_is_put_aside() {
        let scene = Scene::killed_after(FILES.len());
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
        assert!(read("hidden.kept/plan").contains("a.json"));
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
        let scene = Scene::killed_after(FILES.len());
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
    fn a_plan_that_was_made_up_leads_nowhere() {
        let scene = Scene::killed_after(0);
        let path = Hidden(&scene.hidden).plan_file();
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
        assert!(error.contains("no plan"), "{error}");
        // Of one that was not written to its end nothing was done yet.
        fs::remove_file(&backup).unwrap();
        scene.undo_left().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_put_back_through_a_link() {
        let scene = Scene::killed_after(FILES.len());
        let outside = tempfile::tempdir().unwrap();
        fs::remove_dir_all(scene.target.path().join("c")).unwrap();
        std::os::unix::fs::symlink(outside.path(), scene.target.path().join("c")).unwrap();
        let error = scene.undo_left().unwrap_err().to_string();
        assert!(error.contains("symbolic link"), "{error}");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    }
}
