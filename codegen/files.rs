//! Writes the files of `src/generated`, for `build.rs` and `cargo xtask generate`, and the
//! fingerprint of the document that they were made from.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// The document, from the root of the repository, as all paths here.
pub(crate) const DOCUMENT: &str = "spec/openapi.yaml";
pub(crate) const FOLDER: &str = "src/generated";
pub(crate) const FINGERPRINT: &str = "src/generated/fingerprint";

/// What each file must contain, by its path; nothing where it must not exist.
pub(crate) type Files = BTreeMap<String, Option<String>>;

/// FNV-1a of 64 bits: the same on every machine, and without a dependency. Line ends do not count,
/// as Git may change them, nor do comments. A line of a description that begins with `#` is taken
/// for a comment here; `cargo xtask generate --check` compares it.
pub(crate) fn fingerprint(document: &str) -> String {
    let lines = document.lines().filter(|line| !line.trim_start().starts_with('#'));
    let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The generated files, from the name and source of each module; those of other modules are gone.
/// They are formatted in the folder `scratch`.
pub(crate) fn generated(
    root: &Path,
    scratch: &Path,
    document: &str,
    modules: impl IntoIterator<Item = (String, String)>,
) -> Result<Files, String> {
    let mut files = Files::new();
    for file in fs::read_dir(root.join(FOLDER)).map_err(|error| format!("{FOLDER}: {error}"))? {
        let path = file.map_err(|error| format!("{FOLDER}: {error}"))?.path();
        if let (Some(name), true) = (path.file_name(), path.extension() == Some(OsStr::new("rs"))) {
            files.insert(format!("{FOLDER}/{}", name.display()), None);
        }
    }
    let sources = modules.into_iter().map(|(name, source)| {
        (format!("{name}.rs"), format!("// Made from {DOCUMENT}. Do not edit.\n\n{source}"))
    });
    for (name, source) in formatted(root, scratch, sources.collect())? {
        files.insert(format!("{FOLDER}/{name}"), Some(source));
    }
    files.insert(FINGERPRINT.to_owned(), Some(fingerprint(document) + "\n"));
    Ok(files)
}

/// Formats the sources, each with its name, by one run of rustfmt.
fn formatted(
    root: &Path,
    scratch: &Path,
    sources: Vec<(String, String)>,
) -> Result<Vec<(String, String)>, String> {
    let at_scratch = |error: io::Error| format!("{}: {error}", scratch.display());
    fs::create_dir_all(scratch).map_err(at_scratch)?;
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2024", "--config-path"]).arg(root.join("rustfmt.toml"));
    for (name, source) in &sources {
        fs::write(scratch.join(name), source).map_err(at_scratch)?;
        rustfmt.arg(scratch.join(name));
    }
    match rustfmt.status() {
        Ok(status) if status.success() => {}
        Ok(_) => return Err("rustfmt cannot format the generated code".to_owned()),
        Err(error) => return Err(format!("rustfmt: {error}")),
    }
    let read = |(name, _): (String, String)| {
        Ok((name.clone(), fs::read_to_string(scratch.join(name)).map_err(at_scratch)?))
    };
    sources.into_iter().map(read).collect()
}

/// Those that are not on the disk as they must be.
pub(crate) fn differing(root: &Path, mut files: Files) -> Files {
    files.retain(|path, text| fs::read_to_string(root.join(path)).ok() != *text);
    files
}

pub(crate) fn write(root: &Path, files: &Files) -> Result<(), String> {
    files.iter().try_for_each(|(path, text)| {
        let written = match text {
            Some(text) => fs::write(root.join(path), text),
            None => fs::remove_file(root.join(path)),
        };
        written.map_err(|error| format!("{path}: {error}"))
    })
}
