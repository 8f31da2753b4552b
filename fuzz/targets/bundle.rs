//! Bytes that are said to be a bundle: unpacked within its folder and its limits, or refused with
//! nothing written.

#![no_main]

use std::fs;
use std::path::Path;

use l10n_client::{ExtractLimits, fuzzing};
use libfuzzer_sys::fuzz_target;

const ENTRIES: usize = 64;
const SIZE: u64 = 1 << 20;

fuzz_target!(|data: &[u8]| {
    let world = tempfile::tempdir().expect("a folder for the test");
    let target = world.path().join("target");
    fs::create_dir(&target).expect("a folder for the bundle");
    let limits = ExtractLimits::default().entries(ENTRIES).total_size(SIZE);
    let unpacked = fuzzing::unpack(data, &target, limits);

    let beside = fs::read_dir(world.path()).expect("the folder is there");
    assert_eq!(beside.count(), 1, "nothing is written beside the target");
    let (entries, bytes) = measure(&target);
    match unpacked {
        Ok(files) => {
            assert!(
                entries <= ENTRIES && bytes <= SIZE,
                "{entries} entries, {bytes} bytes"
            );
            assert!(
                files.iter().all(|file| target.join(file).is_file()),
                "{files:?}"
            );
        }
        Err(error) => {
            assert_eq!(entries, 0, "nothing is left of what was refused: {error}");
            assert!(!error.to_string().contains(char::is_control), "{error:?}");
        }
    }
});

/// How many files and folders are below a folder, and how many bytes. No link is among them.
fn measure(folder: &Path) -> (usize, u64) {
    let (mut entries, mut bytes) = (0, 0);
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(next).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let found = entry.metadata().expect("it is there");
            assert!(found.is_dir() || found.is_file(), "{:?}", entry.path());
            entries += 1;
            match found.is_dir() {
                true => left.push(entry.path()),
                false => bytes += found.len(),
            }
        }
    }
    (entries, bytes)
}
