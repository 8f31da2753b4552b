//! Pulls that are killed at random moments: each file is whole at once, and all of them are of one
//! pull after the next.

use l10n_client::types::FileExport;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use l10n_client::ErrorKind;
use l10n_client::uuid::Uuid;
use l10n_sandbox::{Fault, Misbehavior};
use tempfile::tempdir;

use super::kills::Victim;
use super::{archive, names, put};
use crate::host::{Host, answer, lead_to};
use crate::support::{World, world};

const FILES: usize = 240;

/// What pulls bring in turn: each file is in both with other content, the same, or in one alone.
struct State {
    files: BTreeMap<String, String>,
    folders: Vec<String>,
}

impl State {
    fn new(own: char) -> Self {
        let mut files = BTreeMap::new();
        for number in 0..FILES {
            let folder = format!("{own}{}", number % 3);
            let (name, letter) = match number % 6 {
                0 => (format!("{folder}/only{number}.json"), own),
                1 => (format!("same/{number}.json"), '='),
                _ => (format!("{}/{number}.json", number % 7), own),
            };
            files.insert(name, letter.to_string().repeat(2_000 + number));
        }
        let folders = files.keys().map(|name| name.split('/').next().unwrap());
        let mut folders: Vec<_> = folders.map(|folder| format!("{folder}/")).collect();
        folders.sort();
        folders.dedup();
        Self { files, folders }
    }

    fn bundle(&self) -> Vec<u8> {
        let files = self.files.iter();
        archive(files.map(|(name, content)| (name.as_str(), content.as_str())))
    }

    /// Whether a folder has exactly this.
    fn is_in(&self, folder: &Path) -> bool {
        let mut expected: Vec<_> = self.files.keys().chain(&self.folders).cloned().collect();
        expected.sort();
        let read = |name: &String| fs::read_to_string(folder.join(name)).unwrap();
        names(folder) == expected
            && self
                .files
                .iter()
                .all(|(name, content)| read(name) == *content)
    }
}

/// How long a pull takes that is not killed.
async fn measure(world: &World, states: &[State; 2]) -> Duration {
    let folder = tempdir().unwrap();
    for (name, content) in &states[0].files {
        put(folder.path(), name, content);
    }
    let host = Host::start([answer("200 OK", states[1].bundle())]).await;
    world.sandbox.clear_faults();
    lead_to(&world.sandbox, &host.link);
    let began = Instant::now();
    let mut victim = Victim::start(world, folder.path());
    while !victim.has_ended() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(states[1].is_in(folder.path()), "it was not killed");
    began.elapsed()
}

/// When a pull is killed.
#[derive(Debug)]
enum Moment {
    /// So long after its start.
    After(Duration),
    /// When this file is in its place, among others.
    Placed(PathBuf, String),
}

impl Moment {
    /// At any time, or while files are moved.
    fn draw(is_anytime: bool, whole: Duration, folder: &Path, after: &State) -> Self {
        let drawn = (Uuid::new_v4().as_u64_pair().0 >> 11) as f64 / (1_u64 << 53) as f64;
        let own: Vec<_> = after
            .files
            .iter()
            .filter(|(name, _)| !name.starts_with("same"))
            .collect();
        let (name, content) = own[(drawn * own.len() as f64) as usize];
        match is_anytime {
            true => Self::After(whole.mul_f64(1.1 * drawn)),
            false => Self::Placed(folder.join(name), content.clone()),
        }
    }

    /// Kills it then.
    fn kill(&self, mut victim: Victim) {
        match self {
            Self::After(delay) => std::thread::sleep(*delay),
            Self::Placed(path, content) => {
                let is_placed = || fs::read_to_string(path).is_ok_and(|found| found == *content);
                while !is_placed() && !victim.has_ended() {
                    std::thread::sleep(Duration::from_micros(20));
                }
            }
        }
        drop(victim);
    }
}

/// Which of the files that can be seen are those of before, and of after. One that is neither was
/// torn.
fn look(folder: &Path, states: &[&State; 2]) -> [bool; 2] {
    let mut seen = [false; 2];
    for name in names(folder) {
        if name.starts_with('.') || name.ends_with('/') {
            continue;
        }
        let content = fs::read_to_string(folder.join(&name)).unwrap();
        let is_of = states.map(|state| state.files.get(&name) == Some(&content));
        assert!(is_of != [false; 2], "{name} is torn");
        if is_of != [true; 2] {
            seen = [seen[0] | is_of[0], seen[1] | is_of[1]];
        }
    }
    seen
}

/// Kills so many pulls to one folder, each at a random moment, and looks at what is left.
async fn kill(rounds: usize) {
    let world = world().await;
    let states = ['a', 'b'].map(State::new);
    let whole = measure(&world, &states).await;
    let folder = tempdir().unwrap();
    let folder = folder.path();
    for (name, content) in &states[0].files {
        put(folder, name, content);
    }
    let (mut now, mut mixed, mut undone) = (0, 0, 0);
    for round in 0..rounds {
        let [before, after] = [&states[now], &states[1 - now]];
        let host = Host::start([answer("200 OK", after.bundle())]).await;
        world.sandbox.clear_faults();
        lead_to(&world.sandbox, &host.link);
        let victim = Victim::start(&world, folder);
        let moment = Moment::draw(round % 2 == 0, whole, folder, after);
        let killing = tokio::task::spawn_blocking(move || {
            moment.kill(victim);
            moment
        });
        let moment = killing.await.unwrap();
        let seen = look(folder, &[before, after]);
        mixed += usize::from(seen == [true; 2]);

        // The next pull brings nothing, so that what is there then comes from its clearing up.
        world.sandbox.clear_faults();
        let gone = Fault::new(Misbehavior::status(400));
        world
            .sandbox
            .add_fault(gone.on("exportFiles").always())
            .unwrap();
        let next = world.client.pull(world.project.project_id);
        let next = next.export(FileExport::new("json")).to_folder(folder);
        assert_eq!(next.await.unwrap_err().kind(), ErrorKind::Status);
        match (before.is_in(folder), after.is_in(folder)) {
            (true, false) => undone += 1,
            (false, true) => now = 1 - now,
            _ => panic!("{moment:?}: something is left: {:?}", names(folder)),
        }
    }
    println!(
        "{rounds} kills: {mixed} while files were moved; after the next pull {undone} undone, {} \
         done, 0 mixed, 0 torn, 0 leftovers",
        rounds - undone
    );
    assert!(mixed > 0 && undone > 0, "no kill has come in between");
}

#[tokio::test]
async fn wherever_a_pull_is_killed_files_are_whole_and_of_one_pull_after_the_next() {
    kill(40).await;
}

/// The same in earnest: `cargo test --release --test it -- --ignored a_thousand_kills --nocapture`.
#[ignore = "takes minutes"]
#[tokio::test]
async fn a_thousand_kills() {
    kill(1_000).await;
}
