//! Redocly and Spectral, which check that the document is valid OpenAPI and complete.
//!
//! Their rules are in `interop/redocly/redocly.yaml` and `interop/spectral/spectral.yaml`.

use std::env;
use std::process::Command;

use crate::{TaskResult, root};

const LINTERS: [&str; 2] = ["redocly", "spectral"];

/// Runs both. Without Node it skips them, unless `CI` is set in the environment.
pub(super) fn run() -> TaskResult {
    if !has_node() {
        let missing = "Redocly and Spectral did NOT run: npm is not on the PATH";
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
        crate::run(&mut linter).map_err(|_| format!("{name}: see above").into())
    });
    crate::combine(results)
}

fn has_node() -> bool {
    // It does not run without node.
    let version = Command::new("npm").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}
