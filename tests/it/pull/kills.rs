//! Pulls whose process is killed: what they leave, and what the next pull makes of it. The tests
//! start this binary again, as the process to be killed.

use l10n_client::types::FileExport;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use l10n_client::rate_limit::NoRateLimit;
use l10n_client::{Client, ErrorKind};
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior};
use tempfile::{TempDir, tempdir};

use super::{archive, put};
use crate::host::{Host, answer, lead_to};
use crate::support::{World, world};

/// A process that pulls. Dropping it kills it.
pub(super) struct Victim(Child);

impl Drop for Victim {
    fn drop(&mut self) {
        // On Unix by SIGKILL, which nobody can catch.
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

const VARIABLES: [&str; 3] = ["L10N_VICTIM_URL", "L10N_VICTIM_TOKEN", "L10N_VICTIM_TARGET"];

impl Victim {
    /// Pulls to a folder, or to a file where the target has an extension.
    pub(super) fn start(world: &World, target: &Path) -> Self {
        let values = [
            world.sandbox.base_url().to_string().into(),
            world.sandbox.tokens().read_write.into(),
            target.as_os_str().to_owned(),
        ];
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "pull::kills::the_victim"]);
        command.envs(VARIABLES.into_iter().zip::<[std::ffi::OsString; 3]>(values));
        Self(command.stdout(Stdio::null()).spawn().unwrap())
    }

    #[cfg(unix)]
    pub(super) fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

/// Not a test, but what [`Victim`] runs.
#[tokio::test]
async fn the_victim() {
    let [Ok(url), Ok(token), Ok(target)] = VARIABLES.map(std::env::var) else {
        return;
    };
    let client = Client::builder(url)
        .api_token(token)
        .rate_limiter(NoRateLimit);
    let client = client.build().unwrap();
    let pull = client.pull("garnet-7041.26");
    let pull = pull.export(FileExport::new("json"));
    let target = PathBuf::from(target);
    let pulled = match target.extension() {
        Some(_) => pull.to_file(target).await,
        None => pull.prune("**/*.json").to_folder(target).await,
    };
    pulled.unwrap();
}

/// Names in a folder that begin with a dot.
fn hidden(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with('.'))
        .collect()
}

async fn until(mut holds: impl FnMut() -> bool) {
    for _ in 0..20_000 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("it takes too long");
}

/// Downloads take long from now on.
fn slow_down(world: &World) {
    let drip = Misbehavior::Drip {
        chunk: 1,
        pause: Duration::from_millis(100),
    };
    let fault = Fault::new(drip).on(DOWNLOAD_BUNDLE).always();
    world.sandbox.add_fault(fault).unwrap();
}

async fn pull(world: &World, target: &Path) {
    let pull = world.client.pull(world.project.project_id);
    let pull = pull.export(FileExport::new("json").filter_langs(["de".to_owned()]));
    match target.extension() {
        Some(_) => pull.to_file(target).await.unwrap(),
        None => pull.to_folder(target).await.unwrap(),
    };
}

#[tokio::test]
async fn what_a_killed_download_leaves_is_cleared_by_the_next_pull_and_a_living_one_keeps_its_own()
{
    let slow = world().await;
    let parent = tempdir().unwrap();
    slow_down(&slow);
    let folder = parent.path().join("folder");
    fs::create_dir(&folder).unwrap();
    let victims = ["a.zip", "", "b.zip", ""].map(|name| Victim::start(&slow, &folder.join(name)));
    until(|| hidden(&folder).len() == victims.len()).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    drop(victims);
    let dead = hidden(&folder);
    assert_eq!(dead.len(), 4);

    let living = [folder.join("c.zip"), folder.clone()].map(|target| Victim::start(&slow, &target));
    // They clear up themselves, before they begin.
    until(|| hidden(&folder).len() == 2 && hidden(&folder).iter().all(|path| !dead.contains(path)))
        .await;
    // One that clears up may have met the other before that had claimed its own, which begins anew.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let owned = hidden(&folder);
    assert_eq!(owned.len(), 2);
    let quick = world().await;
    for target in [folder.join("d.zip"), folder.clone()] {
        pull(&quick, &target).await;
        assert_eq!(hidden(&folder), owned);
    }
    drop(living);
    pull(&quick, &folder.join("d.zip")).await;
    assert!(hidden(&folder).is_empty());
}

const MANY: usize = 3_000;

/// A bundle with many files, and a folder with the same files of an earlier one but for each tenth.
fn many_files() -> (Vec<u8>, TempDir) {
    let folder = tempdir().unwrap();
    for number in (0..MANY).filter(|number| number % 10 > 0) {
        put(folder.path(), &name(number), "before");
    }
    let bundle = archive((0..MANY).map(|number| (name(number), "after")));
    (bundle, folder)
}

/// Each hundredth has a folder of its own.
fn name(number: usize) -> String {
    match number % 100 {
        0 => format!("new{number}/file.json"),
        _ => format!("{}/{number}.json", number % 7),
    }
}

/// How many files are those of before, those of after, and missing.
fn count(folder: &Path) -> [usize; 3] {
    let mut counts = [0; 3];
    for number in 0..MANY {
        match fs::read(folder.join(name(number))).as_deref() {
            Ok(b"before") => counts[0] += 1,
            Ok(b"after") => counts[1] += 1,
            Err(_) => counts[2] += 1,
            Ok(other) => panic!("{other:?}"),
        }
    }
    counts
}

#[tokio::test]
async fn files_that_a_killed_pull_has_replaced_are_put_back_by_the_next_one() {
    let world = world().await;
    let before = [MANY - MANY / 10, 0, MANY / 10];
    for round in 0..12 {
        let (bundle, folder) = many_files();
        let folder = folder.path();
        assert_eq!(count(folder), before);
        let host = Host::start([answer("200 OK", &bundle)]).await;
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &host.link);
        let victim = Victim::start(&world, folder);
        // Earlier and later in the course of things.
        let looked_at = folder.join(name([1, 301, 902, 1_503][round % 4]));
        until(|| fs::read(&looked_at).unwrap() == b"after").await;
        drop(victim);
        let left = count(folder);
        if hidden(folder).is_empty() {
            assert_eq!(left, [0, MANY, 0], "it was too quick to be killed");
            continue;
        }
        let is_in_between = left[0] > 0 && left[1] > 0;

        // The next pull brings nothing, so that what is there then comes from its clearing up
        // alone.
        world.sandbox.clear_faults();
        let gone = Fault::new(Misbehavior::status(400)).on("exportFiles");
        world.sandbox.add_fault(gone).unwrap();
        let next = world.client.pull(world.project.project_id);
        let next = next.export(FileExport::new("json"));
        let error = next.to_folder(folder).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Status, "{error}");
        assert!(hidden(folder).is_empty());
        let now = count(folder);
        // It was killed after the last step at the latest.
        assert!(now == before || now == [0, MANY, 0], "{now:?}");
        let folders = fs::read_dir(folder).unwrap().count();
        assert_eq!(folders, if now == before { 7 } else { 7 + MANY / 100 });
        if is_in_between {
            assert_eq!(now, before);
            return;
        }
    }
    panic!("no kill has come in between");
}

/// What the next pull cannot undo it tries once: no old file comes back later.
#[tokio::test]
async fn a_file_that_was_changed_after_a_kill_is_never_replaced_by_an_old_one() {
    let world = world().await;
    for _ in 0..12 {
        let (bundle, folder) = many_files();
        let folder = folder.path();
        let host = Host::start([answer("200 OK", &bundle)]).await;
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &host.link);
        let victim = Victim::start(&world, folder);
        let changed = folder.join(name(1));
        until(|| fs::read(&changed).unwrap() == b"after").await;
        drop(victim);
        if hidden(folder).is_empty() {
            continue;
        }
        fs::write(&changed, "changed since").unwrap();
        world.sandbox.clear_faults();
        for _ in 0..2 {
            pull(&world, folder).await;
            let left = hidden(folder);
            let [kept] = left.as_slice() else {
                panic!("{left:?}")
            };
            assert_eq!(kept.extension().unwrap(), "kept");
            let names: Vec<_> = fs::read_dir(kept).unwrap().collect();
            assert_eq!(names.len(), 2, "the backup and the journal");
            let _ = fs::remove_file(&changed);
        }
        assert!(!changed.exists());
        return;
    }
    panic!("no kill has come in between");
}

#[cfg(unix)]
#[tokio::test]
async fn what_pulls_do_not_own_is_left_alone() {
    use std::os::unix::fs::{MetadataExt, chown, symlink};
    let world = world().await;
    let parent = tempdir().unwrap();
    let folder = parent.path();
    let outside = tempdir().unwrap();
    fs::write(outside.path().join("lock"), "").unwrap();
    let (file, link) = (".l10n-abcdefABCDEF.part", ".l10n-abcdef012345.part");
    fs::write(folder.join(".l10n-notes.part"), "mine").unwrap();
    fs::write(folder.join("l10n-abcdefABCDEF.part"), "mine").unwrap();
    fs::create_dir(folder.join(".l10n-config.files")).unwrap();
    symlink(outside.path(), folder.join(".l10n-abcdefABCDEF.files")).unwrap();
    symlink(outside.path().join("lock"), folder.join(link)).unwrap();
    fs::create_dir(folder.join(file)).unwrap();
    let before = fs::read_dir(folder).unwrap().count();
    pull(&world, &folder.join("a.zip")).await;
    assert_eq!(fs::read_dir(folder).unwrap().count(), before + 1);
    assert!(outside.path().join("lock").exists());

    // Whoever may write to a folder of many could have put it there. Only root can give something
    // away.
    let other = folder.join(".l10n-0123456789ab.part");
    fs::write(&other, "theirs").unwrap();
    let is_given = chown(&other, Some(12_345), None).is_ok();
    assert_eq!(is_given, fs::metadata(&other).unwrap().uid() == 12_345);
    pull(&world, &folder.join("a.zip")).await;
    assert_eq!(other.exists(), is_given);
}

/// What looks as if a pull had left it, and would hang the next one, or lead it elsewhere.
#[cfg(unix)]
#[tokio::test]
async fn a_leftover_is_read_only_where_a_pull_can_have_written_it() {
    use std::os::unix::fs::symlink;
    type Make<'m> = &'m dyn Fn(&Path);
    let world = world().await;
    let outside = tempdir().unwrap();
    let pipe = |path: &Path| {
        let made = Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
    };
    let aim = outside.path().join("made");
    let link = |path: &Path| symlink(&aim, path).unwrap();
    let endless = |path: &Path| symlink("/dev/zero", path).unwrap();
    let long = |path: &Path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
    let odd: [(&str, Make<'_>); 6] = [
        ("lock", &pipe),
        ("journal", &pipe),
        ("lock", &link),
        ("journal", &link),
        ("journal", &endless),
        ("journal", &long),
    ];
    for (name, make) in odd {
        let folder = tempdir().unwrap();
        let left = folder.path().join(".l10n-aaaaaaaaaaaa.files");
        fs::create_dir(&left).unwrap();
        make(&left.join(name));
        let pulled = pull(&world, folder.path());
        let pulled = tokio::time::timeout(Duration::from_secs(10), pulled).await;
        pulled.unwrap_or_else(|_| panic!("a {name} has hung it"));
        assert!(!aim.exists(), "{name}");
        assert_eq!(left.exists(), name == "lock", "{name}");
    }
}
