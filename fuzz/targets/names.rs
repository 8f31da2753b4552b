//! Archives whose names are chosen by an attacker, one a line, the content behind a tab: no file
//! comes to lie outside the folder.

#![no_main]

use std::fs;
use std::io::{Cursor, Write};
use std::path::Component;

use l10n_client::{ExtractLimits, fuzzing};
use libfuzzer_sys::{Corpus, fuzz_target};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fuzz_target!(|text: &str| -> Corpus {
    let Some(bundle) = archive(text) else {
        return Corpus::Reject;
    };
    let world = tempfile::tempdir().expect("a folder for the test");
    let target = world.path().join("target");
    if let Ok(files) = fuzzing::unpack(&bundle, &target, ExtractLimits::default().entries(64)) {
        for file in &files {
            let is_below = file
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
            assert!(is_below && target.join(file).is_file(), "{file:?}");
        }
    }
    let beside = fs::read_dir(world.path()).expect("the folder is there");
    for entry in beside {
        assert_eq!(
            entry.expect("it is there").path(),
            target,
            "nothing is written beside the target"
        );
    }
    Corpus::Keep
});

fn archive(text: &str) -> Option<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for line in text.lines() {
        let (name, content) = line.split_once('\t').unwrap_or((line, ""));
        writer.start_file(name, SimpleFileOptions::default()).ok()?;
        writer.write_all(content.as_bytes()).ok()?;
    }
    Some(writer.finish().ok()?.into_inner())
}
