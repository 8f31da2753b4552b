//! `cargo xtask page`: the page of the sandbox in a real browser.
//!
//! It needs Node 20 and Chromium: the one that `CHROMIUM` names, or `/usr/bin/chromium`.

use l10n_sandbox::Sandbox;
use tokio::runtime::Runtime;

use crate::{Done, shell};

/// Runs the tests where npm puts what they need.
const SCRIPT: &str = "\
mkdir -p target/page
rm -f target/page/*.mjs
cp sandbox/tests/page/* target/page
cd target/page
npm install --no-audit --no-fund --loglevel=error
node --test --test-reporter=spec ${NAME:+\"--test-name-pattern=$NAME\"}";

/// Runs the tests whose names fit this pattern, or all; nothing where the arguments are not
/// understood.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    match *arguments {
        [] => Some(test("").map_err(Into::into)),
        [name] if !name.starts_with('-') => Some(test(name).map_err(Into::into)),
        _ => None,
    }
}

fn test(name: &str) -> Result<(), String> {
    let runtime = Runtime::new().map_err(|error| error.to_string())?;
    let sandbox = runtime.block_on(Sandbox::start());
    let sandbox = sandbox.map_err(|error| format!("the sandbox does not start: {error}"))?;
    let environment =
        [("L10N_CONTROL_URL", sandbox.control_url().to_owned()), ("NAME", name.to_owned())];
    let (succeeded, output) = shell::run(SCRIPT, &crate::root(), &environment)
        .map_err(|error| format!("bash cannot be run: {error}"))?;
    match succeeded {
        true => {
            print!("{output}");
            Ok(())
        }
        false => Err(format!("the page fails\n{output}")),
    }
}
