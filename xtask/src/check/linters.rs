//! Redocly and Spectral, which check that the document is valid OpenAPI and complete.
//!
//! Their rules are in `interop/redocly/redocly.yaml` and `interop/spectral/spectral.yaml`.

use std::env;
use std::process::{Command, Stdio};

use crate::{Done, done, root};

const LINTERS: [&str; 2] = ["redocly", "spectral"];

/// Runs both. Without Node they are left out, unless `CI` is set in the environment.
pub(super) fn run() -> Done {
    if !has_node() {
        let missing = "Redocly and Spectral did NOT run: node and npm are not on the PATH";
        return match env::var_os("CI") {
            Some(_) => Err(missing.into()),
            None => {
                println!("{missing}");
                Ok(())
            }
        };
    }
    let results = LINTERS.map(|name| {
        let mut linter = Command::new("bash");
        linter.arg(format!("interop/{name}/lint.sh")).current_dir(root());
        done(&mut linter).map_err(|_| format!("{name}: see above").into())
    });
    crate::all(results)
}

fn has_node() -> bool {
    ["node", "npm"].iter().all(|program| {
        let mut version = Command::new(program);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    })
}
