//! Checks that `src/generated` was made from `spec/openapi.yaml` as it is now. With the feature
//! `generate` it makes these files first; without it nobody compiles the generator.

#[cfg(feature = "generate")]
#[path = "codegen/mod.rs"]
mod codegen;
#[path = "codegen/files.rs"]
#[cfg_attr(not(feature = "generate"), allow(dead_code, reason = "nothing is written"))]
mod files;

use std::fs;

use files::{DOCUMENT, FINGERPRINT};

fn main() -> Result<(), String> {
    for path in ["build.rs", "codegen", DOCUMENT, files::FOLDER] {
        println!("cargo:rerun-if-changed={path}");
    }
    let document = read(DOCUMENT)?;
    #[cfg(feature = "generate")]
    generate(&document)?;
    match read(FINGERPRINT)?.trim_end() == files::fingerprint(&document) {
        true => Ok(()),
        false => Err(format!(
            "src/generated was made from another {DOCUMENT}: run `cargo xtask generate`"
        )),
    }
}

#[cfg(feature = "generate")]
fn generate(document: &str) -> Result<(), String> {
    let modules = codegen::generate(document).map_err(|reason| format!("{DOCUMENT}: {reason}"))?;
    let modules = modules.into_iter().map(|module| (module.name, module.source));
    let scratch = std::env::var("OUT_DIR").map_err(|error| format!("OUT_DIR: {error}"))?;
    let root = std::path::Path::new("");
    let files = files::generated(root, scratch.as_ref(), document, modules)?;
    files::write(root, &files::differing(root, files))
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}
