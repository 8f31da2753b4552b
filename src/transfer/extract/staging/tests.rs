//! Unpacked bundles whose target changes before they take their places.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{Seek, Write};

use tempfile::{TempDir, tempdir};

use super::*;
use crate::transfer::change::PullChange;
use crate::transfer::extract::tests::{files, pairs, tree};

const NONE: Told<'static> = &|_, _| {};

/// A bundle of files that hold their own names, next to a target with these ones.
fn staged(names: &[&str], local: &[(&str, &str)]) -> (TempDir, Staged, Vec<Step>) {
    let world = tempdir().unwrap();
    for (name, content) in local {
        fs::write(world.path().join(name), content).unwrap();
    }
    let mut bundle = tempfile::tempfile().unwrap();
    bundle.write_all(&files(names)).unwrap();
    bundle.rewind().unwrap();
    let how = Unpacking {
        prune: Prune::parse(&["*.json".to_owned()], None).unwrap(),
        ..Unpacking::default()
    };
    let staging = Staging::open_now(world.path()).unwrap();
    let unpacked = staging.unpack_now(bundle, how, &Stopped::default(), NONE);
    let (staged, steps) = unpacked.unwrap();
    (world, staged, steps)
}

fn place(staged: Staged, steps: Vec<Step>, meanwhile: Meanwhile) -> Result<Vec<Step>, Error> {
    staged.place_now(steps, meanwhile, &Stopped::default(), NONE)
}

/// As another pull to the same folder would do it.
#[test]
fn what_changes_until_its_turn_has_come_is_looked_at_again() {
    use PullChange::{Changed, Removed, Unchanged};
    let local = [("a.json", "a.json"), ("b.json", "old"), ("c.json", "gone")];
    let (world, staged, steps) = staged(&["a.json", "b.json"], &local);
    let changes = |steps: &[Step]| steps.iter().map(|step| step.change).collect::<Vec<_>>();
    assert_eq!(changes(&steps), [Unchanged, Changed, Removed]);

    fs::write(world.path().join("a.json"), "other").unwrap();
    fs::write(world.path().join("b.json"), "b.json").unwrap();
    fs::remove_file(world.path().join("c.json")).unwrap();
    fs::write(world.path().join("d.json"), "came meanwhile").unwrap();
    let steps = place(staged, steps, Meanwhile::LookAgain).unwrap();
    assert_eq!(changes(&steps), [Changed, Unchanged]);
    let expected = [
        ("a.json", "a.json"),
        ("b.json", "b.json"),
        ("d.json", "came meanwhile"),
    ];
    assert_eq!(tree(world.path()), pairs(&expected));
}

#[test]
fn what_is_left_out_is_left_out_for_good() {
    let local = [("b.json", "old"), ("c.json", "kept")];
    let (world, staged, steps) = staged(&["a.json", "b.json"], &local);
    let wanted = steps
        .into_iter()
        .filter(|step| step.path == Path::new("b.json"));
    let steps = place(staged, wanted.collect(), Meanwhile::LookAgain).unwrap();
    assert_eq!(steps.len(), 1);
    let expected = [("b.json", "b.json"), ("c.json", "kept")];
    assert_eq!(tree(world.path()), pairs(&expected));
}

#[test]
fn folders_of_files_that_are_left_out_are_not_made() {
    let names = ["de/", "de/a", "empty/", "fr/", "fr/deep/", "fr/deep/b"];
    let (world, staged, steps) = staged(&names, &[]);
    let german = steps.into_iter().filter(|step| step.path.starts_with("de"));
    place(staged, german.collect(), Meanwhile::Refuse).unwrap();
    let expected = pairs(&[("de", "/"), ("de/a", "de/a"), ("empty", "/")]);
    assert_eq!(tree(world.path()), expected);
}

/// Nothing to do is no reason to touch anything.
#[test]
fn a_bundle_that_is_in_place_makes_no_journal() {
    let (world, staged, steps) = staged(&["a.json"], &[("a.json", "a.json")]);
    let hidden = staged.staging.hidden.path().to_owned();
    // With a journal this would be in its way.
    fs::write(hidden.join("old"), "").unwrap();
    place(staged, steps, Meanwhile::LookAgain).unwrap();
    assert_eq!(tree(world.path()), pairs(&[("a.json", "a.json")]));
}
