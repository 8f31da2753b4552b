//! Generates the types and calls of the client from `spec/openapi.yaml` into `OUT_DIR`.

#[path = "codegen/mod.rs"]
mod codegen;

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

const DOCUMENT: &str = "spec/openapi.yaml";

fn main() -> Result<(), String> {
    for path in ["build.rs", "codegen", DOCUMENT] {
        println!("cargo:rerun-if-changed={path}");
    }
    let document = fs::read_to_string(DOCUMENT).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let modules = codegen::generate(&document).map_err(|reason| format!("{DOCUMENT}: {reason}"))?;
    let folder = env::var_os("OUT_DIR").ok_or("run by cargo, which sets OUT_DIR")?;
    let folder = PathBuf::from(folder).join("generated");
    let at_folder = |error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(at_folder)?;
    for module in modules {
        let source = format!("// Made from {DOCUMENT}. Do not edit.\n\n{}", module.source);
        fs::write(folder.join(module.name + ".rs"), source).map_err(at_folder)?;
    }
    // Only readers need it: where rustfmt is not installed, the code stays as it is. With this file,
    // it formats the others.
    let rustfmt = env::var_os("RUSTFMT").unwrap_or("rustfmt".into());
    let mut rustfmt = Command::new(rustfmt);
    rustfmt.args(["--edition", "2024", "--config", "use_small_heuristics=Max"]);
    let _ = rustfmt.arg(folder.join("mod.rs")).output();
    Ok(())
}
