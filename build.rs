//! Generates the client's modules from `spec/openapi.yaml` into `OUT_DIR`, one file per server, and
//! what its tests make their tables from.

#[path = "codegen/mod.rs"]
mod codegen;

use std::path::{Path, PathBuf};
use std::{env, fs};

const DOCUMENT: &str = "spec/openapi.yaml";

fn main() -> Result<(), String> {
    println!("cargo:rerun-if-changed={DOCUMENT}");
    println!("cargo:rerun-if-changed=codegen");
    println!("cargo:rerun-if-changed=build.rs");

    let text = fs::read_to_string(DOCUMENT).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let directory = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or("OUT_DIR is not set")?;
    for module in codegen::generate(&text).map_err(|reason| format!("{DOCUMENT}: {reason}"))? {
        let path = directory.join(module.name).with_extension("rs");
        write_if_changed(&path, &module.source)?;
    }
    Ok(())
}

/// Leaves an unchanged file alone, so that a change of a comment in the document compiles nothing
/// again.
fn write_if_changed(path: &Path, source: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|present| present == source) {
        return Ok(());
    }
    fs::write(path, source).map_err(|error| format!("{}: {error}", path.display()))
}
