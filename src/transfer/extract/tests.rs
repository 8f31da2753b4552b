//! Hostile and damaged bundles, each refused with nothing written; and files that are replaced
//! together or not at all.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::{Cursor, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::tempdir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::hidden::Hidden;
use super::journal::Journal;
use super::places::name_of;
use super::*;
use crate::error::{Error, ErrorKind};
use crate::transfer::blocking::Stopped;
use crate::transfer::ending::Directory;

type Writer = ZipWriter<Cursor<Vec<u8>>>;

fn bundle(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    write(&mut writer);
    writer.finish().unwrap().into_inner()
}

/// A bundle of files that hold their own names.
pub(super) fn files(names: &[&str]) -> Vec<u8> {
    bundle(|writer| {
        for name in names {
            add(writer, name, name.as_bytes());
        }
    })
}

fn add(writer: &mut Writer, name: &str, content: &[u8]) {
    let options = SimpleFileOptions::default();
    match name.ends_with('/') {
        true => writer.add_directory(name, options).unwrap(),
        false => {
            writer.start_file(name, options).unwrap();
            writer.write_all(content).unwrap();
        }
    }
}

/// The same bytes with every occurrence of `from` replaced; both are of one length.
fn altered(mut bundle: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let places: Vec<_> = (0..=bundle.len() - from.len())
        .filter(|&at| bundle[at..].starts_with(from))
        .collect();
    assert!(!places.is_empty());
    for at in places {
        bundle[at..at + to.len()].copy_from_slice(to);
    }
    bundle
}

fn unpack_with(
    bundle: &[u8],
    target: &Path,
    limits: &ExtractLimits,
    stopped: bool,
) -> Result<Vec<PathBuf>, Error> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bundle).unwrap();
    file.rewind().unwrap();
    let stopped = match stopped {
        true => Stopped::already(),
        false => Stopped::default(),
    };
    let how = Unpacking {
        limits: limits.clone(),
        ..Unpacking::default()
    };
    let staging = Staging::open_now(target)?;
    let (staged, steps) = staging.unpack_now(file, how, &stopped, &|_, _| {})?;
    let steps = staged.place_now(steps, Meanwhile::LookAgain, &stopped, &|_, _| {})?;
    Ok(steps.into_iter().map(|step| step.path).collect())
}

fn unpack(bundle: &[u8], target: &Path) -> Result<Vec<PathBuf>, Error> {
    unpack_with(bundle, target, &ExtractLimits::default(), false)
}

/// Everything below a folder, with the content of files.
pub(super) fn tree(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = name_of(path.strip_prefix(folder).unwrap());
            let content = if path.is_symlink() {
                "->".to_owned()
            } else if path.is_dir() {
                left.push(path.clone());
                "/".to_owned()
            } else {
                fs::read_to_string(&path).unwrap()
            };
            found.push((name, content));
        }
    }
    found.sort();
    found
}

pub(super) fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = expected.iter();
    owned
        .map(|(name, content)| ((*name).to_owned(), (*content).to_owned()))
        .collect()
}

/// Refuses a bundle, for a reason with these words in it, and leaves what was there.
fn assert_refused(bundle: &[u8], limits: &ExtractLimits, words: &str) {
    let world = tempdir().unwrap();
    let target = world.path().join("target");
    fs::create_dir(&target).unwrap();
    fs::write(target.join("ok.json"), "before").unwrap();
    let before = tree(world.path());
    let error = unpack_with(bundle, &target, limits, false).unwrap_err();
    let text = error.to_string();
    assert_eq!(error.kind(), ErrorKind::Bundle, "{text}");
    assert!(text.contains(words), "{words:?} is not in {text:?}");
    assert!(!text.contains('\n'), "{text:?}");
    assert_eq!(tree(world.path()), before, "{text}");

    let absent = world.path().join("absent/folder");
    unpack_with(bundle, &absent, limits, false).unwrap_err();
    assert_eq!(tree(world.path()), before, "{text}");
}

#[test]
fn files_and_folders_take_their_places_and_others_stay() {
    let world = tempdir().unwrap();
    let target = world.path().join("made/for/it");
    let names = ["en.json", "de/app.json", "de/", "empty/"];
    let written = unpack(&files(&names), &target).unwrap();
    assert_eq!(written, [Path::new("en.json"), Path::new("de/app.json")]);

    fs::write(target.join("own.txt"), "mine").unwrap();
    fs::write(target.join("en.json"), "before").unwrap();
    unpack(&files(&["en.json", "fr/app.json"]), &target).unwrap();
    let expected = [
        ("de", "/"),
        ("de/app.json", "de/app.json"),
        ("empty", "/"),
        ("en.json", "en.json"),
        ("fr", "/"),
        ("fr/app.json", "fr/app.json"),
        ("own.txt", "mine"),
    ];
    assert_eq!(tree(&target), pairs(&expected));
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    for (name, words) in [
        ("/etc/passwd", "absolute path"),
        ("../escaped.json", "`..`"),
        ("a/../../escaped.json", "`..`"),
        ("./a.json", "`.`"),
        ("a//b.json", "empty segment"),
        ("a//", "empty segment"),
        ("C:/a.json", "drive letter"),
        ("a/b\nc.json", "control character"),
        ("a\\..\\b.json", "backslash"),
    ] {
        // The writer tidies names up: written under a harmless one, they get theirs afterwards.
        let harmless = "~".repeat(name.len());
        let hostile = altered(
            files(&["ok.json", &harmless]),
            harmless.as_bytes(),
            name.as_bytes(),
        );
        assert_refused(&hostile, &ExtractLimits::default(), words);
    }
}

#[test]
fn names_that_programs_read_unasked_are_refused_unless_they_are_allowed() {
    let limits = ExtractLimits::default();
    for name in [
        ".git/config",
        "a/.GIT/hooks/post-checkout",
        "git~1/config",
        "HEAD",
    ] {
        assert_refused(&files(&["ok.json", name]), &limits, "git's own");
        let dots = limits.clone().allow_dot_names(true);
        assert_refused(&files(&["ok.json", name]), &dots, "git's own");
    }
    for name in [".env", ".github/workflows/x.yml", "node_modules/.bin/x"] {
        let bundle = files(&["ok.json", name]);
        assert_refused(&bundle, &limits, "`ExtractLimits::allow_dot_names`");
        let world = tempdir().unwrap();
        let dots = limits.clone().allow_dot_names(true);
        unpack_with(&bundle, world.path(), &dots, false).unwrap();
        assert!(world.path().join(name).is_file());
    }
}

#[cfg(unix)]
#[test]
fn files_that_are_replaced_keep_their_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let world = tempdir().unwrap();
    let mode = |name: &str| {
        let found = fs::metadata(world.path().join(name)).unwrap();
        found.permissions().mode() & 0o7777
    };
    for (name, kept) in [("a", 0o600), ("b", 0o444), ("c", 0o755), ("d", 0o646)] {
        fs::write(world.path().join(name), "before").unwrap();
        let permissions = fs::Permissions::from_mode(kept);
        fs::set_permissions(world.path().join(name), permissions).unwrap();
        unpack(&files(&[name, "new"]), world.path()).unwrap();
        assert_eq!(mode(name), kept, "{name}");
        assert_eq!(fs::read_to_string(world.path().join(name)).unwrap(), name);
    }
    fs::write(world.path().join("any"), "").unwrap();
    assert_eq!(mode("new"), mode("any"));
}

#[test]
fn names_that_collide_are_refused() {
    let limits = ExtractLimits::default();
    assert_refused(&files(&["ok.json", "OK.json"]), &limits, "collides with");
    assert_refused(&files(&["ok.json", "é/a", "É/b"]), &limits, "collides with");
    assert_refused(&files(&["ok.json", "a", "a/b"]), &limits, "collides with");
    let twice = altered(files(&["ok.json", "to.json"]), b"to.json", b"ok.json");
    assert_refused(&twice, &limits, "two entries of the same name");
}

#[test]
fn links_and_other_special_entries_are_refused() {
    let link = bundle(|writer| {
        add(writer, "ok.json", b"new");
        let options = SimpleFileOptions::default();
        writer.add_symlink("link", "/etc/passwd", options).unwrap();
    });
    assert_refused(&link, &ExtractLimits::default(), "a symbolic link");

    // The kind is in the upper half of the external attributes: character device, pipe, and a
    // folder by mode alone.
    for kind in [0o020_644_u32, 0o010_644, 0o040_755] {
        let plain = bundle(|writer| {
            add(writer, "ok.json", b"new");
            let options = SimpleFileOptions::default()
                .system(zip::System::Unix)
                .unix_permissions(0o640);
            writer.start_file("odd", options).unwrap();
        });
        let (from, to) = (0o100_640_u32 << 16, kind << 16);
        let odd = altered(plain, &from.to_le_bytes(), &to.to_le_bytes());
        assert_refused(
            &odd,
            &ExtractLimits::default(),
            "neither a file nor a folder",
        );
    }
}

/// Sets the flag of encryption in the directory of a bundle.
#[test]
fn encrypted_entries_are_refused() {
    let mut bundle = files(&["ok.json"]);
    let header = bundle.windows(4).position(|bytes| bytes == b"PK\x01\x02");
    bundle[header.unwrap() + 8] |= 1;
    assert_refused(&bundle, &ExtractLimits::default(), "encrypted");
}

#[test]
fn damaged_bundles_are_refused() {
    let limits = ExtractLimits::default();
    let stored = bundle(|writer| {
        add(writer, "ok.json", b"new");
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        writer.start_file("stored", options).unwrap();
        writer.write_all(b"content").unwrap();
    });
    assert_refused(&altered(stored, b"content", b"CONTENT"), &limits, "damaged");
    assert_refused(b"<!doctype html>", &limits, "no zip archive");
    assert_refused(b"", &limits, "no zip archive");
    let whole = files(&["ok.json", "a.json"]);
    assert_refused(&whole[..whole.len() - 30], &limits, "no zip archive");
}

#[test]
fn limits_are_on_what_really_comes_out() {
    let zeros = vec![0; 3 << 20];
    let bomb = bundle(|writer| {
        add(writer, "ok.json", b"new");
        add(writer, "zeros", &zeros);
    });
    let limits = ExtractLimits::default();
    assert_refused(&bomb, &limits, "more than 200 times its size");
    let generous = limits.clone().ratio(2000);
    let size = generous.clone().total_size((3 << 20) + 2);
    assert_refused(&bomb, &size, "more than 3145730 bytes");

    // What the headers claim to be next to nothing does not become more.
    let (real, claimed) = ((3_u32 << 20).to_le_bytes(), 5_u32.to_le_bytes());
    let liar = altered(bomb.clone(), &real, &claimed);
    assert_refused(&liar, &generous, "damaged");

    let world = tempdir().unwrap();
    unpack_with(&bomb, world.path(), &generous, false).unwrap();
    assert_eq!(
        fs::metadata(world.path().join("zeros")).unwrap().len(),
        3 << 20
    );
}

/// Bytes that do not compress.
fn noise() -> Vec<u8> {
    let mixed = (0..400_000_u32).map(|number| number.wrapping_mul(2_654_435_761));
    let mixed = mixed.map(|number| (number ^ (number >> 15)).wrapping_mul(2_246_822_519));
    mixed.map(|number| (number >> 24) as u8).collect()
}

/// Each file stays below the ratio, all of them together do not.
#[test]
fn files_that_share_their_bytes_are_counted_together() {
    let shared = bundle(|writer| {
        add(writer, "0", &noise());
        for copy in 1..10 {
            writer.shallow_copy_file("0", &copy.to_string()).unwrap();
        }
    });
    let limits = ExtractLimits::default().ratio(5);
    assert_refused(&shared, &limits, "more than 5 times its size");
}

#[test]
fn entries_are_limited_with_the_folders_in_their_paths() {
    let limits = ExtractLimits::default().entries(3);
    let world = tempdir().unwrap();
    unpack_with(&files(&["a/b/c"]), world.path(), &limits, false).unwrap();
    assert_refused(
        &files(&["a", "b", "c", "d"]),
        &limits,
        "more than 3 files and folders",
    );
    assert_refused(
        &files(&["a/b/c/d"]),
        &limits,
        "more than 3 files and folders",
    );
}

#[test]
fn a_directory_of_any_length_is_not_kept_in_memory() {
    let names: Vec<_> = (0..4000).map(|number| format!("{number:0>200}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let limits = ExtractLimits::default().entries(10);
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&files(&names)).unwrap();
    let error = archive::open(file, &limits).map(drop).unwrap_err();
    assert!(error.to_string().contains("more than 10"), "{error}");

    // What is in the files is not counted.
    let long = bundle(|writer| add(writer, "a", &noise()));
    let world = tempdir().unwrap();
    unpack_with(&long, world.path(), &limits.entries(1), false).unwrap();
}

#[test]
fn what_cannot_be_replaced_keeps_all_from_being_replaced() {
    let world = tempdir().unwrap();
    let target = world.path();
    fs::write(target.join("a.json"), "before").unwrap();
    fs::create_dir_all(target.join("b.json/inside")).unwrap();
    fs::write(target.join("d"), "a file").unwrap();
    let before = tree(target);
    for names in [
        ["a.json", "b.json"],
        ["a.json", "d/e.json"],
        ["a.json", "d/"],
    ] {
        let error = unpack(&files(&names), target).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{error}");
        assert!(error.to_string().contains("it has to be a f"), "{error}");
        assert_eq!(tree(target), before);
    }
}

#[cfg(unix)]
#[test]
fn links_in_the_target_are_not_followed() {
    use std::os::unix::fs::symlink;
    let world = tempdir().unwrap();
    let target = world.path().join("target");
    fs::create_dir_all(world.path().join("outside")).unwrap();
    fs::create_dir(&target).unwrap();
    fs::write(target.join("a.json"), "before").unwrap();
    symlink("../outside", target.join("out")).unwrap();
    symlink("../outside/dangling", target.join("b.json")).unwrap();
    let before = tree(world.path());
    for name in ["out/x.json", "out/", "out", "b.json"] {
        let error = unpack(&files(&["a.json", name]), &target).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{error}");
        assert!(error.to_string().contains("symbolic link"), "{error}");
        assert_eq!(tree(world.path()), before);
    }
    // The target itself is the caller's choice.
    symlink("target", world.path().join("alias")).unwrap();
    unpack(&files(&["a.json"]), &world.path().join("alias")).unwrap();
    assert_eq!(fs::read_to_string(target.join("a.json")).unwrap(), "a.json");
}

/// Replaces the files of `entries` with new ones, of which the last is lost, as if the disk had
/// failed.
fn replace_in_vain(target: &Path, entries: &[(usize, &str)]) -> (replace::Unplaced, PathBuf) {
    let hidden = tempfile::tempdir_in(target).unwrap().keep();
    let (journal, last) = journal(target, Hidden(&hidden), entries);
    fs::remove_file(last).unwrap();
    let stopped = Stopped::default();
    let placed = journal.carry_out(Hidden(&hidden), target, &stopped, &|_, _| {});
    (placed.unwrap_err(), hidden)
}

/// A journal for these files, and the path of the last new one.
fn journal(target: &Path, hidden: Hidden<'_>, entries: &[(usize, &str)]) -> (Journal, PathBuf) {
    let mut names = names::Names::new(false);
    let entries: Vec<_> = entries
        .iter()
        .map(|&(index, name)| names.take(index, name).unwrap())
        .collect();
    let mut last = PathBuf::new();
    for entry in &entries {
        last = hidden.new_files().join(&entry.path);
        fs::create_dir_all(last.parent().unwrap()).unwrap();
        fs::write(&last, "after").unwrap();
    }
    let (prune, stopped) = (Prune::default(), Stopped::default());
    let steps = compare::compare(&entries, &prune, &[], hidden, target, &stopped).unwrap();
    let journal = Journal::make(&[], &steps, hidden, target).unwrap();
    (journal, last)
}

#[test]
fn files_that_were_replaced_are_put_back_when_a_later_one_fails() {
    let world = tempdir().unwrap();
    let target = world.path();
    fs::write(target.join("a.json"), "before").unwrap();
    let before = tree(target);
    let entries = [
        (0, "a.json"),
        (1, "b.json"),
        (2, "c/d/e.json"),
        (3, "gone.json"),
    ];
    let (unplaced, hidden) = replace_in_vain(target, &entries);
    let error = unplaced.error.to_string();
    assert!(
        error.contains("gone.json") && unplaced.is_settled,
        "{error}"
    );
    fs::remove_dir_all(hidden).unwrap();
    assert_eq!(tree(target), before);
}

/// Two entries of one number share a backup, so that one of them cannot be put back.
#[test]
fn what_cannot_be_put_back_is_told_once() {
    let world = tempdir().unwrap();
    let target = world.path();
    fs::write(target.join("a.json"), "before").unwrap();
    fs::write(target.join("b.json"), "before").unwrap();
    let (unplaced, hidden) =
        replace_in_vain(target, &[(0, "a.json"), (0, "b.json"), (1, "gone.json")]);
    assert!(unplaced.is_settled);
    let text = unplaced.error.to_string();
    assert!(
        text.contains("gone.json") && text.contains("a.json"),
        "{text}"
    );
    let own = fs::metadata(target).unwrap();
    journal::undo_left(&hidden, target, &own).unwrap();
    assert_eq!(fs::read_to_string(target.join("b.json")).unwrap(), "before");
}

/// The place of a number in what begins with this signature, and its new value.
fn renumbered(mut bundle: Vec<u8>, signature: &[u8], at: usize, value: u16) -> Vec<u8> {
    let found = bundle.windows(4).rposition(|bytes| bytes == signature);
    let at = found.unwrap() + at;
    bundle[at..at + 2].copy_from_slice(&value.to_le_bytes());
    bundle
}

#[test]
fn a_directory_with_other_entries_than_its_end_counts_is_damaged() {
    let limits = ExtractLimits::default();
    for count in [0, 1, 3] {
        let two = files(&["ok.json", "a.json"]);
        let twice = [8, 10].into_iter();
        let miscounted = twice.fold(two, |bundle, at| {
            renumbered(bundle, b"PK\x05\x06", at, count)
        });
        assert_refused(&miscounted, &limits, "directory is damaged");
    }
}

#[test]
fn a_name_that_claims_to_be_unicode_has_to_be() {
    let limits = ExtractLimits::default();
    let latin = altered(files(&["ok.json", "n~.json"]), b"n~.json", b"n\xfc.json");
    // Without the claim it is in the letters of DOS.
    let world = tempdir().unwrap();
    unpack(&latin, world.path()).unwrap();
    let claimed = renumbered(latin, b"PK\x01\x02", 8, 1 << 11);
    assert_refused(&claimed, &limits, "not Unicode");
}

#[test]
fn a_path_has_a_limit() {
    let limits = ExtractLimits::default();
    assert_refused(&files(&["ok.json", &"d/".repeat(65)]), &limits, "too deep");
    let world = tempdir().unwrap();
    unpack(&files(&[&"d/".repeat(64)]), world.path()).unwrap();
}

#[test]
fn a_large_archive_has_a_longer_end() {
    let many: Vec<_> = (0..70_000).map(|number: u32| number.to_string()).collect();
    let mut file = tempfile::tempfile().unwrap();
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let large = bundle(|writer| {
        many.iter()
            .for_each(|name| writer.start_file(name, stored).unwrap());
    });
    assert!(large.windows(4).any(|bytes| bytes == b"PK\x06\x06"));
    file.write_all(&large).unwrap();
    let found = Directory::find(&file).unwrap().unwrap();
    assert!(found.entries == 70_000 && found.is_counted_right(&file, 70_000).unwrap());
    file.set_len(large.len() as u64 - 50).unwrap();
    assert_eq!(Directory::find(&file).unwrap(), None);
}

#[test]
fn work_that_nobody_waits_for_ends_and_is_undone() {
    let world = tempdir().unwrap();
    let target = world.path();
    fs::write(target.join("a.json"), "before").unwrap();
    let before = tree(target);
    let limits = ExtractLimits::default();
    unpack_with(&files(&["a.json", "b.json"]), target, &limits, true).unwrap_err();
    assert_eq!(tree(target), before);
}
