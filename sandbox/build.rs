//! Which file the document is compiled in from: the hand-maintained one where this is a part of its
//! repository, and the copy beside this file where it was packaged.

use std::env;
use std::path::Path;

/// What cargo adds to a package. Another repository may have a `spec` of its own beside that.
const ONLY_PACKAGED: &str = "Cargo.toml.orig";
const MAINTAINED: &str = "../spec/openapi.yaml";
const COPY: &str = "openapi.yaml";

fn main() -> Result<(), env::VarError> {
    let is_maintained = !Path::new(ONLY_PACKAGED).exists() && Path::new(MAINTAINED).exists();
    let document = if is_maintained { MAINTAINED } else { COPY };
    let here = env::var("CARGO_MANIFEST_DIR")?;
    println!("cargo::rustc-env=L10N_DOCUMENT={here}/{document}");
    println!("cargo::rerun-if-changed={document}");
    Ok(())
}
