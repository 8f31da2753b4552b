//! Checks that `src/generated` was made from `spec/openapi.yaml` as it is now. With the feature
//! `generate` it makes these files first; without it nobody compiles the generator.

#[cfg(feature = "generate")]
#[path = "codegen/mod.rs"]
mod codegen;

use std::fs;

const DOCUMENT: &str = "spec/openapi.yaml";
/// Holds the fingerprint of the document that the files were made from.
const FINGERPRINT: &str = "src/generated/fingerprint";

fn main() -> Result<(), String> {
    for path in ["build.rs", "codegen", DOCUMENT, "src/generated"] {
        println!("cargo:rerun-if-changed={path}");
    }
    let text = read(DOCUMENT)?;
    #[cfg(feature = "generate")]
    generate(&text)?;
    match read(FINGERPRINT)?.trim() == fingerprint(&text) {
        true => Ok(()),
        false => Err(format!(
            "src/generated was made from another {DOCUMENT}: run `cargo check --features generate`"
        )),
    }
}

#[cfg(feature = "generate")]
fn generate(text: &str) -> Result<(), String> {
    for module in codegen::generate(text).map_err(|reason| format!("{DOCUMENT}: {reason}"))? {
        let source = format!("// Made from {DOCUMENT}. Do not edit.\n\n{}", module.source);
        write(&format!("src/generated/{}.rs", module.name), &source)?;
    }
    write(FINGERPRINT, &format!("{}\n", fingerprint(text)))
}

/// Leaves an unchanged file alone, so that a change of a comment in the document compiles nothing
/// again.
#[cfg(feature = "generate")]
fn write(path: &str, text: &str) -> Result<(), String> {
    if read(path).is_ok_and(|present| present == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// FNV-1a of 64 bits: the same on every machine, and without a dependency. Line ends do not count:
/// Git may change them.
fn fingerprint(text: &str) -> String {
    let bytes = text.bytes().filter(|byte| *byte != b'\r');
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
