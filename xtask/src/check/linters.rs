//! Redocly and Spectral, which check that the document is valid OpenAPI and complete.
//!
//! Their rules are in `interop/redocly/redocly.yaml` and `interop/spectral/spectral.yaml`.

use std::process::Command;

use crate::{TaskResult, root};

const LINTERS: [&str; 2] = ["redocly", "spectral"];

/// Runs both, unless they are not wanted. Fails without Node.
pub(super) fn run(wanted: bool) -> TaskResult {
    if !wanted {
        println!("Redocly and Spectral did not run: --without-node");
        return Ok(());
    }
    if !has_node() {
        return Err(
            "Redocly and Spectral did not run, as npm is not on the PATH: install Node 20, \
                    or run `cargo xtask check --without-node`"
                .into(),
        );
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
